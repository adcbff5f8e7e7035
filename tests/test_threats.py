"""`docs/threats.md` names a test for every threat, and each of them is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "threats.md").read_text("utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| who | wants")]
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))

pytestmark = pytest.mark.no_server


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_the_test_is_there(file: str, name: str) -> None:
    assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)


def test_every_threat_has_one_and_the_page_is_one_page() -> None:
    assert all("`tests/" in row for row in ROWS)
    assert len(ROWS) >= 12
    assert len(PAGE.splitlines()) <= 60
