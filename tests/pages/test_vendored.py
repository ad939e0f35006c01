"""What others wrote is as they wrote it, with its licence."""

import hashlib
from importlib.resources import files

import pytest

FOLDER = files("gemp_bot.pages") / "static" / "uplot"
SUMS = [line.split("  ") for line in (FOLDER / "SHA256SUMS").read_text("ascii").splitlines()]


@pytest.mark.parametrize(("digest", "name"), SUMS)
def test_vendored_files_are_unchanged(digest: str, name: str) -> None:
    assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest


def test_every_vendored_file_has_a_sum() -> None:
    assert {name for _, name in SUMS} | {"SHA256SUMS"} == {file.name for file in FOLDER.iterdir()}


def test_the_licence_is_there() -> None:
    assert "Leon Sorokin" in (FOLDER / "LICENSE").read_text("utf-8")
