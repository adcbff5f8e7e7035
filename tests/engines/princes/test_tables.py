"""Corrected tables are checked against what is known of the box, and the rules list what the tables say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.language.speaker import Speaker
from config.languages import languages
from config.rooms import folder
from engines.kit import TableError, Text, counted
from engines.kit.rulebook import sections
from engines.princes.tables import PrincesTables
from tests.corrections import corrected

OURS = folder("princes")
TABLES = PrincesTables.current()


def wrong(tmp_path: Path, file: str, old: str, new: str) -> str:
    """What is said when a host's copy of this file has `new` instead of `old`."""
    text = (OURS / file).read_text("utf-8")
    assert old in text
    (tmp_path / "princes").mkdir()
    (tmp_path / "princes" / file).write_text(text.replace(old, new, 1))
    with corrected(tmp_path), pytest.raises(TableError) as caught:
        PrincesTables.current()
    return str(caught.value)


def test_a_correction_that_breaks_the_known_totals_is_refused(tmp_path: Path) -> None:
    """5.2 The lawyer for the park would make 8, 7 and 6 of 9, 7 and 5."""
    said = wrong(tmp_path, "professions.toml", 'landscape = "forest"', 'landscape = "park"')
    assert "professions.toml" in said
    assert "profession: 8 people want forest, it should be 9" in said


def test_two_people_with_one_number_are_refused_by_name(tmp_path: Path) -> None:
    said = wrong(tmp_path, "professions.toml", "number = 2\n", "number = 1\n")
    assert "profession.philosopher.number: two people have the number 1" in said
    line = (OURS / "professions.toml").read_text().splitlines().index("number = 2") + 1
    assert f"professions.toml:{line}:" in said.replace(", line ", ":")


def test_a_card_too_few_is_refused(tmp_path: Path) -> None:
    first = (OURS / "cards.toml").read_text().split("[[bonus]]")[1]
    assert "bonus: there are 19, it should be 20" in wrong(tmp_path, "cards.toml", f"[[bonus]]{first}", "")


def _listed(number: str, language: str) -> list[str]:
    return [line.removeprefix("- ") for line in sections("princes", language)[number].text.splitlines()[1:]]


def test_the_rules_list_every_card_with_what_it_does() -> None:
    """23.1 23.3 23.4 In English word for word as the options say it."""
    say = Speaker("en", "princes")
    for number, noun, rows in (("23.3", "bonus", TABLES.bonus), ("23.4", "prestige", TABLES.prestige)):
        wanted = []
        for row in rows:
            facts = {"full": getattr(row, "full", 0), "tie": getattr(row, "tie", 0)}
            facts |= {"terms": counted("per", getattr(row, "terms", {}))}
            wanted.append(f"{say.noun(f'{noun}/{row.id}')}: {say.say(Text(f'princes.note.{noun}', facts))}")
        assert _listed(number, "en") == wanted


@pytest.mark.parametrize("language", languages())
def test_the_lists_have_the_same_figures_and_marks_in_every_language(language: str) -> None:
    """23.1 23.2 Every doubtful wish and shape is marked where it is read."""
    for number in ("23.1", "23.2", "23.3", "23.4"):
        for ours, theirs in zip(_listed(number, "en"), _listed(number, language), strict=True):
            assert re.findall(r"\d+|[#.]{2,}", ours) == re.findall(r"\d+|[#.]{2,}", theirs)
            assert ours.count("[") == theirs.count("[")
    doubtful = [row.in_doubt("building", "landscape", "freedom") for row in TABLES.profession]
    assert [line.endswith("]") for line in _listed("23.1", language)] == doubtful
    assert all(line.endswith("]") for line in _listed("23.2", language))
    assert len(_listed("23.2", language)) == len(TABLES.building) + len(TABLES.landscape)
