"""The service itself, as `gemp-bot serve` runs it: put together of its parts, and steered."""

import asyncio
import contextlib
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.command import ServerArgs
from gemp_bot.cli.dashboard import keep_pages, live_settings
from gemp_bot.cli.exits import CONFIG, FAILURE, OK, CommandError
from gemp_bot.cli.interrupts import interruptible
from gemp_bot.cli.output import Output, span
from gemp_bot.cli.play import GameLines
from gemp_bot.cli.recording import (
    first_seed,
    keeper_of,
    kept_history,
    play_settings,
    recording_folder,
    table_formats,
)
from gemp_bot.cli.service_settings import (
    EntryMaker,
    checked_texts,
    guest_rules,
    port_fault,
    reception_settings,
    thinking_time,
)
from gemp_bot.cli.session import account_name, config_file, control_path, given_by, open_client
from gemp_bot.cli.version import version_line
from gemp_bot.config import ConfigError
from gemp_bot.config.load import TABLES, Overrides, load_config
from gemp_bot.config.model import Config
from gemp_bot.decisions import Catalogue
from gemp_bot.decisions.describing import titles_of
from gemp_bot.history.history import History
from gemp_bot.history.importing import outcome_before
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.logs import live_line, style_in_use
from gemp_bot.play.accounts import Claims, PatientLogIn
from gemp_bot.play.entries import GameEntry
from gemp_bot.play.outcome import GameOutcome, Result
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId, PlayerName, is_server_ai
from gemp_bot.protocol.pace import CallKind
from gemp_bot.service.attendant import Reception
from gemp_bot.service.chat import Talk
from gemp_bot.service.control import (
    Control,
    ControlError,
    ControlPathError,
    Handler,
    RunningGame,
    ServiceState,
    ServiceStatus,
    UnkeptRecords,
)
from gemp_bot.service.guests import Guests, MemoryPast, Past
from gemp_bot.service.health import HealthSettings
from gemp_bot.service.metrics import Metrics, ServiceIncident
from gemp_bot.service.monitor import Monitor, MonitorSettings, Subject
from gemp_bot.service.service import Service, ServiceIdentity
from gemp_bot.strategy import make_strategy
from gemp_bot.terminal import plain

_log = structlog.stdlib.get_logger(__name__)
_EVERY = 2.0
"""Seconds between two states of the live line."""


async def run_service(args: ServerArgs, out: Output) -> int:
    """Play until told to stop; gives the exit code."""
    recorder = Recorder()
    heard = _Heard(recorder)
    opened = open_client(args, observer=heard.exchange, on_wait=heard.wait, on_unknown=heard.unknown)
    async with opened as (client, config, log_in):
        out.as_log = True  # one form for a reader of weeks
        structlog.contextvars.bind_contextvars(account=account_name(config))
        live_settings(config)  # what must not be shown is told now
        if fault := port_fault(config):
            raise ConfigError(fault)
        index = CardIndex.load()
        with Claims(client.settings.url, (account_name(config),)), kept_history(config) as history:
            name_of = None if history is None else history.name_of
            folder = _folder(config, name_of)
            metrics = Metrics(
                version_line(),
                journals=config.journal_directory is not None,
                unknown_cards=lambda: len(index.unknown),
            )
            monitor = Monitor(_monitor_settings(config), metrics)
            heard.monitor = monitor
            recorder.on_lost = lambda: metrics.incident(ServiceIncident.JOURNAL_LOST)
            runner = GameRunner(
                client,
                recorder,
                Catalogue.load(),
                log_in,
                folder,
                rule=lambda: make_strategy("steady", 0),
                settings=play_settings(config, thinking_time(config)),
                bot=version_line(),
                server=client.settings.url,
                on_thought=monitor.decided,
                before=outcome_before,
                remembered=(lambda _: None) if history is None else history.deck_of,
                on_incident=metrics.incident,
            )
            lines = GameLines(out, account_name(config), name_of)
            parts = _Parts(args, config, runner, history, index, monitor, lines)
            service = parts.service(PatientLogIn(log_in))
            try:
                async with Control(control_path(config), _handlers(service, monitor)):
                    await _run(service, parts, out)
            except ControlPathError as fault:
                raise CommandError(str(fault), code=CONFIG) from None
            except ControlError as fault:
                raise CommandError(str(fault)) from None
    out.json(service.status())
    if parts.left:
        games = ", ".join(parts.left)
        out.note(f"gemp-bot: left to the next start, while their clocks run: {games}")
    return FAILURE if parts.full else OK


