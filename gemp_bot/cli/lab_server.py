"""The games of a lab on a server: the arena plays them, of a spec that is made here."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from gemp_bot.arena.jobs import JobDeck
from gemp_bot.arena.participant import LoggedInAccount, Login
from gemp_bot.arena.reading import spec_of
from gemp_bot.arena.results import MeasurementFolder
from gemp_bot.cards.deck import deck_side, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.arena import Measuring, stored_for
from gemp_bot.cli.exits import CONFIG, USAGE, CommandError
from gemp_bot.cli.lab_box import Played
from gemp_bot.cli.lab_decks import (
    LIBRARY,
    check_cards,
    deck_files_of,
    deck_of_file,
    is_file,
    nobody_to_meet,
    wrong_side,
)
from gemp_bot.cli.output import Output
from gemp_bot.config.passwords import read_password_file
from gemp_bot.files.problems import meant
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import SUFFIX, TEXT_SUFFIX
from gemp_bot.terminal import plain

AI = "ai:"
"""Before the skill of a player of the server: `ai:RANDO`."""
_LIBRARY_DECKS = 20
"""Decks that `library` draws at most: each takes two calls of the server, and a game at least."""


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

    def decks(
        self, said: str, compare: str | None, against: list[str], index: CardIndex
    ) -> tuple[ServerDeck, ServerDeck | None, tuple[ServerDeck, ...]]:
        """Look all decks up, and ask the server whether they are legal.

        Raises:
            CommandError: one line that names the deck and what would be right.
            GempError: the server does not let us in, or does not tell.
        """
        return asyncio.run(self._decks(said, compare, against, index))

    async def _decks(
        self, said: str, compare: str | None, against: list[str], index: CardIndex
    ) -> tuple[ServerDeck, ServerDeck | None, tuple[ServerDeck, ...]]:
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

    def play(
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
        folder.mkdir(parents=True, exist_ok=True)
        spec = spec_of(self._spec(deck, field, games, folder))
        with MeasurementFolder(folder) as results:
            measuring = Measuring(folder / "lab", spec, results, out, stored_for(results, spec))
            interrupted = measuring.play(retry=False)
            records = sorted(results.records.values(), key=lambda one: (one.round, one.half))
        return Played(tuple(records), interrupted, measuring.trouble)

    def _spec(
        self, deck: ServerDeck, field: tuple[ServerDeck, ...], games: int, folder: Path
    ) -> dict[str, Any]:
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
