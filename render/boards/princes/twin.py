"""Princes in words: everything its pictures show, line by line."""

from engines.princes.view import CharacterSeen, PileSeen, PlayerSeen, PrincesView, WorkSeen
from render.boards.princes.auction import done_with, next_bidder, opening
from render.boards.princes.cards import does, wishes, worth
from render.boards.princes.hand import DECK_NOUNS
from render.boards.princes.own import orientations
from render.sheet import Reader
from render.words import NONE


def twin(reader: Reader, view: PrincesView) -> str:
    part, w = reader.p.part, reader.words
    following = f", {w('next', n=view.next_minimum)}" if view.next_minimum is not None else ""
    now = f"{w('round', n=view.round)}/{view.rounds}, {w.noun('phase', view.phase)}"
    rows = [f"{now}, {w('work')} {view.minimum}+{following}"]
    if part == "hand":
        return "\n".join(rows + _hand(reader, view))
    rows += [_seat(reader, view, player) for player in view.players]
    if part == "place" and reader.p.place is not None:
        rows += _place(reader, view)
    if part in ("all", "market"):
        rows += _centre(reader, view)
    if part not in ("all", "market"):
        rows += [_work(reader, view, work) for work in view.works]
    return "\n".join(rows)


def _who(reader: Reader, seat: int) -> str:
    return reader.p.names[seat]


def _seat(reader: Reader, view: PrincesView, player: PlayerSeen) -> str:
    w = reader.words
    counts = [
        ("builders_unit", player.builders),
        ("jesters_unit", player.jesters),
        ("works_unit", player.works),
        ("recruiting", player.recruiting),
        ("bonus_unit", len(player.bonus)),
        ("prestige_unit", len(player.prestige)),
    ]
    parts = [f"{player.points} {w('points', n=player.points)}"]
    if player.cash is not None:
        parts.append(f"{w.number(player.cash)} {w('florins_unit', n=player.cash)}")
    parts += [f"{number} {w(key, n=number)}" for key, number in counts]
    parts.append(f"{w('in_hand')} {len(player.hand)}")
    if player.best:
        parts.append(f"{w('best')} {player.best}")
    parts += [w.noun("freedom", freedom) for freedom in player.freedoms]
    parts += [w.noun("character", player.character)] if player.character else []
    parts += [_tile(reader, view, tile.kind, tile.cells) for tile in (*player.landscapes, *player.buildings)]
    return f"{_who(reader, player.seat)}: {', '.join(parts)}"


def _tile(reader: Reader, view: PrincesView, kind: str, cells: tuple[tuple[int, int], ...]) -> str:
    x, y = min(cells, key=lambda at: (at[1], at[0]))
    return f"{reader.words.noun('building' if kind in view.sizes else 'pile', kind)} {chr(ord('A') + x)}{y + 1}"


def _centre(reader: Reader, view: PrincesView) -> list[str]:
    w = reader.words
    rows = [_pile(reader, pile) for pile in view.piles]
    if view.phase == "characters":
        rows = [_character(reader, seen) for seen in view.characters]
    if view.auction is not None:
        told = view.auction.bids if view.auction.lot else ()
        bids = [f"{_who(reader, seat)} {w.number(amount)}" for seat, amount in told]
        asked = next_bidder(reader, view.auction)
        if asked is not None:
            bids.append(f"{_who(reader, asked)} {w.number(view.auction.bid + view.raise_by)}?")
        rows.append(", ".join(bids) or f"{_who(reader, view.auction.opener)} {w(opening(view, view.auction))}")
        for key, seats in done_with(view.auction):
            rows.append(f"{w(key)}: {', '.join(_who(reader, seat) for seat in seats)}")
    elif view.turn is not None:
        rows.append(f"{_who(reader, view.turn.seat)}: {w('actions_left', n=view.turn.actions)}")
    left = [f"{w.noun('building', kind)} {count}" for kind, count in view.buildings.items()]
    left += [f"{w.noun('freedom', kind)} {count}" for kind, count in view.freedoms.items()]
    left += [f"{w('people')} {len(view.decks['professions'])}", f"{w('bonus')} {len(view.decks['bonus'])}"]
    rows.append(", ".join(left))
    return rows


