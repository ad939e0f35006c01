"""Decks as files: those the sandbox brings along, and those people write.

A file holds `name`, `side`, `about` (how the deck wants to win), `start` (the starting location its builder
wishes for; a player may choose another one of the deck) and `cards`, a list of
`{ count = 2, id = "108_3", title = "Luke With Lightsaber" }`. Of `id` and `title` one is enough; where both
stand they must be of one card. Without `count` there is one copy.

A deck as a server has it is a text file: the line of ids that `decks show` prints last. A list of titles is
one, too (`deck_list`). Its name is that of the file, and any deck goes: the sandbox plays without what is not
known of its cards; `Untold` counts that.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from gemp_bot.board.card_facts import CardFactsCache, never_fired
from gemp_bot.cards.deck import USUAL_SIZE, DeckError, DeckList, deck_side, faults, is_card_id, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card, unknown_card
from gemp_bot.cards.search import find, id_meant, suggestions, titled
from gemp_bot.effects import CardEffects
from gemp_bot.files import NotReadError, TomlReader, read_small, read_toml
from gemp_bot.files.problems import ProblemsError, meant, shown
from gemp_bot.files.toml import NotTomlError, Place, TomlFile, parse_toml
from gemp_bot.game.understanding import Share, ever_played, not_started, understood
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.sandbox.deck_list import DeckRow, is_list, listed
from gemp_bot.terminal import plain

SUFFIX: Final = ".toml"
TEXT_SUFFIX: Final = ".txt"
"""Of a deck as a server has it."""
LONGEST_NAME: Final = 45
"""A server takes no longer name of a deck."""

_CARDS_KEY: Final = re.compile(r"^\s*cards\s*=", re.MULTILINE)
_PASTED: Final = "the list"
_FOLDER: Final = Path(__file__).resolve().parent / "decks"
_TOP: Final = ("name", "side", "about", "start", "cards")
_ROW: Final = ("count", "id", "title")
_SIDES: Final = {"light": Side.LIGHT, "dark": Side.DARK}
_SEARCH: Final = "`gemp-bot cards search WORD` finds cards by any word"
_HINT: Final = "docs/sandbox-decks.md shows a deck"


class DeckFileError(ProblemsError, ValueError):
    """A file is no deck, or a folder holds none: where, what, and what would be right."""


class DeckFile(msgspec.Struct, frozen=True):
    """A deck of one side, with the starting location its builder wishes for.

    Attributes:
        about: how it wants to win, in one line; may be empty.
        start: the starting location that is wished for, one of the cards; None in a deck as a server has it.
        rows: the cards, in the order of the file.
    """

    name: str
    side: Side
    about: str
    start: Card | None
    rows: tuple[DeckRow, ...]

    def __repr__(self) -> str:
        return f"<DeckFile {self.name!r}, {self.side}, {len(self.cards)} cards>"

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every copy, in the order of the file."""
        return tuple(row.card for row in self.rows for _ in range(row.count))

    @property
    def deck(self) -> DeckList:
        """The ids of the cards, one a copy."""
        return DeckList(tuple(card.blueprint_id for card in self.cards))

    @property
    def text(self) -> str:
        """The deck as a server takes it and a journal keeps it: `1_291,1_291,2_147|` (PROTOCOL 8.1)."""
        return self.deck.text

    @property
    def start_id(self) -> str:
        """The card id of the starting location that is wished for; empty for no wish."""
        return "" if self.start is None else self.start.blueprint_id

    def understood(self, index: CardIndex) -> float:
        """The share of its cards of which all that they do is understood as a whole.

        A weapon, or a card with a permanent one, that the sandbox never fires is not among them.
        """
        facts = index.derived(CardFactsCache)
        whole = sum(
            row.count
            for row in self.rows
            if understood((its := facts.of(row.card)).text) is Share.ALL and not never_fired(its)
        )
        return whole / max(len(self.cards), 1)

    def partly_understood(self, index: CardIndex) -> tuple[str, ...]:
        """Titles of its cards that are played without their text, or without a part of it."""
        facts = index.derived(CardFactsCache)
        titles = (row.card.title for row in self.rows if understood(facts.of(row.card).text) is not Share.ALL)
        return tuple(dict.fromkeys(titles))

    def never_fired(self, index: CardIndex) -> tuple[Card, ...]:
        """Its weapons, and cards with a permanent one, that the sandbox never fires; each once."""
        facts = index.derived(CardFactsCache)
        return tuple(row.card for row in self.rows if never_fired(facts.of(row.card)))

    def count(self, *kinds: str) -> int:
        """How many cards are of one of some types."""
        return sum(row.count for row in self.rows if row.card.type in kinds)


