"""`gemp-bot play`: play games; and what it and `serve` print of each."""

import argparse
import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec

from gemp_bot.cards.deck import DeckError, parse_deck
from gemp_bot.cards.index import CardIndex, CardIndexError
from gemp_bot.cli.command import (
    JsonResult,
    ServerArgs,
    arg,
    command,
    count,
    count_or_endless,
    duration,
    seed_number,
)
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.interrupts import interruptible
from gemp_bot.cli.output import Output, or_unknown
from gemp_bot.cli.recording import first_seed, keeper_of, kept_history, play_settings, recording_folder
from gemp_bot.cli.session import LoggedIn, account_name, known_deck, open_session
from gemp_bot.cli.version import version_line
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config, PlaySection
from gemp_bot.decisions import Catalogue
from gemp_bot.history.importing import outcome_before
from gemp_bot.journal.writer import Recorder
from gemp_bot.play.accounts import Claims
from gemp_bot.play.entries import NoGameError, StrategyPlayer
from gemp_bot.play.matchmaking import MOST_CREATED, MOST_JOINED
from gemp_bot.play.outcome import GameOutcome
from gemp_bot.play.outcome import Result as GameResult
from gemp_bot.play.runner import Assignment
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.strategy import make_strategy, strategy_named

VERSUS = ("ai:RANDO", "ai:ADVANCED", "ai:BEGINNER", "table", "join:PLAYER")
_FAILED = (GameResult.UNFINISHED, GameResult.ERROR)
_GAMES = "the games"


def opponent_word(text: str) -> str:
    """An opponent."""
    if text not in VERSUS[:-1] and not (text.startswith("join:") and text != "join:"):
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(VERSUS)}")
    return text


class PlayArgs(ServerArgs):
    """The games; what is left out comes from the configuration."""

    format: str | None = arg("--format CODE", "code of the format", group=_GAMES)
    deck: str | None = arg("--deck NAME", "name of our deck", group=_GAMES)
    library: bool | None = arg("--library", "our deck is one of the library", group=_GAMES)
    versus: str | None = arg("--versus WHO", ", ".join(VERSUS), opponent_word, group=_GAMES)
    private: str | None = arg("--private PLAYER", "only this player may join our table", group=_GAMES)
    opponent_deck: str | None = arg(
        "--opponent-deck NAME", "name of the AI's deck, of the other side of the Force", group=_GAMES
    )
    opponent_own: bool | None = arg(
        "--opponent-own", "the AI's deck is one of ours, not of the library", group=_GAMES
    )
    games: int | None = arg("--games N", "how many games; 0: without an end", count_or_endless, group=_GAMES)
    parallel: int | None = arg("--parallel K", "at most so many games at once", count, group=_GAMES)
    wait: float | None = arg("--wait S", "seconds to wait for a person; 0: for ever", duration, group=_GAMES)
    resume: bool | None = arg(
        "--no-resume", "leave running games of the account alone, instead of playing them first", group=_GAMES
    )
    strategy: str | None = arg("--strategy NAME", "who chooses our answers", group=_GAMES)
    seed: int | None = arg("--seed N", "seed of our randomness (else a new one)", seed_number, group=_GAMES)
    record: Path | str | None = arg(
        "--record DIR", 'folder for the journal of the game; "" records nothing', group=_GAMES
    )
    history: Path | str | None = arg(
        "--history FILE", 'keep the games in this history (docs/history.md); "" for none', group=_GAMES
    )


class DecideTimes(JsonResult):
    """Time from question to answer over the choices, in milliseconds."""

    p50: float | None
    p95: float | None
    p99: float | None
    max: float | None


