"""`gemp-bot cards`: the facts of the cards."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import msgspec

from gemp_bot.cards.index import CardIndex, CardIndexError
from gemp_bot.cards.model import Card
from gemp_bot.cards.search import find, id_meant, is_id, known_words, search, suggestions
from gemp_bot.cards.showing import card_json, card_lines
from gemp_bot.cards.titles import folded, read_title
from gemp_bot.cli.command import Args, CommandGroup, JsonResult, arg, command
from gemp_bot.cli.exits import OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.game.understanding import why_not
from gemp_bot.protocol.enums import Side
from gemp_bot.terminal import plain

_SET = re.compile(r"Set ")


class IndexArgs(Args):
    """Which index is read."""

    index: Path | None = arg("--index FILE", "an index of your own (else the one that is shipped)")


class ShowCardArgs(IndexArgs):
    """Which card."""

    name: list[str] = arg("WORD", "a title, nickname or blueprint id")


class SearchArgs(IndexArgs):
    """Which cards."""

    words: list[str] = arg("WORD", "part of a title or of any word of a card", default=())
    side: str | None = arg("--side SIDE", "dark or light: only cards of it", choices=("dark", "light"))
    type: str | None = arg("--type TYPE", "only cards of this type or subtype")
    icon: str | None = arg("--icon ICON", "only cards with this icon")
    set: str | None = arg("--set SET", "only cards of this set: number, name or short name")


class FoundCard(JsonResult):
    """A card that was found."""

    blueprint_id: str
    name: Annotated[str, "its title as a server shows it"]
    title: Annotated[str, "without dots and (V)"]
    side: Annotated[str, "DARK or LIGHT"]
    type: str
    subtypes: list[str]
    set: Annotated[str, "code of its set"]


class CardDoes(JsonResult):
    """What a card does, as terms."""

    standing: Annotated[
        list[dict[str, Any]], "standing texts: `while` the card is what, `term`, `guard`, `not_understood`"
    ]
    actions: Annotated[
        list[dict[str, Any]],
        "`moment`, `label`, `when`, `steps`, `mode`, `use`, `single`, `unpiloted`, `not_understood`",
    ]
    selectors: Annotated[dict[str, Any], "such as deploy_on"]
    traits: Annotated[dict[str, Any], "such as keywords"]
    unread: Annotated[list[str], "methods of its definition that are not read to the end"]


class CardJson(FoundCard):
    """A card."""

    model: Annotated[str, "what follows the subtype, such as the class of a starship"]
    virtual: bool
    uniqueness: Annotated[str, "* unique, ** and *** restricted, <> and <><><> for each system; may be empty"]
    set_name: str
    rarity: str
    personas: list[str]
    nicknames: list[str]
    numbers: Annotated[dict[str, float | str], "printed numbers; a text where it is none: * or 2 or 5"]
    force_dark: Annotated[int | None, "Force icons on that side; null for no location"]
    force_light: int | None
    icons: Annotated[dict[str, int], "how often it has an icon"]
    characteristics: list[str]
    matching: Annotated[list[str], "ids of matching pilots, starships, vehicles, weapons"]
    pulls: Annotated[list[str], "ids of cards it may fetch"]
    pulled_by: list[str]
    text: CardDoes
    double_sided: Annotated[bool, "whether there is another side, ..._BACK"]
    pre_errata: Annotated[bool, "only a printing before errata is known"]
    by_definition: Annotated[bool, "only its definition is known, and no card data"]


class ShownCards(JsonResult):
    """Cards of a name."""

    cards: Annotated[list[CardJson], "the one shown comes first"]


class FoundCards(JsonResult):
    """Cards that were found."""

    cards: list[FoundCard]


@command(
    json=ShownCards,
    summary="show a card",
    about="""
Show a card by its title, a nickname, or the blueprint id a server calls it by.
Signs, accents and upper case do not count; "(V)" asks for the virtual card.
Other cards of the same title are listed below it.

What it does is told in plain words, a line for every standing text and action;
what gemp-bot does not understand of it says so. --json gives the terms.

