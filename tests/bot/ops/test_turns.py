"""What belongs to one name is done in the order in which it came; nobody else waits for it, and nothing is kept."""

from __future__ import annotations

import asyncio

from bot.ops.turns import Turns


async def test_the_second_waits_for_the_first_and_nobody_else_does() -> None:
    turns, told, late = Turns(), list[str](), asyncio.Event()

    async def answer(name: str, said: str, slow: bool = False) -> None:
        async with turns.of(name):
            if slow:
                await late.wait()
            told.append(said)

    first = asyncio.create_task(answer("Lena", "first", slow=True))
    second = asyncio.create_task(answer("Lena", "second"))
    await asyncio.create_task(answer("Piet", "other"))
    assert told == ["other"]
    late.set()
    await asyncio.gather(first, second)
    assert told == ["other", "first", "second"]
    assert len(turns) == 0
