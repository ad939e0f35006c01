"""Decks as text (PROTOCOL 8.1): read, written, checked and described by the facts of their cards."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType, SubType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import known, options
from gemp_bot.files.problems import Problem, ProblemsError
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.terminal import plain

MOST_OUTSIDE: Final = 50
USUAL_SIZE: Final = 60

_ID = re.compile(r"[0-9]{1,5}_[0-9]{1,5}(?:_BACK)?[*^]{0,2}")
_SHOWN: Final = 40
_ONLY_ONE: Final = ("The Falcon, Junkyard Garbage", "The Mythrol", "Jabba's Prize")
_PRIZE, _CHAMBER = "Jabba's Prize", "Carbon Chamber Testing"
_HIGHEST_STEP: Final = 8


class DeckError(ProblemsError, ValueError):
    """A text is no deck: what in it is none, and what would be right."""


class DeckList(msgspec.Struct, frozen=True):
    """The ids of a deck, one a copy.

    Attributes:
        cards: the deck itself.
        outside: what begins outside the deck, such as defensive shields.
    """

    cards: tuple[BlueprintId, ...]
    outside: tuple[BlueprintId, ...] = ()

    @property
    def text(self) -> str:
        """The deck as a server takes it: `1_291,1_291,2_147|13_51`."""
        return f"{','.join(self.cards)}|{','.join(self.outside)}"


class DeckDescription(msgspec.Struct, frozen=True):
    """What a deck is like.

    Attributes:
        archetype: its objective, else the place it plays at; empty if neither is told.
        sides: how many cards of which side.
        types: how many cards of which type, the commonest first.
        unknown: ids that are not in the index, with how many copies.
        destiny: average printed destiny; None if no card has one.
        deploy: average deploy cost of the cards that have one; None without such.
        curve: how many cards of which deploy cost, rising; the last step holds all dearer ones.
    """

    archetype: str
    cards: int
    outside: int
    sides: dict[str, int]
    types: dict[str, int]
    unknown: dict[str, int]
    destiny: float | None
    deploy: float | None
    curve: dict[int, int]

    @property
    def line(self) -> str:
        """All of it in one line."""
        parts = [self.archetype or "no archetype"]
        parts.append(", ".join(f"{count} {_many(kind.lower(), count)}" for kind, count in self.types.items()))
        if self.destiny is not None:
            parts.append(f"destiny {self.destiny:.1f}")
        if self.deploy is not None:
            steps = " ".join(f"{_step(cost)}:{count}" for cost, count in self.curve.items())
            parts.append(f"deploy {self.deploy:.1f} ({steps})")
        if self.unknown:
            parts.append(f"{sum(self.unknown.values())} unknown")
        return "; ".join(part for part in parts if part)


def parse_deck(text: str, file: str = "", first: int = 1) -> DeckList:
    """Read a deck: ids with commas or line breaks, a bar before those outside; blanks do not count.

    Args:
        text: the deck.
        file: it stands in, for the message; empty for a deck that was not in a file.
        first: the line of the file that it begins on.

    Raises:
        DeckError: all that is no deck in it.
    """
    problems: list[Problem | str] = []

    def wrong(line: int, what: str) -> None:
        problems.append(Problem(file, line, what) if file else what)

    parts: list[list[BlueprintId]] = [[]]
    number = 0
    for line, content in enumerate(text.split("\n"), start=first):
        for position, part in enumerate(content.split("|")):
            if position:
                parts.append([])
            for entry in filter(None, map(str.strip, part.split(","))):
                number += 1
                parts[-1].append(BlueprintId(entry))
                if not is_card_id(entry):
                    wrong(line, f"entry {number}, {plain(entry[:_SHOWN])!r}, is no card id such as 1_291")
    if parts[2:]:
        wrong(first, "a deck has one bar at most, before the cards outside the deck")
    if not parts[0]:
        wrong(first, "the deck has no cards")
    if problems:
        raise DeckError(problems)
    inside, outside = (*parts, [])[:2]
    return DeckList(tuple(inside), tuple(outside))


def known_cards(text: str | None) -> DeckList | None:
    """The deck of a text; None without one, and for one that is no deck."""
    try:
        return None if text is None else parse_deck(text)
    except DeckError:
        return None


def is_card_id(text: str) -> bool:
    """Whether a text is the id of a card as decks hold it."""
    return _ID.fullmatch(text.strip()) is not None


def deck_digest(text: str) -> str:
    """The digest of a deck: of its ids in their order, however they are written down.

    Args:
        text: the deck (PROTOCOL 8.1); one that cannot be read has a digest, too.
    """
    with suppress(DeckError):  # a server may take what we do not
        text = parse_deck(text).text
    return hashlib.sha256(text.encode()).hexdigest()


def faults(deck: DeckList, index: CardIndex, *, size: int = USUAL_SIZE) -> tuple[str, ...]:
    """What no server plays with, one line each (PROTOCOL 8.2). Which sets a format allows only it knows."""
    found = []
    if len(deck.cards) != size:
        found.append(f"the deck has {len(deck.cards)} cards, not {size}")
    if len(deck.outside) > MOST_OUTSIDE:
        found.append(f"{len(deck.outside)} cards begin outside the deck, more than {MOST_OUTSIDE}")
    cards = _cards(deck.cards, index)
    all_cards = cards + _cards(deck.outside, index)
    if len({card.side for card in all_cards}) > 1:
        found.append("the deck has cards of both sides of the Force")
    if (objectives := sum(card.type == CardType.OBJECTIVE for card in cards)) > 1:
        found.append(f"the deck has {objectives} objectives, more than 1")
    starting = sum(card.type == CardType.EFFECT and card.is_a(SubType.STARTING) for card in cards)
    if starting > 1:
        found.append(f"the deck has {starting} Starting Effects, more than 1")
    titles = Counter(card.title for card in all_cards)
    found.extend(f"the deck has {titles[one]} {one}, more than 1" for one in _ONLY_ONE if titles[one] > 1)
    if titles[_PRIZE] and not titles[_CHAMBER]:
        found.append(f"{_PRIZE} needs {_CHAMBER}")
    if any(card.type == CardType.GAME_AID for card in all_cards):
        found.append("the deck has a game aid")
    return tuple(found)


def describe(deck: DeckList, index: CardIndex) -> DeckDescription:
    """Tell what a deck is like. Unknown cards are counted, and left out of everything else."""
    cards = _cards(deck.cards, index)
    costs = [cost for card in cards if (cost := known(card.deploy)) is not None]
    destinies = [sum(options(c.destiny)) / len(options(c.destiny)) for c in cards if options(c.destiny)]
    return DeckDescription(
        archetype=archetype(cards),
        cards=len(deck.cards),
        outside=len(deck.outside),
        sides=dict(Counter(card.side.value for card in cards).most_common()),
        types=dict(Counter(card.type for card in cards).most_common()),
        unknown=dict(Counter(one for one in deck.cards if index.get(one) is None)),
        destiny=_average(destinies),
        deploy=_average(costs),
        curve=dict(sorted(Counter(min(int(cost), _HIGHEST_STEP) for cost in costs).items())),
    )


def archetype(cards: Iterable[Card]) -> str:
    """A short label: the objective, else the place where most of the locations are."""
    all_cards = list(cards)
    for card in all_cards:
        if card.type == CardType.OBJECTIVE:
            return card.title
    places = [card for card in all_cards if card.type == CardType.LOCATION]
    systems = Counter(card.system for card in places if card.system)
    if systems:
        return systems.most_common(1)[0][0]
    own = sorted(places, key=lambda card: -card.force_icons(card.side))
    return own[0].title if own else ""


def deck_side(deck: DeckList, index: CardIndex) -> Side | None:
    """The side of the Force of a deck; None for a mixed one, or one of unknown cards."""
    sides = {card.side for card in _cards(deck.cards, index)}
    return sides.pop() if len(sides) == 1 else None


def _cards(ids: Iterable[BlueprintId], index: CardIndex) -> list[Card]:
    return [card for one in ids if (card := index.get(one)) is not None]


def _average(numbers: list[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _many(kind: str, count: int) -> str:
    return kind if count == 1 else f"{kind}s"


def _step(cost: int) -> str:
    return f"{cost}+" if cost == _HIGHEST_STEP else str(cost)
