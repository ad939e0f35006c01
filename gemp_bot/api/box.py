"""Games in the box, without a server: in this process, in several, or on a cluster."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from gemp_bot import __version__
from gemp_bot.api.facts import DeckLike, box_decks, count, path, two_decks, wrong
from gemp_bot.api.results import Results
from gemp_bot.api.strategy import ChosenPlayer, OwnStrategy, StrategyLike, choose_player
from gemp_bot.arena.box_game import THEIRS, play_out_job
from gemp_bot.arena.jobs import Contest, Job, JobDeck, make_jobs, meetings
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.results import GameRecords
from gemp_bot.arena.run import Run
from gemp_bot.arena.spec import ArenaError
from gemp_bot.arena.workers import Cluster, Processes
from gemp_bot.logs import hand_over_logs
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import GameId
from gemp_bot.strategy import Strategy as AnyStrategy
from gemp_bot.strategy.foreign import StrategyFaultError
from gemp_bot.threads import Apart

_TOLD = (
    "reason", "side", "turns", "life", "opponent_life", "choices", "warnings", "fallbacks", "replaced",
    "mistakes", "unanswered", "step_counts", "seconds", "fault", "deck", "opponent_deck", "seed",
)  # fmt: skip
"""What a record tells in the words of an outcome."""


def selfplay(
    strategy: StrategyLike,
    opponent: StrategyLike = "strong",
    *,
    games: int = 2,
    seed: int = 1,
    decks: tuple[DeckLike, DeckLike] | None = None,
    record: str | Path | None = None,
    workers: int = 1,
    cluster: str | None = None,
) -> Results:
    """Play games in the box, without a server. They say nothing about strength on a server.

    Games come in pairs: both are shuffled alike, and in the second one the players change sides and decks.
    Where both players are the same name or file, that would be the first game again: each pair is then one
    game, from either side in turn.
    The same arguments give the same games, those of `gemp-bot selfplay` with this seed.

    Args:
        strategy: whose results are told.
        opponent: whom it plays.
        games: how many; an even number.
        seed: of all chance.
        decks: the strategy's and its opponent's in the first game of a pair, of both sides of the Force; None
            for all shipped ones in turn.
        record: folder for the journals; None for none.
        workers: processes that play; with more than one, strategies are named by texts, and a program that
            calls this does so below `if __name__ == "__main__":`.
        cluster: address of a Dask scheduler, like `tcp://127.0.0.1:8786`, whose workers play instead.

    Returns:
        The games, in their order, with `pairs`: what is known of who is stronger.

    Raises:
        StrategyFaultError: an own strategy raised something, or gave no legal answer; that is its cause.
        ArgumentError, UnknownStrategyError, DeckFileError: what was passed is wrong.
        BotError: the cluster cannot be used, or no game can be played.
        OSError: nothing can be written to the folder.
    """
    if count("games", games, 2) % 2:
        wrong("games", games, "games come in pairs: an even number is needed")
    hand_over_logs()
    player, other = choose_player(strategy), choose_player(opponent, "opponent")
    contest = Contest(
        player.given, other.given, player.identity, other.identity, _pairs(decks), count("seed", seed, 0)
    )
    folder = None if record is None else path("record", record)
    jobs = make_jobs(contest, games, f"gemp-bot {__version__}", folder)
    if cluster is None and count("workers", workers) == 1:
        return Results(*zip(*(_play(job, player, other) for job in jobs), strict=True))
    for argument, chosen in (("strategy", player), ("opponent", other)):
        if chosen.named is None:
            right = "what other processes play is named by a text, like 'mine.py:Mine' or 'strong'"
            wrong(argument, chosen.name, right)
    if cluster is not None and folder is not None:
        wrong("record", record, "the games of a cluster are not recorded")
    records = Apart().call(lambda: asyncio.run(_spread(jobs, workers, cluster)))
    for each in records:
        _raise_mistakes(each)
    return Results([_outcome(each, folder) for each in records], records)


def _play(job: Job, player: ChosenPlayer, opponent: ChosenPlayer) -> tuple[GameOutcome, GameRecord]:
    """Play a game to its end, in this process."""
    made: list[AnyStrategy] = []

    def make(chosen: ChosenPlayer, seed: int, deck: str) -> AnyStrategy:
        made.append(chosen.make(seed, deck))
        return made[-1]

    def check() -> None:
        """End the game over a fault of somebody's own strategy: whoever writes it is to see it at once."""
        for each in made:
            if isinstance(each, OwnStrategy) and each.fault is not None:
                what = f"{each.name}: {type(each.fault).__name__}: {each.fault}"
                raise StrategyFaultError(what, what) from each.fault

    record, outcome = play_out_job(job, partial(make, player), partial(make, opponent), check=check)
    _raise_mistakes(record)
    return outcome, record


async def _spread(jobs: Sequence[Job], workers: int, cluster: str | None) -> list[GameRecord]:
    """Have games played by other processes."""
    run = Run(jobs, GameRecords(None))
    async with Processes(workers, hand_over_logs) if cluster is None else Cluster(cluster) as executor:
        await run.run([executor.play] * executor.slots)
    if run.trouble is not None:
        raise ArenaError(run.trouble)
    return [run.results.records[job.id] for job in jobs]


def _raise_mistakes(record: GameRecord) -> None:
    """Tell of a fault of somebody's own strategy that was played by its name."""
    sides = (record.player_identity, record.mistakes), (record.opponent_identity, record.opponent_mistakes)
    for identity, mistakes in sides:
        if identity is not None and identity.kind.foreign and mistakes:
            what = f"{identity.name}: {next(iter(mistakes))}"
            raise StrategyFaultError(what, what)


def _outcome(record: GameRecord, folder: Path | None) -> GameOutcome:
    """A record as the strategy's side tells it; how long its choices took is not known."""
    told = {key: getattr(record, key) for key in _TOLD}
    known = record.outcome.value in [each.value for each in Result]
    return GameOutcome(
        GameId(record.game or record.job),
        Result(record.outcome.value) if known else Result.ERROR,
        opponent=THEIRS,
        decisions=record.questions,
        journal=None if folder is None or record.journal is None else folder / record.journal,
        **told,
    )


def _pairs(decks: tuple[DeckLike, DeckLike] | None) -> tuple[tuple[JobDeck, JobDeck], ...]:
    """The decks that meet."""
    if decks is None:
        shipped = [JobDeck.of(deck) for deck in box_decks()]
        return meetings(
            *([deck for deck in shipped if deck.side is side] for side in (Side.LIGHT, Side.DARK))
        )
    mine, theirs = two_decks(decks)
    return ((JobDeck.of(mine), JobDeck.of(theirs)),)
