"""`gemp-bot sandbox`: a server of our own."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from gemp_bot.cli.command import Args, JsonResult, arg, command, port_number, seed_number
from gemp_bot.cli.exits import INTERRUPTED, OK, CommandError, why_not_listening
from gemp_bot.cli.output import Output
from gemp_bot.terminal import plain

if TYPE_CHECKING:
    from gemp_bot.journal.folder import JournalFolder
    from gemp_bot.sandbox.box import Box
    from gemp_bot.sandbox.server.fake import FakeGemp

_SEED_BITS = 32
_REMEMBERED = 1_000
_ON_THE_WIRE = ("Reverts, if both agree: the game is played again from its start up to there.",)
"""What the server adds to what the engine plays."""


class SandboxArgs(Args):
    """Where it listens, and what it has."""

    port: int = arg("--port N", "port (17002); 0 for any free", port_number, default=17002)
    host: str = arg("--host NAME", "address to listen on (else this machine alone)", default="127.0.0.1")
    seed: int | None = arg("--seed N", "seed of all chance (else a new one)", seed_number)
    faults: Path | None = arg("--faults FILE", "faults to happen, a TOML file")
    decks: Path | None = arg("--decks DIR", "folder with more decks for the library")
    record: Path | str = arg(
        "--record DIR",
        'folder of the journals of games of the play page (else journals); "" for none',
        default=Path("journals"),
    )
    no_browser: bool = arg("--no-browser", "do not open the play page in a browser")
    rules: bool = arg("--rules", "tell what it plays and leaves out, and end")


class SandboxDeck(JsonResult):
    """A deck of the library."""

    name: str
    side: Annotated[str, "DARK or LIGHT"]


class SandboxServer(JsonResult):
    """Printed once it listens, not at its end."""

    url: Annotated[str, "without the API prefix"]
    seed: int
    decks: list[SandboxDeck]
    faults: Annotated[int, "requests that planned faults will hit"]
    journals: Annotated[str | None, "folder of the journals of games of the play page; null for none"]


class PlayedDeck(JsonResult):
    """How much of a deck is played."""

    name: str
    cards: int
    never_played: Annotated[int, "cards that can only be drawn and lost"]
    never_fired: Annotated[list[str], "titles of weapons, also permanent ones"]
    understood: Annotated[float, "share of its cards whose text is understood as a whole, without those"]


class SandboxRules(JsonResult):
    """With `--rules`."""

    played: Annotated[list[str], "what it plays, one line each"]
    left_out: list[str]
    not_started: Annotated[
        list[str], "titles of Objectives it does not play at the start: what they do then is not understood"
    ]
    decks: list[PlayedDeck]


@command(
    json=SandboxServer | SandboxRules,
    about="""
Run a server of our own that plays the game itself: a hall with tables, decks
and chat, spoken to as any GEMP server. It listens on this machine alone unless
told otherwise, keeps everything in memory, and forgets it when it ends: all but
the games of the play page. They are recorded from the person's seat (--record),
and one that goes on goes on with the next sandbox on the same port. The page
opens in your browser if there is one, and the output is a terminal.

Accounts: alice and bob with the password test, asdf and qwer with their names
(admins); others register. Tables against the server are played by our own
strategies: BEGINNER is easy, ADVANCED medium, RANDO strong; any other skill is
the name of a strategy. docs/sandbox.md shows a session with curl.

