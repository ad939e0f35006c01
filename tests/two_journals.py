"""A recorded game, cut in two at a snapshot in its middle: the second journal continues the first."""

import gzip
import json
from pathlib import Path

WHOLE = Path(__file__).parents[1] / "fixtures/games/open40-light-snapshots.jsonl.gz"
_HEAD = {"kind": "head", "bot": "gemp-bot", "strategy": "steady", "format": 1, "game": "g"}


def two_journals(folder: Path, whole: Path = WHOLE) -> Path:
    """Write them into a folder, which is made; gives the folder."""
    lines = gzip.decompress(whole.read_bytes()).decode().splitlines()
    openings = [
        number
        for number, line in enumerate(lines)
        if (each := json.loads(line)).get("method") == "GET"
        and each["path"].startswith("/game/")
        and each["path"].count("/") == 2
    ]
    cut = openings[len(openings) // 2]
    folder.mkdir()
    _write(folder / "20260101T000000000-g.jsonl", _HEAD, lines[:cut])
    previous = {"previous": "20260101T000000000-g.jsonl"}
    _write(folder / "20260101T010000000-g.jsonl", _HEAD | previous, lines[cut:])
    return folder


def _write(path: Path, head: dict[str, object], lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in (json.dumps(head), *lines)))
