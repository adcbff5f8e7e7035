"""The bar: what is asked, what is chosen, and the one button that plays the whole deed. All else only chooses."""

from __future__ import annotations

from collections.abc import Sequence

from bot.choices import partial_choice
from bot.choices.offers import FEW_NUMBERS, JUMP, amount_of, draft_of, presets, side_by_side
from bot.choices.partial_choice import PartialChoice
from bot.choices.plan import FINISHING, Step
from bot.language.labels import counts_label, number_label, orientations
from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.move_data import Item, MoveData
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address
from bot.platforms.web.parts.elements import form, hidden, icon, lozenge
from bot.platforms.web.parts.history import own_last
from bot.platforms.web.things import is_of
from bot.table.press import Press
from engines.kit import Amount, Ask, Bundle, Pick, Place
from engines.kit.answers import is_way_out
from engines.kit.engine import Pending

MOST_BUTTONS = 4
SHORT = 24
"""Letters of a note that stands on a chip."""


def bar(sight: PageData, move: MoveData) -> list[Node]:
    """Prompt, what it brings, what can be chosen beside the board, the way back, the lead."""
    asked = move.asked
    rows: list[Node] = [_prompt(sight, move)]
    told = [item.note for item in _loose(sight, move) if item.offer.chosen and not _stands_on_chip(item)]
    if move.choosing.lead and (brings := [*move.worth, *filter(None, told)]):
        rows.append(el("ul", [el("li", said) for said in brings[:3]], class_="worth2"))
    if move.warning and move.choosing.lead:
        rows.append(el("p", icon("warn"), el("span", move.warning), class_="notice caution", role="status"))
    if asked is not None and isinstance(asked.ask, Amount) and asked.ask.count() > FEW_NUMBERS:
        rows.append(_amount(sight, move, asked, asked.ask))
    if chips := _chips(sight, move):
        rows.append(el("div", chips, class_="chips"))
    rows.append(_go(sight, move))
    return rows


def _prompt(sight: PageData, move: MoveData) -> Element:
    asked = move.asked
    said = sight.speaker.asked(asked.ask.prompt) if asked else ""
    crumbs: list[Node] = []
    for crumb in move.crumbs:
        crumbs += [el("span", crumb), el("i", "›", aria_hidden="true")]
    is_done = move.choosing.planned.is_whole
    shown: list[Node] = crumbs[:-1] if is_done and crumbs else [*crumbs, el("span", _question(said))]
    kind = "crumb" if crumbs else None
    more = el(
        "a",
        icon("up"),
        href="#list",
        class_="btn plain tolist phone",
        aria_label=sight.words("same_list"),
        data_to="list",
    )
    said_so_far = el("strong", shown, id="pr", tabindex="-1", class_=kind)
    return el("div", lozenge(), said_so_far, _sum(sight, move), more, class_="q")


def _question(said: str) -> list[Node]:
    """What is asked, and smaller what is to be known for it."""
    asked, mark, known = said.partition("? ")
    return [f"{asked}?", " ", el("small", known)] if mark else [said]


def _sum(sight: PageData, move: MoveData) -> Element | None:
    """How far a choice of several is, what is filled in counted too, and what it costs of what I have."""
    asked, words = move.asked, sight.words
    pending = _bundle_of(move) or asked
    if pending is None:
        return None
    ask, draft = pending.ask, draft_of(move.choosing.planned, pending)
    if isinstance(ask, Bundle):
        lead, chosen = move.choosing.lead, partial_choice.counts_of(ask, draft)
        if lead is not None and not any(chosen.values()):
            chosen = partial_choice.counts_of(ask, draft_of(lead.planned, pending))
        total, most = sum(chosen.values()), min(ask.most, sum(ask.available.values()))
        said = words("so_many", n=total, most=most)
        said += f" · {words('so_much', n=ask.cost(chosen), most=ask.budget)}" if ask.prices else ""
        return el("span", said, class_="end")
    if isinstance(ask, Pick) and (ask.least, ask.most) != (1, 1):
        taken = sum([item.offer.chosen for item in move.present])
        return el("span", words("so_many", n=taken, most=min(ask.most, len(ask.options))), class_="end")
    return None


