"""The embedded server: kept on disk, locked, gone with the program."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.app.app import open_app
from bot.ops.cancellation import end
from bot.store import Store, Verdict, Write
from bot.store.embedded import EmbeddedServer, socket_path, watch
from config.settings import ConfigError, Settings
from tests.bot.store.servers import eventually, put, until

PROGRAM = """
import asyncio, sys
from pathlib import Path
from bot.store import Store, Write
from bot.store.embedded import EmbeddedServer

async def main() -> None:
    server = EmbeddedServer(Path(sys.argv[1]))
    await server.start()
    store = await Store.open(server.url)
    await store.commit(Write("K7QF", 0, "r", b"doc", b"entry", b"state"), 1.0)
    print(server.pid, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def running(pid: int) -> bool:
    """A process that is there and not merely unreaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_a_game_survives_a_restart_of_the_program(tmp_path: Path) -> None:
    for version in range(3):
        server = EmbeddedServer(tmp_path)
        await server.start()
        store = await Store.open(server.url)
        change = Write("K7QF", version, f"r{version}", b"doc", b"entry", b"state")
        assert await put(store, change, 1.0) == (Verdict.OK, version + 1)
        await store.close()
        await server.stop()


async def test_a_second_program_on_the_same_folder_is_told_so(tmp_path: Path) -> None:
    first = EmbeddedServer(tmp_path)
    await first.start()
    with pytest.raises(ConfigError, match="Another Signoria uses the data folder"):
        await EmbeddedServer(tmp_path, patience=0.2).start()
    await first.stop()


async def test_a_killed_program_takes_its_server_along_and_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    program = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    assert program.stdout is not None
    pid = int(await program.stdout.readline())
    program.kill()
    await program.wait()
    server = EmbeddedServer(tmp_path)
    await server.start()
    assert not running(pid)
    store = await Store.open(server.url)
    assert await store.entries("K7QF") == [b"entry"]
    await store.close()
    await server.stop()


async def test_a_killed_server_has_kept_what_it_confirmed(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    await server.start()
    store = await Store.open(server.url)
    await store.commit(Write("K7QF", 0, "r", b"doc", b"entry", b"state"), 1.0)
    os.kill(server.pid, signal.SIGKILL)
    await store.close()
    await server.stop()
    await server.start()
    store = await Store.open(server.url)
    assert await store.entries("K7QF") == [b"entry"]
    await store.close()
    await server.stop()


async def test_a_copy_of_the_folder_made_during_play_is_a_backup(tmp_path: Path) -> None:
    """All that was confirmed before the copy began is in it, and every game there tells one story."""
    server = EmbeddedServer(tmp_path / "live")
    await server.start()
    store = await Store.open(server.url)
    confirmed = 0

    async def play() -> None:
        nonlocal confirmed
        while True:
            row = await store.load("K7QF")
            version, before, mark = (row.version, row.state, row.mark) if row else (0, b"", b"")
            entry = b"e%d" % version
            change = Write("K7QF", version, f"r{version}", b"doc", entry, before + entry + b" ", mark=mark)
            assert await store.commit(change, 1.0) == (Verdict.OK, version + 1)
            confirmed = version + 1

    playing = asyncio.create_task(play())
    await eventually(lambda: confirmed >= 50)
    before = confirmed
    await asyncio.to_thread(
        shutil.copytree, tmp_path / "live", tmp_path / "copy", ignore=shutil.ignore_patterns("*.sock")
    )
    await eventually(lambda: confirmed > before)
    await end([playing])
    await store.close()
    await server.stop()
    copy = EmbeddedServer(tmp_path / "copy")
    await copy.start()
    restored = await Store.open(copy.url)
    row, entries = await restored.load("K7QF"), await restored.entries("K7QF")
    assert row is not None
    assert len(entries) == row.version >= before
    assert row.state.split() == entries
    await restored.close()
    await copy.stop()


async def test_a_server_that_dies_is_started_again_with_everything_in_it(tmp_path: Path) -> None:
    async with open_app(Settings(folder=tmp_path, redis_url=None)) as app:
        await app.store.commit(Write("K7QF", 0, "r", b"doc", b"entry", b"state"), 1.0)
        (child,) = [child for child in servers_of(os.getpid()) if child.parent == tmp_path / "store"]
        os.kill(int(child.name), signal.SIGKILL)
        assert await put(app.store, Write("K7QF", 1, "r2", b"doc", b"entry 2", b"state"), 1.0) == (Verdict.OK, 2)
        assert await app.store.entries("K7QF") == [b"entry", b"entry 2"]


def servers_of(parent: int) -> list[Path]:
    """The embedded servers that a process has started: their folders, with the process id as name."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        fields = stat.read_text().rpartition(")")[2].split()
        words = (stat.parent / "cmdline").read_bytes().split(b"\0")
        if int(fields[1]) == parent and fields[0] != "Z" and b"unixsocket:" in b" ".join(words):
            folder = (stat.parent / "cwd").resolve()
            found.append(folder / stat.parent.name)
    return found


async def test_a_deep_data_folder_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("long" * 30)
    assert len(str(socket_path(deep))) < 100
    server = EmbeddedServer(deep)
    await server.start()
    await server.stop()


async def test_a_server_that_cannot_start_is_explained(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("in the way")
    with pytest.raises(ConfigError, match=r"did not start; .*valkey\.log says why"):
        await EmbeddedServer(tmp_path).start()


def test_where_the_kernel_does_not_help_a_watcher_stops_the_server() -> None:
    with subprocess.Popen(["/bin/sleep", "600"]) as sleeper:
        watcher = watch(sleeper.pid)
        watcher.communicate()
        assert sleeper.wait() == -signal.SIGTERM


def test_the_watcher_waits_for_the_end_of_the_program() -> None:
    with subprocess.Popen(["/bin/sleep", "600"]) as sleeper:
        watcher = watch(sleeper.pid)
        assert until(lambda: sleeper.poll() is None)
        watcher.communicate()
