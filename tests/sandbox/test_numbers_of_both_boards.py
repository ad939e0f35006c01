"""At every question of games in the box every number of the true board is what each seat's own board says."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from every_number import Found, of_card, of_location, of_side
from wire_games import DARK, LIGHT, ByChance

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardType
from gemp_bot.game import Settings, Windows
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.table_view import TableView
from gemp_bot.sandbox.server.xml import Node, document, node
from gemp_bot.state import Table

SEATS = {DARK: Side.DARK, LIGHT: Side.LIGHT}
DECK = (
    (CardType.LOCATION, 10),
    (CardType.CHARACTER, 28),
    (CardType.STARSHIP, 8),
    (CardType.VEHICLE, 7),
    (CardType.WEAPON, 7),
)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box(settings=Settings(checked=False, windows=Windows.USEFUL))


def deck(box: Box, side: Side, random: Random) -> list[str]:
    """Sixty cards of one side by chance, of those whose texts change numbers."""
    known = box.index.derived(CardFactsCache)
    faces = [
        card
        for card in box.index
        if card.side is side and not card.is_back and box.effects.changes(known.of(card))
    ]
    return [
        card.blueprint_id
        for kind, count in DECK
        for card in random.choices([each for each in faces if each.type == kind], k=count)
    ]


class Seat:
    """What a player makes of what he is told."""

    def __init__(self, box: Box) -> None:
        self.table, self._decoder, self._began = Table(), GameDecoder(), False
        self._tracker = BoardTracker(self.table, box.index)
        self.board = self._tracker.board
        self.numbers = Numbers(self.board, box.effects)

    def hear(self, nodes: list[Node]) -> None:
        body = document(node("update" if self._began else "gameState", *nodes, node("clocks"), cn=0))
        self._began = True
        self.table.apply(self._decoder.decode(body))
        self._tracker.update()


def compared(
    board: Board, numbers: Numbers, seat: Seat, side: Side, faces: TableView
) -> Iterator[tuple[object, Found, Found]]:
    """Each card, location and player with the numbers of both boards that the seat can know."""
    for card in board.cards.values():
        if card.in_hand and card.side is not side:
            continue  # nobody sees the hand of the other
        yield card, of_card(numbers, card), of_card(seat.numbers, seat.board.known[faces.number(card.id)])
    for location, same in zip(board.locations, seat.board.locations, strict=True):
        yield location.title, of_location(numbers, location), of_location(seat.numbers, same)
    for each in Side:
        yield each, of_side(numbers, each), of_side(seat.numbers, each)


def watch(box: Box, seed: int, most: int) -> Counter[str]:
    """Play a game and compare; how many numbers, and how many of them are not the printed ones."""
    random = Random(seed)
    play = ByChance(box, seed, cards={side: deck(box, side, random) for side in Side})
    seats = {name: Seat(box) for name in SEATS}
    looked, found = dict.fromkeys(SEATS, (-1, -1)), Counter[str]()
    for number, _ in enumerate(play.steps(most)):
        engine, faces = play.course.engine, play.course.view
        board, numbers = engine.state.board, engine.numbers
        for name, seat in seats.items():
            seat.hear(play.told[name])
            now = board.changes, seat.board.changes
            if not engine.state.turn or looked[name] == now:
                continue
            looked[name] = now
            for which, true, seen in compared(board, numbers, seat, SEATS[name], faces):
                assert seen == true, f"{name} at question {number}: {which}"
                found["all"] += len(true)
                if isinstance(which, CardInPlay) and not which.in_hand:
                    found["power"] += true.get("power", which.facts.power) != which.facts.power
                    found["immune"] += true["immune below"] != 0
                    found["destinies"] += true["destinies in battle"] != (0, 0)
    return found


def test_every_number_of_every_card_and_location(box: Box) -> None:
    found = sum((watch(box, seed, 280) for seed in (105, 118)), Counter[str]())
    assert found["all"] > 20_000
    assert min(found[what] for what in ("power", "immune", "destinies")) > 20, found


@pytest.mark.long
@pytest.mark.parametrize("seed", range(110, 116))
def test_every_number_of_whole_games(seed: int, box: Box) -> None:
    assert watch(box, seed, 100_000)["all"]
