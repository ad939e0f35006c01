"""`gemp-bot doctor`: everything a game needs, checked one after the other, with what to do about it."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from difflib import get_close_matches
from enum import StrEnum

from gemp_bot.cli.exits import CONFIG, FAILURE, LOGIN, OK, unreachable_advice
from gemp_bot.cli.output import Output
from gemp_bot.cli.service_checks import TableFindings, check_tables, place_faults, taken_ports
from gemp_bot.cli.session import account_name, config_file, read_config, run_command
from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config
from gemp_bot.config.passwords import find_password
from gemp_bot.logs import Secrets
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import TableStatus
from gemp_bot.protocol.errors import AdminAccountError, GempError, LoginError, PolicyError
from gemp_bot.protocol.hall import Hall

SKEW_WARNED = 5.0
"""Seconds our clock and the server's may differ before we say so."""


class CheckResult(StrEnum):
    """How a check ended."""

    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report.

    Attributes:
        name: what was checked.
        verdict: how it ended.
        found: what was found.
        advice: what to do; empty where nothing is to be done.
        code: the exit code if this is the first failure.
    """

    name: str
    verdict: CheckResult
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
        self.add(Check(name, CheckResult.OK, found))

    def warn(self, name: str, found: str, advice: str) -> None:
        """Add a check that may matter."""
        self.add(Check(name, CheckResult.WARN, found, advice))

    def fail(self, name: str, found: object, advice: str = "", *, code: int = FAILURE) -> None:
        """Add a check that failed."""
        self.add(Check(name, CheckResult.FAIL, str(found), advice, code))

    @property
    def code(self) -> int:
        """The exit code: that of the first failure."""
        return next((check.code for check in self.checks if check.verdict is CheckResult.FAIL), OK)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(doctor, args)


async def doctor(
    args: argparse.Namespace, out: Output, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> int:
    """Check everything a game needs; a check that needs one that failed is left out.

    Args:
        args: the options.
        out: where the report goes.
        now: our clock.
    """
    report = Report(out)
    await _examine(args, report, now)
    out.json(
        {
            "ok": report.code == OK,
            "checks": [
                {"name": c.name, "verdict": c.verdict, "found": c.found, "advice": c.advice}
                for c in report.checks
            ],
        }
    )
    return report.code


async def _examine(args: argparse.Namespace, report: Report, now: Callable[[], datetime]) -> None:
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
    except GempError as error:
        report.fail("server", error, unreachable_advice(error))
        return False
    if status.tables is None and status.players is None:
        # Whatever it is, it gets no password.
        report.fail("server", f"{client.api} does not answer like a GEMP server", "check server.url")
        return False
    report.ok("server", f"answers; {status.tables or 0} tables, {status.in_hall or 0} players in the hall")
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
        close = get_close_matches(wanted.lower(), codes, n=3)
        meant = f"did you mean {' or '.join(close)}? " if close else ""
        advice = f"{meant}set play.format to one of those `gemp-bot tables --json` lists"
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
