"""The file of what cards do: every term once, so that it is small, and a card's own are made when they are asked for.

A value is packed as itself if it is a number or a word; a term as `[n]`, its place in the list of terms; a tuple
as `[-1, ...]`. A term is packed as `[signature, argument, ...]`, a signature as `[name, parameter, ...]`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias, cast

import msgspec

from gemp_bot.cards.texts import NO_TEXT, CardAction, CardText, Moment, Standing, Term, Value

Packed: TypeAlias = Any
"""A number, a word, or a list of such; msgspec knows no recursive types."""
PackedAction: TypeAlias = tuple[str, int, Packed, Packed, str, str, bool]
PackedText: TypeAlias = tuple[
    list[tuple[str, Packed, Packed]], list[PackedAction], dict[str, Packed], dict[str, Packed], list[str]
]
_TUPLE: Final = -1


class PackedTexts(msgspec.Struct, frozen=True):
    """What cards do, packed.

    Attributes:
        source: a digest of the definitions it was made of.
        signatures: of terms. terms: those that others are made of come first. cards: by blueprint id.
    """

    source: str = ""
    signatures: tuple[tuple[str, ...], ...] = ()
    terms: tuple[list[Packed], ...] = ()
    cards: Mapping[str, PackedText] = {}


class CardTexts:
    """What each card does; made of what is packed when it is asked for.

    Args:
        packed: the file.
    """

    def __init__(self, packed: PackedTexts) -> None:
        self.packed = packed
        self._terms: list[Term | None] = [None] * len(packed.terms)
        self._cards: dict[str, CardText] = {}

    def of(self, blueprint_id: str) -> CardText:
        """What a card does; nothing for one without a definition."""
        found = self._cards.get(blueprint_id)
        if found is None:
            packed = self.packed.cards.get(blueprint_id)
            found = self._cards[blueprint_id] = NO_TEXT if packed is None else self._text(packed)
        return found

    def _text(self, packed: PackedText) -> CardText:
        standing, actions, selectors, traits, unread = packed
        return CardText(
            standing=tuple(
                Standing(while_, self._term(term), self._values(guard)) for while_, term, guard in standing
            ),
            actions=tuple(
                CardAction(
                    Moment(moment), label, self._values(when), self._steps(steps), mode, use, single
                )
                for moment, label, when, steps, mode, use, single in actions
            ),
            selectors={name: self._value(each) for name, each in selectors.items()},
            traits={name: self._value(each) for name, each in traits.items()},
            unread=tuple(unread),
        )

    def _value(self, packed: Packed) -> Value:
        if not isinstance(packed, list):
            return packed
        first = packed[0]
        if first == _TUPLE:
            return tuple(self._value(each) for each in packed[1:])
        number = cast("int", first)
        found = self._terms[number]
        if found is None:
            signature, *args = self.packed.terms[number]
            name, *parameters = self.packed.signatures[cast("int", signature)]
            found = Term(name, dict(zip(parameters, map(self._value, args), strict=True)))
            self._terms[number] = found
        return found

    def _term(self, packed: Packed) -> Term:
        return cast("Term", self._value(packed))

    def _values(self, packed: Packed) -> tuple[Value, ...]:
        return cast("tuple[Value, ...]", self._value(packed))

    def _steps(self, packed: Packed) -> tuple[Term, ...]:
        return cast("tuple[Term, ...]", self._value(packed))


def pack_texts(texts: Iterable[tuple[str, CardText]], source: str) -> PackedTexts:
    """Pack what cards do; the same cards in the same order give the same."""
    packer = _Packer()
    cards = {blueprint: packer.text(text) for blueprint, text in texts}
    return PackedTexts(source, tuple(packer.signatures), tuple(packer.terms), cards)


class _Packer:
    def __init__(self) -> None:
        self.signatures: dict[tuple[str, ...], int] = {}
        self.terms: list[list[Packed]] = []
        self._known: dict[Term, int] = {}

    def text(self, text: CardText) -> PackedText:
        return (
            [(each.while_, self.value(each.term), self.value(each.guard)) for each in text.standing],
            [
                (
                    each.moment.value,
                    each.label,
                    self.value(each.when),
                    self.value(each.steps),
                    each.mode,
                    each.use,
                    each.single,
                )
                for each in text.actions
            ],
            {name: self.value(each) for name, each in text.selectors.items()},
            {name: self.value(each) for name, each in text.traits.items()},
            list(text.unread),
        )

    def value(self, value: Value) -> Packed:
        if isinstance(value, tuple):
            return [_TUPLE, *map(self.value, value)]
        if not isinstance(value, Term):
            return value
        number = self._known.get(value)
        if number is None:
            signature = self.signatures.setdefault((value.name, *value.args), len(self.signatures))
            packed: list[Packed] = [signature, *map(self.value, value.args.values())]
            number = self._known[value] = len(self.terms)
            self.terms.append(packed)
        return [number]
