"""Drawing destiny: the exact distribution of a total, without sampling (section 11)."""

from typing import NamedTuple

import msgspec

from gemp_bot.rules.destiny_sums import Cancel, Chance, Distribution, Reserve, Slot, Wanted, sums
from gemp_bot.rules.mark import rule

__all__ = [
    "Cancel",
    "Chance",
    "Distribution",
    "Drawn",
    "Draws",
    "Reserve",
    "draw_destiny",
    "exceeds",
]


class Draws(msgspec.Struct, frozen=True):
    """A series of draws for one total.

    Attributes:
        count: cards to draw.
        each: what is added to every draw automatically.
        modifiers: what is added besides to the first, second, ... draw; nothing to those not named.
        total: what is added to the total.
        choose: of all cards drawn only so many of the highest count; None for all.
        substituted: values used instead of drawing, on top of the count; nothing modifies or cancels them.
        cancel: what is cancelled.
    """

    count: int = 0
    each: float = 0
    modifiers: tuple[float, ...] = ()
    total: float = 0
    choose: int | None = None
    substituted: tuple[float, ...] = ()
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError("a series has no negative number of draws")
        if self.choose is not None and (self.modifiers or self.cancel or self.choose < 0):
            raise ValueError("choosing goes with neither a cancel nor modifiers of single draws")

    def modifier(self, draw: int) -> float:
        """What is added to a draw, the first being 0."""
        return self.each + (self.modifiers[draw] if draw < len(self.modifiers) else 0)


class Drawn(msgspec.Struct, frozen=True):
    """What comes of a series of draws.

    Attributes:
        completed: the distribution of the total if at least one draw is completed; None if none can be.
        failed: probability that none is completed, so that there is no total.
    """

    completed: Distribution | None
    failed: Chance

    @property
    def total(self) -> Distribution:
        """The total, with 0 where there is none."""
        if self.completed is None:
            return Distribution.certain(0)
        if not self.failed:
            return self.completed
        return Distribution.mixture(
            ((1 - self.failed, self.completed), (self.failed, Distribution.certain(0)))
        )


class Case(NamedTuple):
    """One way in which a series can go.

    Attributes:
        slots: its cards in the order drawn.
        completed: how many of them are completed draws.
    """

    slots: tuple[Slot, ...]
    completed: int


def cases(draws: Draws, available: int, factor: complex = 1) -> list[Case]:
    """The ways in which a series can go; they exclude one another. Rules 11.

    Args:
        draws: the series.
        available: cards that are there.
        factor: what its values count for.
    """
    plain = [Slot(factor, draws.modifier(i)) for i in range(draws.count)]
    cancel = draws.cancel
    if cancel is None or not plain:
        slots = tuple(plain[:available])
        return [Case(slots, len(slots))]
    kept = [slot._replace(wanted=Wanted.KEPT) for slot in plain]
    found = [Case(tuple(kept[:available]), min(len(kept), available))]
    for i in range(min(draws.count, available)):
        gone = Slot(0, draws.modifier(i), Wanted.CANCELLED)
        rest = plain[i if cancel.redraw else i + 1 :]
        sequence = (*kept[:i], gone, *rest)[:available]
        found.append(Case(sequence, len(sequence) - 1))
    return found


@rule("11.1", "The total of destiny draws")
@rule("11.2", "An empty reserve deck draws nothing")
@rule("11.3", "Modifiers of a draw and of the total; nothing is below zero")
@rule("11.4", "A cancelled draw, with a redraw or without")
@rule("11.5", "A substituted destiny")
def draw_destiny(reserve: Reserve, draws: Draws, *, exact: bool = False) -> Drawn:
    """The exact distribution of the total of some draws. Rules 11.

    A reserve with too few cards gives fewer draws; with none the draws fail, unless a value is substituted.

    Args:
        reserve: where the cards come from.
        draws: the series.
        exact: probabilities are Fractions (of unknown cards only if their distribution has Fractions).
    """
    chances: dict[float, Chance] = {}
    failed: Chance = 0
    fixed = sum(draws.substituted) + draws.total
    for case in cases(draws, reserve.size):
        for total, chance in sums(
            reserve, case.slots, cancel=draws.cancel, choose=draws.choose, exact=exact
        ).items():
            if case.completed or draws.substituted:
                key = max(0, total.real + fixed)
                chances[key] = chances.get(key, 0) + chance
            else:
                failed += chance
    if not chances:
        return Drawn(None, 1)
    if not failed:
        return Drawn(Distribution(chances), 0)
    completed = 1 - failed
    return Drawn(Distribution({value: chance / completed for value, chance in chances.items()}), failed)


@rule("11.6", "Without a total the result goes in the opponent's favor")
@rule("11.7", "Destiny that must exceed a number")
def exceeds(total: float | None, number: float) -> bool:
    """Whether a total exceeds a number, as most weapon destiny must; without a total it does not. Rules 11.

    Args:
        total: of the draws; None if none was completed.
        number: what it must exceed.
    """
    return total is not None and total > number