@dataclass(slots=True)
class _Heard:
    """What a client tells: journals hear of it, and the monitor once it is made."""

    recorder: Recorder
    monitor: Monitor | None = None

    def exchange(self, exchange: Exchange) -> None:
        self.recorder.observe(exchange)
        if self.monitor is not None:
            self.monitor.exchange(exchange)

    def wait(self, kind: CallKind, seconds: float) -> None:
        if self.monitor is not None:
            self.monitor.metrics.pace_waited(kind, seconds)

    def unknown(self, _: str, event: AnyEvent) -> None:
        if self.monitor is not None:
            self.monitor.metrics.unknown_event(event)


@dataclass(slots=True)
class _Parts:
    """What a service is made of, and what of it a reload makes anew.

    Attributes:
        left: the games that still ran at the end.
        full: memory has passed its ceiling by half, and the process ends.
    """

    args: ServerArgs
    config: Config
    runner: GameRunner
    history: History | None
    index: CardIndex
    monitor: Monitor
    lines: GameLines
    left: tuple[GameId, ...] = ()
    full: bool = False

    def service(self, log_in: PatientLogIn) -> Service:
        """Put it together."""
        config, runner = self.config, self.runner
        past = self.history or MemoryPast()
        keeper = keeper_of(self.history, config, table_formats(config))
        reception = Reception(
            runner.client,
            Guests(guest_rules(config), past),
            self._talk(config, past, lambda: service.stop_finding()),  # noqa: PLW0108 - made below
            titles_of(self.index),
            runner.playing,
            rematch=lambda: service.opens_tables,
            met=(lambda *_: None) if keeper is None else keeper.opponent,
            settings=reception_settings(config),
        )
        runner.attend = reception
        me = PlayerName(account_name(config))

        async def make_entries() -> Sequence[GameEntry]:
            # The first ones are those of the configuration we began with, later ones those of the file.
            now = config if service.supervisor is None else load_config(*self._file())
            _tell_kept(config, now)
            talk = self._talk(now, past, service.stop_finding)
            entries = await EntryMaker(runner.client, self.index).entries(now)
            reception.guests = Guests(guest_rules(now), past)
            reception.talk, reception.settings = talk, reception_settings(now)
            if keeper is not None:
                keeper.formats = table_formats(now)
            return entries

        def began(assignment: Assignment) -> None:
            self.lines.begin(assignment)
            self.monitor.game_began(assignment)
            if keeper is not None:
                keeper.begun(assignment)

        def ended(assignment: Assignment, outcome: GameOutcome) -> None:
            player = PlayerName(outcome.opponent or "")
            if isinstance(past, MemoryPast) and player and not is_server_ai(player):
                past.note(player, won={Result.WIN: True, Result.LOSS: False}.get(outcome.result))
            if keeper is not None:
                keeper.ended(assignment, outcome)
            self.monitor.game_ended(assignment, outcome)
            self.lines.end(assignment, outcome)

        def found(running: frozenset[GameId]) -> None:
            if self.history is not None:
                self.history.settle(running)

        self.monitor.metrics.follow_records(self._records)
        service = Service(
            ServiceIdentity(version_line(), me, runner.client.settings.url),
            runner,
            log_in,
            make_entries,
            at_once=config.service.at_once,
            may=reception.may_join,
            on_begin=began,
            on_end=ended,
            on_found=found,
            beside=lambda: reception.hear_hall(me),
            records=self._records,
            seed=first_seed(config),
        )
        return service

    def _records(self) -> UnkeptRecords:
        recorder, history = self.runner.recorder, self.history
        if history is None:
            return UnkeptRecords(recorder.waiting, recorder.lost)
        return UnkeptRecords(recorder.waiting, recorder.lost, history.pending, history.trouble)

    def _talk(self, config: Config, past: Past, drain: Callable[[], None]) -> Talk:
        return Talk(config.chat, checked_texts(config), past, on_drain=drain)

    def _file(self) -> tuple[Path | None, Overrides]:
        return config_file(self.args), given_by(self.args)


def _folder(config: Config, name_of: Callable[[str], str | None] | None) -> JournalFolder | None:
    """Where games are recorded; nowhere if nothing can be written there: a game is worth more than that."""
    try:
        return recording_folder(config, name_of)
    except CommandError as fault:
        _log.error("journals_not_written", why=str(fault), until="the next start")
        return None


def _monitor_settings(config: Config) -> MonitorSettings:
    health = config.health
    return MonitorSettings(
        HealthSettings(health.host, health.port, health.hosts), memory_mb=config.service.memory_mb
    )


