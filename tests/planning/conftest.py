"""Places and outlooks are those of `tests/worth`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "worth"))
