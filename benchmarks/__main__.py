"""`python -m benchmarks`: run them all, print a table, exit 1 if a bar is missed."""

import sys

from benchmarks import answer, cards, engine, history, judged, memory, pace, relive, rules, start


def main() -> int:
    rooms = (relive, answer, judged, rules, engine, cards, history, pace, start, memory)
    rows = [row for room in rooms for row in room.rows()]
    width = max(len(row.name) for row in rows)
    missed = 0
    for row in rows:
        ok = row.value <= row.bar
        missed += not ok
        mark = "ok" if ok else "MISSED"
        print(f"{row.name:<{width}}  {row.value:7.2f} {row.unit:<32} bar {row.bar:g}  {mark}")
    return 1 if missed else 0


sys.exit(main())
