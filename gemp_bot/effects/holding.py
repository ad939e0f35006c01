"""Which locations a player has to hold for a condition to hold, or for it not to: read from the board."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from typing import Final, NamedTuple

import msgspec
from msgspec import structs

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards.texts import Term, Value
from gemp_bot.cards.titles import folded
from gemp_bot.effects.meanings import Kind, not_understood
from gemp_bot.effects.printed import PrintedCards
from gemp_bot.effects.scope import OPERATIVES, Scope
from gemp_bot.effects.told import JOINTS, NEGATIONS, fits, is_time, known, may_be, parts_of, told
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

_HELD: Final = {
    "controls": True,
    "controls_with": True,
    "controls_with_present": True,
    "occupies": False,
    "occupies_with": False,
}
"""Conditions that a player holds locations, and whether the opponent may have no presence there."""
_AT: Final = frozenset({"at", "present_at", "at_location"})
_SPOTTED: Final = frozenset({"can_spot", "can_target", "on_table"})
_MOST_WAYS: Final = 32


class Need(msgspec.Struct, frozen=True):
    """What a text wants held.

    Attributes:
        title: of the card whose text it is.
        columns: of the locations that would count and do not count yet; where cards are counted all of them.
        counting: of those that count now. number: how many are wanted.
        control: the opponent may have no presence there.
        who: the cards of which one must stand there; None for any.
        cards: where cards are counted and not locations, how many count now.
        frees: a captive of ours lies there frozen and unattended, and is freed by an action where we control.
        keeps: it has what it wants of an objective that is flipped, and stays so with these.
        undoes: it wants an objective of the opponent's to flip back.
        ends: it wants a card of the opponent's off the table that takes Force each turn.
        at_once: as soon as all such needs of the text have enough, the objective flips by itself.
        drain_cost: Force that each Force drain of the player uses unless all such needs of the text have
            enough; 0 for the need of an objective.
        a_turn: Force a turn that the flip of an objective brings, or such a card takes.
        force: what having enough is worth, in Force; the board does not tell it.
    """

    title: str
    columns: frozenset[int]
    counting: frozenset[int]
    number: int = 1
    control: bool = False
    who: AbstractSet[BlueprintId] | None = None
    cards: int | None = None
    frees: bool = False
    keeps: bool = False
    undoes: bool = False
    ends: bool = False
    at_once: bool = False
    drain_cost: float = 0.0
    a_turn: float = 0.0
    force: float = 0.0

    @property
    def held(self) -> int:
        """How many locations or cards count now."""
        return len(self.counting) if self.cards is None else self.cards

    @property
    def met(self) -> bool:
        """Whether enough of them count."""
        return self.held >= self.number

    @property
    def lacking(self) -> int:
        """How many more are wanted."""
        return max(self.number - self.held, 0)

    @property
    def reachable(self) -> bool:
        """Whether there are locations enough."""
        return len(self.columns) >= self.lacking if self.cards is None else bool(self.columns) or self.met

    def shares(self, other: "Need") -> bool:
        """Whether one card can count for both: cards are counted, or one is wanted somewhere."""
        if any(need.cards is None and (need.number > 1 or need.who is None) for need in (self, other)):
            return False
        if self.columns.isdisjoint(other.columns):
            return False
        return self.who is None or other.who is None or not self.who.isdisjoint(other.who)


class Way(NamedTuple):
    """One way in which a condition comes to hold.

    Attributes:
        needs: what has to be held for it, titles and worth left out; also what has enough.
        shut: how many conditions besides do not hold, which no location changes. unsure: that are not told.
    """

    needs: tuple[Need, ...] = ()
    shut: int = 0
    unsure: int = 0

    @property
    def missing(self) -> tuple[int, bool, int]:
        """How far it is: what else is missing, whether locations have to come, how many are not held yet."""
        lacking: list[Need] = []
        for need in sorted(self.needs, key=lambda each: -each.lacking):
            if not any(need.shares(other) for other in lacking):
                lacking.append(need)
        return (
            self.shut + self.unsure,
            not all(each.reachable for each in self.needs),
            sum(each.lacking for each in lacking),
        )


_OPEN: Final = Way()
_SHUT: Final = Way(shut=1)
_UNSURE: Final = Way(unsure=1)


class Holding:
    """Reads conditions for one player.

    Args:
        scope: the card whose text it is, and the board.
        printed: whom selectors mean by what is printed.
        side: the player; None for the `you` of the text.
    """

    def __init__(self, scope: Scope, printed: PrintedCards, side: Side | None = None) -> None:
        self._scope, self._printed = scope, printed
        self._side = scope.you if side is None else side

    def nearest(self, when: Value, *, so: bool = True) -> Way:
        """The way in which least is missing for a condition to hold; or not to, if `so` is false."""
        return min(self.ways(when, so=so), key=lambda way: way.missing)

    def ways(self, when: Value, *, so: bool = True) -> Sequence[Way]:
        """All ways; at least one."""
        if isinstance(when, tuple):
            return _joined([self.ways(each, so=so) for each in when], every=so)
        if not isinstance(when, Term):
            return [_OPEN if (when is None or bool(when)) is so else _SHUT]
        if when.name not in JOINTS:
            return [self._one(when, so=so)]
        if when.name == "choose":
            return self._branches(when, so=so)
        if when.name in NEGATIONS:
            return self.ways(when.get("of", when.get("when")), so=not so)
        return _joined([self.ways(each, so=so) for each in parts_of(when)], every=(when.name == "and") is so)

    def _branches(self, when: Term, *, so: bool) -> Sequence[Way]:
        """The ways of the branch that is taken; of both where that is not told."""
        holds = told(self._scope, when.args["when"])
        names = [name for name, taken in (("then", True), ("otherwise", False)) if holds in (None, taken)]
        return [way for name in names for way in self.ways(when.get(name, False), so=so)]

    def _one(self, when: Term, *, so: bool) -> Way:
        need = self._need(when, so=so)
        if need is not None:
            return Way((need,) if need.number > 0 else (), unsure=need.frees)
        if is_time(when):
            return _OPEN
        holds = told(self._scope, when)
        return _UNSURE if holds is None else _OPEN if holds is so else _SHUT

    def _need(self, when: Term, *, so: bool) -> Need | None:
        """What has to be held for a single condition; None where no location decides it."""
        name, ours = when.name, self._scope.side(when.get("player", "$you")) is self._side
        if name in _HELD:
            if ours and so:
                return self._held(when)
            return None if ours or so or not _HELD[name] else self._denied(when)
        if name == "moved_to_location_by" and so:
            return self.places(
                when.get("to_location_filter"), when.get("moved_card_filter"), 1, control=False
            )
        if name in _SPOTTED and so:
            cards = when.get("cards")
            who = when.get("who")
            if isinstance(cards, Term):
                who = Term("and", {"of": (cards.get("who"), who)})
            return self._spotted(who, self._number(when))
        if name == "at_least" and so:
            left, right = when.get("left"), when.get("right")
            among = left.get("of") if isinstance(left, Term) and left.name == "size" else None
            return (
                self._spotted(among.get("who"), right)
                if isinstance(among, Term) and isinstance(right, int)
                else None
            )
        return self._as_many(when) if name == "more" and not so else None

    def _number(self, when: Term) -> int:
        """How many are wanted, the printed number where a text may change it."""
        number = when.get("count", when.get("num", 1))
        while isinstance(number, Term):
            number = number.get("otherwise", 1)
        return int(number) if isinstance(number, (int, float)) else 1

    def _held(self, when: Term) -> Need:
        where = when.get("where")
        if "location" in when.args:
            where = Term("same_location", {"card": when.args["location"]})
        return self.places(where, when.get("who"), self._number(when), control=_HELD[when.name])

    def places(self, where: Value, who: Value, number: int, *, control: bool) -> Need:
        """The need of so many of the locations that are meant, with one of the cards that are."""
        scope = self._scope
        meant = [place for place in scope.board.locations if may_be(scope, where, place)]
        counting = frozenset(place.column for place in meant if self._counts(place, who, control=control))
        columns = frozenset(place.column for place in meant) - counting
        return Need("", columns, counting, number, control, self._cards(who))

    def _counts(self, place: Location, who: Value, *, control: bool) -> bool:
        side = self._side
        held = place.controlled(side) if control else place.presence(side)
        return held and (
            who is None or any(self._meant(who, card) for card in place.cards if card.side is side)
        )

    def _meant(self, who: Value, card: CardInPlay) -> bool:
        return card.active and fits(self._scope, who, card) is not False

    def _cards(self, who: Value) -> AbstractSet[BlueprintId] | None:
        return None if who is None else self._printed.meant(_settled(self._scope, who))

    def _denied(self, when: Term) -> Need:
        """Of the locations that the opponent controls so many that too few are left."""
        scope = self._scope
        theirs = frozenset(
            place.column
            for place in scope.board.locations
            if place.controlled(self._side.other) and may_be(scope, when.get("where"), place)
        )
        return Need("", theirs, frozenset(), max(len(theirs) - self._number(when) + 1, 0))

    def _as_many(self, when: Term) -> Need | None:
        """At least as many locations controlled by us as by them, where more of theirs decide."""
        left, right = (held_places(when.get(name)) for name in ("left", "right"))
        if (
            left is None
            or right is None
            or left[0] != right[0]
            or (left[1], right[1]) != ("$opponent", "$you")
        ):
            return None
        scope = self._scope
        theirs = [
            place
            for place in scope.board.locations
            if place.controlled(self._side.other) and may_be(scope, left[0], place)
        ]
        return self.places(left[0], None, len(theirs), control=True)

    def _spotted(self, who: Value, number: int) -> Need | None:
        """So many cards of ours on table, at locations of a kind if one is named."""
        if not isinstance(who, Term):
            return None
        where, rest = _place_in(who)
        # Asked for the other player the opponent's cards are his own.
        theirs = any(part.name == "opponents" for part in rest)
        if theirs is (self._side is self._scope.you) or any(part.name in _STATES for part in rest):
            return None
        rest = tuple(part for part in rest if part.name != "opponents")
        cards = Term("and", {"of": rest}) if rest else None
        if where is None:
            if any(not_understood(part, Kind.SELECTOR) or part.name in _STATES for part in _leaves(rest)):
                return None
            where = Term("any", {})
        if number == 1:
            if cards is not None and not self._printed.fighters(cards):
                return None
            return self._freeing(where, cards) or self.places(where, cards, 1, control=False)
        here = [place for place in self._scope.board.locations if may_be(self._scope, where, place)]
        there = sum(
            self._meant(cards, card) for place in here for card in place.cards if card.side is self._side
        )
        need = self.places(where, cards, number, control=False)
        return structs.replace(need, columns=need.columns | need.counting, counting=frozenset(), cards=there)

    def _freeing(self, where: Value, who: Value) -> Need | None:
        """Control of the place where a card that is meant lies frozen and unattended; None for no such card.

        While it lies there no other card of its persona comes (rule 21.11).
        """
        meant = self._cards(who)
        if meant is None:
            return None
        for place in self._scope.board.locations:
            frozen = [each for each in place.cards if each.frozen and each.host is None]
            ours = any(each.side is self._side and each.card.blueprint_id in meant for each in frozen)
            if ours and may_be(self._scope, where, place):
                held, found = place.controlled(self._side), frozenset({place.column})
                columns, counting = (frozenset[int](), found) if held else (found, frozenset[int]())
                return Need("", columns, counting, control=True, frees=True)
        return None


_STATES: Final = frozenset({"captive", "attached_to", "imprisoned_in", "present_with", "with"})
"""What cards are in a way that no deployment brings about."""


def readable(when: Value) -> bool:
    """Whether all of a condition is understood: as what a player has to hold, or as something else."""
    if isinstance(when, tuple):
        return all(map(readable, when))
    if not isinstance(when, Term) or known(when):
        return True
    if when.name in JOINTS:
        return all(map(readable, when.args.values()))
    if when.name == "more":
        return all(held_places(when.get(name)) is not None for name in ("left", "right"))
    if when.name in _HELD or when.name in _SPOTTED:
        said = [when.args[name] for name in ("where", "who") if name in when.args]
        return not any(not_understood(each, Kind.SELECTOR) for each in said)
    return when.name == "moved_to_location_by"


def _settled(scope: Scope, who: Value) -> Value:
    """A selector with the planet that an Objective noted, to be asked of cards that lie on no board."""
    if isinstance(who, tuple):
        return tuple(_settled(scope, each) for each in who)
    if not isinstance(who, Term):
        return who
    if who.name in OPERATIVES:
        return Term("operative_of", {"system": folded(scope.word(OPERATIVES[who.name]))})
    return Term(who.name, {name: _settled(scope, each) for name, each in who.args.items()})


def _joined(parts: Sequence[Sequence[Way]], *, every: bool) -> Sequence[Way]:
    """The ways of several conditions: all of them together, or any of them."""
    if not every:
        return [way for ways in parts for way in ways] or [_SHUT]
    found: list[Way] = [_OPEN]
    for ways in parts:
        found = [
            Way((*one.needs, *other.needs), one.shut + other.shut, one.unsure + other.unsure)
            for one, other in product(found, ways)
        ]
        if len(found) > _MOST_WAYS:
            found = sorted(found, key=lambda way: way.missing)[:_MOST_WAYS]
    return found


def _place_in(who: Term) -> tuple[Value, tuple[Term, ...]]:
    """Where a selector has cards be, and the rest of it."""
    where: Value = None
    rest: list[Term] = []
    for part in _flat(who):
        if part.name in _AT:
            where = part.get("who", part.get("where"))
        elif part.name == "on":
            system = Term("part_of_system", {"system": part.get("name")})
            where = Term("and", {"of": (Term("subtype", {"subtype": "site"}), system)})
        else:
            rest.append(part)
    return where, tuple(rest)


def _flat(who: Term) -> Iterator[Term]:
    if who.name != "and":
        yield who
        return
    for part in parts_of(who):
        if isinstance(part, Term):
            yield from _flat(part)


def _leaves(parts: Sequence[Value]) -> Iterator[Term]:
    for part in parts:
        if isinstance(part, Term):
            if part.name in ("and", "or", "not"):
                yield from _leaves(parts_of(part) if part.name != "not" else (part.args["of"],))
            else:
                yield part


def held_places(amount: Value) -> tuple[Value, Value, bool] | None:
    """Of a count of locations that a player holds which of them, the player, and whether he controls them."""
    if not isinstance(amount, Term) or amount.name != "count_top_locations_on_table":
        return None
    who = amount.get("who")
    parts = tuple(_flat(who)) if isinstance(who, Term) else ()
    held = [part for part in parts if part.name in ("controls", "occupies")]
    if len(held) != 1:
        return None
    rest = tuple(part for part in parts if part is not held[0])
    return Term("and", {"of": rest}), held[0].get("player"), held[0].name == "controls"
