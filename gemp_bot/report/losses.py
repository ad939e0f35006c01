"""What Force drains, battles and all else took from both players, turn by turn."""

from collections.abc import Iterable

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.view.model import Deed, DeedKind


class Losses(msgspec.Struct, frozen=True):
    """Force that a player lost, by its cause.

    Attributes:
        battles: Force lost as battle damage; cards that were forfeited are not counted.
        other: to texts of cards, by choice, and what cannot be told.
    """

    drains: float = 0.0
    battles: float = 0.0
    other: float = 0.0

    @property
    def all(self) -> float:
        """To all causes."""
        return self.drains + self.battles + self.other

    def __add__(self, more: "Losses") -> "Losses":
        return Losses(self.drains + more.drains, self.battles + more.battles, self.other + more.other)


class TurnLosses(msgspec.Struct, frozen=True):
    """What both players lost in a turn.

    Attributes:
        turn: number of the player's own turn. whose: the player.
    """

    turn: int
    whose: Side
    dark: Losses
    light: Losses

    def of(self, side: Side) -> Losses:
        """What a player lost in it."""
        return self.dark if side is Side.DARK else self.light


def losses_of(deeds: Iterable[Deed], side: Side) -> Losses:
    """What a player lost by what came about."""
    lost = drains = battles = 0.0
    for deed in deeds:
        if deed.kind is DeedKind.LOST and deed.side is side:
            lost += deed.amount or 0
        elif deed.kind is DeedKind.DRAINED and deed.side is side.other:
            drains += deed.amount or 0
        elif deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None:
            battles += (deed.battle.dark if side is Side.DARK else deed.battle.light).lost
    return Losses(drains, battles, max(lost - drains - battles, 0.0))
