"""Toy games: whole games of random legal answers, decoded by our own decoder, ended, repeatable."""

import asyncio
import random

import aiohttp
import pytest
from fakes.server import FakeGemp
from fakes.server_table import ServerTable
from fakes.toy import ToyScript
from raw_client import Enter, Raw, last_question, legal

from gemp_bot.protocol.events import AnyEvent, Message, Warned
from gemp_bot.sandbox.server.event_xml import event_node
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.questions import pick


async def play(raw: Raw, game: ServedGame, seed: int) -> list[AnyEvent]:
    """Play to the end; the events as they came."""
    rng = random.Random(seed)
    got = await raw.open(game)
    seen: list[AnyEvent] = []
    for _ in range(5_000):
        update = raw.decoder.decode(got.body)
        seen += update.events
        assert not any(isinstance(event, Warned) for event in update.events)
        lines = [event.message for event in update.events if isinstance(event, Message)]
        if any("is the winner due to" in line for line in lines):
            return seen
        decision = last_question(update)
        got = await (raw.poll() if decision is None else raw.answer(legal(decision, rng)))
        assert got.status == 200
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", range(8))
async def test_a_game_against_the_server(seed: int, server: FakeGemp, enter: Enter) -> None:
    alice = await enter("alice")
    script = ToyScript(seed)
    game = server.start_game("alice", "~Rando_Cal", script, bots=frozenset({"~Rando_Cal"}))
    seen = await play(alice, game, seed)
    assert not alice.decoder.unknown
    assert game.outcome is not None
    assert game.outcome.winner is not None
    # What alice was told, applied in order, is what a snapshot shows her now.
    table = ServerTable(game.players)
    for event in seen:
        table.apply(event)
    shown = alice.decoder.decode((await alice.open(game)).body).events
    assert tuple(table.snapshot("alice")) == shown[: len(table.snapshot("alice"))]


@pytest.mark.parametrize("seed", range(3))
async def test_a_game_between_two(seed: int, server: FakeGemp, enter: Enter) -> None:
    alice, bob = await enter("alice"), await enter("bob")
    game = server.start_game("bob", "alice", ToyScript(seed, length=25))
    await asyncio.gather(play(alice, game, seed), play(bob, game, seed + 1))
    assert not alice.decoder.unknown
    assert not bob.decoder.unknown


async def test_the_same_seed_is_the_same_game(session: aiohttp.ClientSession) -> None:
    async def once() -> list[AnyEvent]:
        async with FakeGemp(seed=3, idle_seconds=0.0) as server:
            alice = Raw(server, session)
            await alice.login("alice")
            bots = frozenset({"~Rando_Cal"})
            game = server.start_game("alice", "~Rando_Cal", ToyScript(7), bots=bots)
            return await play(alice, game, 7)

    assert await once() == await once()


def test_all_shapes_come_up() -> None:
    """Without HTTP: two players who answer what the server's own bots would."""
    codes: set[str] = set()
    kinds: set[str] = set()
    for seed in range(8):
        rng = random.Random(seed)
        game = ServedGame("g", ("bob", "alice"), ToyScript(seed, 60), now=float, random=rng)
        game.open("alice")
        channel = next(channel for _, channel in game.channels)
        while game.outcome is None:
            name, question = next(iter(game.pending.items()))
            reverts = question.revert and rng.random() < 0.2
            game.answer(name, 1, "revert" if reverts else pick(question, rng))
            for event in channel.take():
                told = event_node(event)
                codes.add(told.code)
                kinds.add(told.attrs.get("decisionType", ""))
    assert kinds == {
        "", "CARD_ACTION_CHOICE", "ACTION_CHOICE", "CARD_SELECTION", "ARBITRARY_CARDS",
        "MULTIPLE_CHOICE", "INTEGER",
    }  # fmt: skip
    assert {
        "TC", "GPC", "PCIP", "P", "PCIPAR", "RCIP", "MCIP", "RCFP", "RLFP", "ROCIP", "FCIP", "TCO",
        "SB", "ATB", "RFB", "EB", "M", "GS", "CAC", "IP", "DD", "CA", "D",
        "SA", "EA", "SD", "ED", "SLC", "ELC", "SS", "RSH", "ES",
    } <= codes  # fmt: skip
