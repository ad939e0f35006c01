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

For those who play in the box, with its decks or with their own.

Six decks of our own making, three a side. The sandbox's own engine plays printed numbers, icons and what is
understood of what cards do: so they are mostly locations, characters, starships, vehicles and weapons, most
of which it understands as a whole. They have no objective and no Starting Interrupt: each player chooses a
starting location among those of his deck. The file names the one its builder wishes for; strategies of
files (`easy` to `strong`, and your own) take it, unless the file says otherwise. They are 60 cards of one
side, none of them virtual, and only one deck has cards of Episode I: so an open format of a server should
take them all.
"""

_SHARE: Final = """\
*Understood* is the share of cards of which all that they do is understood: the column `all text` of
`python -m tools.cards stats`, counted over the 60 cards, but for weapons and cards with a permanent weapon
that the sandbox never fires (`gemp-bot sandbox --rules` names them). *Destiny* is the average
printed one, *icons* are the Force icons of its own side at its locations.

How they want to win, and the starting location they wish for:
"""

_OWN: Final = """\
## A deck of your own

A deck is a TOML file; its cards are named by blueprint id, by title, or by both, which then must agree.

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

A deck as a server has it is a `.txt` file with the line of ids that `gemp-bot decks show` prints last. It is
called like its file and begins at any of its locations; cards beside the deck are left out.

What is wrong with a file is told in one line: its line, the key, and what would be right.
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
    return f"| {' | '.join(cells)} |"


_CONFIG_HEAD: Final = """\
# Every key of the configuration

For operators, and for those who want to know what can be set.

The configuration is a TOML file, `config.toml` unless `--config` or the variable `GEMP_BOT_CONFIG` names
another one. `config.example.toml` is this page as a file to copy. Every section and every key may be left
out; below each text stand its keys with their defaults. `gemp-bot config check` tells what is wrong with a
file, and what would be right; [a game on a server](server.md#configuration-and-passwords) tells what outranks
the file, and where passwords are.

Paths may begin with `~`, and relative ones count from the folder the bot is started in; `""` is "none".
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

A line of the log is a time, a level, the name of an event, and what belongs to it. Where it is about a
game, `game` tells which; of a service, `account` tells whose. With `log.format = "json"` every line on
stderr is one JSON object, with the name as `event`. A `why` is for people, and may be worded anew in another
version. Events marked *once* are told the first time, and at the level `debug` only while nothing changes.
"""


def log_events() -> dict[str, dict[str, str]]:
    """What each event means, by its name, by what it is about."""
    return tomllib.loads((files("gemp_bot") / "log_events.toml").read_text("utf-8"))


def events() -> str:
    """`docs/log-events.md`, made of `gemp_bot/log_events.toml`."""
    parts = [_EVENTS_HEAD]
    for title, told in log_events().items():
        rows = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in sorted(told.items()))
        parts.append(f"## {title}\n\n| event | meaning |\n|---|---|\n{rows}\n")
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