def shipped_decks(index: CardIndex) -> tuple[DeckFile, ...]:
    """The decks of the package, the light ones first, then by name.

    Raises:
        DeckFileError: the index is one that does not know their cards.
    """
    return read_decks(_FOLDER, index)


def all_decks(folder: Path | None, index: CardIndex) -> tuple[DeckFile, ...]:
    """The shipped decks, and those of a folder if there is one.

    Raises:
        DeckFileError: as of `read_decks`, or a deck is called like a shipped one.
    """
    shipped = shipped_decks(index)
    own = () if folder is None else read_decks(folder, index)
    names = {deck.name for deck in shipped}
    for deck in own:
        if deck.name in names:
            raise DeckFileError(
                f"{folder}: the sandbox has a deck called {deck.name!r} already: take another name"
            )
    return (*shipped, *own)


def read_decks(folder: Path, index: CardIndex) -> tuple[DeckFile, ...]:
    """All decks of a folder, the light ones first, then by name.

    Raises:
        DeckFileError: there is none, one of its files is none, or two have one name.
    """
    name = plain(str(folder))
    if folder.is_file():
        raise DeckFileError(f"{name}: is a file: name the folder that it is in ({_HINT})")
    if not folder.is_dir():
        raise DeckFileError(
            f"{name}: no such folder: name one that holds decks as {SUFFIX} or {TEXT_SUFFIX} files ({_HINT})"
        )
    found = sorted(file for suffix in (SUFFIX, TEXT_SUFFIX) for file in folder.glob(f"*{suffix}"))
    files = {file: read_deck(file, index) for file in found}
    if not files:
        raise DeckFileError(f"{name}: holds no deck: a deck is a {SUFFIX} or {TEXT_SUFFIX} file ({_HINT})")
    named: dict[str, Path] = {}
    for file, deck in files.items():
        other = named.setdefault(deck.name.casefold(), file)
        if other is not file:
            raise DeckFileError(
                f"{plain(str(file))}: name: {plain(other.name)} is called {shown(deck.name)}, too: "
                "give one of them another name"
            )
    return tuple(sorted(files.values(), key=lambda deck: (deck.side is Side.DARK, deck.name)))


def read_deck(file: Path, index: CardIndex) -> DeckFile:
    """Read and check a deck: a TOML file, or a deck as a server has it.

    Raises:
        DeckFileError: all that is wrong.
    """
    if file.suffix == TEXT_SUFFIX:
        return _read_text(file, index)
    return _Reader(read_toml(file, _HINT, DeckFileError), DeckFileError, index).deck()


def deck_of_toml(text: str, name: str, index: CardIndex) -> DeckFile:
    """A deck file of ours as text, from where `name` says.

    Raises:
        DeckFileError: all that is wrong.
    """
    try:
        return _Reader(TomlFile(Path(name), parse_toml(text), text), DeckFileError, index).deck()
    except NotTomlError as fault:
        raise DeckFileError(f"{name}:{fault.line}: {fault}") from None


def _read_text(file: Path, index: CardIndex) -> DeckFile:
    name = plain(str(file))
    try:
        text = read_small(file, "a deck").decode("utf-8-sig")
    except NotReadError as fault:
        raise DeckFileError(f"{name}: {fault}") from None
    except UnicodeDecodeError:
        raise DeckFileError(f"{name}: is no text, so no deck") from None
    return deck_of_text(text, name, index, file.stem)


def deck_of_text(
    text: str, name: str, index: CardIndex, called: str = "", side: Side | None = None
) -> DeckFile:
    """A deck as a server has it (PROTOCOL 8.1) or a list of titles, from where `name` says.

    Args:
        text: the deck.
        name: where it stands, for the messages.
        index: the cards there are.
        called: its name; empty for `name`.
        side: of a list of titles, where it is known.

    Raises:
        DeckFileError: all that is wrong.
    """
    try:
        if is_list(text):
            rows, side = listed(text, name, index, side)
        else:
            rows, side = _rows(_parsed(text, name), name, index)
    except DeckError as fault:
        raise DeckFileError(fault.problems) from None
    if not any(row.card.type == CardType.LOCATION for row in rows):
        raise DeckFileError(f"{name}: has no location: a game begins at one")
    return DeckFile(name=(called or name)[:LONGEST_NAME], side=side, about="", start=None, rows=rows)


