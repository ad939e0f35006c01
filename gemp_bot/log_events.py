"""The events of the log: `log_events.toml` tells them all, and `docs/log-events.md` is made of it."""

import tomllib
from importlib.resources import files
from typing import Final

_HEAD: Final = """\
# Events of the log

For operators, and for programs that read the log.

A line of the log is a time, a level, the name of an event, and what belongs to it. Where it is about a
game, `game` tells which; of a service, `account` tells whose. With `log.format = "json"` every line on
stderr is one JSON object, with the name as `event`. A `why` is for people, and may be worded anew in another
version. Events marked *once* are told the first time, and at the level `debug` only while nothing changes.
"""


def log_events() -> dict[str, dict[str, str]]:
    """What each event means, by its name, by what it is about."""
    return tomllib.loads((files("gemp_bot") / "log_events.toml").read_text("utf-8"))


def page() -> str:
    """The page."""
    parts = [_HEAD]
    for title, events in log_events().items():
        rows = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in sorted(events.items()))
        parts.append(f"## {title}\n\n| event | meaning |\n|---|---|\n{rows}\n")
    return "\n".join(parts)
