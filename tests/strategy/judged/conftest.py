"""Recorded and made games are those of `tests/evaluators`, the server those of `tests/whole`."""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
for folder in ("evaluators", "effects", "decisions", "whole"):
    sys.path.append(str(TESTS / folder))
