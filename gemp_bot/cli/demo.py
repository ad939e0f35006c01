"""`gemp-bot demo`: one game of two of our bots on a server of this process, told as a story."""

import asyncio
import secrets
import shlex
import shutil
import sys
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated

from gemp_bot.arena.jobs import IN_THE_BOX
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import Args, JsonResult, arg, command, duration, seed_number
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.recorded import Put, page_of
from gemp_bot.cli.recording import journal_folder
from gemp_bot.cli.story import SideStory
from gemp_bot.cli.version import version_line
from gemp_bot.decisions import Catalogue, Question
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalLine
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.play.entries import NoGameError, StrategyPlayer
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.outcome import Result as GameResult
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.report.story import BattleResult, GameTotals, StoryTeller
from gemp_bot.report.story_lines import Line, Sentence, of_side, quiet, strong, words
from gemp_bot.sandbox.deck_choice import any_deck, choose_deck
from gemp_bot.sandbox.deck_files import DeckFile, shipped_decks
from gemp_bot.sandbox.server.accounts import LIBRARIAN, ServedAccount
from gemp_bot.sandbox.server.contents import ServerContents
from gemp_bot.sandbox.server.decks import KnownCard
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.sandbox.server.fake import FakeGemp
from gemp_bot.sandbox.server.world import Setup
from gemp_bot.strategy import Thought, make_strategy, strategy_named
from gemp_bot.terminal import plain
from gemp_bot.view.names import Reasons
from gemp_bot.view.watcher import JournalWatcher

PACE = 0.15
"""Seconds between two lines in a terminal, unless told otherwise."""
PLAY_PAGE = "http://127.0.0.1:17002/"
"""Where the sandbox shows its page, unless it is told otherwise."""
PLAYERS: Mapping[Side, PlayerName] = {Side.DARK: PlayerName("DarkBot"), Side.LIGHT: PlayerName("LightBot")}
_TELLS = Side.LIGHT
"""From whose seat the game is told."""
_FORMAT = "open"
_WAIT = 60.0
"""Seconds to wait for the other one at the table."""
_SEED_BITS = 16
_UNFINISHED = (GameResult.UNFINISHED, GameResult.ERROR, GameResult.OPPONENT_STUCK)


class DemoArgs(Args):
    """Who plays with what, and how it is told."""

    seed: int | None = arg("--seed N", "of all chance (else a new one)", seed_number)
    pace: float | None = arg("--pace S", "seconds between two lines (else few, none if piped)", duration)
    light: str | None = arg("--light DECK", "light deck: the name of a shipped one, or a TOML file")
    dark: str | None = arg("--dark DECK", "dark deck")
    strategy: str = arg("--strategy NAME", "who plays the light side (else strong)", default="strong")
    opponent: str = arg("--opponent NAME", "who plays the dark side (else strong)", default="strong")
    record: Path | str = arg(
        "--record DIR",
        'folder of the journals, one a player (else journals); "" for none',
        default=Path("journals"),
    )


class DemoSide(SideStory):
    """A side of the game."""

    deck: str
    strategy: str
    fallbacks: Annotated[int, "answers that were not the strategy's own"]
    warnings: Annotated[int, "answers the server refused"]
    journal: Annotated[str | None, "null if nothing was recorded"]


class DemoGame(JsonResult):
    """The game; the figures say nothing about strength on a server."""

    seed: Annotated[int, "with the same decks and strategies it plays the game again"]
    winner: str | None
    reason: Annotated[str, "why it ended"]
    turns: Annotated[int, "of both players"]
    battles: int
    biggest_battle: BattleResult | None
    sides: list[DemoSide]
    requests: Annotated[int, "that the server had"]
    seconds: float
    note: Annotated[str, "what the figures say"]


@dataclass(frozen=True, slots=True)
class DemoSetup:
    """Who plays: of each side a deck and the name of a strategy; and the seed of all chance."""

    decks: Mapping[Side, DeckFile]
    strategies: Mapping[Side, str]
    seed: int


@dataclass(frozen=True, slots=True)
class PlayedDemo:
    """A game that is over: what each client says about it, and how many requests the server had."""

    outcomes: Mapping[Side, GameOutcome]
    requests: int


