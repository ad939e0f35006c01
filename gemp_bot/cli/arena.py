"""`gemp-bot arena`: measure a player. Its options are in `parser`."""

import argparse
import asyncio
import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import gemp_bot
from gemp_bot.arena.claims import Claims
from gemp_bot.arena.code import code_digest, is_modified
from gemp_bot.arena.crew import Crew
from gemp_bot.arena.errors import SpecError
from gemp_bot.arena.jobs import Pair, Plan, make_jobs
from gemp_bot.arena.logbook import add_entry
from gemp_bot.arena.party import Login
from gemp_bot.arena.programs import Program
from gemp_bot.arena.reading import read_spec
from gemp_bot.arena.recipe import recipe
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.report import as_json, make_report, markdown
from gemp_bot.arena.results import Measurement, Results, store, stored_pairs
from gemp_bot.arena.run import Run, find_programs, open_jobs, prepare, what_matters
from gemp_bot.arena.spec import OpponentSpec, PlayerSpec, Spec
from gemp_bot.arena.sprt import Verdict, sprt_state
from gemp_bot.arena.workers import SetUp, Workers
from gemp_bot.cli.exits import FAILURE, INTERRUPTED, OK, USAGE, CommandError
from gemp_bot.cli.interrupts import interruptible
from gemp_bot.cli.output import Output
from gemp_bot.cli.version import version_line
from gemp_bot.config.errors import ConfigError
from gemp_bot.config.passwords import read_password_file
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.strategy.named import file_digest
from gemp_bot.terminal import plain

_PROGRAMS = "programs"
_REPORT = "report.md"


def run(args: argparse.Namespace) -> int:
    """Play what is still to be played, and report."""
    out = Output(as_json=args.json)
    if args.note and args.log is None:
        raise CommandError("--note goes with --log FILE", code=USAGE)
    file: Path = args.spec
    spec = read_spec(file)
    folder: Path = args.out or Path("measured") / file.stem
    if args.report and not folder.is_dir():
        raise CommandError(f"{folder}: no such folder of results")
    with Results(folder) as results:
        package = Path(gemp_bot.__file__).resolve().parent
        with _in_spec(file):
            programs = find_programs(spec, file.parent, folder.absolute() / _PROGRAMS, package)
        matters = what_matters(spec, programs)
        known = stored_pairs(folder, matters)
        interrupted, trouble, pairs = False, None, known or ()
        if not args.report:
            logins = _logins(spec, file)
            set_up = partial(_set_up, tuple(login.password for login in logins))
            set_up()
            with Claims(spec.server, tuple(login.user for login in logins)):
                with _in_spec(file):
                    pairs = asyncio.run(prepare(spec, file.parent, logins, known))
                if known is None:
                    store(folder, Measurement(matters, pairs))
                plan = _plan(spec, pairs, programs, results)
                running = _run(spec, plan, results, out, retry=args.retry)
                interrupted = asyncio.run(_measure(plan, logins, running, set_up, out))
            trouble = running.trouble
        report = make_report(file.stem, spec, list(results.records.values()))
    lines = markdown(report)
    (folder / _REPORT).write_text("\n".join(lines) + "\n", "utf-8")
    for line in lines:
        out.line(line)
    out.json(as_json(report))
    if trouble is not None:
        out.note(f"gemp-bot: {trouble} (--retry plays them again)")
        return FAILURE
    if interrupted:
        return INTERRUPTED
    if args.log is not None:
        add_entry(args.log, report, args.note, again=recipe(spec, pairs, _digests(spec)))
    return OK


def _plan(
    spec: Spec, pairs: tuple[Pair, ...], programs: tuple[Program | None, ...], results: Results
) -> Plan:
    package = Path(gemp_bot.__file__).resolve().parent
    return Plan(
        server=spec.server,
        player=spec.player,
        opponents=tuple(spec.opponent),
        pairs=pairs,
        time_limit=spec.time_limit,
        bot=f"{version_line(modified=is_modified(package))}, code {code_digest(package)}",
        folder=str(results.folder.absolute()),
        programs=programs,
        journals=str(results.journals.absolute()),
    )


