"""A card for people to read: its facts in a few lines, and as values for JSON."""

from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import Final, TypeAlias

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import Odd, Printed, shown
from gemp_bot.cards.texts import CardAction, CardText, Standing, Term, Told
from gemp_bot.cards.wording import say, selectors_of
from gemp_bot.terminal import plain

NUMBERS: Final = (
    *("power", "ability", "politics", "maneuver", "armor", "hyperspeed", "landspeed", "ferocity"),
    *("defense", "deploy", "forfeit", "parsec", "destiny"),
)
_LABEL: Final = 12
_INDENT: Final = " " * (_LABEL + 1)
_WIDTH: Final = 100
_MOST: Final = 8
Why: TypeAlias = Callable[[Told], str]
"""Tells what of a standing text, an action or a shot is not understood; empty for nothing."""


def _nothing(_: Told) -> str:
    return ""


def card_lines(card: Card, index: CardIndex, why_not: Why = _nothing) -> Iterator[str]:
    """The lines of a card: what it is, its numbers, its icons, other cards, what it does."""
    yield f"{card.name}  [{card.blueprint_id}]"
    yield f"{kind_of(card)}, {printing_of(card, index)}"
    if numbers := _numbers(card):
        yield numbers
    for label, words in _facts(card, index):
        if words:
            yield from wrap(words, _WIDTH, initial_indent=f"{label:<{_LABEL}} ", subsequent_indent=_INDENT)
    yield from _text(index.texts.of(card.blueprint_id), why_not)
    if card.pre_errata:
        yield "only a printing before errata is known"
    if card.by_definition:
        yield "only its definition is known, no card data"


def kind_of(card: Card) -> str:
    """Side, type and model: `Dark Side, Vehicle: Combat (AT-AT)`."""
    kind = f"{card.type}: {'/'.join(card.subtypes)}" if card.subtypes else card.type
    model = f" ({card.model})" if card.model else ""
    return f"{card.side.value.capitalize()} Side, {kind}{model}"


def printing_of(card: Card, index: CardIndex) -> str:
    """Set and rarity."""
    return f"{index.set_name(card)}, {card.rarity}"


def icons_of(card: Card) -> str:
    """The printed icons."""
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in card.icons)


def card_json(card: Card, index: CardIndex, why_not: Why = _nothing) -> dict[str, object]:
    """A card as plain values, every key always there."""
    text = index.texts.of(card.blueprint_id)
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
        "numbers": {name: _number(number) for name in NUMBERS if (number := getattr(card, name)) is not None},
        "force_dark": card.force_dark,
        "force_light": card.force_light,
        "icons": dict(card.icons),
        "characteristics": list(card.characteristics),
        "matching": list(card.matching),
        "pulls": list(card.pulls),
        "pulled_by": list(card.pulled_by),
        "text": {
            "standing": [
                {**_record(each), "not_understood": why_not(each) or None} for each in text.standing
            ],
            "actions": [{**_record(each), "not_understood": why_not(each) or None} for each in text.actions],
            "selectors": _json(text.selectors),
            "traits": _json(text.traits),
            "unread": list(text.unread),
        },
        "double_sided": card.double_sided,
        "pre_errata": card.pre_errata,
        "by_definition": card.by_definition,
    }


def deeds_of(text: CardText, why_not: Why = _nothing, said: str = "not understood: ") -> Iterator[str]:
    """What a card does, a line each standing text or action; what is not understood says so.

    Args:
        text: of the card.
        why_not: tells what of a part is not understood.
        said: goes before that.
    """
    yield from map(plain, selectors_of(text))
    for each in text.told:
        why = why_not(each).replace("_", " ")
        yield plain(f"{say(each)}  [{said}{why}]" if why else say(each))
    if text.unread:
        yield "and something that is not read"


def _text(text: CardText, why_not: Why) -> Iterator[str]:
    """What a card does, set in."""
    told = list(deeds_of(text, why_not))
    if told:
        yield "what it does:"
    for line in told:
        yield from wrap(line, _WIDTH, initial_indent="  - ", subsequent_indent="    ")


def _record(each: Standing | CardAction) -> dict[str, object]:
    return {name.rstrip("_"): _json(getattr(each, name)) for name in each.__struct_fields__}


def _json(value: object) -> object:
    """A value of a text for JSON: a term is its name and its arguments."""
    match value:
        case Term():
            return {"name": value.name, "args": _json(value.args)}
        case tuple():
            return [_json(each) for each in value]
        case Mapping():
            return {name: _json(each) for name, each in value.items()}
        case _:
            return value


def _numbers(card: Card) -> str:
    found = [f"{name} {shown(getattr(card, name))}" for name in NUMBERS if getattr(card, name) is not None]
    if card.type == CardType.LOCATION:
        found += [f"Force icons: {card.force_dark or 0} dark, {card.force_light or 0} light"]
    return "  ".join(found)


def _facts(card: Card, index: CardIndex) -> Iterator[tuple[str, str]]:
    yield "icons", icons_of(card)
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


def _number(number: Printed) -> int | float | str | None:
    return number.text if isinstance(number, Odd) else number
