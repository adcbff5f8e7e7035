"""No task is begun whose end nobody sees: each is kept going by `supervised`, or is one piece of work with an owner."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
BEGINS = {"create_task", "ensure_future", "TaskGroup", "call_later", "run_coroutine_threadsafe", "Thread"}

OWNED = {
    ("bot/ops/supervision.py", "supervised"): "this is the watch itself",
    ("bot/store/pools.py", "answers"): "awaited in the same call, faults are gathered",
    ("bot/messages/keeping.py", "found"): "one film or the like: logged where it is made, told to whoever asks again",
    ("bot/service/coach.py", "hint"): "one hint: awaited by whoever asked, its end retrieved",
    (
        "bot/platforms/discord/run.py",
        "_connected",
    ): "its end is logged, and the watched caller connects anew",
    ("bot/platforms/web/live_updates.py", "serve"): "one tab: a fault is logged and the tab sent away, to come back",
    ("bot/platforms/web/open_tabs.py", "_browsing"): "the tabs of a measurement, which end with it",
    ("bot/platforms/telegram/acknowledgement.py", "acknowledging"): "one tap: awaited at its end",
    (
        "bot/platforms/telegram/updates.py",
        "take",
    ): "one update: its fault is logged, and Telegram keeps it until its end",
    ("bot/workers/pool.py", "_round"): "one table: `_attend` logs, counts and gives back",
    ("bot/workers/thoughts.py", "answer"): "one thought: logged, and the table is looked at again",
    ("engines/kit/processes.py", "_begin"): "ends the process with its parent",
    ("render/studio.py", "draw"): "one picture: its fault is the answer to whoever asked",
}
"""Where a task is begun outside the watch, and who sees its end."""
TOOLS = ("bot/cli/", "bot/store/faults.py")
"""Commands that measure: their tasks end with them, and their faults are what they print."""


def begun() -> set[tuple[str, str]]:
    """The functions that begin a task or a thread, by file."""
    found = set()
    for room in ("bot", "render", "engines", "config"):
        for file in (ROOT / room).rglob("*.py"):
            name = file.relative_to(ROOT).as_posix()
            text = file.read_text("utf-8")
            if not name.startswith(TOOLS) and any(word in text for word in BEGINS):
                found |= {(name, function) for function in _beginners(ast.parse(text))}
    return found


def _beginners(tree: ast.AST, function: str = "") -> set[str]:
    found = set()
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in BEGINS:
            found.add(function)
        found |= _beginners(node, inside)
    return found


def test_every_task_is_watched_or_owned() -> None:
    assert begun() == set(OWNED)


def test_a_task_that_nobody_watches_is_found() -> None:
    assert _beginners(ast.parse("async def listen():\n    asyncio.create_task(work())")) == {"listen"}
