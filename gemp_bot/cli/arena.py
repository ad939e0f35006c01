"""`gemp-bot arena`: measure a player."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import gemp_bot
from gemp_bot.arena.job_runner import JobRunner
from gemp_bot.arena.jobs import ArenaPlan
from gemp_bot.arena.participant import Login
from gemp_bot.arena.programs import Program
from gemp_bot.arena.ratings import TABLE, Strength, add_rows, read_rows, rows_of, strength_of, table
from gemp_bot.arena.reading import read_spec
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.report import MeasurementReport, is_modified, make_report, markdown, recipe
from gemp_bot.arena.results import MEASUREMENT, Measurement, MeasurementFolder, store, stored
from gemp_bot.arena.run import (
    Run,
    find_programs,
    identities,
    labelled,
    lanes_of,
    open_jobs,
    prepare,
    what_matters,
)
from gemp_bot.arena.spec import Spec, SpecError, TakenError
from gemp_bot.arena.sprt import enough
from gemp_bot.arena.workers import SetUp, Workers
from gemp_bot.cli.command import Args, arg, command
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.measuring import Remaining, measured, program_version
from gemp_bot.cli.output import Output, or_unknown
from gemp_bot.config import ConfigError
from gemp_bot.config.passwords import read_password_file
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.play.accounts import Claims
from gemp_bot.terminal import plain

_PROGRAMS = "programs"
_REPORT = "report.md"
_PACKAGE = Path(gemp_bot.__file__).resolve().parent


class ArenaArgs(Args):
    """What is measured, and where the results go."""

    spec: Path | None = arg("SPEC", "what is to be measured, a TOML file")
    fit: list[Path] | None = arg(
        "--fit FILE...",
        "play nothing: how strong players and decks are by these results, .csv of --log or .jsonl",
    )
    out: Path | None = arg("--out DIR", "folder of the results (else measured/NAME of the spec)")
    retry: bool = arg("--retry", "play again what ended as error, cancelled or timeout")
    report: bool = arg("--report", "play nothing, only report what is there")
    log: Path | None = arg("--log FILE", "add the results to this file (.csv)")
    note: str = arg("--note TEXT", "what the file says about the measurement", default="")


@command(
    json=MeasurementReport | Strength,
    about="""
Play many games in pairs (same decks, sides swapped) and tell how strong a
player is: against an AI of the server, or against another player of ours at
one table. A spec says who plays whom with which decks (docs/arena.md).

Every game is one line of DIR/results.jsonl as soon as it ends, with its journal
in DIR/journals. A run that was ended in any way goes on where it was when the
same spec is run with the same DIR; a changed one is refused.

With --fit it plays nothing: all results of some files are fitted at once, and
players and decks are told apart, so that strength does not depend on the decks
that were drawn. Programs and decks are told apart by digest.

