"""Force generation, its lock, and activating (section 2)."""

from collections.abc import Iterable, Sequence

import msgspec

from gemp_bot.rules.mark import rule
from gemp_bot.rules.piles import Piles
from gemp_bot.rules.values import ValueChange, modified

PERSONAL_FORCE = 1


@rule("2.1", "Force generation")
@rule("2.2", "Personal Force and the masters")
@rule("2.3", "Icons generate without presence")
def force_generation(
    my_icons: Iterable[int], masters: int = 0, total_modifiers: Sequence[ValueChange] = ()
) -> float:
    """How much Force a player may activate. Rules 2.

    Args:
        my_icons: the Force icons on our side of each location on table, present there or not.
        masters: our Jedi Masters, or Dark Jedi Masters.
        total_modifiers: what changes the total.
    """
    return modified(sum(my_icons) + PERSONAL_FORCE + masters, total_modifiers)


class Entitlement(msgspec.Struct, frozen=True):
    """What may be activated in a turn.

    Attributes:
        total: how much.
        done: how much has been.
        locked: the count is completed.
    """

    total: int
    done: int = 0
    locked: bool = False

    @property
    def left(self) -> int:
        """How much is left."""
        return max(0, self.total - self.done)


@rule("2.4", "The lock of the count")
def locked(entitlement: Entitlement) -> Entitlement:
    """The count is completed: from now on nothing changes the total. Rules 2."""
    return msgspec.structs.replace(entitlement, locked=True)


@rule("2.5", "A change of generation, before and after the lock")
def generation_changed(entitlement: Entitlement, amount: int) -> Entitlement:
    """The entitlement after a card changed Force generation, which the lock ignores. Rules 2."""
    if entitlement.locked:
        return entitlement
    return msgspec.structs.replace(entitlement, total=max(0, entitlement.total + amount))


@rule("2.6", "How much may be activated, and how much must be")
def activation(entitlement: Entitlement, piles: Piles, *, told: int | None = None) -> range:
    """The numbers of cards that may be activated now. Rules 2.

    Args:
        entitlement: what generation allows.
        piles: ours.
        told: a card or rule tells us to activate so much, outside of generation; that is no choice.
    """
    if told is not None:
        must = max(0, min(told, piles.reserve))
        return range(must, must + 1)
    return range(min(entitlement.left, piles.reserve) + 1)


@rule("2.7", "One activation")
def activated_one(entitlement: Entitlement) -> Entitlement:
    """The entitlement after one card was activated: an action of its own. Rules 2."""
    return msgspec.structs.replace(entitlement, done=entitlement.done + 1)
