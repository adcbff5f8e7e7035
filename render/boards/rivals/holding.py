"""What a seat of Rivals holds: its stores by kind, its cards with cost, points and what they do."""

from engines.rivals.view import HandCardView, RivalsView, SeatView
from render.boards.rivals.cards import ICONS, POINTS, RESOURCES, icon_of
from render.holding import Card, Fact, Holding, Look, Token
from render.sheet import Reader


def look(reference: str, view: RivalsView) -> Look | None:
    kind, _, name = reference.partition("/")
    if kind == "resource":
        return Look(RESOURCES[name], f"resource/{name}")
    if kind == "point":
        return Look(POINTS.get(name, "laurel-crown"))
    return Look(icon_of(name)) if kind == "card" and name in ICONS else None


def cost_tokens(reader: Reader, player: SeatView, card: HandCardView) -> list[Token]:
    """The printed cost piece by piece: lit where the piece is in store."""
    tokens = []
    for resource, count in card.cost.items():
        there = player.resources.get(resource, 0)
        found = Look(RESOURCES[resource], f"resource/{resource}")
        tokens += [Token(reader.words.noun("resource", resource), found, n < there) for n in range(count)]
    return tokens


def missing(tokens: list[Token], card: HandCardView) -> int:
    """How many pieces are missing, after what is taken off the cost."""
    return max(0, sum(not token.there for token in tokens) - card.discount)


def note_of(reader: Reader, card: HandCardView) -> str:
    """What the card does, in a few words."""
    return reader.words.say(card.note.key, card.note.facts) if card.note else ""


def state_of(reader: Reader, tokens: list[Token], card: HandCardView) -> tuple[str, bool]:
    """`can be paid`, or how many pieces are missing; nothing for a card without cost."""
    w = reader.words
    if not card.cost:
        return w("action_card") if card.category == "action" else "", False
    short = missing(tokens, card)
    return (w("short", n=short), False) if short else (w("payable"), True)


def holding(reader: Reader, view: RivalsView) -> Holding:
    w = reader.words
    player = view.seats[view.seat or 0]
    facts = (Fact("poker-hand", f"{len(player.hand)}/{player.hand_limit}", w("in_hand")),)
    stock = tuple(
        Token(
            w.noun("resource", name),
            Look(icon, f"resource/{name}"),
            player.resources.get(name, 0) > 0,
            str(player.resources.get(name, 0)),
        )
        for name, icon in RESOURCES.items()
    )
    cards = []
    for card in player.hand:
        if card.card:
            tokens = cost_tokens(reader, player, card)
            state, good = state_of(reader, tokens, card)
            title = w.noun("card", card.card)
            note, ref = note_of(reader, card), f"card/{card.card}"
            cards.append(Card(title, tuple(tokens), "", state, good, note, icon_of(card.card), ref))
    return Holding(facts, (stock,), cards=tuple(cards))
