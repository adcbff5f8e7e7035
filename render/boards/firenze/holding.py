"""What a seat of Firenze holds: bricks of the warehouse, cards of the hand with what they do."""

from engines.firenze.view import FirenzeView
from render.boards.firenze.cards import ICONS
from render.holding import Card, Fact, Holding, Look, Token
from render.sheet import Reader


def look(reference: str, view: FirenzeView) -> Look | None:
    kind, _, name = reference.partition("/")
    if kind in ("brick", "coloured", "tower"):
        return Look(pigment=f"marble/{name.partition('-')[0]}")
    return Look(ICONS[name]) if kind == "card" and name in ICONS else None


def holding(reader: Reader, view: FirenzeView) -> Holding:
    w = reader.words
    player = view.players[view.seat or 0]
    limit = f"{player.bricks}/{player.brick_limit}"
    facts = (
        Fact("brick-wall", limit, w("bricks", n=player.bricks)),
        Fact("poker-hand", str(player.hand_size), w("in_hand")),
        Fact("medal", str(player.seals_left), w("seals_unit", n=player.seals_left)),
    )
    stock = tuple(
        Token(w.noun("brick", each.colour), Look(pigment=f"marble/{each.colour}"), count > 0, str(count))
        for each in view.colours
        for count in [player.warehouse.get(each.colour, 0)]
    )
    cards = [_card(reader, card, "") for card in player.hand or ()]
    cards += [_card(reader, card, w("built")) for card in player.buildings]
    return Holding(facts, (stock,), cards=tuple(cards))


def _card(reader: Reader, card: str, state: str) -> Card:
    w = reader.words
    return Card(w.noun("card", card), state=state, note=w.noun("effect", card), icon=ICONS[card], ref=f"card/{card}")
