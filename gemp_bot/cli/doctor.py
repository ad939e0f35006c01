"""`gemp-bot doctor`: everything a game needs, checked one after the other, with what to do about it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import JsonResult, ServerArgs, arg, command
from gemp_bot.cli.exits import CONFIG, FAILURE, LOGIN, OK, unreachable_advice
from gemp_bot.cli.output import Output
from gemp_bot.cli.service_settings import CheckedConfig, EntryMaker, check_config, place_faults, taken_ports
from gemp_bot.cli.session import account_name, config_file, read_config
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config, TableSection
from gemp_bot.config.passwords import find_password
from gemp_bot.files.problems import meant
from gemp_bot.logs import Secrets
from gemp_bot.play.entries import AiEntry, GameEntry, HostEntry, PooledDeck, QueueEntry
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side, TableStatus
from gemp_bot.protocol.errors import AdminAccountError, GempError, LoginError, NotFoundError, PolicyError
from gemp_bot.protocol.hall import Hall

SKEW_WARNED = 5.0
"""Seconds our clock and the server's may differ before we say so."""


class CheckVerdict(StrEnum):
    """How a check ended."""

    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


class Check(msgspec.Struct, frozen=True):
    """One line of the report.

    Attributes:
        name: what was checked.
        verdict: OK, WARN or FAIL.
        found: what was found.
        advice: what to do; empty where nothing is to be done.
        code: the exit code if this is the first failure.
    """

    name: str
    verdict: CheckVerdict
    found: str
    advice: str = ""
    code: int = OK


@dataclass(slots=True)
class Report:
    """The checks so far; each is printed as it ends."""

    out: Output
    checks: list[Check] = field(default_factory=list)

    def add(self, check: Check) -> None:
        """Add a check and print its line."""
        self.checks.append(check)
        advice = f": {check.advice}" if check.advice else ""
        self.out.line(f"{check.verdict:<4}  {check.name:<14}  {check.found}{advice}")

    def ok(self, name: str, found: str) -> None:
        """Add a check that went well."""
        self.add(Check(name, CheckVerdict.OK, found))

    def warn(self, name: str, found: str, advice: str) -> None:
        """Add a check that may matter."""
        self.add(Check(name, CheckVerdict.WARN, found, advice))

    def fail(self, name: str, found: object, advice: str = "", *, code: int = FAILURE) -> None:
        """Add a check that failed."""
        self.add(Check(name, CheckVerdict.FAIL, str(found), advice, code))

    @property
    def code(self) -> int:
        """The exit code: that of the first failure."""
        return next((check.code for check in self.checks if check.verdict is CheckVerdict.FAIL), OK)


@dataclass(slots=True)
class TableFindings:
    """What was found out about a `[[table]]`.

    Attributes:
        faults: why it cannot be played.
        advice: what may not be as it was meant.
    """

    faults: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


class DoctorArgs(ServerArgs):
    """How far."""

    offline: bool = arg("--offline", "read the configuration alone: no server, no password")


class Checks(JsonResult):
    """All checks."""

    ok: Annotated[bool, "whether none failed"]
    checks: list[Check]


@command(
    json=Checks | CheckedConfig,
    about="""
Check everything a game needs, from the configuration to the clock: one line
each, OK, WARN or FAIL, and what to do about it. Checks that need one that
failed are left out.

With --offline only the configuration is read: it tells what holds after all
layers, or everything that is wrong and what would be right (exit code 3).""",
    examples="""
  gemp-bot doctor --config mybot.toml
  gemp-bot doctor --config mybot.toml --offline""",
    exits="The code is that of the first FAIL.",
)
async def doctor(args: DoctorArgs, out: Output) -> int:
    """Check everything a game needs; a check that needs one that failed is left out."""
    return check_config(args, out) if args.offline else await examine(args, out)


COMMAND = doctor


