"""Whose move it is, in one line."""

from __future__ import annotations

from bot.platforms.web.page_data import PageData
from bot.table.model import Status
from engines.kit.text import seat_ref


def headline(sight: PageData) -> str:
    """Whose move it is, in one line; the title begins with it."""
    words, look = sight.words, sight.look
    table = look.table
    if look.result is not None:
        names = sight.speaker.join([sight.speaker.noun(seat_ref(seat)) for seat in look.result.winners])
        points = look.result.scores[look.result.winners[0]] if look.result.winners else 0
        return words("won", names=names, n=len(look.result.winners), points=points)
    if table.status is Status.CANCELLED:
        return words("called_off")
    if table.status is Status.FROZEN:
        return words("rests")
    if sight.main is not None and sight.main.owed:
        return words("your_move")
    if not look.owed:
        return words("nobody_owed")
    names = sight.speaker.join([sight.speaker.noun(seat_ref(seat)) for seat in look.owed])
    return words("waits_for", names=names, n=len(look.owed))