@command(
    json=DemoGame,
    about="""
Play one game between two of our bots and tell it as a story: a server, two
clients over HTTP and the teller in this process. No account, no configuration,
no network. With colours in a terminal, plain where it is piped; with --json the
story goes to stderr.

The same seed, decks and strategies give the same story. It is played in the
sandbox, which knows part of the rules: it says nothing about strength.""",
    examples="""
  gemp-bot demo
  gemp-bot demo --seed 7 --pace 0.5
  gemp-bot demo --light "Rebel fleet" --dark mydeck.toml --opponent medium
  gemp-bot demo --seed 7 --record "" | less""",
)
async def demo(args: DemoArgs, out: Output) -> int:
    """Play the game, and tell it while it is played."""
    set_up_logs(Secrets(), level="error")
    index = CardIndex.load()
    chosen = secrets.randbits(_SEED_BITS) if args.seed is None else args.seed
    cast = DemoSetup(
        decks=_decks(args, index, chosen),
        strategies={Side.LIGHT: args.strategy, Side.DARK: args.opponent},
        seed=chosen,
    )
    for name in cast.strategies.values():
        make_strategy(name, 0, index=index)  # an unknown one is told before anything begins
    put = page_of(out)
    for line in _opening(cast, again(args, chosen)):
        put(line)
    server = DemoServer(cast, index, _folders(args.record), version_line())
    began = time.perf_counter()
    lines: asyncio.Queue[Line | None] = asyncio.Queue()

    pace = args.pace if args.pace is not None else PACE * out.stdout.isatty()
    async with asyncio.TaskGroup() as group:
        group.create_task(_tell(lines, put, pace))
        try:
            played = await server.play(lines.put_nowait)
        except NoGameError as fault:
            raise CommandError(str(fault)) from None
        finally:
            lines.put_nowait(None)
    took = time.perf_counter() - began
    for line in _closing(played, took):
        put(line)
    out.json(_json(cast, server.story.tally, played, took))
    return _judged(server.story.tally, played, out)


COMMAND = demo


def _judged(tally: GameTotals, played: PlayedDemo, out: Output) -> int:
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


def _decks(args: DemoArgs, index: CardIndex, seed: int) -> dict[Side, DeckFile]:
    """The decks that are asked for, else two of those shipped, by the seed."""
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


def again(args: DemoArgs, seed: int) -> str:
    """The command that plays the same game again: the seed, and what else of the command chose it."""
    chosen = {"--light": args.light, "--dark": args.dark}
    chosen |= {"--strategy": args.strategy, "--opponent": args.opponent}
    said = [f"{option} {shlex.quote(value)}" for option, value in chosen.items() if value is not None]
    return " ".join((_program(), "demo", *said, f"--seed {seed}"))


def _opening(cast: DemoSetup, command: str) -> list[Line]:
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


