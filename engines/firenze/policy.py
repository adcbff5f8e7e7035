"""x"""

from __future__ import annotations


def choose(s, seat, step, ask, below):
    return ask.sample(below)
