"""`gemp-bot decks`: the decks of the account, of the server's library, and those that are shipped."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from gemp_bot.cards.deck import DeckDescription, DeckList, describe, parse_deck
from gemp_bot.cards.index import CardIndex, CardIndexError
from gemp_bot.cli.command import CommandGroup, JsonResult, ServerArgs, arg, command
from gemp_bot.cli.exits import CONFIG, FAILURE, OK, USAGE, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import LoggedIn, deck_names, known_deck, open_session
from gemp_bot.files import NotReadError, read_small
from gemp_bot.protocol.decks import Deck, DeckCard, FormatCheck

LONGEST_NAME = 45
LARGEST_REQUEST = 32_767
"""Of a whole request body, in bytes (PROTOCOL 1)."""


class ShowDeckArgs(ServerArgs):
    """Which deck."""

    name: str | None = arg("NAME", "name of the deck (else they are listed)")
    library: bool = arg("--library", "the server's library instead of our decks", exclusive="whose")
    shipped: bool = arg(
        "--shipped", "the decks of the sandbox, without a server; NAME may be a file", exclusive="whose"
    )


class SaveArgs(ServerArgs):
    """Which deck from where."""

    name: str = arg("NAME", "name of the deck")
    file: Path = arg("FILE", "the deck as a text")


class RenameArgs(ServerArgs):
    """Which deck, and its new name."""

    name: str = arg("OLD", "name of the deck")
    new_name: str = arg("NEW", "its new name")


class DeleteArgs(ServerArgs):
    """Which deck."""

    name: str = arg("NAME", "exact name of the deck")


class ValidateArgs(ServerArgs):
    """Which deck, and for which format."""

    name: str | None = arg("NAME", "name of the deck", exclusive="which")
    file: Path | None = arg("--file FILE", "a deck as a text, which is not saved", exclusive="which")
    library: bool = arg("--library", "the server's library instead of our decks")
    format: str | None = arg("--format CODE", "only this format, by its code or its name")


class NamedDeck(JsonResult):
    """A deck."""

    name: str
    side: Annotated[str, "dark, light, or other for mixed and empty ones"]


class ListedDecks(JsonResult):
    """Without NAME."""

    library: bool
    decks: list[NamedDeck]


class CountedCard(JsonResult):
    """Copies of a card."""

    blueprint_id: str
    title: str
    count: int


class ShownDeck(NamedDeck):
    """With NAME."""

    library: bool
    cards: list[CountedCard]
    outside: Annotated[list[CountedCard], "cards that begin outside the deck"]
    text: Annotated[str, "the deck as `decks save` takes it"]
    archetype: Annotated[str | None, "its objective, else the place it plays at"]
    destiny: Annotated[float | None, "on average"]
    deploy: Annotated[float | None, "cost on average of the cards that have one"]
    curve: Annotated[dict[str, int], "cards of a deploy cost; 8 stands for 8 and more"]
    types: Annotated[dict[str, int], "cards of a type"]
    unknown: Annotated[dict[str, int], "copies of cards that the index does not know, by id"]


class DroppedCard(JsonResult):
    """A card that the server did not keep."""

    blueprint_id: str
    count: int


class SavedDeckShown(JsonResult):
    """A deck that was saved."""

    name: str
    replaced: Annotated[bool, "there was a deck of that name"]
    cards: Annotated[int, "that the server kept"]
    outside: Annotated[int, "cards outside the deck that it kept"]
    dropped: Annotated[list[DroppedCard], "that it did not keep (exit code 1)"]


class RenamedDeck(JsonResult):
    """A deck that was renamed."""

    name: Annotated[str, "the old one"]
    new_name: str


class DeletedDeck(JsonResult):
    """A deck that is gone."""

    name: str


class ValidatedDeck(JsonResult):
    """Where a deck may be played."""

    name: Annotated[str | None, "null with --file"]
    file: str | None
    library: bool
    light: Annotated[int, "light cards"]
    dark: Annotated[int, "dark cards"]
    formats: Annotated[list[FormatCheck], "`reasons`: why not, in the server's words"]


@command(
    json=ListedDecks | ShownDeck,
    summary="list the decks, or show the cards of one",
    about="""
