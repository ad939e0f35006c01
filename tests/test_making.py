"""What is installed: locked versions with their hashes."""

import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from packaging.markers import Marker

ROOT = Path(__file__).resolve().parent.parent


@cache
def requirements(*names: str) -> list[str]:
    ran = subprocess.run(  # noqa: S603
        [sys.executable, ".ci/requirements.py", *names],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return ran.stdout.splitlines()


@pytest.mark.parametrize("groups", [("gemp-bot",), ("gemp-bot", "dev"), ("build", "release")])
@pytest.mark.parametrize("version", ["3.11.4", "3.14.0"])
@pytest.mark.parametrize("system", ["linux", "win32"])
def test_what_pip_installs_has_one_version_and_hashes(
    groups: tuple[str, ...], version: str, system: str
) -> None:
    here = {"python_full_version": version, "python_version": version[:4], "sys_platform": system}
    found: Counter[str] = Counter()
    for line in requirements(*groups):
        said, *hashes = line.split(" --hash=")
        what, _, marker = said.partition(" ; ")
        name, _, pinned = what.partition("==")
        assert re.fullmatch(r"[\w.]+", pinned), line
        assert hashes, line
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in hashes), line
        found[name] += not marker or Marker(marker).evaluate(here)
    assert max(found.values()) == 1
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    if "gemp-bot" in groups:
        assert {re.split(r"[<>=]", each)[0] for each in project["dependencies"]} <= set(found)


def test_nothing_is_downloaded_without_hashes() -> None:
    """What takes no hashes takes no other package either, and what it builds is built by what is there."""
    installs = re.compile(r"(?:-m pip|uv pip|^pip) (?:(?:install|wheel) )?(?!\(\))(.*)")
    calls = [
        found[1]
        for script in (*ROOT.glob(".ci/*"), ROOT / "deploy" / "install")
        if script.read_text().startswith("#!")
        for line in script.read_text().splitlines()
        if (found := installs.search(line.partition("pip() {")[0])) is not None
    ]
    assert len(calls) > 5
    unchecked = [call for call in calls if "--require-hashes -r " not in call]
    assert [call for call in unchecked if "--no-deps" not in call] == []
    assert [call for call in unchecked if "--no-build-isolation" not in call and ".whl" not in call] == []


def test_what_builds_is_the_locked_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = project["build-system"]["requires"]
    assert set(wanted) <= set(project["dependency-groups"]["build"])
    locked = {line.split(" ")[0] for line in requirements("build")}
    assert set(wanted) <= locked
