"""`gemp-bot serve`: play as a service. Its options are in `parsers/service`."""

import argparse
import asyncio
import contextlib
import secrets
from collections.abc import Sequence

import structlog

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.ctl import control_path
from gemp_bot.cli.exits import INTERRUPTED, OK, CommandError
from gemp_bot.cli.game_lines import GameLines
from gemp_bot.cli.interrupts import interruptible
from gemp_bot.cli.output import Output
from gemp_bot.cli.play_settings import play_settings, recording_folder
from gemp_bot.cli.service_entries import EntryMaker
from gemp_bot.cli.session import account_name, config_file, given_by, open_client, run_command
from gemp_bot.cli.version import version_line
from gemp_bot.config.load import load_config
from gemp_bot.config.model import NO_SEED, Config
from gemp_bot.decisions import Catalogue
from gemp_bot.play import Recorder
from gemp_bot.play.entries import Entry
from gemp_bot.play.runner import Assignment, GameRunner
from gemp_bot.service.control import Control, ControlError, Handler
from gemp_bot.service.login import PatientLogIn
from gemp_bot.service.service import Service, Who
from gemp_bot.service.status import RunningGame, Status
from gemp_bot.strategy import make_strategy

_SEED_BITS = 32


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(serve, args)


async def serve(args: argparse.Namespace, out: Output) -> int:
    """Play until told to stop."""
    recorder = Recorder()
    async with open_client(args, observer=recorder.observe) as (client, config, log_in):
        runner = GameRunner(
            client,
            recorder,
            Catalogue.load(),
            log_in,
            recording_folder(config),
            rule=lambda: make_strategy("steady", 0),
            settings=play_settings(config),
            bot=version_line(),
            server=client.settings.url,
        )
        structlog.contextvars.bind_contextvars(account=account_name(config))
        index = CardIndex.load()
        file = config_file(args)

        async def make_entries() -> Sequence[Entry]:
            # The first ones are those of the configuration we began with, later ones those of the file.
            now = config if service.supervisor is None else load_config(file, given_by(args))
            return await EntryMaker(client, index).entries(now)

        lines = GameLines(out)

        def begun(assignment: Assignment) -> None:
            lines.begin(
                assignment.game, assignment.seed, None if assignment.deck is None else assignment.deck.name
            )

        service = Service(
            Who(version_line(), account_name(config), client.settings.url),
            runner,
            PatientLogIn(log_in),
            make_entries,
            at_once=config.service.at_once,
            on_begin=begun,
            on_end=lambda _, outcome: lines.end(outcome),
            seed=secrets.randbits(_SEED_BITS) if config.play.seed == NO_SEED else config.play.seed,
        )
        try:
            async with Control(control_path(config), _handlers(service)):
                interrupted = await _run(service, config, out)
        except ControlError as fault:
            raise CommandError(str(fault)) from None
    return INTERRUPTED if interrupted and service.games() else OK


def _handlers(service: Service) -> dict[str, Handler]:
    """What can be asked for on the control socket."""

    async def status() -> Status:
        return service.status()

    async def games() -> tuple[RunningGame, ...]:
        return service.games()

    return {
        "status": status,
        "games": games,
        "drain": service.drain,
        "resume": service.resume,
        "reload": service.reload,
    }


async def _run(service: Service, config: Config, out: Output) -> bool:
    """Serve; tell whether it was interrupted."""
    leaves = config.service.on_second_signal == "leave"
    then = "leaves them to the next start" if leaves else "concedes them"
    reloads: set[asyncio.Task[None]] = set()

    def finish() -> None:
        out.note(f"gemp-bot: no further game; those that run are played to their end, a second signal {then}")
        service.finish()

    def concede() -> None:
        out.note("gemp-bot: conceding; a third signal leaves at once")
        service.concede()

    async def reload() -> None:
        with contextlib.suppress(ControlError):  # told already
            await service.reload()

    def begin_reload() -> None:
        task = asyncio.ensure_future(reload())
        reloads.add(task)
        task.add_done_callback(reloads.discard)

    return await interruptible(
        service.run(), stop=finish, end=None if leaves else concede, reload=begin_reload
    )