List the names of the decks by side. With NAME show that deck: how often which
card, and what begins outside the deck. The last line is the deck as `decks
save` takes it.""",
    examples="""
  gemp-bot decks show --library
  gemp-bot decks show "Classic EBO" --library
  gemp-bot decks show "Rebel fleet" --shipped""",
)
async def show(args: ShowDeckArgs, out: Output) -> int:
    """List the decks, or show one."""
    if args.shipped:
        return _shipped(args, out)
    async with open_session(args) as session:
        if args.name is None:
            return _list(await deck_names(session.client, library=args.library), args, out)
        side = await known_deck(session.client, args.name, library=args.library)
        return _show(await session.client.decks.show(args.name, library=args.library), side, args, out)


@command(
    json=SavedDeckShown,
    summary="save a deck from a file",
    about="""
Save a deck under a name; a deck of that name is replaced. FILE holds the
server's own form: blueprint ids separated by commas, one for every copy; after
a bar the cards that begin outside the deck:

  1_291,1_291,2_147|13_51

Line breaks are allowed. The server drops cards it does not know without a word,
so the deck is read back and what is missing is told (exit code 1).""",
    examples="""
  gemp-bot decks save "My deck" deck.txt""",
)
async def save(args: SaveArgs, out: Output) -> int:
    """Save a deck."""
    text = read_deck_text(args.file)  # before anything is sent
    async with open_session(args) as session:
        return await _save(session, args.name, text, out)


@command(
    json=RenamedDeck,
    summary="give a deck another name",
    about="Give a deck another name. The new name must be free.",
    examples="""
  gemp-bot decks rename "My deck" "My old deck\"""",
)
async def rename(args: RenameArgs, out: Output) -> int:
    """Rename a deck."""
    async with open_session(args) as session:
        return await _rename(session, args, out)


@command(
    json=DeletedDeck,
    summary="delete a deck",
    about="Delete a deck. The name must be exact.",
    examples="""
  gemp-bot decks delete "My old deck\"""",
)
async def delete(args: DeleteArgs, out: Output) -> int:
    """Delete a deck."""
    async with open_session(args) as session:
        await known_deck(session.client, args.name, library=False)
        await session.client.decks.delete(args.name)
    out.line(f"Deleted {args.name}")
    out.json(DeletedDeck(name=args.name))
    return OK


@command(
    json=ValidatedDeck,
    summary="tell in which formats a deck is legal",
    about="""
Ask the server in which formats a deck may be played, and why not in the others.
With --format only that format is told, and a deck that may not be played in it
is a failure (exit code 1).

With --file FILE the deck is the text in FILE, in the form `decks save` takes;
nothing is saved.""",
    examples="""
  gemp-bot decks validate "My deck" --format open
  gemp-bot decks validate --file deck.txt --format open""",
)
async def validate(args: ValidateArgs, out: Output) -> int:
    """Ask the server about a deck."""
    if args.name is None and args.file is None:
        raise CommandError("name a deck, or a file with --file", code=USAGE)
    if args.file is not None and args.library:
        raise CommandError("--library is for a deck by its name, not for --file", code=USAGE)
    text = "" if args.file is None else read_deck_text(args.file)  # before anything is sent
    async with open_session(args) as session:
        return await _validate(session, args, text, out)


COMMAND = CommandGroup(
    """\
List, show, save, rename, delete and check the decks of the account; list, show
and check those of the server's library (--library); list and show those that
are shipped, without a server (--shipped).""",
    {"show": show, "save": save, "rename": rename, "delete": delete, "validate": validate},
)


def _list(names: dict[str, str], args: ShowDeckArgs, out: Output) -> int:
    if names:
        out.table(("side", "name"), [(side, name) for name, side in names.items()])
    else:
        out.line("No decks.")
    listed = [NamedDeck(name=name, side=side) for name, side in names.items()]
    out.json(ListedDecks(library=args.library, decks=listed))
    return OK