A card that does not exist is a failure (exit code 1) that names what is close.""",
    examples="""
  gemp-bot cards show "Darth Vader"
  gemp-bot cards show 7_297_BACK""",
)
def show(args: ShowCardArgs, out: Output) -> int:
    """Show a card."""
    index = load_index(args.index)
    name = " ".join(args.name)
    cards = find(index, name)
    if not cards:
        raise CommandError(_no_such_card(index, name))
    first, *others = cards
    for line in card_lines(first, index, why_not):
        out.line(line)
    if others:
        out.line()
        out.line("Other cards of this name:")
        _list(others, index, out)
    told = {"cards": [card_json(card, index, why_not) for card in cards]}
    out.json(msgspec.convert(told, ShownCards))
    return OK


@command(
    json=FoundCards,
    summary="find cards by words",
    about="""
List the cards that bear all the words: in title, nicknames, personas, type,
subtype or characteristics. With options only, list all cards that fit them.
A type, icon or set that there is not is a failure that names those there are.""",
    examples="""
  gemp-bot cards search bounty hunter --side dark --icon Pilot
  gemp-bot cards search --type site --set Hoth""",
)
def find_cards(args: SearchArgs, out: Output) -> int:
    """List the cards that fit."""
    index = load_index(args.index)
    _check_words(args, index)
    found = search(
        index,
        args.words,
        side=None if args.side is None else Side(args.side.upper()),
        kind=args.type,
        icon=args.icon,
        card_set=args.set,
    )
    if found:
        _list(found, index, out)
    else:
        out.line("No cards.")
    out.json(FoundCards(cards=[FoundCard.of(card) for card in found]))
    return OK


COMMAND = CommandGroup(
    """\
Look at the facts of the cards: printed numbers, icons, kinds, what matches or
fetches what, and what a card does. An index of all cards is shipped with the
program; it is made from public card data and the public definitions of a
server's cards (NOTICE).""",
    {"show": show, "search": find_cards},
)


def load_index(file: Path | None) -> CardIndex:
    """The index of a file; the shipped one for None.

    Raises:
        CommandError: it cannot be read.
    """
    try:
        return CardIndex.load(file)
    except CardIndexError as error:
        raise CommandError(str(error)) from None


def _check_words(args: SearchArgs, index: CardIndex) -> None:
    """Refuse a type, an icon or a set no card has."""
    known = known_words(index)
    ids = {card.blueprint_id.partition("_")[0] for card in index}
    for name, words in known.items():
        asked = getattr(args, name)
        if asked is None or folded(asked) in map(folded, words) or (name == "set" and asked in ids):
            continue
        near = get_close_matches(asked.casefold(), [word.casefold() for word in words], n=1)
        hint = f"did you mean {next(w for w in words if w.casefold() == near[0])!r}? " if near else ""
        listed = list(index.sets) if name == "set" else [word for word in words if not _SET.match(word)]
        raise CommandError(f"there is no {name} {plain(asked)!r}: {hint}known: {', '.join(listed)}")


def _no_such_card(index: CardIndex, name: str) -> str:
    name = plain(name)
    if meant := id_meant(index, name):
        return f"there is no card {name!r}: blueprint ids are like {meant}"
    if is_id(name):
        return f"there is no card with the id {name!r}: `gemp-bot cards search WORD` finds cards by any word"
    if "(v)" in name.casefold() and (plain_ones := find(index, read_title(name).name)):
        return f"there is no virtual card {name!r}: {plain_ones[0].title!r} is no virtual one"
    line = f"there is no card {name!r}"
    if close := suggestions(index, name):
        return f"{line}: did you mean {' or '.join(map(repr, close))}?"
    return f"{line}: `gemp-bot cards search WORD` finds cards by any word"


def _list(cards: Sequence[Card], index: CardIndex, out: Output) -> None:
    out.table(
        ("card", "side", "name", "type", "set"),
        [
            (card.blueprint_id, card.side.value.lower(), card.name, _kind(card), index.set_name(card))
            for card in cards
        ],
    )


def _kind(card: Card) -> str:
    return f"{card.type}: {'/'.join(card.subtypes)}" if card.subtypes else card.type
