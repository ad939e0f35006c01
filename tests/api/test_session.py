"""A program on a server: its hall and decks, games with strategies of its own, games of others."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from api_scene import RunningGame
from fakes.server import FakeGemp

import gemp_bot
from gemp_bot.config import ConfigError
from gemp_bot.play.accounts import ClaimedError, Claims
from gemp_bot.play.spectator import NotWatchableError
from gemp_bot.protocol.errors import PolicyError, WrongPasswordError
from gemp_bot.strategy.steady import SteadyStrategy

pytestmark = pytest.mark.usefixtures("small_decks")

LIGHT, DARK = "library:Rebels of Tatooine", "library:Walkers of Hoth"


@pytest.fixture
async def session(server: FakeGemp) -> AsyncIterator[gemp_bot.Session]:
    async with gemp_bot.connect(server.url, "carol", "test") as session:
        yield session


class Drainer(gemp_bot.Strategy):
    fallback = "steady"

    def decide(self, game: gemp_bot.Game, question: gemp_bot.Question) -> gemp_bot.Option | None:
        return next(iter(question.of_kind("FORCE_DRAIN")), None)


class Broken(gemp_bot.Strategy):
    fallback = "steady"

    def decide(self, game: gemp_bot.Game, question: gemp_bot.Question) -> None:
        raise KeyError("nothing")


class Told(Drainer):
    def __init__(self) -> None:
        self.told: list[object] = []

    def begin(self, game: gemp_bot.Game) -> None:
        self.told.append(game.side)

    def end(self, outcome: gemp_bot.GameOutcome) -> None:
        self.told.append((outcome.result, outcome.life, outcome.opponent_life))


async def test_begin_and_end_of_a_game_on_a_server_are_told_once(session: gemp_bot.Session) -> None:
    told = Told()
    (game,) = await session.play(told, LIGHT, opponent_deck=DARK)
    assert told.told == [game.side, (game.result, game.life, game.opponent_life)]


async def test_the_hall_and_the_decks(session: gemp_bot.Session, server: FakeGemp) -> None:
    assert (await session.hall()).formats
    names = await session.decks(library=True)
    assert "Rebels of Tatooine" in names.light
    assert (await session.deck(LIGHT)).name == "Rebels of Tatooine"
    assert repr(session) == f"<Session carol at {server.url}>"
    for name, told in (
        ("Rebels", "the account has no such deck"),
        ("library:Rebel flet", "did you mean 'Rebel fleet'"),
    ):
        with pytest.raises(gemp_bot.ArgumentError, match=told):
            await session.deck(name)


async def test_a_strategy_of_ones_own_plays_and_is_recorded(
    session: gemp_bot.Session, tmp_path: Path
) -> None:
    results = await session.play(Drainer, LIGHT, opponent_deck=DARK, record=tmp_path)
    (game,) = results
    assert game.result in (gemp_bot.Result.WIN, gemp_bot.Result.LOSS)
    assert (game.mistakes, game.fallbacks, game.side) == ({}, 0, "LIGHT")
    assert game.journal is not None
    journal = gemp_bot.read_journal(game.journal)
    assert (journal.head.strategy, journal.counts.answers) == ("Drainer", game.decisions)


async def test_what_a_strategy_raises_on_a_server_ends_no_game(
    session: gemp_bot.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And its fallback, which answers where there is no choice, is told what the simple rule answered."""
    told: list[str] = []
    monkeypatch.setattr(SteadyStrategy, "overruled", lambda *seen: told.append(seen[-1].wire))
    (game,) = await session.play(Broken, DARK, opponent_deck=LIGHT)
    assert game.result in (gemp_bot.Result.WIN, gemp_bot.Result.LOSS)
    assert len(told) == game.replaced > 0
    (why,) = game.mistakes
    assert why.startswith("api/test_session.py:")
    assert why.endswith("KeyError: 'nothing'")


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        ({"strategy": 3}, "strategy: 3: no strategy"),
        (
            {"deck": "library:Rebel flet"},
            "deck: 'library:Rebel flet': .* no such deck: did you mean",
        ),
        ({"deck": None}, "deck: None: a text such as"),
        ({"versus": "ai:RAND"}, "versus: 'ai:RAND': nobody: did you mean 'ai:RANDO'"),
        ({"versus": "join:"}, "versus: 'join:': nobody"),
        ({"opponent_deck": ""}, "opponent_deck: '': an AI needs a deck"),
        ({"opponent_deck": LIGHT}, "it is of the same side of the Force as deck"),
        ({"games": 0}, "games: 0: a whole number from 1 on"),
    ],
)
async def test_a_wrong_thing_is_named_before_a_table_is_made(
    session: gemp_bot.Session, server: FakeGemp, passed: dict[str, object], told: str
) -> None:
    with pytest.raises(gemp_bot.ArgumentError, match=told):
        await session.play(**{"strategy": "random", "deck": LIGHT, "opponent_deck": DARK, **passed})  # type: ignore[arg-type]
    assert not server.games


async def test_a_game_of_others_is_watched_as_a_spectator_sees_it(
    session: gemp_bot.Session, a_game: RunningGame
) -> None:
    """Its end is seen by the example; here the watcher leaves, and leaves nothing behind."""
    async with a_game() as (_, game):
        watching = session.spectate(game)
        seen = [frame async for frame in _until(watching, turn=2)]
        await watching.aclose()  # type: ignore[attr-defined]
    assert gemp_bot.DeedKind.TURN_BEGAN in {deed.kind for frame in seen for deed in frame.deeds}
    assert {player.name for player in seen[-1].board.players} == {"alice", "bob"}
    assert not any(frame.board.hand or frame.question for frame in seen)
    assert not [task for task in asyncio.all_tasks() if "Spectator" in str(task.get_coro())]


async def _until(frames: AsyncIterator[gemp_bot.Frame], turn: int) -> AsyncIterator[gemp_bot.Frame]:
    async for frame in frames:
        yield frame
        if frame.turn == turn:
            return


async def test_a_game_that_must_not_be_watched(server: FakeGemp, a_game: RunningGame) -> None:
    async with a_game() as (_, game), gemp_bot.connect(server.url, "alice", "test") as session:
        for which, told in ((game, "a bot of ours plays in it"), ("nothing", "no running game of this id")):
            with pytest.raises(NotWatchableError, match=told):
                await anext(session.spectate(which))


async def test_an_account_that_another_program_uses(session: gemp_bot.Session, server: FakeGemp) -> None:
    with (
        Claims(server.url, ("carol",)),
        pytest.raises(ClaimedError, match="account carol is used by"),
    ):
        await session.play("random", LIGHT, opponent_deck=DARK)


async def test_who_is_not_let_in(server: FakeGemp, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("test\n")
    file.chmod(0o600)
    async with gemp_bot.connect(server.url, "carol", file) as session:
        assert session.account.name == "carol"
    for (url, user, password), error, told in (
        ((server.url, "carol", "s3cret-guess"), WrongPasswordError, "carol"),
        ((server.url, "carol", tmp_path / "none"), ConfigError, "no such password file"),
        (("http://gemp.example.org", "carol", "test"), PolicyError, "allow_public_host"),
        ((server.url, "", "test"), gemp_bot.ArgumentError, "user: '': a text such as 'mybot'"),
        ((server.url, "carol", 5), gemp_bot.ArgumentError, "password: a text is needed"),
    ):
        with pytest.raises(error, match=told) as caught:
            async with gemp_bot.connect(url, user, password):  # type: ignore[arg-type]
                pass
        assert isinstance(caught.value, gemp_bot.BotError)
        assert "s3cret" not in str(caught.value)
