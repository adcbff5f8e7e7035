"""The documentation builds into a site that needs no network, and every command it names is one of ours."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from bot.__main__ import parser
from bot.lines.command_spec import commands as typed_commands

ROOT = Path(__file__).parents[2]
DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / ".github").glob("*.md")])
FETCHED = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}
"""What a browser fetches by itself; `a` is followed by people."""
RELATIONS = {"stylesheet", "icon", "preload", "modulepreload"}


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.followed: list[str] = []
        self.anchors: set[str] = set()
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.anchors |= {named.get("id", ""), named.get("name", "")}
        for name, value in named.items():
            if (tag, name) in FETCHED and (tag != "link" or RELATIONS & set(named.get("rel", "").split())):
                self.fetched.append(value)
            elif tag == "a" and name == "href":
                self.followed.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Links]:
    """The built site: each page with its links."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    made = subprocess.run(
        [*command, "--config-file", str(ROOT / "docs/site/mkdocs.yml")], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    pages = {}
    for page in folder.rglob("*.html"):
        pages[page] = Links()
        pages[page].feed(page.read_text("utf-8"))
    return pages


def test_no_link_of_the_site_leads_nowhere(site: dict[Path, Links]) -> None:
    missing = []
    for page, links in site.items():
        for link in [*links.fetched, *links.followed]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or page.name == "404.html":
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            known = site[target].anchors if target in site else {parts.fragment}
            if not target.exists() or (parts.fragment and parts.fragment not in known):
                missing.append(f"{page.name}: {link}")
    assert len(site) > 15
    assert missing == []


def test_blocks_of_code_are_drawn_as_such(site: dict[Path, Links]) -> None:
    assert [page.name for page, links in site.items() if "```" in links.text] == []


def test_every_page_is_reached_from_every_other(site: dict[Path, Links]) -> None:
    """Strict building says so too, but only where its warnings are heard."""
    named = {page.name for page in site} - {"404.html"}
    assert {"helping.html", "changelog.html", "scaling.html"} <= named
    for page, links in site.items():
        assert named <= {urlsplit(link).path.removeprefix("/") or page.name for link in links.followed}, page.name


def test_reading_the_site_fetches_nothing_from_elsewhere(site: dict[Path, Links]) -> None:
    outside = [f"{page.name}: {link}" for page, links in site.items() for link in links.fetched if "//" in link]
    assert outside == []


def commands() -> list[tuple[str, list[str]]]:
    """Each `signoria ...` of the documentation with the file that names it."""
    found = []
    for file in DOCS:
        text = file.read_text("utf-8")
        typed = re.findall(r"`(?:uv run |\.venv/bin/)?signoria ([^`]+)`", text)
        typed += re.findall(r"^    (?:\$ )?(?:uv run |\.venv/bin/)?signoria ([^#\n]*)", text, re.MULTILINE)
        found += [(file.name, line.split()) for line in typed if line.split() and line.split()[0].isalpha()]
    return found


def test_every_command_of_the_documentation_is_one_of_ours() -> None:
    choices = parser()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    assert choices is not None
    wrong = []
    for file, words in commands():
        command = choices.get(words[0])  # type: ignore[call-overload]
        if command is None:
            wrong.append(f"{file}: signoria {' '.join(words)}")
            continue
        known = {option for action in command._actions for option in action.option_strings}
        flags = {word.partition("=")[0].rstrip(",.;:") for word in words if word.startswith("--")}
        nested = [action.choices for action in command._actions if action.choices and not action.option_strings]
        for inner in [each for choice in nested if isinstance(choice, dict) for each in choice.values()]:
            known |= {option for action in inner._actions for option in action.option_strings}
        if not flags <= known:
            wrong.append(f"{file}: signoria {' '.join(words)}: {sorted(flags - known)}")
    assert len(commands()) > 30
    assert wrong == []


def test_everything_that_players_may_write_is_told_to_them() -> None:
    pages = ("playing", "clubs", "public-address", "privacy")
    told = "".join([(ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in pages])
    assert [name for name in typed_commands() if not re.search(rf"`/{name}\b", told)] == []


def test_every_picture_of_the_documentation_is_there() -> None:
    for file in DOCS:
        for link in re.findall(r"!\[[^\]]*\]\(([^)#]+)\)", file.read_text("utf-8")):
            assert (file.parent / link).exists(), f"{file.name}: {link}"


def test_decisions_are_numbered_in_a_row() -> None:
    numbers = re.findall(r"^(\d+)\. ", (ROOT / "docs/decisions.md").read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))
    assert len(numbers) > 100
