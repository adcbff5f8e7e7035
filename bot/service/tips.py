"""Tips: in a first game, one above each of the first few questions, until the person has had enough of them."""

from __future__ import annotations

from bot.language.speaker import catalogue
from bot.service.player_view import PlayerView
from bot.service.table_service import TableService
from bot.table.preferences import Person


def tip(game: str, answered: int, language: str) -> str:
    """The tip for somebody who has answered so often; empty when there are no more."""
    return catalogue(language).get(f"{game}.tip.{answered + 1}", "")


def may_want_tip(look: PlayerView, person: Person) -> bool:
    """Whether it must be asked which games this person has finished."""
    return look.seat is not None and person.tips and bool(tip(look.table.game, look.answered, person.language))


async def wants_tip(service: TableService, look: PlayerView, person: Person) -> bool:
    """Whether this seat is to have a tip now: at the beginning, and only by whoever never finished such a game."""
    game = look.table.game
    if look.seat is None or not may_want_tip(look, person):
        return False
    finished = await service.queries.outcomes(look.table.seats[look.seat].user)
    return all(outcome.game != game for outcome in finished)
