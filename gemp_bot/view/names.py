"""What a sentence about a game names: cards, as far as they are shown, and why somebody did something.

Reasons are those of verdicts, kept until the deed is seen.
"""

import re
from collections.abc import Iterable

import msgspec

from gemp_bot.cards import Card, CardIndex
from gemp_bot.cards.texts import NO_TEXT, CardText
from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import AnyEvent, Asked, Message
from gemp_bot.protocol.html import CardRef, card_refs
from gemp_bot.protocol.ids import BlueprintId, PlayerName, base_blueprint, is_hidden
from gemp_bot.state import Table, TableCard
from gemp_bot.terminal import plain


class NamedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card in a sentence.

    Attributes:
        id: of the card at that moment; it changes with most zone changes (PROTOCOL 6.2).
        title: empty for a card that is not shown.
        blueprint: its face; empty for a card that is not shown.
        side: of its owner; None where nobody knows it.
    """

    id: int
    title: str = ""
    blueprint: str = ""
    side: Side | None = None


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a player did something: a few words of his own, and what he hoped to gain, in Force.

    Attributes:
        along: whose doing it is as well: who was to go there with the card.
    """

    text: str
    force: float = 0.0
    along: str = ""


class Titles:
    """Remembers the title of every card that a message or a question names.

    Args:
        index: knows the other cards; None to know only what is named.
    """

    def __init__(self, index: CardIndex | None = None) -> None:
        self._titles: dict[BlueprintId, str] = {}
        self._index = index

    def learn(self, events: Iterable[AnyEvent]) -> None:
        """Read the cards named in the log and in prompts."""
        for event in events:
            if isinstance(event, Message):
                self.learn_refs(card_refs(event.message))
            elif isinstance(event, Asked):
                self.learn_refs(card_refs(event.decision.text))

    def learn_refs(self, refs: Iterable[CardRef]) -> None:
        """Take over titles; the first one of a face stays."""
        for ref in refs:
            self._titles.setdefault(base_blueprint(ref.blueprint), ref.title.lstrip("◇"))

    def title(self, blueprint: BlueprintId | None) -> str:
        """The title; the blueprint id in brackets for an unknown card."""
        if blueprint is None:
            return "(not shown)"
        if is_hidden(blueprint):
            return "(face down)"
        return self.known(blueprint) or f"[{blueprint}]"

    def text(self, blueprint: BlueprintId) -> CardText:
        """What a card does; nothing if it is unknown."""
        return NO_TEXT if self._index is None else self._index.texts.of(base_blueprint(blueprint))

    def known(self, blueprint: BlueprintId) -> str:
        """The title of a face; empty if it is unknown."""
        told = self._titles.get(base_blueprint(blueprint))
        if told is not None or self._index is None:
            return told or ""
        card = self._index.get(blueprint)
        return "" if card is None else card.title


class CardNames:
    """Names cards; the same card at the same moment has one name."""

    def __init__(self, index: CardIndex) -> None:
        self.titles = Titles(index)
        self._index = index
        self._known: dict[tuple[int, BlueprintId, Side | None], NamedCard] = {}

    def title(self, face: BlueprintId) -> str:
        """What a face is called, without marks of uniqueness: a combined card has one for each part."""
        return self.titles.title(face).replace("•", "")

    def printed(self, face: BlueprintId) -> Card | None:
        """What is printed on a face; None for one that is not shown, or that nobody knows."""
        return None if is_hidden(face) else self._index.get(face)

    def name(self, card_id: int, face: BlueprintId, side: Side | None) -> NamedCard:
        """A card by name."""
        key = card_id, face, side
        found = self._known.get(key)
        if found is None:
            hidden = is_hidden(face)
            title = "" if hidden else self.title(face)
            found = self._known[key] = NamedCard(card_id, title, "" if hidden else face, side)
        return found

    def of(self, table: Table, card: TableCard) -> NamedCard:
        """A card of the table by name."""
        return self.name(card.id, card.blueprint_id, side_of(table, card.owner))

    def place(self, table: Table, column: int | None) -> NamedCard | None:
        """The location of a column; None for none."""
        if column is None:
            return None
        locations = table.locations
        card = locations[column].card if column < len(locations) else None
        return None if card is None else self.of(table, card)