It runs until Ctrl-C. --rules tells plainly what of the rules it plays, what it
leaves out, and how much of the cards of its decks that concerns.""",
    examples="""
  gemp-bot sandbox
  gemp-bot sandbox --port 17002 --seed 1 --decks mydecks --faults faults.toml
  gemp-bot play --server http://127.0.0.1:17002 --user alice --format open \\
      --deck "Rebels of Tatooine" --library --versus ai:RANDO \\
      --opponent-deck "Walkers of Hoth"
  gemp-bot sandbox --rules""",
)
async def sandbox(args: SandboxArgs, out: Output) -> int:
    """Serve until somebody interrupts."""
    from gemp_bot.cards.index import CardIndexError
    from gemp_bot.logs import Secrets, set_up_logs
    from gemp_bot.sandbox.box import Box

    # What a strategy or the engine has to say must not get between the lines of the result.
    set_up_logs(Secrets(), level="warning")
    try:
        box = Box(decks=args.decks)
        return _rules(box, out) if args.rules else await _serve(args, box, out)
    except CardIndexError as fault:
        raise CommandError(str(fault)) from None


COMMAND = sandbox


async def _serve(args: SandboxArgs, box: "Box", out: Output) -> int:
    """Serve until somebody interrupts."""
    import asyncio
    import contextlib
    import random
    import secrets
    import time
    import webbrowser

    from gemp_bot.cli.interrupts import until_interrupted
    from gemp_bot.cli.recording import journal_folder
    from gemp_bot.cli.version import version_line
    from gemp_bot.files.runtime import runtime_folder
    from gemp_bot.pages.play import PlayPage
    from gemp_bot.pages.play_kept import KeptGames
    from gemp_bot.pages.play_record import PlayRecord
    from gemp_bot.pages.play_sessions import PlaySessions
    from gemp_bot.pages.render import is_loopback
    from gemp_bot.sandbox.server.fake import FakeGemp
    from gemp_bot.sandbox.server.fault_words import read_faults

    chosen = secrets.randbits(_SEED_BITS) if args.seed is None else args.seed
    chance = random.Random(chosen)  # noqa: S311 - of decks, and it must be repeatable
    # Whoever reaches the sandbox from elsewhere finds no page: it is for this machine alone.
    shown = is_loopback(args.host)
    folder = journal_folder(Path(args.record)) if args.record and shown else None
    record = None if folder is None else PlayRecord(folder, version_line())
    runtime = runtime_folder() if args.port else None
    kept = None if runtime is None else KeptGames(runtime / f"play-{args.port}")
    plays = PlaySessions(box, chance=chance, record=record, kept=kept)
    page = PlayPage(plays) if shown else None
    server = FakeGemp(
        seed=chosen,
        script_factory=box.script,
        contents=box.contents(),
        in_process_player=box.in_process_player,
        strategies=box.strategies,
        host=args.host,
        port=args.port,
        began=time.time(),
        remember=_REMEMBERED,
        tell=lambda line: out.note(f"gemp-bot: {line}"),
        mount=None if page is None else page.mount,
    )
    if args.faults is not None:
        read_faults(args.faults, server.faults)
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(server)
        except OSError as fault:
            raise CommandError(why_not_listening(args.host, args.port, fault)) from None
        plays.serve(server)
        if page is not None:
            stack.push_async_callback(plays.close)
            sweeping = asyncio.create_task(plays.run(), name="idle sessions")
            stack.callback(sweeping.cancel)
        _tell(server, box, chosen, out, page=page is not None, folder=folder)
        if page is not None:
            if resumed := await plays.resume():
                out.note(f"gemp-bot: {resumed} games of the play page go on where they were")
            if not args.no_browser and may_open_browser():
                await asyncio.to_thread(webbrowser.open, f"{server.url}/")
        await until_interrupted()
    kept_on = kept is not None and page is not None
    ends = (
        "games of the play page go on when it listens on this port again" if kept_on else "its games are gone"
    )
    out.note(f"gemp-bot: the sandbox ends; {ends}")
    return INTERRUPTED


def may_open_browser() -> bool:
    """Whether somebody sits before this: the output is a terminal, and there is a display."""
    import os

    if not sys.stdout.isatty():
        return False
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(display) or sys.platform in ("darwin", "win32")


def _tell(
    server: "FakeGemp", box: "Box", chosen: int, out: Output, *, page: bool, folder: "JournalFolder | None"
) -> None:
    from gemp_bot.protocol.settings import ServerAddress

    out.line(f"the sandbox listens on {server.url} (seed {chosen}); Ctrl-C ends it")
    if page:
        out.line(f"play against it in a browser: {server.url}/")
    journals = None if folder is None else str(folder.directory)
    if journals is not None:
        out.line(f'your games there are recorded in {plain(journals)} (--record "" for none)')
    if not ServerAddress.parse(server.url).is_loopback:
        out.note(
            f"gemp-bot: warning: other machines can reach {server.url}: whoever knows its passwords, which "
            "are public, is an admin there; --host 127.0.0.1 is for this machine alone"
        )
    out.line("accounts: alice, bob (password test); admins: asdf, qwer (password as name); others register")
    for deck in box.decks.values():
        out.line(f"  {deck.side.value.lower():5}  {plain(deck.name)}")
    if server.faults.left:
        out.line(f"faults planned: {server.faults.left}")
    decks = [SandboxDeck(name=deck.name, side=deck.side.value) for deck in box.decks.values()]
    out.json(
        SandboxServer(url=server.url, seed=chosen, decks=decks, faults=server.faults.left, journals=journals)
    )
    out.flush()


# -- what it plays ----------------------------------------------------------------------------------


def _rules(box: "Box", out: Output) -> int:
    """Tell what the box plays and leaves out."""
    from gemp_bot.game import rules_played
    from gemp_bot.game.understanding import not_started as why_not_started

    out.line("The sandbox plays:")
    played = (*rules_played.played(), *_ON_THE_WIRE)
    left_out = rules_played.left_out()
    for line in played:
        out.line(f"  - {line}")
    out.line()
    out.line("It leaves out:")
    for line in left_out:
        out.line(f"  - {line}")
    out.line()
    rows = [_deck_row(box, name) for name in sorted(box.decks)]
    columns = ("deck", "cards", "never played", "text understood")
    out.table(
        columns, [(name, str(cards), str(blanks), f"{share:.0%}") for name, cards, blanks, share in rows]
    )
    not_started = sorted(
        {card.title for card in box.index if why_not_started(box.index.texts.of(card.blueprint_id))}
    )
    out.line()
    out.line(f"Objectives that are not started: {plain(', '.join(not_started))}")
    never_fired = {
        name: [card.title for card in box.decks[name].never_fired(box.index)] for name in sorted(box.decks)
    }
    out.line()
    out.line("Weapons of these decks, also permanent ones, that are never fired:")
    for name, titles in never_fired.items():
        if titles:
            out.line(f"  - {plain(name)}: {', '.join(map(plain, titles))}")
    for name, deck in sorted(box.decks.items()):
        if partly := deck.partly_understood(box.index):
            out.line()
            out.line(f"Without their text, or a part of it, in {plain(name)}:")
            out.line(f"  {plain(', '.join(partly))}")
    decks = [
        PlayedDeck(
            name=name, cards=cards, never_played=blanks, never_fired=never_fired[name], understood=understood
        )
        for name, cards, blanks, understood in rows
    ]
    out.json(SandboxRules(played=list(played), left_out=list(left_out), not_started=not_started, decks=decks))
    return OK


def _deck_row(box: "Box", name: str) -> tuple[str, int, int, float]:
    """A deck: its cards, how many of them are never played, and the share that is understood."""
    from gemp_bot.game.understanding import ever_played

    deck = box.decks[name]
    effects = box.effects
    blanks = sum(not ever_played(effects.facts.of(card), effects) for card in deck.cards)
    return name, len(deck.cards), blanks, deck.understood(box.index)
