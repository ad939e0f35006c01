"""`gemp-bot`: reads the command line, runs one command, ends with an exit code.

Whatever goes wrong becomes one line on stderr. Nothing but argparse is loaded before the command is
known, so that `--help` is there at once; then the module of that command alone.
"""

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, LOGIN, CommandError, unreachable_advice
from gemp_bot.cli.parser import parse
from gemp_bot.streams import own, own_streams

if TYPE_CHECKING:
    from gemp_bot.cli.command import Command, CommandGroup

_LONGEST_LINE = 2000
_MOST_PROBLEMS = 40


def main(argv: list[str] | None = None, only: "tuple[str, Command | CommandGroup] | None" = None) -> int:
    """Run a command.

    Args:
        argv: the words after the program's name; None for those of the process.
        only: a program of one command: its name, and what it is.

    Returns:
        The exit code: 0 done, 1 failed, 2 wrong usage, 3 configuration, 4 login, 130 interrupted.
    """
    if sys.stderr is None:  # closed by whoever started us (`2>&-`): nobody is to be told anything
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  (for as long as the process lives)
    try:
        code = _run(argv, only)
        _flush()
    except KeyboardInterrupt:
        _tell("interrupted")
        code = INTERRUPTED
    except BrokenPipeError:  # whoever read us has gone (`| head`): nobody is left to tell
        code = FAILURE
    except Exception as error:  # noqa: BLE001  (the one place where an error becomes a line)
        code = _explain(error)
    try:
        _flush()
    except (BrokenPipeError, CommandError, ValueError):
        # Nobody takes what is left, also not at interpreter exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), own(sys.stdout).fileno())
    return code


def _run(argv: list[str] | None, only: "tuple[str, Command | CommandGroup] | None") -> int:
    """Read the command line and run the command."""
    try:
        command, args = parse(argv, only)
    except SystemExit as ending:  # argparse has said why
        return int(ending.code or 0)
    with own_streams(for_good=argv is None):
        from gemp_bot.cli.output import Output

        ended = command.run(args, Output(as_json=args.json))
        if isinstance(ended, int):
            return ended
        import asyncio

        async def whole() -> int:
            return await ended

        return asyncio.run(whole())


def _flush() -> None:
    """Make sure that the result has got out."""
    from gemp_bot.cli.output import writing_stdout

    if sys.stdout is not None:
        with writing_stdout():
            own(sys.stdout).flush()


def _explain(error: BaseException) -> int:
    """Print the line of an error and choose its exit code."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    from gemp_bot.files.problems import ProblemsError

    code = error.code if isinstance(error, CommandError) else _code_of(error)
    if isinstance(error, ProblemsError):
        for problem in error.problems[:_MOST_PROBLEMS]:
            _tell(str(problem))
        if len(error.problems) > _MOST_PROBLEMS:
            _tell(f"and {len(error.problems) - _MOST_PROBLEMS} more")
    elif code is not None:
        _tell(str(error) + _advice(error))
    elif isinstance(error, OSError) and error.filename is not None:
        _tell(f"{os.fsdecode(error.filename)}: {error.strerror or type(error).__name__}")
    else:
        _tell_fault(error)
    return FAILURE if code is None else code


def _code_of(error: BaseException) -> int | None:
    """The exit code of an error whose message is made to be read; None for any other."""
    from gemp_bot.arena.spec import SpecError
    from gemp_bot.config import ConfigError
    from gemp_bot.errors import BotError
    from gemp_bot.protocol.errors import LoginError, PolicyError
    from gemp_bot.sandbox.deck_files import DeckFileError
    from gemp_bot.sandbox.server.fault_words import FaultFileError
    from gemp_bot.strategy.named import UnknownStrategyError

    if isinstance(error, ConfigError | PolicyError | SpecError | UnknownStrategyError):
        return CONFIG
    if isinstance(error, DeckFileError | FaultFileError):
        return CONFIG
    if isinstance(error, LoginError):
        return LOGIN
    return FAILURE if isinstance(error, BotError) else None


def _advice(error: BaseException) -> str:
    """What to do about a server that is not there."""
    from gemp_bot.protocol.errors import NotConnectedError

    found = unreachable_advice(error) if isinstance(error, NotConnectedError) else ""
    return found and f": {found}"


def _tell_fault(error: BaseException) -> None:
    """A fault of our own: one line, and the traceback where someone asked for debugging."""
    import logging

    from gemp_bot.logs import HANDLER_NAME, Secrets, set_up_logs

    if not any(handler.name == HANDLER_NAME for handler in logging.getLogger().handlers):
        # The command has no configuration, or did not get that far.
        debug = os.environ.get("GEMP_BOT_LOG__LEVEL") == "debug"
        set_up_logs(Secrets(), level="debug" if debug else "info")
    log = logging.getLogger("gemp_bot")
    hint = "" if log.isEnabledFor(logging.DEBUG) else " (GEMP_BOT_LOG__LEVEL=debug shows more)"
    _tell(f"internal error, please report it: {type(error).__name__}: {Secrets().hide(str(error))}{hint}")
    log.debug("internal_error", exc_info=error)


def _tell(line: str) -> None:
    import logging

    from gemp_bot.logs import style_in_use
    from gemp_bot.terminal import brief, plain

    if style_in_use() == "json":
        logging.getLogger("gemp_bot").error("failed", extra={"why": line})
        return
    with contextlib.suppress(OSError, ValueError):
        stderr = own(sys.stderr)
        stderr.write(f"gemp-bot: {brief(plain(line), _LONGEST_LINE)}\n")
        stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
