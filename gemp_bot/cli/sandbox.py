"""`gemp-bot sandbox`: a server of our own. Its options are in `parsers`."""

import argparse
import asyncio
import contextlib
import errno
import random
import secrets
import signal
import socket
import time
from collections.abc import Iterable
from pathlib import Path

from gemp_bot.cards.index import CardIndexError
from gemp_bot.cards.model import Card
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.game import rules_played
from gemp_bot.game.understanding import ever_played
from gemp_bot.game.understanding import not_started as why_not_started
from gemp_bot.journal import JournalError
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.pages.play import PlayPage, PlaySessions
from gemp_bot.pages.render import is_loopback
from gemp_bot.protocol.address import ServerAddress
from gemp_bot.sandbox import compare as wires
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.sandbox.server.fault_words import read_faults
from gemp_bot.terminal import plain

_SEED_BITS = 32
_REMEMBERED = 1_000
_ON_THE_WIRE = ("Reverts, if both agree: the game is played again from its start up to there.",)
"""What the server adds to what the engine plays."""


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    # What a strategy or the engine has to say must not get between the lines of the result.
    set_up_logs(Secrets(), level="warning")
    try:
        match args.verb:
            case "rules":
                return _rules(Box(), out)
            case "compare":
                return _compare(args, out)
        return asyncio.run(_serve(args, Box(decks=args.decks), out))
    except CardIndexError as fault:
        raise CommandError(str(fault)) from None


# -- the server -------------------------------------------------------------------------------------


async def _serve(args: argparse.Namespace, box: Box, out: Output) -> int:
    """Serve until somebody interrupts."""
    seed = secrets.randbits(_SEED_BITS) if args.seed is None else args.seed
    chance = random.Random(seed)  # noqa: S311 - of decks, and it must be repeatable
    plays = PlaySessions(box, chance=chance)
    # Whoever reaches the sandbox from elsewhere finds no page: it is for this machine alone.
    page = PlayPage(plays) if is_loopback(args.host) else None
    server = FakeGemp(
        seed=seed,
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
            raise CommandError(_why(args.host, args.port, fault)) from None
        plays.serve(server)
        if page is not None:
            stack.push_async_callback(plays.close)
            sweeping = asyncio.create_task(plays.run(), name="idle sessions")
            stack.callback(sweeping.cancel)
        _tell(server, box, seed, out, page=page is not None)
        await _interrupt()
    out.note("gemp-bot: the sandbox ends; its games are gone")
    return INTERRUPTED


async def _interrupt() -> None:
    """Wait for Ctrl-C or SIGTERM."""
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        # Not every platform, and no thread but the main one, can have handlers.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(name, done.set)
    await done.wait()


def _why(host: str, port: int, fault: OSError) -> str:
    where = f"{plain(host)}:{port}"
    if fault.errno == errno.EADDRINUSE:
        return f"{where}: the port is in use: take another one with --port, or --port 0 for any free"
    if isinstance(fault, socket.gaierror) or fault.errno == errno.EADDRNOTAVAIL:
        return f"{where}: no address of this machine: --host 127.0.0.1 is this machine alone"
    return f"{where}: cannot listen there: {plain(fault.strerror or str(fault))}"


def _tell(server: FakeGemp, box: Box, seed: int, out: Output, *, page: bool) -> None:
    out.line(f"the sandbox listens on {server.url} (seed {seed}); Ctrl-C ends it")
    if page:
        out.line(f"play against it in a browser: {server.url}/")
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
    decks = [{"name": deck.name, "side": deck.side.value} for deck in box.decks.values()]
    out.json({"url": server.url, "seed": seed, "decks": decks, "faults": server.faults.left})
    out.flush()


# -- what it plays ----------------------------------------------------------------------------------


def _rules(box: Box, out: Output) -> int:
    """Tell what the box plays and leaves out."""
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
    never_fired = {name: _titles(box.decks[name].never_fired(box.index)) for name in sorted(box.decks)}
    out.line()
    out.line("Weapons of these decks, also permanent ones, that are never fired:")
    for name, titles in never_fired.items():
        if titles:
            out.line(f"  - {plain(name)}: {', '.join(map(plain, titles))}")
    out.json(
        {
            "played": list(played),
            "left_out": list(left_out),
            "not_started": not_started,
            "decks": [
                {
                    "name": name,
                    "cards": cards,
                    "never_played": blanks,
                    "never_fired": never_fired[name],
                    "understood": understood,
                }
                for name, cards, blanks, understood in rows
            ],
        }
    )
    return OK


def _titles(cards: Iterable[Card]) -> list[str]:
    return [card.title for card in cards]


def _deck_row(box: Box, name: str) -> tuple[str, int, int, float]:
    """A deck: its cards, how many of them are never played, and the share that is understood."""
    deck = box.decks[name]
    effects = box.effects
    blanks = sum(not ever_played(effects.facts.of(card), effects) for card in deck.cards)
    return name, len(deck.cards), blanks, deck.understood(box.index)


# -- its wire ---------------------------------------------------------------------------------------


def _compare(args: argparse.Namespace, out: Output) -> int:
    """Compare recordings with seeded games of the box."""
    files: list[Path] = args.files
    real = wires.Shapes()
    damaged: list[Path] = []
    for file in files:
        try:
            wires.add_recorded(real, file)
        except JournalError as fault:
            damaged.append(file)
            out.note(f"gemp-bot: {fault}")
    if len(damaged) == len(files):
        return FAILURE
    rows = wires.compare(real, wires.played(Box()))
    wrong = [row for row in rows if not row.explained]
    if args.markdown:
        for line in wires.as_markdown(rows).splitlines():
            out.line(line)
    else:
        out.table(("type", "recorded", "sandbox", "differs", "why"), [_cells(row) for row in rows])
    if len(real.ended) < wires.ENOUGH:
        out.note(
            f"gemp-bot: whole games recorded: {len(real.ended)}; below {wires.ENOUGH}, what only the sandbox "
            "sends may just not have come about in them"
        )
    for row in wrong:
        what = _differs(row) or "the sandbox never sends it"
        out.note(f"gemp-bot: {row.key}: {what}, and no reason is known")
    out.json(
        {
            "types": [
                {
                    "type": row.key,
                    "recorded": row.real,
                    "sandbox": row.box,
                    "both": list(row.both),
                    "only_recorded": list(row.only_real),
                    "only_sandbox": list(row.only_box),
                    "explained": row.explained,
                }
                for row in rows
            ],
            "games": len(real.ended),
            "unexplained": len(wrong),
            "damaged": len(damaged),
        }
    )
    return FAILURE if wrong or damaged else OK


def _cells(row: wires.Row) -> tuple[str, ...]:
    return row.key, str(row.real), str(row.box), _differs(row), "; ".join(row.reasons)


def _differs(row: wires.Row) -> str:
    parts = [f"-{name}" for name in row.only_real] + [f"+{name}" for name in row.only_box]
    return " ".join(parts)
