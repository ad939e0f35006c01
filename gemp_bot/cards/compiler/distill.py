"""A game text in, its facts out."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from gemp_bot.cards.compiler.clauses import Section, sections, sentences, unbroken
from gemp_bot.cards.compiler.context import FOLLOWS_UNREAD, Read, in_context, of_host
from gemp_bot.cards.compiler.phrases import phrase
from gemp_bot.cards.compiler.reader import Reader
from gemp_bot.cards.compiler.shots import take_shots
from gemp_bot.cards.compiler.words import NOUN_PHRASE_WORDS, words
from gemp_bot.cards.text import FactKind, Mode, Pile, Share, TextFact

_UPKEEP: Final = re.compile(
    r"End of (?:your|each) turn: (?:Use (?P<use>\d+) Force to maintain)(?: OR Lose "
    r"(?P<lose>\d+) Force to place in "
    r"Used Pile)? OR Place out of play\.?",
    re.IGNORECASE,
)
_STARTS: Final = re.compile(r"(?P<may>(?:You )?may )?deploy (?P<what>[^;()]+)", re.IGNORECASE)


class Distilled(msgspec.Struct, frozen=True):
    """What could be read of one game text."""

    facts: tuple[TextFact, ...]
    understood: Share
    clauses_understood: int
    clauses: int


class Distiller:
    """Distills texts; it remembers the clauses it has met, so one for many cards is faster."""

    def __init__(self, titles: Iterable[str] = ()) -> None:
        """`titles` of cards: a comma in one of them is none of a list."""
        self._reader = Reader()
        self._names = unbroken(titles)

    def distill(self, gametext: str, *, title: str, type_: str, side: Mode | None = None) -> Distilled:
        """Read a game text.

        Args:
            gametext: the text, in the notation of the Players Committee's files.
            title: of the card; of an objective of both its sides, `Quiet Harbor / Storm At Sea`.
            type_: `Character`, `Interrupt`, `Location`, ...; says how sections are marked.
            side: `FRONT` or `BACK`: only this side of an objective; one without a text is not understood.
        """
        facts: list[TextFact] = []
        understood = total = 0
        for section in sections(gametext, type_=type_, title=title, names=self._names):
            if side is not None and section.mode is not side:
                continue
            for _, found, count in self.clauses(section, type_=type_):
                total += count
                if found is not None:
                    understood += count
                    facts += (replace(f, mode=section.mode, part=section.part) for f in found)
        if side is not None and not total and gametext.strip():
            return Distilled((), Share.NONE, 0, 1)
        share = Share.ALL if understood == total else Share.SOME if understood else Share.NONE
        return Distilled(tuple(facts), share, understood, total)

    def clauses(self, section: Section, *, type_: str) -> list[Read]:
        """Each clause of a section of a card of that type as it was read."""
        text, shots, count = take_shots(section.text)
        text, upkeep = _upkeep(text)
        read: list[Read] = []
        if shots:
            read.append(("", shots, count))
        if upkeep:
            read.append(("", upkeep, 1))
        unread = False
        for sentence in sentences(text):
            facts = self._read(sentence)
            if facts is None and section.mode is Mode.FRONT:
                facts = _start(sentence)
            if facts is not None:
                facts = in_context(facts, sentence, first=not read, type_=type_, unread=unread)
            unread = facts is None or any(FOLLOWS_UNREAD in fact.conditions for fact in facts)
            read.append((sentence, facts, 1))
        return of_host(read, type_)

    def _read(self, sentence: str) -> tuple[TextFact, ...] | None:
        """A sentence, with the capital of its first word or without it."""
        other = sentence[:1].lower() + sentence[1:]
        for text in (_lowered(sentence), sentence, other):
            facts = self._reader.read(text)
            if facts is not None:
                return facts
        return None


def distill(gametext: str, *, title: str, type_: str) -> Distilled:
    """Read one game text; see `Distiller.distill`."""
    return Distiller().distill(gametext, title=title, type_=type_)


def _upkeep(text: str) -> tuple[str, tuple[TextFact, ...]]:
    match = _UPKEEP.search(text)
    if match is None:
        return text, ()
    kind = FactKind.MAINTENANCE
    facts = [TextFact(kind=kind, cost=int(match["use"]), what="maintain")]
    if match["lose"]:
        facts.append(TextFact(kind=kind, loss=int(match["lose"]), to=Pile.USED_PILE))
    facts.append(TextFact(kind=kind, to=Pile.OUT_OF_PLAY))
    return text.replace(match[0], " "), tuple(facts)


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
    word = low.rstrip(",")
    title = rest[:1].isupper() or word in _NAMES
    if word in _OPENING or (word in NOUN_PHRASE_WORDS and not title):
        return f"{low} {rest}".strip()
    return sentence


_NAMES: Final = frozenset({"jedi", "rebel", "rebels", "imperial", "imperials", "force", "death"})
_OPENING: Final = words(
    """opponent opponent's other unique non-unique piloted target's your one two three four five another
    add adds subtract subtracts deploy deploys draw draws may must never while when whenever where if
    unless once twice during at for until use lose cancel cancels cancels: take retrieve place target
    search reveal peek permanent immune power forfeit has plays your each all any to moves move reduce
    reduces prevents prevent suspends lost canceled effect relocate activate relocated flip stack
    exclude capture fire after before instead otherwise also cumulatively you it he she both neither
    player players these that this those its his her landspeed maneuver ability considered treated
    cannot choose exchange shuffle steal make raise rotate convert release gain loses suspended suspend
    double immediately satisfy restore initiate set reset verify return is are be doubles modify
    modifies provides transfers transfer replaces replace counts requires require agenda agendas"""
)
