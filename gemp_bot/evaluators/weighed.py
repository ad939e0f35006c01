"""An answer with what it is worth."""

from collections.abc import Sequence

import msgspec

from gemp_bot.decisions import Answer, Option, Question, ResultKind
from gemp_bot.decisions.legal import IncrementalSelection, Number, OneOf, Subset

WE, US, OUR, OURS, THEY_LOSE, THEY_WOULD_LOSE, THEM, THEIR, THEIRS = map(chr, range(0xE000, 0xE009))
"""Stand in the words of a part for the players: private characters, which no title has."""
_WORDS = {
    WE: ("we", "you"),
    US: ("us", "you"),
    OUR: ("our", "your"),
    OURS: ("ours", "yours"),
    THEY_LOSE: ("they lose", "your opponent loses"),
    THEY_WOULD_LOSE: ("they would lose", "your opponent would lose"),
    THEM: ("them", "your opponent"),
    THEIR: ("their", "your opponent's"),
    THEIRS: ("theirs", "your opponent's"),
}
_OF_US, _OF_YOU = [str.maketrans({mark: said[who] for mark, said in _WORDS.items()}) for who in (0, 1)]


class Part(msgspec.Struct, frozen=True):
    """One part of a worth, in Force: the expected change of (our life force - theirs).

    Attributes:
        words: what it is, with the marks of this module where the players are spoken of.
        there: the words for who tells himself where a card goes; empty where that is all of it.
        told: what the person who plays the side is told with the answer; empty where that is `words`.
        place: title of the location that a card goes to; `along`: who else goes there.
    """

    words: str
    force: float = 0.0
    there: str = ""
    told: str = ""
    place: str = ""
    along: str = ""

    @property
    def text(self) -> str:
        """The words as we say them of ourselves."""
        return self.words.translate(_OF_US)

    @property
    def short(self) -> str:
        """The words for who tells himself where a card goes, as we say them."""
        return self.there.translate(_OF_US)

    @property
    def yours(self) -> str:
        """The words as they are said to the person who plays the side."""
        return self.words.translate(_OF_YOU)

    @property
    def to_player(self) -> str:
        """What that person is told in one sentence with the answer; empty where that is all of it."""
        return (self.there if self.place else self.told).translate(_OF_YOU)


class ScoredAnswer(msgspec.Struct, frozen=True):
    """An answer and its worth.

    Attributes:
        parts: they add up to the score.
        option: the option chosen, None for none or several.
        name: the answer in words.
    """

    answer: Answer
    parts: tuple[Part, ...] = ()
    option: Option | None = None
    name: str = ""

    @property
    def score(self) -> float:
        """The sum of the parts, in Force."""
        return sum([part.force for part in self.parts])


LEAST = "the least"
"""The name of the answer that commits to the least, where no pass and no No is legal."""
PASS = (Part("nothing that is offered is worth it", told="nothing offered here is worth its Force"),)


def part(words: str, force: float = 0.0, told: str = "") -> tuple[Part, ...]:
    """One part."""
    return (Part(words, force, told=told),)


def passing(question: Question, parts: tuple[Part, ...] = PASS) -> ScoredAnswer:
    """The explicit no: pass, No, no card; where that is not legal, what commits to the least."""
    if not question.can_pass:
        no = question.result(ResultKind.NO)
        if no is not None:
            return ScoredAnswer(question.choose(no), parts, no, "no")
        return ScoredAnswer(question.first_legal(), parts, None, LEAST)
    return ScoredAnswer(question.pass_(), parts, None, "pass")


def one(question: Question, option: Option, parts: tuple[Part, ...]) -> ScoredAnswer:
    """One option chosen."""
    legal = question.legal
    if isinstance(legal, Subset) and not legal.low <= 1 <= legal.high:
        return several(question, [option], 1, parts)
    if isinstance(legal, Subset):
        return ScoredAnswer(question.choose_cards((option,)), parts, option, option.text)
    return ScoredAnswer(question.choose(option), parts, option, option.text)


def several(
    question: Question, ranked: Sequence[Option], wanted: int, parts: tuple[Part, ...]
) -> ScoredAnswer:
    """The first of the ranked options: as many as wanted, within the bounds of the question.

    What is missing is filled up in the server's order.
    """
    legal = question.legal
    if isinstance(legal, OneOf):
        fitting = [option for option in ranked if option.key in legal.keys]
        return one(question, fitting[0], parts) if fitting else passing(question)
    if isinstance(legal, IncrementalSelection):
        fresh = [option for option in ranked if option.key not in legal.kept]
        if wanted <= len(legal.kept) or not fresh:
            return ScoredAnswer(question.choose_cards(legal.kept), parts)
        return ScoredAnswer(question.choose(fresh[0]), parts, fresh[0])
    if not isinstance(legal, Subset):
        return passing(question)
    low, high = legal.low, legal.high
    count = min(max(wanted, low), high)
    pool = frozenset(legal.pool)
    chosen = [option.key for option in ranked if option.key in pool][:count]
    if len(chosen) < low:
        taken = frozenset(chosen)
        rest = (key for key in legal.pool if key not in taken)
        chosen += [key for key, _ in zip(rest, range(low - len(chosen)), strict=False)]
    return ScoredAnswer(question.choose_cards(chosen), parts, ranked[0] if ranked else None)


def amount(question: Question, wanted: float, parts: tuple[Part, ...]) -> ScoredAnswer:
    """The number nearest to what is wanted; where no number is asked for, the least."""
    legal = question.legal
    if not isinstance(legal, Number):
        return passing(question)
    count = int(min(max(wanted, legal.low), legal.high))
    return ScoredAnswer(question.choose_number(count), parts, None, str(count))


def result(question: Question, kind: ResultKind, parts: tuple[Part, ...]) -> ScoredAnswer | None:
    """The result of a kind, if it is offered."""
    option = question.result(kind)
    return None if option is None else ScoredAnswer(question.choose(option), parts, option, option.text)