def _run(spec: Spec, plan: Plan, results: Results, out: Output, *, retry: bool) -> Run:
    jobs = make_jobs(plan.pairs, len(spec.opponent), spec.games, spec.seed)
    todo = open_jobs(jobs, results.records, retry=retry)
    left = len(todo)
    out.note(f"gemp-bot: {left} of {len(jobs)} games to play, results in {results.file}")

    def enough() -> bool:
        if spec.sprt is None:
            return False
        return sprt_state(results.records.values(), spec.sprt).verdict is not Verdict.OPEN

    told: set[str] = set()
    return Run(spec, todo, results, enough=enough, on_record=lambda record: _tell(out, record, told))


def _set_up(passwords: tuple[str, ...]) -> None:
    """Set up the logs of a process: only what a person should look at."""
    secrets = Secrets()
    for password in passwords:
        secrets.add(password)
    set_up_logs(secrets, level="error")


async def _measure(plan: Plan, logins: tuple[Login, ...], running: Run, set_up: SetUp, out: Output) -> bool:
    """Play, in this process or in some of their own; tell whether it was interrupted."""
    workers = min(running.spec.workers, running.spec.parallel)
    async with Workers(plan, logins, workers, set_up) if workers else Crew(plan, logins) as players:
        running.players = players
        return await _interruptible(running, out)


async def _interruptible(running: Run, out: Output) -> bool:
    """Play; tell whether it was interrupted."""

    def stop() -> None:
        out.note("gemp-bot: no further game; Ctrl-C once more gives up those that run")
        running.stop()

    def abandon() -> None:
        out.note("gemp-bot: giving up the games that run")
        running.abandon()

    return await interruptible(running.run(), stop=stop, end=abandon)


@contextlib.contextmanager
def _in_spec(file: Path) -> Iterator[None]:
    """Name the file of a spec where something in it is found wrong later than when it was read.

    Raises:
        SpecError: one line.
    """
    try:
        yield
    except SpecError as fault:
        raise SpecError(f"{plain(str(file))}: {fault}") from None


def _logins(spec: Spec, file: Path) -> tuple[Login, ...]:
    """The accounts with their passwords.

    Raises:
        ConfigError: one line that names the key of a password file that cannot be used.
    """
    logins = []
    for number, account in enumerate(spec.accounts, start=1):
        password = (file.parent / Path(account.password_file).expanduser()).absolute()
        try:
            logins.append(Login(account.user, read_password_file(password), password))
        except ConfigError as fault:
            place = f"{plain(str(file))}: accounts[{number}].password_file"
            raise ConfigError(f"{place}: {fault}") from None
    return tuple(logins)


def _digests(spec: Spec) -> dict[str, str]:
    """Digests of the strategies that are files of this program, by name; other versions have their own."""
    sources: list[tuple[str | None, PlayerSpec | OpponentSpec]] = [(spec.player.strategy, spec.player)]
    sources += [(one.name, one) for one in spec.opponent]
    ours = [
        name
        for name, where in sources
        if name is not None and (where.python, where.wheel, where.revision) == (None, None, None)
    ]
    found = ((Path(name).name, file_digest(name)) for name in ours)
    return {name: digest for name, digest in found if digest is not None}


def _tell(out: Output, record: GameRecord, told: set[str]) -> None:
    """Tell how a game ended, and which conditions had no answer that were not told of before."""
    fault = f": {record.fault}" if record.fault else ""
    out.note(
        f"gemp-bot: {record.job} {record.outcome} vs {record.opponent} as {record.side.lower()} "
        f"with {record.deck}, life Force {_known(record.life)} to {_known(record.opponent_life)}, "
        f"{record.turns} turns, {record.seconds:.0f} s{fault}"
    )
    for found in (*record.unanswered, *record.opponent_unanswered):
        if found not in told:
            told.add(found)
            out.note(f"gemp-bot: {found}: counts as false (told once; the report says how often)")


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)