_RELOADED = frozenset({TABLES, "guests", "chat", "texts"})
"""The sections a reload takes; the others hold until the next start."""


def _tell_kept(before: Config, now: Config) -> None:
    """Tell what has changed in the file and is not taken."""
    was, found = before.as_json(), now.as_json()
    kept = [
        f"{section}.{key}"
        for section in found.keys() - _RELOADED
        for key, value in found[section].items()
        if was[section][key] != value
    ]
    if kept:
        _log.warning("needs_restart", keys=sorted(kept), why="a reload takes tables, guests, chat and texts")


def _subject(service: Service, leave: Callable[[], None]) -> Subject:
    def trouble() -> str | None:
        return None if service.ready else service.status().why or "not logged in yet"

    return Subject(
        trouble=trouble,
        idle_because=lambda: service.idle_because,
        waits=lambda: service.status().state is ServiceState.LOGIN_WAITS,
        watches_hall=lambda: service.watches_hall,
        status=lambda: f"{service.status().state.value}, games: {len(service.games())}",
        draining=lambda: service.draining,
        drain=service.finish,
        leave=leave,
    )


def _handlers(service: Service, monitor: Monitor) -> dict[str, Handler]:
    """What can be asked for on the control socket."""

    async def status() -> ServiceStatus:
        return service.status()

    async def games() -> tuple[RunningGame, ...]:
        return service.games()

    return {
        "status": status,
        "games": games,
        "drain": service.drain,
        "resume": service.resume,
        "reload": lambda: _reload(service, monitor),
    }


async def _reload(service: Service, monitor: Monitor) -> ServiceStatus:
    monitor.notifier.reloading()
    try:
        return await service.reload()
    finally:
        monitor.notifier.ready()


async def _run(service: Service, parts: _Parts, out: Output) -> None:
    """Serve until it ends."""
    monitor, leaves = parts.monitor, parts.config.service.on_second_signal == "leave"
    then = "leaves them to the next start" if leaves else "concedes them"
    reloads: set[asyncio.Task[None]] = set()
    enough = asyncio.Event()

    def finish() -> None:
        out.note(f"gemp-bot: no further game; those that run are played to their end, a second signal {then}")
        monitor.notifier.stopping()
        service.finish()

    def concede() -> None:
        out.note("gemp-bot: conceding; a third signal leaves at once")
        service.concede()

    async def reload() -> None:
        with contextlib.suppress(ControlError):  # told already
            await _reload(service, monitor)

    def begin_reload() -> None:
        task = asyncio.ensure_future(reload())
        reloads.add(task)
        task.add_done_callback(reloads.discard)

    async def work() -> None:
        watching = asyncio.create_task(monitor.run(_subject(service, enough.set)))
        shown = asyncio.create_task(keep_live_line(service.status))
        pages = asyncio.create_task(keep_pages(parts.config), name="pages")
        serving = asyncio.create_task(service.run())
        leaving = asyncio.create_task(enough.wait())
        try:
            await asyncio.wait([serving, leaving], return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                await serving
            else:
                parts.full = True
                out.note("gemp-bot: too much memory is used")
        finally:
            parts.left = tuple(GameId(game.game) for game in service.games())
            tasks = (watching, shown, pages, serving, leaving)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    await interruptible(work(), stop=finish, end=None if leaves else concede, reload=begin_reload)


# -- how it stands, in one quiet line at the bottom of a terminal ------------------------------------


async def keep_live_line(status: Callable[[], ServiceStatus]) -> None:
    """Show it until cancelled; nothing where stderr is no terminal, or lines are JSON."""
    if sys.stderr is None or not sys.stderr.isatty() or style_in_use() != "console":
        return
    try:
        while True:
            live_line(plain(in_words(status()))[: shutil.get_terminal_size().columns - 1])
            await asyncio.sleep(_EVERY)
    finally:
        live_line("")


def in_words(status: ServiceStatus) -> str:
    """The line: state, tables that wait, games that run."""
    parts = [status.state.value + (f" ({status.why})" if status.why else "")]
    parts += [f"{table.entry}: table open for {span(table.seconds)}" for table in status.waiting]
    parts += [_game(game) for game in status.games]
    parts += [f"{sum(status.results.values())} games over"]
    return " | ".join(parts)


def _game(game: RunningGame) -> str:
    lives = f", {game.life} to {game.opponent_life}" if game.life is not None else ""
    return f"{game.opponent or '?'}: turn {game.turn}{lives}"
