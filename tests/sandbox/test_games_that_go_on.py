"""A game in the box that goes on from the middle: its players are told how it stands, and play on."""

from random import Random

import pytest

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.game import Engine, Menu
from gemp_bot.game.players import RandomPlayer
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.strategy import StrategyRunner, make_strategy

NAMES = {Side.DARK: "vader", Side.LIGHT: "luke"}
SIZED = (Zone.HAND, Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.LOST_PILE)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


def in_the_middle(box: Box, seed: int) -> Engine:
    """A game at a deploy menu of its seventh turn or a later one."""
    decks = {side: next(deck for deck in box.decks.values() if deck.side is side) for side in Side}
    script = box.game(decks[Side.DARK].text, decks[Side.LIGHT].text, seed)
    engine, player = script.engine(), RandomPlayer(Random(seed))
    engine.begin()
    while engine.state.turn < 7 or engine.state.phase is not Phase.DEPLOY or not _at_menu(engine):
        assert engine.choice is not None
        engine.step(player.answer(engine.choice))
    return engine


def _at_menu(engine: Engine) -> bool:
    return isinstance(engine.choice, Menu) and engine.choice.prompt is PromptKind.PHASE_ACTION


@pytest.mark.parametrize("seed", range(4))
def test_its_players_are_told_the_table_as_it_stands_and_play_to_the_end(box: Box, seed: int) -> None:
    engine = in_the_middle(box, seed)
    state = engine.state
    before = {card.id: (card.zone, card.host, card.location) for card in state.cards.values()}
    script = EngineScript({}, seed, effects=box.effects, start=engine)
    game = ServedGame(
        "g", (NAMES[Side.DARK], NAMES[Side.LIGHT]), script, now=lambda: 0.0, random=Random(seed)
    )
    players = {}
    for side, name in NAMES.items():
        runner = StrategyRunner(make_strategy("random", seed), rule=make_strategy("steady", 0))
        players[side] = InProcessPlayer(game, name, runner, box.catalogue)
        players[side].step()  # "Select OK to start game"
    for side, player in players.items():
        player.catch_up()
        table = player.table
        assert (table.turn, table.phase) == (state.turns[state.active], state.phase)
        assert table.turn_player == NAMES[state.active]
        seen = BoardTracker(table, box.index).board
        for each in Side:
            told = {zone: seen.piles[each][zone].size for zone in SIZED}
            assert told == {zone: len(state.pile(each, zone)) for zone in SIZED}
        assert {card.id for card in seen.piles[side][Zone.HAND].cards} == {
            card.id for card in state.hand(side)
        }
        for shown, there in zip(seen.locations, state.locations, strict=True):
            assert shown.laid.id == there.laid.id
            assert {card.id: card.host and card.host.id for card in shown.cards} == {
                card.id: card.host and card.host.id for card in there.cards
            }
    play_out(list(players.values()))
    assert game.outcome is not None
    assert not any(player.warnings for player in players.values())
    assert before == {card.id: (card.zone, card.host, card.location) for card in state.cards.values()}