def deck_of_list(text: str, index: CardIndex, side: Side, name: str) -> DeckFile:
    """A deck that somebody pasted: a list of titles, ids as a server takes them, or a deck file of ours.

    Raises:
        DeckFileError: all that is wrong, with what would be right.
    """
    if _CARDS_KEY.search(text):
        deck = deck_of_toml(text, _PASTED, index)
    else:
        deck = deck_of_text(text, _PASTED, index, name, side)
    if deck.side is not side:
        raise DeckFileError(f"this is a {deck.side.lower()} deck, and a {side.lower()} one is wanted")
    if wrong := faults(deck.deck, index):
        raise DeckFileError(wrong)
    return deck


def _rows(deck: DeckList, name: str, index: CardIndex) -> tuple[tuple[DeckRow, ...], Side]:
    """The cards of a deck as a server has it, and their side.

    Raises:
        DeckFileError: they are not of one side.
    """
    side = deck_side(deck, index)
    if side is None:
        raise DeckFileError(f"{name}: is of no side: its known cards must all be light, or all dark")
    rows = (
        DeckRow(sum(1 for _ in copies), index.get(card) or unknown_card(card, side))
        for card, copies in groupby(deck.cards)
    )
    return tuple(rows), side


def _parsed(text: str, file: str) -> DeckList:
    """The deck of a text, or of its last line if that has a bar, where `decks show` prints it.

    Raises:
        DeckError: neither is one.
    """
    *before, last = text.rstrip().split("\n")
    # Ids above it, one with a mistake among them, are cards of the deck, too.
    if "|" in last and not any(is_card_id(entry) for line in before for entry in line.split(",")):
        return parse_deck(last, file, len(before) + 1)
    return parse_deck(text, file)


class Untold(msgspec.Struct, frozen=True):
    """Copies of cards in some decks that the sandbox does not play, or not with all of their text.

    Attributes:
        cards: all copies.
        idle: never deployed or played.
        wholly: played without their text.
        partly: played without a part of it, or never fired.
        unknown: not in the index: nothing but their id is known.
        not_started: titles of Objectives that are not played at the start, as what they do then is not known.
    """

    cards: int
    idle: int
    wholly: int
    partly: int
    unknown: int
    not_started: tuple[str, ...] = ()

    @classmethod
    def of(cls, decks: Iterable[DeckFile], index: CardIndex) -> Self:
        """Count those of some decks."""
        cards = [card for deck in decks for card in deck.cards]
        known = [card for card in cards if index.get(card.blueprint_id) is not None]
        effects = CardEffects(index)
        played = [its for card in known if ever_played(its := effects.facts.of(card), effects)]
        shares = [understood(each.text) for each in played]
        return cls(
            cards=len(cards),
            idle=len(known) - len(played),
            wholly=shares.count(Share.NONE),
            partly=sum(
                share is Share.SOME or never_fired(each) for share, each in zip(shares, played, strict=True)
            ),
            unknown=len(cards) - len(known),
            not_started=tuple(
                sorted({card.title for card in known if not_started(effects.facts.of(card).text)})
            ),
        )

    @property
    def line(self) -> str:
        """All of it in one line."""
        unknown = f", {self.unknown} are unknown" if self.unknown else ""
        starts = "".join(f"; Objective {each} is not started" for each in self.not_started)
        return (
            f"of {self.cards} cards {self.idle} are never played, {self.wholly} without their text, "
            f"{self.partly} without a part of it{unknown}{starts} (`gemp-bot sandbox --rules`)"
        )


