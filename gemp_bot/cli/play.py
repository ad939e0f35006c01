"""`gemp-bot play`: play games. Its options are in `parser`."""

import argparse
import asyncio
from functools import partial

from gemp_bot.cards.deck import DeckError, parse_deck
from gemp_bot.cards.index import CardIndex, CardIndexError
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.game_lines import GameLines, games_json
from gemp_bot.cli.interrupts import interruptible
from gemp_bot.cli.kept_history import keeper_of, kept_history
from gemp_bot.cli.output import Output
from gemp_bot.cli.play_settings import first_seed, play_settings, recording_folder
from gemp_bot.cli.session import Session, account_name, known_deck, open_session, run_command
from gemp_bot.cli.version import version_line
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config
from gemp_bot.decisions import Catalogue
from gemp_bot.history.importing import outcome_before
from gemp_bot.play import (
    GameOutcome,
    Match,
    MatchPlan,
    NoGameError,
    Recorder,
    Result,
    WantedGame,
)
from gemp_bot.play.accounts import Claims
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.matchmaking import MOST_CREATED, MOST_JOINED
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.strategy import make_strategy, strategy_named

_FAILED = (Result.UNFINISHED, Result.ERROR)
_PLAY_KEYS = (
    "format",
    "deck",
    "library",
    "versus",
    "private",
    "opponent_deck",
    "opponent_own",
    "games",
    "parallel",
    "strategy",
    "seed",
    "wait",
    "resume",
)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(play, args)


async def play(args: argparse.Namespace, out: Output) -> int:
    """Play the games, several at once if so asked, each to its end."""
    recorder = Recorder()
    said: dict[str, dict[str, object]] = {
        "play": {key: getattr(args, key) for key in _PLAY_KEYS},
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
    """What is to be played against whom.

    Raises:
        ConfigError: a deck is missing.
        CommandError: more games at once than a server allows.
    """
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


async def _check_decks(session: Session, wanted: WantedGame) -> tuple[str, str | None]:
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
