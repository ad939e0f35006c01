"""`gemp-bot selfplay`: many games of two strategies in the box."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from gemp_bot.arena.jobs import IN_THE_BOX, Contest, Half, JobDeck, make_jobs, meetings
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
from gemp_bot.arena.run import check_records, open_jobs
from gemp_bot.arena.spec import SprtSpec
from gemp_bot.arena.sprt import GameSummary, PairSummary, SprtState, by_pairs, enough, sprt_state, summarize
from gemp_bot.arena.workers import Cluster, Processes
from gemp_bot.cards.deck import USUAL_SIZE
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import Args, JsonResult, arg, command, count, elo, seed_number
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.measuring import contest_of, play_jobs, program_version, set_up
from gemp_bot.cli.output import Output
from gemp_bot.cli.recording import journal_folder
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_choice import choose_deck
from gemp_bot.sandbox.deck_files import Untold, all_decks, shipped_decks
from gemp_bot.statistics import Interval, wilson
from gemp_bot.strategy import Fallback
from gemp_bot.terminal import plain

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


class SelfplayArgs(Args):
    """Who plays whom with what, and where the games go."""

    games: int = arg("--games N", "how many; even (else 2)", count, default=2)
    strategy: str = arg("--strategy A", "who is counted (else strong)", default="strong")
    opponent: str = arg("--opponent B", "against whom (else strong)", default="strong")
    deck: str | None = arg(
        "--deck D",
        "deck of the first game of a pair: a name, or a file",
        once="name one deck; the other player's is --opponent-deck",
    )
    opponent_deck: str | None = arg("--opponent-deck D", "deck of the other side of the Force")
    decks: Path | None = arg("--decks DIR", "folder of more decks, which meet beside those shipped")
    seed: int = arg("--seed N", "of all chance (else 1)", seed_number, default=1)
    sprt: tuple[float, float] | None = arg("--sprt ELO0 ELO1", "stop as soon as it is clear: 0 50", elo)
    workers: int = arg("--workers W", "processes that play (else 1)", count, exclusive="where", default=1)
    cluster: str | None = arg(
        "--cluster ADDRESS", "scheduler of a Dask cluster that plays", exclusive="where"
    )
    out: Path | None = arg("--out FILE", "one line a game; a run goes on there")
    record: Path | None = arg("--record DIR", "folder for a journal of each game, the side of A")


class DeckRate(JsonResult):
    """How the deck did that was named, where both players are the same."""

    name: str
    games: Annotated[int, "decided games"]
    rate: Annotated[Interval | None, "share of them that it won, whoever played it, draws as halves (Wilson)"]


class SelfplayResult(JsonResult):
    """All games with a result, those of earlier runs too; they say nothing about strength on a server."""

    strategy: Annotated[str, "who is counted"]
    opponent: str
    games: Annotated[int, "the sum of the next six"]
    wins: Annotated[int, "by `strategy`"]
    losses: int
    cancelled: Annotated[int, "nobody won"]
    player_replaced: Annotated[int, "`strategy` failed at more than 5 % of its choices: counts for nobody"]
    opponent_replaced: int
    errors: Annotated[int, "not played to the end (exit code 1)"]
    rate: Annotated[Interval | None, "share of decided games that were won (Wilson)"]
    deck: Annotated[
        DeckRate | None, "of --deck, else of --opponent-deck; null if the players are not the same"
    ]
    by_pairs: PairSummary
    sprt: Annotated[SprtState, "of --sprt, else of 0 50"]
    fallbacks: Annotated[int, "of both"]
    own_fallbacks: Annotated[dict[str, int], "of `strategy`, by the way out: rule, first_legal, repeat"]
    opponent_fallbacks: dict[str, int]
    mistakes: Annotated[dict[str, int], "failures of strategies, by what was wrong"]
    unanswered: Annotated[dict[str, int], "conditions of strategy files without an answer, by place and why"]
    step_counts: Annotated[
        dict[str, int], "questions that a step or principle of a strategy file decided, by place"
    ]
    warnings: Annotated[int, "answers of both that were refused"]
    seconds: Annotated[float, "sum over the games"]
    note: Annotated[str, "what the figures say"]


@command(
    json=SelfplayResult,
    about="""
Play many games between two of our strategies in the sandbox, without HTTP: in
pairs with the same decks and the same shuffles, sides and seats swapped in the
second game. Without decks, every light deck that is shipped meets every dark
one in turn, with those of --decks among them: TOML files as the sandbox has
them, or .txt files with a title a line or the line of ids that `decks show`
prints last. Any deck goes; what is not known of its cards is played without,
and told in one line.