The first Ctrl-C ends after the running games, the second gives them up.""",
    examples="""
  gemp-bot arena steady-vs-rando.toml --out measured/monday
  gemp-bot arena steady-vs-rando.toml --out measured/monday --report --json
  gemp-bot arena new-vs-old.toml --log docs/strength.csv --note "drains first"
  gemp-bot arena --fit docs/strength.csv""",
)
async def arena(args: ArenaArgs, out: Output) -> int:
    """Play what is still to be played, and report."""
    if (args.spec is None) == (args.fit is None):
        raise CommandError("name a SPEC, or files of results with --fit: one of the two", code=USAGE)
    if args.note and args.log is None:
        raise CommandError("--note goes with --log FILE", code=USAGE)
    if args.fit is not None:
        return _fit(args, args.fit, out)
    if args.log is not None and args.log.suffix != TABLE:
        raise CommandError(f"--log {args.log}: results go into a {TABLE} file", code=USAGE)
    file = args.spec or Path()
    spec = read_spec(file)
    folder = args.out or Path("measured") / file.stem
    if args.report and not folder.is_dir():
        raise CommandError(f"{folder}: no such folder of results")
    with MeasurementFolder(folder, reading=args.report) as results:
        measuring = Measuring(file, spec, results, out, stored_for(results, spec))
        interrupted = not args.report and await measuring.play(retry=args.retry)
        records = labelled(spec, results.records.values())
    report = make_report(file.stem, spec, records)
    lines = [*markdown(report), "", *recipe(spec, measuring.measurement)]
    (folder / _REPORT).write_text("\n".join(lines) + "\n", "utf-8")
    for line in lines:
        out.line(line)
    out.json(report)
    if measuring.trouble is not None:
        out.note(f"gemp-bot: {measuring.trouble} (--retry plays them again)")
        return FAILURE
    if interrupted:
        return INTERRUPTED
    if args.log is not None:
        add_rows(args.log, rows_of(file.stem, records, args.note))
    return OK


COMMAND = arena


def _fit(args: ArenaArgs, files: list[Path], out: Output) -> int:
    """Tell how strong players and decks are."""
    if args.log is not None or args.out is not None or args.report or args.retry:
        raise CommandError(
            "--fit plays nothing and keeps nothing: it takes files of results only", code=USAGE
        )
    found = strength_of([row for file in files for row in read_rows(file)])
    for line in table(found):
        out.line(line)
    out.json(found)
    return OK


def stored_for(results: MeasurementFolder, spec: Spec) -> Measurement | None:
    """What the folder belongs to; None if that is still open.

    Raises:
        ArenaError: it belongs to something else, or does not say to what.
    """
    measurement, folder = stored(results.folder), results.folder
    if measurement is not None:
        measurement.check_spec(folder, what_matters(spec))
    elif results.records:
        raise TakenError(f"{folder}: holds games, and no {MEASUREMENT} says of what")
    return measurement


@dataclass(slots=True)
class Measuring:
    """One run of a measurement.

    Attributes:
        measurement: what the results belong to; None before that is known.
        trouble: why it ended before its time, if it did.
    """

    file: Path
    spec: Spec
    results: MeasurementFolder
    out: Output
    measurement: Measurement | None
    trouble: str | None = None

    async def play(self, *, retry: bool) -> bool:
        """Play what is still to be played; tell whether it was interrupted.

        Args:
            retry: also what came to nothing.
        """
        spec, file, folder = self.spec, self.file, self.results.folder
        package = _PACKAGE
        version = program_version(modified=is_modified(package))
        with _in_spec(file):
            programs = find_programs(spec, file.parent, folder.absolute() / _PROGRAMS, package)
        players = identities(spec, programs)
        if self.measurement is not None:
            self.measurement.check_players(folder, players)
        logins = _logins(spec, file)
        set_up = partial(_set_up, tuple(login.password for login in logins))
        set_up()
        with Claims(spec.server, _claimed(spec, logins, programs)):
            known = None if self.measurement is None else self.measurement.pairs
            with _in_spec(file):
                pairs = await prepare(spec, file.parent, logins, known)
            if self.measurement is None:
                self.measurement = Measurement(what_matters(spec), pairs, players, version)
                store(folder, self.measurement)
            plan = ArenaPlan(
                server=spec.server,
                player=spec.player,
                opponents=tuple(spec.opponent),
                pairs=pairs,
                time_limit=spec.time_limit,
                bot=version,
                folder=str(folder.absolute()),
                players=players,
                programs=programs,
                journals=str(self.results.journals.absolute()),
            )
            return await self._play(plan, logins, set_up, retry=retry)

    async def _play(self, plan: ArenaPlan, logins: tuple[Login, ...], set_up: SetUp, *, retry: bool) -> bool:
        """Play, in this process or in some of their own; tell whether it was interrupted."""
        spec, run = self.spec, self._run(plan, retry=retry)
        workers = min(spec.workers, spec.parallel)
        async with Workers(plan, logins, workers, set_up) if workers else JobRunner(plan, logins) as players:
            run.give_up = players.concede
            interrupted = await measured(run, lanes_of(spec, players), self.out)
        self.trouble = run.trouble
        return interrupted

    def _run(self, plan: ArenaPlan, *, retry: bool) -> Run:
        spec, results, out = self.spec, self.results, self.out
        jobs = plan.jobs(spec.games, spec.seed)
        todo = open_jobs(jobs, results.records, retry=retry)
        out.note(f"gemp-bot: {len(todo)} of {len(jobs)} games to play, results in {results.file}")

        told: set[str] = set()
        remaining = Remaining(len(jobs), len(jobs) - len(todo), out.note)

        def on_record(record: GameRecord) -> None:
            _tell(out, record, told)
            remaining.step()

        return Run(
            todo,
            results,
            enough=lambda: enough(results.records.values(), spec.sprt),
            on_record=on_record,
        )


def _set_up(passwords: tuple[str, ...]) -> None:
    """Set up the logs of a process: only what a person should look at."""
    secrets = Secrets()
    for password in passwords:
        secrets.add(password)
    set_up_logs(secrets, level="error")


@contextlib.contextmanager
def _in_spec(file: Path) -> Iterator[None]:
    """Name the file of a spec where something in it is found wrong later than when it was read."""
    try:
        yield
    except SpecError as fault:
        raise SpecError(f"{plain(str(file))}: {fault}") from None


def _claimed(spec: Spec, logins: Sequence[Login], programs: Sequence[Program | None]) -> tuple[str, ...]:
    """The accounts that this process plays with: other programs claim theirs themselves, game by game.

    Args:
        spec: of the measurement.
        logins: where games are at tables, of every two the first is the player's, the second an opponent's.
        programs: that of the player, then those of the opponents; None for this one, and for an AI.
    """
    player, *opponents = (program is not None for program in programs)
    tables = any(opponent.kind == "strategy" for opponent in spec.opponent)
    outside = (player, any(opponents) if tables else player)
    return tuple(login.user for number, login in enumerate(logins) if not outside[number % 2])


def _logins(spec: Spec, file: Path) -> tuple[Login, ...]:
    """The accounts with their passwords."""
    logins = []
    for number, account in enumerate(spec.accounts, start=1):
        password = (file.parent / Path(account.password_file).expanduser()).absolute()
        try:
            logins.append(Login(account.user, read_password_file(password), password))
        except ConfigError as fault:
            place = f"{plain(str(file))}: accounts[{number}].password_file"
            raise ConfigError(f"{place}: {fault}") from None
    return tuple(logins)


def _tell(out: Output, record: GameRecord, told: set[str]) -> None:
    """Tell how a game ended, and which conditions had no answer that were not told of before."""
    fault = f": {record.fault}" if record.fault else ""
    out.note(
        f"gemp-bot: {record.job} {record.outcome} vs {record.opponent} as {record.side.lower()} "
        f"with {record.deck}, life force {or_unknown(record.life)} to {or_unknown(record.opponent_life)}, "
        f"{record.turns} turns, {record.seconds:.0f} s{fault}"
    )
    for found in (*record.unanswered, *record.opponent_unanswered):
        if found not in told:
            told.add(found)
            out.note(f"gemp-bot: {found}: counts as false (told once; the report says how often)")
