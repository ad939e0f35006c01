"""`gemp-bot selfplay`: many games of two strategies in the box. Its options are in `parsers.box`."""

import argparse
import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from gemp_bot.arena.jobs import IN_THE_BOX, Contest, JobDeck, make_jobs, meetings
from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.report import (
    margin_text,
    mistake_lines,
    mistakes_of,
    pair_line,
    rate_text,
    sprt_line,
    step_counts_of,
    step_lines,
    unanswered_of,
)
from gemp_bot.arena.results import GameRecords
from gemp_bot.arena.run import Run, check_records, open_jobs
from gemp_bot.arena.spec import SprtSpec
from gemp_bot.arena.sprt import GameSummary, SprtState, by_pairs, enough, sprt_state, summarize
from gemp_bot.arena.workers import Cluster, Processes
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.journals import journal_folder
from gemp_bot.cli.measuring import measured
from gemp_bot.cli.output import Output
from gemp_bot.cli.version import version_line
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_choice import choose_deck
from gemp_bot.sandbox.deck_files import Untold, all_decks, shipped_decks
from gemp_bot.statistics import Interval
from gemp_bot.strategy import Fallback, strategy_named
from gemp_bot.strategy.identity import program_digest, short
from gemp_bot.terminal import wants_colors

_COLUMNS = ("games", "n", "won", "rate", "life margin", "turns")
_FALLBACKS: Mapping[Fallback, str] = MappingProxyType(
    {
        Fallback.RULE: "by the plain rule, as the strategy failed or was late",
        Fallback.FIRST_LEGAL: "the first legal one, as the plain rule failed, too",
        Fallback.REPEAT: "another one, as its own was futile or had been refused",
    }
)
_NOBODYS = (ArenaOutcome.PLAYER_REPLACED, ArenaOutcome.OPPONENT_REPLACED)
"""How a game ends that counts for nobody, since a strategy did not play it."""
_ONE_SEAT = (
    "Both players are the same: each pair is one game, from either seat in turn. "
    "It tells of decks and sides only."
)
OnRecord = Callable[[GameRecord], None]


def run(args: argparse.Namespace) -> int:
    """Play what is still to be played, and report."""
    set_up()
    out = Output(as_json=args.json)
    if args.games % 2:
        raise CommandError(f"--games {args.games}: games come in pairs: an even number", code=USAGE)
    if args.record is not None and args.cluster is not None:
        raise CommandError("--record: the games of a cluster are not recorded: use --workers", code=USAGE)
    contest = _contest(args, out)
    test = _test(args, contest)
    version = f"{version_line()}, code {short(program_digest())}"
    jobs = make_jobs(contest, args.games, version, args.record)
    with GameRecords(args.out) as results:
        check_records(args.out, results.records.values(), contest)
        todo = open_jobs(jobs, results.records)
        if args.record is not None:
            journal_folder(args.record)
        if args.out is not None:
            out.note(f"gemp-bot: {len(todo)} of {len(jobs)} games to play, results in {args.out}")
        play = Run(todo, results, enough=lambda: enough(results.records.values(), test))
        interrupted = False
        if todo:
            with progress(len(jobs), len(jobs) - len(todo), out) as play.on_record:
                interrupted = asyncio.run(_play(args, play, out))
        records = [results.records[job.id] for job in jobs if job.id in results.records]
        sprt = sprt_state(results.records.values(), test or SprtSpec())
    _report(out, args, records, contest, sprt)
    if play.trouble is not None:
        raise CommandError(play.trouble)
    if interrupted:
        return INTERRUPTED
    if any(record.outcome is ArenaOutcome.ERROR for record in records):
        return FAILURE
    if all(record.outcome in _NOBODYS for record in records):
        raise CommandError("no game counts: nothing was measured")
    return OK


def _contest(args: argparse.Namespace, out: Output) -> Contest:
    """Who plays whom with what; what is unknown is told before anything begins."""
    index = CardIndex.load()
    player, opponent = strategy_named(args.strategy), strategy_named(args.opponent)
    for found in (player, opponent):
        found.make(0, index=index)
    return Contest(
        args.strategy,
        args.opponent,
        player.identity,
        opponent.identity,
        _pairs(args, index, out),
        args.seed,
    )


def _test(args: argparse.Namespace, contest: Contest) -> SprtSpec | None:
    """The sequential test that is asked for.

    Raises:
        CommandError: it can say nothing.
    """
    if args.sprt is None:
        return None
    low, high = args.sprt
    if low >= high:
        raise CommandError(f"--sprt {low:g} {high:g}: the first must be less than the second", code=USAGE)
    if contest.mirrored:
        raise CommandError("--sprt: both players are the same: there is nothing to tell apart", code=USAGE)
    return SprtSpec(elo0=low, elo1=high)


async def _play(args: argparse.Namespace, run: Run, out: Output) -> bool:
    """Play; tell whether it was interrupted."""
    async with Processes(args.workers, set_up) if args.cluster is None else Cluster(args.cluster) as executor:
        return await measured(run, [executor.play] * executor.slots, out)


def set_up() -> None:
    """Set up the logs of a process: only what a person should look at."""
    set_up_logs(Secrets(), level="error")


