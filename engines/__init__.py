"""The rules. Knows no chat, no store, no clock, no pixels."""

from typing import Any

from engines.carrara import ENGINE as CARRARA
from engines.firenze import ENGINE as FIRENZE
from engines.kit import Engine

ENGINES: dict[str, Engine[Any]] = {"firenze": FIRENZE, "carrara": CARRARA}
