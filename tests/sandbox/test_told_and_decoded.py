"""A game that is told in typed events is the same one as over the bytes: answers, updates, tables."""

from copy import copy
from random import Random

import pytest

from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, Observer
from gemp_bot.sandbox.server.event_xml import update_node
from gemp_bot.sandbox.server.game import ServedChannel, ServedGame
from gemp_bot.sandbox.server.xml import document
from gemp_bot.state import Table

pytestmark = pytest.mark.usefixtures("small_decks")

NAMES = ("vader", "luke")
MOST = 500
"""So many answers of a game are compared."""
GAMES = [
    ("random", 1, ("Walkers of Hoth", "Rebels of Tatooine")),
    pytest.param("random", 2, ("Star Destroyers", "Rebel fleet"), marks=pytest.mark.long),
    pytest.param("random", 3, ("Hunters of Jabba", "Army of Naboo"), marks=pytest.mark.long),
    ("steady", 1, ("Star Destroyers", "Rebels of Tatooine")),
    ("strong", 1, ("Walkers of Hoth", "Army of Naboo")),
]


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


class Compared(ServedGame):
    """A game that holds every update it tells against what a client decodes of its bytes."""

    told = 0

    def open(self, player: str, *, inside: bool = False) -> GameUpdate:
        return self.held(super().open(player, inside=inside))

    def update(self, channel: ServedChannel) -> GameUpdate:
        return self.held(super().update(channel))

    def held(self, update: GameUpdate) -> GameUpdate:
        decoder = GameDecoder()
        decoded = decoder.decode(document(update_node(update)))
        assert decoded == update
        assert repr(decoded) == repr(update), "of the same types, too"
        assert not decoder.unknown
        self.told += len(update.events)
        return update


def state(table: Table) -> dict[str, object]:
    """Everything a table holds, its log as a fingerprint; columns by the location that lies there."""
    data = table._board
    found = {
        name: copy(getattr(data, name))
        for name in data.__slots__
        if name not in ("columns", "places", "messages")
    }
    found["columns"] = [column.location for column in data.columns]
    found["places"] = [(card, column.location) for card, column in data.places.items()]
    found["order"] = [*data.cards]
    return found


def played(
    box: Box, strategy: str, seed: int, decks: tuple[str, str], observe: Observer | None
) -> tuple[list[tuple[str, str, list[dict[str, object]]]], ServedGame]:
    """Every answer with both tables behind it, and the game."""
    texts = [box.decks[name].text for name in decks]
    script = box.game(texts[0], texts[1], seed)
    kind = ServedGame if observe else Compared
    game = kind("g", NAMES, script, now=lambda: 0.0, random=Random(seed))
    players = [
        InProcessPlayer(game, name, box.strategy_runner(strategy, seed, deck), box.catalogue, observe=observe)
        for name, deck in zip(NAMES, texts, strict=True)
    ]
    found = []
    answer = game.answer

    def noted(player: str, number: int, value: str | None, *, reject: bool = False) -> object:
        found.append((player, value or "", [state(one.table) for one in players]))
        return answer(player, number, value, reject=reject)

    game.answer = noted  # type: ignore[method-assign, assignment]
    while len(found) < MOST and any([player.step() for player in players]):  # noqa: C419 - each steps
        pass
    return found, game


@pytest.mark.parametrize(("strategy", "seed", "decks"), GAMES)
def test_typed_events_and_bytes_give_the_same_game(
    box: Box, strategy: str, seed: int, decks: tuple[str, str]
) -> None:
    typed, game = played(box, strategy, seed, decks, None)
    read, other = played(box, strategy, seed, decks, lambda _: None)
    assert len(typed) == len(read) > 200
    for number, (mine, theirs) in enumerate(zip(typed, read, strict=True)):
        assert mine == theirs, f"answer {number}"
    assert game.outcome == other.outcome
    assert isinstance(game, Compared)
    assert game.told > 1000
