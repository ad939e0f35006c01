"""A question as a strategy of somebody's own is asked it: options with their cards, and the answers."""

from dataclasses import dataclass
from functools import cached_property

from gemp_bot.api.facts import card_index, wrong
from gemp_bot.cards import Card
from gemp_bot.decisions import ActionKind, Answer, PromptKind, ResultKind
from gemp_bot.decisions import Question as AnyQuestion
from gemp_bot.decisions.describing import DescribedOption, tell
from gemp_bot.files.problems import meant
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.state import Table
from gemp_bot.view.names import Titles


@dataclass(frozen=True, slots=True, repr=False)
class Option:
    """Something that may be chosen.

    Attributes:
        words: in the words of players: `Deploy Luke Skywalker`.
        title: of the card that it is or belongs to; empty for a card we may not see, and for a plain result.
        card: what is printed on that card; None where there is none that we know.
        location: title of the location where its card is, or which it is; empty for none.
        zone: where its card lies; None if it is not on the table.
        selectable: False for cards that are only shown.
        raw: the option with everything the server told.
    """

    words: str
    title: str
    card: Card | None
    location: str
    zone: Zone | None
    selectable: bool
    raw: DescribedOption

    @property
    def card_id(self) -> CardId | None:
        """The id of that card on the table, as `CardView.id` has it; None for a card that is not there."""
        return self.raw.option.card_id

    @property
    def text(self) -> str:
        """Its label as the server wrote it, that of the box in words; empty for a card on the table."""
        return self.raw.label

    @property
    def kinds(self) -> frozenset[ActionKind]:
        """What its action does; empty for a card and for a result."""
        return self.raw.kinds

    @property
    def result(self) -> ResultKind | None:
        """Of a result its meaning, such as `ResultKind.YES`; else None."""
        return self.raw.option.result

    def __repr__(self) -> str:
        return f"<Option {self.words!r}>"


class Question:
    """What is asked, with its legal answers and no others.

    Args:
        table: as it was asked.
        raw: the question with everything the server told.

    Attributes:
        raw: as given.
    """

    def __init__(self, table: Table, raw: AnyQuestion) -> None:
        self.raw = raw
        self._table = table

    @property
    def kind(self) -> PromptKind:
        """What is asked."""
        return self.raw.kind

    @property
    def prompt(self) -> str:
        """The prompt as plain text."""
        return self.raw.prompt

    @property
    def min(self) -> int:
        """The fewest options an answer names, or the smallest number."""
        return self.raw.min

    @property
    def max(self) -> int:
        """The most options an answer names, or the largest number."""
        return self.raw.max

    @property
    def can_pass(self) -> bool:
        """Whether it may be answered with nothing."""
        return self.raw.can_pass

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen, in the server's order, what is only shown included; none for a number."""
        index = card_index()
        titles = Titles(index)
        told = tell(self._table, self.raw, titles.known, titles.text)
        found = []
        for choice in told.choices:
            option = choice.option
            shown = None if option.card_id is None else self._table.card(option.card_id)
            face = option.blueprint_id if shown is None or shown.hidden else shown.blueprint_id
            card = None if face is None else index.get(face)
            found.append(
                Option(
                    choice.words, choice.title, card, choice.location, choice.zone, option.selectable, choice
                )
            )
        return tuple(found)

    def of_kind(self, *kinds: ActionKind | str) -> tuple[Option, ...]:
        """The actions of these kinds; an Interrupt is found by what it does as well.

        Raises:
            ArgumentError: there is no such kind.
        """
        for kind in kinds:
            if kind not in _KINDS:
                wrong("kind", kind, f"no kind of action: {meant(str(kind), _KINDS)}")
        return tuple(option for option in self.options if option.kinds.intersection(kinds))

    def find(self, words: str) -> Option | None:
        """The first option that may be chosen and has this in its words, in any case of letters; or None."""
        wanted = words.casefold()
        return next((o for o in self.options if o.selectable and wanted in o.words.casefold()), None)

    def chosen(self, answer: Answer) -> tuple[Option, ...]:
        """The options that an answer chooses; none for a pass and for a number.

        Raises:
            ArgumentError: something else was passed.
        """
        if not isinstance(answer, Answer):
            wrong("answer", answer, "what question.answer(...) or the answer of a verdict is, is needed")
        keys = answer.wire.split(",")
        return tuple(option for option in self.options if option.raw.option.key in keys)

    # -- answers ---------------------------------------------------------------------------------------

    def answer(self, *chosen: Option | int) -> Answer:
        """The answer that chooses one option or several, or a number; without any it passes.

        Raises:
            IllegalAnswerError: this may not be answered here; the message says why.
            ArgumentError: something else was passed.
        """
        raw = self.raw
        if not chosen:
            return raw.pass_()
        options = [each.raw.option for each in chosen if isinstance(each, Option)]
        if len(options) == len(chosen):
            return raw.choose(options[0]) if len(options) == 1 else raw.choose_cards(options)
        number = chosen[0]
        if len(chosen) == 1 and isinstance(number, int) and not isinstance(number, bool):
            return raw.choose_number(number)
        return wrong("answer", chosen[0] if len(chosen) == 1 else chosen, _RIGHT)

    def __repr__(self) -> str:
        may = ", may pass" if self.can_pass else ""
        options = len(self.raw.options)
        return f"<Question {self.kind} {self.prompt!r}: {options} options{may}>"


_KINDS = frozenset(kind.value for kind in ActionKind)
_RIGHT = "options of this question are needed, or a whole number, or nothing to pass"
