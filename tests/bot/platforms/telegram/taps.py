"""A person's thumb on a panel: taps what the message shows until a wanted answer is given."""

from __future__ import annotations

from typing import Any

from bot.choices import menus
from bot.choices.control_id import ControlId
from bot.choices.menus import Answered, Half
from engines.kit import Amount, Pending, Place
from engines.kit.errors import Refusal
from tests.bot.platforms.discord.hand import _leads
from tests.peers.telegram_people import Hand
from tests.peers.telegram_world import Message

MOST_TAPS = 80


def ids(message: Message) -> list[str]:
    """The data of every button that can be tapped."""
    return [button["callback_data"] for button in message.buttons() if "callback_data" in button]


def asks(message: Message, pending: Pending) -> bool:
    """Whether a message offers to answer this."""
    return any(pending.ask_id in data for data in ids(message))


async def answer(user: Hand, message: Message, pending: Pending, value: Any) -> None:
    """Give this answer by what the message offers, tap by tap; on the message that takes its place, if one does."""
    seen: set[str] = set()
    for _ in range(MOST_TAPS):
        present = user.private.messages[message.id]
        if present.is_deleted:
            newer = [each for each in user.private.visible() if asks(each, pending)]
            if not newer:
                return
            message = present = newer[-1]
        data = _next(present, pending, value, seen)
        if data is None:
            raise AssertionError(f"{pending.step}: {value!r} cannot be reached by {present.buttons()}")
        if data.startswith("m:"):
            asked = await _write(user, present, data, str(value))
            assert not isinstance(pending.ask, Amount) or f"{pending.ask.low}-{pending.ask.high}?" in asked.plain
            await _agree(user, pending)
            return
        before = present.edits
        await user.press(present, data)
        try:
            after = await user.until(lambda at=message.id, edits=before: _changed(user, at, edits))
        except TimeoutError:
            latest = [(each.id, each.edits, each.plain[:300], ids(each)) for each in user.private.visible()[-4:]]
            raise AssertionError(f"{pending} {value!r}: nothing came of {data} on {message.id}: {latest}") from None
        if not after.is_deleted and not asks(after, pending):
            return
    raise AssertionError(f"{pending.step}: {value!r} takes more than {MOST_TAPS} taps")


async def _agree(user: Hand, pending: Pending) -> None:
    """Tap *Do it* where a typed number was asked for once more, because it is final."""
    for message in user.private.visible():
        if sure := [data for data in ids(message) if pending.ask_id in data and ":!" in data]:
            await user.press(message, sure[0])
            return


def _changed(user: Hand, at: int, edits: int) -> Message | None:
    """The message once it was edited, or replaced by another."""
    message = user.private.messages[at]
    return message if message.edits > edits or message.is_deleted else None


def _next(message: Message, pending: Pending, value: Any, seen: set[str]) -> str | None:
    ask, further = pending.ask, list[tuple[str, str]]()
    for data in ids(message):
        tap = ControlId.parse_ask(data)
        if tap is None or tap.name != pending.ask_id or data.startswith("m:"):
            continue
        try:
            read = menus.read(ask, tap.body)
        except Refusal:
            continue
        match read:
            case Answered(given) if given == value:
                return data
            case Half(draft) if draft not in seen and _leads(pending, draft, value):
                further.append((data, draft))
    dialogues = [data for data in ids(message) if data.startswith("m:a:")]
    if dialogues and isinstance(ask, Amount) and isinstance(value, int):
        return dialogues[0]
    if not further:
        return None
    if isinstance(ask, Place):
        further.reverse()
    data, draft = max(further, key=lambda each: len(each[1]))
    if draft:
        seen.add(draft)
    return data


async def _write(user: Hand, message: Message, data: str, text: str) -> Message:
    """Tap the button that asks for a number, and reply to the question, which goes away."""
    known = set(user.private.messages)
    await user.press(message, data)
    new = await user.until(lambda: [each for each in user.private.visible() if each.id not in known])
    question: Message = new[-1]
    await user.write(text, reply_to=question.id)
    await user.until(lambda: user.private.messages[question.id].is_deleted)
    return question