Where both players are the same program or file, the second game of a pair would
be the first one again: each pair is then one game, from either seat in turn,
and how often the deck won that was named is told.

With --sprt the run ends as soon as the pairs tell whether A is stronger than B
by ELO1 rather than by ELO0 (docs/arena.md; errors of 5 %).

With --out FILE every game is one line of FILE as soon as it ends, and a run
that was ended in any way goes on where it was; games that ended in an error are
played again. A file with games of other players, decks or seed is refused: so
is one of the same strategy file, package or program before it was changed.

A game in which a strategy failed at more than 5 % of its choices, so that the
simple rule played in its place, counts for nobody; a run in which no game
counts has failed (exit code 1).

The sandbox knows part of the rules: what comes out is a test of the plumbing
and says nothing about strength on a server.

The first Ctrl-C ends after the running games, the second gives them up.""",
    examples="""
  gemp-bot selfplay --games 4
  gemp-bot selfplay --games 20 --strategy strong --opponent steady
  gemp-bot selfplay --games 200 --strategy mine.toml --opponent strong \\
      --workers 4 --sprt 0 50 --out mine.jsonl
  gemp-bot selfplay --games 1000 --strategy strong --opponent medium \\
      --cluster tcp://127.0.0.1:8786 --out strong.jsonl --json""",
)
async def selfplay(args: SelfplayArgs, out: Output) -> int:
    """Play what is still to be played, and report."""
    set_up()
    if args.games % 2:
        raise CommandError(f"--games {args.games}: games come in pairs: an even number", code=USAGE)
    if args.record is not None and args.cluster is not None:
        raise CommandError("--record: the games of a cluster are not recorded: use --workers", code=USAGE)
    contest = contest_of(args.strategy, args.opponent, _pairs(args, out), args.seed)
    test = _test(args, contest)
    jobs = make_jobs(contest, args.games, program_version(), args.record)
    with GameRecords(args.out) as results:
        check_records(args.out, results.records.values(), contest)
        todo = open_jobs(jobs, results.records)
        if args.record is not None:
            journal_folder(args.record)
        if args.out is not None:
            out.note(f"gemp-bot: {len(todo)} of {len(jobs)} games to play, results in {args.out}")
        executor = Processes(args.workers, set_up) if args.cluster is None else Cluster(args.cluster)
        trouble, interrupted = await play_jobs(
            jobs, todo, results, executor, out, enough=lambda: enough(results.records.values(), test)
        )
        records = [results.records[job.id] for job in jobs if job.id in results.records]
        sprt = sprt_state(results.records.values(), test or SprtSpec())
    _report(out, args, records, contest, sprt)
    if trouble is not None:
        raise CommandError(trouble)
    if interrupted:
        return INTERRUPTED
    if any(record.outcome is ArenaOutcome.ERROR for record in records):
        return FAILURE
    if all(record.outcome in _NOBODYS for record in records):
        raise CommandError("no game counts: nothing was measured")
    return OK


COMMAND = selfplay


def _test(args: SelfplayArgs, contest: Contest) -> SprtSpec | None:
    """The sequential test that is asked for."""
    if args.sprt is None:
        return None
    low, high = args.sprt
    if low >= high:
        raise CommandError(f"--sprt {low:g} {high:g}: the first must be less than the second", code=USAGE)
    if contest.mirrored:
        raise CommandError("--sprt: both players are the same: there is nothing to tell apart", code=USAGE)
    return SprtSpec(elo0=low, elo1=high)


def _pairs(args: SelfplayArgs, out: Output) -> tuple[tuple[JobDeck, JobDeck], ...]:
    """The decks that meet."""
    index = CardIndex.load()
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
    odd = [f"{plain(deck.name)} has {len(deck.cards)}" for deck in own if len(deck.cards) != USUAL_SIZE]
    if odd:
        out.note(f"gemp-bot: a deck usually has {USUAL_SIZE} cards, and {', '.join(odd)}; played as it is")
    side = mine.side if mine is not None else Side.LIGHT if theirs is None else theirs.side.other
    ours = [mine] if mine is not None else [deck for deck in found if deck.side is side]
    others = [theirs] if theirs is not None else [deck for deck in found if deck.side is side.other]
    return meetings([JobDeck.of(deck) for deck in ours], [JobDeck.of(deck) for deck in others])


