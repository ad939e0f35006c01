"""Tables of made cards are those of `tests/effects`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "effects"))
