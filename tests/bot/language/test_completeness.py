"""`signoria language` names each thing that a translator has still to do, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.language.completeness import lacks
from bot.language.speaker import own_texts
from config.languages import Typed
from tests.bot.language.polish import folders, forget, write_polish


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with folders(tmp_path) as folder:
        yield folder


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    forget()


def test_a_complete_language_lacks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "nl"]) == 0
    assert capsys.readouterr().out == "nl is complete.\n"


def test_what_people_type_is_explained_to_who_translates_it() -> None:
    told = (Path(__file__).parents[3] / "docs" / "translating.md").read_text("utf-8")
    assert [name for name in Typed.model_fields if f"`{name}`" not in told] == []


def test_a_new_language_lacks_every_file(capsys: pytest.CaptureFixture[str], data: Path) -> None:
    assert main(["language", "qaa"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{data}/text/qaa/language.toml: there is no such file"
    texts = sum([int(line.split()[-2]) for line in lines if line.endswith("texts")])
    assert texts == len(own_texts("en"))
    assert sum(["/rules/qaa.md: there is no such file" in line for line in lines]) == 4
    assert lines[-1] == f"qaa lacks {len(lines) - 1} things."


def test_a_begun_language_lacks_the_rest(data: Path) -> None:
    write_polish(data)
    found = {lack.trouble.split(" ")[0] for lack in lacks("pl") if lack.place.endswith("pl/web.toml")}
    assert found == {key for key in own_texts("en") if key.startswith("web.")} - {"web.seats_free"}


@pytest.mark.parametrize(
    ("file", "old", "new", "trouble"),
    [
        ("text/nl/web.toml", 'host = "', 'hots = "', "web.host is missing: host"),
        ("text/nl/web.toml", 'host = "', 'hots = "', "web.hots is not asked for"),
        ("text/nl/web.toml", "{n:plek|plekken}", "{n:plek|plekken|plekkens}", "3 plural forms (plek|plekken|plekkens)"),
        ("text/nl/web.toml", 'rule_number = "Regel {number}"', 'rule_number = "Regel {n}"', "has the facts ['n'], not"),
        ("text/nl/web.toml", 'host = "', 'host = "{', "web.host cannot be read"),
        ("text/nl/language.toml", 'locale = "nl_NL"', 'locale = "xx_XX"', "locale: Value error, no locale 'xx_XX'"),
        ("text/nl/language.toml", 'today = ["', 'today = ["tomorrow", "', "typed.today: tomorrow means tomorrow (en)"),
        ("text/nl/language.toml", "otherwise =", "#", "typed.otherwise is missing: or else, else, otherwise"),
        ("text/nl/language.toml", 'name = "', 'nmae = "', "nmae: Extra inputs are not permitted"),
        ("games/carrara/text/nl.toml", "[lesson]\ngoal = ", "[lesson]\nend = ", "carrara.lesson.goal is missing"),
        ("games/carrara/rules/nl.md", "\n1.1", "\n0.1", "section 1.1 is missing"),
        ("games/carrara/rules/nl.md", "\n1.1", "\n0.1", "section 0.1 is not in the rules"),
    ],
)
def test_each_fault_is_named(file: str, old: str, new: str, trouble: str, data: Path) -> None:
    changed(data / file, old, new)
    assert [lack for lack in lacks("nl") if trouble in lack.trouble and lack.place.endswith(file)] != []


def test_nouns_are_counted_too(data: Path) -> None:
    write_polish(data)
    changed(data / "games" / "carrara" / "text" / "pl.toml", "moneta|monety|monet", "moneta|monety")
    assert any("carrara.noun.gain.coin has 2 plural forms (moneta|monety)" in lack.trouble for lack in lacks("pl"))


def test_a_code_that_is_none_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["language", "../en"])
