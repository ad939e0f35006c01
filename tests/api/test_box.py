"""Games in the box, as a program has them played."""

import dataclasses
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot.api.box import _pairs
from gemp_bot.arena.box_game import play_one
from gemp_bot.arena.jobs import Contest, make_jobs
from gemp_bot.cli.main import main
from gemp_bot.sandbox.deck_files import DeckFileError
from gemp_bot.strategy import UnknownStrategyError, strategy_named

pytestmark = pytest.mark.usefixtures("small_decks")

DECKS = ("Rebels of Tatooine", "Walkers of Hoth")


def test_the_start_of_a_deck_is_played_recorded_and_decided_again(tmp_path: Path) -> None:
    decks = [gemp_bot.read_deck(name) for name in DECKS]
    list(gemp_bot.selfplay("easy", "easy", games=2, seed=7, decks=(decks[0], decks[1]), record=tmp_path))
    for journal in tmp_path.rglob("*.jsonl.gz"):
        game = gemp_bot.read_journal(journal)
        started = [
            card.title
            for frame in game
            for deed in frame.deeds
            if deed.kind == "STARTED"
            for card in deed.cards
        ]
        assert sorted(started) == sorted(deck.start.title for deck in decks)
    assert main(["decide", str(journal)]) == 0


def test_the_games_are_those_of_the_command() -> None:
    results = gemp_bot.selfplay("steady", "random", games=2, seed=7, decks=DECKS)
    identities = (strategy_named(name).identity for name in ("steady", "random"))
    contest = Contest("steady", "random", *identities, _pairs(DECKS), 7)
    for job, game in zip(make_jobs(contest, 2), results, strict=True):
        record = play_one(job)
        assert (game.game, game.side, game.result.value) == (record.job, record.side, record.outcome.value)
        assert (game.turns, game.life, game.opponent_life) == (
            record.turns,
            record.life,
            record.opponent_life,
        )
        assert (game.turns, game.decisions) == (record.turns, record.questions)


def test_results_add_up_and_tell_how_sure_they_are() -> None:
    results = gemp_bot.selfplay("random", "random", games=2, seed=2, decks=DECKS)
    assert (len(results), results.won + results.lost) == (2, 2)
    assert {game.side for game in results} == set(gemp_bot.Side)
    rate = results.rate
    assert rate is not None
    assert rate.low < rate.value == results.won / 2 < rate.high or rate.value in (0, 1)
    assert repr(results).startswith(f"<Results: won {results.won} of 2, ")
    assert (len(results[:1]), results[:0].rate) == (1, None)


def test_a_game_that_is_over_tells_what_was_played_and_does_not_change() -> None:
    first, second = gemp_bot.selfplay("random", "steady", games=2, seed=2, decks=DECKS)
    assert {first.side, second.side} == set(gemp_bot.Side)
    assert isinstance(first.side, gemp_bot.Side)
    assert (first.deck, first.opponent_deck) == DECKS == (second.opponent_deck, second.deck)
    assert first.seed is not None
    assert first.seed == second.seed
    assert first.seconds > 0
    assert len(first.decide_seconds) == first.choices
    assert 0 < sum(first.decide_seconds) < first.seconds
    with pytest.raises(AttributeError):
        first.result = gemp_bot.Result.WIN  # type: ignore[misc]
    again = gemp_bot.selfplay("random", "steady", games=2, seed=2, decks=DECKS)
    assert list(again) == [first, second]


FILE = """
import gemp_bot

class Mine(gemp_bot.Strategy):
    fallback = "random"
    def decide(self, game, question):
        {deed}
"""