@dataclass(frozen=True, slots=True)
class _Reader(TomlReader):
    index: CardIndex

    def deck(self) -> DeckFile:
        data = self.file.data
        if "api" in data and "cards" not in data:
            raise self.error(f"{self.file.shown}: is a strategy, not a deck ({_HINT})")
        self.check_keys(data, _TOP)
        name = self.needed(data, ("name",), "what the deck is called")
        if len(name) > LONGEST_NAME:
            self.wrong(("name",), f"has {len(name)} letters: a server takes at most {LONGEST_NAME}")
        about = self.text(data, ("about",)) or ""
        side = self._side()
        rows = self._rows(side)
        start = self._start(side, rows)
        if side is None or rows is None or start is None or self.problems:
            raise self.error(self.problems)
        made = DeckFile(name=name, side=side, about=about, start=start, rows=rows)
        for fault in faults(made.deck, self.index):
            self.wrong(("cards",), fault)
        self.check()
        return made

    def _side(self) -> Side | None:
        said = self.needed(self.file.data, ("side",), "light or dark")
        side = _SIDES.get(said.casefold())
        if said and side is None:
            self.wrong(("side",), f"{shown(said)}: write light or dark")
        return side

    def _rows(self, side: Side | None) -> tuple[DeckRow, ...] | None:
        """The cards; None if they are not all known."""
        rows = self.file.data.get("cards")
        if rows is None:
            self.wrong(("cards",), 'is missing: a list of { count = 1, id = "1_133" }')
            return None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.wrong(("cards",), 'write it as a list of { count = 1, id = "1_133" }')
            return None
        found = [self._row(row, ("cards", number), side) for number, row in enumerate(rows)]
        known = tuple(row for row in found if row is not None)
        if len(known) < len(found):
            return None
        # Before anything is written out copy by copy: a count may be any number.
        if (total := sum(row.count for row in known)) != USUAL_SIZE:
            self.wrong(("cards",), f"the deck has {total} cards, not {USUAL_SIZE}")
        return known

    def _row(self, row: Mapping[str, Any], place: Place, side: Side | None) -> DeckRow | None:
        right = self.check_keys(row, _ROW, place)
        count = row.get("count", 1)
        if type(count) is not int or count < 1:
            self.wrong((*place, "count"), f"{shown(count)}: a number from 1 on")
            right = False
        card = self._card(row, place, side)
        return DeckRow(count, card) if right and card is not None else None

    def _card(self, row: Mapping[str, Any], place: Place, side: Side | None) -> Card | None:
        named_id = self.text(row, (*place, "id"))
        title = self.text(row, (*place, "title"))
        if named_id is None:
            if title is not None:
                return self._one_titled(title, side, (*place, "title"))
            if set(row) <= {"count"}:
                self.wrong(place, "names no card: write its id or its title")
            return None
        card = self._one_with_id(named_id, side, (*place, "id"))
        if card is not None and title is not None and card not in titled(self.index, title):
            full = f"{card.title} (V)" if card.virtual else card.title
            self.wrong((*place, "title"), f"{shown(title)}: {card.blueprint_id} is {full!r}")
        return card

    def _start(self, side: Side | None, rows: tuple[DeckRow, ...] | None) -> Card | None:
        what = "the id or the title of the starting location, one of the cards"
        said = self.needed(self.file.data, ("start",), what)
        if not said:
            return None
        named = {card.blueprint_id for card in (*find(self.index, said), *titled(self.index, said))}
        if not named:
            self._no_card(("start",), said)
            return None
        if rows is None:
            return None
        mine = [row.card for row in rows]
        card = next((card for card in mine if card.blueprint_id in named), None)
        if card is None:
            places = (one.title for one in mine if one.type == CardType.LOCATION)
            self.wrong(("start",), f"{shown(said)} is not in the deck: {meant(said, places)}")
            return None
        if card.type != CardType.LOCATION:
            self.wrong(("start",), f"{card.title!r} is no location but of type {card.type}")
        return self._own(card, side, ("start",))

    # -- cards --------------------------------------------------------------------------------------

    def _one_with_id(self, named_id: str, side: Side | None, place: Place) -> Card | None:
        card = self.index.get(named_id) if named_id in self.index else None
        if card is None:
            self._no_card(place, named_id)
            return None
        if card.is_back:
            front = BlueprintId(card.blueprint_id.removesuffix("_BACK"))
            self.wrong(place, f"{shown(named_id)} is the back of a card: write {front}")
        return self._own(card, side, place)

    def _one_titled(self, title: str, side: Side | None, place: Place) -> Card | None:
        cards = titled(self.index, title)
        if not cards:
            self._no_card(place, title)
            return None
        own = [card for card in cards if side is None or card.side is side]
        if len(own) > 1 and side is not None:
            ids = " or ".join(card.blueprint_id for card in own)
            self.wrong(place, f"{len(own)} cards are called {shown(title)}: write id = {ids}")
        return own[0] if own else self._own(cards[0], side, place)

    def _own(self, card: Card, side: Side | None, place: Place) -> Card:
        if side is not None and card.side is not side:
            self.wrong(
                place,
                f"{card.title!r} ({card.blueprint_id}) is a {card.side.value.lower()} card, "
                f"and the deck is {side.value.lower()}: a deck has cards of one side",
            )
        return card

    def _no_card(self, place: Place, said: str) -> None:
        right = _SEARCH
        if as_id := id_meant(self.index, said):
            right = f"blueprint ids are like {as_id}"
        elif close := suggestions(self.index, said):
            right = f"did you mean {' or '.join(map(repr, close))}?"
        self.wrong(place, f"there is no card {shown(said)}: {right}")
