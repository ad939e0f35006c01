"""What cannot be on a table is found, and what the box leaves out is said."""

import pytest
from engine_tables import CANTINA, EISLEY, LUKE, RED_5, SANDCRAWLER, STORMTROOPER, TATOOINE, TROOPER, Stage

from gemp_bot.board.card import AttachedAs
from gemp_bot.effects import CardEffects
from gemp_bot.game.invariants import FaultyTableError, faults
from gemp_bot.game.rules_played import left_out, played
from gemp_bot.protocol.enums import Phase, Side, Zone


def test_a_table_set_by_hand_is_sound(stage: Stage) -> None:
    tatooine, cantina = stage.lay(TATOOINE, CANTINA)
    red = stage.put(RED_5, tatooine)
    stage.aboard(LUKE, red, AttachedAs.PILOT)
    stage.put(STORMTROOPER, cantina)
    assert faults(stage.state) == ()


def test_a_lost_card_and_a_doubled_card_are_found(stage: Stage) -> None:
    hand = stage.state.board.piles[Side.DARK][Zone.HAND]
    card = stage.new(STORMTROOPER)
    hand.cards = ()
    assert faults(stage.state) == (f"{card} is in 0 places", "80 cards and not 81")
    hand.cards = (card, card)
    assert faults(stage.state) == (f"{card} is in 2 places",)


def test_a_card_that_does_not_know_its_place_is_found(stage: Stage) -> None:
    card = stage.new(STORMTROOPER)
    card.zone = Zone.LOST_PILE
    assert faults(stage.state) == (f"{card} lies in the {Zone.HAND} of {Side.DARK}",)


def test_too_much_aboard_is_found(stage: Stage) -> None:
    (tatooine,) = stage.lay(TATOOINE)
    red = stage.put(RED_5, tatooine)
    stage.aboard(LUKE, red, AttachedAs.PILOT)
    trooper = stage.aboard(TROOPER, red, AttachedAs.PILOT)
    assert faults(stage.state) == (f"{red} has too much aboard", f"{trooper} is no pilot")


def test_a_card_where_it_can_never_be_is_found(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    crawler = stage.put(SANDCRAWLER, cantina)
    assert faults(stage.state) == (f"{crawler} is at {cantina.laid}",)


def test_two_of_one_persona_are_found(stage: Stage) -> None:
    (cantina,) = stage.lay(CANTINA)
    stage.put(LUKE, cantina)
    stage.put("3_3", cantina)
    assert faults(stage.state) == (f"Luke Skywalker is on table twice for {Side.LIGHT}",)


def test_columns_with_gaps_are_found(stage: Stage) -> None:
    stage.lay(CANTINA, EISLEY)
    stage.state.locations[1].column = 3
    assert faults(stage.state) == ("the columns have gaps",)


def test_a_checked_game_stops_at_a_fault(effects: CardEffects) -> None:
    stage = Stage(effects)
    stage.state.board.piles[Side.DARK][Zone.HAND].cards += (stage.state.card(80),)
    with pytest.raises(FaultyTableError, match="is in 2 places"):
        stage.engine.begin()


def test_what_is_played_and_left_out_is_said_in_short_lines() -> None:
    lines = (*played(), *left_out())
    assert all(line.endswith(".") and len(line) < 120 for line in lines)
    for phase in (Phase.ACTIVATE, Phase.CONTROL, Phase.DEPLOY, Phase.BATTLE, Phase.MOVE, Phase.DRAW):
        assert any(line.startswith(phase.display) for line in played())
    assert any("Interrupts" in line for line in left_out())
