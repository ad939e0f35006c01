"""The board as it truly is: copies share nothing, every change counts."""

from random import Random

import pytest
from board_parts import parts, whole

from gemp_bot.board.board import Board
from gemp_bot.board.card import HELD, AttachedAs
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine
from gemp_bot.game.players import RandomPlayer
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.sandbox.deck_files import shipped_decks


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    """Boards of a few games under way."""
    effects, found = CardEffects(), []
    for seed in range(3):
        chance = Random(seed)
        decks = {
            deck.side: [card.blueprint_id for card in deck.cards] for deck in shipped_decks(effects.index)
        }
        engine = Engine(decks, seed, effects=effects)
        player = RandomPlayer(chance)
        engine.begin()
        for _ in range(250):
            assert engine.choice is not None
            engine.step(player.answer(engine.choice))
        assert len(list(engine.state.at_table())) > 3
        found.append(engine.state.board)
    return found


def disturb(board: Board, random: Random) -> None:
    """Do something to a board by chance."""
    card = random.choice([card for card in board.known.values() if card.zone not in _FIXED])
    location = random.choice(board.locations)
    carriers = [each for each in location.cards if each.facts.carrier and each is not card]
    match random.randrange(6):
        case 0 if not card.attached:
            board.to_pile(card, random.choice(HELD), bottom=random.random() < 0.5)
        case 1 if carriers and not card.attached and not card.facts.worn:
            board.attach(card, random.choice(carriers), AttachedAs.PASSENGER)
        case 2:
            card.hit = not card.hit
        case 3:
            board.recirculate(random.choice(list(Side)))
        case 4:
            board.turn = board.me = (board.turn or Side.DARK).other
        case _:
            board.stand(card, location)


_FIXED = frozenset({Zone.LOCATIONS, Zone.CONVERTED_LOCATIONS})


@pytest.mark.parametrize("seed", range(10))
def test_a_copy_is_equal_and_shares_nothing_that_can_change(boards: list[Board], seed: int) -> None:
    random = Random(seed)
    board = random.choice(boards)
    before, copy = whole(board), board.copy()
    assert whole(copy) == before
    assert not {id(part) for part in parts(copy)} & {id(part) for part in parts(board)}
    for _ in range(5):
        disturb(copy, random)
    assert whole(board) == before


def test_every_attribute_that_is_set_counts(boards: list[Board]) -> None:
    board = boards[0].copy()
    numbers = {board.changes}
    for part in list(parts(board)):
        for name, value in list(vars(part).items()):
            if not name.startswith("_") and name != "icons":
                setattr(part, name, object())
                assert board.changes not in numbers, (part, name)
                numbers.add(board.changes)
                vars(part)[name] = value


def test_what_moves_among_piles_changes_nothing_in_play(boards: list[Board]) -> None:
    board = boards[0].copy()
    reserve = board.piles[Side.LIGHT][Zone.RESERVE_DECK].cards
    changes, version = board.changes, board.version
    board.to_pile(reserve[-1], Zone.FORCE_PILE)
    board.to_pile(reserve[-1], Zone.USED_PILE)
    assert board.recirculate(Side.LIGHT)
    assert board.version == version
    assert board.changes > changes
    card = next(card for card in reserve if card.fights)
    board.stand(card, board.locations[0])
    there = board.version
    assert there != version
    board.to_pile(card, Zone.LOST_PILE)
    assert board.version not in (version, there)
