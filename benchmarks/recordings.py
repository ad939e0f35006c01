"""Recorded games: re-lived, decided by two strategies, reported, and held in memory.

Re-living (parse, type, apply, Question) is timed against what lxml alone needs for the same bytes, deciding
by two strategies against that by one, and a report against re-living its game.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from lxml import etree

from benchmarks import Row
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue, ask
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalReader
from gemp_bot.pages.report import report_of
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.replay import Redecide, Relive
from gemp_bot.replay.decide import Differences
from gemp_bot.report.blunders import BlunderReader
from gemp_bot.report.review import GameReview
from gemp_bot.state import Table
from gemp_bot.strategy import StrategyRunner, make_strategy
from gemp_bot.view.names import Titles
from gemp_bot.view.watcher import JournalWatcher

GAMES = Path(__file__).resolve().parent.parent / "fixtures" / "games"
LONG_GAME = GAMES / "ref2-light-vs-player.jsonl.gz"
RELIVE_BAR, DECIDE_BAR, REPORT_BAR, MEMORY_BAR_MB = 3.6, 2.0, 4.0, 3.0
RELIVED, DECIDED, REPORTED, HELD = 7, 3, 5, 100
"""Rounds; and games held at once."""
_CODE = """
import resource, sys
from benchmarks.recordings import GAMES, bodies
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue, ask
from gemp_bot.effects import CardEffects
from gemp_bot.pages.report import report_of
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.replay import Redecide, Relive
from gemp_bot.replay.decide import Differences
from gemp_bot.report.blunders import BlunderReader
from gemp_bot.report.review import GameReview
from gemp_bot.state import Table
from gemp_bot.strategy import StrategyRunner, make_strategy
from gemp_bot.view.names import Titles
from gemp_bot.view.watcher import JournalWatcher

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


def bodies(path: Path) -> list[bytes]:
    return [
        line.body.encode()
        for _, line in JournalReader(path)
        if isinstance(line, Exchange) and line.path.startswith("/game/") and line.body.startswith("<?xml")
    ]


def lxml_alone(answers: list[bytes]) -> None:
    parser = etree.XMLParser()
    for answer in answers:
        etree.fromstring(answer, parser)


def relive(answers: list[bytes], catalogue: Catalogue) -> None:
    decoder = GameDecoder()
    table = Table()
    for answer in answers:
        table.apply(decoder.decode(answer))
        asked = table.asked
        if asked is not None:
            question = ask(asked, table.face_of, catalogue)
            assert question.legal_count(2)
            table.answered()


def seconds(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def relived() -> Iterator[Row]:
    for path in sorted(GAMES.glob("*.jsonl.gz")):
        answers = bodies(path)
        ours, reference = [], []
        for _ in range(RELIVED):
            # A catalogue of its own each time: its cache must be paid for.
            catalogue = Catalogue.load()
            reference.append(seconds(partial(lxml_alone, answers)))
            ours.append(seconds(partial(relive, answers, catalogue)))
        name = path.name.removesuffix(".jsonl.gz")
        yield Row(f"re-live {name}", min(ours) / min(reference), "times lxml alone", RELIVE_BAR)


def decided() -> Row:
    catalogue, index = Catalogue.load(), CardIndex.load()
    path = GAMES / "open-demo-light-vs-server-ai.jsonl.gz"

    def runner(name: str) -> StrategyRunner:
        return StrategyRunner(make_strategy(name, 0, index=index))

    def alone() -> None:
        assert sum(1 for _ in Redecide(Relive(path, catalogue), runner("strong")))

    def both() -> None:
        title = Titles(index).title
        relive = Relive(path, catalogue)
        assert sum(1 for _ in Differences(relive, runner("strong"), runner("steady"), title))

    times = [(seconds(both), seconds(alone)) for _ in range(DECIDED)]
    ratio = min(ours for ours, _ in times) / min(reference for _, reference in times)
    return Row("differences of two strategies", ratio, "times re-deciding by one", DECIDE_BAR)


def reported() -> Row:
    effects = CardEffects(CardIndex.load())

    def made() -> None:
        reader, watched = BlunderReader(effects.index), JournalWatcher(LONG_GAME, Catalogue.load(), effects)
        for moment in watched.read():
            reader.take(moment)
        view = watched.watcher.view()
        counts = reader.read(view)
        report_of(view, review=None if counts is None else GameReview(counts.me, blunders=counts.blunders))

    def alone() -> None:
        Relive(LONG_GAME, Catalogue.load()).run()

    times = [(seconds(made), seconds(alone)) for _ in range(REPORTED)]
    ratio = min(ours for ours, _ in times) / min(reference for _, reference in times)
    return Row("report of a game of 1,782 questions", ratio, "times re-living it", REPORT_BAR)


def rows() -> Iterator[Row]:
    yield from relived()
    yield decided()
    yield reported()
    if sys.platform.startswith("linux"):
        words = [sys.executable, "-c", _CODE, str(HELD)]
        found = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
        yield Row(f"{HELD} games held at once", float(found.stdout), "MB a game", MEMORY_BAR_MB)
