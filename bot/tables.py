"""The table service: everything that can be done at a table. The only caller of engines *and* store."""

from __future__ import annotations

from bot.desk import Done
from bot.lobby import User
from bot.looking import GameLine
from bot.opening import OpeningDesk
from bot.play import Given
from bot.playing import PlayingDesk
from bot.sight import LogLine, Look

__all__ = ["Done", "GameLine", "Given", "LogLine", "Look", "TableService", "User"]


class TableService(OpeningDesk, PlayingDesk):
    """What people (and workers) do at tables. Refusal says what cannot be, StoreAway that the storage is away."""
