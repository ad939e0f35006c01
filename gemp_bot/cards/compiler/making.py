"""Facts from the fields of a pattern, and facts changed by what stands around them."""

import re
from typing import Any, Final

from msgspec.structs import replace

from gemp_bot.cards.compiler.pattern import Fields, Rule
from gemp_bot.cards.text import MOST_WORDS, Condition, FactKind, TextFact

_MAY: Final = re.compile(r"\bmay (?!not|never|no |only)")
_FORBIDDING: Final = frozenset(
    {FactKind.MAY_NOT, FactKind.BATTLE_DESTINY_LIMIT, FactKind.DEPLOYS_ONLY, FactKind.NO_DRAIN}
)
VARIABLE: Final = 9999
"""Stands for X while a clause is read."""

_POSITION: Final = re.compile(r"\b(here|there|same (?:location|site|system|planet))\b")


def located(fact: TextFact, text: str) -> TextFact:
    """Keep what a pattern passed over: "may", and places such as "here" and "same site"."""
    if _MAY.search(text) and fact.kind not in _FORBIDDING:
        fact = replace(fact, optional=True)
    position = _POSITION.search(text)
    if (
        position is None
        or fact.where
        or any(position[1] in part for part in (fact.what, fact.each, fact.formula))
    ):
        return fact
    return replace(fact, where=position[1])


def make(fitting: Rule[FactKind], fields: Fields) -> tuple[TextFact, ...] | None:
    """The facts of a rule that fits: one, or one for each number or deed it names; None if it is too long."""
    values: dict[str, Any] = {**dict(fitting.implied), **fields}
    kind = fitting.kind
    sign = values.pop("sign", 1)
    if sign < 0 and values.get("amount") is not None:
        values["amount"] = -values["amount"]
    if kind is FactKind.IMMUNE_TO_ATTRITION and "what" in values:
        others = TextFact(kind=FactKind.IMMUNE_TO, what=values.pop("what"), who=values.get("who", ""))
        return (others, TextFact(kind=kind, **values))
    way = values.pop("way", "")
    if way and values.get("where"):
        values["where"] = f"{way} {values['where']}"
        if len(values["where"].split()) > MOST_WORDS:
            return None
    deeds = values.pop("actions", None)
    if deeds:
        return tuple(TextFact(kind=kind, action=deed, **values) for deed in deeds)
    every = values.pop("stats", None)
    return (
        tuple(TextFact(kind=kind, stat=s, **values) for s in every)
        if every
        else (TextFact(kind=kind, **values),)
    )


def under(fact: TextFact, conditions: tuple[Condition, ...]) -> TextFact:
    """The fact under further conditions."""
    return replace(fact, conditions=conditions + fact.conditions)


def changed(base: TextFact, new: str, conditions: tuple[Condition, ...]) -> TextFact | None:
    """The fact with the number of an alternative in brackets; None if that number is of another kind."""
    conditions = (*base.conditions, *conditions)
    if new.endswith("free"):
        if base.kind not in {
            FactKind.DEPLOY_COST,
            FactKind.DEPLOYS_ON,
            FactKind.TRANSIT_COST,
            FactKind.DEPLOYS_FOR,
        }:
            return None
        kind = FactKind.DEPLOYS_FREE if base.kind is FactKind.DEPLOY_COST else base.kind
        return replace(
            base, kind=kind, amount=0 if kind is base.kind else None, conditions=conditions, instead=True
        )
    if new.startswith("<"):
        if base.limit is None:
            return None
        return replace(base, limit=int(new[1:]), conditions=conditions, instead=True)
    if base.amount is None:
        return None
    amount = int(new)
    if base.amount < 0 < amount and not new.startswith("+"):
        amount = -amount
    return replace(base, amount=amount, conditions=conditions, instead=True)


def variable(fact: TextFact, formula: str) -> TextFact | None:
    """Put the formula where 9999 stands for X."""
    values = [
        name for name in ("amount", "limit", "cost", "loss") if abs(getattr(fact, name) or 0) == VARIABLE
    ]
    if len(values) != 1 or values[0] in {"cost", "loss"}:
        return None
    sign = -1 if (getattr(fact, values[0]) or 0) < 0 else 1
    changes: dict[str, Any] = {values[0]: None, "formula": formula if sign > 0 else f"minus {formula}"}
    return replace(fact, **changes)
