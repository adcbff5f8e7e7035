"""Looking at five cards of a deck, keeping one, returning the rest (3.3)."""

from engines.kit import WORDLESS, Draft, Facts, Option, Pick, PickStep, Text, bare_options, counted, noun, seat_ref
from engines.princes.counts import value_of_terms
from engines.princes.state import PrincesState, deck_of

NOUNS = {"professions": "person", "bonus": "bonus", "prestige": "prestige"}
"""The kind of noun that names a card of each deck."""


def start_look(d: Draft[PrincesState], deck: str, seat: int, price: int = 0) -> None:
    """3.3 The seat alone sees the top five cards (all, if fewer) and keeps one of them.

    A43 Until the choice is made they belong to the deck for everybody else, and nobody else acts.
    """
    s = d.state
    cards = deck_of(s, deck)
    for _ in range(min(s.tables.supply.look, len(cards))):
        d.take(cards, 0, s.looking)
    d.look(s.looking, seat)
    s.looked_at = deck
    d.tell("princes.event.look.began", seat=seat_ref(seat), cards={f"deck/{deck}": len(s.looking)}, price=price)
    d.call("look.keep", seat)


def _options(s: PrincesState, seat: int) -> tuple[Option, ...]:
    deck = s.looked_at
    if s.lean:
        return bare_options([card.kind for card in s.looking])
    return tuple(
        [Option(card.kind, noun(NOUNS[deck], card.kind), note=_note(s, seat, card.kind)) for card in s.looking]
    )


def _note(s: PrincesState, seat: int, kind: str) -> Text:
    """What a card on offer is good for: a person's wishes, a bonus card's value now, a prestige card's points."""
    if s.looked_at == "professions":
        return wishes(s, kind)
    if s.looked_at == "bonus":
        terms = s.tables.bonus_terms[kind]
        value = value_of_terms(s, s.players[seat], terms, at_work=True)
        return Text("princes.note.bonus_now", {"terms": counted("per", terms), "value": value})
    card = s.tables.prestige_cards[kind]
    return Text("princes.note.prestige", {"full": card.full, "tie": card.tie})


def wishes(s: PrincesState, kind: str) -> Text:
    """7.3 What a person wants: building, landscape, freedom."""
    row = s.tables.professions[kind]
    facts: Facts = {
        "building": f"building/{row.building}",
        "landscape": f"pile/{row.landscape}",
        "freedom": f"freedom/{row.freedom}",
        "doubt": int(row.in_doubt("building", "landscape", "freedom")),
    }
    return Text("princes.note.wishes", facts)


class Keep(PickStep[PrincesState]):
    """A6 Exactly one of the cards looked at must be kept; declining is not offered."""

    name = "look.keep"

    def ask(self, s: PrincesState, seat: int) -> Pick:
        prompt = WORDLESS if s.lean else Text("princes.ask.look.keep", {"deck": f"deck/{s.looked_at}"})
        return Pick(prompt, _options(s, seat), private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        s = d.state
        index = [card.kind for card in s.looking].index(value[0])
        player = s.players[seat]
        target = {"professions": player.hand, "bonus": player.bonus, "prestige": player.prestige}[s.looked_at]
        card = d.slip(s.looking, index, target, seat)
        private: dict[int, Facts] = {seat: {"card": f"{NOUNS[s.looked_at]}/{card.kind}"}}
        d.tell("princes.event.look.kept", private, seat=seat_ref(seat))
        if s.options.return_order == "player_choice" and s.looking:
            d.goto("look.return", seat)
            return
        if s.options.return_order == "random":
            d.shuffle(s.looking)
        put_under(d, [card.kind for card in s.looking])


class Return(PickStep[PrincesState]):
    """A5 The looker chooses the order of the cards that go under the deck."""

    name = "look.return"

    def ask(self, s: PrincesState, seat: int) -> Pick:
        options = _options(s, seat)
        keys = [option.key for option in options]
        prompt = Text("princes.ask.look.return", {"deck": f"deck/{s.looked_at}"})
        number = len(keys)
        return Pick(prompt, options, number, number, ordered=True, default=keys, suggested=(keys,), private=True)

    def answer(self, d: Draft[PrincesState], seat: int, value: list[str]) -> None:
        put_under(d, value)


def leave_look(d: Draft[PrincesState]) -> None:
    """A43 As if nobody looked: the cards lie on their deck again."""
    s = d.state
    if s.looking:
        deck_of(s, s.looked_at)[:0] = s.looking
        s.looking, s.looked_at = [], ""


def put_under(d: Draft[PrincesState], kinds: list[str]) -> None:
    """3.3 The others go under the deck, the first named uppermost; no deck is ever refilled or reshuffled."""
    s = d.state
    deck = deck_of(s, s.looked_at)
    for kind in kinds:
        index = [card.kind for card in s.looking].index(kind)
        d.take(s.looking, index, deck)
    s.looked_at = ""
    d.end()
