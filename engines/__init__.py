"""The rules. Knows no chat, no store, no clock, no pixels."""

from typing import Any

from engines.carrara import ENGINE as CARRARA
from engines.firenze import ENGINE as FIRENZE
from engines.kit import Engine
from engines.princes import ENGINE as PRINCES
from engines.rivals import ENGINE as RIVALS

ENGINES: dict[str, Engine[Any]] = {"princes": PRINCES, "firenze": FIRENZE, "carrara": CARRARA, "rivals": RIVALS}
