"""The decks of a lab, checked before a game, and its games: in the sandbox, or on a server by the arena."""

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from gemp_bot.arena.decks import DeckSearch
from gemp_bot.arena.jobs import JobDeck, make_jobs, meetings
from gemp_bot.arena.participant import LoggedInAccount, Login
from gemp_bot.arena.reading import spec_of
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import MeasurementFolder
from gemp_bot.arena.run import check_records, open_jobs
from gemp_bot.arena.workers import Processes
from gemp_bot.cards.deck import USUAL_SIZE, faults, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.arena import Measuring, stored_for
from gemp_bot.cli.exits import CONFIG, USAGE, CommandError
from gemp_bot.cli.measuring import contest_of, play_jobs, program_version, set_up
from gemp_bot.cli.output import Output
from gemp_bot.config.passwords import read_password_file
from gemp_bot.files.problems import meant
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import base_blueprint
from gemp_bot.sandbox.deck_choice import choose_deck
from gemp_bot.sandbox.deck_files import SUFFIX, TEXT_SUFFIX, shipped_decks
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
    files = [str(one) for one in sorted(folder.absolute().iterdir()) if one.suffix in (SUFFIX, TEXT_SUFFIX)]
    if not files:
        raise CommandError(f"{plain(said)}: holds no deck: a file {SUFFIX} or {TEXT_SUFFIX}", code=CONFIG)
    return files


def deck_of_file(said: str, index: CardIndex, format_code: str | None = None) -> JobDeck:
    """A deck by its file, or by its name among those of the sandbox.

    It must be legal in the format, as far as that is known here.

    Raises:
        CommandError: one line: there is none, it has unknown cards, or no server plays with it.
    """
    return checked(JobDeck.of(choose_deck(said, index)), index, format_code)