def _bundle_of(move: MoveData) -> Pending | None:
    """The pieces that were filled in, or that are asked for."""
    steps = [step for step in move.choosing.planned.steps if isinstance(step.pending.ask, Bundle) and _is_open(step)]
    return steps[-1].pending if steps else None


def _is_open(step: Step) -> bool:
    return step.pending.ask.only() is None


# --- beside the board ---


def _chips(sight: PageData, move: MoveData) -> list[Node]:
    """What lies nowhere on the board, ways to pay, ways to turn, other deeds with the same thing."""
    asked = move.asked
    found: list[Node] = [_chip(sight, item) for item in _loose(sight, move)]
    if asked is not None and isinstance(asked.ask, Place):
        found = [*_turns(sight, move, asked, asked.ask)]
    if asked is not None and isinstance(asked.ask, Amount) and asked.ask.count() <= FEW_NUMBERS:
        found += _numbers(sight, move, asked, asked.ask)
    bundle = asked if asked and isinstance(asked.ask, Bundle) else _bundle_of(move)
    if bundle is not None and isinstance(bundle.ask, Bundle):
        found += _mixes(sight, move, bundle, bundle.ask)
    return [*found, *_besides(sight, move)]


def _loose(sight: PageData, move: MoveData) -> list[Item]:
    """What can be chosen and lies neither on the board nor in the own hand."""
    held, verbs = [card.ref for card in sight.things.held if card.ref], _verbs(move)
    things = [item for item in move.present if item.offer.is_thing and item.offer.is_open and not item.regions]
    return [item for item in things if item not in verbs and not any(is_of(item, ref) for ref in held)]


def _stands_on_chip(item: Item) -> bool:
    """Whether its note is short enough to stand beside its name; else it is told once it is chosen."""
    return len(item.note) <= SHORT


def _chip(sight: PageData, item: Item, *, label: str = "") -> Element:
    note = el("small", item.note) if item.note and _stands_on_chip(item) else None
    return el(
        "a",
        el("span", label or item.label),
        note,
        href=plan_address(sight, item.offer.plan),
        class_=f"btn{_good(sight, item)}",
        aria_current="true" if item.offer.chosen else None,
        data_plan=True,
    )


def _besides(sight: PageData, move: MoveData) -> list[Node]:
    """Other deeds with the thing that is chosen last: one thing, two verbs."""
    chosen = [item for item in move.items if item.offer.chosen and item.regions]
    if not chosen:
        return []
    last = chosen[0]
    same = [
        item
        for item in move.items
        if not item.offer.chosen
        and set(item.regions) == set(last.regions)
        and item.offer.pending.ask_id == last.offer.pending.ask_id
    ]
    return [_chip(sight, item) for item in same[:MOST_BUTTONS]]


def _mixes(sight: PageData, move: MoveData, pending: Pending, ask: Bundle) -> list[Node]:
    """Suggested bundles, unless there is but one and the lead plays it already."""
    planned = move.choosing.planned
    now = {kind: n for kind, n in partial_choice.counts_of(ask, draft_of(planned, pending)).items() if n}
    if not now and move.choosing.lead is not None:
        filled = [step.value for step in move.choosing.lead.planned.steps if step.pending.ask_id == pending.ask_id]
        now = {kind: n for value in filled if isinstance(value, dict) for kind, n in value.items() if n}
    found: list[Node] = []
    for mix in side_by_side(ask):
        label = counts_label(ask, mix, sight.speaker)
        label += f": {sight.words.low('costs', n=ask.cost(mix))}" if ask.prices else ""
        is_now = {kind: n for kind, n in mix.items() if n} == now
        address = plan_address(sight, planned.choosing(pending, mix))
        current = "true" if is_now else None
        found.append(el("a", label, href=address, class_="btn", aria_current=current, data_plan=True))
    return found if len(found) > 1 or not now else []


