"""Strategies of other packages that go wrong: the game goes on with fallbacks, and they are counted."""

import sys
import threading
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from fakes.server import FakeGemp
from fakes.toy import ToyScript
from match_scene import BOT, CATALOGUE

from gemp_bot.decisions import Question
from gemp_bot.journal import JournalReader, JournalWriter, VerdictLine
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.game import OwnGame
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.timing import PlaySettings
from gemp_bot.procedures import PluginError, plugins
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.ids import GameId
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Strategy, StrategyRunner, Verdict, make_strategy
from gemp_bot.strategy import named as names
from gemp_bot.strategy.named import UnknownStrategyError

HEAD = """
import gemp_bot

class Faulty(gemp_bot.Strategy):
    fallback = "random"

    def decide(self, game, question):
        {deed}
"""

DEEDS = {
    "raises": "raise RuntimeError('a bug')",
    "gives a table": "return {}",
    "gives words": "return 'yes'",
    "asks for what is not there": "return question.options[99]",
    "leaves the program": "raise SystemExit(3)",
    "never ends a recursion": "return self.decide(game, question)",
}


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Makes a package that offers a strategy of this deed."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def offer(deed: str) -> Strategy:
        (tmp_path / "plug_faulty.py").write_text(HEAD.format(deed=deed))
        points = [EntryPoint("faulty", "plug_faulty:Faulty", plugins.GROUP)]
        monkeypatch.setattr(names, "find_plugins", lambda: plugins.find_plugins(points))
        return make_strategy("faulty", 1)

    yield offer
    sys.modules.pop("plug_faulty", None)


async def play(
    strategy: Strategy, *, rule: Strategy | None = None, deadline: float = 30, journal: Path | None = None
) -> GameOutcome:
    """A short toy game against a server AI."""
    async with FakeGemp(idle_seconds=0.0) as running:
        game = running.start_game("alice", BOT, ToyScript(4, length=6), bots=frozenset({BOT}))
        recorder = Recorder()
        if journal is not None:
            recorder.attach(GameId(game.id), JournalWriter(journal))
        async with GempClient(
            ClientSettings(url=running.url, attempts=2), observer=recorder.observe
        ) as client:
            await client.login("alice", "test")
            outcome = await OwnGame(
                client.game(GameId(game.id)),
                StrategyRunner(strategy, rule=rule, deadline=deadline),
                CATALOGUE,
                recorder,
                log_in=lambda: client.login("alice", "test"),
                settings=PlaySettings(deadline=deadline),
            ).run()
        if journal is not None:
            recorder.detach(GameId(game.id))
        return outcome


@pytest.mark.parametrize("deed", list(DEEDS))
async def test_the_game_goes_on_and_the_fallbacks_are_counted(
    deed: str, offered: object, tmp_path: Path
) -> None:
    assert callable(offered)
    journal = tmp_path / "game.jsonl.gz"
    outcome = await play(offered(DEEDS[deed]), journal=journal)
    assert outcome.result in ("win", "loss")
    assert outcome.warnings == 0, "the server was told nothing that is illegal"
    assert outcome.decisions > 5
    assert outcome.fallbacks == outcome.choices > 5
    verdicts = [line for _, line in JournalReader(journal) if isinstance(line, VerdictLine)]
    assert len(verdicts) == outcome.decisions
    assert sum(line.fallback is not None for line in verdicts) == outcome.choices


async def test_a_simple_rule_stands_in_where_there_is_one(offered: object) -> None:
    assert callable(offered)
    rule = make_strategy("steady", 1)
    outcome = await play(offered(DEEDS["raises"]), rule=rule)
    assert outcome.result in ("win", "loss")
    assert outcome.fallbacks == outcome.choices


class Stuck:
    """Hangs at its second question until it is let go; decides nothing sensible otherwise."""

    name = "stuck"
    quick = False

    def __init__(self) -> None:
        self.asked = 0
        self.let_go = threading.Event()

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        self.asked += 1
        if self.asked == 2:
            self.let_go.wait(60)
        return Verdict(question.first_legal())


async def test_one_that_hangs_is_not_waited_for() -> None:
    stuck = Stuck()
    try:
        outcome = await play(stuck, deadline=0.3)
    finally:
        stuck.let_go.set()
    assert outcome.result in ("win", "loss")
    assert stuck.asked == 2, "its memory would be spoiled by a second thread"
    assert outcome.fallbacks == outcome.decisions - 1
    assert outcome.warnings == 0


class Elsewhere:
    """Answers the question before."""

    name = "elsewhere"
    quick = True

    def __init__(self) -> None:
        self.before: Verdict | None = None

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        now, self.before = self.before, Verdict(question.answers()[-1])
        return now or self.before


async def test_answers_to_other_questions_are_replaced_where_they_are_illegal() -> None:
    outcome = await play(Elsewhere())
    assert outcome.result in ("win", "loss")
    assert outcome.warnings == 0
    assert 0 < outcome.fallbacks < outcome.decisions


async def test_judged_strategies_need_no_fallback() -> None:
    for name in ("easy", "medium", "strong"):
        outcome = await play(make_strategy(name, 1))
        assert outcome.result in ("win", "loss")
        assert (outcome.fallbacks, outcome.warnings) == (0, 0), name


def test_one_that_cannot_be_made_is_named_in_one_line(
    offered: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(offered)
    monkeypatch.setattr(names, "make_from_class", fails)
    with pytest.raises(UnknownStrategyError, match=r"^plug-in 'faulty': no$"):
        offered(DEEDS["raises"])


def fails(*given: object) -> object:
    raise PluginError("plug-in 'faulty': no")
