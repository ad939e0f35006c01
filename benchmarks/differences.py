"""`gemp-bot diff` of `strong` and `steady` over recorded games, against re-deciding by `strong` alone."""

from collections.abc import Iterator

from benchmarks.relive import GAMES, seconds
from benchmarks.row import Row
from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Catalogue
from gemp_bot.replay import Redecide, Relive
from gemp_bot.replay.decide import Differences
from gemp_bot.strategy import StrategyRunner, make_strategy
from gemp_bot.view.names import Titles

BAR = 2.0
ROUNDS = 3


def rows() -> Iterator[Row]:
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

    times = [(seconds(both), seconds(alone)) for _ in range(ROUNDS)]
    ratio = min(ours for ours, _ in times) / min(reference for _, reference in times)
    yield Row("differences of two strategies", ratio, "times re-deciding by one", BAR)
