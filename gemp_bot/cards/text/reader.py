"""From a clause to facts: a pattern that fits, or a circumstance, a cost or a subject taken off the rest."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from gemp_bot.cards.text import phrases
from gemp_bot.cards.text.conditions import circumstance, nature
from gemp_bot.cards.text.facts import LONGEST_PHRASE, FactKind, TextFact
from gemp_bot.cards.text.making import VARIABLE, changed, located, make, under, variable
from gemp_bot.cards.text.pattern import Table
from gemp_bot.cards.text.patterns import PATTERNS

_DEEPEST: Final = 7
_CONJUNCTION: Final = re.compile(
    r", and (?:also )?(?:then )?|,? but |; (?:also )?|, then | and (?:then |also )?|, ", re.IGNORECASE
)
_TRAILING: Final = re.compile(
    r",? (?=(?:if|while|when|unless|under|whenever|where|during|for (?:the )?remainder|"
    r"until|once (?:per|each|during)|twice per|"
    r"each time|each turn|in (?:a )?battles?|at (?:the )?(?:start|end|beginning) of)\b)",
    re.IGNORECASE,
)
_PLACE: Final = re.compile(
    r" (?=(?:at|on|to|from) )| (?=(?:here|there|where present|at same \w+)$)", re.IGNORECASE
)
_WHERE: Final = re.compile(r"(?:at|on|in battles? at) (?!least)(.+)", re.IGNORECASE)
_PLACE_FIRST: Final = re.compile(r"(?:at|on) (?P<where>[^,;]{3,60}?), (?P<rest>.+)", re.IGNORECASE)
_COST: Final = re.compile(
    r"(?:(?P<verb>use|lose) (?P<n>\d+) Force|(?P<other>place (?:this \w+|\w+) (?:in "
    r"(?:owner's )?(?:Lost|Used) Pile|out of play))) to (?P<rest>.+)",
    re.IGNORECASE,
)
_COST_AFTER: Final = re.compile(r"(?P<rest>.+?) by (?P<verb>using|losing) (?P<n>\d+) Force", re.IGNORECASE)
_PREDICATE: Final = re.compile(
    r",? (?P<be>(?:is|are)(?: each| all| also)* )?(?P<rest>(?:also |each )?(?:(?:power|"
    r"forfeit|maneuver|defense value|armor|"
    r"hyperspeed|landspeed|ability|immune|deploy|ferocity|destiny|politics) .+|(?:adds?|"
    r"draws?|deploys?|moves?|may|gains?|"
    r"loses?|cancels?|must|cannot|subtracts?|uses?|retrieves?|activates?|places?|reduces?) "
    r".+|suspended|canceled|lost))$",
    re.IGNORECASE,
)
_ALTERNATIVE: Final = re.compile(
    r" \((?:or )?(?:by )?(?P<new>(?:< ?)?[+-]?\d+|free|for free)(?: instead)? (?:if|when|"
    r"while) (?P<cond>[^()]+?)\)"
)
_SECOND: Final = re.compile(
    r"(?P<cond>.+?), (?:or )?(?P<new>(?:< ?)?[+-]?\d+) (?:if|when|while) (?P<then>.+)"
)
_FORMULA: Final = re.compile(r"(?P<rest>.+), where X (?:=|equals|is) (?P<formula>.+)", re.IGNORECASE)
_EACH: Final = re.compile(
    r"(?P<rest>.+?) (?:for each|per) (?:of )?(?P<each>.+)|for each (?:of )?(?P<each2>.+?), (?P<rest2>.+)",
    re.IGNORECASE,
)
_CUMULATIVELY: Final = re.compile(r"^cumulatively | cumulatively(?= adds? |$)")
_OWN_NUMBER: Final = re.compile(r"[-+<]")
_OPEN_LIST: Final = re.compile(r", (?!with |without )(?:(?! or | and ).)*$")
_LIST_END: Final = re.compile(r"^[^,]*(?:, [^,]*)*?,? (?:or|and) [^,]+$")
_PILOTED: Final = re.compile(r" of (?P<what>[^,;]+?) (?:he|she|it|they) (?:pilots?|drives?)", re.IGNORECASE)
_ADDS: Final = re.compile(r"(\d+) to (?:the )?([a-z ]+)", re.IGNORECASE)
_X: Final = re.compile(r"(?<![A-Za-z])X(?![A-Za-z])")
_SPOTS: Final = frozenset({"here", "there", "where present"})
_EMPTY_ENDINGS: Final = (
    "; reshuffle",
    " (if possible)",
    ", if possible",
    " (if any)",
    " and reshuffle",
    "; shuffle, cut and replace",
    " (ignore other docking bay's text)",
    "; reveal and reshuffle",
    " and shuffle",
)
_ADJECTIVAL: Final = frozenset(
    {FactKind.STAT_BONUS, FactKind.STAT_SET, FactKind.IMMUNE_TO_ATTRITION, FactKind.IMMUNE_TO}
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
            facts = make(fitting, fields)
            if facts is not None:
                return Reading(tuple(located(f, text) for f in facts))
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
            fact = changed(base, new.strip(), conditions) if conditions else None
            if fact is None:
                return None
            more.append(fact)
            if second is None:
                return Reading((*reading.facts, *more), reading.trailing, reading.joined)
            new, rest = second["new"], second["then"]

    def _prefix(self, text: str, depth: int) -> Reading | None:
        for opening in ("also, ", "also ", "in addition, ", "then "):
            if text.lower().startswith(opening):
                return self._read(text[len(opening) :], depth)
        if _CUMULATIVELY.search(text):
            reading = self._read(_CUMULATIVELY.sub("", text, count=1), depth)
            if reading is not None and len(reading.facts) == 1:
                return Reading((replace(reading.facts[0], cumulative=True),), reading.trailing)
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
        return self._under_circumstance(text, depth)

    def _under_circumstance(self, text: str, depth: int) -> Reading | None:
        """Take a circumstance off the front; of two possible cuts only a list tells which is meant."""
        found: list[tuple[str, Reading]] = []
        for match in re.finditer(r", | (?=may |you may )", text):
            conditions = circumstance(text[: match.start()])
            if conditions is None or _OPEN_LIST.search(text[: match.start()]):
                continue
            reading = self._read(text[match.end() :], depth)
            if reading is not None:
                facts = tuple(under(f, conditions) for f in reading.facts)
                found.append((text[: match.start()], Reading(facts, reading.trailing)))
        if not found:
            return None
        head, reading = found[-1]
        if len(found) > 1 and not _LIST_END.search(head[len(found[-2][0]) :]):
            head, reading = found[0]
            if any(f.who and f.who in text[len(found[0][0]) : len(found[-1][0])] for f in reading.facts):
                return None
        return reading

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
        """`..., where X = number of ...`."""
        match = _FORMULA.fullmatch(text)
        formula = phrases.phrase(match["formula"]) if match else None
        if match is None or formula is None:
            return None
        reading = self._read(_X.sub(str(VARIABLE), match["rest"]), depth)
        facts = [variable(f, formula) for f in reading.facts] if reading else []
        known = tuple(f for f in facts if f is not None)
        return Reading(known) if known and len(known) == len(facts) else None

    def _each(self, text: str, depth: int) -> Reading | None:
        """`... for each ...`."""
        match = _EACH.fullmatch(text)
        each = phrases.phrase(match["each"] or match["each2"]) if match else None
        reading = self._read(match["rest"] or match["rest2"], depth) if match and each else None
        if reading is None or each is None or len(reading.facts) != 1:
            return None
        fact = reading.facts[0]
        if fact.amount is None or fact.each:
            return None
        return Reading((replace(fact, each=each),), reading.trailing)

    def _ending(self, text: str, depth: int) -> Reading | None:
        """Words at the end that add nothing, or only "for free"."""
        lower = text.lower()
        for ending in _EMPTY_ENDINGS:
            if lower.endswith(ending):
                return self._read(text[: -len(ending)], depth)
        for ending in (" for free", " (for free)"):
            if lower.endswith(ending):
                reading = self._read(text[: -len(ending)], depth)
                if reading is not None and len(reading.facts) == 1:
                    return Reading((replace(reading.facts[0], free=True),))
        return None

    def _circumstance_last(self, text: str, depth: int) -> Reading | None:
        for match in _TRAILING.finditer(text):
            conditions = circumstance(text[match.end() :])
            reading = self._read(text[: match.start()], depth) if conditions else None
            if reading is not None and conditions is not None and not reading.joined:
                return Reading(tuple(under(f, conditions) for f in reading.facts), trailing=True)
        return None

    def _place_last(self, text: str, depth: int) -> Reading | None:
        for match in _PLACE.finditer(text):
            tail = text[match.end() :]
            place = _WHERE.fullmatch(tail)
            where = phrases.phrase(place[1]) if place else tail if tail in _SPOTS else None
            reading = self._read(text[: match.start()], depth) if where else None
            if reading is None or where is None or reading.joined or reading.trailing:
                continue
            if not any(f.where for f in reading.facts):
                return Reading(tuple(replace(f, where=where) for f in reading.facts))
        return None

    def _cost_last(self, text: str, depth: int) -> Reading | None:
        match = _COST_AFTER.fullmatch(text)
        reading = self._read(match["rest"], depth) if match else None
        if match is None or reading is None or any(f.cost is not None for f in reading.facts):
            return None
        key = "loss" if match["verb"].lower() == "losing" else "cost"
        return Reading(tuple(replace(f, **{key: int(match["n"])}) for f in reading.facts))

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
                carried = right is not None and _OWN_NUMBER.match(right_text) is None
                right = right if carried else None
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
    """Ways to cut a subject off, the shortest first: subject, rest, whether "is" or "are" stood between."""
    for space in re.finditer(r"(?<=.),? ", text[:LONGEST_PHRASE]):
        match = _PREDICATE.match(text, space.start())
        if match is not None:
            yield text[: space.start()], match["rest"], bool(match["be"])
