"""Chapter 14: the end of the game; R1 adds the one that the rulebook does not know, when nobody can win any more."""

from __future__ import annotations

from engines.kit import Card, Draft
from engines.rivals.board import settlement_ends
from engines.rivals.labels import who
from engines.rivals.scoring import has_won, score
from engines.rivals.state import RivalsState
from engines.rivals.tables import Face

FETCHERS = {"guido": "town_hall", "gustav": "library"}


def end_if_won(d: Draft[RivalsState]) -> bool:
    """6.5 14.1 A19 A44 The active player has the points: the game is over."""
    s = d.state
    if not has_won(s, s.active):
        return False
    s.winner = s.active
    d.tell("rivals.event.won", seat=who(s.active), target=s.target)
    d.finish("target")
    return True


def is_exhausted(s: RivalsState) -> bool:
    """14.2 The bounds of both players lie below the target (R1)."""
    if any(is_plainly_within_reach(s, seat) for seat in range(2)):
        return False
    return all(most_points(s, seat) < s.target for seat in range(2))


def is_plainly_within_reach(s: RivalsState, seat: int) -> bool:
    """R1 The quick look: the centre, own cards and the cards in the stacks that ask for nothing suffice."""
    worth = s.tables.plain_victory
    missing = s.target - _centre(s, seat)
    for expansion in s.players[seat].expansions:
        missing -= s.tables.faces[expansion.kind].points.get("victory", 0)
    for stack in s.stacks:
        if missing <= 0:
            break
        for card in stack.cards:
            if card.kind in worth:
                missing -= worth[card.kind]
    return missing <= 0


def _centre(s: RivalsState, seat: int) -> int:
    """R1 The most points of towns: as many settlements and cities as supply and roads allow."""
    player, supply = s.players[seat], s.supply
    settlement, city = s.tables.centre["settlement"].victory, s.tables.centre["city"].victory
    towns = len(player.towns) + min(supply["settlement"], len(settlement_ends(player)) + supply["road"])
    built = sum(town.city for town in player.towns)
    cities = built + min(supply["city"], towns - built)
    return (towns - cities) * settlement + cities * city


def most_points(s: RivalsState, seat: int) -> int:
    """R1 A bound on what a player can still reach: the supply, both tokens, every card that may still be built."""
    centre = _centre(s, seat)
    if centre >= s.target:
        return centre
    faces = _faces_within_reach(s, seat)
    expansions = sum(face.points.get("victory", 0) + bool(face.victory_if_ships) for face in faces)
    return centre + expansions + _tokens_within_reach(s, faces)


def _tokens_within_reach(s: RivalsState, faces: list[Face]) -> int:
    least = s.tables.constants.advantage_minimum
    strong = sum(face.points.get("strength", 0) for face in faces) >= least
    commerce = sum(face.points.get("commerce", 0) + len(face.commerce_for) * len(faces) for face in faces)
    return strong + (commerce >= least)


def _faces_within_reach(s: RivalsState, seat: int) -> list[Face]:
    """R1 Own cards and those that can come to be built; the discard pile only through Guido or Gustav."""
    own = [card for expansion in s.players[seat].expansions for card in expansion.pile]
    other = [card for expansion in s.players[1 - seat].expansions for card in expansion.pile]
    loose = [card for stack in s.stacks for card in stack.cards] + s.face_up + other
    loose += [card for player in s.players for card in player.hand]
    found = _buildable(s, own, loose)
    if _can_fetch(s, own + loose, found):
        found = _buildable(s, own, loose + s.discard)
    return found


def _can_fetch(s: RivalsState, cards: list[Card], found: list[Face]) -> bool:
    """A fetcher is about, and its building may stand or the scores differ or can come to differ."""
    fetchers = {card.kind for card in cards} & set(FETCHERS)
    differ = score(s, 0) != score(s, 1) or any(s.supply[piece] for piece in ("settlement", "city"))
    return bool(fetchers) and (differ or any(face.points for face in found))


def _buildable(s: RivalsState, own: list[Card], loose: list[Card]) -> list[Face]:
    """Own cards, and loose ones whose conditions can be met by others of them; single cards count once."""
    standing = [s.tables.faces[card.kind] for card in own]
    wanted = [s.tables.faces[card.kind] for card in loose]
    wanted = [face for face in wanted if face.category in ("settlement", "city", "region")]
    while True:
        names = {face.id for face in standing + wanted}
        learned = sum({face.id: face.points.get("progress", 0) for face in standing + wanted}.values())
        kept = [
            face for face in wanted if (not face.needs or names & set(face.needs)) and learned >= face.needs_progress
        ]
        if len(kept) == len(wanted):
            break
        wanted = kept
    single: set[str] = set()
    found: list[Face] = []
    for face in standing + wanted:
        if face.id not in single:
            found.append(face)
        if face.one_each or face.id == "town_hall":
            single.add(face.id)
    return found
