"""Pictures: a view in, a PNG with alt text and spots out."""

from render.boxes import Box
from render.dispatch import draw, holding, look, shape, twin, where
from render.final import Final
from render.holding import Card, Fact, Holding, Look, Token
from render.lobby import Guest, Lobby
from render.picture import Drawn, Line, Named, Picture, Say, references
from render.studio import Studio
from render.theme import THEMES

__all__ = [
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
    "Named",
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
    "where",
]
