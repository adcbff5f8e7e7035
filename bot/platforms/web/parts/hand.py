"""What only this seat may know, as live cards made from what the pictures know of it; after the end the ranking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.platforms.web.html import Element, Node, el
from bot.platforms.web.page_data import PageData
from bot.platforms.web.parts.addresses import plan_address, plan_of
from bot.platforms.web.parts.elements import drawing, emblem, icon, shut, token
from bot.platforms.web.things import HAND, is_of
from config.languages import language
from render import Card, Fact, Holding, Token

BRIEF = 16
"""Letters of a note that stands beside the tokens."""


def hand(sight: PageData) -> Element:
    """The pane with the own hand, or the ranking."""
    body = _ranking(sight) if sight.look.result is not None else _own(sight)
    return el(
        "section", el("div", body, class_="stack"), class_="pane hand", id="hand", tabindex="0", aria_labelledby="hd"
    )


def strip(sight: PageData) -> Element | None:
    """What is mine, in one row that is always in sight, with what the move in the making changes of it."""
    holding = sight.holding
    if holding is None or sight.is_curtained:
        return None
    more = el(
        "a", icon("up"), href="#hand", class_="btn plain square phone", aria_label=sight.words("hand"), data_to="hand"
    )
    cards = [_held(sight, number, card) for number, card in enumerate(holding.cards) if card.ref]
    return el(
        "section",
        in_a_row(holding, sight.move.after if sight.move else {}),
        more,
        el("ul", cards, class_="inhand") if cards else None,
        class_="strip",
        aria_label=sight.words("hand"),
        data_key="strip",
    )


def in_a_row(holding: Holding, after: Mapping[str, str]) -> Element:
    """Figures and pieces beside each other; `after`: what becomes of them."""
    facts = [_figure(fact, after.get(fact.icon)) for fact in holding.facts]
    pieces = [piece for row in holding.stock for piece in row if piece.there or piece.name in after]
    return el("ul", facts, [_chip(piece, after.get(piece.name)) for piece in pieces], class_="own")


def _held(sight: PageData, number: int, card: Card) -> Element:
    """A card of the hand: chosen by a tap where it can be, else it tells why not."""
    move, about = sight.move, plan_address(sight, plan_of(sight), about=HAND + number)
    item = next((each for each in move.items if is_of(each, card.ref)), None) if move else None
    state = el("small", card.state) if card.state else None
    inside: list[Node] = [drawing(card.icon) if card.icon else "", el("span", el("b", card.title), state)]
    if item is None:
        return el("li", el("a", inside, href=about, class_="btn idle", data_plan=True))
    kind = "btn open good" if sight.is_suggested(item.offer) else "btn open"
    way = el("a", inside, href=plan_address(sight, item.offer.plan), class_=kind, data_plan=True)
    said = dict.fromkeys(each for each in (card.title, card.state, item.label) if each)
    way.attributes |= {"data-about": about, "aria-label": ", ".join(said)}
    way.attributes |= {"aria-current": "true"} if item.offer.chosen else {}
    return el("li", way)


def _figure(fact: Fact, after: str | None) -> Element:
    shown: list[Node] = [el("b", fact.figure)]
    if after is not None:
        shown = [el("span", fact.figure, class_="was"), el("span", "→", class_="was"), el("b", after, class_="to")]
    said = el("span", fact.unit, class_="vh")
    return el("li", drawing(fact.icon) if fact.icon else None, shown, said, title=fact.unit)


def _chip(piece: Token, after: str | None) -> Element:
    change, kind = None, None
    if after is not None and after.isdecimal() and piece.count.isdecimal():
        by = int(after) - int(piece.count)
        kind = "pays" if by < 0 else "new"
        change = el("sup", f"{by:+d}".replace("-", "−"))
    inside: list[Node] = [el("b", piece.count), el("span", piece.name, class_="vh")]
    shown = replace(piece, there=piece.there or after is not None)
    return el("li", token(shown), inside, change, class_=kind, title=piece.name)


def own_lines(sight: PageData) -> Element:
    """The same line by line, for text mode."""
    lines = [line for line in sight.own.splitlines() if line.strip()]
    if not lines:
        return el("p", sight.words("nothing_hidden"), class_="mute")
    return el("ul", [el("li", *_emphasised(line)) for line in lines])


def _emphasised(line: str) -> list[Node]:
    name, colon, rest = line.partition(":")
    return [el("b", f"{name}:"), rest] if colon and rest else [line]


def _ranking(sight: PageData) -> list[Node]:
    words, look = sight.words, sight.look
    assert look.result is not None
    ranks = [
        el(
            "li",
            el("span", str(rank), class_="rank"),
            emblem(seat, look.table.names),
            el("span", look.table.names[seat]),
            el("b", str(look.result.scores[seat])),
        )
        for rank, seat in enumerate(look.result.ranking, 1)
    ]
    seed = el("p", words("seed_open", seed=look.table.seed), class_="mute")
    return [el("h2", words("ranking"), id="hd"), el("ol", ranks, class_="slab result"), seed]


def _own(sight: PageData) -> list[Node]:
    words, holding = sight.words, sight.holding
    only = el("p", icon("padlock"), words.low("only_you"), class_="only") if holding else None
    head = el("div", el("h2", words("hand"), id="hd"), only, shut(words), class_="row between")
    if holding is None:
        return [head, el("p", words("nothing_hidden"), class_="mute")]
    return [head, *held(sight, holding)]


def held(sight: PageData, holding: Holding) -> list[Node]:
    """Figures, pieces and cards, drawn."""
    nodes: list[Node] = [el("ul", [_fact(sight, fact) for fact in holding.facts], class_="facts")]
    nodes += [el("ul", [_piece(piece) for piece in row], class_="stock") for row in holding.stock]
    if holding.cards:
        nodes.append(el("ul", [_card(sight, card) for card in holding.cards], class_="slab cards"))
    return nodes


def _fact(sight: PageData, fact: Fact) -> Element:
    return el(
        "li", drawing(fact.icon) if fact.icon else None, el("b", fact.figure), " ", el("span", _low(sight, fact.unit))
    )


def _low(sight: PageData, said: str) -> str:
    """In the middle of a line; in some languages nouns keep their capital."""
    return said if language(sight.browser.language).capital_nouns else said[:1].lower() + said[1:]


def _piece(piece: Token) -> Element:
    """A kind of piece with how many there are."""
    return el("li", token(piece), el("b", piece.count), el("small", piece.name), class_=None if piece.there else "none")


def _card(sight: PageData, card: Card) -> Element:
    figure = el("b", card.figure, class_="figure") if card.figure else None
    state = el("span", _low(sight, card.state), class_="good" if card.good else "mute") if card.state else None
    wants = [token(each, sight.words("missing")) for each in card.tokens]
    head = el("div", drawing(card.icon) if card.icon else None, el("h3", card.title), class_="row grow")
    return el(
        "li",
        head,
        el("p", figure, " " if figure and state else "", state, class_="worth") if figure or state else None,
        el("p", wants, class_="wants") if wants else None,
        el("p", card.note, class_="about mute" if len(card.note) > BRIEF else "about mute brief")
        if card.note
        else None,
    )
