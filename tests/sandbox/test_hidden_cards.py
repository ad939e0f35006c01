"""Nothing a seat holds leads to what the box knows of the other seat's hidden cards."""

import gc
import re
import types
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from gemp_bot.board.card import CardInPlay
from gemp_bot.game.state import State
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.strategy import StrategyRunner, make_strategy

NAMES = ("vader", "luke")
MARK = "777_"
STEPS = 250
HIDDEN = frozenset({Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.HAND})
_OPAQUE = (types.ModuleType, type, types.FrameType)


def reachable(*roots: object) -> Iterator[object]:
    """Everything that can be reached without going through a module or a class."""
    waiting: list[object] = list(roots)
    known: dict[int, object] = {}
    while waiting:
        thing = waiting.pop()
        if id(thing) in known or isinstance(thing, _OPAQUE):
            continue
        known[id(thing)] = thing
        yield thing
        if isinstance(thing, types.FunctionType):
            waiting += [thing.__closure__, thing.__defaults__, thing.__kwdefaults__]
        elif isinstance(thing, msgspec.Struct):
            waiting += [getattr(thing, name) for name in thing.__struct_fields__]
        else:
            waiting += gc.get_referents(thing)


def texts(*roots: object) -> Iterator[str]:
    for thing in reachable(*roots):
        if isinstance(thing, str):
            yield thing
        elif isinstance(thing, bytes | bytearray):
            yield thing.decode("utf-8", "replace")


@pytest.mark.parametrize("strategies", [("strong", "steady"), ("steady", "strong")])
def test_no_seat_ever_holds_a_card_that_stayed_hidden(
    strategies: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other card of both decks has an id of its own that exists nowhere else."""
    box = Box()
    decks: dict[Side, str] = {}
    for number, deck in enumerate(box.decks[name] for name in sorted(box.decks)):
        if deck.side not in decks:
            ids = deck.text.split("|")[0].split(",")
            marked = [f"{MARK}{number}{at}" if at % 2 else card for at, card in enumerate(ids)]
            decks[deck.side] = ",".join(marked) + "|"
    shown: set[str] = set()
    to_pile = State.to_pile

    def noted(state: State, card: CardInPlay, zone: Zone, *, bottom: bool = False) -> None:
        to_pile(state, card, zone, bottom=bottom)
        if zone not in HIDDEN:
            shown.add(card.card.blueprint_id)

    monkeypatch.setattr(State, "to_pile", noted)
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], 5)
    game = ServedGame("g", NAMES, script, now=float, random=Random(5))
    bodies: dict[str, list[str]] = {name: [] for name in NAMES}
    runners, players = [], []
    for name, strategy in zip(NAMES, strategies, strict=True):
        runner = StrategyRunner(make_strategy(strategy, 1, index=box.index))
        observe = bodies[name].append
        player = InProcessPlayer(
            game, name, runner, box.catalogue, observe=lambda one, to=observe: to(one.body)
        )
        runners.append(runner)
        players.append(player)
    for _ in range(STEPS):
        assert any([player.step() for player in players])  # noqa: C419 - each of them steps
    board = script.engine().state.board
    for side, runner, player in zip((Side.DARK, Side.LIGHT), runners, players, strict=True):
        theirs = {card.card.blueprint_id for card in board.known.values() if card.side is not side}
        secret = {card for card in theirs if card.startswith(MARK)} - shown
        assert len(secret) >= 10, "else the game shows nothing"
        assert secret <= set(texts(board)), "the walk finds them where they are"
        held = [text for text in texts(runner, player.table, player.decoder) if MARK in text]
        told = [text for text in bodies[player.player] if MARK in text]
        assert told, "what is public is found"
        found = set(re.findall(MARK + "[0-9]+", " ".join((*held, *told))))
        assert not found & secret
        truth = {id(part) for part in (board, *board.known.values(), *board.locations)}
        assert not any(id(thing) in truth for thing in reachable(runner, player.table, player.decoder))
