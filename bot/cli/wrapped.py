"""Lines that end between words, however narrow the terminal is."""

from __future__ import annotations

import shutil
import sys
import textwrap

NARROWEST = 40


def wrapped(text: str, rest: str = "") -> str:
    """As it is where nobody looks; at a terminal in lines, of which all but the first begin with `rest`."""
    if not sys.stdout.isatty():
        return text
    width = max(NARROWEST, shutil.get_terminal_size().columns - 1)
    return textwrap.fill(text, width, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)