def _shipped(args: ShowDeckArgs, out: Output) -> int:
    from gemp_bot.sandbox.deck_choice import choose_deck  # with the game, which no other deck needs
    from gemp_bot.sandbox.deck_files import shipped_decks

    index = CardIndex.load()
    if args.name is None:
        return _list({deck.name: deck.side.lower() for deck in shipped_decks(index)}, args, out)
    found = choose_deck(args.name, index)
    cards = tuple(DeckCard(card.blueprint_id, card.title) for card in found.cards)
    return _show(Deck(found.name, cards), found.side.lower(), args, out)


def _show(deck: Deck, side: str, args: ShowDeckArgs, out: Output) -> int:
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
        ShownDeck(
            name=deck.name,
            library=args.library,
            side=side,
            cards=_counted(deck.cards),
            outside=_counted(deck.outside),
            text=deck.text,
            archetype=described.archetype if described else None,
            destiny=described.destiny if described else None,
            deploy=described.deploy if described else None,
            curve={str(cost): count for cost, count in described.curve.items()} if described else {},
            types=dict(described.types) if described else {},
            unknown=dict(described.unknown) if described else {},
        )
    )
    return OK


def _described(deck: Deck) -> DeckDescription | None:
    """What a deck is like; None without an index of cards, which showing a deck does not need."""
    try:
        index = CardIndex.load()
    except CardIndexError:
        return None
    ids = [tuple(card.blueprint_id for card in part) for part in (deck.cards, deck.outside)]
    return describe(DeckList(*ids), index) if deck.cards else None


async def _save(session: LoggedIn, name: str, text: str, out: Output) -> int:
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
        SavedDeckShown(
            name=name,
            replaced=replaced,
            cards=len(saved.deck.cards),
            outside=len(saved.deck.outside),
            dropped=[DroppedCard(blueprint_id=card, count=count) for card, count in dropped.items()],
        )
    )
    if dropped:
        lost = ", ".join(f"{count} x {card}" for card, count in dropped.items())
        out.note(f"gemp-bot: the server does not know, and dropped: {lost}")
        return FAILURE
    return OK


async def _rename(session: LoggedIn, args: RenameArgs, out: Output) -> int:
    await known_deck(session.client, args.name, library=False)
    if not 1 <= len(args.new_name) <= LONGEST_NAME:
        raise CommandError(f"a deck's name has 1 to {LONGEST_NAME} characters, not {len(args.new_name)}")
    if args.new_name in await deck_names(session.client, library=False):
        raise CommandError(f"there is a deck named {args.new_name!r} already: delete it first")
    await session.client.decks.rename(args.name, args.new_name)
    out.line(f"Renamed {args.name} to {args.new_name}")
    out.json(RenamedDeck(name=args.name, new_name=args.new_name))
    return OK


async def _validate(session: LoggedIn, args: ValidateArgs, text: str, out: Output) -> int:
    if args.name is not None:
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
        ValidatedDeck(
            name=args.name,
            file=None if args.file is None else str(args.file),
            library=args.library,
            light=report.light,
            dark=report.dark,
            formats=list(verdicts),
        )
    )
    return OK if args.format is None or all(verdict.valid for verdict in verdicts) else FAILURE


async def _format_name(session: LoggedIn, wanted: str) -> str:
    """The name of a format by its code or its name; the server's verdicts know only names."""
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
    deck = parse_deck(text, str(file))
    # Commas and bars are three bytes each in a form; the name needs some room, too.
    if len(deck.text) + 2 * (deck.text.count(",") + 1) > LARGEST_REQUEST - 1_000:
        raise CommandError(f"{file}: {len(deck.cards)} cards are more than the server takes")
    return deck.text


def _counted(cards: tuple[DeckCard, ...]) -> list[CountedCard]:
    return [CountedCard.of(card, count=count) for card, count in Counter(cards).items()]
