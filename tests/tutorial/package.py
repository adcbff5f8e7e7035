"""The package that `docs/tutorial.md` writes: its files taken out of the text, and installed into a folder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from config.rooms import GROUP

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
_FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_CHANGE = re.compile(r"^```diff\n-(.*\n)\+(.*\n)```$", re.MULTILINE)


def files() -> dict[str, str]:
    """Every block with a file name over it."""
    found = _FILE.findall(TEXT)
    assert len({name for name, _ in found}) == len(found), "a file is written twice"
    return dict(found)


def mistake() -> tuple[str, str]:
    """The change that the text proposes in order to see it caught: the line as it is, and as it becomes."""
    ((before, after),) = _CHANGE.findall(TEXT)
    return before, after


def install(folder: Path, written: dict[str, str]) -> Path:
    """As an installer does without a network: the files, and what the project says about itself."""
    for name, text in written.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    project = tomllib.loads(written["pyproject.toml"])["project"]
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    points = [f"{key} = {value}" for key, value in project["entry-points"][GROUP].items()]
    (about / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *points, ""]), "utf-8")
    return folder
