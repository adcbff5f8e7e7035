"""Firenze in words: everything its pictures show, line by line."""

from engines.firenze.view import ColourView, CommissionView, FirenzeView, PlayerView
from render.sheet import Reader
from render.words import NONE, roman


def twin(reader: Reader, view: FirenzeView) -> str:
    part, w = reader.p.part, reader.words
    rows = [f"{w('round', n=view.round)}, {w('deck', n=view.draw_pile)}"]
    if part == "hand" and view.seat is not None:
        player = view.players[view.seat]
        cards = [*(player.hand or ()), *player.buildings]
        rows += [f"{w.noun('card', card)}: {w.noun('effect', card)}" for card in cards] or [w("no_cards")]
        return "\n".join(rows)
    rows += [_player(reader, player) for player in view.players]
    if part == "all":
        rows += [_colour(reader, colour) for colour in view.colours]
        rows += [_height(reader, h.height, h.storey_token, h.privilege) for h in view.heights]
    if part in ("all", "market"):
        for card in view.row:
            stones = ", ".join(f"{count} {w.noun('brick', colour)}" for colour, count in card.bricks.items() if count)
            name = f"{card.price}: {w.noun('card', card.card)} ({w.noun('type', card.type)}), {stones or NONE}"
            rows.append(name if part == "all" else f"{name}: {w.noun('effect', card.card)}")
    elif part != "all":
        seat = int(part[5:]) if part.startswith("seat:") else view.seat or 0
        rows += [f"{w.noun('card', card)}: {w.noun('effect', card)}" for card in view.players[seat].buildings]
    return "\n".join(rows)


def _player(reader: Reader, player: PlayerView) -> str:
    w = reader.words
    towers = ", ".join(f"{w.noun('tower', tower.colour)} {tower.height}" for tower in player.towers)
    stones = ", ".join(f"{count} {w.noun('brick', colour)}" for colour, count in player.warehouse.items() if count)
    known = [w.noun("card", card) for card in (*player.buildings, *(player.hand or player.feasts))]
    if player.hand is None and not player.feasts:
        known.append(w("cards_in_hand", n=player.hand_size))
    parts = [
        f"{player.score} {w('points', n=player.score)}",
        f"{w('towers')} {towers or NONE}",
        f"{w('warehouse')} {player.bricks}/{player.brick_limit}: {stones or NONE}",
        f"{w('seals_left', n=player.seals_left)}",
        ", ".join(known) or NONE,
    ]
    return f"{reader.p.names[player.seat]}: " + "; ".join(parts)


def _colour(reader: Reader, colour: ColourView) -> str:
    w = reader.words
    who = f" ({w.say('kit.option.noun', {'what': f'seat/{colour.leader}'})})" if colour.leader is not None else ""
    each = ", ".join(_commission(reader, one) for one in colour.commissions)
    bag = w("in_bag", n=colour.in_bag)
    return f"{w.noun('tower', colour.colour)}, {w('majority', n=colour.majority)}{who}, {bag}: {each}"


def _commission(reader: Reader, one: CommissionView) -> str:
    w = reader.words
    if one.owner is not None:
        return f"{one.height} {w.say('kit.option.noun', {'what': f'seat/{one.owner}'})}"
    if one.neutral:
        return f"{one.height} {w('neutral')}"
    if one.balcony:
        state = "" if one.open else f" ({w('closed')})"
        return f"{one.height} = {one.points}, {w('balcony')} {roman(one.balcony)}{state}"
    return f"{one.height} = {one.points}"


def _height(reader: Reader, height: int, token: int, privilege: int) -> str:
    w = reader.words
    parts = [f"+{token}" if token else NONE] + ([f"{w('privilege')} +{privilege}"] if privilege else [])
    return f"{w('height', n=height)}: {', '.join(parts)}"