def test_several_processes_play_the_games_that_one_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE.format(deed="return next(iter(question.of_kind('FORCE_DRAIN')), None)"))
    names = f"{file}:Mine", "random"
    alone = gemp_bot.selfplay(*names, games=2, decks=DECKS)
    spread = gemp_bot.selfplay(*names, games=2, decks=DECKS, workers=2, record=tmp_path / "games")
    for one, other in zip(alone, spread, strict=True):
        assert dataclasses.replace(one, journal=other.journal) == other
        assert other.journal is not None
    assert gemp_bot.read_journal(other.journal).head.strategy == "Mine"
    assert spread.pairs == alone.pairs
    assert (spread.pairs.pairs, sum(spread.pairs.counts), spread[:1].pairs.pairs) == (1, 1, 0)
    assert main(["decide", str(spread[0].journal)]) == 0


def test_a_fault_of_a_class_of_a_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE.format(deed="1 / 0"))
    for workers in (1, 2):
        with pytest.raises(gemp_bot.StrategyFaultError, match=r"Mine: .*mine\.py:7: ZeroDivisionError"):
            gemp_bot.selfplay(f"{file}:Mine", "random", games=2, workers=workers)


class Nothing(gemp_bot.Strategy):
    pass


class Waiting(gemp_bot.Strategy):
    async def decide(self, game: gemp_bot.Game, question: gemp_bot.Question) -> None:  # type: ignore[override]
        return None


class Needy(gemp_bot.Strategy):
    def __init__(self, needed: int) -> None:
        self.needed = needed

    def decide(self, game: gemp_bot.Game, question: gemp_bot.Question) -> None:
        return None


class Fine(gemp_bot.Strategy):
    def decide(self, game: gemp_bot.Game, question: gemp_bot.Question) -> None:
        return None


class Lost(gemp_bot.Strategy):
    fallback = 3  # type: ignore[assignment]

    def decide(self, game: gemp_bot.Game, question: gemp_bot.Question) -> None:
        return None


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        ({"strategy": 42}, "strategy: 42: no strategy: give a name such as 'strong'"),
        ({"strategy": Nothing}, r"strategy: .*Nothing.*: it has no method decide\(self, game, question\)"),
        ({"strategy": Waiting}, "strategy: .*Waiting.*: its decide is `async def`: .* write `def decide"),
        ({"strategy": Needy}, "it cannot be made without arguments .*needed.*: pass an object"),
        ({"strategy": Lost}, "fallback: 3: the name of a strategy such as 'strong' is needed"),
        ({"strategy": gemp_bot.Game}, "strategy: .*: no strategy"),
        ({"opponent": None}, "opponent: None: no strategy"),
        ({"games": 3}, "games: 3: games come in pairs: an even number is needed"),
        ({"games": "2"}, "games: '2': a whole number from 2 on is needed"),
        ({"seed": -1}, "seed: -1: a whole number from 0 on"),
        ({"decks": "Rebel fleet"}, "decks: 'Rebel fleet': two decks are needed"),
        (
            {"decks": ("Rebel fleet", "Army of Naboo")},
            "and 'Army of Naboo' are both light: one of",
        ),
        ({"workers": 0}, "workers: 0: a whole number from 1 on"),
        ({"strategy": Fine, "workers": 2}, "strategy: 'Fine': what other processes play is named by a text"),
        ({"record": 5}, "record: 5: a path is needed"),
    ],
)
def test_a_wrong_thing_is_named_with_what_would_be_right(passed: dict[str, object], told: str) -> None:
    with pytest.raises(gemp_bot.ArgumentError, match=told) as caught:
        gemp_bot.selfplay(**{"strategy": "random", "opponent": "random", **passed})  # type: ignore[arg-type]
    assert isinstance(caught.value, gemp_bot.BotError)
    assert "\n" not in str(caught.value)


def test_names_that_are_close_are_offered() -> None:
    with pytest.raises(UnknownStrategyError, match="did you mean 'strong'"):
        gemp_bot.selfplay("strogn")
    with pytest.raises(DeckFileError, match="did you mean 'Rebel fleet'"):
        gemp_bot.selfplay("random", "random", decks=("Rebel flet", "Walkers of Hoth"))
    assert issubclass(UnknownStrategyError, gemp_bot.BotError)
    assert issubclass(DeckFileError, gemp_bot.BotError)
