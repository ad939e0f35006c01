"""Whom a played Interrupt bars from moves and battles until the turn ends, as events tell it."""

from typing import Any

import pytest
from made_table import ME, THEM, MadeTable, action, card, character, effect, site, standing, term
from whole_board import whole

from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardType
from gemp_bot.cards.texts import Moment
from gemp_bot.effects.changes import Quantity
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId, PlayerName

PROMPT = "Prevent it from battling or moving"
BARS = effect("may_not_move_or_battle_until_end_of_turn", target_cards="$target1")
HOLDS = effect("may_not_move_until_end_of_turn", target_card="$target1")
HERO = character(1, "Hero")
CAVE = site(4, "Cave")
BARRIER = card(6, "Barrier", CardType.INTERRUPT, Side.DARK, action(PROMPT, BARS, moment=Moment.AFTER))
HALT = card(7, "Halt", CardType.INTERRUPT, Side.DARK, action(PROMPT, HOLDS))
EITHER = card(8, "Either", CardType.INTERRUPT, Side.DARK, action(PROMPT, BARS), action("", term("draw")))
SILENCE = card(
    9, "Silence", CardType.EFFECT, Side.DARK, standing("cancels_game_text", who=term("type", type="rebel"))
)
PLAYED = CardId(90)


class Made(MadeTable):
    """Our Hero at a site, and an Interrupt of theirs that is played on him."""

    def __init__(self) -> None:
        super().__init__(HERO, CAVE, BARRIER, HALT, EITHER, SILENCE)
        self.place_there(CAVE)
        self.hero = self.put(HERO)
        self.tracker = BoardTracker(self.table, self.lore.index)
        self.numbers_now = Numbers(self.tracker.board, self.lore)

    def announce(self, face: Any = BARRIER) -> None:
        """It is played: it may still be canceled."""
        event = {
            "card_id": PLAYED, "blueprint_id": face.blueprint_id, "zone": Zone.VOID, "zone_owner_id": THEM,
            "participant_id": THEM,
        }  # fmt: skip
        self.table.apply_event(e.Message(message="They play it"))
        self.table.apply_event(e.CardShown(**event))
        self._affects = e.CardAffects(**event, other_card_ids=CardIds((self.hero,)))
        self.table.apply_event(self._affects)
        self.table.apply_event(self._affects)

    def come_about(self) -> None:
        """Nobody canceled it."""
        self.table.apply_event(e.Message(message="Hero may not move or battle until end of the turn"))
        self.table.apply_event(self._affects)

    def turn_of(self, player: PlayerName) -> None:
        self.table.apply_event(e.TurnChanged(participant_id=player))

    @property
    def barred(self) -> tuple[bool, bool]:
        """Whether he may not fight, and may not move."""
        self.tracker.update()
        hero = self.tracker.board.known[self.hero]
        return not self.numbers_now.may_fight(hero), self.numbers_now.cannot_move(hero)


def test_who_is_barred_does_not_fight_or_move_until_the_turn_ends() -> None:
    made = Made()
    made.announce()
    assert made.barred == (False, False), "it may still be canceled"
    made.come_about()
    assert made.barred == (True, True)
    assert whole(made.tracker.board) == whole(made.board())
    assert len(made.board().lasting) == len(made.tracker.board.lasting) == 2
    made.turn_of(THEM)
    assert made.barred == (False, False)
    made.turn_of(ME)
    assert made.barred == (False, False)


def test_what_is_canceled_bars_nobody() -> None:
    made = Made()
    made.announce()
    made.table.apply_event(e.Message(message="We cancel it"))
    made.table.apply_event(e.CardsRemoved(other_card_ids=CardIds((PLAYED,))))
    assert made.barred == (False, False)


@pytest.mark.parametrize(
    ("face", "barred"), [(HALT, (False, True)), (EITHER, (False, False))], ids=["moves only", "one of two"]
)
def test_it_is_read_from_what_the_card_does(face: Any, barred: tuple[bool, bool]) -> None:
    """Of an Interrupt that can do several things no event tells which of them it does."""
    made = Made()
    made.announce(face)
    made.come_about()
    assert made.barred == barred


def test_who_has_lost_his_text_stays_barred() -> None:
    made = Made()
    made.announce()
    made.come_about()
    made.put(SILENCE, Zone.SIDE_OF_TABLE)
    assert made.barred == (True, True)
    assert made.tracker.board.known[made.hero] in made.numbers_now.silent()
    assert made.numbers_now.is_told(made.tracker.board.known[made.hero], Quantity.NO_FIGHT)
