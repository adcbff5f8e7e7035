"""The same in a list: every answer to the question in the bar, with its number; pieces are counted here."""

from __future__ import annotations

from bot.choices import partial_choice
from bot.choices.offers import FEW_NUMBERS, amount_of, counted, draft_of, one_less, one_more
from bot.language.labels import number_label
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.move_data import Item, MoveData
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address
from bot.platforms.web.parts.elements import icon, piece, swatch
from config import rooms
from engines.kit import Amount, Bundle, Pick, named
from engines.kit.asks import Option
from engines.kit.engine import Pending
from render import Look, look, shape


def option_list(sight: PageData, move: MoveData) -> Element:
    """Every answer to the question, then pieces that were filled in and can be changed."""
    rows: list[Node] = []
    for pending in _asked(move):
        if isinstance(pending.ask, Bundle):
            rows += _counts(sight, move, pending, pending.ask)
        else:
            rows += _numbers(sight, move, pending, pending.ask) if isinstance(pending.ask, Amount) else []
            rows += [_row(sight, item) for item in move.items if item.offer.pending.ask_id == pending.ask_id]
    return el("ol", rows, class_="optl")


def _asked(move: MoveData) -> list[Pending]:
    """The question in the bar; what was filled in; earlier choices of several, which can still grow."""
    found = {move.asked.ask_id: move.asked} if move.asked else {}
    for step in move.choosing.planned.steps:
        ask = step.pending.ask
        grows = isinstance(ask, Pick) and ask.least != ask.most
        if (isinstance(ask, Bundle) and ask.only() is None) or grows:
            found.setdefault(step.pending.ask_id, step.pending)
    return list(found.values())


def _row(sight: PageData, item: Item) -> Element:
    offer = item.offer
    mark = el("b", str(offer.count), class_="rank") if offer.is_counted else icon("check") if offer.chosen else None
    return el(
        "li",
        el(
            "a",
            el("kbd", str(item.number), aria_hidden="true") if item.number else el("span"),
            el(
                "span",
                el("span", _lead(sight, item), el("span", item.label), class_="led"),
                el("small", item.note) if item.note else None,
                class_="said",
            ),
            mark,
            href=plan_address(sight, offer.plan),
            aria_current="true" if offer.chosen else None,
            class_="good" if sight.is_suggested(offer) else None,
            data_plan=True,
            data_number=item.number or None,
        ),
    )


def _numbers(sight: PageData, move: MoveData, pending: Pending, ask: Amount) -> list[Node]:
    """A row for each number, where there are few; more are counted in the bar."""
    planned = move.choosing.planned
    chosen = amount_of(planned, pending, ask) if any(step.pending == pending for step in planned.steps) else None
    values = range(ask.low, ask.high + 1, ask.step) if ask.count() <= FEW_NUMBERS else ()
    return [
        el(
            "li",
            el(
                "a",
                el("span"),
                el("span", number_label(pending, value, sight.speaker), class_="said"),
                icon("check") if value == chosen else None,
                href=plan_address(sight, planned.choosing(pending, value)),
                aria_current="true" if value == chosen else None,
                data_plan=True,
            ),
        )
        for value in values
    ]


def _lead(sight: PageData, item: Item) -> list[Node]:
    """The drawing of the first thing that a label names; of a piece of several cells its shape too."""
    option, game, view = item.offer.option, sight.speaker.game, sight.look.view
    for reference in named(option.label) if isinstance(option, Option) else ():
        found: Look | None = look(game, reference, view)
        if found and (found.icon or found.pigment):
            cells = shape(game, reference, 0, False, view)
            return [swatch(found), *([piece(cells, found)] if cells and len(cells) > 1 else [])]
    return []


def _counts(sight: PageData, move: MoveData, pending: Pending, ask: Bundle) -> list[Node]:
    """A row for each kind of pieces: one less, how many, one more."""
    planned, words = move.choosing.planned, sight.words
    counts = partial_choice.counts_of(ask, draft_of(planned, pending))
    items = {item.offer.key: item for item in move.items if item.offer.pending.ask_id == pending.ask_id}
    rows: list[Node] = []
    for kind, there in ask.available.items():
        item, now = items[kind], counts.get(kind, 0)
        fewer = plan_address(sight, counted(planned, pending, one_less(counts, kind)))
        more = plan_address(sight, counted(planned, pending, one_more(ask, counts, kind)))
        looks = [look(sight.speaker.game, ref, sight.look.view) for ref in named(ask.labels[kind])]
        found = next(filter(None, looks), None)
        note = " · ".join([part for part in (words.low(_stands(sight, pending), n=there), item.note) if part])
        minus = (
            el(
                "a",
                icon("minus"),
                href=fewer,
                class_="btn square",
                aria_label=words("less", what=item.label),
                data_plan=True,
            )
            if now
            else el("span", icon("minus"), class_="btn square off", aria_hidden="true")
        )
        plus = el("span", icon("plus"), class_="btn square off", aria_hidden="true")
        if item.offer.is_open:
            plus = el("a", icon("plus"), href=more, class_="btn square", aria_label=words("more", what=item.label))
            plus.attributes |= {"data-plan": "", "data-number": str(item.number)}
        said = el("span", el("b", item.label), el("small", note))
        step = el("span", minus, el("b", str(now), class_="num"), plus, class_="step")
        rows.append(el("li", swatch(found) if found else el("span"), said, step, class_="count"))
    return rows


def _stands(sight: PageData, pending: Pending) -> str:
    """`you have 2` when paying, `room for 3` when gaining, else how many lie there; a game says which steps gain."""
    about = rooms.about(sight.speaker.game)
    if pending.step in about.get("gains", ()):
        return "room"
    is_there = isinstance(pending.ask, Bundle) and bool(pending.ask.prices)
    return "there" if is_there or pending.step in about.get("takes", ()) else "you_have"
