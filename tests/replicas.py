"""Which tests need servers that can fail over: a dozen processes, which take their part of the machine even idle."""

from __future__ import annotations

import pytest

REPLICATED = {"cluster", "watched"}
"""Fixtures that lend such servers, and the kinds by which a fixture asks for one of them."""


def wants_replicas(item: pytest.Item | None) -> bool:
    """Whether a test asks for them by name, or for a store or servers of every kind."""
    if not isinstance(item, pytest.Function):
        return False
    chosen = item.callspec.params.values() if hasattr(item, "callspec") else ()
    named = REPLICATED & {*item.fixturenames}
    return bool(named or REPLICATED & {each for each in chosen if isinstance(each, str)})
