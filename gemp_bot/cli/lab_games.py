"""The decks of a lab, checked before a game, and its games: in the sandbox, or on a server by the arena."""

from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from gemp_bot.arena.jobs import Contest, JobDeck, make_jobs, meetings
from gemp_bot.arena.participant import LoggedInAccount, Login
from gemp_bot.arena.reading import spec_of
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import MeasurementFolder
from gemp_bot.arena.run import Run, check_records, open_jobs
from gemp_bot.arena.workers import Processes
from gemp_bot.cards.deck import USUAL_SIZE, deck_side, faults, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.arena import Measuring, stored_for
from gemp_bot.cli.exits import CONFIG, USAGE, CommandError
from gemp_bot.cli.interrupts import measured
from gemp_bot.cli.output import Output
from gemp_bot.cli.selfplay import progress, set_up
from gemp_bot.cli.version import version_line
from gemp_bot.config.passwords import read_password_file
from gemp_bot.files.problems import meant
from gemp_bot.protocol.client import GempClient
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
from gemp_bot.strategy import strategy_named
from gemp_bot.strategy.identity import program_digest, short
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


# -- the games --------------------------------------------------------------------------------------

AI = "ai:"
"""Before the skill of a player of the server: `ai:RANDO`."""
_LIBRARY_DECKS = 20
"""Decks that `library` draws at most: each takes two calls of the server, and a game at least."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played.

    Attributes:
        records: one a game, in the order of the games.
        interrupted: somebody broke it off.
        trouble: why it ended before its time, if it did.
    """

    records: tuple[GameRecord, ...]
    interrupted: bool = False
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class BoxTable:
    """Who plays in the sandbox, and how.

    Attributes:
        strategy, opponent: names of strategies, or strategy files.
        seed: of all chance: two decks with the same seed have the same opponents, shuffles and chance.
        workers: processes that play.
    """

    strategy: str
    opponent: str
    seed: int
    workers: int

    async def play(
        self, deck: JobDeck, field: tuple[JobDeck, ...], games: int, folder: Path, out: Output
    ) -> Played:
        """Play what is still to be played.

        Raises:
            ArenaError: the folder holds games of others, one line.
        """
        index = CardIndex.load()
        player, opponent = strategy_named(self.strategy), strategy_named(self.opponent)
        for found in (player, opponent):
            found.make(0, index=index)
        contest = Contest(
            self.strategy,
            self.opponent,
            player.identity,
            opponent.identity,
            meetings([deck], field),
            self.seed,
            swap=False,
        )
        version = f"{version_line()}, code {short(program_digest())}"
        with MeasurementFolder(folder) as results:
            check_records(folder, results.records.values(), contest)
            jobs = make_jobs(contest, games, version, results.journals)
            todo = open_jobs(jobs, results.records)
            out.note(f"gemp-bot: {deck.name}: {len(todo)} of {len(jobs)} games to play, in {folder}")
            interrupted, trouble = False, None
            if todo:
                with progress(len(jobs), len(jobs) - len(todo), out) as on_record:
                    run = Run(todo, results, on_record=on_record)
                    interrupted, trouble = await self._run(run, out)
            ids = {job.id for job in jobs}
            records = [one for one in results.records.values() if one.job in ids]
        return Played(tuple(sorted(records, key=lambda one: one.round)), interrupted, trouble)

    async def _run(self, run: Run, out: Output) -> tuple[bool, str | None]:
        async with Processes(self.workers, set_up) as executor:
            interrupted = await measured(run, [executor.play] * executor.slots, out)
            return interrupted, run.trouble


@dataclass(frozen=True, slots=True)
class ServerDeck:
    """A deck that plays on a server; `library`: it is one of the library."""

    deck: JobDeck
    library: bool


