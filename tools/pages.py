"""Pages of docs/ that are made of what they tell about, so they stay true; tests hold them to it.

python -m tools.pages decks | config | events | strategy | commands | json
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from gemp_bot.cards.deck import describe
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.procedures import reference_markdown
from gemp_bot.sandbox.deck_files import DeckFile, shipped_decks
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from tools.command_pages import commands_page, json_page

_DECKS_HEAD: Final = """\
# Decks of the sandbox

For those who play in the sandbox, with its decks or their own.

Six decks, three a side, mostly of locations, characters, starships, vehicles and weapons that the sandbox
understands as a whole; no objectives and no Starting Interrupts. Each player chooses a starting location of
his deck; strategies of files (`easy` to `strong`, and your own) take the one the deck names. All have 60
cards, none virtual, so open formats of a server should take them. `gemp-bot decks show NAME --shipped` lists
the cards of one.
"""

_SHARE: Final = """\
*Understood*: cards whose whole text is understood (`all text` of `python -m tools.cards stats`), except
weapons the sandbox never fires (`gemp-bot sandbox --rules`). *Icons*: Force icons of its side. *Destiny*:
printed average.

Plan and starting location:
"""

_OWN: Final = """\
## A deck of your own

A TOML file; cards by id, by title, or by both, which must agree.

```toml
name = "My deck"
side = "light"
about = "How it wants to win."
start = "1_133" # the starting location you wish for, one of the cards

cards = [
  { count = 1, id = "1_133", title = "Tatooine: Mos Eisley" },
  { count = 2, title = "Luke With Lightsaber" },
]
```

Or a `.txt` file, with a title a line (`2x Luke Skywalker`) or the line of ids that `gemp-bot decks show`
prints last: the file's name is the deck's, any of its locations may start, cards beside the deck are left
out. A mistake is one line: where it is, and what would be right.
"""

_COLUMNS: Final = (
    CardType.LOCATION,
    CardType.CHARACTER,
    CardType.STARSHIP,
    CardType.VEHICLE,
    CardType.WEAPON,
    CardType.DEVICE,
)
_REST: Final = (CardType.EFFECT, CardType.INTERRUPT)


def decks(index: CardIndex | None = None) -> str:
    """`docs/sandbox-decks.md`, made of the decks of the sandbox.

    Args:
        index: the cards; None for those of the package.
    """
    index = index or CardIndex.load()
    decks = shipped_decks(index)
    parts = (_DECKS_HEAD, "## The decks\n", _table(decks, index), _SHARE, _themes(decks), _OWN)
    return "\n".join(parts)


def _table(decks: Sequence[DeckFile], index: CardIndex) -> str:
    kinds = [f"{kind.lower()}s" for kind in _COLUMNS]
    head = ["deck", "side", *kinds, "Effects, Interrupts", "icons", "destiny", "understood"]
    lines = [_row(head), _row(["---", "---", *["---:"] * (len(head) - 2)])]
    lines.extend(_row(_numbers(deck, index)) for deck in decks)
    return "\n".join(lines) + "\n"


def _numbers(deck: DeckFile, index: CardIndex) -> list[str]:
    destiny = describe(deck.deck, index).destiny
    return [
        deck.name,
        deck.side.value.lower(),
        *(str(deck.count(kind)) for kind in _COLUMNS),
        str(deck.count(*_REST)),
        str(sum(card.force_icons(deck.side) for card in deck.cards)),
        "" if destiny is None else f"{destiny:.1f}",
        f"{deck.understood(index):.0%}",
    ]


def _themes(decks: Iterable[DeckFile]) -> str:
    begun = ((deck, "any location" if deck.start is None else deck.start.title) for deck in decks)
    return "".join(f"- **{deck.name}** ({start}). {deck.about}\n" for deck, start in begun)


def _row(cells: Iterable[str]) -> str:
    return f"|{'|'.join(cells)}|"


_CONFIG_HEAD: Final = """\
# Every key of the configuration

For operators, and for those who want to know what can be set.

A TOML file: `--config`, else the variable `GEMP_BOT_CONFIG`, else `config.toml`. Every key may be left out;
below each text stand its keys with their defaults, and `config.example.toml` is the same as a file to copy.
`gemp-bot doctor --offline` checks it. [Order of sources, passwords](server.md#configuration-and-passwords).

Paths may begin with `~`; relative ones count from the current folder; `""` is "none". Flags are true or
false; ranges are inclusive.
"""
_SECTION: Final = re.compile(r"^\[+[a-z_]+\]+$", re.MULTILINE)
_KEY: Final = re.compile(r"^[a-z_]+ = ")
_PAGE: Final = re.compile(r"docs/([\w-]+\.md)")


def config(example: str) -> str:
    """`docs/config.md`, made of `config.example.toml`.

    Args:
        example: the text of `config.example.toml`: what a key means stands above it, an empty line ends what
            belongs together, and the section at the end is commented out.
    """
    text = re.sub(r"^# ?", "", example, flags=re.MULTILINE)
    heads, bodies = _SECTION.findall(text), _SECTION.split(text)[1:]
    sections = (f"## `{head}`\n\n{_section(body)}" for head, body in zip(heads, bodies, strict=True))
    return "\n".join((_CONFIG_HEAD, *sections))


def _section(body: str) -> str:
    return "\n".join(_block(block.splitlines()) for block in re.split(r"\n\n+", body.strip()))


def _block(lines: list[str]) -> str:
    """What some keys mean, and the keys; or what a section is for."""
    keys = [line for line in lines if _KEY.match(line)]
    about = "".join(f"{line}\n" for line in lines[: len(lines) - len(keys)])
    shown = "\n".join(("```toml", *keys, "```\n")) if keys else ""
    return _PAGE.sub(r"[\1](\1)", about) + ("\n" if about and shown else "") + shown


_EVENTS_HEAD: Final = """\
# Events of the log

For operators, and for programs that read the log.

A line of the log on stderr is a time, a level, an event and its data; `game` and `account` say which. With
`log.format = "json"` it is one JSON object with the name as `event`. The words of a `why` may change with any
version. Events marked *once* are repeated at level `debug` only, while nothing changes. *bug*: a fault of the
program; please report it.
"""


def log_events() -> dict[str, dict[str, str]]:
    """What each event means, by its name, by what it is about."""
    return tomllib.loads((files("gemp_bot") / "log_events.toml").read_text("utf-8"))


def events() -> str:
    """`docs/log-events.md`, made of `gemp_bot/log_events.toml`."""
    parts = [_EVENTS_HEAD]
    for title, told in log_events().items():
        rows = "\n".join(f"- `{name}`: {meaning}" for name, meaning in told.items())
        parts.append(f"## {title}\n\n{rows}\n")
    return "\n".join(parts)


def main(name: str) -> str:
    """The page of a name."""
    if name == "config":
        return config(Path("config.example.toml").read_text("utf-8"))
    if name == "strategy":
        return reference_markdown(make_vocabulary())
    return {"decks": decks, "events": events, "commands": commands_page, "json": json_page}[name]()


if __name__ == "__main__":
    print(main(sys.argv[1]), end="")