def checked(deck: JobDeck, index: CardIndex, format_code: str | None = None) -> JobDeck:
    """A deck that somebody can play with.

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
    return deck


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


async def field_of(
    against: Sequence[str],
    side: Side,
    deck_of: Callable[[str], Awaitable[JobDeck]],
    library: Callable[[], Awaitable[list[JobDeck]]],
) -> tuple[JobDeck, ...]:
    """The decks that are met, each once.

    Raises:
        CommandError: one line: a deck is of the wrong side, or there is none of the right one.
    """
    found: dict[str, JobDeck] = {}
    wanted, ours = side.lower(), side.other.lower()
    for said in against:
        files = None if said == LIBRARY else deck_files_of(said)
        if said != LIBRARY and files is None:
            deck = await deck_of(said)
            if deck.side is not side:
                raise CommandError(
                    f"--against {plain(deck.name)!r}: is a {ours} deck, as the measured one is: "
                    f"name {wanted} ones",
                    code=CONFIG,
                )
            found[deck.text] = deck
            continue
        decks = await library() if files is None else [await deck_of(file) for file in files]
        own = {deck.text: deck for deck in decks if deck.side is side}
        if not own:
            raise CommandError(
                f"--against {plain(said)}: holds no {wanted} deck ({len(decks)} {ours} ones): "
                f"the deck plays {ours}, so it needs {wanted} opponents",
                code=CONFIG,
            )
        found |= own
    return tuple(found.values())


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
        trouble: why it ended before its time, if it did.
    """

    records: tuple[GameRecord, ...]
    interrupted: bool = False
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class BoxTable:
    """Who plays in the sandbox, and how.

    Attributes:
        seed: of all chance: two decks with the same seed have the same opponents, shuffles and chance.
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
        contest = contest_of(self.strategy, self.opponent, meetings([deck], field), self.seed, swap=False)
        with MeasurementFolder(folder) as results:
            check_records(folder, results.records.values(), contest)
            jobs = make_jobs(contest, games, program_version(), results.journals)
            todo = open_jobs(jobs, results.records)
            out.note(f"gemp-bot: {deck.name}: {len(todo)} of {len(jobs)} games to play, in {folder}")
            trouble, interrupted = await play_jobs(jobs, todo, results, Processes(self.workers, set_up), out)
            ids = {job.id for job in jobs}
            records = [one for one in results.records.values() if one.job in ids]
        return Played(tuple(sorted(records, key=lambda one: one.round)), interrupted, trouble)

    async def decks(
        self, said: str, compare: str | None, against: list[str], format_code: str | None
    ) -> tuple[JobDeck, JobDeck | None, tuple[JobDeck, ...]]:
        """The deck, its other version, and those that are met.

        Raises:
            CommandError: one line that names the deck and what would be right.
        """
        index = CardIndex.load()

        async def deck_of(named: str) -> JobDeck:
            return deck_of_file(named, index, format_code)

        async def library() -> list[JobDeck]:
            return [checked(JobDeck.of(each), index, format_code) for each in shipped_decks(index)]

        deck = await deck_of(said)
        other = None if compare is None else await deck_of(compare)
        return deck, other, await field_of(against, deck.side.other, deck_of, library)


@dataclass(frozen=True, slots=True)
class ServerTable:
    """Who plays on a server, and how.

    Attributes:
        opponent: who plays against it: a strategy, or `ai:RANDO`.
        accounts: name and password file of each.
        seed: of our chance; a server shuffles by its own.
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
        self, said: str, compare: str | None, against: list[str]
    ) -> tuple[JobDeck, JobDeck | None, tuple[JobDeck, ...]]:
        """Look all decks up, and ask the server whether they are legal.

        Raises:
            CommandError: one line that names the deck and what would be right.
            GempError: the server does not let us in, or does not tell.
        """
        index, (user, file) = CardIndex.load(), self.accounts[0]
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
            search = DeckSearch(account.client, Path(), index)

            async def deck_of(named: str) -> JobDeck:
                return await self._deck(named, search, index, formats[self.format])

            async def library() -> list[JobDeck]:
                return [deck async for deck in self._drawn(search, deck_of, deck.side.other)]

            deck = await deck_of(said)
            other = None if compare is None else await deck_of(compare)
            return deck, other, await field_of(against, deck.side.other, deck_of, library)

    async def _deck(self, said: str, search: DeckSearch, index: CardIndex, format_name: str) -> JobDeck:
        """A deck by its file, or by its name in the library, that is legal in the format."""
        found: JobDeck | None
        if is_file(said):
            found = deck_of_file(said, index, self.format)
        else:
            names = await search.library()
            if said not in names:
                raise CommandError(
                    f"the library of the server holds no deck {plain(said)!r}: {meant(said, names)}; "
                    f"a file ends with {SUFFIX} or {TEXT_SUFFIX}",
                    code=CONFIG,
                )
            found = await search.library_deck(said)
            if found is None:
                raise CommandError(f"deck {plain(said)!r}: is of no side of the Force, by its cards")
            checked(found, index, self.format)
        verdict = await search.verdict(found, format_name)
        if verdict is not None and not verdict.valid:
            why = "; ".join(verdict.reasons) or "the server does not say why"
            raise CommandError(
                f"deck {plain(found.name)!r}: not legal in {self.format}: {plain(why)}", code=CONFIG
            )
        return found

    async def _drawn(
        self, search: DeckSearch, deck_of: Callable[[str], Awaitable[JobDeck]], side: Side
    ) -> AsyncIterator[JobDeck]:
        """Decks of the library that are legal in the format, drawn by the seed."""
        names = await search.library(side)
        Random(self.seed).shuffle(names)  # noqa: S311 - a drawing that can be repeated
        count = 0
        for name in names:
            with contextlib.suppress(CommandError):  # not legal, or of cards that are not known here
                deck = await deck_of(name)
                count += deck.side is side
                yield deck
            if count == _LIBRARY_DECKS:
                return

    async def play(
        self, deck: JobDeck, field: tuple[JobDeck, ...], games: int, folder: Path, out: Output
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

    def _spec(self, deck: JobDeck, field: tuple[JobDeck, ...], games: int, folder: Path) -> dict[str, Any]:
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


def _as_spec(deck: JobDeck, folder: Path) -> str | dict[str, str]:
    """How a spec names a deck; one of a file is kept with the games, as it was."""
    if deck.library:
        return deck.name
    name = f"{deck.name.replace('/', '_')}{TEXT_SUFFIX}"
    (folder / name).write_text(deck.text + "\n", "utf-8")
    return {"file": name, "start": deck.start}
