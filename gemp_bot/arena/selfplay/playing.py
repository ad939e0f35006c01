"""`play_one`: a job to its record. It can be sent to any process that has this program."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import msgspec

from gemp_bot.arena.record import ArenaOutcome, GameRecord, disputes, judge
from gemp_bot.arena.selfplay.jobs import BoxJob
from gemp_bot.arena.selfplay.luck import BoxLuck
from gemp_bot.arena.selfplay.recording import GameJournal
from gemp_bot.arena.selfplay.seats import BoxPlayer, Maker, maker, the_box
from gemp_bot.arena.spec import ArenaError
from gemp_bot.cards.deck import deck_digest
from gemp_bot.play import GameOutcome
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.in_process_player import InProcessPlayer, play_out
from gemp_bot.sandbox.server.game import Game
from gemp_bot.strategy import UnknownStrategyError

FORMAT = "box"
"""What records of games in the box have in the place of a format."""
OURS, THEIRS = "player", "opponent"


def play_one(job: BoxJob, asked: Counter[str] | None = None) -> GameRecord:
    """Play a game to its end. The same job gives the same record, but for how long it took.

    Never raises: what goes wrong is the record of an error.

    Args:
        job: the game.
        asked: takes how many questions with two or more answers the player was asked, by their kinds.
    """
    try:
        players = maker(job.strategy, job.player_identity), maker(job.opponent, job.opponent_identity)
        record, _ = play_out_job(job, *players, asked=asked)
    except (ArenaError, UnknownStrategyError) as fault:
        return failed(job, str(fault))
    except Exception as fault:  # noqa: BLE001 - one game that fails is a result; the others go on
        lines = str(fault).splitlines()
        return failed(job, f"{type(fault).__name__}: {lines[0] if lines else ''}".rstrip(": "))
    return record


def failed(job: BoxJob, fault: str) -> GameRecord:
    """The record of a game that could not be played to its end."""
    return msgspec.structs.replace(_record(job), outcome=ArenaOutcome.ERROR, fault=fault)


def play_out_job(
    job: BoxJob,
    make: Maker,
    make_opponent: Maker,
    *,
    asked: Counter[str] | None = None,
    check: Callable[[], None] = lambda: None,
) -> tuple[GameRecord, GameOutcome]:
    """Play a game to its end.

    Args:
        job: the game.
        make: makes the strategy.
        make_opponent: makes its opponent.
        asked: takes how many questions with two or more answers the player was asked, by their kinds.
        check: called after each round of answers.

    Returns:
        The record, and what the strategy's side tells.

    Raises:
        Exception: what one of these raises.
    """
    began = time.perf_counter()
    box = the_box()
    names = {job.deck.side: OURS, job.opponent_deck.side: THEIRS}
    decks = {deck.side: deck.text for deck in (job.deck, job.opponent_deck)}
    script = box.game(decks[Side.DARK], decks[Side.LIGHT], job.shuffle)
    luck = BoxLuck(script)
    # The clock of the box stands still: nobody loses because the machine is busy.
    game = Game(
        job.id,
        (names[Side.DARK], names[Side.LIGHT]),
        script,
        now=lambda: 0.0,
        random=Random(job.shuffle),  # noqa: S311 - a game, and it must be repeatable
    )
    player = BoxPlayer(make(job.seed, job.deck.text), job.deck)
    opponent = BoxPlayer(make_opponent(job.opponent_seed, job.opponent_deck.text), job.opponent_deck)
    with GameJournal(job, player.strategy_runner.strategy.name) as journal:
        ours = player.sit_down(game, OURS, journal)
        theirs = opponent.sit_down(game, THEIRS)
        play_out([ours, theirs] if job.deck.side is Side.DARK else [theirs, ours], check)
    if asked is not None:
        asked.update(ours.choice_kinds)
    mine = replace(
        player.told(ours, journal.path),
        seconds=round(time.perf_counter() - began, 3),
        deck=job.deck.name,
        opponent_deck=job.opponent_deck.name,
        seed=job.seed,
    )
    if game.outcome is None:
        return failed(job, "nobody is asked anything, and the game is not over"), mine
    other = opponent.told(theirs)
    outcome, fault = judge(mine, other, late=False)
    disputed, doubled = disputes(journal.path, box.catalogue)
    record = msgspec.structs.replace(
        _record(job).played(outcome, mine, other),
        fallback_kinds=_kinds(ours),
        opponent_fallback_kinds=_kinds(theirs),
        disputed=disputed,
        doubled=doubled,
        luck=round(luck.force(job.deck.side), 3),
        fault=fault,
    )
    return record, mine


def _kinds(player: InProcessPlayer) -> dict[str, int]:
    return {kind.value: count for kind, count in sorted(player.fallbacks.items())}


def _record(job: BoxJob) -> GameRecord:
    return GameRecord(
        job=job.id,
        round=job.round,
        half=job.half,
        pair=job.pair,
        opponent=job.opponent,
        format=FORMAT,
        deck=job.deck.name,
        opponent_deck=job.opponent_deck.name,
        side=job.deck.side,
        host=job.deck.side is Side.DARK,
        seed=job.seed,
        outcome=ArenaOutcome.CANCELLED,
        player_version=job.version,
        opponent_version=job.version,
        player_identity=job.player_identity,
        opponent_identity=job.opponent_identity,
        deck_digest=deck_digest(job.deck.text),
        opponent_deck_digest=deck_digest(job.opponent_deck.text),
    )
