"""The rules. Knows no chat, no store, no clock, no pixels.

Games are found, not listed: every package in this folder but `kit` that has an `ENGINE`, and the plug-ins of other
packages (see `config.rooms`). Their order is that of `order` in each game's `game.toml`.
"""

from importlib import import_module
from importlib.metadata import EntryPoint
from pkgutil import iter_modules
from typing import Any

from config import rooms
from engines.kit import Engine


def _own() -> dict[str, Engine[Any]]:
    """The games of this house; one that is broken stops everything, as any fault of ours does."""
    names = [module.name for module in iter_modules(__path__) if module.ispkg and module.name != "kit"]
    found = {name: getattr(import_module(f"{__name__}.{name}"), "ENGINE", None) for name in names}
    return {name: engine for name, engine in found.items() if engine is not None}


def _loaded(key: str, point: EntryPoint) -> Engine[Any]:
    """The engine of a plug-in, its tables and files read once to see that they can be."""
    rooms.read_all(key)
    found = point.load()
    engine = found if isinstance(found, Engine) else getattr(found, "ENGINE", None)
    if not isinstance(engine, Engine):
        raise TypeError("it gives no engine")
    if engine.info.key != key:
        raise ValueError(f"its engine calls itself {engine.info.key!r}")
    if not isinstance(rooms.about(key).get("order", 0), int):
        raise TypeError(f"the order in its {rooms.ABOUT} is no number")
    engine.tables.current()
    return engine


def find() -> tuple[dict[str, Engine[Any]], tuple[str, ...]]:
    """All games in the order in which people are shown them, and a sentence for each that is left out."""
    found, faults = _own(), list[str]()
    rooms.left_out.clear()
    for key, point in rooms.plugins().items():
        try:
            found[key] = _loaded(key, point)
        except Exception as error:
            why = " ".join(str(error).split()) or type(error).__name__
            rooms.left_out.add(key)
            faults.append(f"the game {key!r} of {point.value!r} is left out: {why}")
    last = 1 + max([rooms.about(key).get("order", 0) for key in found], default=0)
    order = sorted(found, key=lambda key: (rooms.about(key).get("order", last), key))
    return {key: found[key] for key in order}, tuple(faults)


ENGINES, LEFT_OUT = find()


def suggested() -> str:
    """The game for whoever wants to play at once: the one that says so in its `game.toml`, else the first."""
    return next((key for key in ENGINES if rooms.about(key).get("suggested")), next(iter(ENGINES)))