class PlayedGame(JsonResult):
    """A game."""

    game_id: str
    result: Annotated[
        str, "win, loss, cancelled, opponent_stuck (it looped, we gave the game up), unfinished or error"
    ]
    reason: Annotated[
        str | None,
        "life_force, conceded, timeout, clock, agreed, inactive, server_error, stuck, server_gone or fault",
    ]
    side: str | None
    deck: Annotated[str | None, "null for a game that ran already"]
    opponent: str | None
    opponent_deck: Annotated[str | None, "of an AI"]
    turns: Annotated[int, "number of the last turn"]
    life: Annotated[int | None, "our life force at the end"]
    opponent_life: int | None
    decisions: Annotated[int, "questions asked"]
    choices: Annotated[int, "questions with two or more legal answers"]
    warnings: Annotated[int, "answers the server refused"]
    fallbacks: Annotated[int, "answers that were not the strategy's own: it failed, was late, or repeated"]
    replaced: Annotated[
        int, "choices at which the simple rule answered for a strategy that failed or was late"
    ]
    mistakes: Annotated[dict[str, int], "failures of the strategy, by what was wrong"]
    unanswered: Annotated[dict[str, int], "conditions of a strategy file without an answer, by place and why"]
    step_counts: Annotated[
        dict[str, int], "questions that a step or principle of a strategy file decided, by place"
    ]
    resyncs: Annotated[int, "times the game was opened anew after a fault"]
    decide_ms: DecideTimes
    seconds: float
    adopted: Annotated[bool, "it ran already; what is counted is of all its journals"]
    journal: str | None
    fault: Annotated[str | None, "what went wrong"]


class PlayedTotal(JsonResult):
    """Sums over the games."""

    games: int
    result: Annotated[dict[str, int], "games with a result"]
    reason: Annotated[dict[str, int], "games with a reason"]
    decisions: int
    choices: int
    warnings: int
    fallbacks: int
    resyncs: int
    seconds: float


class PlayedGames(JsonResult):
    """All games; printed in any case once the account is logged in."""

    games: list[PlayedGame]
    total: PlayedTotal


class GameLines:
    """Tells of each game. A stdout that is gone ends no game: they are told on stderr from then on.

    Args:
        name_of: gives the other name of a person, and None of one who may be named; None if everybody may.

    Attributes:
        lost: what was wrong with stdout, None while it can be written.
        running: the games that have begun and are not over.
    """

    def __init__(self, out: Output, me: str, name_of: Callable[[str], str | None] | None = None) -> None:
        self.lost: Exception | None = None
        self.running: set[GameId] = set()
        self._out = out
        self._me = me.casefold()
        self._name_of = name_of

    def begin(self, assignment: Assignment) -> None:
        """A game has begun."""
        self.running.add(assignment.game)
        deck = None if assignment.deck is None else assignment.deck.name
        others = (name for name in assignment.seats if name.casefold() != self._me)
        opponent = self._shown(next(others, None))
        text = (
            f"gemp-bot: game {assignment.game}{', adopted,' if assignment.adopted else ''} "
            f"{f'against {opponent} ' if opponent else ''}with {deck or 'a deck not known'}, "
            f"seed {assignment.seed}"
        )
        known = {"deck": deck, "seed": assignment.seed, "opponent": opponent, "adopted": assignment.adopted}
        self._out.event("game_begun", text, known)

    def end(self, _: Assignment, outcome: GameOutcome) -> None:
        """A game is over."""
        self.running.discard(outcome.game)
        outcome = replace(outcome, opponent=self._shown(outcome.opponent))
        reason = f" ({outcome.reason})" if outcome.reason else ""
        lives = f"life force {or_unknown(outcome.life)} to {or_unknown(outcome.opponent_life)}"
        text = (
            f"{outcome.result.value}{reason} against {outcome.opponent or 'nobody known'} "
            f"after {outcome.turns} turns: {lives}, {outcome.decisions} questions, "
            f"{outcome.choices} with a choice, {outcome.seconds:.1f} s"
        )
        if outcome.adopted:
            text += ", adopted"
        if outcome.journal is not None:
            text += f"\n  journal: {outcome.journal}"
        fields = {key: value for key, value in _game(outcome).items() if value is not None}
        self._written(lambda: self._out.event("game_over", text, fields, result=True))
        if outcome.fault is not None and not self._out.json_logs:
            self._out.note(f"gemp-bot: {outcome.fault}")

    def _shown(self, player: str | None) -> str | None:
        """The name under which somebody is told of."""
        return player if player is None or self._name_of is None else self._name_of(player) or player

    def _written(self, write: Callable[[], None]) -> None:
        if self.lost is not None:
            return
        try:
            write()
        except (BrokenPipeError, CommandError) as fault:
            self.lost = fault
            why = "nobody reads stdout any more" if isinstance(fault, BrokenPipeError) else str(fault)
            self._out.note(f"gemp-bot: {why}; the games are played to their end")


