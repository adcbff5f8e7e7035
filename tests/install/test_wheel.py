"""The built wheel, in an environment of its own and an empty folder: what somebody who installs it meets."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
PYTHONS = ("3.11", "3.14", "3.13", "3.12")
"""The oldest that is supported, then the newest first."""
PAGE = "https://forge.example/friends/signoria"

pytestmark = pytest.mark.skipif(not Path(UV).exists(), reason="uv, which builds the wheel, is not at hand")


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("SIGNORIA", "VIRTUAL"))}
    environment |= more
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(UV, "build", "--quiet", "--wheel", "--out-dir", folder, cwd=ROOT, PROJECT_URL=f"{PAGE}/")
    return next(folder.glob("signoria-*.whl"))


def pythons() -> list[str]:
    """The oldest supported Python and the newest one at hand: on the path, or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = []
    for version in PYTHONS:
        places = [*kept.glob(f"{version}.*/bin/python"), *filter(None, [shutil.which(f"python{version}")])]
        found += [str(place) for place in places[:1]]
    return found[:2] or [sys.executable]


@pytest.fixture(scope="module", params=pythons())
def installed(wheel: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in a clean environment."""
    folder = tmp_path_factory.mktemp("clean")
    run(UV, "venv", "--quiet", "--no-python-downloads", "--python", request.param, folder / "venv", cwd=folder)
    run(UV, "pip", "install", "--quiet", "--python", folder / "venv" / "bin" / "python", wheel, cwd=folder)
    return folder / "venv" / "bin" / "signoria"


def test_the_wheel_says_that_it_is_typed_and_brings_fonts_words_and_scripts(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("bot/py.typed", "engines/py.typed", "render/py.typed", "config/py.typed", "bot/store/commit.lua"):
        assert wanted in names
    assert any(name.startswith("render/assets/fonts/") for name in names)
    assert not [name for name in names if name.startswith("tests")]


def test_its_links_lead_to_where_it_was_built(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        told = packed.read(name).decode()
    assert f"Project-URL: Homepage, {PAGE}\n" in told
    assert f"Project-URL: Changelog, {PAGE}/blob/main/CHANGELOG.md\n" in told


@pytest.mark.parametrize(
    ("origin", "page"),
    [
        ("git@forge.example:friends/signoria.git", "https://forge.example/friends/signoria"),
        ("ssh://git@forge.example/friends/signoria.git", "https://forge.example/friends/signoria"),
        ("https://forge.example/friends/signoria", "https://forge.example/friends/signoria"),
        ("../signoria", ""),
        ("", ""),
    ],
)
def test_gits_own_address_is_turned_into_a_page(origin: str, page: str) -> None:
    assert runpy.run_path(str(ROOT / ".ci" / "project_links.py"))["page_of"](origin) == page


def test_an_installed_program_tells_its_version_and_a_rule_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    assert run(installed, "--version", cwd=tmp_path).strip() == f"signoria {metadata.version('signoria')}"
    assert "4.2" in run(installed, "rules", "carrara", "4.2", cwd=tmp_path)
    assert not list(tmp_path.iterdir()), "asking leaves nothing behind"


def test_what_wants_the_sources_is_refused_and_leaves_alone_what_others_have_installed(
    installed: Path, tmp_path: Path
) -> None:
    """Beside the program lies what others have compiled, called as ours would be."""
    before = sorted(installed.parents[1].rglob("*.so"))
    assert [file for file in before if "__mypyc" in file.name]
    for command in (["compile", "--remove"], ["golden"], ["screens", "folder"], ["tune", "carrara"]):
        done = subprocess.run([installed, *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "source checkout" in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert sorted(installed.parents[1].rglob("*.so")) == before
    assert not list(tmp_path.iterdir())


@pytest.fixture
def playing(installed: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [installed, "play", "--port", "0", "--no-browser", "--data", tmp_path / "data"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_an_installed_program_serves_the_local_table(playing: subprocess.Popen[str]) -> None:
    assert playing.stdout is not None
    address = None
    for line in playing.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+\S*", line):
            address = found.group()
            break
    assert address, "no address was printed"
    with urllib.request.urlopen(address, timeout=30) as page:
        assert "Carrara" in page.read().decode()
