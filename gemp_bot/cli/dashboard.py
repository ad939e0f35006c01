"""`gemp-bot dashboard`: the live pages on their own. Its options are in `parser`."""

import argparse
from pathlib import Path

from gemp_bot.cli.exits import INTERRUPTED, CommandError
from gemp_bot.cli.interrupts import until_interrupted
from gemp_bot.cli.live_pages import live_pages, why_not_listening
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import read_config, run_command
from gemp_bot.config import ConfigError
from gemp_bot.history.database import HistoryError
from gemp_bot.journal.folder import recordings_in
from gemp_bot.pages.live import read_history

PORT = 8017


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return run_command(dashboard, args)


async def dashboard(args: argparse.Namespace, out: Output) -> int:
    """Serve the pages until somebody interrupts."""
    said: dict[str, dict[str, object]] = {
        "journal": {"directory": args.journals},
        "history": {"file": args.history},
        "pages": {
            "host": args.host,
            "port": args.port,
            "hosts": args.name,
            "token_file": args.token_file,
            "behind_tls": args.behind_tls or None,
            "show_hands": args.show_hands or None,
        },
    }
    config = read_config(args, said)
    folder = config.journal_directory
    if folder is None:
        raise ConfigError("no folder of journals: give --journals DIR or set journal.directory")
    _check(folder, config.history.path)
    port = args.port if args.port is not None else config.pages.port or PORT
    host = config.pages.host
    try:
        async with live_pages(config, folder, port) as found:
            shown = f"[{host}]" if ":" in host else host
            url = f"http://{shown}:{found}/"
            out.line(f"the pages are at {url}; Ctrl-C ends them")
            if config.pages.show_hands:
                out.note("gemp-bot: warning: our hands are shown while games run")
            out.json({"url": url})
            out.flush()
            await until_interrupted()
    except OSError as fault:
        raise CommandError(why_not_listening(host, port, fault)) from None
    return INTERRUPTED


def _check(folder: Path, history: Path | None) -> None:
    """Make sure that there is something to show.

    Raises:
        CommandError: one line.
    """
    if not folder.is_dir():
        raise CommandError(f"{folder}: no such folder of journals")
    if not recordings_in(folder):
        raise CommandError(f"{folder}: no recorded game in this folder (.jsonl or .jsonl.gz)")
    if history is not None:
        try:
            read_history(history, {}, 1)
        except HistoryError as fault:
            raise CommandError(str(fault)) from None
