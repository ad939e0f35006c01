"""A game text in, its facts out."""

import re
from typing import Final

from msgspec.structs import replace

from gemp_bot.cards.text.clauses import Section, sections, sentences
from gemp_bot.cards.text.facts import Distilled, FactKind, Mode, Pile, Share, TextFact
from gemp_bot.cards.text.phrases import phrase
from gemp_bot.cards.text.reader import Reader
from gemp_bot.cards.text.shots import take_shots
from gemp_bot.cards.text.words import NOUN_PHRASE_WORDS

_UPKEEP: Final = re.compile(
    r"End of (?:your|each) turn: Use (?P<use>\d+) Force to maintain OR Lose (?P<lose>\d+) Force to place in Used Pile OR "
    r"Place out of play\.?",
    re.IGNORECASE,
)
_STARTS: Final = re.compile(r"(?P<may>(?:You )?may )?deploy (?P<what>[^;()]+)", re.IGNORECASE)


class Distiller:
    """Distills texts; it remembers the clauses it has met, so one for many cards is faster."""

    def __init__(self) -> None:
        self._reader = Reader()

    def distill(self, gametext: str, *, title: str, type_: str) -> Distilled:
        """Read a game text.

        Args:
            gametext: the text, in the notation of the Players Committee's files.
            title: of the card, which its own text may use as its name.
            type_: `Character`, `Interrupt`, `Location`, ...; says how sections are marked.
        """
        del title
        facts: list[TextFact] = []
        understood = total = 0
        for section in sections(gametext, type_=type_):
            good, count, found = self._section(section)
            understood += good
            total += count
            facts += found
        share = Share.ALL if understood == total else Share.SOME if understood else Share.NONE
        return Distilled(tuple(facts), share, understood, total)

    def _section(self, section: Section) -> tuple[int, int, list[TextFact]]:
        text, shots, clauses = take_shots(section.text)
        text, upkeep = _upkeep(text)
        found = [*shots, *upkeep]
        understood = total = clauses + bool(upkeep)
        for sentence in sentences(text):
            total += 1
            facts = self._reader.read(_lowered(sentence)) or self._reader.read(sentence)
            if facts is None and section.mode is Mode.FRONT:
                facts = _start(sentence)
            if facts is not None:
                understood += 1
                found += facts
        return understood, total, [replace(f, mode=section.mode, part=section.part) for f in found]


def distill(gametext: str, *, title: str, type_: str) -> Distilled:
    """Read one game text; see `Distiller.distill`."""
    return Distiller().distill(gametext, title=title, type_=type_)


def _upkeep(text: str) -> tuple[str, list[TextFact]]:
    match = _UPKEEP.search(text)
    if match is None:
        return text, []
    kind = FactKind.MAINTENANCE
    facts = [
        TextFact(kind=kind, cost=int(match["use"]), what="maintain"),
        TextFact(kind=kind, loss=int(match["lose"]), to=Pile.USED_PILE),
        TextFact(kind=kind, to=Pile.OUT_OF_PLAY),
    ]
    return text.replace(match[0], " "), facts


def _start(sentence: str) -> tuple[TextFact, ...] | None:
    """What an objective deploys at the start of the game."""
    match = _STARTS.fullmatch(sentence)
    what = phrase(match["what"]) if match else None
    if match is None or what is None:
        return None
    return (TextFact(kind=FactKind.OBJECTIVE_START, what=what, optional=bool(match["may"])),)


def _lowered(sentence: str) -> str:
    """A sentence without the capital of its first word, if that is a common word."""
    first, _, rest = sentence.partition(" ")
    low = first[:1].lower() + first[1:]
    if not low.isalpha() and low not in NOUN_PHRASE_WORDS:
        return sentence
    if low in NOUN_PHRASE_WORDS or low in _OPENING:
        return f"{low} {rest}".strip()
    return sentence


_OPENING: Final = frozenset(
    """add adds subtract subtracts deploy deploys draw draws may must never while when whenever where if unless
    once twice during at for until use lose cancel cancels take retrieve place target search reveal peek permanent
    immune power forfeit has plays your each all any to take moves move reduce reduces each opponent prevents
    prevent suspends lost canceled effect relocate activate relocated flip stack exclude capture fire after before
    instead otherwise also cumulatively you it he she both neither player players these that this those its his her
    landspeed maneuver ability considered treated cannot choose exchange shuffle steal make raise rotate convert
    release gain loses lose suspended suspend double immediately satisfy restore initiate set reset verify return
    is are be doubles modify modifies provides transfers transfer replaces replace counts requires require""".split()
)
