"""What a judgement rests on: frozen values for people and for JSON, made only where they are asked for.

Force, power, ability and destiny are in units of the game; chances are from 0 to 1.
"""

import msgspec


class GameStanding(msgspec.Struct, frozen=True):
    """How the game stands, as it is judged.

    Attributes:
        life, their_life: life force of both.
        chance: of winning, by the life forces alone.
        price, their_price: what a unit of life force that we lose, or they lose, is worth, in Force.
        turns: for how many turns of drains what is held now is expected to count.
        force: our Force Pile.
        force_price: what using one Force costs.
        learned_chance: of winning, by the whole table; None where the value file cannot be used.
    """

    life: int
    their_life: int
    chance: float
    price: float
    their_price: float
    turns: float
    force: int
    force_price: float
    learned_chance: float | None = None


class BattleForecast(msgspec.Struct, frozen=True):
    """What a battle at a place would bring.

    Attributes:
        place: title of the location.
        exact: by the odds of every draw and the cheapest way to pay; else the estimate that planning uses.
        power, their_power: total power before destiny.
        draws, their_draws: destinies, for battle and for total power.
        destiny, their_destiny: what a draw is worth on average.
        ahead: how likely our total power is the higher one.
        tied: how likely both are equal.
        ours, theirs: what it costs on average, in Force.
    """

    place: str
    exact: bool
    power: float
    their_power: float
    draws: float
    their_draws: float
    destiny: float
    their_destiny: float
    ahead: float
    tied: float
    ours: float
    theirs: float


class PlanStep(msgspec.Struct, frozen=True):
    """Cards that are to be deployed to one place.

    Attributes:
        place: title of the location.
        cards: titles.
        cost: Force for all of them.
        gain: what they change there, in Force, without their price.
        reason: what it means to stand there: `drains 2, safe`.
        risk: what being attacked there in their next turn costs on average, in Force; 0 where they stand
            already.
        battle: the battle that could be started there then; None where nobody is to fight.
    """

    place: str
    cards: tuple[str, ...]
    cost: float
    gain: float
    reason: str
    risk: float = 0.0
    battle: BattleForecast | None = None


class PlanMove(msgspec.Struct, frozen=True):
    """Cards that are to move after the battles.

    Attributes:
        origin, place: titles of the locations they leave and go to.
        cards: titles.
        cost: Force for all of them.
        gain: what it changes at both, in Force, with its price taken off.
    """

    origin: str
    place: str
    cards: tuple[str, ...]
    cost: float
    gain: float


class FearedAttack(msgspec.Struct, frozen=True):
    """An attack in the opponent's next turn: how likely it comes and leaves nobody of us at a location."""

    place: str
    chance: float


class Plan(msgspec.Struct, frozen=True):
    """What is to be done with all our Force from this phase on, and what comes after it.

    Attributes:
        steps: what is to be deployed. gain: of all steps, their price taken off.
        moves: after the battles. draws: cards to draw at the end of the turn.
        feared: their attacks that were looked at, the likeliest first.
        later: what is to be deployed in our next turn then. later_gain: what that is worth now with the
            battles of that turn, the feared attacks reckoned in.
        worth: all of it together, in Force: what plans are compared by.
        chance: of winning, by the whole table with these steps done, before any battle; None where the value
            file cannot be used.
    """

    steps: tuple[PlanStep, ...]
    gain: float
    later: tuple[PlanStep, ...] = ()
    later_gain: float = 0.0
    chance: float | None = None
    moves: tuple[PlanMove, ...] = ()
    draws: float = 0.0
    feared: tuple[FearedAttack, ...] = ()
    worth: float = 0.0


class LikelyCard(msgspec.Struct, frozen=True):
    """A card that may be in a pile: how likely at least one copy of it is."""

    title: str
    chance: float


class KnownPile(msgspec.Struct, frozen=True):
    """What is known of hidden cards.

    Attributes:
        own: they are ours, else the opponent's.
        pile: `Reserve Deck`, `hand`.
        size: how many there are.
        sure: titles of those that are there for certain.
        likely: others that may be there, the likeliest first.
        unknown: how many of them may be anything.
        why: where that is known from.
    """

    own: bool
    pile: str
    size: int
    sure: tuple[str, ...]
    likely: tuple[LikelyCard, ...]
    unknown: int
    why: str


class DestinyOutlook(msgspec.Struct, frozen=True):
    """What the next destiny of a side can be.

    Attributes:
        cards: how many can be drawn.
        mean: of the next draw.
        chances: of each value, the lowest first.
        top: title of the next card; empty if it is not known.
        why: what that is counted from.
    """

    own: bool
    cards: int
    mean: float
    chances: tuple[tuple[float, float], ...]
    top: str
    why: str


class Explanation(msgspec.Struct, frozen=True):
    """What a judgement rests on.

    Attributes:
        pursued: the action that is being carried out, in words; empty for none.
        plan: the deployments of this phase; None if none are planned.
        battles: of the battle that goes on, and of those that are offered.
        due: battle damage and attrition that we have to pay now.
        piles: hidden cards.
        destinies: of both sides.
    """

    standing: GameStanding
    pursued: str
    plan: Plan | None
    battles: tuple[BattleForecast, ...]
    due: tuple[float, float]
    piles: tuple[KnownPile, ...]
    destinies: tuple[DestinyOutlook, ...]
