"""The toy can be spoken of in all tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.bot.toy_words import toy_spoken


@pytest.fixture(autouse=True)
def _toy_words() -> Iterator[None]:
    with toy_spoken():
        yield