def _pairs(args: argparse.Namespace, index: CardIndex, out: Output) -> tuple[tuple[JobDeck, JobDeck], ...]:
    """The decks that meet.

    Raises:
        CommandError: one line.
    """
    shipped, found = shipped_decks(index), all_decks(args.decks, index)
    mine = None if args.deck is None else choose_deck(args.deck, index)
    theirs = None if args.opponent_deck is None else choose_deck(args.opponent_deck, index)
    if mine is not None and theirs is not None and mine.side is theirs.side:
        raise CommandError(
            f"both decks are {mine.side.lower()}: {mine.name!r} and {theirs.name!r}; "
            "--opponent-deck must be of the other side of the Force"
        )
    own = [deck for deck in (*found, mine, theirs) if deck is not None and deck not in shipped]
    if own:
        decks = "deck" if len(own) == 1 else "decks"
        out.note(f"gemp-bot: {len(own)} {decks} of your own: {Untold.of(own, index).line}")
    side = mine.side if mine is not None else Side.LIGHT if theirs is None else theirs.side.other
    ours = [mine] if mine is not None else [deck for deck in found if deck.side is side]
    others = [theirs] if theirs is not None else [deck for deck in found if deck.side is side.other]
    return meetings([JobDeck.of(deck) for deck in ours], [JobDeck.of(deck) for deck in others])


# -- telling ------------------------------------------------------------------------------------


@contextlib.contextmanager
def progress(games: int, done: int, out: Output) -> Iterator[OnRecord]:
    """A bar on stderr, where that is a terminal; faults are told in any case."""

    def tell(record: GameRecord) -> None:
        if record.fault is not None:
            out.note(f"gemp-bot: game {record.job}: {record.fault}")

    if not wants_colors(out.stderr):
        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(file=out.stderr)
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as bar:
        task = bar.add_task("games in the box", total=games, completed=done)

        def step(record: GameRecord) -> None:
            bar.advance(task)
            tell(record)

        yield step


def _report(
    out: Output,
    args: argparse.Namespace,
    records: list[GameRecord],
    contest: Contest,
    sprt: SprtState,
) -> None:
    total = summarize("all", records)
    groups = [(side, [one for one in records if one.side is side]) for side in Side]
    rows = [_row(summarize(f"as {side.lower()}", games)) for side, games in groups if games]
    out.line(f"{args.strategy} against {args.opponent}, {IN_THE_BOX}.")
    out.table(_COLUMNS, [*rows, _row(total)])
    unfinished = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in total.unfinished.items())
    if unfinished:
        out.line(f"Not decided: {unfinished}.")
    for line in filter(None, mistake_lines(total, mistakes_of(records), unanswered_of(records))):
        out.line(line)
    for line in filter(None, step_lines(step_counts_of(records))):
        out.line(line)
    own, theirs = _fallbacks(records)
    for who, found in ((args.strategy, own), (f"the opponent, {args.opponent},", theirs)):
        if found.total():
            kinds = "; ".join(f"{count} {_FALLBACKS[kind]}" for kind, count in found.items() if count)
            out.line(f"Answers of {who} that were not its own (fallbacks): {kinds}.")
    out.line(_ONE_SEAT if contest.mirrored else pair_line(by_pairs(records)))
    if args.sprt is not None:
        out.line(sprt_line(sprt))
    out.line("Rates with Wilson's interval, margins and pairs with a normal one, all of 95 %.")
    out.json(as_json(args.strategy, args.opponent, records, sprt))


def as_json(strategy: str, opponent: str, records: list[GameRecord], sprt: SprtState) -> dict[str, object]:
    """The object of docs/json.md."""
    total = summarize("all", records)
    own, theirs = _fallbacks(records)
    pairs = by_pairs(records)
    return {
        "strategy": strategy,
        "opponent": opponent,
        "games": len(records),
        "wins": total.won,
        "losses": total.lost,
        "cancelled": total.unfinished.get(ArenaOutcome.CANCELLED, 0),
        "player_replaced": total.unfinished.get(ArenaOutcome.PLAYER_REPLACED, 0),
        "opponent_replaced": total.unfinished.get(ArenaOutcome.OPPONENT_REPLACED, 0),
        "errors": total.unfinished.get(ArenaOutcome.ERROR, 0),
        "rate": _interval(total.rate),
        "by_pairs": msgspec.to_builtins(pairs)
        | {key: _interval(getattr(pairs, key)) for key in ("rate", "margin", "corrected")},
        "sprt": msgspec.to_builtins(sprt),
        "fallbacks": total.faults["fallbacks"] + total.faults["opponent_fallbacks"],
        "own_fallbacks": {kind.value: count for kind, count in own.items()},
        "opponent_fallbacks": {kind.value: count for kind, count in theirs.items()},
        "mistakes": mistakes_of(records),
        "unanswered": unanswered_of(records),
        "step_counts": step_counts_of(records),
        "warnings": total.faults["warnings"] + total.faults["opponent_warnings"],
        "seconds": round(sum(record.seconds for record in records), 3),
        "note": IN_THE_BOX,
    }


def _interval(found: Interval | None) -> dict[str, float | None]:
    """An interval with all its keys, also where there is none."""
    return {key: None if found is None else getattr(found, key) for key in ("value", "low", "high")}


def _fallbacks(records: Sequence[GameRecord]) -> tuple[Counter[Fallback], Counter[Fallback]]:
    """Answers that were not the strategy's own, and those not the opponent's own; every kind is there."""
    own, theirs = Counter(dict.fromkeys(Fallback, 0)), Counter(dict.fromkeys(Fallback, 0))
    for record in records:
        own.update({Fallback(kind): count for kind, count in record.fallback_kinds.items()})
        theirs.update({Fallback(kind): count for kind, count in record.opponent_fallback_kinds.items()})
    return own, theirs


def _row(summary: GameSummary) -> tuple[str, ...]:
    return (
        summary.label,
        str(summary.games),
        str(summary.won),
        rate_text(summary.rate),
        margin_text(summary.margin),
        "-" if summary.turns is None else f"{summary.turns:.1f}",
    )
