"""The shapes of decisions are those of `tests/decisions`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "decisions"))