def _numbers(sight: PageData, move: MoveData, pending: Pending, ask: Amount) -> list[Node]:
    planned = move.choosing.planned
    now = amount_of(planned, pending, ask)
    values = range(ask.low, ask.high + 1, ask.step)
    if len(values) < 2:
        return []
    return [
        el(
            "a",
            number_label(pending, value, sight.speaker),
            href=plan_address(sight, planned.choosing(pending, value)),
            class_="btn",
            aria_current="true" if value == now else None,
            data_plan=True,
        )
        for value in values
    ]


def _amount(sight: PageData, move: MoveData, pending: Pending, ask: Amount) -> Element:
    """Less, the number, more; and numbers that are suggested."""
    planned, words = move.choosing.planned, sight.words
    now = amount_of(planned, pending, ask)

    def way(value: int, shown: Node, label: str = "") -> Element:
        if not ask.low <= value <= ask.high or value == now:
            return el("span", shown, class_="btn off", aria_hidden="true")
        address = plan_address(sight, planned.choosing(pending, value))
        return el("a", shown, href=address, class_="btn", aria_label=label or None, data_plan=True)

    said = number_label(pending, now, sight.speaker)
    top = ask.low + (ask.count() - 1) * ask.step
    jump = JUMP * ask.step
    return el(
        "div",
        way(now - ask.step, icon("minus"), words("less", what=said)),
        el("b", sight.speaker.number(now), class_="num"),
        way(now + ask.step, icon("plus"), words("more", what=said)),
        way(min(now + jump, top), f"+{sight.speaker.number(jump)}") if top - now >= jump else None,
        [way(each, sight.speaker.number(each)) for each in presets(ask, now)],
        class_="chips amount",
    )


def _turns(sight: PageData, move: MoveData, pending: Pending, ask: Place) -> list[Node]:
    """The next way that the piece can lie, mirrored ones after the others."""
    ways = orientations(ask)
    if len(ways) < 2:
        return []
    shown = sight.picture.turn if sight.picture else 0
    onward = PartialChoice("", "t", partial_choice.digits((shown + 1) % len(ways)))
    address = plan_address(sight, move.choosing.planned.drafting(pending, onward))
    said = sight.words("turn_piece", n=shown % len(ways) + 1, most=len(ways))
    return [el("a", icon("turn"), said, href=address, class_="btn", data_plan=True, data_turn=True)]


# --- the row that acts ---


def _go(sight: PageData, move: MoveData) -> Element:
    found = _verbs(move)
    verbs = [_verb(sight, item) for item in found]
    lead, back = _lead(sight, move, found), _back(sight, move)
    kinds = ["go", *(["many"] if len(verbs) > 2 and lead is None else []), *(["backed"] if back is not None else [])]
    return el("div", back, verbs, lead, class_=" ".join(kinds))


def _verbs(move: MoveData) -> list[Item]:
    """Options that are no thing on the board, and draws: a press of theirs is the whole deed, or leads further."""
    planned, lead = move.choosing.planned, move.choosing.lead
    if planned.is_whole or planned.half is not None:
        return []
    found = [item for item in move.present if not item.offer.is_thing]
    if len(move.present) <= MOST_BUTTONS:
        found = [item for item in move.present if item in found or item.press is Press.SHOWS]
    if lead is not None and lead.finish and planned.chosen:
        found = [item for item in found if item.offer.key not in FINISHING]
    return [*found, *beside(move)][:MOST_BUTTONS]


def beside(move: MoveData) -> list[Item]:
    """What can be done at once beside the question: a person that is played, and nothing more to choose."""
    if move.choosing.planned.steps or move.choosing.planned.half is not None:
        return []
    return [item for item in move.items if item.offer.pending.is_side and item.press is Press.ACTS]


