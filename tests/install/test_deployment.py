"""The files that hosts deploy with speak of settings that exist, and of files that are there."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.settings import Settings
from tests.install.dockerfile import ROOT, environment, instructions, said, stages

SCHEMAS = {
    "compose-spec": ["compose.yaml"],
    "github-workflows": [".github/workflows/ci.yml"],
    "github-issue-forms": [f".github/ISSUE_TEMPLATE/{name}.yml" for name in ("defect", "idea", "rules")],
}


def settings() -> set[str]:
    """Every variable that the program reads."""
    found = set()
    for name, field in Settings.model_fields.items():
        alias = field.validation_alias
        choices = [alias] if isinstance(alias, str) else [str(choice) for choice in getattr(alias, "choices", [])]
        found.add(next((choice for choice in choices if choice.isupper()), f"SIGNORIA_{name.upper()}"))
    return found


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return loaded


def test_the_example_of_settings_names_each_setting_once_and_no_other() -> None:
    names = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert sorted(names) == sorted(settings())


def test_image_compose_file_and_unit_name_only_settings_that_exist() -> None:
    unit = (ROOT / "docs/deploy/signoria.service").read_text()
    texts = [(ROOT / "Dockerfile").read_text(), (ROOT / "compose.yaml").read_text(), unit]
    named = {name for text in texts for name in re.findall(r"\b(?:SIGNORIA|REDIS|DISCORD|TELEGRAM)_[A-Z_]+", text)}
    assert named
    assert named <= settings()


def test_the_image_copies_what_the_wheel_needs_runs_as_nobody_and_is_asked_for_its_health() -> None:
    steps = instructions()
    copied = {part for word, rest in steps if word == "COPY" and "--from" not in rest for part in rest.split()[:-1]}
    for name in copied:
        assert (ROOT / name).exists(), name
    assert {"bot", "engines", "render", "config", "pyproject.toml", "uv.lock", "README.md"} <= copied
    assert [rest for word, rest in steps if word == "USER"] == ["signoria"]
    assert any(word == "HEALTHCHECK" for word, _ in steps)
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert not copied & set(ignored), "what is ignored cannot be copied"


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_that_others_read_are_as_their_schema_says(schema: str) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *SCHEMAS[schema]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_compose_file_names_what_is_there_and_keeps_every_move_on_disk() -> None:
    services = compose()["services"]
    for service in services.values():
        for other in service.get("depends_on", ()):
            assert other in services
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in compose()["volumes"] or (ROOT / source).exists(), volume
    command = services["store"]["command"]
    assert command[command.index("--appendfsync") + 1] == "always"
    assert services["bot"]["environment"]["REDIS_URL"].split("/")[2].split(":")[0] in services


def test_the_example_copied_to_env_leaves_the_container_healthy_and_its_page_within_reach_of_the_proxy() -> None:
    """What the image sets is weaker than the file, and the file than what the compose file sets itself."""
    image = stages()[1]
    found = environment(image)
    example = (ROOT / ".env.example").read_text()
    found |= dict(re.findall(r"^([A-Z_]+)=(.*)$", example, re.MULTILINE))
    found |= {name: str(value) for name, value in compose()["services"]["bot"]["environment"].items()}
    (health,) = said(image, "HEALTHCHECK")
    assert f"127.0.0.1:{found['SIGNORIA_HEALTH_PORT']}/healthz" in health
    assert found["SIGNORIA_HOST"] == "0.0.0.0"
    assert f"reverse_proxy bot:{found['SIGNORIA_PORT']}" in (ROOT / "docs/deploy/Caddyfile").read_text()
    (volume,) = compose()["services"]["bot"]["volumes"]
    assert found["SIGNORIA_FOLDER"] == volume.split(":")[1]
    usual = found["SIGNORIA_TRUSTED_PROXIES"].removeprefix("${SIGNORIA_TRUSTED_PROXIES:-").removesuffix("}")
    assert Settings(trusted_proxies=usual).trusted_proxies == usual


def test_the_unit_starts_the_bot_and_starts_it_again() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string((ROOT / "docs/deploy/signoria.service").read_text())
    assert shlex.split(unit["Service"]["ExecStart"])[1:] == ["run"]
    assert unit["Service"]["Restart"] == "always"
    assert (ROOT / "Procfile").read_text().split() == ["bot:", "signoria", "run"]


def test_the_workflow_runs_the_same_checks_as_everybody() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    steps = [step.get("run", "") for step in workflow["jobs"]["test"]["steps"]]
    assert any("bash .ci/run" in step for step in steps)


def test_make_says_what_is_missing_where_it_finds_no_python(tmp_path: Path) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not at hand")
    (tmp_path / "Makefile").write_text((ROOT / "Makefile").read_text())
    environment = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run([make, "play"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "uv, which installs the rest, could not be fetched. It takes python3 with venv" in done.stderr


def test_every_python_that_we_name_is_tried_and_the_other_way_round() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if ":: Python :: 3." in each]
    assert named == workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize(("tag", "is_ours"), [(f"v{metadata.version('signoria')}", True), ("v0.0.9", False)])
def test_a_tag_that_is_not_the_version_stops_the_release(tag: str, is_ours: bool) -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    line = next(step["run"] for step in workflow["jobs"]["release"]["steps"] if "pyproject.toml" in step.get("run", ""))
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": tag}, check=False)
    assert (done.returncode == 0) == is_ours


def test_a_release_tells_what_the_changelog_says_of_its_version(tmp_path: Path) -> None:
    """By the very line of the workflow: a version without notes, or with those of another, would be seen too late."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    line = next(step["run"] for step in workflow["jobs"]["release"]["steps"] if "CHANGELOG.md" in step.get("run", ""))
    (tmp_path / "CHANGELOG.md").write_text(
        f"{(ROOT / 'CHANGELOG.md').read_text('utf-8')}\n## 0.0.1\n\n- Before\n", "utf-8"
    )
    environment = {**os.environ, "GITHUB_REF_NAME": f"v{metadata.version('signoria')}"}
    subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environment, check=True)
    notes = (tmp_path / "notes.md").read_text("utf-8")
    assert "### Games" in notes
    assert "- Before" not in notes


def test_a_game_that_was_installed_beside_ours_stays_when_make_looks_after_the_packages() -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not at hand")
    told = subprocess.run(["make", "--dry-run", "setup"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (command,) = [line for line in told.splitlines() if " sync " in line]
    assert "--inexact" in command.split()
