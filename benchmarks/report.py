"""The report of a long game, from its journal to the page, against re-living it alone."""

import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.pages.report import report_of
from gemp_bot.replay import Relive
from gemp_bot.report.blunders import BlunderReader
from gemp_bot.report.review import GameReview
from gemp_bot.view.watcher import JournalWatcher

GAME = Path(__file__).resolve().parent.parent / "fixtures" / "games" / "ref2-light-vs-player.jsonl.gz"
BAR = 4.0
ROUNDS = 5


def rows() -> Iterator[Row]:
    effects = CardEffects(CardIndex.load())
    ours, reference = [], []
    for _ in range(ROUNDS):
        began = time.process_time()
        Relive(GAME, Catalogue.load()).run()
        relived = time.process_time()
        reader = BlunderReader(effects.index)
        watched = JournalWatcher(GAME, Catalogue.load(), effects)
        for moment in watched.read():
            reader.take(moment)
        view = watched.watcher.view()
        counts = reader.read(view)
        review = None if counts is None else GameReview(counts.me, blunders=counts.blunders)
        report_of(view, review=review)
        reference.append(relived - began)
        ours.append(time.process_time() - relived)
    yield Row("report of a game of 1,782 questions", min(ours) / min(reference), "times re-living it", BAR)
