"""How much of a long repetition is run: a slice in the suite, the whole by `make thorough`."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")
IS_THOROUGH = bool(os.environ.get("THOROUGH"))


def amount(slice_: T, whole: T) -> T:
    return whole if IS_THOROUGH else slice_
