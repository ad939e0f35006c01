"""A question answered by a strategy, from bytes to wire, against lxml alone on the same bytes.

Only questions with two or more legal answers count. Each is timed on its own, in the game it belongs to.
"""

import gc
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter_ns

from lxml import etree

from benchmarks import Row
from benchmarks.recordings import GAMES, bodies
from gemp_bot.decisions import Catalogue, ask
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, make_strategy

BARS = {"steady": (6.0, 60.0), "strong": (20.0, 750.0)}
"""By strategy the limits of the median and of the 99th percentile."""
ROUNDS = 7


def lxml_times(answers: list[bytes]) -> list[int]:
    parser = etree.XMLParser()
    times = []
    for answer in answers:
        began = perf_counter_ns()
        etree.fromstring(answer, parser)
        times.append(perf_counter_ns() - began)
    return times


def answer_times(answers: list[bytes], catalogue: Catalogue, name: str) -> list[int | None]:
    """Time of each body that ends in a choice; None for the others."""
    decoder, table = GameDecoder(), Table()
    strategy, budget = make_strategy(name, 0), Budget()
    times: list[int | None] = []
    for answer in answers:
        began = perf_counter_ns()
        table.apply(decoder.decode(answer))
        asked = table.asked
        if asked is None:
            times.append(None)
            continue
        question = ask(asked, table.face_of, catalogue)
        question.wire_of(strategy.decide(table, question, budget).answer)
        took = perf_counter_ns() - began
        times.append(took if question.is_choice else None)
        table.answered()
    return times


def ratios(path: Path, catalogue: Catalogue, name: str) -> list[float]:
    """One a question: the least of several rounds against the least that lxml needs."""
    answers = bodies(path)
    ours = [answer_times(answers, catalogue, name) for _ in range(ROUNDS)]
    reference = [lxml_times(answers) for _ in range(ROUNDS)]
    return [
        min(took for took in rounds if took is not None) / min(alone)
        for rounds, alone in zip(zip(*ours, strict=True), zip(*reference, strict=True), strict=True)
        if rounds[0] is not None
    ]


def rows() -> Iterator[Row]:
    catalogue, unit = Catalogue.load(), "times lxml alone"
    for name, (median_bar, p99_bar) in BARS.items():
        gc.collect()
        gc.disable()
        try:
            found = [
                each for path in sorted(GAMES.glob("*.jsonl.gz")) for each in ratios(path, catalogue, name)
            ]
        finally:
            gc.enable()
        yield Row(f"answer by {name}, median question", median(found), unit, median_bar)
        yield Row(f"answer by {name}, p99 question", quantiles(found, n=100)[98], unit, p99_bar)
