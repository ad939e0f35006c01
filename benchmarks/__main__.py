"""`python -m benchmarks`: run them all, print a table, exit 1 if a bar is missed.

`python -m benchmarks service [--minutes N]`: the long form of the one that takes minutes, and nothing else.
"""

import sys

from benchmarks import (
    answer,
    cards,
    engine,
    history,
    pace,
    patterns,
    recordings,
    rules,
    search,
    selfplay,
    service,
    shown,
    start,
)


def main(words: list[str]) -> int:
    rooms = (
        recordings,
        answer,
        rules,
        engine,
        search,
        selfplay,
        cards,
        history,
        pace,
        patterns,
        start,
        shown,
        service,
    )
    if words[:1] == ["service"]:
        rows = list(service.long_rows(words[1:]))
    elif words:
        sys.exit(f"benchmarks: {words[0]!r} is none that runs alone: service")
    else:
        rows = [row for room in rooms for row in room.rows()]
    width = max(len(row.name) for row in rows)
    missed = 0
    for row in rows:
        ok = row.value <= row.bar
        missed += not ok
        mark = "ok" if ok else "MISSED"
        print(f"{row.name:<{width}}  {row.value:7.2f} {row.unit:<32} bar {row.bar:g}  {mark}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
