"""Sheets: the form that a control opens, with what can be chosen in it as the table stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.choices import menus
from bot.choices.control_id import ControlId
from bot.choices.controls import SeveralOf
from bot.commands.context import Caller, Context
from bot.language import option_labels as options_
from bot.language.option_labels import Choosable
from bot.language.speaker import Speaker, catalogue
from bot.messages.modal_sheet import MOST_FIELDS, MOST_TICKS, Field, Sheet
from bot.messages.post import Entry
from bot.table.lobby import require_host, require_lobby
from bot.table.model import Table
from bot.table.time_control import Pace
from engines.kit import Amount, Bundle, Pending, Pick, Text
from engines.kit.errors import Closed

LINE = "line"
TICKS, KINDS = "ticks", "kinds"
"""Fields of a choice of several, and of one piece each of several kinds."""
PACE, GUESTS, SWITCHES = "pace", "guests", "switches"
MOST_GUESTS = 5


async def sheet(context: Context, caller: Caller, control: ControlId) -> Sheet:
    """The form behind a control; a Refusal where there is nothing (any more) to fill in."""
    if control.is_ask:
        return await _of_ask(context, caller, control)
    if control.verb == "options":
        return _of_options(context, caller, await context.named(caller, control.table), control)
    kind = control.asked
    words = (context.say(caller, f"{kind}_title"), context.say(caller, f"{kind}_label"))
    return Sheet(str(control), words[0], (Field(LINE, words[1]),))


# --- an answer ---


async def _of_ask(context: Context, caller: Caller, control: ControlId) -> Sheet:
    look = await context.service.queries.look(control.table, caller.ref)
    pending = next((each for each in look.pending if each.ask_id == control.name), None)
    if pending is None:
        raise Closed("kit.refusal.closed")
    speaker = context.composer.speaker(look.table, caller.language)
    title, about = _question(speaker.asked(pending.ask.prompt))
    match pending.ask:
        case Amount() as ask:
            label = context.say(caller, "number_range", low=ask.low, high=ask.high)
            return Sheet(str(control), context.say(caller, "number_title"), (Field(LINE, label),))
        case Bundle() as ask:
            labels = [speaker.label(ask.labels[kind]) for kind in ask.available]
            return Sheet(str(control), title, _noted(_of_bundle(context, caller, ask, labels), about))
        case Pick():
            return Sheet(str(control), title, _noted([_of_several(context, caller, look.table, pending)], about))
    raise Closed("kit.refusal.closed")


def _question(prompt: str) -> tuple[str, str]:
    """The question itself, and what is said besides: a form has a short title."""
    asked, _, rest = prompt.partition("? ")
    return (f"{asked}?", rest) if rest else (prompt, "")


def _noted(fields: Iterable[Field], about: str) -> tuple[Field, ...]:
    """The fields, the first with what is said besides."""
    first, *others = fields
    return (replace(first, note=first.note or about), *others)


def _of_several(context: Context, caller: Caller, table: Table, pending: Pending) -> Field:
    speaker = context.composer.speaker(table, caller.language)
    menu = menus.build(table.code, pending, context.composer.limits, speaker)
    for part in menu.controls:
        if isinstance(part, SeveralOf):
            entries = tuple([Entry(choice.id, choice.label, choice.note) for choice in part.choices])
            label = menus.how_many(part.least, part.most, speaker)
            return Field(TICKS, label, entries=entries, least=part.least, most=part.most)
    raise Closed("kit.refusal.closed")


def _of_bundle(context: Context, caller: Caller, ask: Bundle, labels: Sequence[str]) -> Iterator[Field]:
    """Where there is one of each kind they are ticked; else each kind has a list of how many."""
    words = Speaker(caller.language)
    told = {kind: Text("menu.price" if price else "menu.free", {"price": price}) for kind, price in ask.prices.items()}
    prices = [words.say(told[kind]) if kind in told else "" for kind in ask.available]
    if max(ask.available.values()) == 1:
        entries = [
            Entry(str(number), label, price) for number, (label, price) in enumerate(zip(labels, prices, strict=True))
        ]
        most = min(ask.most, len(entries))
        yield Field(KINDS, context.say(caller, "which_ones"), entries=tuple(entries), least=ask.least, most=most)
        return
    for number, (kind, label, price) in enumerate(zip(ask.available, labels, prices, strict=True)):
        counts = range(min(ask.available[kind], ask.most) + 1)
        entries = [Entry(str(count), str(count), chosen=count == 0) for count in counts]
        yield Field(f"kind{number}", label, price, tuple(entries))


# --- the options of a table ---


def _of_options(context: Context, caller: Caller, table: Table, control: ControlId) -> Sheet:
    require_host(table, caller.ref)
    require_lobby(table)
    pages = _pages(context, caller, table)
    page = min(int(control.body or 0) if control.body.isdecimal() else 0, len(pages) - 1)
    title = context.say(caller, "options", **context.composer.titled(table, caller.language))
    return Sheet(str(control), title, tuple(pages[page]))


def pages_of(context: Context, caller: Caller, table: Table) -> int:
    """How many sheets the options of a table take."""
    return len(_pages(context, caller, table))


def _pages(context: Context, caller: Caller, table: Table) -> list[list[Field]]:
    """What most tables choose first; the rest of many options on further sheets."""
    language, every = caller.language, options_.choosable(table.game)
    switches = [each for each in every if set(each.values) == {False, True}]
    lists = [_of_choice(table, each, language) for each in every if each not in switches]
    groups = [switches[at : at + MOST_TICKS] for at in range(0, len(switches), MOST_TICKS)]
    ticked = [_of_switches(context, caller, table, number, group) for number, group in enumerate(groups)]
    first = [_of_pace(context, caller, table), *ticked[:1], *lists]
    guests = Field(
        GUESTS, context.say(caller, "invite_label"), context.say(caller, "invite_note"), least=0, most=MOST_GUESTS,
        is_people=True,
    )  # fmt: skip
    head, rest = [*first[: MOST_FIELDS - 1], guests], [*first[MOST_FIELDS - 1 :], *ticked[1:]]
    return [head, *[rest[at : at + MOST_FIELDS] for at in range(0, len(rest), MOST_FIELDS)]]


def _of_pace(context: Context, caller: Caller, table: Table) -> Field:
    words = catalogue(caller.language)
    entries = [Entry(pace.value, words[f"commands.choice.pace.{pace}"], chosen=pace is table.pace) for pace in Pace]
    return Field(PACE, context.say(caller, "pace_label"), words["commands.option_about.pace"], tuple(entries))


def _of_switches(context: Context, caller: Caller, table: Table, number: int, switches: Sequence[Choosable]) -> Field:
    entries = [
        Entry(
            each.name,
            options_.name_of(table.game, each.name, caller.language),
            chosen=bool(table.options.get(each.name, each.default)),
        )
        for each in switches
    ]
    label = context.say(caller, "switches_label")
    return Field(f"{SWITCHES}{number}", label, entries=tuple(entries), least=0, most=len(entries))


def _of_choice(table: Table, option: Choosable, language: str) -> Field:
    chosen = table.options.get(option.name, option.default)
    entries = [
        Entry(
            str(number), _capital(options_.value_said(table.game, option.name, value, language)), chosen=value == chosen
        )
        for number, value in enumerate(option.values[:25])
    ]
    return Field(option.name, options_.name_of(table.game, option.name, language), entries=tuple(entries))


def _capital(words: str) -> str:
    """As an entry of a list is written."""
    return words[:1].upper() + words[1:]
