"""An ask and a platform's limits into controls, and a tapped control back into an answer.

The draft in a control's id (see `control_id` and `partial_choice`) holds the whole choice so far, so a
menu can be drawn again from any id and nothing half-made is kept. With an id of a question that is closed, show the
present menu.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.choices import partial_choice
from bot.choices.controls import Choice, Limits, Menu
from bot.choices.menu_builder import Maker, Preview
from bot.choices.partial_choice import PartialChoice
from bot.language.speaker import Speaker
from engines.kit import Amount, Ask, Bundle, Pick, Place, Text
from engines.kit.asks import Value
from engines.kit.engine import Pending
from engines.kit.errors import Malformed

# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answered:
    """The choice is made. `confirmed`: the person has seen that it is final."""

    value: Value
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Half:
    """The choice goes on: build the menu with this draft."""

    draft: str


def read(ask: Ask, draft: str) -> Answered | Half:
    """What a tap means. A Refusal: the id does not fit this ask, so show the present menu."""
    parsed = PartialChoice.parse(draft)
    if parsed.answers:
        return Answered(partial_choice.read(ask, parsed), parsed.mode == "!")
    return Half(draft)


def several(ask: Pick, ticked: Iterable[str]) -> Answered:
    """The answer from the drafts ticked in a `SeveralOf`, in their order."""
    keys = [key for draft in ticked for key in _keys(ask, draft)]
    return Answered(ask.check(keys))


def _keys(ask: Pick, draft: str) -> list[str]:
    try:
        return [ask.options[index].key for index in partial_choice.indices_of(ask, PartialChoice.parse(draft))]
    except (IndexError, ValueError):
        raise Malformed("kit.refusal.closed") from None


def number(ask: Amount, written: str) -> Answered:
    """The answer from a number that a person wrote (`1,700` is 1700); a Refusal says why not."""
    plain = written.strip().replace("−", "-").replace(".", "").replace(",", "").replace(" ", "")
    if not plain.removeprefix("-").isdecimal():
        raise Malformed("kit.refusal.want_number")
    return Answered(ask.check(int(plain)))


def form(ask: Bundle, fields: Mapping[str, str]) -> Answered:
    """The answer from the counters of a form: `kind0`, `kind1` ... in the order of the offer."""
    counts: dict[str, int] = {}
    for index, kind in enumerate(ask.available):
        written = fields.get(f"kind{index}", "") or "0"
        if not written.isdecimal():
            raise Malformed("kit.refusal.want_counts")
        counts[kind] = int(written)
    return Answered(ask.check(counts))


def counters(chosen: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What was chosen in a sheet, as counters: kinds that were ticked are one each."""
    ticked = {f"kind{number}": "1" for number in chosen.get("kinds", ())}
    return ticked | {name: values[0] for name, values in chosen.items() if name != "kinds" and values}


def how_many(least: int, most: int, speaker: Speaker) -> str:
    """What opens a form of ticks: `Choose 3 …`, `Choose up to 2 …`."""
    key = "some" if least == most else "up_to" if least == 0 else "from_to"
    return speaker.say(Text(f"menu.choose_{key}", {"least": least, "most": most}))


def confirm(ask: Ask, value: Value, is_final: bool = True) -> str:
    """The draft that asks once more before an answer; where it is final, that is said."""
    return str(partial_choice.write(ask, value, "?" if is_final else "*"))


# --- building ---------------------------------------------------------------------------------------------------------


def build(
    table: str,
    pending: Pending,
    limits: Limits,
    speaker: Speaker,
    draft: str = "",
    preview: Preview | None = None,
) -> Menu:
    """The question as one platform shows it, with the choice made so far. `preview` tells what an answer brings."""
    maker = Maker(table, pending, limits, speaker, PartialChoice.parse(draft), preview)
    if maker.draft.mode in ("?", "*"):
        return maker.once_more()
    match pending.ask:
        case Pick(most=1, least=1) as ask:
            return maker.menu(maker.pick_one(ask))
        case Pick() as ask:
            return maker.pick_several(ask)
        case Amount() as ask:
            return maker.menu(maker.amount(ask))
        case Bundle() as ask:
            return maker.bundle(ask)
        case Place() as ask:
            return maker.menu(maker.place(ask))


def side(table: str, pending: Pending, limits: Limits, speaker: Speaker) -> Choice:
    """A side ask as one button: its only option, or a way to its own menu."""
    ask = pending.ask
    maker = Maker(table, pending, limits, speaker, PartialChoice())
    if isinstance(ask, Pick) and len(ask.options) == ask.least == 1:
        return maker.option(ask, ask.options[0])
    return maker.choice(speaker.say(ask.prompt), PartialChoice())
