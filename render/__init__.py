"""Pictures: a view in, a PNG with alt text and spots out."""

from render.boxes import Box
from render.dispatch import GAMES, draw, holding, look, shape, twin
from render.final import Final
from render.holding import Card, Fact, Holding, Look, Token
from render.lobby import Guest, Lobby
from render.picture import Drawn, Line, Picture, Say, references
from render.studio import Studio
from render.theme import THEMES

__all__ = [
    "GAMES",
    "THEMES",
    "Box",
    "Card",
    "Drawn",
    "Fact",
    "Final",
    "Guest",
    "Holding",
    "Line",
    "Lobby",
    "Look",
    "Picture",
    "Say",
    "Studio",
    "Token",
    "draw",
    "holding",
    "look",
    "references",
    "shape",
    "twin",
]