def _pile(reader: Reader, pile: PileSeen) -> str:
    w = reader.words
    line = f"{w(f'pile_{pile.pile}')}: {w('left', n=pile.left)}"
    if pile.buyer is not None:
        line += f", {_who(reader, pile.buyer)} {w.number(pile.price or 0)}"
    return line


def _character(reader: Reader, seen: CharacterSeen) -> str:
    w = reader.words
    parts = [w.noun("character", seen.character)]
    if seen.owner is not None:
        parts.append(_who(reader, seen.owner))
    if seen.marker is not None:
        parts.append(f"{_who(reader, seen.marker)} {w.number(seen.bid or 0)}")
    if seen.money is not None:
        parts.append(w.number(seen.money))
    return ": ".join((parts[0], ", ".join(parts[1:]) or NONE))


def _work(reader: Reader, view: PrincesView, work: WorkSeen) -> str:
    w, values = reader.words, view.wish_values
    nouns = {"building": "building", "landscape": "pile", "freedom": "freedom"}
    parts, met_sum = [], 0
    for group, thing, met in wishes(work):
        parts.append(f"{w.noun(nouns[group], thing)} {w.gain(values[group]) if met else NONE}")
        met_sum += values[group] if met else 0
    parts.append(f"{w('people_jesters')} {w.gain(work.value - met_sum)}")
    name, stands = w.noun("person", work.person), worth(w, work.value, view.minimum)
    said = f"{name}: {stands} ({', '.join(parts)}), {w('up_to', n=work.highest)}"
    return f"{said}; {w.own('note', 'wishes_doubtful')}" if work.doubtful else said


def _hand(reader: Reader, view: PrincesView) -> list[str]:
    w = reader.words
    player = view.players[view.seat or 0]
    cash = player.cash or 0
    rows = [
        f"{w.number(cash)} {w('florins_unit', n=cash)}, {len(player.hand)} {w('people_unit', n=len(player.hand))}, "
        f"{player.jesters} {w('jesters_unit', n=player.jesters)}"
    ]
    if view.looking:
        noun = DECK_NOUNS[view.looked_at or "professions"]
        rows.append(", ".join(w.noun(noun, kind) for kind in view.looking))
    rows += [_work(reader, view, work) for work in view.works]
    for kind in player.bonus:
        if kind:
            rows.append(f"{w('bonus')} {view.bonus_values.get(kind, 0)}: {_card(reader, view, 'bonus', kind)}")
    rows += [f"{w('prestige')}: {_card(reader, view, 'prestige', kind)}" for kind in player.prestige if kind]
    return rows


def _card(reader: Reader, view: PrincesView, noun: str, kind: str) -> str:
    return f"{reader.words.noun(noun, kind)}. {does(reader.words, noun, kind, view)}"


def _place(reader: Reader, view: PrincesView) -> list[str]:
    w, ask = reader.words, reader.p.place
    assert ask is not None
    looks = orientations(ask)
    number = reader.p.turn % len(looks)
    shown = [spot for spot in ask.spots if (spot.turn, spot.flip) == looks[number]]
    rows = [w("turn_of", n=number + 1, all=len(looks))]
    rows.append(", ".join(f"{n}: {spot.cell}" for n, spot in enumerate(shown, 1)))
    price = ask.prompt.facts.get("price")
    if isinstance(price, int):
        rows.append(f"{w('price')} {w.number(price)}")
    kind, values = ask.piece.split("/")[1], view.wish_values
    for work in view.works:
        for group, thing, met in wishes(work):
            if thing == kind and not met:
                after = work.value + values[group]
                stands = worth(w, after, view.minimum)
                rows.append(f"{w.noun('person', work.person)}: {work.value} → {stands}")
    rows.append(w("work_from", n=view.minimum))
    return rows