@dataclass(frozen=True, slots=True)
class ServerTable:
    """Who plays on a server, and how.

    Attributes:
        server: its address.
        format: code of the format.
        strategy: who plays the deck.
        opponent: who plays against it: a strategy, or `ai:RANDO`.
        accounts: name and password file of each.
        seed: of our chance; a server shuffles by its own.
        workers: processes that play.
        time_limit: seconds a game may take.
    """

    server: str
    format: str
    strategy: str
    opponent: str
    accounts: tuple[tuple[str, Path], ...]
    seed: int
    workers: int
    time_limit: float

    async def decks(
        self, said: str, compare: str | None, against: list[str], index: CardIndex
    ) -> tuple[ServerDeck, ServerDeck | None, tuple[ServerDeck, ...]]:
        """Look all decks up, and ask the server whether they are legal.

        Raises:
            CommandError: one line that names the deck and what would be right.
            GempError: the server does not let us in, or does not tell.
        """
        user, file = self.accounts[0]
        login = Login(user, read_password_file(file), file)
        async with AsyncExitStack() as stack:
            account = await LoggedInAccount.enter(login, self.server, stack)
            formats = {one.code: one.name for one in (await account.client.hall.open()).formats}
            if self.format not in formats:
                raise CommandError(
                    f"--format {plain(self.format)}: the server has no such format: "
                    f"{meant(self.format, formats)}",
                    code=CONFIG,
                )
            search = _Search(account.client, index, self.format, formats[self.format], self.seed)
            deck = await search.deck(said)
            other = None if compare is None else await search.deck(compare)
            return deck, other, await search.field(against, deck.deck.side.other)

    async def play(
        self, deck: ServerDeck, field: tuple[ServerDeck, ...], games: int, folder: Path, out: Output
    ) -> Played:
        """Play what is still to be played.

        Raises:
            ArenaError: the folder holds games of others, or the games cannot be played; one line.
        """
        if games % 2:
            raise CommandError(
                f"--games {games}: on a server games come in pairs: an even number", code=USAGE
            )
        spec = spec_of(self._spec(deck, field, games, folder))
        with MeasurementFolder(folder) as results:
            measuring = Measuring(folder / "lab", spec, results, out, stored_for(results, spec))
            interrupted = await measuring.play(retry=False)
            records = sorted(results.records.values(), key=lambda one: (one.round, one.half))
        return Played(tuple(records), interrupted, measuring.trouble)

    def _spec(
        self, deck: ServerDeck, field: tuple[ServerDeck, ...], games: int, folder: Path
    ) -> dict[str, Any]:
        folder.mkdir(parents=True, exist_ok=True)
        skill = self.opponent.removeprefix(AI)
        of_server = self.opponent.startswith(AI)
        return {
            "server": self.server,
            "games": games,
            "parallel": max(1, len(self.accounts) // (1 if of_server else 2)),
            "workers": self.workers,
            "seed": self.seed,
            "time_limit": self.time_limit,
            "accounts": [
                {"user": user, "password_file": str(file.absolute())} for user, file in self.accounts
            ],
            "player": {"strategy": self.strategy},
            "opponent": [
                {"kind": "ai", "skill": skill} if of_server else {"kind": "strategy", "name": self.opponent}
            ],
            "pair": [
                {
                    "format": self.format,
                    "ours": _as_spec(deck, folder),
                    "theirs": _as_spec(other, folder),
                    "swap": False,
                }
                for other in field
            ],
        }


def _as_spec(deck: ServerDeck, folder: Path) -> str | dict[str, str]:
    """How a spec names a deck; one of a file is kept with the games, as it was."""
    if deck.library:
        return deck.deck.name
    name = f"{deck.deck.name.replace('/', '_')}{TEXT_SUFFIX}"
    (folder / name).write_text(deck.deck.text + "\n", "utf-8")
    return {"file": name, "start": deck.deck.start}


class _Search:
    """Looks decks up on a server."""

    def __init__(
        self, client: GempClient, index: CardIndex, format_code: str, format_name: str, seed: int
    ) -> None:
        self._client = client
        self._index = index
        self._format = format_code
        self._format_name = format_name
        self._seed = seed
        self._names: dict[Side, list[str]] | None = None

    async def deck(self, said: str) -> ServerDeck:
        """A deck by its file, or by its name in the library.

        Raises:
            CommandError: see `ServerTable.decks`.
        """
        if is_file(said):
            found = ServerDeck(deck_of_file(said, self._index, self._format), library=False)
        else:
            names = [name for one in (await self._library()).values() for name in one]
            if said not in names:
                raise CommandError(
                    f"the library of the server holds no deck {plain(said)!r}: {meant(said, names)}; "
                    f"a file ends with {SUFFIX} or {TEXT_SUFFIX}",
                    code=CONFIG,
                )
            text = (await self._client.decks.show(said, library=True)).text
            side = deck_side(parse_deck(text), self._index)
            if side is None:
                raise CommandError(f"deck {plain(said)!r}: is of no side of the Force, by its cards")
            found = ServerDeck(JobDeck(said, side, text), library=True)
            check_cards(found.deck, self._index, self._format)
        wrong = await self._illegal(found)
        if wrong is not None:
            raise CommandError(
                f"deck {plain(found.deck.name)!r}: not legal in {self._format}: {plain(wrong)}", code=CONFIG
            )
        return found

    async def field(self, against: list[str], side: Side) -> tuple[ServerDeck, ...]:
        """The decks that are met.

        Raises:
            CommandError: see `ServerTable.decks`.
        """
        found: dict[str, ServerDeck] = {}
        for said in against:
            for deck in await self._several(said, side):
                found[deck.deck.text] = deck
        return tuple(found.values())

    async def _several(self, said: str, side: Side) -> list[ServerDeck]:
        if said == LIBRARY:
            return await self._drawn(side)
        files = deck_files_of(said)
        if files is not None:
            decks = [await self.deck(file) for file in files]
            own = [deck for deck in decks if deck.deck.side is side]
            if not own:
                raise nobody_to_meet(said, side, len(decks))
            return own
        deck = await self.deck(said)
        if deck.deck.side is not side:
            raise wrong_side(deck.deck.name, side)
        return [deck]

    async def _drawn(self, side: Side) -> list[ServerDeck]:
        """Decks of the library that are legal in the format, drawn by the seed."""
        names = sorted((await self._library())[side])
        Random(self._seed).shuffle(names)  # noqa: S311 - a drawing that can be repeated
        found: list[ServerDeck] = []
        for name in names:
            try:
                deck = await self.deck(name)
            except CommandError:
                continue  # not legal, or of cards that are not known here
            if deck.deck.side is side:
                found.append(deck)
            if len(found) == _LIBRARY_DECKS:
                break
        if not found:
            raise nobody_to_meet(LIBRARY, side, len(names))
        return found

    async def _library(self) -> dict[Side, list[str]]:
        if self._names is None:
            names = await self._client.decks.library()
            self._names = {Side.LIGHT: [*names.light], Side.DARK: [*names.dark]}
        return self._names

    async def _illegal(self, deck: ServerDeck) -> str | None:
        """Why the server does not allow a deck in the format; None if it does, or does not judge."""
        verdict = (await self._client.decks.validate(deck.deck.text)).verdict(self._format_name)
        if verdict is None or verdict.valid:
            return None
        return "; ".join(verdict.reasons) or "the server does not say why"