async def examine(
    args: ServerArgs, out: Output, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> int:
    """Make and print the report."""
    report = Report(out)
    await _examine(args, report, now)
    out.json(Checks(ok=report.code == OK, checks=report.checks))
    return report.code


async def _examine(args: ServerArgs, report: Report, now: Callable[[], datetime]) -> None:
    secrets = Secrets()
    try:
        config = read_config(args, secrets=secrets)
    except ConfigError as error:
        return report.fail("configuration", error, code=CONFIG)
    file = config_file(args)
    report.ok("configuration", "no file, defaults and options only" if file is None else str(file))
    for place, fault in place_faults(config):
        report.fail(str(place[0]), fault, code=CONFIG)
    for place, taken in taken_ports(config):
        report.warn(str(place[0]), taken, "right if this service runs now; if not, choose another port")
    try:
        settings = config.client_settings()
        report.ok("address", settings.checked_address().api)
        client = GempClient(settings)
    except PolicyError as error:
        return report.fail("address", error, code=CONFIG)
    async with client:
        if not await _reach(client, report) or not await _log_in(client, config, secrets, report):
            return None
        try:
            hall = await client.hall.open()
            seen = now()
        except GempError as error:
            return report.fail("hall", error, "try again; if it stays, ask whoever runs the server")
        for table, found in (await check_tables(client, hall, config)).items():
            _judge_table(table, found, report)
    _judge_hall(hall, config, report)
    return _judge_clock(hall, seen, report)


async def _reach(client: GempClient, report: Report) -> bool:
    try:
        status = await client.status()
    except NotFoundError:
        report.fail("server", f"nothing at {client.api} (404)", "check the path of server.url")
        return False
    except GempError as error:
        report.fail("server", error, unreachable_advice(error))
        return False
    if status.tables is None:
        # Whatever it is, it gets no password.
        report.fail("server", f"{client.api} does not answer like a GEMP server", "check server.url")
        return False
    report.ok("server", f"answers; tables: {status.tables}, players in the hall: {status.in_hall or 0}")
    return True


async def _log_in(client: GempClient, config: Config, secrets: Secrets, report: Report) -> bool:
    try:
        user = account_name(config)
        password = find_password(user, config.password_file)
    except ConfigError as error:
        report.fail("login", error, code=CONFIG)
        return False
    secrets.add(password)
    try:
        account = await client.login(user, password)
    except AdminAccountError as error:
        report.ok("login", user)
        report.fail("account", error, code=LOGIN)
        return False
    except LoginError as error:
        report.fail("login", error, code=LOGIN)
        return False
    except GempError as error:
        report.fail("login", error, "try again; if it stays, ask whoever runs the server")
        return False
    report.ok("login", account.name)
    report.ok("account", f"an ordinary one, no admin (rights: {account.type or 'none'})")
    return True


def _judge_table(table: str, found: TableFindings, report: Report) -> None:
    for fault in found.faults:
        report.fail(f"[[table]] {table}", fault, code=CONFIG)
    for advice in found.advice:
        what, _, rest = advice.partition(": ")
        report.warn(f"[[table]] {table}", what, rest)
    if not (found.faults or found.advice):
        report.ok(f"[[table]] {table}", "decks, format and strategy are there")


def _judge_hall(hall: Hall, config: Config, report: Report) -> None:
    codes, wanted = [found.code for found in hall.formats], config.play.format
    if wanted in codes:
        report.ok("formats", f"{len(codes)}; the configured one, {wanted}, is among them")
    else:
        advice = f"{meant(wanted, codes)} (play.format; `gemp-bot watch --json` lists them)"
        report.warn("formats", f"{len(codes)}; the configured one, {wanted!r}, is not among them", advice)
    if hall.ai_tables:
        report.ok("server AIs", "on")
    else:
        advice = "`gemp-bot play` needs them; an admin of the server can switch them on"
        report.warn("server AIs", "off", advice)
    report.ok("private games", "on" if hall.private_games else "off (only needed for private tables)")
    if any(table.status is TableStatus.PLAYING for table in hall.tables):
        report.ok("operational", "games are running")
    else:
        report.ok(
            "operational",
            "cannot be told before a table is made; if it is refused, an admin of the server must make it "
            "operational",
        )


def _judge_clock(hall: Hall, seen: datetime, report: Report) -> None:
    if hall.server_time is None:
        return report.warn("clock", "the server told no time", "nothing to do: games do not depend on it")
    skew = (seen - hall.server_time).total_seconds()
    if abs(skew) <= SKEW_WARNED:
        return report.ok("clock", f"within {SKEW_WARNED:.0f} s of the server's")
    word = "ahead of" if skew > 0 else "behind"
    advice = "set the clock of this machine by NTP, or journals will carry wrong times"
    return report.warn("clock", f"ours is {abs(skew):.0f} s {word} the server's", advice)


# -- the tables of a service -------------------------------------------------------------------------


@dataclass(slots=True)
class TableChecks:
    """Checks tables with a server."""

    client: GempClient
    hall: Hall
    config: Config
    _maker: EntryMaker = field(init=False)

    def __post_init__(self) -> None:
        self._maker = EntryMaker(self.client, CardIndex.load())

    async def check(self, table: TableSection) -> TableFindings:
        """Check one.

        Raises:
            GempError: the server cannot be asked.
        """
        found = TableFindings()
        try:
            entry = await self._maker.entry(self.config, table)
        except ConfigError as fault:
            found.faults.append(str(fault).removeprefix(f"[[table]] {table.name}: "))
            return found
        name = await self._format_name(entry, found)
        decks = entry.decks.decks
        if isinstance(entry, AiEntry):
            decks += entry.opponent_decks.decks
        if name is not None:
            for deck in dict.fromkeys(decks):
                await self._check_deck(deck, name, found)
        self._check_offered(entry, found)
        return found

    async def _format_name(self, entry: GameEntry, found: TableFindings) -> str | None:
        """The name of its format; None if there is none by which decks are judged."""
        wanted = entry.format_code.casefold()
        for row in self.hall.formats:
            if wanted in (row.code.casefold(), row.name.casefold()):
                return row.name
        if not wanted:
            return None
        for league in await self.client.leagues():
            if wanted in (league.code.casefold(), league.name.casefold()):
                if not league.member:
                    found.faults.append(f"format: the account is not in the league {league.name!r}")
                return None
        codes = [row.code for row in self.hall.formats]
        found.faults.append(
            f"format: the server has no format {entry.format_code!r}: {meant(entry.format_code, codes)}"
        )
        return None

    async def _check_deck(self, deck: PooledDeck, name: str, found: TableFindings) -> None:
        if deck.text is None:
            return
        verdict = (await self.client.decks.validate(deck.text)).verdict(name)
        if verdict is not None and not verdict.valid:
            why = "; ".join(verdict.reasons) or "the server does not say why"
            found.faults.append(f"decks: {deck.name!r} is not legal in {name}: {why}")

    def _check_offered(self, entry: GameEntry, found: TableFindings) -> None:
        """Whether the server has what the table is to be found by."""
        if isinstance(entry, QueueEntry) and entry.queue not in {row.name for row in self.hall.queues}:
            found.advice.append(f"queue: no queue {entry.queue!r} is open now")
        if isinstance(entry, AiEntry) and not self.hall.ai_tables:
            found.faults.append('find = "ai": the server lets nobody play its own players')
        if not isinstance(entry, HostEntry):
            return
        if entry.private_for and not self.hall.private_games:
            found.faults.append("private: the server has no private games")
        if entry.side is None and {deck.side for deck in entry.decks.decks} >= set(Side):
            found.advice.append(
                "side: its decks are of both sides, and the server refuses whoever brings the side that our "
                'deck has: set side to "dark" or "light", with a [[table]] for each'
            )


async def check_tables(client: GempClient, hall: Hall, config: Config) -> dict[str, TableFindings]:
    """Check all tables, by their names."""
    checks = TableChecks(client, hall, config)
    found = {}
    for table in config.table:
        try:
            found[table.name] = await checks.check(table)
        except GempError as fault:
            found[table.name] = TableFindings([f"could not be checked: {fault}"])
    return found
