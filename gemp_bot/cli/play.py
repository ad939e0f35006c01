"""`gemp-bot play`: play a game. Its options are in `parser`."""

import argparse
import secrets
from datetime import UTC, datetime
from pathlib import Path

from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import Session, known_deck, open_session, run_command
from gemp_bot.cli.version import version_line
from gemp_bot.config.errors import ConfigError
from gemp_bot.config.model import NO_SEED
from gemp_bot.decisions import Catalogue
from gemp_bot.journal import Head, JournalWriter
from gemp_bot.journal.lines import FORMAT_VERSION
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.play import GameOutcome, Recorder, TableNotFoundError, open_ai_game, play_game
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import Strategy, UnknownStrategyError, make_strategy

_SEED_BITS = 32
_PLAYED_OUT = ("win", "loss", "cancelled")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(play, args)


async def play(args: argparse.Namespace, out: Output) -> int:
    """Play one game against a server's own AI, to its end."""
    recorder = Recorder()
    said: dict[str, dict[str, object]] = {
        "play": {
            name: getattr(args, name)
            for name in ("format", "deck", "library", "versus", "opponent_deck", "opponent_own", "strategy")
        }
        | {"seed": args.seed},
        "journal": {"directory": args.record},
    }
    async with open_session(args, said, observer=recorder.observe) as session:
        plan = session.config.play
        for key in ("deck", "opponent_deck"):
            if not getattr(plan, key):
                raise ConfigError(f"no deck: give --{key.replace('_', '-')} NAME or set play.{key}")
        seed = secrets.randbits(_SEED_BITS) if plan.seed == NO_SEED else plan.seed
        try:
            strategy = make_strategy(plan.strategy, seed)
        except UnknownStrategyError as fault:
            raise ConfigError(f"play.strategy: {fault}") from None
        await known_deck(session.client, plan.deck, library=plan.library)
        await known_deck(session.client, plan.opponent_deck, library=not plan.opponent_own)
        try:
            game = await open_ai_game(
                session.client,
                format_code=plan.format,
                deck=plan.deck,
                library=plan.library,
                skill=AiSkill(plan.versus.removeprefix("ai:")),
                opponent_deck=plan.opponent_deck,
                opponent_own=plan.opponent_own,
            )
        except TableNotFoundError as fault:
            raise CommandError(str(fault)) from None
        outcome, journal = await _record_and_play(session, recorder, strategy, seed=seed, game=game, out=out)
    _tell(outcome, journal, out)
    out.json({"games": [_as_json(outcome, session, journal)], "total": {"games": 1, outcome.result: 1}})
    return OK if outcome.result in _PLAYED_OUT else FAILURE


async def _record_and_play(
    session: Session, recorder: Recorder, strategy: Strategy, *, seed: int, game: GameId, out: Output
) -> tuple[GameOutcome, Path | None]:
    plan, client = session.config.play, session.client
    deck = await client.decks.show(plan.deck, library=plan.library)
    directory = session.config.journal_directory
    journal: JournalWriter | None = None
    if directory is not None:
        names = Pseudonyms() if session.config.journal.pseudonyms else None
        journal = JournalWriter(_journal_path(directory, game), pseudonyms=names)
        journal.head(
            Head(
                version=FORMAT_VERSION,
                bot=version_line(),
                strategy=strategy.name,
                seed=seed,
                deck=deck.text,
                deck_name=plan.deck,
                server=session.config.server.url,
                game=game,
            )
        )
        recorder.attach(game, journal)
    out.note(f"game {game}: {plan.deck} against {plan.versus} with {plan.opponent_deck}, seed {seed}")
    try:
        outcome = await play_game(
            client.game(game), strategy, Catalogue.load(), recorder, log_in=session.log_in
        )
    finally:
        recorder.detach(game)
    return outcome, None if journal is None else journal.path


def _journal_path(directory: Path, game: GameId) -> Path:
    """A name that sorts by time and names the game: nothing of it can lead out of the folder."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    safe = "".join(c for c in game if c.isalnum() or c in "-_")[:60]
    return directory / f"{stamp}-{safe}.jsonl.gz"


def _tell(outcome: GameOutcome, journal: Path | None, out: Output) -> None:
    reason = f" ({outcome.reason})" if outcome.reason else ""
    out.line(
        f"{outcome.result}{reason} after {outcome.turns} turns: life Force {outcome.life} to "
        f"{outcome.opponent_life}, {outcome.decisions} questions, {outcome.choices} with a choice, "
        f"{outcome.seconds:.1f} s"
    )
    if outcome.fault is not None:
        out.note(f"gemp-bot: {outcome.fault}")
    if journal is not None:
        out.line(f"journal: {journal}")


def _as_json(outcome: GameOutcome, session: Session, journal: Path | None) -> dict[str, object]:
    plan = session.config.play
    return {
        "game_id": outcome.game,
        "result": outcome.result,
        "reason": outcome.reason,
        "side": outcome.side,
        "deck": plan.deck,
        "opponent": outcome.opponent,
        "opponent_deck": plan.opponent_deck,
        "turns": outcome.turns,
        "life": outcome.life,
        "opponent_life": outcome.opponent_life,
        "decisions": outcome.decisions,
        "choices": outcome.choices,
        "warnings": outcome.warnings,
        "resyncs": outcome.resyncs,
        "seconds": outcome.seconds,
        "journal": None if journal is None else str(journal),
    }
