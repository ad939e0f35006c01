"""A hint for a person: one sentence in a player's words, and the numbers behind it."""

import re

import msgspec

from gemp_bot.decisions import PromptKind
from gemp_bot.view.model import QuestionView, Weighed
from gemp_bot.view.names import Why


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the adviser would answer.

    Attributes:
        answer: as it would be sent. chosen: the same in words.
        sentence: what it would do and the weightiest reason.
        score: what the answer is judged to be worth, in Force. reasons: the parts of that.
        others: what else was weighed, the best first.
    """

    n: int
    prompt: str
    answer: str
    chosen: str
    sentence: str
    score: float | None = None
    reasons: tuple[Why, ...] = ()
    others: tuple[Weighed, ...] = ()


def hint_of(question: QuestionView, note: str = "") -> Hint:
    """The hint at a question that the adviser has answered; `note` is the page's of what was chosen."""
    assert question.answer is not None, "it is answered"  # noqa: S101
    return Hint(
        n=question.n,
        prompt=question.prompt,
        answer=question.answer,
        chosen=question.chosen,
        sentence=sentence_of(question, note),
        score=question.score,
        reasons=tuple([Why(_yours(each.text), each.force) for each in question.reasons]),
        others=question.others,
    )


def sentence_of(question: QuestionView, note: str = "") -> str:
    """The answer with its weightiest reason, and what is nearly as good.

    `Deploy Luke Skywalker to Tatooine: Cantina: drains 2, safe.` What is true with other cards there says
    so: whether they come is decided anew at the questions that follow.
    """
    doing = question.chosen or "pass"
    if doing.isdecimal():
        doing = f"{_NUMBERS.get(question.kind, 'Take')} {doing}"
    doing = f"{doing[0].upper()}{doing[1:]}"
    why = _reason(question, doing, note)
    told = f"{doing}{why}."
    close = _close(question)
    return f"{told} {close} is nearly as good." if close else told


_NUMBERS: dict[str, str] = {PromptKind.FORCE_TO_ACTIVATE: "Activate", PromptKind.CARDS_TO_DRAW: "Draw"}
_SAID = (
    (r"Force pays for everything.*", "Force pays for all that you do"),
    (r"saves for (.+)", r"your Force may do more next turn, for \1"),
    (r"the text of .+ works for us", "its text helps you"),
    (r"its text works for us at .+", "its text helps you there"),
    (r".+ comes as pilot.*", "a pilot makes the ship count"),
    (r"for .+", "it goes well with that card"),
    (r"nothing that is offered is worth it", "nothing offered here is worth its Force"),
    (r"rather wait", "waiting is better"),
    (r"([\d.]+) Force a turn for us", r"it brings you \1 more Force each turn"),
    (r"a place more for us", "it is one more place to play at"),
    (r"a place to drain", "it gives you a place to drain"),
    (r"a place for them to drain", "it gives your opponent a place to drain"),
    (r"hand of .*", "more cards in hand give you more to choose from"),
    (r"destiny is power and attrition", "destiny adds to your power, and costs your opponent cards"),
    (r"a weapon for .+", "one of your cards can use it"),
    (r"no difference is known between what is offered", "it makes no difference that is known"),
    (r"found: .+", "of what was found it is of most use"),
    (r"the start that our deck names", "the deck is built to start there"),
    (r"the top card of the Reserve Deck lost", "that card is the least loss"),
    (r".+ lost from hand", "it is the card you need least"),
    (r".+ forfeited", "it is the cheapest card to lose"),
    (r"([\d.]+) of ([\d.]+) (damage|attrition) .*paid.*", "it pays most for what it costs"),
)
_YOURS = (
    (r"\bthey lose\b", "your opponent loses"),
    (r"\bthey would lose\b", "your opponent would lose"),
    (r"\b(keeps|for) them\b", r"\1 your opponent"),
    (r"\b(?:their|theirs)\b", "your opponent's"),
    (r"\bwe\b|\bus\b", "you"),
    (r"\bour(s?)\b", r"your\1"),
)
"""What our reasons call the players, and what a person is told."""
_SMALL = 0.3
"""Answers that are worth so little less are nearly as good, in Force."""


def _reason(question: QuestionView, doing: str, note: str) -> str:
    """The weightiest reason in favour, in the words of players; empty where none is told."""
    if any(each.text in ("they lose", "we lose") for each in question.reasons):
        told = [part for part in note.split(" · ") if "% to win" in part or part.startswith("damage")]
        return f": {', '.join(told)}" if told else ""
    best = max(question.reasons, key=lambda each: each.force, default=Why("", 0.0))
    for pattern, words in _SAID:
        if (found := re.fullmatch(pattern, best.text)) is not None:
            return f": {found.expand(words)}"
    if best.text in doing:
        return ""  # nothing is told, or no more than what is done
    # A location has a colon of its own: what comes after the last one is what is done there.
    place, colon, rest = best.text.rpartition(": ")
    if not colon or not place.startswith("to "):
        return f": {_yours(best.text)}"
    place, _, others = place.partition(" with ")
    then = f": {_yours(rest)}{others and f', with {others} there, too'}"
    return then if doing.endswith(place.removeprefix("to ")) else f" {place}{then}"


def _yours(reason: str) -> str:
    """A reason in the words of whom it is told."""
    for pattern, words in _YOURS:
        reason = re.sub(pattern, words, reason)
    return reason


def _close(question: QuestionView) -> str:
    """Another answer that is worth nearly as much; empty for none, and where no worth is told."""
    if question.score is None or not question.others:
        return ""
    best = question.others[0]
    if best.score is None or question.score - best.score > _SMALL or best.words == question.chosen:
        return ""
    words = best.words or "pass"
    return f"{words[0].upper()}{words[1:]}"