def side_of(table: Table, name: PlayerName | None) -> Side | None:
    """The side of a player; None for nobody and for a name that is not at this table."""
    return None if name is None else table.side_of(name)


_LEAST = 0.05
"""Parts that weigh less, in Force, are no reason."""


class Reasons:
    """The newest reason of each side for each card it does something with."""

    def __init__(self) -> None:
        self._found: dict[tuple[Side, BlueprintId], tuple[ActionKind, Why]] = {}

    def note(self, side: Side, question: Question, wire: str, parts: Iterable[tuple[str, float]]) -> None:
        """Take in an answer to a menu, or to where a card goes."""
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is None:
            return
        kind, face = chosen.kind, chosen.blueprint_id
        if question.kind in _WHERE and question.cards:
            face = question.cards[0].blueprint
            kind = ActionKind.DEPLOY if question.kind is PromptKind.CHOOSE_DEPLOY_TARGET else _MOVE
        if kind is None or face is None or is_hidden(face):
            return
        key = side, base_blueprint(face)
        why = reason_of(parts)
        before = self._found.get(key)
        if why is not None:
            # The place says the same once more, without what it costs to go there.
            same = question.kind in _WHERE and before is not None and before[1].text == why.text
            self._found[key] = before if same and before is not None else (kind, why)
        elif question.kind not in _WHERE:
            self._found.pop(key, None)

    def why(self, side: Side | None, face: str, *, moving: bool = False, place: str = "") -> Why | None:
        """Why a side does something with a card, as far as it said so.

        Args:
            side: who acts.
            face: of the card.
            moving: it moves; else it does not.
            place: title of the location it goes to. A reason to go somewhere else is none.
        """
        if side is None or not face:
            return None
        found = self._found.get((side, base_blueprint(BlueprintId(face))))
        if found is None or moving is not (found[0] in _MOVES):
            return None
        return _without_place(found[1], place)

    def done(self, side: Side, face: str) -> None:
        """It was done: the reason is used up."""
        self._found.pop((side, base_blueprint(BlueprintId(face))), None)


_WHERE = frozenset({PromptKind.CHOOSE_DEPLOY_TARGET, PromptKind.CHOOSE_MOVE_TARGET})
_MOVE = ActionKind.MOVE_LANDSPEED
_GOES = re.compile(r"(?:to|pilot of .+ at) .+: .+")
"""Reasons of our own that name where a card goes, before the colon that ends it."""
_MOVES = frozenset(
    {
        ActionKind.MOVE_LANDSPEED,
        ActionKind.MOVE_HYPERSPEED,
        ActionKind.MOVE_SECTOR,
        ActionKind.DOCKING_BAY_TRANSIT,
        ActionKind.SHUTTLE,
        ActionKind.SHIP_DOCK,
        ActionKind.EMBARK,
        ActionKind.DISEMBARK,
        ActionKind.LAND,
        ActionKind.TAKE_OFF,
        ActionKind.MOVE_CAPACITY_SLOT,
        ActionKind.TRANSFER,
        ActionKind.TRANSPORT,
        ActionKind.REACT_MOVE,
        ActionKind.REACT_MOVE_AWAY,
    }
)


def _without_place(why: Why, place: str) -> Why | None:
    """A reason without the place, which whoever tells it tells already; None if it is about another one."""
    if not place or _GOES.fullmatch(why.text) is None:
        return why
    # A site may be named without its system.
    names = "|".join(re.escape(name) for name in (place, place.rpartition(": ")[2]))
    goes = rf"(?:to|pilot of .+ at) (?:{names})(?: with (?P<along>.+?))?: (?P<rest>.+)"
    there = re.fullmatch(goes, why.text)
    return None if there is None else Why(there["rest"], why.force, there["along"] or "")


def reason_of(parts: Iterable[tuple[str, float]]) -> Why | None:
    """The weightiest reason in favour, with all that the answer promises; None if nothing spoke for it."""
    known = list(parts)
    text, force = max(known, key=lambda part: part[1], default=("", 0.0))
    if force < _LEAST:
        return None
    return Why(plain(text), round(sum(part[1] for part in known), 2))
