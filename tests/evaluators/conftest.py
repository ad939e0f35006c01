"""Made cards are those of `tests/reckoning`, shapes of decisions those of `tests/decisions`."""

import sys
from pathlib import Path

for folder in ("reckoning", "decisions"):
    sys.path.append(str(Path(__file__).resolve().parent.parent / folder))
