"""A battle as it is shown: who took part, what was drawn, what it cost. Units as in `view.model`."""

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.view.names import NamedCard, Why


class Destiny(msgspec.Struct, frozen=True, omit_defaults=True):
    """A destiny that was drawn.

    Attributes:
        side: who drew.
        card: what was drawn.
        value: as printed, before texts change it; None for a card with no plain number.
        what: as the server calls it: `battle destiny`, `weapon destiny`.
    """

    side: Side
    card: NamedCard
    value: float | None = None
    what: str = ""


class BattleSide(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a battle.

    Attributes:
        cards: who takes part, those that joined or left it later included.
        power: total power before battle destiny; None before it is known.
        total: total power with battle destiny (rules 7.4); None if the battle never came to that.
        attrition: against this side when the damage segment began. damage: battle damage, the same.
        forfeited: its cards that were forfeited.
        fallen: its cards that left the table otherwise.
        lost: units of Force it lost during the battle. from_hand: how many of them were cards of the hand.
    """

    side: Side
    cards: tuple[NamedCard, ...] = ()
    power: float | None = None
    total: float | None = None
    attrition: float = 0.0
    damage: float = 0.0
    forfeited: tuple[NamedCard, ...] = ()
    fallen: tuple[NamedCard, ...] = ()
    lost: int = 0
    from_hand: int = 0


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle, as far as it has come.

    Attributes:
        number: of the battle in this game, from 1.
        began: who initiated it; None for one that was under way when the game was opened.
        destinies: battle destinies, in order.
        why: why it was initiated, with what was expected of it; None where no verdict tells.
        over: it has ended.
    """

    number: int
    location: NamedCard | None
    dark: BattleSide
    light: BattleSide
    began: Side | None = None
    destinies: tuple[Destiny, ...] = ()
    why: Why | None = None
    over: bool = False

    def of(self, side: Side) -> BattleSide:
        """One side of it."""
        return self.dark if side is Side.DARK else self.light

    @property
    def winner(self) -> Side | None:
        """Who had more power; None for a tie, and if power was never totalled."""
        dark, light = self.dark.total, self.light.total
        if dark is None or light is None or dark == light:
            return None
        return Side.DARK if dark > light else Side.LIGHT
