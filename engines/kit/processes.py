"""Processes of our own for work that takes a processor: they begin with the host's tables and end with their parent."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from engines.kit.tables import data_in_use, use_data


def processes(count: int) -> ProcessPoolExecutor:
    """So many, each begun when it is first needed."""
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _begin, (data_in_use(),))


def _begin(data: Path | None) -> None:
    """Ctrl-C is for the main process, which ends its workers in order; without it nobody needs them."""
    use_data(data)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
