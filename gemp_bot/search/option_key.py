"""An option of a menu, told so that it is the same on a server, in the engine and in every dealt world."""

from typing import Final, NamedTuple

from gemp_bot.board.board import Board
from gemp_bot.decisions import Option as AskedOption
from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.effects.offers import find_action
from gemp_bot.game.choices import OF_A_PILE, Option
from gemp_bot.protocol.ids import CardId

_BY_THE_RULES: Final = frozenset(
    {
        ActionKind.FORCE_DRAIN,
        ActionKind.INITIATE_BATTLE,
        ActionKind.INITIATE_ATTACK,
        ActionKind.MOVE_LANDSPEED,
        ActionKind.MOVE_HYPERSPEED,
        ActionKind.MOVE_SECTOR,
        ActionKind.LAND,
        ActionKind.TAKE_OFF,
        ActionKind.DOCKING_BAY_TRANSIT,
        ActionKind.SHUTTLE,
        ActionKind.EMBARK,
        ActionKind.DISEMBARK,
        ActionKind.SHIP_DOCK,
        ActionKind.MOVE_CAPACITY_SLOT,
        ActionKind.TRANSFER,
    }
)
"""What else hangs on a card in play is an action of its text."""


class OptionKey(NamedTuple):
    """What an option is.

    Attributes:
        kind: of a card's own action `UNKNOWN`.
        card: the card it hangs on; 0 where that is the top of a pile, whose ids differ.
        action: of a card's own action its place among them, -1 where that is not told; else -1.
    """

    kind: ActionKind
    card: int
    action: int = -1

    @property
    def of_text(self) -> bool:
        """Whether it is an action of a card's own text."""
        return self.kind is ActionKind.UNKNOWN


def key_of(option: Option) -> OptionKey:
    """The key of an option of the engine."""
    if option.action >= 0:
        return OptionKey(ActionKind.UNKNOWN, option.card, option.action)
    return OptionKey(option.kind, 0 if option.kind in OF_A_PILE else option.card)


def asked_key(option: AskedOption, board: Board) -> OptionKey:
    """The key of an option of a server.

    Args:
        option: of a menu of a phase.
        board: as the player who is asked may know it.
    """
    kind, number = option.kind or ActionKind.UNKNOWN, option.card_id or CardId(0)
    known = board.known.get(number)
    if kind in OF_A_PILE and known is None:
        return OptionKey(kind, 0)
    if kind in _BY_THE_RULES or (kind is ActionKind.DEPLOY and known is not None and known.in_hand):
        return OptionKey(kind, number)
    action = None if known is None else find_action(known.facts, option.text, response=False)
    place = -1 if known is None or action is None else known.facts.text.actions.index(action)
    return OptionKey(ActionKind.UNKNOWN, number, place)
