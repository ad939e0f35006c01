"""Numbers on cards and what changes them (section 10), and what an action costs (section 19)."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from gemp_bot.rules.mark import Refusals, refuse, rule


class Operation(StrEnum):
    """What a modifier does to a value."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"


class ValueChange(msgspec.Struct, frozen=True):
    """One change of a value.

    Attributes:
        operation: what it does.
        amount: with how much.
        source: title of the card it comes from; two copies of a title count once.
        cumulative: the card says that its copies add up.
        by_opponent: from a card of the player whom the value does not belong to.
    """

    operation: Operation
    amount: float
    source: str = ""
    cumulative: bool = False
    by_opponent: bool = False


@rule("10.1", "Value after its modifiers")
@rule("10.2", "Copies of a modifier count once")
@rule("10.6", "No value is below zero")
def modified(base: float, modifiers: Sequence[ValueChange]) -> float:
    """A value after its modifiers, in the order in which they came. Rules 10."""
    if not modifiers:
        return max(0, base)
    value = base
    counted: set[str] = set()
    for modifier in modifiers:
        if modifier.source and not modifier.cumulative:
            if modifier.source in counted:
                continue
            counted.add(modifier.source)
        match modifier.operation:
            case Operation.ADD:
                value += modifier.amount
            case Operation.SUBTRACT:
                value -= modifier.amount
            case Operation.MULTIPLY:
                value *= modifier.amount
            case Operation.DIVIDE:
                value /= modifier.amount
    return max(0, value)


@rule("10.3", "A reset outranks every modifier; of two resets the lower holds")
def settled(base: float, modifiers: Sequence[ValueChange] = (), resets: Sequence[float] = ()) -> float:
    """What a value is after everything: its lowest reset, else what the modifiers made of it. Rules 10."""
    return max(0, min(resets)) if resets else modified(base, modifiers)


@rule("10.4", "What a limit leaves of a value")
def limited(value: float, limits: Sequence[float]) -> float:
    """A value under limits, which change nothing that is already below them. Rules 10."""
    return max(0, min(value, *limits)) if limits else value


@rule("10.7", "The numbers that `up to` allows")
def up_to(most: int) -> range:
    """What may be chosen where a card says "up to": zero only where there is nothing else. Rules 10."""
    return range(min(1, most), most + 1)


class Cost(msgspec.Struct, frozen=True):
    """What an action costs.

    Attributes:
        base: Force, as printed or by rule.
        modifiers: changes of the base.
        free: the action is free.
        separate: Force that other cards demand on top; each is paid before the base.
    """

    base: float = 0
    modifiers: tuple[ValueChange, ...] = ()
    free: bool = False
    separate: tuple[float, ...] = ()


class Price(msgspec.Struct, frozen=True):
    """A cost that is determined.

    Attributes:
        separate: Force to use first.
        base: Force to use then.
    """

    separate: float
    base: float

    @property
    def total(self) -> float:
        """All Force it takes."""
        return self.separate + self.base


@rule("10.9", "What is free costs nothing and cannot be modified")
def base_price(cost: Cost) -> float:
    """The cost itself without what others demand on top. Rules 10."""
    return 0 if cost.free else modified(cost.base, cost.modifiers)


@rule("10.10", "Separate costs are paid first, also for what is free")
def price(cost: Cost) -> Price:
    """All that an action costs. Rules 10 and 19."""
    return Price(sum([max(0, each) for each in cost.separate]), base_price(cost))


@rule("19.1", "Costs: whether they can be paid")
def cost_refusals(due: Price, force: float) -> Refusals:
    """Whether the Force is there to pay everything an action costs. Rules 19."""
    return refuse("19.1", "not enough Force to pay for it", due.total > force)


@rule("19.2", "Conditions: whether they are met")
def condition_refusals(*, met: bool, ignored: bool = False) -> Refusals:
    """Whether the conditions of an action hold. Being free is no help here. Rules 19."""
    return refuse("19.2", "its conditions are not met", not (met or ignored))
