"""`gemp-bot`: reads the command line, runs one command, ends with an exit code.

Whatever goes wrong becomes one line on stderr. Nothing but argparse is loaded before the command is
known, so that `--help` is there at once.
"""

import contextlib
import os
import sys

from gemp_bot.cli.exits import CONFIG, FAILURE, INTERRUPTED, LOGIN, CommandError
from gemp_bot.cli.parser import build_parser


def main(argv: list[str] | None = None) -> int:
    """Run a command.

    Args:
        argv: the words after the program's name; None for those of the process.

    Returns:
        The exit code: 0 done, 1 failed, 2 wrong usage, 3 configuration, 4 login, 130 interrupted.
    """
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as ending:  # argparse has said why
        return int(ending.code or 0)
    from importlib import import_module

    try:
        code: int = import_module(args.module).run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _tell("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has gone (`| head`): nobody is left to tell, also not at interpreter exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except Exception as error:  # noqa: BLE001  (the one place where an error becomes a line)
        return _explain(error)
    return code


def _explain(error: BaseException) -> int:
    """Print the line of an error and choose its exit code."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    code = error.code if isinstance(error, CommandError) else _code_of(error)
    if code is not None:
        _tell(str(error))
    elif isinstance(error, OSError) and error.filename is not None:
        _tell(f"{os.fsdecode(error.filename)}: {error.strerror or type(error).__name__}")
    else:
        _tell_fault(error)
    return FAILURE if code is None else code


def _code_of(error: BaseException) -> int | None:
    """The exit code of an error whose message is made to be read; None for any other."""
    from gemp_bot.config.errors import ConfigError
    from gemp_bot.journal.reader import JournalError
    from gemp_bot.protocol.errors import GempError, LoginError, PolicyError
    from gemp_bot.strategy.named import UnknownStrategyError

    if isinstance(error, ConfigError | PolicyError | UnknownStrategyError):
        return CONFIG
    if isinstance(error, LoginError):
        return LOGIN
    return FAILURE if isinstance(error, GempError | JournalError) else None


def _tell_fault(error: BaseException) -> None:
    """A fault of our own: one line, and the traceback where someone asked for debugging."""
    import logging

    from gemp_bot.logs import Secrets

    _tell(
        f"internal error, please report it: {type(error).__name__}: {Secrets().hide(str(error))} "
        "(GEMP_BOT_LOG__LEVEL=debug shows more)"
    )
    logging.getLogger("gemp_bot").debug("internal error", exc_info=error)


def _tell(line: str) -> None:
    from gemp_bot.terminal import plain

    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"gemp-bot: {plain(line)}\n")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
