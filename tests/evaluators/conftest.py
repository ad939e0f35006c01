"""Made cards are those of `tests/effects`, shapes of decisions those of `tests/decisions`."""

import sys
from pathlib import Path

import pytest

for folder in ("effects", "decisions"):
    sys.path.append(str(Path(__file__).resolve().parent.parent / folder))

from judged_table import Seat  # noqa: E402 - the folders above have to be known first


@pytest.fixture
def seat() -> Seat:
    """An empty table in our deploy phase, played by `strong`."""
    return Seat()
