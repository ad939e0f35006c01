"""Recruits, positions and budgets for plans."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from worth_scene import groups, made_card, outlook, site, table

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards import CardType
from gemp_bot.game.arrivals import Arrival
from gemp_bot.protocol.ids import CardId
from gemp_bot.search.deployments import DeploymentSets
from gemp_bot.valuation.deployment import Recruit, TurnPlan
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.position import NOBODY, LocationNumbers, Position

SLACK = 1e-9
QUIET = outlook()
PRICE = 0.15


def facts(number: int, kind: CardType = CardType.CHARACTER, **more: Any) -> CardFacts:
    """Of power 4, ability 3 and forfeit 4."""
    return made_card(f"901_{number}", kind, **({"power": 4.0, "ability": 3.0, "forfeit": 4.0} | more))


def as_they_are(_: CardId, __: LocationNumbers) -> Arrival:
    """Going elsewhere changes nothing of a card."""
    return Arrival(0.0)


def recruit(number: int, power: float = 4, cost: float = 3, ability: float = 3, *crew: int) -> Recruit:
    """Somebody who could come, with the numbers of his crew behind him."""
    cards = (CardId(number), *map(CardId, crew))
    return Recruit(cards, facts(number), power, ability, forfeit=4, draws=0, immune=0, cost=cost)


def plan_deployment(
    position: Position, some: Sequence[Recruit], outlook: Outlook, *, budget: float, price: float, **more: Any
) -> TurnPlan:
    """The best deployments of this turn."""
    return DeploymentSets(position, some, outlook, budget=budget, price=price, **more).lines(1)[0]


def plan(position: Position, some: Sequence[Recruit], budget: float = 9, **more: Any) -> TurnPlan:
    return plan_deployment(position, some, QUIET, budget=budget, price=PRICE, **more)


def cards_of(found: TurnPlan) -> list[CardId]:
    return [card for step in found.steps for card in step.cards]


whole = st.integers(0, 8).map(float)


@st.composite
def candidates(draw: st.DrawFn, most: int = 3) -> list[Recruit]:
    """Some recruits; two of them may want the same pilot."""
    made = []
    for number in range(draw(st.integers(1, most))):
        crew = (99,) if draw(st.booleans()) and draw(st.booleans()) else ()
        made.append(recruit(number, draw(whole), draw(st.integers(0, 6)), draw(st.integers(0, 6)), *crew))
    return made


@st.composite
def positions(draw: st.DrawFn, most: int = 3) -> Position:
    """A few sites, empty, held or contested; some of them out of our reach."""
    made = []
    for column in range(draw(st.integers(1, most))):
        somebody = st.one_of(st.just(NOBODY), groups())
        made.append(
            site(
                column,
                mine=draw(somebody),
                theirs=draw(somebody),
                drain=draw(st.integers(0, 3)),
                their_drain=draw(st.integers(0, 3)),
                gives=draw(st.integers(0, 1)),
            )
        )
    return table(made)


budgets = st.integers(0, 14).map(float)
prices = st.sampled_from([0.0, 0.15, 0.5])
pairs = st.frozensets(st.tuples(st.integers(0, 3).map(CardId), st.integers(0, 3)), max_size=4)
allowed = st.dictionaries(st.integers(0, 3).map(CardId), st.frozensets(st.integers(0, 3)), max_size=2)
