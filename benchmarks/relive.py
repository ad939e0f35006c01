"""Re-living (parse, type, apply, Question) against what lxml alone needs for the same bytes."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from lxml import etree

from benchmarks.row import Row
from gemp_bot.decisions import Catalogue, ask
from gemp_bot.journal import JournalReader
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.state import Table

GAMES = Path(__file__).resolve().parent.parent / "fixtures" / "games"
BAR = 3.6
ROUNDS = 7


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


def rows() -> Iterator[Row]:
    for path in sorted(GAMES.glob("*.jsonl.gz")):
        answers = bodies(path)
        ours, reference = [], []
        for _ in range(ROUNDS):
            # A catalogue of its own each time: its cache must be paid for.
            catalogue = Catalogue.load()
            reference.append(seconds(partial(lxml_alone, answers)))
            ours.append(seconds(partial(relive, answers, catalogue)))
        name = path.name.removesuffix(".jsonl.gz")
        yield Row(f"re-live {name}", min(ours) / min(reference), "times lxml alone", BAR)
