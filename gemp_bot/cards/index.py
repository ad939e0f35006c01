"""The index of facts: all cards on the wire, loaded in one go from the package."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from gemp_bot.cards.model import BACK, Card, CardSet, Made
from gemp_bot.cards.packing import CardTexts
from gemp_bot.cards.titles import folded
from gemp_bot.errors import BotError
from gemp_bot.protocol.ids import BlueprintId, base_blueprint, is_hidden

FORMAT: Final = 2
INDEX_FILE: Final = "index.bin"
HOW_TO_BUILD: Final = "python -m tools.cards build SOURCE... --out FILE"

_HEAD: Final = b"gemp-bot cards "
_LARGEST: Final = 32 * 2**20
_MOST_UNKNOWN: Final = 1_000
_NO_CARDS: Final = frozenset({"", "inPlay", "rules"})
"""What stands in the place of a blueprint id and is no card (PROTOCOL 6.3)."""


_Derived = TypeVar("_Derived")


class CardIndexError(BotError):
    """A file is no index, or one of another version; one line that says how to make one."""


class IndexFile(msgspec.Struct, frozen=True):
    """What the file of an index holds; `texts` is what `packing.pack_texts` gives."""

    made: Made
    sets: tuple[CardSet, ...]
    cards: tuple[Card, ...]
    texts: bytes = b""


class CardIndex:
    """Cards by their blueprint id, their title, their persona.

    The cards never change; only ids that are asked for and unknown are counted.

    Attributes:
        made: how the index was made.
        sets: the sets by their code.
        texts: what each card does.
        unknown: ids that were asked for and are not in the index, with how often.
    """

    def __init__(self, content: IndexFile) -> None:
        self.made = content.made
        self.sets: Mapping[str, CardSet] = {one.code: one for one in content.sets}
        self.texts = CardTexts(content.texts)
        self.unknown: Counter[str] = Counter()
        self._cards: dict[str, Card] = {card.blueprint_id: card for card in content.cards}
        self._faces: dict[str, Card | None] = dict(self._cards)
        self._titles: dict[str, list[Card]] | None = None
        self._personas: dict[str, list[Card]] | None = None
        self._derived: dict[Callable[[CardIndex], Any], Any] = {}

    @classmethod
    def load(cls, file: Path | None = None) -> "CardIndex":
        """Load an index.

        Args:
            file: None for the one of the package.

        Raises:
            CardIndexError: it cannot be read, or is no index of this version.
        """
        name = "the index of cards in the package" if file is None else str(file)
        try:
            data = (files("gemp_bot.cards").joinpath(INDEX_FILE) if file is None else file).read_bytes()
        except OSError as error:
            reason = error.strerror or "cannot be read"
            raise CardIndexError(f"{name}: {reason}; {HOW_TO_BUILD} makes one") from None
        return cls(_unpack(data, name))

    def get(self, blueprint_id: str) -> Card | None:
        """The card with an id, with or without foil and alternate-image marks; of `..._BACK` the back.

        None for a card back, and for what is not in the index, which is counted.
        """
        try:
            return self._faces[blueprint_id]
        except KeyError:
            return self._miss(blueprint_id)

    def back_of(self, card: Card) -> Card | None:
        """The other side of a double-sided card."""
        other = card.blueprint_id.removesuffix(BACK) if card.is_back else f"{card.blueprint_id}{BACK}"
        return self._cards.get(other)

    def derived(self, make: "Callable[[CardIndex], _Derived]") -> _Derived:
        """What is worked out of the cards alone: made once, and kept as long as they are."""
        if make not in self._derived:
            self._derived[make] = make(self)
        found: _Derived = self._derived[make]
        return found

    def titled(self, title: str) -> tuple[Card, ...]:
        """All cards of a title, in any case of letters and without regard to signs, dots and `(V)`.

        Of a double-sided card each side has a title of its own.
        """
        return tuple(self._by_title().get(folded(title), ()))

    def titles(self) -> Mapping[str, list[Card]]:
        """Cards by their title as `titles.folded` makes it."""
        return self._by_title()

    def persona(self, persona: str) -> tuple[Card, ...]:
        """All cards of a persona, both sides of the Force."""
        if self._personas is None:
            self._personas = defaultdict(list)
            for card in self:
                for name in card.personas:
                    self._personas[folded(name)].append(card)
        return tuple(self._personas.get(folded(persona), ()))

    def set_name(self, card: Card) -> str:
        """The name of the set of a card."""
        found = self.sets.get(card.set)
        return found.name if found else card.set

    @property
    def unknown_advice(self) -> str:
        """One line about the unknown cards that were met, and what to do; empty if there were none."""
        if not self.unknown:
            return ""
        some = ", ".join(sorted(self.unknown)[:_NAMED]) + (", ..." if len(self.unknown) > _NAMED else "")
        return (
            f"{len(self.unknown)} cards are not in the index ({some}): they are played without knowing their "
            f"numbers. A new set is out? {HOW_TO_BUILD} makes a new index"
        )

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards.values())

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, blueprint_id: str) -> bool:
        return base_blueprint(BlueprintId(blueprint_id)) in self._cards

    def _miss(self, blueprint_id: str) -> Card | None:
        """Find a card by another form of its id, and remember the form; or count it as unknown."""
        if blueprint_id in _NO_CARDS or is_hidden(BlueprintId(blueprint_id)):
            return None
        base = base_blueprint(BlueprintId(blueprint_id))
        card = self._cards.get(base)
        if card is None:
            if base in self.unknown or len(self.unknown) < _MOST_UNKNOWN:
                self.unknown[base] += 1
        elif len(blueprint_id) - len(base) == 1:
            self._faces[blueprint_id] = card
        return card

    def _by_title(self) -> dict[str, list[Card]]:
        if self._titles is None:
            found: dict[str, list[Card]] = {}
            for card in self:
                found.setdefault(folded(card.title), []).append(card)
            self._titles = found
        return self._titles


_NAMED: Final = 5


def pack(content: IndexFile) -> bytes:
    """The bytes of an index."""
    return _HEAD + f"{FORMAT}\n".encode() + zlib.compress(msgspec.msgpack.encode(content), 9)


def _unpack(data: bytes, name: str) -> IndexFile:
    head, _, packed = data.partition(b"\n")
    if not head.startswith(_HEAD):
        raise CardIndexError(f"{name}: is no index of cards; {HOW_TO_BUILD} makes one")
    if head != _HEAD + str(FORMAT).encode():
        raise CardIndexError(f"{name}: is an index of another version; {HOW_TO_BUILD} makes a new one")
    try:
        unzip = zlib.decompressobj()
        plain = unzip.decompress(packed, _LARGEST)
        if not unzip.eof:
            raise CardIndexError(f"{name}: is cut or too large; {HOW_TO_BUILD} makes a new one")
        return msgspec.msgpack.decode(plain, type=IndexFile)
    except (zlib.error, msgspec.DecodeError) as error:
        raise CardIndexError(f"{name}: is damaged ({error}); {HOW_TO_BUILD} makes a new one") from None
