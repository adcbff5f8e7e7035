"""Pictures: a view in, a PNG with alt text and spots out."""

from render.boxes import Box
from render.dispatch import GAMES, draw, twin
from render.final import Final
from render.lobby import Guest, Lobby
from render.picture import Drawn, Line, Picture, Say, references
from render.studio import Studio
from render.theme import THEMES

__all__ = [
    "GAMES",
    "THEMES",
    "Box",
    "Drawn",
    "Final",
    "Guest",
    "Line",
    "Lobby",
    "Picture",
    "Say",
    "Studio",
    "draw",
    "references",
    "twin",
]
