"""Weapon fire, which runs over several sentences: what it costs, its targets, its destiny, its result."""

import re
from typing import Final

from gemp_bot.cards.compiler import phrases
from gemp_bot.cards.compiler.conditions import circumstance
from gemp_bot.cards.text import Condition, Effect, FactKind, Result, Shot, TextFact

_COST: Final = (
    r"(?: (?P<free>for free)| (?:using|for|by using|at a cost of) (?P<cost>\d+) Force"
    r"| using (?P<x>X) Force, where X = \d (?:to|or) (?P<upto>\d))?"
)
_EVIL: Final = r"(?P<targets>[^.;()]{2,90}?)"
_DRAW: Final = r"[.;,] (?:draw|drawing) (?P<draws>\w+)? ?(?:weapon )?destin(?:y|ies)"
_IF: Final = (
    r"if (?:total |weapon )*destiny(?: ?(?P<bonus>[+-] ?(?:\d+|X)))? (?P<op>>|<|=) "
    r"(?:(?:target's |its )?(?P<stat>[a-z]+(?: value)?)|(?P<number>\d+))"
)
_RESULT: Final = (
    r"(?:target(?: is)? (?P<result>'?hit'?|lost|captured|stolen|excluded(?: from "
    r"battle)?)(?:,? and (?:its|target's) (?P<zero>forfeit|power) = 0|,? and (?:its |"
    r"target's )?(?P<lowered>forfeit|power) (?P<by>-\d+)|,? and may "
    r"not be used to satisfy (?P<useless>attrition))?)"
)
_LATE: Final = re.sub(r"\?P<(\w+)>", r"?P<\g<1>_late>", _IF)
_LAST: Final = re.sub(r"\?P<(\w+)>", r"?P<\g<1>_last>", _RESULT)
_FIRE: Final = re.compile(
    rf"(?:(?P<when>(?:once|twice)[^,.;]{{0,30}}|during[^,.;]{{0,40}}|[Ii]f[^,.;]{{0,50}}),? "
    rf")?may target {_EVIL}{_COST}"
    rf"{_DRAW}[.;] (?:{_RESULT},? {_IF}|{_LATE}, {_LAST})"
    r"(?P<extra> \(lost instead if X = \d\))?(?=[.;)]|$)\.?",
    re.IGNORECASE,
)
_PERMANENT: Final = re.compile(
    r"Permanent weapon is (?P<name>[^().]{2,60}?) \((?P<inner>[^()]+(?:\([^()]*\)[^()]*)*)\)\.?",
    re.IGNORECASE,
)
_RESULTS: Final = {
    "hit": Result.HIT,
    "lost": Result.LOST,
    "captured": Result.CAPTURED,
    "stolen": Result.STOLEN,
    "excluded": Result.EXCLUDED,
    "excluded from battle": Result.EXCLUDED,
}


def take_shots(text: str) -> tuple[str, tuple[TextFact, ...], int]:
    """The text without its weapon fire, the facts, and how many clauses they are."""
    facts: list[TextFact] = []
    clauses = 0
    rest = text
    for match in _PERMANENT.finditer(text):
        inner = _FIRE.fullmatch(match["inner"].strip())
        name = phrases.phrase(match["name"].lstrip("•"))
        shot = _shot(inner) if inner else None
        if name is None or shot is None:
            continue
        facts += [TextFact(kind=FactKind.PERMANENT_WEAPON, what=name), shot]
        clauses += 1
        rest = rest.replace(match[0], " ")
    for match in _FIRE.finditer(rest):
        begins = match.start() == 0 or rest[: match.start()].rstrip().endswith((".", ")"))
        shot = _shot(match) if begins else None
        if shot is None:
            continue
        facts.append(shot)
        clauses += 1 + match[0].rstrip(".").count(". ")
        rest = rest.replace(match[0], " ", 1)
    return rest, tuple(facts), clauses


def _shot(match: re.Match[str]) -> TextFact | None:
    conditions: tuple[Condition, ...] | None = ()
    if match["when"]:
        conditions = circumstance(match["when"].strip())
    targets = phrases.phrase(match["targets"])
    draws = phrases.number(match["draws"] or "one")
    late = "_late" if match["op_late"] else ""
    stat = phrases.stat(match["stat" + late] or "")
    limit = match["number" + late]
    effects = _effects(match, "_last" if late else "")
    if (
        conditions is None
        or targets is None
        or draws is None
        or effects is None
        or (stat is None and not limit)
    ):
        return None
    bonus = (match["bonus" + late] or "0").replace(" ", "")
    variable = bonus.lstrip("+-") == "X"
    if variable and not match["x"]:
        return None
    if match["extra"]:
        effects = (*effects, Effect(Result.LOST, amount=int(match["upto"])))
    shot = Shot(
        targets=targets,
        cost=None if match["x"] else int(match["cost"] or 0),
        cost_up_to=int(match["upto"]) if match["x"] else None,
        draws=int(draws),
        bonus=0 if variable else int(bonus),
        against=stat,
        op=match["op" + late],
        number=int(limit) if limit else None,
        effects=effects,
    )
    return TextFact(kind=FactKind.WEAPON_FIRE, shot=shot, conditions=conditions, optional=True)


def _effects(match: re.Match[str], suffix: str) -> tuple[Effect, ...] | None:
    result = _RESULTS.get(match["result" + suffix].strip("'").lower())
    if result is None:
        return None
    effects = [Effect(result)]
    if zero := match["zero" + suffix]:
        effects.append(Effect(Result.FORFEIT_ZERO if zero.lower() == "forfeit" else Result.POWER_ZERO))
    if lowered := match["lowered" + suffix]:
        kind = Result.FORFEIT_REDUCED if lowered.lower() == "forfeit" else Result.POWER_REDUCED
        effects.append(Effect(kind, amount=int(match["by" + suffix])))
    if match["useless" + suffix]:
        effects.append(Effect(Result.NO_ATTRITION))
    return tuple(effects)
