"""From a clause to facts: a pattern that fits, or a circumstance, a cost or a subject taken off the rest."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from gemp_bot.cards.compiler import cuts, phrases
from gemp_bot.cards.compiler.conditions import circumstance, nature
from gemp_bot.cards.compiler.context import PLAYERS, of_subject
from gemp_bot.cards.compiler.making import VARIABLE, changed, located, make, under, variable
from gemp_bot.cards.compiler.pattern import RuleTable
from gemp_bot.cards.compiler.patterns import PATTERNS
from gemp_bot.cards.text import LONGEST_PHRASE, Condition, ConditionKind, FactKind, TextFact


class Reading(msgspec.Struct, frozen=True):
    """What a clause was read as.

    Attributes:
        trailing: a circumstance stood last, so it may belong to what was joined before it.
        placed: a place stood last, so it, too, may belong to what was joined before it.
        joined: two whole statements were joined, so a circumstance after them would be ambiguous.
    """

    facts: tuple[TextFact, ...]
    trailing: bool = False
    joined: bool = False
    placed: bool = False


class Reader:
    """Reads clauses; it remembers what it has read."""

    def __init__(self) -> None:
        self._table: RuleTable[FactKind] = RuleTable(PATTERNS)
        self._known: dict[str, Reading | None] = {}
        self._steps: tuple[Callable[[str, int], Reading | None], ...] = (
            self._direct,
            self._piloted,
            self._bracket,
            self._prefix,
            self._formula,
            self._each,
            self._ending,
            self._circumstance_last,
            self._place_last,
            self._cost_last,
            self._subject,
            self._joined,
        )

    def read(self, clause: str) -> tuple[TextFact, ...] | None:
        """The facts of a clause; None if any of it is not understood."""
        reading = self._read(clause, 0)
        return None if reading is None else reading.facts

    def _read(self, text: str, depth: int) -> Reading | None:
        text = text.strip(" ,;.")
        if text in self._known:
            return self._known[text]
        if depth > cuts.DEEPEST or not text or len(text) > cuts.LONGEST_CLAUSE:
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
            facts = make(fitting, fields)
            if facts is not None:
                return Reading(tuple(located(f, text) for f in facts))
        return None

    def _piloted(self, text: str, depth: int) -> Reading | None:
        """`Adds 2 to power of anything he pilots`."""
        del depth
        match = cuts.PILOTED.search(text)
        if match is None or match.end() != len(text) or not text.lower().startswith(("adds ", "add ")):
            return None
        what = phrases.phrase(match["what"].removeprefix("any "))
        facts = []
        for term in re.split(r",? and |, ", text[: match.start()].split(" ", 1)[1]):
            one = cuts.ADDS.fullmatch(term)
            stat = phrases.stat(one[2]) if one else None
            if one is None or stat is None or what is None:
                return None
            facts.append(TextFact(kind=FactKind.PILOT_BONUS, what=what, stat=stat, amount=int(one[1])))
        return Reading(tuple(facts))

    def _bracket(self, text: str, depth: int) -> Reading | None:
        """`Power +2 (or +3 if alone)`: the same fact once more, with another number and a condition."""
        match = cuts.ALTERNATIVE.search(text)
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
            second = cuts.SECOND.fullmatch(rest)
            conditions = nature((second["cond"] if second else rest).removeprefix("a ").removeprefix("an "))
            fact = changed(base, new.strip(), _of_bracket(base, conditions)) if conditions else None
            if fact is None:
                return None
            more.append(fact)
            if second is None:
                return replace(reading, facts=(*reading.facts, *more))
            new, rest = second["new"], second["then"]

    def _prefix(self, text: str, depth: int) -> Reading | None:
        lower = text.lower()
        for opening in ("also, ", "also ", "in addition, ", "then "):
            if lower.startswith(opening):
                return self._read(text[len(opening) :], depth)
        if cuts.CUMULATIVELY.search(text):
            reading = self._read(cuts.CUMULATIVELY.sub("", text, count=1), depth)
            if reading is not None and len(reading.facts) == 1:
                return replace(reading, facts=(replace(reading.facts[0], cumulative=True),))
        for opening in ("you may ", "may ", "player may ", "and may "):
            if lower.startswith(opening):
                reading = self._read(text[len(opening) :].removeprefix("also "), depth)
                return None if reading is None else replace(reading, facts=_allowed(reading.facts))
        return self._priced_or_placed(text, depth)

    def _priced_or_placed(self, text: str, depth: int) -> Reading | None:
        """What begins with a cost, a place or a circumstance."""
        if cost := cuts.COST.fullmatch(text):
            return self._costing(cost, depth)
        if place := cuts.PLACE_FIRST.fullmatch(text):
            where = phrases.phrase(place["where"])
            reading = self._read(place["rest"], depth) if where else None
            if reading is not None and where and not any(f.where for f in reading.facts):
                return replace(reading, facts=tuple(replace(f, where=where) for f in reading.facts))
        return self._under_circumstance(text, depth)

    def _under_circumstance(self, text: str, depth: int) -> Reading | None:
        """Take a circumstance off the front; of two possible cuts only a list tells which is meant."""
        found: list[tuple[str, Reading]] = []
        for match in re.finditer(r", | (?=may |you may )", text):
            conditions = circumstance(text[: match.start()])
            head = text[: match.start()]
            if conditions is None or cuts.OPEN_LIST.search(head) or (match[0] == " " and "," in head):
                continue
            reading = self._read(text[match.end() :], depth)
            if reading is not None:
                facts = tuple(under(f, conditions) for f in reading.facts)
                found.append((head, replace(reading, facts=facts)))
        if not found:
            return None
        head, reading = found[-1]
        if len(found) > 1 and not cuts.LIST_END.search(head[len(found[-2][0]) :]):
            head, reading = found[0]
            if any(f.who and f.who in text[len(found[0][0]) : len(found[-1][0])] for f in reading.facts):
                return None
        return reading

    def _costing(self, cost: re.Match[str], depth: int) -> Reading | None:
        reading = self._read(cost["rest"], depth)
        if reading is None or any(
            f.cost is not None or f.loss is not None or f.kind is FactKind.DEPLOYS_FREE for f in reading.facts
        ):
            return None
        if cost["other"]:
            changes: dict[str, Any] = {"other_cost": cost["other"].lower()}
        else:
            changes = {"cost" if cost["verb"].lower() == "use" else "loss": int(cost["n"])}
        return replace(reading, facts=tuple(replace(f, **changes) for f in reading.facts))

    def _formula(self, text: str, depth: int) -> Reading | None:
        """`..., where X = number of ...`."""
        match = cuts.FORMULA.fullmatch(text)
        formula = phrases.phrase(match["formula"]) if match else None
        if match is None or formula is None:
            return None
        reading = self._read(cuts.X.sub(str(VARIABLE), match["rest"]), depth)
        facts = [variable(f, formula) for f in reading.facts] if reading else []
        known = tuple(f for f in facts if f is not None)
        return Reading(known) if known and len(known) == len(facts) else None

    def _each(self, text: str, depth: int) -> Reading | None:
        """`... for each ...`."""
        match = cuts.EACH.fullmatch(text)
        each = phrases.phrase(match["each"] or match["each2"]) if match else None
        reading = self._read(match["rest"] or match["rest2"], depth) if match and each else None
        if reading is None or each is None or len(reading.facts) != 1:
            return None
        fact = reading.facts[0]
        if fact.amount is None or fact.each:
            return None
        return replace(reading, facts=(replace(fact, each=each),))

    def _ending(self, text: str, depth: int) -> Reading | None:
        """Words at the end that add nothing, or only "for free"."""
        lower = text.lower()
        for ending in cuts.EMPTY_ENDINGS:
            if lower.endswith(ending):
                return self._read(text[: -len(ending)], depth)
        for ending in (" for free", " (for free)"):
            if lower.endswith(ending):
                reading = self._read(text[: -len(ending)], depth)
                if (
                    reading is not None
                    and len(reading.facts) == 1
                    and reading.facts[0].kind not in cuts.PRICED
                ):
                    return replace(reading, facts=(replace(reading.facts[0], free=True),))
        return None

    def _circumstance_last(self, text: str, depth: int) -> Reading | None:
        for match in cuts.TRAILING.finditer(text):
            formula = ", where X" in text[: match.start()]  # what stands after it is a part of the formula
            bare = text[match.end() :] in cuts.BARE_PLACES  # `where present`: the place of this card
            conditions = None if formula or bare else circumstance(text[match.end() :])
            reading = self._read(text[: match.start()], depth) if conditions else None
            if reading is not None and conditions is not None and not reading.joined:
                facts = tuple(under(f, of_subject(f, conditions)) for f in reading.facts)
                return replace(reading, facts=facts, trailing=True)
        return None

    def _place_last(self, text: str, depth: int) -> Reading | None:
        for match in cuts.PLACE.finditer(text):
            tail = text[match.end() :]
            if ", where X" in text[: match.start()]:
                continue
            place = cuts.WHERE.fullmatch(tail)
            where = phrases.phrase(place[1]) if place else tail if tail in cuts.BARE_PLACES else None
            reading = self._read(text[: match.start()], depth) if where else None
            if reading is None or where is None or reading.trailing or cuts.TWO_OWNERS.search(where):
                continue
            if reading.joined and not all(f.kind in cuts.PLACED_TOGETHER for f in reading.facts):
                continue
            if not any(f.where for f in reading.facts):
                return replace(
                    reading, facts=tuple(replace(f, where=where) for f in reading.facts), placed=True
                )
        return None

    def _cost_last(self, text: str, depth: int) -> Reading | None:
        match = cuts.COST_AFTER.fullmatch(text)
        reading = self._read(match["rest"], depth) if match else None
        if match is None or reading is None or any(f.cost is not None for f in reading.facts):
            return None
        key = "loss" if match["verb"].lower() == "losing" else "cost"
        return replace(reading, facts=tuple(replace(f, **{key: int(match["n"])}) for f in reading.facts))

    def _subject(self, text: str, depth: int) -> Reading | None:
        """`Your Rebels here are power +1 and ...`: what is said of the subject, with the subject."""
        for who, rest, is_be in _subjects(text):
            if who.lower() in cuts.PRONOUNS:
                return None
            if phrases.stat(who) is not None:
                continue
            named = who.lower() if who.lower() in cuts.PLAYERS else phrases.phrase(who)
            if named is None:
                continue
            reading = self._read(rest.removeprefix("each ").removeprefix("also "), depth)
            if reading is None or any(f.who or f.kind in cuts.NO_SUBJECT for f in reading.facts):
                continue
            if cuts.NO_AGENT.search(named) and not all(f.kind in cuts.OF_THINGS for f in reading.facts):
                continue
            passive = cuts.PASSIVE.search(rest) is not None
            facts = tuple(
                f if passive and f.kind in cuts.UNDONE else replace(f, who="" if named == "you" else named)
                for f in reading.facts
            )
            return replace(reading, facts=facts, joined=reading.joined and not is_be)
        return None

    def _joined(self, text: str, depth: int) -> Reading | None:
        for match in cuts.CONJUNCTION.finditer(text):
            left = self._read(text[: match.start()], depth)
            if left is None:
                continue
            right_text = text[match.end() :]
            if match[0] == ", " and " or " in right_text:
                continue
            if cuts.PILOTED.search(right_text) and left.facts[-1].kind is not FactKind.PILOT_BONUS:
                continue
            right, carried = self._second(text, match, depth)
            if right is None or (
                carried and any(f.who for f in right.facts) > all(f.who for f in left.facts)
            ):
                continue
            alike = carried or all(f.kind in cuts.ADJECTIVAL for f in left.facts + right.facts)
            if right.placed and not all(f.where for f in left.facts) and not all(f.who for f in right.facts):
                continue
            optional = left.facts[-1].optional and text.lower().startswith(("may ", "you may "))
            if right.trailing and not left.trailing and not match[0].startswith(";"):
                if alike:
                    continue
                return None
            facts = right.facts
            if optional:
                facts = _allowed(left.facts + facts)[len(left.facts) :]
            return Reading(left.facts + facts, right.trailing, joined=not alike, placed=right.placed)
        return None

    def _second(self, text: str, at: re.Match[str], depth: int) -> tuple[Reading | None, bool]:
        """What stands after a conjunction, and whether it was read with the verb of the first part."""
        rest = text[at.end() :]
        right = self._read(rest, depth)
        verb = text.split(" ", 1)[0]
        if right is not None or verb[-1] == "," or ";" in text[: at.end()] or cuts.OWN_NUMBER.match(rest):
            return right, False
        return self._read(f"{verb} {rest}", depth), True


def _of_bracket(base: TextFact, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions of an alternative number, which are of what the number is about."""
    owner = "that card" if base.who and base.who in PLAYERS else base.who
    owner = "what it pilots" if base.kind is FactKind.PILOT_BONUS else owner
    found = []
    for condition in of_subject(base, conditions):
        if condition.kind is ConditionKind.IS and not condition.who:
            found.append(replace(condition, who=owner))
        elif condition.kind in cuts.HELD and not condition.where and not condition.what and base.where:
            found.append(replace(condition, where="here" if base.where == "here" else "there"))
        else:
            found.append(condition)
    return tuple(found)


def _allowed(facts: tuple[TextFact, ...]) -> tuple[TextFact, ...]:
    """The facts under one "may", which does not reach a statement with a subject of its own."""
    own = {fact.who for fact in facts if fact.who not in PLAYERS} - {facts[0].who}
    return tuple(fact if fact.who in own else replace(fact, optional=True) for fact in facts)


def _subjects(text: str) -> Iterator[tuple[str, str, bool]]:
    """Ways to cut a subject off, the shortest first: subject, rest, whether "is" or "are" stood between."""
    for space in re.finditer(r"(?<=.),? ", text[:LONGEST_PHRASE]):
        match = cuts.PREDICATE.match(text, space.start())
        if match is not None:
            yield text[: space.start()], match["rest"], bool(match["be"])
