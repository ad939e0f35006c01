"""`gemp-bot decks ...`: the decks of the account and of the server's library."""

import argparse
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gemp_bot.cli.exits import CONFIG, FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import Session, deck_names, known_deck, open_session, run_command
from gemp_bot.files import NotReadError, read_small
from gemp_bot.protocol.decks import Deck, DeckCard, FormatCheck

if TYPE_CHECKING:
    from gemp_bot.cards.deck import DeckDescription

LONGEST_NAME = 45
LARGEST_REQUEST = 32_767
"""Of a whole request body, in bytes (PROTOCOL 1)."""


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(decks, args)


async def decks(args: argparse.Namespace, out: Output) -> int:
    """Do what one of the verbs says."""
    file: Path | None = getattr(args, "file", None)
    if file is not None and getattr(args, "library", False):
        raise CommandError("--library is for a deck by its name, not for --file", code=USAGE)
    text = "" if file is None else read_deck_text(file)  # before anything is sent
    async with open_session(args) as session:
        if args.verb == "save":
            return await _save(session, args.name, text, out)
        if args.verb == "validate":
            return await _validate(session, args, text, out)
        return await _VERBS[args.verb](session, args, out)


async def _list(session: Session, args: argparse.Namespace, out: Output) -> int:
    names = await deck_names(session.client, library=args.library)
    if names:
        out.table(("side", "name"), [(side, name) for name, side in names.items()])
    else:
        out.line("No decks.")
    listed = [{"name": name, "side": side} for name, side in names.items()]
    out.json({"library": args.library, "decks": listed})
    return OK


async def _show(session: Session, args: argparse.Namespace, out: Output) -> int:
    side = await known_deck(session.client, args.name, library=args.library)
    deck = await session.client.decks.show(args.name, library=args.library)
    out.line(f"{deck.name} ({side}, {len(deck.cards)} cards, {len(deck.outside)} outside the deck)")
    described = _described(deck)
    if described is not None:
        out.line(described.line)
    for cards in (deck.cards, deck.outside):
        if cards:
            out.line()
            out.table(
                ("count", "card", "title"),
                [(str(count), card.blueprint_id, card.title) for card, count in Counter(cards).items()],
            )
    out.line()
    out.line(deck.text)
    out.json(
        {
            "name": deck.name,
            "library": args.library,
            "side": side,
            "cards": _counted(deck.cards),
            "outside": _counted(deck.outside),
            "text": deck.text,
            "archetype": described.archetype if described else None,
            "destiny": described.destiny if described else None,
            "deploy": described.deploy if described else None,
            "curve": {str(cost): count for cost, count in described.curve.items()} if described else {},
            "types": described.types if described else {},
            "unknown": described.unknown if described else {},
        }
    )
    return OK


def _described(deck: Deck) -> "DeckDescription | None":
    """What a deck is like; None without an index of cards, which showing a deck does not need."""
    from gemp_bot.cards.deck import DeckList, describe
    from gemp_bot.cards.index import CardIndex, CardIndexError

    try:
        index = CardIndex.load()
    except CardIndexError:
        return None
    ids = [tuple(card.blueprint_id for card in part) for part in (deck.cards, deck.outside)]
    return describe(DeckList(*ids), index) if deck.cards else None


