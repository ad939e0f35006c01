"""The decks of a lab: the measured one, another version of it, and those it meets; checked before a game."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from gemp_bot.arena.jobs import JobDeck
from gemp_bot.cards.deck import USUAL_SIZE, faults, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import CONFIG, CommandError
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import base_blueprint
from gemp_bot.sandbox.deck_choice import choose_deck
from gemp_bot.sandbox.deck_files import (
    SUFFIX,
    TEXT_SUFFIX,
    DeckFile,
    read_decks,
    shipped_decks,
)
from gemp_bot.terminal import plain

LIBRARY = "library"
"""What stands for all decks there are: of the sandbox, or of the server's library."""
_SIZES = {"open40card": 40}
"""Cards of a deck by the code of the format, where it is not the usual number."""
_MOST_NAMED = 3


def is_file(said: str) -> bool:
    """Whether a deck is given as a file, not by its name."""
    return said.endswith((SUFFIX, TEXT_SUFFIX)) or "/" in said


def deck_files_of(said: str) -> list[str] | None:
    """The deck files of a folder, by name; None if it is none."""
    folder = Path(said)
    if not folder.is_dir():
        return None
    return [str(one) for one in sorted(folder.absolute().iterdir()) if one.suffix in (SUFFIX, TEXT_SUFFIX)]


def deck_of_file(said: str, index: CardIndex, format_code: str | None = None) -> JobDeck:
    """A deck by its file, or by its name among those of the sandbox.

    Args:
        said: what somebody wrote.
        index: the cards there are.
        format_code: of the format it must be legal in, as far as that is known here; None for any size.

    Raises:
        CommandError: one line: there is none, it has unknown cards, or no server plays with it.
    """
    found = choose_deck(said, index)
    return boxed(found, index, format_code)


def boxed(deck: DeckFile, index: CardIndex, format_code: str | None = None) -> JobDeck:
    """A deck that was read, as it plays.

    Raises:
        CommandError: see `deck_of_file`.
    """
    made = JobDeck.of(deck)
    check_cards(made, index, format_code)
    return made


def check_cards(deck: JobDeck, index: CardIndex, format_code: str | None = None) -> None:
    """Refuse a deck that nobody can play with.

    Raises:
        CommandError: one line that names the deck, what is wrong, and what would be right.
    """
    cards = parse_deck(deck.text)
    every = (*cards.cards, *cards.outside)
    unknown = Counter(one for one in every if index.get(base_blueprint(one)) is None)
    if unknown:
        named = ", ".join(list(unknown)[:_MOST_NAMED])
        more = f" and {len(unknown) - _MOST_NAMED} more" if len(unknown) > _MOST_NAMED else ""
        raise CommandError(
            f"deck {plain(deck.name)!r}: there is no card {named}{more}: "
            "`gemp-bot cards search WORD` finds the id of a card",
            code=CONFIG,
        )
    size = len(cards.cards) if format_code is None else _SIZES.get(format_code, USUAL_SIZE)
    wrong = faults(cards, index, size=size)
    if wrong:
        where = "" if format_code is None else f"not legal in {plain(format_code)}: "
        raise CommandError(f"deck {plain(deck.name)!r}: {where}{'; '.join(wrong)}", code=CONFIG)


def check_version(deck: JobDeck, other: JobDeck) -> None:
    """Refuse to compare decks that are no two versions of one.

    Raises:
        CommandError: one line.
    """
    if other.side is not deck.side:
        raise CommandError(
            f"--compare: {plain(other.name)!r} is a {other.side.lower()} deck, and {plain(deck.name)!r} a "
            f"{deck.side.lower()} one: two versions of a deck are of one side",
            code=CONFIG,
        )
    if other.text == deck.text:
        raise CommandError(
            f"--compare: {plain(other.name)!r} has the same cards in the same order: "
            "name the version that differs",
            code=CONFIG,
        )


def box_field(
    against: Sequence[str], side: Side, index: CardIndex, format_code: str | None
) -> tuple[JobDeck, ...]:
    """The decks that are met in the sandbox, each once.

    Args:
        against: names, files, folders, or `library` for all the sandbox has.
        side: of the field.
        index: the cards there are.
        format_code: see `deck_of_file`.

    Raises:
        CommandError: one line: a deck is of the wrong side, or there is none of the right one.
    """
    found: dict[str, JobDeck] = {}
    for said in against:
        decks = _several(said, side, index, format_code)
        found.update({deck.text: deck for deck in decks})
    return tuple(found.values())


def _several(said: str, side: Side, index: CardIndex, format_code: str | None) -> list[JobDeck]:
    if said == LIBRARY or deck_files_of(said) is not None:
        decks = shipped_decks(index) if said == LIBRARY else read_decks(Path(said), index)
        own = [boxed(deck, index, format_code) for deck in decks if deck.side is side]
        if not own:
            raise nobody_to_meet(said, side, len(decks))
        return own
    deck = deck_of_file(said, index, format_code)
    if deck.side is not side:
        raise wrong_side(deck.name, side)
    return [deck]


def nobody_to_meet(said: str, side: Side, others: int) -> CommandError:
    """What is said of a field without opponents."""
    return CommandError(
        f"--against {plain(said)}: holds no {side.lower()} deck ({others} {side.other.lower()} ones): "
        f"the deck plays {side.other.lower()}, so it needs {side.lower()} opponents",
        code=CONFIG,
    )


def wrong_side(name: str, side: Side) -> CommandError:
    """What is said of an opponent of the side that the deck has itself."""
    return CommandError(
        f"--against {plain(name)!r}: is a {side.other.lower()} deck, as the measured one is: "
        f"name {side.lower()} ones",
        code=CONFIG,
    )
