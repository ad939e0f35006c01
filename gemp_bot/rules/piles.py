"""The piles of one player and what moves between them (sections 3, 6 and 28)."""

import msgspec

from gemp_bot.rules.mark import rule


class Piles(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards lie where, for one player.

    Attributes:
        hand: cards in hand.
        reserve: the Reserve Deck.
        force: the Force Pile.
        used: the Used Pile.
        lost: the Lost Pile.
        unresolved: destiny cards that are drawn and not yet put away.
        sabacc: cards of a sabacc hand.
    """

    hand: int = 0
    reserve: int = 0
    force: int = 0
    used: int = 0
    lost: int = 0
    unresolved: int = 0
    sabacc: int = 0


@rule("3.1", "Life force")
def life_force(piles: Piles) -> int:
    """How much life force is left: hand, table and Lost Pile are none. Rules 3."""
    return piles.reserve + piles.force + piles.used + piles.unresolved + piles.sabacc


@rule("3.2", "Whether the game is lost")
def is_lost(piles: Piles) -> bool:
    """Whether a player has lost: no life force is left. Rules 3."""
    return life_force(piles) <= 0


@rule("3.5", "Using Force")
def used(piles: Piles, count: int) -> Piles:
    """Cards from the Force Pile to the Used Pile. Rules 3.

    Raises:
        ValueError: there is not so much Force.
    """
    if count > piles.force:
        raise ValueError(f"{count} Force to use and only {piles.force} there")
    return msgspec.structs.replace(piles, force=piles.force - count, used=piles.used + count)


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """From where lost Force is taken.

    Attributes:
        hand, reserve, force, used, unresolved: how many cards from there.
    """

    hand: int = 0
    reserve: int = 0
    force: int = 0
    used: int = 0
    unresolved: int = 0

    @property
    def total(self) -> int:
        """All these cards."""
        return self.hand + self.reserve + self.force + self.used + self.unresolved


@rule("6.1", "Where lost Force may come from")
def loss_sources(piles: Piles) -> Loss:
    """The most that may be lost from each place. Rules 6."""
    return Loss(
        hand=piles.hand,
        reserve=piles.reserve,
        force=piles.force,
        used=piles.used,
        unresolved=piles.unresolved,
    )


@rule("6.2", "How much can be lost at all")
def loss_due(piles: Piles, amount: int) -> int:
    """What must be lost of an amount: no more than there is. Rules 6."""
    return max(0, min(amount, loss_sources(piles).total))
