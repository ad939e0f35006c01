"""`gemp-bot watch` on the sandbox: a game of two others to its end; a game of ours never."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from fakes.server import FakeGemp
from printed import check
from server_commands import command

from gemp_bot.cards import CardIndex
from gemp_bot.cli.exits import CommandError
from gemp_bot.cli.main import main
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.accounts import Claims
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.replay import Relive
from gemp_bot.report.review import Reviewer
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server import contents
from gemp_bot.sandbox.server.accounts import ServedAccount
from gemp_bot.sandbox.server.faults import Status
from gemp_bot.strategy import make_strategy
from gemp_bot.view.model import DeedKind
from gemp_bot.view.watcher import JournalWatcher

pytestmark = pytest.mark.usefixtures("small_decks")

CATALOGUE = Catalogue.load()
HOST = WantedGame("open", "Rebels of Tatooine", library=True, wait=60)
GUEST = WantedGame("open", "Walkers of Hoth", library=True, join=PlayerName("alice"), wait=60)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


def match(client: GempClient, seat: WantedGame, begun: asyncio.Queue[GameId]) -> Match:
    """Games of one player."""
    return Match(
        client,
        MatchPlan(
            seat, StrategyPlayer(lambda seed, _: make_strategy("steady", seed)), deck="1_19|", server="here"
        ),
        recorder=Recorder(),
        catalogue=CATALOGUE,
        folder=None,
        log_in=lambda: client.login(seat_name(seat), "test"),
        on_begin=lambda assignment: begun.put_nowait(assignment.game),
        on_end=lambda *_: None,
    )


def seat_name(seat: WantedGame) -> str:
    return "alice" if seat.join is None else "bob"


@asynccontextmanager
async def a_game(box: Box) -> AsyncIterator[tuple[FakeGemp, GameId]]:
    """A running game between alice and bob, and carol, who may watch."""
    running = FakeGemp(
        seed=1,
        script_factory=box.script,
        contents=box.contents(),
        idle_seconds=2.5,
        accounts=(*contents.shipped_accounts(), ServedAccount("carol")),
    )
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(running)
        begun: asyncio.Queue[GameId] = asyncio.Queue()
        matches = []
        for seat in (HOST, GUEST):
            client = await stack.enter_async_context(GempClient(ClientSettings(url=running.url, attempts=2)))
            await client.login(seat_name(seat), "test")
            matches.append(match(client, seat, begun).run())
        playing = asyncio.gather(*matches)
        try:
            yield running, await begun.get()
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing


def files(folder: str) -> list[Path]:
    return list(Path(folder).iterdir())


async def test_a_game_of_others_is_told_to_its_end(box: Box) -> None:
    async with a_game(box) as (running, game):
        listed = (await command(running.url, "watch", "--json", user="carol")).json
        check("watch", listed)
        assert [row["game_id"] for row in listed["tables"] if row["watched"]] == [game]
        # Answers are lost on the way, perhaps those of the players as well: the game is opened anew.
        running.faults.on(Status(500, processed=True), path="/game/", answers=False, skip=50, times=6)
        ran = await command(running.url, "watch", game, "--record", "watched", "--json", user="carol")
        assert not running.faults.left
    told = ran.json
    check("watch", told)
    assert (ran.code, told["me"]) == (0, None)
    assert told["winner"] in ("DARK", "LIGHT")
    assert told["story"][-1] in ran.err
    assert {side["player"] for side in told["sides"]} == {"alice", "bob"}
    (path,) = files("watched")
    assert told["journal"] == str(path)
    assert main(["replay", "--strict", str(path)]) == 0
    watcher = JournalWatcher(path, CATALOGUE, CardEffects(CardIndex.load())).run()
    assert watcher.ending is not None
    assert {watcher.game_head.dark, watcher.game_head.light} == {"player1", "player2"}
    for step in Relive(path, CATALOGUE):
        events = () if step.update is None else step.update.events
        assert not any(getattr(event, "zone", None) is Zone.HAND for event in events)
    for frame in watcher.frames:
        assert not frame.board.hand
        assert frame.question is None
        assert not any(deed.cards for deed in frame.deeds if deed.kind is DeedKind.DREW)
    assert Reviewer(CATALOGUE, CardEffects(CardIndex.load()), asked=None).read([path]).review is None


@pytest.mark.long
async def test_boards_instead_of_the_story(box: Box) -> None:
    async with a_game(box) as (running, game):
        ran = await command(running.url, "watch", game, "--board", user="carol")
    assert ran.code == 0
    assert ran.out.count("GAME OVER") >= 1
    assert "our hand" not in ran.out


async def test_a_game_of_ours_is_not_watched(box: Box, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('[account]\nuser = "Alice"\n')
    async with a_game(box) as (running, game):
        for user, more in (("alice", ()), ("carol", ("--config", "bot.toml"))):
            listed = await command(running.url, "watch", "--json", *more, user=user)
            assert [row["watched"] for row in listed.json["tables"]] == [False]
            with pytest.raises(CommandError, match=r"^nosuch: no running game of this id: there is none$"):
                await command(running.url, "watch", "nosuch", *more, user=user)
            with pytest.raises(CommandError, match=f"^{game}: a bot of ours plays in it"):
                await command(running.url, "watch", game, *more, user=user)
        with Claims(running.url, ("bob",)), pytest.raises(CommandError, match="a bot of ours plays in it"):
            await command(running.url, "watch", game, user="carol")
        (found,) = running.games.values()
        assert {name for name, _ in found.channels} == {"alice", "bob"}


async def test_no_spectators_no_watching(box: Box) -> None:
    async with a_game(box) as (running, game):
        with pytest.raises(CommandError, match=r"^nothing: no running game of this id: (did|there) "):
            await command(running.url, "watch", "nothing", user="carol")
        found = next(iter(running.games.values()))
        found.rules = found.rules.private()
        with pytest.raises(CommandError, match=r"not allowed \(403\)"):
            await command(running.url, "watch", game, "--record", "watched", user="carol")
    assert not files("watched"), "nothing was seen"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--board",), "--record and --board go with a game"),
        (("g", "--names"), "--names goes with --record DIR"),
    ],
)
def test_options_that_do_not_go_together(
    words: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--user", "carol", *words]) == 2
    assert line in capsys.readouterr().err


def test_a_public_server_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--user", "carol", "--server", "https://gemp.starwarsccg.org"]) == 3
    assert capsys.readouterr().err.count("\n") == 1
