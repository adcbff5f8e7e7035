"""A person's hand on a panel: uses the controls that the message shows until a wanted answer is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.choices import menus, partial_choice
from bot.choices.control_id import ControlId
from bot.choices.menus import Answered, Half
from bot.choices.partial_choice import PartialChoice
from engines.kit import Amount, Ask, Bundle, Pending, Pick
from engines.kit.errors import Refusal
from tests.peers.discord_people import User
from tests.peers.discord_world import Interaction, Json, Message

MOST_TAPS = 60


@dataclass(frozen=True)
class Control:
    """One thing on a message that can be used: a button, or an entry of a list."""

    part: Json
    id: str

    @property
    def is_button(self) -> bool:
        return bool(self.part["type"] == 2)


def controls(message: Message) -> Iterator[Control]:
    for part in message.parts():
        if part["type"] == 2:
            yield Control(part, part["custom_id"])
        else:
            for option in part["options"]:
                yield Control(part, option["value"])


async def answer(user: User, message: Message, pending: Pending, value: Any) -> Interaction:
    """Give this answer by what the message offers, tap by tap; the last interaction."""
    seen: set[str] = set()
    act: Interaction | None = None
    for _ in range(MOST_TAPS):
        act = await _step(user, message, pending, value, seen)
        if act is None:
            break
        if act.reply is not message and act.followups:
            return act
        if not any(pending.ask_id in control.id for control in controls(message)):
            return act
    raise AssertionError(f"{pending.step}: {value!r} cannot be reached on {message.text!r} {message.labels()}")


async def _step(user: User, message: Message, pending: Pending, value: Any, seen: set[str]) -> Interaction | None:
    ask, further = pending.ask, list[tuple[Control, str]]()
    form = next((each for each in controls(message) if each.id.startswith("m:a:") and pending.ask_id in each.id), None)
    if isinstance(ask, Bundle) and form is not None and sum(value.values()) > 1:
        return await _fill(user, message, form, ask, value)
    for control in controls(message):
        if control.id.startswith("m:a:") and isinstance(ask, Amount) and isinstance(value, int):
            continue
        tap = ControlId.parse_ask(control.id)
        if tap is None or tap.name != pending.ask_id:
            continue
        if control.part["custom_id"].startswith("t:"):
            if isinstance(ask, Pick) and value and len(control.part["options"]) >= len(value):
                return await _tick(user, message, control.part, ask, value)
            continue
        try:
            read = menus.read(ask, tap.body)
        except Refusal:
            continue
        match read:
            case Answered(given) if given == value:
                return await use(user, message, control)
            case Half(draft) if draft not in seen and _leads(pending, draft, value):
                further.append((control, draft))
    for control in controls(message):
        if control.id.startswith("m:a:") and isinstance(ask, Amount) and isinstance(value, int):
            return await user.submit(await user.press_id(message, control.id), str(value))
        if control.id.startswith("m:a:") and pending.ask_id in control.id and not further and value:
            return await _fill(user, message, control, ask, value)
    if not further:
        return None
    control, draft = max(further, key=lambda each: len(each[1]))
    if draft:
        seen.add(draft)
    return await use(user, message, control)


async def use(user: User, message: Message, control: Control) -> Interaction:
    if control.is_button:
        return await user.press_id(message, control.id)
    return await user.choose(message, control.part["custom_id"], [control.id])


async def _fill(user: User, message: Message, control: Control, ask: Ask, value: Any) -> Interaction:
    """All at once, in the dialogue that a button opens."""
    opened = await user.press_id(message, control.id)
    assert opened.modal is not None
    fields = {row["component"]["custom_id"]: row["component"] for row in opened.modal["components"]}
    if isinstance(ask, Pick):
        keys, ids = [option.key for option in ask.options], [each["value"] for each in fields["ticks"]["options"]]
        return await user.fill(opened, ticks=[ids[keys.index(key)] for key in value])
    assert isinstance(ask, Bundle)
    numbers = {str(n): value.get(kind, 0) for n, kind in enumerate(ask.available)}
    if "kinds" in fields:
        return await user.fill(opened, kinds=[n for n, count in numbers.items() if count])
    return await user.fill(opened, **{f"kind{n}": [str(count)] for n, count in numbers.items()})


async def _tick(user: User, message: Message, part: Json, ask: Pick, value: list[str]) -> Interaction:
    keys = [option.key for option in ask.options]
    ids = [option["value"] for option in part["options"]]
    return await user.choose(message, part["custom_id"], [ids[keys.index(key)] for key in value])


def _leads(pending: Pending, text: str, value: Any) -> bool:
    """Whether a half-made choice is on the way to the value."""
    ask, draft = pending.ask, PartialChoice.parse(text)
    if isinstance(ask, Pick) and draft.kind in ("o", "m"):
        keys = [ask.options[index].key for index in partial_choice.indices_of(ask, draft)]
        return keys == value[: len(keys)] if ask.ordered else set(keys) <= set(value)
    if isinstance(ask, Bundle) and draft.kind == "b":
        return all(count <= value.get(kind, 0) for kind, count in partial_choice.counts_of(ask, draft).items())
    return True