def _verb(sight: PageData, item: Item) -> Element:
    if item.press is None or item.press is Press.ASKS or sight.ahead:
        label = item.label if item.press and not sight.ahead else f"{item.label}\u00a0…"
        address = plan_address(sight, item.offer.plan)
        kind = f"btn more{_good(sight, item)}"
        return el("a", _key(str(item.number)), el("span", label), href=address, class_=kind, data_plan=True)
    inside: list[Node] = [_key(str(item.number)) if item.number else "", el("span", item.label)]
    if item.press is Press.SHOWS:
        inside = [inside[0], icon("die"), el("span", item.label, _final(sight))]
    return _plays(sight, item.offer.plan, item.finish, inside, f"more{_good(sight, item)}")


def _good(sight: PageData, item: Item) -> str:
    """The look of what the teacher suggests."""
    return " good" if sight.is_suggested(item.offer) else ""


def _plays(sight: PageData, plan: str, finish: bool, inside: Sequence[Node], kind: str) -> Element:
    """A button that plays a plan: one commit, all of it or nothing."""
    fields = hidden(plan=plan, seat=sight.seat or 0, finish=int(finish))
    press = el("button", inside, class_=kind, data_lead="lead" in kind)
    does = "plan" if sight.ahead else "answer"
    return form(
        sight.browser,
        f"/t/{sight.code}/{does}",
        fields,
        press,
        class_=f"does {kind.split()[0 if 'good' in kind else -1]}",
    )


def _lead(sight: PageData, move: MoveData, verbs: Sequence[Item]) -> Element | None:
    lead, words = move.choosing.lead, sight.words
    if lead is None:
        begins = not move.choosing.planned.chosen and move.choosing.planned.half is None
        if verbs and (begins or all(item in verbs for item in move.present)):
            return None
        return el("span", _missing(sight, move), class_="btn lead off", aria_disabled="true", role="note")
    label = words("sure", deed=move.label) if _gives_up(move) else move.label
    label = f"{words.chat('button.keep_plan')}: {label}" if sight.ahead else label
    inside: list[Node] = [el("span", label), _key("Enter")]
    if move.press is Press.SHOWS and not sight.ahead:
        inside = [icon("die"), el("span", label, _final(sight)), _key("Enter")]
    return _plays(sight, lead.plan, lead.finish, inside, "main lead")


def _final(sight: PageData) -> Element:
    """The die mark, to be heard."""
    return el("span", f", {sight.words.low('final')}", class_="vh")


def _key(name: str) -> Element:
    """The key that does the same, where there is a keyboard."""
    return el("kbd", name, class_="desk", aria_hidden="true")


def _gives_up(move: MoveData) -> bool:
    """Whether a way out was chosen, while something else could be."""
    chosen = move.choosing.planned.chosen
    if len(chosen) != 1:
        return False
    ask: Ask = chosen[0].pending.ask
    return is_way_out(ask, chosen[0].value) and len(move.present) > 1


def _missing(sight: PageData, move: MoveData) -> str:
    """What a deed still wants."""
    lacking, words = move.choosing.lacking, sight.words
    if lacking:
        return words("lacking", n=lacking)
    lit = not sight.in_words and any(item.regions and item.offer.depth for item in move.items)
    return words("choose_lit") if lit else words("choose")


def _back(sight: PageData, move: MoveData) -> Element | None:
    words = sight.words
    if move.choosing.back is not None:
        address = plan_address(sight, move.choosing.back)
        return el(
            "a",
            icon("undo"),
            el("span", words("back"), class_="desk"),
            _key("Esc"),
            href=address,
            class_="btn sq",
            aria_label=words("back"),
            data_back=True,
            data_plan=True,
        )
    if sight.look.can_undo and sight.seat is not None and not sight.ahead:
        label = el("span", words("take_back"), class_="desk")
        done = own_last(sight).removesuffix(".")
        said = words("take_back_deed", deed=done) if done else words("take_back")
        inside = [icon("undo"), label, _key("u")]
        press = el("button", inside, class_="sq", aria_label=said, title=said, data_undo=True)
        return form(sight.browser, f"/t/{sight.code}/undo", hidden(seat=sight.seat), press, class_="undo")
    return None
