"""The server's page about a card as it stands now, HTML to numbers (PROTOCOL 3.4, `cardInfo`).

This is the only place that reads that page. A line of it is `Label: value`, followed by the modifiers that
made the value what it is, each with the card it comes from.
"""

import re
from enum import StrEnum
from html.parser import HTMLParser
from typing import Final

import msgspec

from gemp_bot.protocol.ids import BlueprintId


class InfoLabel(StrEnum):
    """The lines with a number that are understood, as the server names them."""

    POWER = "Power"
    ABILITY = "Ability"
    FORFEIT = "Forfeit"
    DESTINY = "Destiny"
    ARMOR = "Armor"
    MANEUVER = "Maneuver"
    HYPERSPEED = "Hyperspeed"
    LANDSPEED = "Landspeed"
    DEFENSE_VALUE = "Defense value"
    POLITICS = "Politics"
    FEROCITY = "Ferocity"
    DRAIN_DARK = "Force drain amount (Dark)"
    DRAIN_LIGHT = "Force drain amount (Light)"
    GENERATION_DARK = "Force generation (Dark)"
    GENERATION_LIGHT = "Force generation (Light)"
    ICONS_DARK = "Force icons (Dark)"
    ICONS_LIGHT = "Force icons (Light)"


class InfoModifier(msgspec.Struct, frozen=True):
    """One reason why a number is what it is.

    Attributes:
        text: the server's words, without the card.
        source: the face of the card it comes from; None for a rule.
    """

    text: str
    source: BlueprintId | None = None


class InfoNumber(msgspec.Struct, frozen=True):
    """A number of a card as it stands now.

    Attributes:
        value: the number; infinity where the server says so.
    """

    value: float
    modifiers: tuple[InfoModifier, ...] = ()


class CardInfo(msgspec.Struct, frozen=True):
    """What the page says.

    Attributes:
        numbers: by label; a card has only some of them. A location has drains, generation and icons.
        battleground: of a location; None for other cards.
        lines: every other line, as plain text.
    """

    numbers: dict[InfoLabel, InfoNumber]
    battleground: bool | None = None
    lines: tuple[str, ...] = ()

    @property
    def says_anything(self) -> bool:
        """Whether there is any number; a card that is neither in play nor in a hand has none."""
        return bool(self.numbers)

    def value(self, label: InfoLabel) -> float | None:
        """A number, None if the page has none of that label."""
        found = self.numbers.get(label)
        return None if found is None else found.value


def read_card_info(page: str) -> CardInfo:
    """Read a page; an empty one, or one that is none, gives no numbers. Never fails."""
    reader = _Lines()
    reader.feed(page)
    reader.close()
    numbers: dict[InfoLabel, InfoNumber] = {}
    battleground: bool | None = None
    lines = []
    for text, modifiers in reader.lines:
        label, colon, value = (part.strip() for part in text.partition(":"))
        if label == _BATTLEGROUND:
            battleground = value == _YES
            continue
        number = _number(value) if colon and label in _LABELS else None
        if number is None:
            lines.append(text)
        else:
            numbers[InfoLabel(label)] = InfoNumber(number, modifiers)
    return CardInfo(numbers, battleground, tuple(lines))


_LABELS: Final = frozenset(label.value for label in InfoLabel)
_BATTLEGROUND: Final = "Battleground"
_YES: Final = "Yes"
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}(?:[.,][0-9]{1,6})?")
_INFINITE: Final = "∞"
_FROM: Final = re.compile(r" ?\bfrom$")
_MODIFIER: Final = "cardModifier"
_HINT: Final = "cardHint"


def _number(text: str) -> float | None:
    if text == _INFINITE:
        return float("inf")
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


class _Lines(HTMLParser):
    """Takes the page apart: the text of each `<div>` right below the outermost, and its modifiers."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[tuple[str, tuple[InfoModifier, ...]]] = []
        self._classes: list[str] = []
        self._text = ""
        self._modifiers: list[InfoModifier] = []
        self._modifier = ""
        self._source: BlueprintId | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "div":
            return
        given = dict(attrs)
        name = given.get("class") or ""
        if name == _HINT and _MODIFIER in self._classes:
            self._source = BlueprintId(given.get("value") or "")
        elif name == _MODIFIER:
            self._modifier, self._source = "", None
        self._classes.append(name)
        if len(self._classes) == _LINE:
            self._text, self._modifiers = "", []

    def handle_endtag(self, tag: str) -> None:
        if tag != "div" or not self._classes:
            return
        depth = len(self._classes)
        if self._classes.pop() == _MODIFIER:
            words = _FROM.sub("", " ".join(self._modifier.split()))
            self._modifiers.append(InfoModifier(words, self._source or None))
        elif depth == _LINE and self._text.strip():
            self.lines.append((" ".join(self._text.split()), tuple(self._modifiers)))

    def handle_data(self, data: str) -> None:
        if _MODIFIER in self._classes:
            if self._classes[-1] != _HINT:
                self._modifier += data
        elif len(self._classes) >= _LINE:
            self._text += data


_LINE: Final = 2
"""How deep a line stands: below the `<div>` of the whole page."""
