"""Every test of the command line: an empty folder, no variables of ours, the logging as before."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from gemp_bot.logs import HANDLER_NAME


@pytest.fixture(autouse=True)
def _fresh_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in list(os.environ):
        if name.upper().startswith("GEMP_BOT_") or name == "CREDENTIALS_DIRECTORY":
            monkeypatch.delenv(name)
    monkeypatch.setenv("GEMP_BOT_PASSWORD", "test")
    monkeypatch.chdir(tmp_path)
    root = logging.getLogger()
    level = root.level
    yield
    root.setLevel(level)
    for handler in [found for found in root.handlers if found.name == HANDLER_NAME]:
        root.removeHandler(handler)
    structlog.reset_defaults()