async def _save(session: Session, name: str, text: str, out: Output) -> int:
    if not 1 <= len(name) <= LONGEST_NAME:
        raise CommandError(f"a deck's name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    replaced = name in await deck_names(session.client, library=False)
    saved = await session.client.decks.save(name, text)
    dropped = Counter(saved.dropped)
    out.line(
        f"{'Replaced' if replaced else 'Saved'} {name}: {len(saved.deck.cards)} cards, "
        f"{len(saved.deck.outside)} outside the deck"
    )
    out.json(
        {
            "name": name,
            "replaced": replaced,
            "cards": len(saved.deck.cards),
            "outside": len(saved.deck.outside),
            "dropped": [{"blueprint_id": card, "count": count} for card, count in dropped.items()],
        }
    )
    if dropped:
        lost = ", ".join(f"{count} x {card}" for card, count in dropped.items())
        out.note(f"gemp-bot: the server does not know, and dropped: {lost}")
        return FAILURE
    return OK


async def _rename(session: Session, args: argparse.Namespace, out: Output) -> int:
    await known_deck(session.client, args.name, library=False)
    if not 1 <= len(args.new_name) <= LONGEST_NAME:
        raise CommandError(f"a deck's name has 1 to {LONGEST_NAME} characters, not {len(args.new_name)}")
    if args.new_name in await deck_names(session.client, library=False):
        raise CommandError(f"there is a deck named {args.new_name!r} already: delete it first")
    await session.client.decks.rename(args.name, args.new_name)
    out.line(f"Renamed {args.name} to {args.new_name}")
    out.json({"name": args.name, "new_name": args.new_name})
    return OK


async def _delete(session: Session, args: argparse.Namespace, out: Output) -> int:
    await known_deck(session.client, args.name, library=False)
    await session.client.decks.delete(args.name)
    out.line(f"Deleted {args.name}")
    out.json({"name": args.name})
    return OK


async def _validate(session: Session, args: argparse.Namespace, text: str, out: Output) -> int:
    if args.file is None:
        await known_deck(session.client, args.name, library=args.library)
        text = (await session.client.decks.show(args.name, library=args.library)).text
    report = await session.client.decks.validate(text)
    verdicts: Sequence[FormatCheck] = report.formats
    if args.format is not None:
        wanted = await _format_name(session, args.format)
        verdicts = [verdict for verdict in verdicts if verdict.name == wanted]
        if not verdicts:
            raise CommandError(f"the server told no verdict for the format {wanted!r}")
    name = args.name if args.file is None else args.file
    out.line(f"{name}: {report.light} light cards, {report.dark} dark cards")
    out.table(
        ("format", "legal", "reasons"),
        [(v.name, "yes" if v.valid else "no", "; ".join(v.reasons)) for v in verdicts],
    )
    out.json(
        {
            "name": args.name,
            "file": None if args.file is None else str(args.file),
            "library": args.library,
            "light": report.light,
            "dark": report.dark,
            "formats": [{"name": v.name, "valid": v.valid, "reasons": list(v.reasons)} for v in verdicts],
        }
    )
    return OK if args.format is None or all(verdict.valid for verdict in verdicts) else FAILURE


_VERBS: dict[str, Callable[[Session, argparse.Namespace, Output], Coroutine[Any, Any, int]]] = {
    "list": _list,
    "show": _show,
    "rename": _rename,
    "delete": _delete,
}


async def _format_name(session: Session, wanted: str) -> str:
    """The name of a format by its code or its name; the server's verdicts know only names.

    Raises:
        CommandError: no such format.
    """
    formats = (await session.client.hall.open()).formats
    for found in formats:
        if wanted in (found.code, found.name):
            return found.name
    codes = ", ".join(found.code for found in formats)
    raise CommandError(f"the server has no format {wanted!r}: there are {codes}", code=CONFIG)


def read_deck_text(file: Path) -> str:
    """Read a deck from a file: ids with commas, a bar before those outside; blanks do not count.

    Raises:
        CommandError: it cannot be read, or is too large.
        DeckError: it is no deck.
    """
    try:
        text = read_small(file, "a deck").decode("utf-8-sig")
    except NotReadError as fault:
        raise CommandError(f"{file}: {fault}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{file}: is no text, so no deck") from None
    from gemp_bot.cards.deck import parse_deck

    deck = parse_deck(text, str(file))
    # Commas and bars are three bytes each in a form; the name needs some room, too.
    if len(deck.text) + 2 * (deck.text.count(",") + 1) > LARGEST_REQUEST - 1_000:
        raise CommandError(f"{file}: {len(deck.cards)} cards are more than the server takes")
    return deck.text


def _counted(cards: tuple[DeckCard, ...]) -> list[dict[str, object]]:
    return [
        {"blueprint_id": card.blueprint_id, "title": card.title, "count": count}
        for card, count in Counter(cards).items()
    ]
