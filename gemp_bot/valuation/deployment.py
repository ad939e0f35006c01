"""Cards that could be deployed, what deployments are bound by, and the plan of a turn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from gemp_bot.board.card_facts import CardFacts, Weapons
from gemp_bot.game.arrivals import AS_BEFORE, LocationChange
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.locations import never_refusals
from gemp_bot.valuation.position import NOBODY, Group, LocationNumbers

MANY = 99
"""Of what any number of places brings."""


class Credit(msgspec.Struct, frozen=True):
    """What holding a place brings besides what the place itself is worth, as one of several.

    Attributes:
        goal: what for.
        force: what it brings, in Force.
        most: how many places bring it.
    """

    goal: str
    force: float
    most: int


def still_wanted(found: Sequence[Credit], before: Sequence[Credit]) -> tuple[Credit, ...]:
    """Of these credits those that still bring something beside others."""
    goals = [credit.goal for credit in before]
    return tuple(each for each in found if goals.count(each.goal) < each.most)


MOST_TOGETHER = 4
MOST_CARDS = 9
BATTLE_COST = 1.0
"""Force that starting a battle uses (rules 22), unless a card lets it be free."""


class Berth(NamedTuple):
    """A pilot's seat that is free.

    Attributes:
        ship: a starship or vehicle of ours. column: where it is.
        first: whether nobody pilots it yet.
    """

    ship: CardId
    column: int
    first: bool


class Recruit(msgspec.Struct, frozen=True):
    """A card of the hand that could be deployed, alone or with its pilot.

    Attributes:
        cards: it, and the pilot that would come with it.
        cost: Force for all of it this turn: to maintain it, too.
        crew: the pilot that would come with it.
        draws: battle destinies it adds. min_destinies: those it draws where there would be fewer.
        aboard: what it would pilot that is in play; None for nothing.
        there: what its coming changes there.
        operatives: its titles, where it is an Operative on its planet: its ability does not count then.
    """

    cards: tuple[CardId, ...]
    facts: CardFacts
    power: float
    ability: float
    forfeit: float
    draws: float
    immune: float
    cost: float
    weapons: Weapons = ()
    crew: CardFacts | None = None
    min_destinies: float = 0
    aboard: Berth | None = None
    there: LocationChange = AS_BEFORE
    operatives: frozenset[str] = frozenset()

    @property
    def presence(self) -> bool:
        """Whether it has presence without ability, or its pilot has."""
        return self.facts.presence or (self.crew is not None and self.crew.presence)

    @property
    def once(self) -> frozenset[str]:
        """The titles and personas of those that are unique: nobody is on the table twice (rules 21)."""
        names = set[str]()
        for each in (self.facts,) if self.crew is None else (self.facts, self.crew):
            if each.card.unique:
                names.update((each.card.title, *each.card.personas))
        return frozenset(names)


class PlannedDeployment(msgspec.Struct, frozen=True):
    """Some cards to one place, or none: then only a battle is begun there.

    Attributes:
        gain: what they change there, in Force, without their price.
        standing: what a battle there brings without them.
        mine: who of us would stand there then.
        crew: those of them that come as pilots of others.
        aboard: those of them that go aboard a starship or vehicle in play, and of which.
        battle: Force for the battle that is to follow; 0 for none.
        credits: what the gain counts besides the place itself.
        once: titles and personas of those that are unique.
    """

    column: int
    cards: tuple[CardId, ...]
    gain: float
    cost: float
    crew: frozenset[CardId] = frozenset()
    mine: Group = NOBODY
    once: frozenset[str] = frozenset()
    battle: float = 0.0
    standing: float = 0.0
    aboard: Mapping[CardId, CardId] = MappingProxyType({})
    credits: tuple[Credit, ...] = ()


class PlannedMove(msgspec.Struct, frozen=True):
    """Some cards of ours from one place to another.

    Attributes:
        origin, column: from where, and where to.
        gain: what it changes at both, in Force, its cost and hurdle taken off.
        cost: Force.
    """

    origin: int
    column: int
    cards: tuple[CardId, ...]
    gain: float
    cost: float


class Threat(msgspec.Struct, frozen=True):
    """An attack of theirs in their next turn, at a column: how likely it comes and leaves nobody of us."""

    column: int
    chance: float


class TurnPlan(msgspec.Struct, frozen=True):
    """What to do in a turn with all our Force.

    Attributes:
        steps: what to deploy. gain: of all steps, their price taken off.
        battles: Force for the battles of this turn. battles_gain: what they bring without what is deployed.
        fought: columns where they are.
        stranded: what places lose where both stand then, if nobody of us walks away from them.
        moves: after them.
        draws: cards to draw at the end of the turn. draws_gain: what they are worth, with those of our next.
        threats: where they may leave nobody of us in their turn, the likeliest first.
        later: what is to be deployed in our next turn then.
        later_gain: what that is worth now with the battles of that turn, the threats reckoned in.
    """

    steps: tuple[PlannedDeployment, ...] = ()
    gain: float = 0.0
    later: tuple[PlannedDeployment, ...] = ()
    later_gain: float = 0.0
    battles: float = 0.0
    battles_gain: float = 0.0
    fought: frozenset[int] = frozenset()
    stranded: float = 0.0
    moves: tuple[PlannedMove, ...] = ()
    draws: float = 0.0
    draws_gain: float = 0.0
    threats: tuple[Threat, ...] = ()

    @property
    def worth(self) -> float:
        """All that it promises, this turn and the next, in Force."""
        gains = self.gain + self.battles_gain + self.moves_gain + self.draws_gain + self.later_gain
        return gains - self.stranded

    @property
    def moves_gain(self) -> float:
        """Of all moves."""
        return sum(move.gain for move in self.moves)

    @property
    def moves_cost(self) -> float:
        """Force for all moves."""
        return sum(move.cost for move in self.moves)

    @property
    def cost(self) -> float:
        """Force for all steps of this turn."""
        return sum(step.cost for step in self.steps)

    @property
    def later_cost(self) -> float:
        """Force for all that is to be deployed in our next turn."""
        return sum(step.cost for step in self.later)

    def step_of(self, card: CardId) -> PlannedDeployment | None:
        """The step a card is part of."""
        return next((step for step in self.steps if card in step.cards), None)


NO_PLAN = TurnPlan()

Piloted = Callable[[CardFacts, CardFacts], float]
"""The power of a starship or vehicle with a pilot."""
Besides = Callable[["Sequence[Recruit]", LocationNumbers, Group], tuple[Credit, ...]]
"""What standing at a place brings besides what the place itself is worth."""
There = Callable[[Recruit, LocationNumbers], Recruit]
"""What a recruit is at a place: texts may make more of it there, or less."""


def as_anywhere(one: Recruit, place: LocationNumbers) -> "Recruit":  # noqa: ARG001
    """The same everywhere."""
    return one


def nothing_besides(
    chosen: "Sequence[Recruit]",  # noqa: ARG001
    place: LocationNumbers,  # noqa: ARG001
    mine: Group,  # noqa: ARG001
) -> tuple[Credit, ...]:
    """The place alone counts."""
    return ()


class Bounds(msgspec.Struct, frozen=True):
    """What deployments are bound by, besides Force.

    Attributes:
        together: how many cards are planned together for a place at most.
        illegal: pairs of card and column the server does not offer. barred: those that the text of the card
            does not allow, aboard of others neither.
        legal: columns that the server offered for a card; for other cards rules decide.
        boardable: columns where it offered starships or vehicles to go aboard of.
        pledged: cards that are to follow others to a column, however little they add.
        singles: titles of which only one may stand at a location.
        there: what each card would be at a place.
        besides: what these cards, with all who would stand there then, add towards objectives and to ships.
        credited: what was added already by deployments that go before these.
        battles: what battles of those who stand somewhere already bring, by column, where that is judged
            better than by a quick estimate.
    """

    together: int = MOST_TOGETHER
    illegal: frozenset[tuple[CardId, int]] = frozenset()
    barred: frozenset[tuple[CardId, int]] = frozenset()
    legal: Mapping[CardId, frozenset[int]] = MappingProxyType({})
    boardable: Mapping[CardId, frozenset[int]] = MappingProxyType({})
    pledged: Mapping[CardId, int] = MappingProxyType({})
    singles: frozenset[str] = frozenset()
    there: There = as_anywhere
    besides: Besides = nothing_besides
    credited: tuple[Credit, ...] = ()
    battles: Mapping[int, float] = MappingProxyType({})

    def allows(self, one: Recruit, place: LocationNumbers) -> bool:
        """Whether a card may be deployed to a place."""
        title, column = one.facts.card.title, place.column
        first, *crew = one.cards
        if any((card, column) in self.barred for card in crew):
            return False
        if one.aboard is not None:
            known = self.boardable.get(first)
            fits = has_foothold(place) and (first, column) not in self.barred
            return column == one.aboard.column and (fits if known is None else column in known)
        # What the server offered is more than what is read of a text.
        barred = first not in self.legal and (first, column) in self.barred
        if barred or (first, column) in self.illegal or not _fits(one, place, self.legal):
            return False
        if place.has_operative_like(one.facts):
            return False
        return title not in self.singles or all(unit.facts.card.title != title for unit in place.mine.units)

    def allow_together(self, chosen: Sequence[Recruit]) -> bool:
        """Whether these may stand at one place: nobody twice, and nothing that is allowed once a place.

        A starship or vehicle is reckoned with one pilot more.
        """
        ships = [one.aboard.ship for one in chosen if one.aboard is not None]
        if len(set(ships)) < len(ships):
            return False
        if len(chosen) == 1:
            return True
        names = [name for one in chosen for name in one.once]
        names += [
            one.facts.card.title
            for one in chosen
            if not one.facts.card.unique and one.facts.card.title in self.singles | one.operatives
        ]
        return len(set(names)) == len(names)


UNBOUND = Bounds()
"""By the rules only."""


def by_print(facts: CardFacts, crew: CardFacts) -> float:
    """Power by what is printed on both."""
    return facts.power + crew.pilot_power


def recruits(
    hand: Iterable[tuple[CardId, CardFacts, float]], offered: frozenset[CardId], piloted: Piloted = by_print
) -> list[Recruit]:
    """What could be deployed, the pilots of empty starships and vehicles with them.

    Args:
        hand: every card of our hand with what deploying it costs.
        offered: those that the server offers to deploy.
        piloted: the power of a starship or vehicle with a pilot.
    """
    cards = list(hand)
    found = []
    pilots = [each for each in cards if each[1].pilot and each[0] in offered]
    for card, facts, cost in cards:
        if not facts.fights or card not in offered:
            continue
        if facts.crewed:
            found.append(_recruit((card,), facts, cost))
            continue
        able = [(piloted(facts, each[1]) - 0.3 * each[2], each) for each in pilots]
        if able:
            _, pilot = max(able, key=itemgetter(0))
            found.append(_recruit((card, pilot[0]), facts, cost + pilot[2], pilot[1], piloted))
    found.sort(key=lambda one: one.power + one.ability - 0.5 * one.cost, reverse=True)
    return found[:MOST_CARDS]


def _recruit(
    cards: tuple[CardId, ...],
    facts: CardFacts,
    cost: float,
    crew: CardFacts | None = None,
    piloted: Piloted = by_print,
) -> Recruit:
    power = facts.power if crew is None else piloted(facts, crew)
    return Recruit(
        cards,
        facts,
        power,
        facts.ability if crew is None else crew.ability,
        facts.forfeit or 0,
        0.0,
        0.0,
        cost,
        facts.weapons,
        crew,
    )


def has_foothold(place: LocationNumbers) -> bool:
    """Whether we may deploy to a place at all: by presence or Force icons (rules 20)."""
    return place.mine.present or place.gives > 0


def may_stand(facts: CardFacts, place: LocationNumbers) -> bool:
    """Whether a card can probably be deployed to a place (rules 13 and 20): right kind, foothold."""
    location = place.facts.location
    if location is None:
        return True
    # A starship that lands has no power: it is planned in space alone.
    return (
        has_foothold(place)
        and facts.starship == place.facts.space
        and not never_refusals(facts.kind, location)
    )


def _fits(one: Recruit, place: LocationNumbers, legal: Mapping[CardId, frozenset[int]]) -> bool:
    known = legal.get(one.cards[0])
    if known is None:
        return may_stand(one.facts, place)
    # It may land at a docking bay, but there it has no power (rules 23).
    landed = one.facts.starship and place.facts.known and not place.facts.space
    return place.column in known and not landed
