"""Rivals in words: everything its pictures show, line by line."""

from engines.rivals.view import ExpansionView, HandCardView, RivalsView, SeatView
from render.boards.rivals.holding import cost_tokens, note_of, state_of
from render.boards.rivals.sites import where
from render.sheet import Reader
from render.words import NONE


def twin(reader: Reader, view: RivalsView) -> str:
    part, w = reader.p.part, reader.words
    rows = [f"{w(f'mode_{view.mode}')}, {w('first_to', n=view.target)}"]
    if part == "hand" and view.seat is not None:
        player = view.seats[view.seat]
        rows.append(", ".join(f"{w.noun('resource', name)} {count}" for name, count in player.resources.items()))
        rows.append(f"{w('in_hand')} {len(player.hand)}/{player.hand_limit}")
        rows += [_card(reader, player, card) for card in player.hand if card.card] or [w("no_cards")]
        return "\n".join(rows)
    rows += [_seat(reader, number, seat) for number, seat in enumerate(view.seats)]
    if reader.p.place is not None:
        rows += [f"{spot.cell}: {where(reader, view, spot.key)}" for spot in reader.p.place.spots]
    if part in ("all", "market", "place"):
        rows += _centre(reader, view)
    return "\n".join(rows)


def _card(reader: Reader, player: SeatView, card: HandCardView) -> str:
    w, tokens = reader.words, cost_tokens(reader, player, card)
    cost = ", ".join(f"{count} {w.noun('resource', name)}" for name, count in card.cost.items())
    state, _ = state_of(reader, tokens, card)
    about = ", ".join(filter(None, (cost, state)))
    return ": ".join(filter(None, (w.noun("card", card.card or ""), about))) + f". {note_of(reader, card)}"


def _seat(reader: Reader, number: int, seat: SeatView) -> str:
    w = reader.words
    parts = [
        f"{seat.points} {w('points', n=seat.points)}",
        f"{w('commerce')} {seat.commerce}" + (f" ({w('advantage')})" if seat.has_trade_advantage else ""),
        f"{w('strength')} {seat.strength}" + (f" ({w('advantage')})" if seat.has_strength_advantage else ""),
        f"{w('skill')} {seat.skill}",
        f"{w('progress')} {seat.progress}",
        w("cards_in_hand", n=len(seat.hand)),
    ]
    parts += [
        f"{w.noun('resource', region.resource)} ({region.number}) {region.stored}"
        for region in sorted(seat.regions, key=lambda region: (region.row, region.x))
    ]
    parts += [
        f"{w.noun('centre', 'city' if town.city else 'settlement')} {2 if town.city else 1}" for town in seat.towns
    ]
    parts += [_expansion(reader, card) for card in seat.expansions]
    return f"{reader.p.names[number]}: {', '.join(parts)}"


def _expansion(reader: Reader, card: ExpansionView) -> str:
    points = " ".join(str(value) for value in card.points.values() if value)
    stored = f" ({card.stored})" if card.stored else ""
    return " ".join(filter(None, (reader.words.noun("card", card.card), points))) + stored


def _centre(reader: Reader, view: RivalsView) -> list[str]:
    w = reader.words
    rows = []
    if view.production:
        face = f", {w.noun('face', view.face)}" if view.face else ""
        rows.append(f"{w('dice')}: {view.production}{face}")
    rows.append(f"{w('stacks')}: " + ", ".join(f"{w.noun('set', s.set)} {s.size}" for s in view.stacks))
    left = [f"{w.noun('centre', name)} {count}" for name, count in view.supply.items()]
    left += [f"{w('regions')} {view.regions_left}", f"{w('events')} {view.events_left}"]
    rows.append(", ".join(left))
    if reader.p.part == "market":
        top = view.discard_top
        name = w.noun("card", top.card) if top is not None and top.card else NONE
        rows += [w.noun("card", card) for card in view.face_up]
        rows.append(f"{w('discard')}: {view.discard_size}, {name}")
        rows += [w.noun("card", view.event)] if view.event else []
    return rows
