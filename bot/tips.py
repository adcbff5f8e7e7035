"""Tips: in a first game, one above each of the first few questions, until the person has had enough of them."""

from __future__ import annotations

from bot.people import Person
from bot.sight import Look
from bot.tables import TableService
from bot.texts import catalogue


def tip(game: str, answered: int, language: str) -> str:
    """The tip for somebody who has answered so often; empty when there are no more."""
    return catalogue(language).get(f"web.tip.{game}_{answered + 1}", "")


async def wants_tip(service: TableService, look: Look, person: Person) -> bool:
    """Whether this seat is to have a tip now: at the beginning, and only by whoever never finished such a game."""
    game = look.table.game
    if look.seat is None or not person.tips or not tip(game, look.answered, "en"):
        return False
    finished = await service.outcomes(look.table.seats[look.seat].user)
    return all(outcome.game != game for outcome in finished)
