"""Everything that is asked of texts can be asked at every table of a recorded game."""

from pathlib import Path

import pytest
from recordings import sparing, updates

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex
from gemp_bot.effects import CardEffects
from gemp_bot.effects.drains import drain_needs, drain_needs_of, stopped_drains
from gemp_bot.effects.survival import lost_at_once
from gemp_bot.effects.tolls import turn_toll
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side
from gemp_bot.state import Table

GAMES = sorted((Path(__file__).parents[2] / "fixtures" / "games").glob("*.jsonl.gz"))
EVERY = 40
LORE = CardEffects(CardIndex.load())


def asked(board: Board, numbers: Numbers, side: Side) -> int:
    """Ask everything for a side; how many needs there are."""
    needs = [*LORE.flips.needs(board, side, numbers), *drain_needs(LORE, board, side, numbers)]
    for need in needs:
        assert need.number > 0
        assert not need.columns & need.counting
        assert need.columns | need.counting <= set(range(len(board.locations)))
        assert need.a_turn > 0 or need.drain_cost > 0
    assert stopped_drains(board, side, numbers) <= set(range(len(board.locations)))
    for place in board.locations:
        assert numbers.drain_cost(side, place) >= 0
        assert all(each >= 0 for each in numbers.drain_limits(side, place))
    faces = {card.facts.card.blueprint_id: card.facts for card in board.known.values() if card.facts.known}
    for facts in faces.values():
        supposed = CardInPlay.supposed(facts, side)
        numbers.may_play(supposed)
        drain_needs_of(LORE, supposed, board, side, numbers)
        LORE.flips.flipped(board, side, facts.card.blueprint_id, numbers)
        for place in (None, *board.locations[:2]):
            lost_at_once(board, facts, side, place, numbers)
    for card in board.active:
        turn_toll(numbers.scope(card))
    return len(needs)


@pytest.mark.parametrize("path", sparing(GAMES), ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_no_query_fails(path: Path) -> None:
    table = Table()
    tracker = BoardTracker(table, LORE.index)
    numbers = Numbers(tracker.board, LORE)
    for number, update in enumerate(updates(path)):
        table.apply(update)
        tracker.update()
        if number % EVERY == 0:
            for side in Side:
                asked(tracker.board, numbers, side)