def _closing(played: PlayedDemo, took: float) -> list[Line]:
    """What is left of it."""
    lines: list[Line] = [Sentence(words(f"{played.requests} requests over HTTP in {took:.1f} s."))]
    found = journals(played)
    for side, path in found.items():
        lines.append(Sentence(words(f"Journal of {PLAYERS[side]}: ", strong(path)), whole=True))
    if found:
        file = shlex.quote(str(next(iter(found.values()))))
        for what, then in (
            ("Read it again", f"report {file}"),
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


def _json(cast: DemoSetup, tally: GameTotals, played: PlayedDemo, took: float) -> DemoGame:
    files = journals(played)
    return DemoGame(
        seed=cast.seed,
        winner=tally.winner,
        reason=tally.reason,
        turns=tally.turns,
        battles=tally.battles,
        biggest_battle=tally.biggest,
        sides=[
            DemoSide.of(
                account,
                side=side,
                player=PLAYERS[side],
                deck=cast.decks[side].name,
                strategy=cast.strategies[side],
                life=tally.life[side],
                fallbacks=played.outcomes[side].fallbacks,
                warnings=played.outcomes[side].warnings,
                journal=None if side not in files else str(files[side]),
            )
            for side, account in tally.sides.items()
        ],
        requests=played.requests,
        seconds=round(took, 3),
        note=IN_THE_BOX,
    )


# -- the server and its two clients ------------------------------------------------------------------


class DemoServer:
    """Everything a demo needs, in this process.

    Args:
        folders: where each side's journal goes; none for a side that records nothing.

    Attributes:
        story: of the game while it is played, as the Light player sees it.
    """

    def __init__(
        self, cast: DemoSetup, index: CardIndex, folders: Mapping[Side, JournalFolder], bot: str
    ) -> None:
        self._cast = cast
        self._index = index
        self._folders = folders
        self._bot = bot
        self._catalogue = Catalogue.load()
        cards = {side: [card.blueprint_id for card in deck.cards] for side, deck in cast.decks.items()}
        self._script = EngineScript(cards, cast.seed, effects=CardEffects(index))
        self._reasons = Reasons()
        self._seen = JournalWatcher(
            Path(PLAYERS[_TELLS]), self._catalogue, CardEffects(index), boards=False, reasons=self._reasons
        )
        self._lines = 0
        self._put: Put | None = None
        self.story = StoryTeller()

    async def play(self, put: Put) -> PlayedDemo:
        """Play the game over HTTP; `put` is given each line of its story as soon as it is complete.

        Raises:
            GempError, NoGameError: no game came about.
        """
        self._put = put
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(self._server())
            matches = {side: await self._match(side, server.url, stack) for side in Side}
            async with asyncio.TaskGroup() as group:
                for match in matches.values():
                    group.create_task(match.run())
            for match in matches.values():
                if match.trouble is not None:
                    raise match.trouble
            return PlayedDemo(
                {side: match.outcomes[0] for side, match in matches.items()}, len(server.requests)
            )

    def _hear(self, _game: str, line: JournalLine) -> None:
        """Take a line of the journal of the player who tells, while it is made."""
        self._lines += 1
        frames = self._seen.take(self._lines, line)
        for told in self.story.take(frames):
            if self._put is not None:
                self._put(told)

    def _server(self) -> FakeGemp:
        """A server that has our decks in its library and knows their cards."""

        def script(_setup: Setup) -> EngineScript:
            return self._script

        decks = self._cast.decks.values()
        contents = ServerContents(
            cards={
                card.blueprint_id: KnownCard(card.name, card.side) for deck in decks for card in deck.cards
            },
            library={LIBRARIAN: {deck.name: deck.text for deck in decks}},
            formats={_FORMAT: "Open"},
            sizes={},
        )
        accounts = (*(ServedAccount(name) for name in PLAYERS.values()), ServedAccount(LIBRARIAN))
        return FakeGemp(seed=self._cast.seed, script_factory=script, accounts=accounts, contents=contents)

    async def _match(self, side: Side, url: str, stack: AsyncExitStack) -> Match:
        recorder = Recorder(self._hear if side is _TELLS else None)
        settings = ClientSettings(url=url)
        client = await stack.enter_async_context(GempClient(settings, observer=recorder.observe))
        name, deck = PLAYERS[side], self._cast.decks[side]
        password = ServedAccount(name).password

        async def log_in() -> object:
            return await client.login(name, password)

        await log_in()
        # The dark player opens the table, the light one joins it.
        host = None if side is Side.DARK else PLAYERS[Side.DARK]
        named = strategy_named(self._cast.strategies[side])

        def thought(question: Question, found: Thought) -> None:
            parts = [(each.text, each.force) for each in found.verdict.reasons]
            self._reasons.note(side, question, found.verdict.answer.wire, parts)

        plan = MatchPlan(
            wanted=WantedGame(
                _FORMAT,
                deck.name,
                library=True,
                start=deck.start_id,
                join=host,
                wait=_WAIT,
                description="demo",
            ),
            player=StrategyPlayer(partial(named.make, index=self._index), named),
            rule=lambda: make_strategy("steady", 0),
            resume=False,
            seed=self._cast.seed + (side is Side.LIGHT),  # not the same chance twice
            bot=self._bot,
            deck=deck.text,
            server=url,
            opponent_deck=self._cast.decks[side.other].text,
        )
        return Match(
            client,
            plan,
            recorder=recorder,
            catalogue=self._catalogue,
            folder=self._folders.get(side),
            log_in=log_in,
            on_thought=thought,
        )


def journals(played: PlayedDemo) -> dict[Side, Path]:
    """Where each side's journal is."""
    found = {side: outcome.journal for side, outcome in played.outcomes.items()}
    return {side: path for side, path in found.items() if path is not None}
