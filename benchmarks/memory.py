"""What a hundred games held at once need, each at the end of a whole recorded game."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.row import Row

GAMES = 100
BAR_MB = 3.0
_CODE = """
import resource, sys
from benchmarks.relive import GAMES, bodies
from gemp_bot.decisions import Catalogue, ask
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.state import Table

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

catalogue = Catalogue.load()
names = sorted(path for path in GAMES.glob("*.jsonl.gz") if "edge" not in path.name)
def held(path):
    decoder, table = GameDecoder(), Table()
    for answer in bodies(path):
        table.apply(decoder.decode(answer))
    question = ask(table.asked, table.face_of, catalogue) if table.asked else None
    return decoder, table, question
held(names[0])
before = resident()
games = [held(names[index % len(names)]) for index in range(int(sys.argv[1]))]
print((resident() - before) / len(games) / 2**20)
"""


def rows() -> Iterator[Row]:
    if not sys.platform.startswith("linux"):
        return
    found = subprocess.run(
        [sys.executable, "-c", _CODE, str(GAMES)], check=True, stdout=subprocess.PIPE, text=True
    )
    yield Row(f"{GAMES} games held at once", float(found.stdout), "MB a game", BAR_MB)
