"""A fact as a line: all of it, with the names of JSON, and nothing that is empty."""

import msgspec
import pytest

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.showing import fact_line
from gemp_bot.cards.text import Action, Condition, Effect, FactKind, Result, Shot, Stat, TextFact
from gemp_bot.cards.text import ConditionKind as C


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (TextFact(kind=FactKind.NO_DRAIN), "no_drain"),
        (TextFact(kind=FactKind.IMMUNE_TO_ATTRITION, limit=4.0), "immune_to_attrition: limit=4"),
        (
            TextFact(kind=FactKind.MAY_NOT, who="opponent", action=Action.MOVE, optional=True),
            "may_not: who=opponent, action=move, optional",
        ),
        (
            TextFact(
                kind=FactKind.STAT_BONUS,
                stat=Stat.POWER,
                amount=2.5,
                conditions=(
                    Condition(C.ALONE),
                    Condition(C.ANY_OF, parts=(Condition(C.HERE, who="Rex", negated=True),)),
                ),
            ),
            "stat_bonus: stat=power, amount=2.5, conditions=(alone) (any_of: parts=(here: who=Rex, negated))",
        ),
        (
            TextFact(
                kind=FactKind.WEAPON_FIRE,
                shot=Shot("pirate", cost=2, draws=1, effects=(Effect(Result.HIT), Effect(Result.LOST, 3))),
            ),
            "weapon_fire: shot=(targets=pirate, cost=2, draws=1, effects=(hit) (lost: amount=3))",
        ),
    ],
)
def test_a_fact_as_a_line(fact: TextFact, line: str) -> None:
    assert fact_line(fact) == line


def test_the_line_of_every_fact_tells_all_that_json_tells() -> None:
    facts = [fact for card in CardIndex.load() for fact in card.text]
    assert len(facts) > 1_000
    for fact in facts:
        line = fact_line(fact)
        for name in msgspec.to_builtins(fact).keys() - {"kind"}:
            assert f"{name}=" in line or getattr(fact, name) is True, (name, line)
