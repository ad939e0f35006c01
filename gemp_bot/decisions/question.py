"""A decision with its legal answers (PROTOCOL 7; architecture, rule 3)."""

import random
from collections.abc import Iterable
from math import isfinite
from typing import Final, NoReturn

import msgspec

from gemp_bot.decisions.catalogue import ActionReading, PromptReading
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResultKind
from gemp_bot.decisions.legal import REVERT, IncrementalSelection, LegalSet, Number, OneOf, Subset
from gemp_bot.errors import BotError
from gemp_bot.protocol.decisions import Decision, UnknownDecision
from gemp_bot.protocol.html import CardRef
from gemp_bot.protocol.ids import BlueprintId, CardId


class IllegalAnswerError(BotError, ValueError):
    """What was asked for is no legal answer of this question; the message says why in one line."""


_SEAL: Final = object()


class Answer:
    """A legal answer. Only a `Question` makes one; two answers are equal if the server reads the same.

    Attributes:
        wire: the `decisionValue` to send, always, also when it is empty (PROTOCOL 7.9).
    """

    __slots__ = ("wire",)

    wire: str

    def __init__(self, wire: str, *, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("an Answer is made by a Question: choose(), choose_cards(), pass_(), ...")
        object.__setattr__(self, "wire", wire)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an Answer is frozen: cannot set {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an Answer is frozen: cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        return self.wire == other.wire if isinstance(other, Answer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.wire)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _sealed, (self.wire,)

    def __repr__(self) -> str:
        return f"Answer({self.wire!r})"


def _sealed(wire: str) -> Answer:
    """Make an answer. For `Question` alone, which has checked it."""
    return Answer(wire, seal=_SEAL)


COUNT_CAP = 1000


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing that may be chosen.

    Attributes:
        key: its part of the wire: action id, card id, `tempN`, or index of a result.
        text: label, caption or result as plain text; the empty text for a card on the table.
        kind: for actions, what the label says (an Interrupt's effect is in `reading`); else None.
        card_id: the card of the table it hangs on; the only thing that tells equal labels apart.
        blueprint_id: the face, where it is known or shown.
        cards: the cards its text names.
        selectable: False for cards that are only shown.
        preselected: chosen by an earlier answer of a combination picker.
        reading: for actions, everything the catalogue says.
        result: for results, what the text means.
    """

    key: str
    text: str = ""
    kind: ActionKind | None = None
    card_id: CardId | None = None
    blueprint_id: BlueprintId | None = None
    cards: tuple[CardRef, ...] = ()
    selectable: bool = True
    preselected: bool = False
    reading: ActionReading | None = None
    result: ResultKind | None = None

    @property
    def number(self) -> float | None:
        """The number that its text is; None for any other text."""
        try:
            number = float(self.text)
        except ValueError:
            return None
        return number if isfinite(number) else None


class Question(msgspec.Struct, frozen=True, gc=False):
    """A decision, understood, with constructors for its legal answers and no others.

    At least one answer is always legal. See `ask()`, which makes questions.

    Attributes:
        decision: as the server sent it.
        reading: what the prompt says.
        options: what may be chosen, in the server's order, what is only shown included.
        legal: the legal answers.
    """

    decision: Decision | UnknownDecision
    reading: PromptReading
    options: tuple[Option, ...]
    legal: LegalSet

    # -- what is asked ---------------------------------------------------------------------------

    @property
    def kind(self) -> PromptKind:
        """What is asked."""
        return self.reading.kind

    @property
    def prompt(self) -> str:
        """The prompt as plain text."""
        return self.reading.text

    @property
    def asked(self) -> str:
        """The prompt as a person needs it: without buttons of the server's page and marks of uniqueness."""
        return self.reading.asked.replace("•", "")

    @property
    def cards(self) -> tuple[CardRef, ...]:
        """The cards the prompt names."""
        return self.reading.cards

    @property
    def contradictory(self) -> bool:
        """The question contradicts itself; a fallback stands in for the legal answers."""
        return self.legal.contradictory

    @property
    def min(self) -> int:
        """The fewest things an answer names (never more than there are), or the smallest number."""
        return self.legal.bounds[0]

    @property
    def max(self) -> int:
        """The most things an answer names (never more than there are), or the largest number."""
        return self.legal.bounds[1]

    @property
    def selectable(self) -> tuple[Option, ...]:
        """The options that may be chosen."""
        return tuple(option for option in self.options if option.selectable)

    @property
    def can_pass(self) -> bool:
        """Whether the empty answer is legal: a pass, a cancelled action, no card (PROTOCOL 7.2).

        `noPass` is a hint for people: the server takes a pass all the same (PROTOCOL 7.3).
        """
        return self.legal.has("")

    @property
    def can_revert(self) -> bool:
        """Whether the game may be asked to be taken back (PROTOCOL 7.10)."""
        return isinstance(self.legal, OneOf) and self.legal.may_revert

    @property
    def is_choice(self) -> bool:
        """Whether two or more different answers are legal; passing counts, `revert` does not."""
        return self.legal.count(2) > 1

    def legal_count(self, cap: int = COUNT_CAP) -> int:
        """How many different answers are legal, at most `cap`; without `revert`, order ignored."""
        return self.legal.count(cap)

    def of_kind(self, *kinds: ActionKind) -> tuple[Option, ...]:
        """The actions of these kinds; an Interrupt is found by what it does as well."""
        return tuple(
            option
            for option in self.options
            if option.reading is not None and (option.reading.kind in kinds or option.reading.effect in kinds)
        )

    def result(self, kind: ResultKind) -> Option | None:
        """The first result of this kind: `question.result(ResultKind.YES)`."""
        return next((option for option in self.options if option.result is kind), None)

    def within(self, most: int) -> "Question":
        """The same question with its first options only, whose answers are answers of this one, too.

        Args:
            most: options to keep; more are kept where an answer must name more.
        """
        legal = self.legal
        if len(self.options) <= most or not isinstance(legal, OneOf | Subset | IncrementalSelection):
            return self
        legal = legal.within(most)
        kept = legal.keys if isinstance(legal, OneOf) else legal.pool
        known = frozenset(kept if not isinstance(legal, IncrementalSelection) else (*kept, *legal.kept))
        options = tuple([option for option in self.options if option.key in known])
        return msgspec.structs.replace(self, options=options, legal=legal)

    # -- answers ---------------------------------------------------------------------------------

    def choose(self, option: Option) -> Answer:
        """Choose one option; in a combination picker, add it to what is chosen already.

        Raises:
            IllegalAnswerError: it is no option of this question, cannot be selected, or one is not
                enough.
        """
        if option not in self.options:
            raise IllegalAnswerError(f"{option.key!r} is no option of {self._name}")
        if not option.selectable:
            raise IllegalAnswerError(f"{option.key!r} is shown but cannot be selected in {self._name}")
        if isinstance(self.legal, OneOf):
            if option.key not in self.legal.keys:
                raise IllegalAnswerError(f"{option.key!r} cannot be sent in answer to {self._name}")
            return _sealed(option.key)
        if isinstance(self.legal, IncrementalSelection):
            return self.choose_cards(dict.fromkeys((*self.legal.kept, option.key)))
        return self.choose_cards((option,))

    def choose_cards(self, cards: Iterable[Option | CardId | str]) -> Answer:
        """Choose cards by option, card id or key, in this order; none at all where that is legal.

        In a combination picker give the whole selection: what is preselected and one more at most.

        Raises:
            IllegalAnswerError: too few, too many, one twice, or one that cannot be selected.
        """
        legal = self.legal
        if not isinstance(legal, Subset | IncrementalSelection):
            raise IllegalAnswerError(f"{self._name} does not ask for cards")
        keys = [card.key if isinstance(card, Option) else str(card) for card in cards]
        pool = frozenset(legal.pool if isinstance(legal, Subset) else (*legal.kept, *legal.pool))
        wrong = next((key for key in keys if key not in pool), None)
        if wrong is not None:
            raise IllegalAnswerError(f"{wrong!r} cannot be selected in {self._name}")
        if len(set(keys)) != len(keys):
            raise IllegalAnswerError(f"a card is chosen twice in {self._name}")
        if isinstance(legal, IncrementalSelection) and not set(legal.kept) <= set(keys):
            raise IllegalAnswerError(f"what is preselected must be kept in {self._name}")
        low, high = legal.bounds
        if not low <= len(keys) <= high:
            raise IllegalAnswerError(f"{len(keys)} cards where {low} to {high} are due in {self._name}")
        return _sealed(",".join(keys))

    def choose_number(self, number: int) -> Answer:
        """Choose a whole number.

        Raises:
            IllegalAnswerError: the question asks for no number, or the number is out of bounds.
        """
        if not isinstance(self.legal, Number):
            raise IllegalAnswerError(f"{self._name} does not ask for a number")
        if not self.min <= number <= self.max:
            raise IllegalAnswerError(f"{number} is not in {self.min}..{self.max} in {self._name}")
        return _sealed(str(int(number)))

    def pass_(self) -> Answer:
        """Pass, cancel the action, choose no card, press Done: the empty answer.

        Raises:
            IllegalAnswerError: the question must be answered.
        """
        if not self.can_pass:
            raise IllegalAnswerError(f"{self._name} cannot be passed")
        return _sealed("")

    def revert(self) -> Answer:
        """Ask for the game to be taken back (PROTOCOL 7.10).

        Raises:
            IllegalAnswerError: not at this question.
        """
        if not self.can_revert:
            raise IllegalAnswerError(f"the game cannot be reverted at {self._name}")
        return _sealed(REVERT)

    def first_legal(self) -> Answer:
        """The legal answer that commits to the least: pass, the server's default, the fewest cards."""
        return _sealed(self.legal.first())

    def random_legal(self, rng: random.Random) -> Answer:
        """A legal answer, all equally likely; never `revert`."""
        return _sealed(self.legal.pick(rng))

    def answers(self, limit: int = COUNT_CAP) -> list[Answer]:
        """Every legal answer, at most `limit`; never `revert`, each set of cards in one order only."""
        found: list[Answer] = []
        for wire in self.legal.all():
            if len(found) >= limit:
                break
            found.append(_sealed(wire))
        return found

    def is_legal(self, wire: str) -> bool:
        """Whether the server would take this `decisionValue` in answer to this question (PROTOCOL 7.2).

        For judging answers of recordings, ours or not. Cards may come in any order, `revert` in any case,
        numbers with a sign or leading zeros. Stricter than the server in one thing: it drops trailing
        commas, and we never send any.
        """
        return self.legal.has(wire)

    def answered(self, wire: str) -> Answer:
        """An answer as it was sent.

        Raises:
            IllegalAnswerError: it is none of this question.
        """
        if not self.legal.has(wire):
            raise IllegalAnswerError(f"{wire!r} is no legal answer of {self._name}")
        return _sealed(wire)

    def wire_of(self, answer: Answer) -> str:
        """The `decisionValue` of an answer, checked to be an answer of this question.

        The last look before sending: an answer made for another question may be illegal here.

        Raises:
            IllegalAnswerError: the answer was made for another question.
        """
        if not self.legal.has(answer.wire):
            raise IllegalAnswerError(f"{answer!r} is no legal answer of {self._name}")
        return answer.wire

    @property
    def _name(self) -> str:
        return f"{type(self.decision).__name__} {self.prompt[:60]!r}"
