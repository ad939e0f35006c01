"""`gemp-bot demo`: one game of two of our bots on a server of this process, told as a story."""

import argparse
import asyncio
import secrets
import shlex
import shutil
import sys
import time
from pathlib import Path
from random import Random

import msgspec

from gemp_bot.arena.jobs import IN_THE_BOX
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.demo_house import PLAYERS, Cast, House, Played, journals
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.journals import journal_folder
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import run_command
from gemp_bot.cli.story_page import Put, page_of
from gemp_bot.cli.version import version_line
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.play import JournalFolder, NoGameError, Result
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story import GameTotals
from gemp_bot.report.story_lines import Line, Sentence, of_side, quiet, strong, words
from gemp_bot.sandbox.deck_choice import any_deck, choose_deck
from gemp_bot.sandbox.deck_files import DeckFile, shipped_decks
from gemp_bot.strategy import make_strategy
from gemp_bot.terminal import plain

PACE = 0.15
"""Seconds between two lines in a terminal, unless told otherwise."""
PLAY_PAGE = "http://127.0.0.1:17002/"
"""Where the sandbox shows its page, unless it is told otherwise."""
_SEED_BITS = 16
_UNFINISHED = (Result.UNFINISHED, Result.ERROR, Result.OPPONENT_STUCK)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    set_up_logs(Secrets(), level="error")
    return run_command(demo, args)


async def demo(args: argparse.Namespace, out: Output) -> int:
    """Play the game, and tell it while it is played."""
    index = CardIndex.load()
    seed = secrets.randbits(_SEED_BITS) if args.seed is None else args.seed
    cast = Cast(
        decks=_decks(args, index, seed),
        strategies={Side.LIGHT: args.strategy, Side.DARK: args.opponent},
        seed=seed,
    )
    for name in cast.strategies.values():
        make_strategy(name, 0, index=index)  # an unknown one is told before anything begins
    put = page_of(out)
    for line in _opening(cast, again(args, seed)):
        put(line)
    house = House(cast, index, _folders(args.record), version_line())
    began = time.perf_counter()
    lines: asyncio.Queue[Line | None] = asyncio.Queue()

    pace = args.pace if args.pace is not None else PACE * out.stdout.isatty()
    async with asyncio.TaskGroup() as group:
        group.create_task(_tell(lines, put, pace))
        try:
            played = await house.play(lines.put_nowait)
        except NoGameError as fault:
            raise CommandError(str(fault)) from None
        finally:
            lines.put_nowait(None)
    seconds = time.perf_counter() - began
    for line in _closing(played, seconds):
        put(line)
    out.json(_json(cast, house.story.tally, played, seconds))
    return _judged(house.story.tally, played, out)


def _judged(tally: GameTotals, played: Played, out: Output) -> int:
    """The exit code; what went wrong is told."""
    for outcome in played.outcomes.values():
        if outcome.fault is not None:
            out.note(f"gemp-bot: {outcome.fault}")
    if not tally.reason:
        reasons = {outcome.reason or outcome.result.value for outcome in played.outcomes.values()}
        out.note(f"gemp-bot: the game was not played to its end: {', '.join(sorted(reasons))}")
        return FAILURE
    return FAILURE if any(one.result in _UNFINISHED for one in played.outcomes.values()) else OK


async def _tell(lines: "asyncio.Queue[Line | None]", put: Put, pace: float) -> None:
    """Print what is told, a line at a time, until there is no more."""
    while (line := await lines.get()) is not None:
        put(line)
        if pace:
            await asyncio.sleep(pace)


def _decks(args: argparse.Namespace, index: CardIndex, seed: int) -> dict[Side, DeckFile]:
    """The decks that are asked for, else two of those shipped, by the seed.

    Raises:
        CommandError: one line.
    """
    chance = Random(seed)  # noqa: S311 - a choice that can be repeated
    shipped = shipped_decks(index)
    found = {}
    for side, said in ((Side.LIGHT, args.light), (Side.DARK, args.dark)):
        by_chance = any_deck(shipped, side, chance)
        found[side] = by_chance if said is None else choose_deck(said, index, side)
    return found


def _folders(directory: Path | str) -> dict[Side, JournalFolder]:
    """A folder for each player: both record the same game, at the same moment."""
    if not directory:
        return {}
    return {side: journal_folder(Path(directory) / name) for side, name in PLAYERS.items()}


def again(args: argparse.Namespace, seed: int) -> str:
    """The command that plays the same game again: the seed, and what else of the command chose it."""
    chosen = {"--light": args.light, "--dark": args.dark}
    chosen |= {"--strategy": args.strategy, "--opponent": args.opponent}
    said = [f"{option} {shlex.quote(value)}" for option, value in chosen.items() if value is not None]
    return " ".join((_program(), "demo", *said, f"--seed {seed}"))


def _opening(cast: Cast, command: str) -> list[Line]:
    """Who plays what, and how to see them play it again."""
    lines: list[Line] = [
        Sentence(words(strong("A game in the box")), depth=0),
        Sentence(words("Play it again: ", strong(plain(command))), whole=True),
    ]
    for side in (Side.DARK, Side.LIGHT):
        deck = cast.decks[side]
        about = quiet(f" {deck.about}" if deck.about else "")
        name = of_side(side.value.capitalize(), side)
        lines.append(Sentence(words(name, f" plays {deck.name} by `{cast.strategies[side]}`.", about)))
    return lines


def _program() -> str:
    """This program as it can be called from here: by its path where its name is not known to the shell."""
    name = "gemp-bot"
    called = Path(sys.argv[0])
    return shlex.quote(str(called)) if called.name == name and shutil.which(name) is None else name


def _closing(played: Played, seconds: float) -> list[Line]:
    """What is left of it."""
    lines: list[Line] = [Sentence(words(f"{played.requests} requests over HTTP in {seconds:.1f} s."))]
    found = journals(played)
    for side, path in found.items():
        lines.append(Sentence(words(f"Journal of {PLAYERS[side]}: ", strong(path)), whole=True))
    if found:
        file = shlex.quote(str(next(iter(found.values()))))
        for what, then in (
            ("Read it again", f"story {file}"),
            ("Look at it in a browser", f"report {file} -o game.html"),
            ("See what else was weighed", f"replay {file} --board"),
        ):
            lines.append(Sentence(words(f"{what}: ", strong(f"{_program()} {then}")), whole=True))
    lines.append(Sentence(words(quiet(f"Played {IN_THE_BOX}."))))
    command = f"{_program()} sandbox"
    lines.append(
        Sentence(words("Play against it: ", strong(command), ", then ", strong(PLAY_PAGE)), whole=True)
    )
    return lines


def _json(cast: Cast, tally: GameTotals, played: Played, seconds: float) -> dict[str, object]:
    files = journals(played)
    return {
        "seed": cast.seed,
        "winner": tally.winner,
        "reason": tally.reason,
        "turns": tally.turns,
        "battles": tally.battles,
        "biggest_battle": msgspec.to_builtins(tally.biggest),
        "sides": [
            {
                "side": side,
                "deck": cast.decks[side].name,
                "strategy": cast.strategies[side],
                "life": tally.life[side],
                **account.as_json(),
                "fallbacks": played.outcomes[side].fallbacks,
                "warnings": played.outcomes[side].warnings,
                "journal": None if side not in files else str(files[side]),
            }
            for side, account in tally.sides.items()
        ],
        "requests": played.requests,
        "seconds": round(seconds, 3),
        "note": IN_THE_BOX,
    }
