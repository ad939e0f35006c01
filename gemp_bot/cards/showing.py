"""A card for people to read: its facts in a few lines, and as values for JSON."""

from collections.abc import Iterator
from enum import StrEnum
from textwrap import wrap
from typing import Final

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import Odd, Printed, shown
from gemp_bot.cards.text import Share, TextFact

NUMBERS: Final = (
    "power",
    "ability",
    "politics",
    "maneuver",
    "armor",
    "hyperspeed",
    "landspeed",
    "ferocity",
    "defense",
    "deploy",
    "forfeit",
    "parsec",
    "destiny",
)
_LABEL: Final = 12
_INDENT: Final = " " * (_LABEL + 1)
_WIDTH: Final = 100
_MOST: Final = 8
_UNDERSTOOD: Final = {
    Share.ALL: "all of it is understood, as these facts:",
    Share.SOME: "part of it is understood, as these facts:",
    Share.NONE: "not understood",
}


def card_lines(card: Card, index: CardIndex) -> Iterator[str]:
    """The lines of a card: what it is, its numbers, its icons, other cards, its text."""
    yield f"{card.name}  [{card.blueprint_id}]"
    kind = f"{card.type}: {'/'.join(card.subtypes)}" if card.subtypes else card.type
    model = f" ({card.model})" if card.model else ""
    yield f"{card.side.value.capitalize()} Side, {kind}{model}, {index.set_name(card)}, {card.rarity}"
    if numbers := _numbers(card):
        yield numbers
    for label, words in _facts(card, index):
        if words:
            yield from wrap(words, _WIDTH, initial_indent=f"{label:<{_LABEL}} ", subsequent_indent=_INDENT)
    yield from _text(card)
    if card.pre_errata:
        yield "only a printing before errata is known"


def card_json(card: Card, index: CardIndex) -> dict[str, object]:
    """A card as plain values, every key always there."""
    return {
        "blueprint_id": card.blueprint_id,
        "title": card.title,
        "name": card.name,
        "side": card.side.value,
        "type": card.type,
        "subtypes": list(card.subtypes),
        "model": card.model,
        "virtual": card.virtual,
        "uniqueness": card.uniqueness.value,
        "set": card.set,
        "set_name": index.set_name(card),
        "rarity": card.rarity,
        "personas": list(card.personas),
        "nicknames": list(card.nicknames),
        "numbers": {name: _plain(number) for name in NUMBERS if (number := getattr(card, name)) is not None},
        "force_dark": card.force_dark,
        "force_light": card.force_light,
        "icons": dict(card.icons),
        "characteristics": list(card.characteristics),
        "matching": list(card.matching),
        "pulls": list(card.pulls),
        "pulled_by": list(card.pulled_by),
        "text": [msgspec.to_builtins(fact) for fact in card.text],
        "understood": card.understood.value,
        "double_sided": card.double_sided,
        "pre_errata": card.pre_errata,
    }


def _text(card: Card) -> Iterator[str]:
    """What is understood of the game text, a line a fact."""
    if not card.text:
        if card.understood is not Share.ALL:
            yield f"{'text':<{_LABEL}} {_UNDERSTOOD[Share.NONE]}"
        return
    yield f"{'text':<{_LABEL}} {_UNDERSTOOD[card.understood]}"
    for fact in card.text:
        yield from wrap(fact_line(fact), _WIDTH, initial_indent="  - ", subsequent_indent="    ")


def fact_line(fact: TextFact) -> str:
    """A fact as `kind: field=value, ...`, with the names JSON has; fields without a value are left out."""
    return _fields(fact)


def _fields(struct: msgspec.Struct) -> str:
    """What differs from the defaults of a struct; the kind that it begins with needs no name."""
    kind, words = "", []
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if value == field.default:
            continue
        if field.required and isinstance(value, StrEnum):
            kind = str(value)
        else:
            words.append(field.name if value is True else f"{field.name}={_value(value)}")
    return ": ".join(part for part in (kind, ", ".join(words)) if part)


def _value(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        return f"({_fields(value)})"
    if isinstance(value, tuple):
        return " ".join(map(_value, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _numbers(card: Card) -> str:
    found = [f"{name} {shown(getattr(card, name))}" for name in NUMBERS if getattr(card, name) is not None]
    if card.type == CardType.LOCATION:
        found += [f"Force icons: {card.force_dark or 0} dark, {card.force_light or 0} light"]
    return "  ".join(found)


def _facts(card: Card, index: CardIndex) -> Iterator[tuple[str, str]]:
    yield "icons", ", ".join(f"{name} x{count}" if count > 1 else name for name, count in card.icons)
    yield "is", ", ".join(card.characteristics)
    yield "persona", ", ".join(card.personas)
    yield "also called", ", ".join(card.nicknames)
    yield "matching", _named(card.matching, index)
    yield "pulls", _named(card.pulls, index)
    yield "pulled by", _named(card.pulled_by, index)
    other = index.back_of(card)
    yield ("front" if card.is_back else "back"), f"{other.name}  [{other.blueprint_id}]" if other else ""


def _named(ids: tuple[str, ...], index: CardIndex) -> str:
    cards = [card for one in ids[:_MOST] if (card := index.get(one)) is not None]
    more = f", and {len(ids) - _MOST} more" if len(ids) > _MOST else ""
    return (
        ", ".join(f"{card.title}{' (V)' if card.virtual else ''} [{card.blueprint_id}]" for card in cards)
        + more
    )


def _plain(number: Printed) -> int | float | str | None:
    return number.text if isinstance(number, Odd) else number
