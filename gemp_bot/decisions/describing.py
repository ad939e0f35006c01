"""Questions and options described for people: card titles and locations instead of ids."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.texts import NO_TEXT, CardText
from gemp_bot.cards.wording import say_label
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.decisions.question import Option, Question
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import BlueprintId, is_hidden
from gemp_bot.state import Table

TitleOf = Callable[[BlueprintId], str]
"""Gives the title of a blueprint; empty if it is unknown."""
TextOf = Callable[[BlueprintId], CardText]
"""Gives what a card does; nothing if it is unknown."""

_PILES = {
    Zone.TOP_OF_RESERVE_DECK: "the top of the Reserve Deck",
    Zone.TOP_OF_FORCE_PILE: "the top of the Force Pile",
    Zone.TOP_OF_USED_PILE: "the top of the Used Pile",
}
_GOES = frozenset({ActionKind.MOVE_LANDSPEED, ActionKind.MOVE_HYPERSPEED, ActionKind.MOVE_SECTOR})
_JOINTS: Mapping[ActionKind | None, str] = MappingProxyType(
    {
        ActionKind.FORCE_DRAIN: "at",
        ActionKind.INITIATE_BATTLE: "at",
        ActionKind.DOCKING_BAY_TRANSIT: "from",
    }
)
"""Actions whose card is the location where they happen, and how it is named."""


@dataclass(frozen=True, slots=True)
class DescribedOption:
    """One option, with what the table shows of its card.

    Attributes:
        option: the option itself.
        title: of the card it is or belongs to; empty for a card we may not see, and for a result.
        named: titles its label names.
        location: title of the location it is, or where its card is; empty if it is nowhere.
        zone: where its card lies; None if it is not on the table.
        text: what its card does, as far as that is known.
    """

    option: Option
    title: str = ""
    named: tuple[str, ...] = ()
    location: str = ""
    zone: Zone | None = None
    text: CardText = field(default=NO_TEXT, repr=False, compare=False)

    @property
    def label(self) -> str:
        """Its label as the server wrote it; that of the sandbox in words."""
        return say_label(self.option.text, self.text)

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
        """The option in a few words: `Deploy Luke Skywalker`, `Force drain at Tatooine: Mos Eisley`."""
        if self.is_action:
            return self._action()
        if self.zone in _PILES:
            return _PILES[self.zone]
        name = self.title or self.option.text or "a card we do not see"
        if self.zone is Zone.HAND:
            return f"{name} from hand"
        return f"{name} at {self.location}" if self.location not in ("", self.title) else name

    def _action(self) -> str:
        """The label of an action with its card and its place."""
        label, title = self.label, self.title
        place = f" at {self.location}" if self.location not in ("", title) else ""
        if self.option.kind is ActionKind.MOVE_CAPACITY_SLOT and self.option.reading is not None:
            return f"Seat {title or 'this card'} as {self.option.reading.fields['seat']}{place}"
        if not title or title in label:
            return label + place
        joint = _JOINTS.get(self.option.kind)
        if joint is not None:
            return f"{label} {joint} {title}"
        verb, _, rest = label.partition(" ")
        if not rest:
            return f"{verb} {title}{place}"
        if self.option.kind in _GOES:
            return f"{verb} {title} {rest}{place.replace(' at ', ' from ', 1)}"
        return f"{label} ({title}){place}"


@dataclass(frozen=True, slots=True)
class DescribedQuestion:
    """A question described for people, with the table as it was when it was asked.

    Attributes:
        about: titles the question names.
        choices: what may be chosen.
    """

    question: Question
    about: tuple[str, ...]
    choices: tuple[DescribedOption, ...]

    def chosen(self, wire: str) -> tuple[DescribedOption, ...]:
        """What an answer chooses."""
        keys = wire.split(",")
        return tuple(choice for choice in self.choices if choice.option.key in keys)

    def words(self, wire: str) -> str:
        """An answer in a few words."""
        if not wire:
            return "pass"
        return ", ".join(choice.words for choice in self.chosen(wire)) or wire


def titles_of(index: CardIndex) -> TitleOf:
    """The titles of an index."""

    def title(blueprint: BlueprintId) -> str:
        card = index.get(blueprint)
        return "" if card is None else card.title

    return title


def tell(
    view: Table, question: Question, title_of: TitleOf, text_of: TextOf = lambda _: NO_TEXT
) -> DescribedQuestion:
    """Describe a question and all its options."""
    about: tuple[str, ...] = ()
    if question.kind not in (PromptKind.OPTIONAL_RESPONSES, PromptKind.REQUIRED_RESPONSES):
        about = tuple(title_of(card.blueprint) or card.title for card in question.cards)
    return DescribedQuestion(
        question,
        about,
        tuple(describe_option(view, option, title_of, text_of) for option in question.options),
    )


def describe_option(
    view: Table, option: Option, title_of: TitleOf, text_of: TextOf = lambda _: NO_TEXT
) -> DescribedOption:
    """One option, with what the table shows of its card."""
    card = None if option.card_id is None else view.card(option.card_id)
    face = option.blueprint_id if card is None or card.hidden else card.blueprint_id
    column = None if option.card_id is None else view.column_of(option.card_id)
    place = None if column is None else view.locations[column].card
    return DescribedOption(
        option=option,
        title=_title(face, title_of),
        named=tuple(_title(ref.blueprint, title_of) or ref.title for ref in option.cards),
        location="" if place is None else _title(place.blueprint_id, title_of),
        zone=None if card is None else card.zone,
        text=NO_TEXT if face is None or is_hidden(face) else text_of(face),
    )


def _title(blueprint: BlueprintId | None, title_of: TitleOf) -> str:
    """The title of a face; empty if it is not shown or unknown."""
    return "" if blueprint is None or is_hidden(blueprint) else title_of(blueprint)
