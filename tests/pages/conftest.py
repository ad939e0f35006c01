"""Where pictures of pages go: with `PICTURES=docs/pictures` in the environment into the docs."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder for them."""
    return Path(os.environ.get("PICTURES") or tmp_path)
