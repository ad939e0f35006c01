"""What can be chosen at a question, in the words of players: titles instead of ids."""

from dataclasses import dataclass

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.titles import folded
from gemp_bot.decisions import ActionKind, Option, PromptKind, Question
from gemp_bot.decisions.legal import Number
from gemp_bot.positions.form import Description
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId, is_hidden
from gemp_bot.state import Table

_PILES = {
    Zone.TOP_OF_RESERVE_DECK: "the top of the Reserve Deck",
    Zone.TOP_OF_FORCE_PILE: "the top of the Force Pile",
    Zone.TOP_OF_USED_PILE: "the top of the Used Pile",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One option as a player sees it.

    Attributes:
        option: the option itself.
        title: of the card it is, or hangs on; empty for a card we may not see, and for a result.
        named: titles its label names.
        location: title of the location it is, or where its card is; empty if it is nowhere.
        zone: where its card lies; None if it is not on the table.
    """

    option: Option
    title: str = ""
    named: tuple[str, ...] = ()
    location: str = ""
    zone: Zone | None = None

    @property
    def is_action(self) -> bool:
        """Whether it is an action, and not a card or a result."""
        return self.option.kind is not None

    @property
    def kinds(self) -> frozenset[ActionKind]:
        """What its action does."""
        reading = self.option.reading
        found = {self.option.kind, None if reading is None else reading.effect}
        return frozenset(kind for kind in found if kind is not None)

    @property
    def words(self) -> str:
        """The option in a few words."""
        if self.is_action:
            card = f" ({self.title})" if self.title and self.title not in self.option.text else ""
            place = f" at {self.location}" if self.location not in ("", self.title) else ""
            return f"{self.option.text}{card}{place}"
        if self.zone in _PILES:
            return _PILES[self.zone]
        name = self.title or self.option.text or "a card we do not see"
        if self.zone is Zone.HAND:
            return f"{name} from hand"
        return f"{name} at {self.location}" if self.location not in ("", self.title) else name


@dataclass(frozen=True, slots=True)
class Scene:
    """A question in the words of players, as it was when it was asked.

    Attributes:
        about: titles the question names.
        choices: what may be chosen.
    """

    question: Question
    about: tuple[str, ...]
    choices: tuple[Choice, ...]

    def chosen(self, wire: str) -> tuple[Choice, ...]:
        """What an answer chooses."""
        keys = wire.split(",")
        return tuple(choice for choice in self.choices if choice.option.key in keys)

    def words(self, wire: str) -> str:
        """An answer in a few words."""
        if not wire:
            return "pass"
        return ", ".join(choice.words for choice in self.chosen(wire)) or wire

    def fits(self, wire: str, wanted: Description) -> bool:
        """Whether an answer is one that is described; of several cards it is enough that one is."""
        if wanted.passes is not None and wanted.passes is not (wire == ""):
            return False
        if wanted.number is not None:
            return isinstance(self.question.legal, Number) and wanted.number.hold(int(wire))
        if not _speaks_of_options(wanted):
            return True
        return any(self._fits(choice, wanted) for choice in self.chosen(wire))

    def possible(self, wanted: Description) -> bool:
        """Whether any legal answer is one that is described."""
        if wanted.passes:
            return self.question.can_pass
        if wanted.number is not None:
            legal = self.question.legal
            return isinstance(legal, Number) and wanted.number.meet(*legal.bounds)
        return any(choice.option.selectable and self._fits(choice, wanted) for choice in self.choices)

    def _fits(self, choice: Choice, wanted: Description) -> bool:
        own = (choice.title,)
        card = own if choice.is_action else self.about or own
        targets = choice.named if choice.is_action else own
        return (
            (wanted.action is None or wanted.action in choice.kinds)
            and (wanted.card is None or _named(wanted.card, card))
            and (wanted.target is None or _named(wanted.target, targets))
            and (wanted.at is None or _named(wanted.at, (choice.location,)))
            and (wanted.zone is None or wanted.zone is choice.zone)
            and (wanted.result is None or wanted.result is choice.option.result)
        )


def scene_of(view: Table, question: Question, index: CardIndex) -> Scene:
    """Put a question into the words of players."""
    about: tuple[str, ...] = ()
    if question.kind not in (PromptKind.OPTIONAL_RESPONSES, PromptKind.REQUIRED_RESPONSES):
        about = tuple(_title(card.blueprint, index) or card.title for card in question.cards)
    return Scene(question, about, tuple(_choice(view, option, index) for option in question.options))


def _choice(view: Table, option: Option, index: CardIndex) -> Choice:
    card = None if option.card_id is None else view.card(option.card_id)
    face = option.blueprint_id if card is None or card.hidden else card.blueprint_id
    column = None if option.card_id is None else view.column_of(option.card_id)
    place = None if column is None else view.locations[column].card
    return Choice(
        option=option,
        title=_title(face, index),
        named=tuple(_title(ref.blueprint, index) or ref.title for ref in option.cards),
        location="" if place is None else _title(place.blueprint_id, index),
        zone=None if card is None else card.zone,
    )


def _title(blueprint: BlueprintId | None, index: CardIndex) -> str:
    """The title of a face; empty if it is not shown or nobody knows it."""
    if blueprint is None or is_hidden(blueprint):
        return ""
    card = index.get(blueprint)
    return "" if card is None else card.title


def _named(wanted: str, titles: tuple[str, ...]) -> bool:
    return any(folded(title) == folded(wanted) for title in titles)


def _speaks_of_options(wanted: Description) -> bool:
    parts = (wanted.action, wanted.card, wanted.target, wanted.at, wanted.zone, wanted.result)
    return any(part is not None for part in parts)
