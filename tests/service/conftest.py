"""These tests share scenes with those of play and of whole games."""

import sys
from pathlib import Path

for folder in ("play", "whole"):
    sys.path.append(str(Path(__file__).resolve().parent.parent / folder))
