"""The cheapest way through a damage segment, exactly, for all attrition and damage at once (section 22).

Every forfeit counts towards attrition and battle damage alike, and Force only towards damage. So of a set of
forfeits only its total matters: one pass over the cards gives the cheapest set for every total, and the
cheapest payment of (attrition, damage) is the best total of at least the attrition, with Force for the rest
of the damage. What a host carries is lost with it and is therefore forfeited before it, for its value.

Attrition that exceeds all cards is a second way: all that are not immune go, and the rest is ignored.
Values are in Force; what losing a card or a unit is worth is in Force too, whatever the caller makes of it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import ceil, inf

import msgspec

from gemp_bot.rules.battle_damage import (
    Forfeitable,
    Owed,
    after_forfeit,
    forfeit_refusals,
    lost_with,
    with_immunity,
)
from gemp_bot.rules.mark import rule

SHORT = 10.0
"""What a unit of battle damage that nothing is left to pay for costs: more than any card."""


class Purse(msgspec.Struct, frozen=True):
    """The Force a player can lose to battle damage.

    Attributes:
        worth: what losing a unit costs, in Force.
        units: the worth of single units that are worth something else, such as cards in hand.
        available: number of units of the plain worth; None for more than enough.
        short: what each unit that is due and missing costs: it should be more than the worth of any unit.
    """

    worth: float = 1
    units: tuple[float, ...] = ()
    available: int | None = None
    short: float = SHORT

    def prices(self, most: int) -> list[float]:
        """What it costs to lose 0, 1, ... units, up to the most: always the cheapest ones."""
        plain = most if self.available is None else min(self.available, most)
        costs = sorted((*self.units, *[self.worth] * plain))[:most]
        costs += [self.short] * (most - len(costs))
        prices = [0.0]
        for cost in costs:
            prices.append(prices[-1] + cost)
        return prices

    def missing(self, units: int) -> int:
        """How many of so many units are not there."""
        return 0 if self.available is None else max(0, units - self.available - len(self.units))


class Payment(msgspec.Struct, frozen=True):
    """A way through a damage segment.

    Attributes:
        cost: what it costs, in Force.
        forfeited: cards to forfeit, in an order in which each forfeit is allowed: what is aboard before what
            carries it.
        lost: all cards lost, also those that are lost with another.
        force: units of Force to lose to battle damage.
        missing: units due that are not there: whoever owes them has lost the game.
        ignored: attrition left that all remaining cards are immune to.
        wasted: forfeit value beyond both attrition and damage.
    """

    cost: float
    forfeited: tuple[str | int, ...] = ()
    lost: tuple[str | int, ...] = ()
    force: int = 0
    missing: int = 0
    ignored: float = 0
    wasted: float = 0


class _Node(msgspec.Struct, frozen=True):
    """A card in the order host before what it carries."""

    card: Forfeitable
    limit: float
    size: int
    """It and all it carries, as many cards."""
    forfeit: int
    """Their forfeit values together, in steps of the grid."""
    worth: float
    may: bool


class _Way:
    """The cheapest worth of cards for every total of at least 0, 1, ... steps, some cards being forced."""

    __slots__ = ("best", "forced", "nodes", "tails")

    def __init__(self, nodes: Sequence[_Node], forced: Sequence[bool], reach: int) -> None:
        self.nodes, self.forced = nodes, forced
        end = [0.0] + [inf] * reach
        tails: list[list[float]] = [end] * (len(nodes) + 1)
        for i in range(len(nodes) - 1, -1, -1):
            node = nodes[i]
            if not (node.may or forced[i]):
                tails[i] = tails[i + 1]
                continue
            after, worth = tails[i + node.size], node.worth
            step = min(node.forfeit, reach + 1)
            gone = [after[0] + worth] * step + [cost + worth for cost in after[: reach + 1 - step]]
            if forced[i]:
                tails[i] = gone
            else:
                tails[i] = list(map(min, tails[i + 1], gone))
        self.tails, self.best = tails, tails[0]

    def chosen(self, total: int) -> list[int]:
        """Indexes of the cards that go by themselves for a total of at least this; fewest cards on a tie."""
        found, i = [], 0
        while i < len(self.nodes):
            node = self.nodes[i]
            allowed = node.may or self.forced[i]
            left = max(0, total - node.forfeit)
            if allowed and (
                self.forced[i] or self.tails[i + node.size][left] + node.worth < self.tails[i + 1][total]
            ):
                found.append(i)
                total, i = left, i + node.size
            else:
                i += 1
        return found


def _flat(cards: Iterable[Forfeitable], scale: int) -> list[_Node]:
    nodes = []
    for root in cards:
        for card, limit in with_immunity(root):
            all_lost = tuple(lost_with(card))
            forfeit = sum(int((each.forfeit or 0) * scale) for each in all_lost)
            worth = sum(each.worth for each in all_lost)
            nodes.append(_Node(card, limit, len(all_lost), forfeit, worth, card.forfeit is not None))
    return nodes


class PaymentTable:
    """The cheapest payment for every attrition and battle damage up to a size.

    Rows are made for whole attrition at once; one with a fraction is found by its next step. Forfeit values
    are counted in whole or half points, the halves only if a card has one; anything finer is rounded down.
    """

    __slots__ = (
        "_limits",
        "_nodes",
        "_plain",
        "_prices",
        "_purse",
        "_reach",
        "_relief",
        "_rows",
        "_scale",
        "_total",
        "_way",
    )

    def __init__(
        self,
        cards: Iterable[Forfeitable],
        purse: Purse | None = None,
        *,
        attrition: float = 30,
        damage: float = 30,
        total_attrition: float | None = None,
    ) -> None:
        """Solve it. Rules 22.

        Args:
            cards: our cards in the battle, each with what it carries.
            purse: the Force we can lose; more than enough if None.
            attrition: the most attrition that will be asked for.
            damage: the most battle damage.
            total_attrition: attrition at the start of the segment, which immunity goes by; None if the table
                is asked at the start, so that what it is asked for is the total.
        """
        roots = tuple(cards)
        flat = [each for root in roots for each in lost_with(root)]
        self._scale = 2 if any((each.forfeit or 0) % 1 for each in flat) else 1
        self._nodes = _flat(roots, self._scale)
        self._purse = purse or Purse()
        self._total = total_attrition
        self._limits = sorted({node.limit for node in self._nodes if node.may})
        self._reach = ceil(max(attrition, damage, 0) * self._scale)
        units = self._purse.prices(ceil(self._reach / self._scale))
        self._prices = [units[-(-step // self._scale)] for step in range(self._reach + 1)]
        hit = [node.card.hit for node in self._nodes]
        self._way = _Way(self._nodes, hit, self._reach)
        self._plain = self._paid(self._way.best)
        self._relief: dict[int, tuple[int, _Way | None, list[float]]] = {}
        self._rows: dict[tuple[int, int], list[float]] = {}

    @property
    def steps(self) -> int:
        """Steps of the grid to a point: 1, or 2 if there are half points."""
        return self._scale

    def _paid(self, best: Sequence[float]) -> list[list[float]]:
        """Costs of damage of 0, 1, ... steps, by what the forfeits must reach at least."""
        prices, width = self._prices, self._reach + 1
        row = [inf] * width
        rows = []
        for total in range(self._reach, -1, -1):
            worth = best[total]
            if worth < inf:
                # The first steps of damage are paid by the forfeits, the rest with Force.
                paid = [worth] * total + [worth + price for price in prices[: width - total]]
                row = list(map(min, paid, row))
            rows.append(row)
        rows.reverse()
        return rows

    def _relieved(self, grade: int, needed: int) -> tuple[_Way | None, list[float]]:
        """The way in which all that are not immune go and the rest is ignored, if that is any different."""
        bound = self._limits[grade - 1] if grade else -1
        if grade not in self._relief:
            self._relief[grade] = (self._total_of(bound), None, [])
        total, way, row = self._relief[grade]
        if not needed or total >= needed:
            return None, []
        if way is None:
            forced = [node.card.hit or (node.may and node.limit <= bound) for node in self._nodes]
            way = _Way(self._nodes, forced, self._reach)
            row = self._paid(way.best)[0]
            self._relief[grade] = (total, way, row)
        return way, row

    def _total_of(self, bound: float) -> int:
        """Forfeit values together of all that go if everything of at most this immunity goes."""
        total = i = 0
        while i < len(self._nodes):
            node = self._nodes[i]
            gone = node.card.hit or (node.may and node.limit <= bound)
            total += node.forfeit if gone else 0
            i += node.size if gone else 1
        return total

    def _place(self, attrition: float | None) -> tuple[int, int]:
        """What forfeits must reach, and how many of the different immunities do not hold."""
        asked = max(0, attrition or 0)
        needed = ceil(asked * self._scale)
        if needed > self._reach:
            raise ValueError(f"the table reaches attrition {self._reach / self._scale:g}, not {asked:g}")
        return needed, bisect_right(self._limits, asked if self._total is None else self._total)

    def row(self, attrition: float | None) -> Sequence[float]:
        """Costs, in Force, of battle damage of 0, 1, ... `steps` at this attrition; None for none. Rules 22.

        Raises:
            ValueError: the table does not reach so far.
        """
        place = self._place(attrition)
        found = self._rows.get(place)
        if found is None:
            needed, grade = place
            found = self._plain[needed]
            way, relief = self._relieved(grade, needed)
            if way is not None:
                found = list(map(min, found, relief))
            self._rows[place] = found
        return found

    def cost(self, attrition: float | None, damage: float) -> float:
        """The least that this costs us, in Force. Rules 22.

        Args:
            attrition: attrition left; None for none.
            damage: battle damage left.

        Raises:
            ValueError: the table does not reach so far.
        """
        return self.row(attrition)[self._step(damage)]

    def _step(self, damage: float) -> int:
        step = ceil(max(0, damage) * self._scale)
        if step > self._reach:
            raise ValueError(f"the table reaches damage {self._reach / self._scale:g}, not {damage:g}")
        return step

    def payment(self, attrition: float | None, damage: float) -> Payment:
        """The cheapest payment itself; of several the one that forfeits least. Rules 22.

        Args:
            attrition: attrition left; None for none.
            damage: battle damage left.

        Raises:
            ValueError: the table does not reach so far.
        """
        needed, grade = self._place(attrition)
        step = self._step(damage)
        way, total, cost = self._way, needed, inf
        ways = [(self._way, needed)]
        other, _ = self._relieved(grade, needed)
        if other is not None:
            ways.append((other, 0))
        for each, least in ways:
            for reached in range(least, max(least, step) + 1):
                price = each.best[reached] + self._prices[max(0, step - reached)]
                if price < cost:
                    way, total, cost = each, reached, price
        gone = [self._nodes[i].card for i in way.chosen(total)]
        return _carried_out(gone, self._purse, Owed.at_start(attrition, max(0, damage)), cost)


def _carried_out(gone: Iterable[Forfeitable], purse: Purse, owed: Owed, cost: float) -> Payment:
    """The payment in steps: what is aboard before its host, Force at the end."""
    forfeited, lost = [], []
    left, value = owed, 0.0
    for root in gone:
        for card in reversed(tuple(lost_with(root))):
            lost.append(card.card)
            if card.hit or not forfeit_refusals(card, left):
                forfeited.append(card.card)
                left = after_forfeit(left, card.forfeit or 0)
                value += card.forfeit or 0
    force = ceil(left.damage)
    missing = purse.missing(force)
    return Payment(
        cost=cost,
        forfeited=tuple(forfeited),
        lost=tuple(lost),
        force=force - missing,
        missing=missing,
        ignored=left.attrition,
        wasted=max(0, value - max(owed.attrition, owed.damage)),
    )


@rule("22.25", "The cheapest way to satisfy hits, attrition and battle damage")
def cheapest(
    cards: Iterable[Forfeitable],
    purse: Purse | None = None,
    *,
    attrition: float | None = None,
    damage: float = 0,
    total_attrition: float | None = None,
) -> Payment:
    """The cheapest payment of one attrition and battle damage. Rules 22.

    Args:
        cards: our cards in the battle, each with what it carries.
        purse: the Force we can lose; more than enough if None.
        attrition: attrition left; None for none.
        damage: battle damage left.
        total_attrition: attrition at the start of the segment if some has been satisfied since.
    """
    table = PaymentTable(
        cards, purse, attrition=attrition or 0, damage=damage, total_attrition=total_attrition
    )
    return table.payment(attrition, damage)