# -- telling ------------------------------------------------------------------------------------


def _report(
    out: Output,
    args: SelfplayArgs,
    records: list[GameRecord],
    contest: Contest,
    sprt: SprtState,
) -> None:
    total = summarize("all", records)
    groups = [(side, [one for one in records if one.side is side]) for side in Side]
    rows = [_row(summarize(f"as {side.lower()}", games)) for side, games in groups if games]
    out.line(f"{args.strategy} against {args.opponent}, {IN_THE_BOX}.")
    out.table(_COLUMNS, [*rows, _row(total)])
    unfinished = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in total.unfinished.items())
    if unfinished:
        out.line(f"Not decided: {unfinished}.")
    for line in filter(None, mistake_lines(total, mistakes_of(records), unanswered_of(records))):
        out.line(line)
    for line in filter(None, step_lines(step_counts_of(records))):
        out.line(line)
    own, theirs = _fallbacks(records)
    for who, found in ((args.strategy, own), (f"the opponent, {args.opponent},", theirs)):
        if found.total():
            kinds = "; ".join(f"{number} {_FALLBACKS[kind]}" for kind, number in found.items() if number)
            out.line(f"Answers of {who} that were not its own (fallbacks): {kinds}.")
    deck = _deck_rate(args, contest, records)
    if deck is not None:
        out.line(f"Deck {deck.name}: {rate_text(deck.rate)} of {deck.games} games won, whoever played it.")
    out.line(_ONE_SEAT if contest.mirrored else pair_line(by_pairs(records)))
    if args.sprt is not None:
        out.line(sprt_line(sprt))
    out.line("Rates with Wilson's interval, margins and pairs with a normal one, all of 95 %.")
    out.json(_json(args, records, sprt, deck))


def _deck_rate(args: SelfplayArgs, contest: Contest, records: Sequence[GameRecord]) -> DeckRate | None:
    """How the deck did that was named; of different players nothing tells what is the deck's."""
    if not contest.mirrored or (args.deck, args.opponent_deck) == (None, None):
        return None
    mine = args.deck is not None
    decided = [record for record in records if record.outcome.decided]
    points = sum(
        record.outcome.score if (record.half is Half.FIRST) is mine else 1 - record.outcome.score
        for record in decided
    )
    rate = wilson(points, len(decided)) if decided else None
    return DeckRate(name=contest.pairs[0][0 if mine else 1].name, games=len(decided), rate=rate)


def _json(
    args: SelfplayArgs, records: list[GameRecord], sprt: SprtState, deck: DeckRate | None
) -> SelfplayResult:
    """The object that `--json` prints."""
    total = summarize("all", records)
    own, theirs = _fallbacks(records)
    return SelfplayResult(
        strategy=args.strategy,
        opponent=args.opponent,
        games=len(records),
        wins=total.won,
        losses=total.lost,
        cancelled=total.unfinished.get(ArenaOutcome.CANCELLED, 0),
        player_replaced=total.unfinished.get(ArenaOutcome.PLAYER_REPLACED, 0),
        opponent_replaced=total.unfinished.get(ArenaOutcome.OPPONENT_REPLACED, 0),
        errors=total.unfinished.get(ArenaOutcome.ERROR, 0),
        rate=total.rate,
        deck=deck,
        by_pairs=by_pairs(records),
        sprt=sprt,
        fallbacks=total.faults["fallbacks"] + total.faults["opponent_fallbacks"],
        own_fallbacks={kind.value: number for kind, number in own.items()},
        opponent_fallbacks={kind.value: number for kind, number in theirs.items()},
        mistakes=mistakes_of(records),
        unanswered=unanswered_of(records),
        step_counts=step_counts_of(records),
        warnings=total.faults["warnings"] + total.faults["opponent_warnings"],
        seconds=round(sum(record.seconds for record in records), 3),
        note=IN_THE_BOX,
    )


def _fallbacks(records: Sequence[GameRecord]) -> tuple[Counter[Fallback], Counter[Fallback]]:
    """Answers that were not the strategy's own, and those not the opponent's own; every kind is there."""
    own, theirs = Counter(dict.fromkeys(Fallback, 0)), Counter(dict.fromkeys(Fallback, 0))
    for record in records:
        own.update({Fallback(kind): number for kind, number in record.fallback_kinds.items()})
        theirs.update({Fallback(kind): number for kind, number in record.opponent_fallback_kinds.items()})
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
