"""The choices made before a game of Carrara (10.1)."""

from typing import Annotated, Literal

from pydantic import Field

from engines.kit import Options

CardNumbers = tuple[
    Annotated[int, Field(ge=1, le=6)],
    Annotated[int, Field(ge=1, le=8)],
    Annotated[int, Field(ge=1, le=9)],
    Annotated[int, Field(ge=2, le=9)],
]
"""The numbers of a top, an object, a building and an extra card."""


class CarraraOptions(Options):
    """10.1 With the expansion or without; its four cards at random or by agreement (without it they do not matter)."""

    expansion: bool = False
    cards: Literal["random"] | CardNumbers = "random"
