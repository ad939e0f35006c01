"""The file of what cards do: every term once, so that it is small; a card's are made when it is asked for.

A value is packed as itself if it is a number or a word; a term as `[n]`, its place among the terms; a tuple
as `[-1, ...]`. A term is packed as `[signature, argument, ...]`, a signature as `[name, parameter, ...]`.
Terms stand one after the other in one string of bytes, so that only those asked for ever become values.
"""

import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain
from typing import Any, Final, TypeAlias, cast

import msgspec

from gemp_bot.cards.texts import NO_TEXT, CardAction, CardText, Moment, Standing, Term, Value

Packed: TypeAlias = Any
"""A number, a word, or a list of such; msgspec knows no recursive types."""
PackedAction: TypeAlias = tuple[str, int, Packed, Packed, str, str, bool, bool]
PackedText: TypeAlias = tuple[
    list[tuple[str, Packed, Packed]], list[PackedAction], dict[str, Packed], dict[str, Packed], list[str]
]
_TUPLE: Final = -1
_LARGEST: Final = 32 * 2**20
_encode: Final = msgspec.msgpack.encode
_decode: Final = msgspec.msgpack.Decoder().decode
_decode_text: Final = msgspec.msgpack.Decoder(PackedText).decode


class _File(msgspec.Struct, frozen=True, array_like=True):
    """What cards do, packed.

    Attributes:
        signatures: of terms. terms: one after the other, those that others are made of first.
        lengths: of each term, two bytes each, the lower first. cards: by blueprint id.
    """

    signatures: tuple[tuple[str, ...], ...] = ()
    terms: bytes = b""
    lengths: bytes = b""
    cards: Mapping[str, msgspec.Raw] = {}


class CardTexts:
    """What each card does; unpacked when it is asked for.

    Args:
        packed: what `pack_texts` gives.
    """

    def __init__(self, packed: bytes = b"") -> None:
        self.packed = packed
        self._file: _File | None = None
        self._ends: Mapping[int, int] | array[int] = {}
        self._terms: dict[int, Term] = {}
        self._cards: dict[str, CardText] = {}

    def of(self, blueprint_id: str) -> CardText:
        """What a card does; nothing for one without a definition."""
        found = self._cards.get(blueprint_id)
        if found is None:
            packed = self._unpacked().cards.get(blueprint_id)
            found = NO_TEXT if packed is None else self._text(_decode_text(packed))
            self._cards[blueprint_id] = found
        return found

    def __iter__(self) -> Iterator[str]:
        """The ids of the cards that have a definition."""
        return iter(self._unpacked().cards)

    def _unpacked(self) -> _File:
        if self._file is None:
            plain = (
                zlib.decompressobj().decompress(self.packed, _LARGEST) if self.packed else _encode(_File())
            )
            self._file = msgspec.msgpack.decode(plain, type=_File)
            lengths = zip(self._file.lengths[::2], self._file.lengths[1::2], strict=True)
            self._ends = array("I", accumulate((low + 256 * high for low, high in lengths), initial=0))
        return self._file

    def _text(self, packed: PackedText) -> CardText:
        standing, actions, selectors, traits, unread = packed
        return CardText(
            standing=tuple(
                Standing(while_, self._term(term), self._values(guard)) for while_, term, guard in standing
            ),
            actions=tuple(
                CardAction(
                    Moment(moment), label, self._values(when), self._steps(steps), mode, use, single, crewless
                )
                for moment, label, when, steps, mode, use, single, crewless in actions
            ),
            selectors={name: self._value(each) for name, each in selectors.items()},
            traits={name: self._value(each) for name, each in traits.items()},
            unread=tuple(unread),
        )

    def _value(self, packed: Packed) -> Value:
        if not isinstance(packed, list):
            return cast("Value", packed)
        first = packed[0]
        if first == _TUPLE:
            return tuple(self._value(each) for each in packed[1:])
        found = self._terms.get(first)
        if found is None:
            file = self._unpacked()
            signature, *args = _decode(file.terms[self._ends[first] : self._ends[first + 1]])
            name, *parameters = file.signatures[signature]
            found = Term(name, dict(zip(parameters, map(self._value, args), strict=True)))
            self._terms[first] = found
        return found

    def _term(self, packed: Packed) -> Term:
        return cast("Term", self._value(packed))

    def _values(self, packed: Packed) -> tuple[Value, ...]:
        return cast("tuple[Value, ...]", self._value(packed))

    def _steps(self, packed: Packed) -> tuple[Term, ...]:
        return cast("tuple[Term, ...]", self._value(packed))


def pack_texts(texts: Iterable[tuple[str, CardText]]) -> bytes:
    """Pack what cards do; the same cards in the same order give the same."""
    packer = _Packer()
    cards = {blueprint: msgspec.Raw(_encode(packer.text(text))) for blueprint, text in texts}
    lengths = bytes(chain.from_iterable(len(term).to_bytes(2, "little") for term in packer.terms))
    return zlib.compress(_encode(_File(tuple(packer.signatures), b"".join(packer.terms), lengths, cards)), 9)


class _Packer:
    def __init__(self) -> None:
        self.signatures: dict[tuple[str, ...], int] = {}
        self.terms: dict[
            bytes, int
        ] = {}  # by what they are packed as: 1 and true are equal, and not the same

    def text(self, text: CardText) -> PackedText:
        value = self.value
        return (
            [(each.while_, value(each.term), value(each.guard)) for each in text.standing],
            [
                (
                    each.moment,
                    each.label,
                    value(each.when),
                    value(each.steps),
                    each.mode,
                    each.use,
                    each.single,
                    each.unpiloted,
                )
                for each in text.actions
            ],
            {name: value(each) for name, each in text.selectors.items()},
            {name: value(each) for name, each in text.traits.items()},
            list(text.unread),
        )

    def value(self, value: Value) -> Packed:
        if isinstance(value, tuple):
            return [_TUPLE, *map(self.value, value)]
        if not isinstance(value, Term):
            return value
        signature = self.signatures.setdefault((value.name, *value.args), len(self.signatures))
        packed = _encode([signature, *map(self.value, value.args.values())])
        return [self.terms.setdefault(packed, len(self.terms))]
