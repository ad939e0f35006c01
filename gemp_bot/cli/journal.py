"""`gemp-bot journal share`: a copy of a recorded game for others. Its options are in `parsers`."""

import argparse
import platform
from pathlib import Path

from gemp_bot.cli.exits import OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.cli.session import read_config
from gemp_bot.cli.version import version_line
from gemp_bot.config.model import Config
from gemp_bot.journal.pseudonyms import JournalCopy, Pseudonyms

_WORDS = frozenset({("play", "format"), ("play", "on_stuck"), ("log", "level"), ("log", "format")})
"""Texts of the configuration that name neither people nor places."""


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    target: Path = args.out or Path(f"shared-{args.file.name}")
    if target.exists():
        raise CommandError(f"{target}: is there already: name another file with --out")
    about = {
        "kind": "shared",
        "bot": version_line(),
        "python": platform.python_version(),
        "system": platform.system(),
        "config": shareable(read_config(args)),
    }
    JournalCopy(args.file, Pseudonyms(), shared=True, after_head=about).write(target)
    size = target.stat().st_size
    out.line(f"{target}: {size} bytes, with other names for people")
    out.json({"file": str(target), "bytes": size})
    return OK


def shareable(config: Config) -> dict[str, dict[str, object]]:
    """The numbers and switches of a configuration: its texts may be names, addresses or paths."""
    values: dict[str, object] = config.model_dump(mode="json")
    return {
        section: {
            key: value
            for key, value in keys.items()
            if isinstance(value, bool | int | float) or (section, key) in _WORDS
        }
        for section, keys in values.items()
        if isinstance(keys, dict)
    }
