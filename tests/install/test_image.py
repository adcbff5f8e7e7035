"""The image, built without a container engine: step by step, in a bare prefix, from what its recipe copies alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import venv
from importlib import metadata
from pathlib import Path

import pytest

from bot.store.node import free_ports
from tests.install.dockerfile import ROOT, environment, said, stages

BUILDING, IMAGE = stages()
PREFIX = "/opt/signoria"
PATIENCE = 240


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first stage makes, by its own commands."""
    made, source, python = [tmp_path_factory.mktemp(name) for name in ("prefix", "source", "python")]
    for rest in said(BUILDING, "COPY"):
        *named, target = rest.split()
        for name in named:
            place = source / target
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, place)
    venv.create(python, with_pip=True)
    settings = {name: value.replace(PREFIX, str(made)) for name, value in environment(BUILDING).items()}
    for line in said(BUILDING, "RUN"):
        told = subprocess.run(
            ["sh", "-c", line], cwd=source, env=bare(PATH=f"{python}/bin:{os.defpath}", **settings),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert told.returncode == 0, told.stdout[-2000:] + told.stderr[-2000:]
    return made


def bare(**more: str) -> dict[str, str]:
    """What tells package clients where to look, and nothing else of ours."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP", "UV_", "HOME", "SSL"))}
    return kept | more


def test_what_is_built_tells_its_version_and_brings_no_tool_of_the_tests(prefix: Path) -> None:
    told = subprocess.run([prefix / "bin" / "signoria", "--version"], env=bare(), capture_output=True, check=True)
    assert told.stdout.decode().strip() == f"signoria {metadata.version('signoria')}"
    packages = {path.name.partition("-")[0] for path in prefix.glob("lib/*/site-packages/*.dist-info")}
    assert "discord_py" in packages
    assert not packages & {"pytest", "playwright", "mypy"}


def test_it_serves_and_its_own_question_for_its_health_is_answered(prefix: Path, tmp_path: Path) -> None:
    port, page = map(str, free_ports(2))
    settings = environment(IMAGE)
    asked = json.loads(said(IMAGE, "HEALTHCHECK")[0].partition("CMD ")[2])
    inside = bare(**settings) | {"PATH": settings["PATH"].replace(PREFIX, str(prefix)).replace("$PATH", os.defpath)}
    inside |= {"SIGNORIA_FOLDER": str(tmp_path), "SIGNORIA_HEALTH_PORT": port, "SIGNORIA_PORT": page}
    inside |= {"SIGNORIA_HOST": "127.0.0.1", "SIGNORIA_HEALTH_HOST": "127.0.0.1"}
    (program,) = json.loads(said(IMAGE, "ENTRYPOINT")[0])
    command = [prefix / "bin" / program, "play", "--no-browser"]
    served = subprocess.Popen(command, cwd=tmp_path, env=inside, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert served.stdout is not None
        assert b"The table stands at" in served.stdout.readline()
        question = [word.replace(settings["SIGNORIA_HEALTH_PORT"], port) for word in asked]
        subprocess.run([prefix / "bin" / question[0], *question[1:]], env=inside, timeout=PATIENCE, check=True)
    finally:
        served.terminate()
        _, wrong = served.communicate(timeout=PATIENCE)
    assert (served.returncode, wrong) == (0, b"")
