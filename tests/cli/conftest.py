"""Every test of the command line: an empty folder, no variables of ours."""

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _fresh_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.upper().startswith("GEMP_BOT_") or name == "CREDENTIALS_DIRECTORY":
            monkeypatch.delenv(name)
    monkeypatch.setenv("GEMP_BOT_PASSWORD", "test")
    monkeypatch.chdir(tmp_path)
