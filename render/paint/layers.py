"""Layers: static parts of a picture, painted once per theme and kept with what is written on them."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock

from PIL import Image

from render.boxes import Box


@dataclass(frozen=True, slots=True)
class Written:
    """A text, icon or emblem on the canvas; `over` marks what lies on other things on purpose."""

    kind: str
    text: str
    box: Box
    size: float
    over: bool = False
    cut: bool = False


Layer = tuple[Image.Image, tuple[Written, ...]]


class Layers:
    """Finished static layers, the least recently used dropped first."""

    def __init__(self, most: int) -> None:
        self.most, self.kept, self.lock = most, OrderedDict[Hashable, Layer](), Lock()

    def get(self, key: Hashable) -> Layer | None:
        with self.lock:
            found = self.kept.get(key)
            if found is not None:
                self.kept.move_to_end(key)
            return found

    def put(self, key: Hashable, layer: Layer) -> None:
        with self.lock:
            self.kept[key] = layer
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)


LAYERS = Layers(64)
