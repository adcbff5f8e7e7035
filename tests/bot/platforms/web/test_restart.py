"""The server is killed and started again in the middle of a game: open pages recover by themselves."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from asyncio.subprocess import Process
from pathlib import Path

from playwright.async_api import Browser, Page

SLOW = 60_000


async def serve(folder: Path, port: int) -> Process:
    """`signoria play` in a process of its own, answering."""
    arguments = ["-m", "bot", "play", "--port", str(port), "--data", str(folder), "--no-browser"]
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    said = await asyncio.wait_for(process.stdout.readline(), 60)
    assert b"The table stands at" in said
    return process


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


LEAD = "#ask [data-lead]"
WAYS = "#ask .go button.more, #ask .go a.more, #ask .chips a, .live a.lit .hit"
CHANGED = """([version, key]) => {
    const asked = document.querySelector('#ask [data-ask]')?.dataset;
    return asked?.version !== version || asked.key !== key;
}"""

NOTHING_LOST = """before => {
    const now = [...document.querySelectorAll('.log li')].map(line => line.innerText);
    return before.every(line => now.includes(line));
}"""


async def answer(page: Page) -> None:
    """Tap the first option, and the lead where it only chooses, until something was played."""
    asked = page.locator("#ask [data-ask]")
    version = before = await asked.get_attribute("data-version")
    while before == version:
        key = await asked.get_attribute("data-key")
        await page.locator("#ask:not(.fresh)").wait_for(timeout=SLOW)
        lead = page.locator(LEAD)
        await (lead if await lead.count() else page.locator(WAYS).first).click(force=True)
        await page.wait_for_function(CHANGED, arg=[version, key], timeout=SLOW)
        before = await page.evaluate("document.querySelector('#ask [data-ask]')?.dataset.version")


async def test_pages_recover_when_the_server_is_killed_and_restarted(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    process = await serve(tmp_path, port)
    host, onlooker = [await (await chromium.new_context()).new_page() for _ in range(2)]
    try:
        await host.goto(f"http://127.0.0.1:{port}/")
        await host.locator(".playnow button").click()
        await host.locator("#ask.mine").wait_for(timeout=SLOW)
        await onlooker.goto(host.url)
        await onlooker.get_by_text("You watch").wait_for(timeout=SLOW)
        await answer(host)
        await onlooker.locator(".log").get_by_text("turned the wheel").first.wait_for(timeout=SLOW)
        log = await onlooker.locator(".log li").all_inner_texts()

        process.send_signal(signal.SIGKILL)
        await process.wait()
        for page in (host, onlooker):
            await page.get_by_text("Reconnecting").wait_for(timeout=SLOW)
        process = await serve(tmp_path, port)
        for page in (host, onlooker):
            await page.get_by_text("Reconnecting").wait_for(state="detached", timeout=SLOW)

        await host.locator("#ask.mine").wait_for(timeout=SLOW)
        await answer(host)
        await onlooker.wait_for_function(NOTHING_LOST, arg=log, timeout=SLOW)
    finally:
        process.terminate()
        await process.wait()
