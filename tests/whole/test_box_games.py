"""Whole games of the box over HTTP: between two of our bots, and against the server's own seat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from fakes.server import FakeGemp
from match_scene import CATALOGUE, Person, person, results

from gemp_bot.play.supervisor import WantedGame
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.replay import Relive
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.faults import Restart, Status
from gemp_bot.strategy import Strategy, make_strategy

pytestmark = pytest.mark.usefixtures("small_decks")

LIGHT, DARK = "Rebels of Tatooine", "Walkers of Hoth"
AI = WantedGame("open", LIGHT, library=True, skill=AiSkill.BEGINNER, opponent_deck=DARK)
HOST = WantedGame("open", LIGHT, library=True, wait=60)
GUEST = WantedGame("open", DARK, library=True, join=PlayerName("alice"), wait=60)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


@asynccontextmanager
async def serving(box: Box, seed: int = 1) -> AsyncIterator[FakeGemp]:
    running = FakeGemp(
        seed=seed,
        script_factory=box.script,
        contents=box.contents(),
        in_process_player=box.in_process_player,
        strategies=box.strategies,
        idle_seconds=2.5,
    )
    async with running:
        yield running


def by_chance(seed: int, deck: str | None) -> Strategy:
    return make_strategy("random", seed, deck)


def relive(folder: Path) -> list[str]:
    """What strict mode minds of the journals of a folder, and how many there are."""
    found: list[str] = []
    for file in sorted(folder.rglob("*.jsonl*")):
        tally = Relive(file, CATALOGUE).run()
        assert tally.decisions > 50
        assert tally.snapshots >= 1
        found += [f"{file.name}: {tally.first_fault}"] if tally.first_fault else []
        found += [f"{file.name}: {tally.snapshot_mismatches} mismatches"] if tally.snapshot_mismatches else []
        found += [f"{file.name}: {tally.unknown_prompts} unknown"] if tally.unknown_prompts else []
    return found


@pytest.mark.thorough
async def test_two_bots_play_at_a_table(box: Box, tmp_path: Path) -> None:
    async with serving(box) as running, person(running, "alice") as alice, person(running, "bob") as bob:
        await asyncio.gather(
            alice.match(HOST, tmp_path / "a", strategy=by_chance).run(),
            bob.match(GUEST, tmp_path / "b", strategy=by_chance, seed=7).run(),
        )
    outcomes = [*alice.ended, *bob.ended]
    assert len(outcomes) == 2
    assert results(outcomes) == {"win", "loss"}
    assert [one.warnings + one.resyncs for one in outcomes] == [0, 0]
    assert relive(tmp_path) == []


@pytest.mark.thorough
@pytest.mark.long
async def test_five_games_at_once_against_the_servers_seat(box: Box, tmp_path: Path) -> None:
    async with serving(box) as running, person(running, "alice") as alice:
        await alice.match(AI, tmp_path, games=5, parallel=5, strategy=by_chance).run()
        assert len(running.games) == 5
    assert len(alice.ended) == 5
    assert results(alice.ended) <= {"win", "loss"}
    assert sum(one.warnings + one.resyncs for one in alice.ended) == 0
    assert relive(tmp_path) == []


async def test_a_skill_is_a_strategy(box: Box) -> None:
    async with serving(box) as running, person(running, "alice") as alice:
        await alice.client.hall.open()
        form = {
            "format": "open", "deckName": LIGHT, "sampleDeck": "true", "tableDesc": "", "isPrivate": "false",
            "playVsAi": "true", "aiDeckName": DARK, "aiDeckSample": "true",
        }  # fmt: skip
        names = []
        for skill in ("steady", "RANDO", "nobody"):
            await post(running, alice, "hall", form | {"aiSkill": skill})
            names.append(list(running.games.values())[-1].players[0])
        assert names == ["~steady", "~Rando_Cal", "~OzzelBot"]


async def post(running: FakeGemp, who: Person, path: str, form: dict[str, str]) -> str:
    """A call that is not made by our client."""
    cookie = next(cookie for cookie, name in running.accounts.sessions.items() if name == who.name)
    url = f"{running.url}/gemp-swccg-server/{path}"
    async with (
        aiohttp.ClientSession(headers={"Cookie": f"loggedUser={cookie}"}) as session,
        session.post(url, data=form) as answer,
    ):
        return await answer.text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1_133,1_133", "Deck contains 2 cards"),
        (",".join(["1_133"] * 30 + ["1_291"] * 30), "both sides"),
        (",".join(["9999_1"] + ["1_133"] * 59), "Deck contains 59 cards"),
    ],
)
async def test_decks_that_are_refused(text: str, expected: str, box: Box) -> None:
    async with serving(box) as running, person(running, "alice") as alice:
        await post(running, alice, "deck", {"deckName": "mine", "deckContents": text})
        form = {"format": "open", "deckName": "mine", "tableDesc": "", "isPrivate": "false"}
        answer = await post(running, alice, "hall", form)
        assert "<error" in answer
        assert expected in answer


AGAINST_STEADY = {
    "format": "open",
    "deckName": LIGHT,
    "sampleDeck": "true",
    "tableDesc": "",
    "isPrivate": "false",
    "playVsAi": "true",
    "aiSkill": "steady",
    "aiDeckName": DARK,
}


async def test_garbage_from_one_client_leaves_the_others_alone(box: Box) -> None:
    async with serving(box) as running, person(running, "alice") as alice:
        await post(running, alice, "hall", AGAINST_STEADY)
        game = next(iter(running.games.values()))
        reader, writer = await asyncio.open_connection(*running.url.removeprefix("http://").split(":"))
        writer.write(b"\x00\xff garbage\r\n\r\n")
        assert b"400" in await reader.readline()
        writer.close()
        for wrong in ({"channelNumber": "x"}, {}, {"channelNumber": "0", "decisionId": "y"}):
            await post(running, alice, f"game/{game.id}", wrong)
        update = await alice.client.game(game.id).open()  # type: ignore[arg-type]
        assert update.events
        assert game.outcome is None


async def test_games_go_on_through_faults(box: Box, tmp_path: Path) -> None:
    """What breaks is told to the client; a restart loses the game and nothing else."""
    async with serving(box) as running, person(running, "alice") as alice:
        running.faults.on(Status(500, processed=True), path="/game/", answers=True, skip=5)
        running.faults.on(Restart(), path="/game/", answers=True, skip=40)
        await alice.match(AI, tmp_path, strategy=by_chance).run()
        assert not running.faults.left
    assert results(alice.ended) == {"unfinished"}


async def test_watchers_see_neither_hand(box: Box) -> None:
    async with serving(box) as running, person(running, "alice") as alice, person(running, "bob") as bob:
        await post(running, alice, "hall", AGAINST_STEADY)
        game = next(iter(running.games.values()))
        mine = alice.client.game(game.id)  # type: ignore[arg-type]
        await mine.open()
        for value in ("0", "temp0"):
            await mine.answer(value)
        watched = await bob.client.game(game.id).open()  # type: ignore[arg-type]
        zones = {getattr(event, "zone", None) for event in watched.events}
        assert "HAND" not in zones
        assert "LOCATIONS" in zones
