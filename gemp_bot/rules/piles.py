"""The piles of one player and what moves between them (sections 3, 6 and 28)."""

from collections.abc import Sequence

import msgspec

from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.values import Modifier, modified


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

    @property
    def total(self) -> int:
        """All these cards."""
        return self.hand + self.reserve + self.force + self.used + self.lost + self.unresolved + self.sabacc


@rule("3.1", "Life Force")
def life_force(piles: Piles) -> int:
    """How much life Force is left: hand, table and Lost Pile are none. Rules 3."""
    return piles.reserve + piles.force + piles.used + piles.unresolved + piles.sabacc


@rule("3.2", "Whether the game is lost")
def is_lost(piles: Piles) -> bool:
    """Whether a player has lost: no life Force is left. Rules 3."""
    return life_force(piles) <= 0


@rule("3.3", "Re-circulation")
def recirculated(piles: Piles) -> Piles:
    """The piles of either player after the end of any turn. Rules 3."""
    return msgspec.structs.replace(piles, reserve=piles.reserve + piles.used, used=0)


@rule("3.4", "Activating Force")
def activated(piles: Piles, count: int) -> Piles:
    """Cards from the Reserve Deck to the Force Pile, as far as there are any. Rules 3."""
    count = min(count, piles.reserve)
    return msgspec.structs.replace(piles, reserve=piles.reserve - count, force=piles.force + count)


@rule("3.5", "Using Force")
def used(piles: Piles, count: int) -> Piles:
    """Cards from the Force Pile to the Used Pile. Rules 3.

    Raises:
        ValueError: there is not so much Force.
    """
    if count > piles.force:
        raise ValueError(f"{count} Force to use and only {piles.force} there")
    return msgspec.structs.replace(piles, force=piles.force - count, used=piles.used + count)


@rule("3.6", "Retrieving Force")
def retrieved(piles: Piles, count: int) -> Piles:
    """Cards from the Lost Pile to the Used Pile, as far as there are any. Rules 3."""
    count = min(count, piles.lost)
    return msgspec.structs.replace(piles, lost=piles.lost - count, used=piles.used + count)


@rule("3.7", "Drawing into hand")
def drawn(piles: Piles, count: int) -> Piles:
    """Cards from the Force Pile into the hand, as far as there are any. Rules 3 and 25."""
    count = min(count, piles.force)
    return msgspec.structs.replace(piles, force=piles.force - count, hand=piles.hand + count)


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


@rule("6.3", "Loss from a named place: there first, the rest from anywhere")
def loss_split(amount: int, there: int) -> tuple[int, int]:
    """How much of a loss comes from the named place, and how much from anywhere. Rules 6."""
    first = max(0, min(amount, there))
    return first, max(0, amount - first)


@rule("6.4", "What lessens a loss of Force leaves a loss of named cards alone")
def reduced_loss(amount: float, reductions: Sequence[Modifier], *, named_cards: bool = False) -> float:
    """A loss after what lessens it, which works on Force and not on particular cards. Rules 6."""
    return amount if named_cards else modified(amount, reductions)


@rule("6.5", "Whether a choice pays a loss")
def loss_refusals(piles: Piles, amount: int, choice: Loss, *, first_from_hand: bool = False) -> Refusals:
    """Whether cards may be chosen so to pay a loss. Rules 6.

    Args:
        piles: what there is.
        amount: Force to lose.
        choice: what is to be lost.
        first_from_hand: a card says that the hand pays first.
    """
    most = loss_sources(piles)
    return (
        *refuse(
            "6.1",
            "there are not so many cards",
            any(
                not 0 <= chosen <= limit
                for chosen, limit in zip(
                    msgspec.structs.astuple(choice), msgspec.structs.astuple(most), strict=True
                )
            ),
        ),
        *refuse("6.2", "not what is due", choice.total != loss_due(piles, amount)),
        *refuse(
            "6.3",
            "the named place pays first",
            first_from_hand and choice.hand < loss_split(amount, piles.hand)[0],
        ),
    )


@rule("6.6", "Piles after a loss")
def after_loss(piles: Piles, choice: Loss) -> Piles:
    """Everything that is lost goes to the Lost Pile. Rules 6."""
    return msgspec.structs.replace(
        piles,
        hand=piles.hand - choice.hand,
        reserve=piles.reserve - choice.reserve,
        force=piles.force - choice.force,
        used=piles.used - choice.used,
        unresolved=piles.unresolved - choice.unresolved,
        lost=piles.lost + choice.total,
    )