@command(
    json=PlayedGames,
    about="""
Play games to their end, several at once if so asked, and record them. Options
that are left out come from the section [play] of the configuration.

--versus says against whom: one of the server's own players (ai:RANDO,
ai:ADVANCED, ai:BEGINNER), whoever comes to a table that we open (table), or the
host of a table that waits (join:PLAYER). A running game of the account is
played on first, counts as one of the games, and gets a new journal that names
the old one.

Who waits for people without --wait waits for ever, also until a server that was
restarted is back. Where nobody comes within --wait, that is a failure (exit
code 1), also with --games 0.

The first Ctrl-C ends after the running games, the second concedes them, the
third leaves them to the next run.""",
    examples="""
  gemp-bot play --server http://127.0.0.1:17001 --user mybot --format open \\
      --deck "Classic EBO" --library --versus ai:RANDO \\
      --opponent-deck "Classic Hoth Attack" --strategy steady --record journals
  gemp-bot play --format open --deck "Classic EBO" --library --versus table \\
      --wait 900
  gemp-bot play --format open --deck "Classic Hoth Attack" --library \\
      --versus join:alice --games 2 --parallel 2""",
)
async def play(args: PlayArgs, out: Output) -> int:
    """Play the games, several at once if so asked, each to its end."""
    recorder = Recorder()
    said: dict[str, dict[str, object]] = {
        "play": {key: getattr(args, key) for key in PlaySection.__struct_fields__ if hasattr(args, key)},
        "journal": {"directory": args.record},
        "history": {"file": args.history},
    }
    async with open_session(args, said, observer=recorder.observe) as session:
        config = session.config
        wanted = _wanted(config)
        named = strategy_named(config.play.strategy)
        named.make(0)  # one that cannot be made is told before a table is
        await asyncio.to_thread(lambda: named.identity)  # read now, while no game waits
        deck, opponent_deck = await _check_decks(session, wanted)
        index = _tell_unknown(out, deck)
        with Claims(session.client.settings.url, (account_name(config),)), kept_history(config) as history:
            name_of = None if history is None else history.name_of
            folder = recording_folder(config, name_of)
            keeper = keeper_of(history, config, {"play": wanted.format_code})
            plan = MatchPlan(
                wanted=wanted,
                player=StrategyPlayer(partial(named.make, index=index), named),
                rule=lambda: make_strategy("steady", 0),
                games=config.play.games,
                parallel=config.play.parallel,
                resume=config.play.resume,
                seed=first_seed(config),
                settings=play_settings(config),
                bot=version_line(),
                deck=deck,
                server=session.client.settings.url,
                opponent_deck=opponent_deck,
                before=outcome_before,
                remembered=(lambda _: None) if history is None else history.deck_of,
            )
            lines = GameLines(out, account_name(config), name_of)

            def begun(assignment: Assignment) -> None:
                lines.begin(assignment)
                if keeper is not None:
                    keeper.begun(assignment)

            def ended(assignment: Assignment, outcome: GameOutcome) -> None:
                lines.end(assignment, outcome)
                if keeper is not None:
                    keeper.ended(assignment, outcome)

            match = Match(
                session.client,
                plan,
                recorder=recorder,
                catalogue=Catalogue.load(),
                folder=folder,
                log_in=session.log_in,
                on_begin=begun,
                on_end=ended,
            )
            interrupted = await _run(match, out, lines)
    out.json(games_json(match.outcomes, config))
    if match.trouble is not None:
        raise CommandError(str(match.trouble)) if isinstance(match.trouble, NoGameError) else match.trouble
    if lines.lost is not None:
        raise lines.lost
    if interrupted:
        return INTERRUPTED
    return FAILURE if any(outcome.result in _FAILED for outcome in match.outcomes) else OK


COMMAND = play


async def _run(match: Match, out: Output, lines: GameLines) -> bool:
    """Play; tell whether it was interrupted."""

    def stop() -> None:
        more = "; Ctrl-C once more concedes those that run" if lines.running else ""
        out.note(f"gemp-bot: no further game{more}")
        match.stop()

    def concede() -> None:
        out.note("gemp-bot: conceding; Ctrl-C once more leaves at once, and the games to the next run")
        match.concede()

    return await interruptible(match.run(), stop=stop, end=concede)


