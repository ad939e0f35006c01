"""What others wrote is as they wrote it, with its licence."""

import gzip
import hashlib
from pathlib import Path

import pytest

import gemp_bot.pages

UPLOT = Path(gemp_bot.pages.__file__).parent / "static" / "uplot"
AXE = Path(__file__).parent / "browser" / "axe"
SHIM = Path(__file__).parents[2] / "docs" / "iframe-worker"
SUMS = [
    (folder, *line.split("  "))
    for folder in (UPLOT, AXE, SHIM)
    for line in (folder / "SHA256SUMS").read_text("ascii").splitlines()
]


@pytest.mark.parametrize(("folder", "digest", "name"), SUMS)
def test_vendored_files_are_unchanged(folder: Path, digest: str, name: str) -> None:
    assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("folder", [UPLOT, AXE, SHIM])
def test_every_vendored_file_has_a_sum(folder: Path) -> None:
    assert {name for of, _, name in SUMS if of == folder} | {"SHA256SUMS"} == {
        file.name for file in folder.iterdir()
    }


def test_the_licences_are_there() -> None:
    assert "Leon Sorokin" in (UPLOT / "LICENSE").read_text("utf-8")
    assert "Martin Donath" in (SHIM / "LICENSE").read_text("utf-8")
    assert "Mozilla Public License" in (AXE / "LICENSE").read_text("utf-8")
    header = gzip.decompress((AXE / "axe.min.js.gz").read_bytes())[:600].decode()
    assert "Mozilla Public" in header
