"""Pictures: a view in, a PNG with alt text, spots and regions out."""

from render.boxes import Box
from render.crop import cut
from render.dispatch import draw, drawn_regions, holding, look, shape, twin, where
from render.final import Final
from render.holding import Card, Fact, Holding, Look, Token
from render.lobby import Guest, Lobby
from render.picture import WIDTH, Drawn, Line, Named, Picture, Say, references
from render.regions import LAID, Region, as_json, hit_boxes, pointed
from render.standings import Standings
from render.story import Story, Told
from render.studio import Studio
from render.theme import THEMES

__all__ = [
    "LAID",
    "THEMES",
    "WIDTH",
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
    "Region",
    "Say",
    "Standings",
    "Story",
    "Studio",
    "Token",
    "Told",
    "as_json",
    "cut",
    "draw",
    "drawn_regions",
    "hit_boxes",
    "holding",
    "look",
    "pointed",
    "references",
    "shape",
    "twin",
    "where",
]
