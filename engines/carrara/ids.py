"""The closed sets of Carrara: colours, objects, cities, fields, building types."""

from typing import Annotated, Literal

from pydantic import Field

COLOURS = ("white", "yellow", "red", "green", "blue", "black")
RANK = {colour: rank for rank, colour in enumerate(COLOURS)}
OBJECTS = ("book", "cup", "crown", "gate", "flag", "coat_of_arms")

Colour = Literal["white", "yellow", "red", "green", "blue", "black"]
Object = Literal["book", "cup", "crown", "gate", "flag", "coat_of_arms"]
CityId = Literal["livorno", "pisa", "lucca", "viareggio", "massa", "lerici"]
FieldId = Literal["city_buildings", "country_buildings"]
TypeId = Literal["library", "cathedral", "palace", "gate", "castle", "villa"]
Category = Literal["city", "country"]
Natural = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Six = tuple[Natural, Natural, Natural, Natural, Natural, Natural]
Price = Annotated[int, Field(ge=0, le=6)]
Prices = tuple[Price, Price, Price, Price, Price, Price]  # on segments I to VI
TileCost = Annotated[int, Field(ge=1, le=5)]
BySeats = tuple[Positive, Positive, Positive]  # with 2, 3 and 4 players
