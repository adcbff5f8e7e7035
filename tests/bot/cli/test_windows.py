"""What docs/installing.md says of Windows, tried without what Python has on POSIX alone."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar

from bot.platforms.web.open_tabs import Visitor
from bot.store.rig import Single

COMMAND = [sys.executable, "-m", "tests.bot.cli.like_windows"]
ROOT = Path(__file__).parents[3]
PATIENCE = 60


def told(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.parametrize("words", [["--help"], ["rules", "carrara", "4.2"], ["what", "villa"]], ids=lambda w: w[0])
def test_what_needs_no_store_works(words: list[str]) -> None:
    done = told(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_without_a_store_of_ones_own_it_is_said_what_to_do(tmp_path: Path) -> None:
    done = told("play", "--port", "0", "--no-browser", "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("signoria: Windows has no store of our own: set REDIS_URL")
    assert done.stderr.count("\n") == 1


async def test_with_a_store_the_local_table_is_served(single: Single, tmp_path: Path) -> None:
    single.flush()
    environment = {**os.environ, "REDIS_URL": single.url, "SIGNORIA_FOLDER": str(tmp_path)}
    words = ["play", "--port", "0", "--no-browser"]
    process = await asyncio.create_subprocess_exec(
        *COMMAND, *words, cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        said = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        address = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert address, said
        async with ClientSession(cookie_jar=CookieJar(unsafe=True), auto_decompress=False) as session:
            visitor = Visitor(session, address.group())
            code = await visitor.new()
            board = await visitor.raw(f"/t/{code}/board.png")
            page = await visitor.text(f"/t/{code}")
        assert board.startswith(b"\x89PNG")
        assert 'id="ask"' in page
    finally:
        process.send_signal(signal.SIGINT)
        _, wrong = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert (process.returncode, wrong.decode()) == (130, "")
