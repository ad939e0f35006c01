"""From a clause to facts: a pattern that fits, or a circumstance, a cost or a subject taken off the rest."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from gemp_bot.cards.text import phrases
from gemp_bot.cards.text.conditions import circumstance, nature
from gemp_bot.cards.text.facts import LONGEST_PHRASE, Condition, FactKind, TextFact
from gemp_bot.cards.text.pattern import Fields, Rule, Table
from gemp_bot.cards.text.patterns import PATTERNS

_DEEPEST: Final = 7
_CONJUNCTION: Final = re.compile(
    r", and (?:also )?(?:then )?|,? but |; (?:also )?|, then | and (?:then |also )?|, ", re.IGNORECASE
)
_TRAILING: Final = re.compile(
    r",? (?=(?:if|while|when|unless|whenever|where|during|for (?:the )?remainder|until|once (?:per|each|during)|twice per|"
    r"each time|each turn|in (?:a )?battles?|at (?:the )?(?:start|end|beginning) of)\b)",
    re.IGNORECASE,
)
_PLACE: Final = re.compile(
    r" (?=(?:at|on|to|from) )| (?=(?:here|there|where present|at same \w+)$)", re.IGNORECASE
)
_WHERE: Final = re.compile(r"(?:at|on|in battles? at) (.+)", re.IGNORECASE)
_PLACE_FIRST: Final = re.compile(r"(?:at|on) (?P<where>[^,;]{3,60}?), (?P<rest>.+)", re.IGNORECASE)
_COST: Final = re.compile(
    r"(?:(?P<verb>use|lose) (?P<n>\d+) Force|(?P<other>place (?:this \w+|\w+) (?:in (?:owner's )?(?:Lost|Used) Pile|out of play))) to (?P<rest>.+)",
    re.IGNORECASE,
)
_COST_AFTER: Final = re.compile(r"(?P<rest>.+?) by (?:using|losing) (?P<n>\d+) Force", re.IGNORECASE)
_PREDICATE: Final = re.compile(
    r",? (?P<be>(?:is|are)(?: each| all| also)* )?(?P<rest>(?:also |each )?(?:(?:power|forfeit|maneuver|defense value|armor|"
    r"hyperspeed|landspeed|ability|immune|deploy|ferocity|destiny|politics) .+|(?:adds?|draws?|deploys?|moves?|may|gains?|"
    r"loses?|cancels?|must|cannot|subtracts?|uses?|retrieves?|activates?|places?|reduces?) .+|suspended|canceled|lost))$",
    re.IGNORECASE,
)
_ALTERNATIVE: Final = re.compile(
    r" \((?:or )?(?:by )?(?P<new>(?:< ?)?[+-]?\d+|free|for free)(?: instead)? (?:if|when|while) (?P<cond>[^()]+?)\)"
)
_SECOND: Final = re.compile(
    r"(?P<cond>.+?), (?:or )?(?P<new>(?:< ?)?[+-]?\d+) (?:if|when|while) (?P<then>.+)"
)
_FORMULA: Final = re.compile(r"(?P<rest>.+), where X (?:=|equals|is) (?P<formula>.+)", re.IGNORECASE)
_EACH: Final = re.compile(
    r"(?P<rest>.+?) (?:for each|per) (?:of )?(?P<each>.+)|for each (?:of )?(?P<each2>.+?), (?P<rest2>.+)",
    re.IGNORECASE,
)
_PILOTED: Final = re.compile(r" of (?P<what>[^,;]+?) (?:he|she|it|they) (?:pilots?|drives?)", re.IGNORECASE)
_ADDS: Final = re.compile(r"(\d+) to (?:the )?([a-z ]+)", re.IGNORECASE)
_ADJECTIVAL: Final = frozenset(
    {
        FactKind.STAT_BONUS,
        FactKind.STAT_SET,
        FactKind.IMMUNE_TO_ATTRITION,
        FactKind.IMMUNE_TO,
        FactKind.DEPLOY_COST,
    }
)
_NO_SUBJECT: Final = frozenset(
    {
        FactKind.DRAIN_BONUS, FactKind.GENERATION_BONUS, FactKind.TOTAL_POWER_BONUS, FactKind.TRANSIT_COST,
        FactKind.PERMANENT_PILOT, FactKind.PERMANENT_WEAPON, FactKind.CAPACITY, FactKind.DEPLOYS_ON,
        FactKind.LOST_WHEN, FactKind.DESTINY_BONUS,
    }
)  # fmt: skip
_PRONOUNS: Final = frozenset(
    {
        "he",
        "she",
        "it",
        "they",
        "him",
        "her",
        "both",
        "who",
        "which",
        "that",
        "this",
        "also",
        "them",
        "either",
        "neither",
        "each",
    }
)
_PLAYERS: Final = frozenset(
    {
        "you",
        "opponent",
        "either player",
        "each player",
        "any player",
        "neither player",
        "both players",
        "that player",
    }
)


class Reading(msgspec.Struct, frozen=True):
    """What a clause was read as.

    Attributes:
        trailing: a circumstance stood last, so it may belong to what was joined before it.
        joined: two whole statements were joined, so a circumstance after them would be ambiguous.
    """

    facts: tuple[TextFact, ...]
    trailing: bool = False
    joined: bool = False


class Reader:
    """Reads clauses; it remembers what it has read."""

    def __init__(self) -> None:
        self._table: Table[FactKind] = Table(PATTERNS)
        self._known: dict[str, Reading | None] = {}
        self._steps: tuple[Callable[[str, int], Reading | None], ...] = (
            self._direct, self._piloted, self._bracket, self._prefix, self._formula, self._suffix, self._subject, self._joined,
        )  # fmt: skip

    def read(self, clause: str) -> tuple[TextFact, ...] | None:
        """The facts of a clause; None if any of it is not understood."""
        reading = self._read(clause, 0)
        return None if reading is None else reading.facts

    def _read(self, text: str, depth: int) -> Reading | None:
        text = text.strip(" ,;.")
        if text in self._known:
            return self._known[text]
        if depth > _DEEPEST or not text or len(text) > 400:  # noqa: PLR2004 - no clause is as long
            return None
        reading = None
        for step in self._steps:
            reading = step(text, depth + 1)
            if reading is not None:
                break
        self._known[text] = reading
        return reading

    def _direct(self, text: str, depth: int) -> Reading | None:
        del depth
        for fitting, fields in self._table.find(text):
            facts = _make(fitting, fields)
            if facts is not None:
                return Reading(facts)
        return None

    def _piloted(self, text: str, depth: int) -> Reading | None:
        """`Adds 2 to power and 1 to maneuver of anything he pilots`."""
        del depth
        match = _PILOTED.search(text)
        if match is None or match.end() != len(text) or not text.lower().startswith(("adds ", "add ")):
            return None
        what = phrases.phrase(match["what"].removeprefix("any "))
        facts = []
        for term in re.split(r",? and |, ", text[: match.start()].split(" ", 1)[1]):
            one = _ADDS.fullmatch(term)
            stat = phrases.stat(one[2]) if one else None
            if one is None or stat is None or what is None:
                return None
            facts.append(TextFact(kind=FactKind.PILOT_BONUS, what=what, stat=stat, amount=int(one[1])))
        return Reading(tuple(facts))

    def _bracket(self, text: str, depth: int) -> Reading | None:
        """`Power +2 (or +3 if alone)`: the same fact once more, with another number and a condition."""
        match = _ALTERNATIVE.search(text)
        if match is None:
            return None
        reading = self._read(text[: match.start()] + text[match.end() :], depth)
        if (
            reading is None
            or len([f for f in reading.facts if f.amount is not None or f.limit is not None]) != 1
        ):
            return None
        base = next(f for f in reading.facts if f.amount is not None or f.limit is not None)
        more, new, rest = [], match["new"], match["cond"]
        while True:
            second = _SECOND.fullmatch(rest)
            conditions = nature((second["cond"] if second else rest).removeprefix("a ").removeprefix("an "))
            fact = _changed(base, new.strip(), conditions) if conditions else None
            if fact is None:
                return None
            more.append(fact)
            if second is None:
                return Reading((*reading.facts, *more), reading.trailing, reading.joined)
            new, rest = second["new"], second["then"]

    def _prefix(self, text: str, depth: int) -> Reading | None:
        for opening in ("also, ", "also ", "cumulatively ", "in addition, ", "then "):
            if text.lower().startswith(opening):
                return self._read(text[len(opening) :], depth)
        for opening in ("you may ", "may ", "player may ", "and may "):
            if text.lower().startswith(opening):
                rest = text[len(opening) :]
                reading = self._read(rest.removeprefix("also "), depth)
                return (
                    None
                    if reading is None
                    else Reading(
                        tuple(replace(f, optional=True) for f in reading.facts),
                        reading.trailing,
                        reading.joined,
                    )
                )
        if cost := _COST.fullmatch(text):
            return self._costing(cost, depth)
        if place := _PLACE_FIRST.fullmatch(text):
            where = phrases.phrase(place["where"])
            reading = self._read(place["rest"], depth) if where else None
            if reading is not None and where and not any(f.where for f in reading.facts):
                return Reading(tuple(replace(f, where=where) for f in reading.facts), reading.trailing)
        for match in re.finditer(r", | (?=may |you may )", text):
            conditions = circumstance(text[: match.start()])
            if conditions is None:
                continue
            reading = self._read(text[match.end() :], depth)
            if reading is not None:
                return Reading(tuple(_under(f, conditions) for f in reading.facts), reading.trailing)
        return None

    def _costing(self, cost: re.Match[str], depth: int) -> Reading | None:
        reading = self._read(cost["rest"], depth)
        if reading is None or any(f.cost is not None or f.loss is not None for f in reading.facts):
            return None
        if cost["other"]:
            changes: dict[str, Any] = {"other_cost": cost["other"].lower()}
        else:
            changes = {"cost" if cost["verb"].lower() == "use" else "loss": int(cost["n"])}
        return Reading(tuple(replace(f, **changes) for f in reading.facts), reading.trailing, reading.joined)

    def _formula(self, text: str, depth: int) -> Reading | None:
        if match := _FORMULA.fullmatch(text):
            formula = phrases.phrase(match["formula"])
            reading = (
                self._read(re.sub(r"(?<![A-Za-z])X(?![A-Za-z])", "9999", match["rest"]), depth)
                if formula
                else None
            )
            if reading is None or formula is None:
                return None
            facts = tuple(_variable(f, formula) for f in reading.facts)
            return Reading(tuple(f for f in facts if f)) if all(facts) else None  # type: ignore[misc]
        if match := _EACH.fullmatch(text):
            each = phrases.phrase(match["each"] or match["each2"])
            reading = self._read(match["rest"] or match["rest2"], depth) if each else None
            if reading is None or each is None or len(reading.facts) != 1 or reading.facts[0].each:
                return None
            fact = reading.facts[0]
            return Reading((replace(fact, each=each),), reading.trailing) if fact.amount is not None else None
        return None

    def _suffix(self, text: str, depth: int) -> Reading | None:
        lower = text.lower()
        for ending in (
            "; reshuffle",
            " (if possible)",
            ", if possible",
            " (if any)",
            " and reshuffle",
            "; shuffle, cut and replace",
            " cumulatively",
            "; reveal and reshuffle",
            " and shuffle",
        ):
            if lower.endswith(ending):
                return self._read(text[: -len(ending)], depth)
        for ending in (" for free", " (for free)"):
            if lower.endswith(ending):
                reading = self._read(text[: -len(ending)], depth)
                return (
                    None
                    if reading is None or len(reading.facts) != 1
                    else Reading((replace(reading.facts[0], free=True),))
                )
        for match in _TRAILING.finditer(text):
            conditions = circumstance(text[match.end() :])
            reading = self._read(text[: match.start()], depth) if conditions else None
            if reading is None or conditions is None or reading.joined:
                continue
            return Reading(tuple(_under(f, conditions) for f in reading.facts), trailing=True)
        for match in _PLACE.finditer(text):
            place = _WHERE.fullmatch(text[match.end() :])
            tail = text[match.end() :]
            where = (
                phrases.phrase(place[1])
                if place
                else (tail if tail in {"here", "there", "where present"} else None)
            )
            reading = self._read(text[: match.start()], depth) if where else None
            if (
                reading is not None
                and where
                and not any(f.where for f in reading.facts)
                and not reading.joined
            ):
                return Reading(tuple(replace(f, where=where) for f in reading.facts), reading.trailing)
        if match := _COST_AFTER.fullmatch(text):
            reading = self._read(match["rest"], depth)
            if reading is not None and not any(f.cost is not None for f in reading.facts):
                key = "loss" if " by losing " in lower else "cost"
                return Reading(tuple(replace(f, **{key: int(match["n"])}) for f in reading.facts))
        return None

    def _subject(self, text: str, depth: int) -> Reading | None:
        """`Your Rebels here are power +1 and ...`: what is said of the subject, with the subject."""
        for who, rest, is_be in _subjects(text):
            if who.lower() in _PRONOUNS:
                return None
            named = who.lower() if who.lower() in _PLAYERS else phrases.phrase(who)
            if named is None:
                continue
            reading = self._read(rest.removeprefix("each ").removeprefix("also "), depth)
            if reading is None or any(f.who or f.kind in _NO_SUBJECT for f in reading.facts):
                continue
            facts = tuple(replace(f, who="" if named == "you" else named) for f in reading.facts)
            return Reading(facts, reading.trailing, reading.joined and not is_be)
        return None

    def _joined(self, text: str, depth: int) -> Reading | None:
        for match in _CONJUNCTION.finditer(text):
            left = self._read(text[: match.start()], depth)
            if left is None:
                continue
            right_text = text[match.end() :]
            if match[0] == ", " and " or " in right_text:
                continue
            if _PILOTED.search(right_text) and left.facts[-1].kind is not FactKind.PILOT_BONUS:
                continue
            right = self._read(right_text, depth)
            carried = False
            if right is None:
                verb = text.split(" ", 1)[0]
                right = self._read(f"{verb} {right_text}", depth) if verb[-1] != "," else None
                carried = right is not None
            if right is None:
                continue
            alike = carried or all(f.kind in _ADJECTIVAL for f in left.facts + right.facts)
            optional = left.facts[-1].optional and text.lower().startswith(("may ", "you may "))
            if right.trailing and not left.trailing and not alike:
                return None
            if right.trailing and alike and not left.trailing:
                continue
            facts = right.facts
            if optional:
                facts = tuple(replace(f, optional=True) for f in facts)
            return Reading(left.facts + facts, right.trailing, joined=not alike)
        return None


def _subjects(text: str) -> Iterator[tuple[str, str, bool]]:
    """The ways to cut a subject off, the shortest first: subject, rest, whether a form of "be" stood between."""
    for space in re.finditer(r"(?<=.),? ", text[:LONGEST_PHRASE]):
        match = _PREDICATE.match(text, space.start())
        if match is not None:
            yield text[: space.start()], match["rest"], bool(match["be"])


def _make(fitting: Rule[FactKind], fields: Fields) -> tuple[TextFact, ...] | None:
    values: dict[str, Any] = {**dict(fitting.implied), **fields}
    kind = fitting.kind
    conditions: tuple[Condition, ...] | None = ()
    if "cond" in values:
        conditions = circumstance(values.pop("cond"))
        if conditions is None:
            return None
    values.pop("op", None), values.pop("number", None)
    sign = values.pop("sign", 1)
    if sign < 0 and values.get("amount") is not None:
        values["amount"] = -values["amount"]
    if kind is FactKind.IMMUNE_TO_ATTRITION and "what" in values:
        others = TextFact(kind=FactKind.IMMUNE_TO, what=values.pop("what"), who=values.get("who", ""))
        return (others, TextFact(kind=kind, conditions=conditions, **values))
    every = values.pop("stats", None)
    facts = (
        tuple(TextFact(kind=kind, conditions=conditions, stat=s, **values) for s in every)
        if every
        else (TextFact(kind=kind, conditions=conditions, **values),)
    )
    return facts


def _under(fact: TextFact, conditions: tuple[Condition, ...]) -> TextFact:
    return replace(fact, conditions=conditions + fact.conditions)


def _changed(base: TextFact, new: str, conditions: tuple[Condition, ...]) -> TextFact | None:
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
        return replace(base, kind=kind, amount=0 if kind is base.kind else None, conditions=conditions)
    if new.startswith("<"):
        return replace(base, limit=int(new[1:]), conditions=conditions) if base.limit is not None else None
    if base.amount is None:
        return None
    amount = int(new)
    if base.amount < 0 < amount and not new.startswith("+"):
        amount = -amount
    return replace(base, amount=amount, conditions=conditions)


def _variable(fact: TextFact, formula: str) -> TextFact | None:
    """Put the formula where 9999 stands for X."""
    values = [name for name in ("amount", "limit", "cost", "loss") if abs(getattr(fact, name) or 0) == 9999]  # noqa: PLR2004
    if len(values) != 1 or values[0] in {"cost", "loss"}:
        return None
    sign = -1 if (getattr(fact, values[0]) or 0) < 0 else 1
    changes: dict[str, Any] = {values[0]: None, "formula": formula if sign > 0 else f"minus {formula}"}
    return replace(fact, **changes)
