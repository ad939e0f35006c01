"""Force drains (section 4)."""

from collections.abc import Iterable, Sequence

import msgspec

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.values import Cost, Price, ValueChange, limited, price, settled

_FREE = Cost()


class DrainChange(msgspec.Struct, frozen=True):
    """By how much a Force drain at a location changes by who comes there.

    Attributes:
        each: what every one of those who come changes.
        once: what texts change, however many of them come: by the text, of two copies of which one counts
            (rules 10). So it is with a location that says "if you control".
    """

    each: float = 0
    once: frozenset[tuple[str, float]] = frozenset()

    @property
    def force(self) -> float:
        """All of it, in Force."""
        return self.each + sum([amount for _, amount in self.once])

    def __add__(self, other: "DrainChange") -> "DrainChange":
        """The change by all who come."""
        return DrainChange(self.each + other.each, self.once | other.once)


_TAKE_PART = NEED_FOOTHOLD | {CardKind.WEAPON, CardKind.DEVICE}


class DrainSpot(msgspec.Struct, frozen=True, kw_only=True):
    """A location where one may want to drain.

    Attributes:
        phase: where in the turn we are.
        my_turn: whose.
        control: we control it, for drains at least.
        drained: a drain, or something instead of one, was done there this turn.
        card_drained: a card of ours there took part in a drain this turn.
        forbidden: a card says that no drain may be initiated there.
    """

    phase: Phase = Phase.CONTROL
    my_turn: bool = True
    control: bool = True
    drained: bool = False
    card_drained: bool = False
    forbidden: bool = False


@rule("4.1", "When a drain may be initiated")
@rule("4.4", "A card takes part in one drain per turn")
def drain_refusals(spot: DrainSpot) -> Refusals:
    """Why no Force drain may be initiated at a location. Icons are not asked for. Rules 4."""
    return (
        *refuse("4.1", "only in our control phase", not (spot.my_turn and spot.phase is Phase.CONTROL)),
        *refuse("4.1", "the location is not ours to control", not spot.control),
        *refuse("4.1", "once per location per turn", spot.drained),
        *refuse("4.4", "a card here already drained this turn", spot.card_drained),
        *refuse("4.1", "a card forbids it", spot.forbidden),
    )


@rule("4.3", "Who takes part in a drain")
def drain_participants(cards: Iterable[tuple[str, CardKind]]) -> frozenset[str]:
    """The ids of those of our active cards at a location that take part. Rules 4."""
    return frozenset(name for name, kind in cards if kind in _TAKE_PART)


@rule("4.2", "Force drain amount")
@rule("4.8", "Drains that the opponent may not modify")
def drain_amount(
    their_icons: int,
    modifiers: Sequence[ValueChange] = (),
    resets: Sequence[float] = (),
    *,
    shielded: bool = False,
) -> float:
    """The amount of a Force drain. Rules 4.

    Args:
        their_icons: the opponent's Force icons at the location.
        modifiers: what changes the drain.
        resets: values it is reset to.
        shielded: it "may not be modified by opponent", which stops neither resets nor limits.
    """
    working = [change for change in modifiers if not (shielded and change.by_opponent)]
    return settled(their_icons, working, resets)


@rule("4.7", "Limits of the loss")
def drain_loss(amount: float, limits: Sequence[float] = ()) -> float:
    """Force that is lost to a drain: limits cap the loss and leave the drain as it is. Rules 4."""
    return limited(amount, limits)


@rule("4.9", "What a drain costs")
def drain_price(cost: Cost = _FREE) -> Price:
    """The cost of a drain: nothing, unless cards change that. Rules 4."""
    return price(cost)


@rule("4.10", "Drains that may not be canceled")
def drain_stopped(*, controlled: bool, canceled: bool = False, protected: bool = False) -> bool:
    """Whether a drain ends without a loss; protection is only against what cancels it. Rules 4.

    Args:
        controlled: the location is still controlled; a react may have brought presence.
        canceled: a card cancels the drain.
        protected: it may not be canceled.
    """
    return not controlled or (canceled and not protected)