def _wanted(config: Config) -> WantedGame:
    """What is to be played against whom."""
    plan = config.play
    if not plan.deck:
        raise ConfigError("no deck: give --deck NAME or set play.deck")
    against, _, whom = plan.versus.partition(":")
    most = MOST_JOINED if against == "join" else MOST_CREATED
    if plan.parallel > most:
        doing = "joins" if against == "join" else "creates"
        why = f"a server allows {most} games at once to an account that {doing} tables"
        raise CommandError(f"--parallel {plan.parallel}: {why}", code=USAGE)
    if against == "ai" and not plan.opponent_deck:
        raise ConfigError("no deck for the AI: give --opponent-deck NAME or set play.opponent_deck")
    return WantedGame(
        format_code=plan.format,
        deck=plan.deck,
        library=plan.library,
        skill=AiSkill(whom) if against == "ai" else None,
        opponent_deck=plan.opponent_deck,
        opponent_own=plan.opponent_own,
        join=PlayerName(whom) if against == "join" else None,
        private_for=PlayerName(plan.private) if plan.private else None,
        description="gemp-bot: a bot, be kind",
        wait=plan.wait,
    )


async def _check_decks(session: LoggedIn, wanted: WantedGame) -> tuple[str, str | None]:
    """Make sure that the decks, their sides and the format fit, before a table is made.

    Returns:
        The text of our deck, and of the opponent's where we choose it.

    Raises:
        CommandError: one line that names what is wrong and what would be right.
    """
    side = await known_deck(session.client, wanted.deck, library=wanted.library)
    theirs = None
    if wanted.skill is not None:
        other = await known_deck(session.client, wanted.opponent_deck, library=not wanted.opponent_own)
        if side == other:
            raise CommandError(
                f"both decks are {side}: {wanted.deck!r} and {wanted.opponent_deck!r}; "
                "--opponent-deck must be of the other side of the Force"
            )
        theirs = (await session.client.decks.show(wanted.opponent_deck, library=not wanted.opponent_own)).text
    return (await session.client.decks.show(wanted.deck, library=wanted.library)).text, theirs


# -- telling ------------------------------------------------------------------------------------


def _tell_unknown(out: Output, deck: str) -> CardIndex | None:
    """Note once which cards of our deck the index does not know; they are played all the same.

    Returns:
        The index, for all games; None if it, or the deck, cannot be read.
    """
    try:
        cards = parse_deck(deck)
        index = CardIndex.load()
    except (DeckError, CardIndexError) as fault:
        out.note(f"gemp-bot: the cards of the deck are unknown: {fault}")
        return None
    for card in (*cards.cards, *cards.outside):
        index.get(card)
    if index.unknown:
        out.note(f"gemp-bot: {index.unknown_advice}")
    return index


def games_json(outcomes: list[GameOutcome], config: Config) -> PlayedGames:
    """The object that `--json` prints."""
    results = Counter(outcome.result.value for outcome in outcomes)
    reasons = Counter(outcome.reason for outcome in outcomes if outcome.reason)
    return PlayedGames(
        games=[
            PlayedGame(
                game_id=outcome.game,
                deck=None if outcome.adopted else config.play.deck,
                opponent_deck=None if outcome.adopted else config.play.opponent_deck or None,
                decide_ms=msgspec.convert(outcome.decide_ms(), DecideTimes),
                **_game(outcome),
            )
            for outcome in outcomes
        ],
        total=PlayedTotal(
            games=len(outcomes),
            result=dict(sorted(results.items())),
            reason=dict(sorted(reasons.items())),
            decisions=sum(outcome.decisions for outcome in outcomes),
            choices=sum(outcome.choices for outcome in outcomes),
            warnings=sum(outcome.warnings for outcome in outcomes),
            fallbacks=sum(outcome.fallbacks for outcome in outcomes),
            resyncs=sum(outcome.resyncs for outcome in outcomes),
            seconds=round(sum(outcome.seconds for outcome in outcomes), 3),
        ),
    )


def _game(outcome: GameOutcome) -> dict[str, Any]:
    """What the outcome of a game tells of itself; see `PlayedGame`."""
    given = {"game_id", "deck", "opponent_deck", "decide_ms"}
    found = {name: getattr(outcome, name) for name in PlayedGame.__struct_fields__ if name not in given}
    journal = None if outcome.journal is None else str(outcome.journal)
    return found | {"result": outcome.result.value, "journal": journal}
