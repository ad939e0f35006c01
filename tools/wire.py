"""What the sandbox sends beside a real server: python -m tools.wire [--markdown] RECORDING..."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Annotated, Final

import msgspec

from gemp_bot.cli.command import Args, JsonResult, arg, command
from gemp_bot.cli.exits import FAILURE, OK
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from gemp_bot.journal import JournalError, JournalReader
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.protocol.ending import read_ending
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.event_xml import event_node
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.questions import REVERT, pick
from gemp_bot.sandbox.server.xml import Node, parse

GAMES: Final = 3
FEW: Final = 50
"""What so few events of a type do not carry may just be rare."""
TOO_FEW: Final = "too few games to tell"
ENOUGH: Final = 3
"""Whole games a recording has to hold, or what only the box sends may just not have come about in it."""
_OK = 200
_NAMES = ("dark", "light")
_REVERTS, _LOOKS = 0.004, 0.01
_MOST_REVERTS = 3

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "CAC systemName": "only where a location affects a card by its text",
        "ROCIP systemName": "only where a location is rotated",
        "DD systemName": "of a face-down card: nobody should know it",
    }
)
"""Why the box differs, by `TYPE attribute`."""

ABSENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "event ATB": "only reacts join a battle; none came about in the games compared",
        "event FCIP": "no card flipped in the games compared",
        "event RCIP": "no location was converted in the games compared",
        "event W": "only after a wrong answer; the games compared have none",
        "event SD": "no duels",
        "event ED": "no duels",
        "event RLFP": "no location leaves the table",
        "decision ACTION_CHOICE": "no required responses",
    }
)
"""Why the box does not send a type at all."""


@dataclass(slots=True)
class Shapes:
    """What was seen: by `event TYPE`, `decision TYPE` and `child of TYPE` the names it carries.

    Attributes:
        seen: how often each type came. names: which attributes or parameters it had at any time.
        ended: the games that were seen to their end.
    """

    seen: dict[str, int] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)

    def add(self, event: Node, game: str = "") -> None:
        """Take an event of a game in."""
        if event.code == "M" and read_ending(event.attrs.get("message", "")) is not None:
            self.ended.add(game)
        if event.code == "D":
            self._note("event D", event.attrs)
            names = [child.attrs["name"] for child in event.children]
            self._note(f"decision {event.attrs.get('decisionType', '')}", names)
            return
        self._note(f"event {event.code}", event.attrs)
        for child in event.children:
            names = sorted({name.rstrip("0123456789") for name in child.attrs})
            self._note(f"{child.tag} of {event.code}", names)

    def _note(self, key: str, names: Iterable[str]) -> None:
        self.seen[key] = self.seen.get(key, 0) + 1
        self.names.setdefault(key, set()).update(names)


class Row(msgspec.Struct, frozen=True):
    """One type: how often both sent it, what it carries in both, and what in one alone.

    Attributes:
        reasons: why they differ; an empty text for a difference without a reason.
    """

    key: str
    real: int
    box: int
    both: tuple[str, ...]
    only_real: tuple[str, ...]
    only_box: tuple[str, ...]
    reasons: tuple[str, ...] = ()

    def explained_by(self, few: bool) -> "Row":
        """The same with its reasons; `few`: too few whole games to tell what a server never sends."""
        kind = self.key.partition(" ")[2]
        rare = TOO_FEW if few else ""
        if 0 < self.real < FEW:
            rare = f"only {self.real} in these recordings, too few to tell"
        reasons = (
            *(REASONS.get(f"{kind} {name}", "") for name in self.only_real),
            *(REASONS.get(f"{kind} {name}", rare) for name in self.only_box),
        )
        if not self.box:
            reasons = (ABSENT.get(self.key, ""),)
        elif not self.real:
            reasons = ("not in these recordings",)
        return msgspec.structs.replace(self, reasons=reasons)

    @property
    def explained(self) -> bool:
        """Whether there is no difference, or a reason for each."""
        return all(self.reasons)


def compare(real: Shapes, box: Shapes) -> tuple[Row, ...]:
    """Every type that either has."""
    found = []
    for key in sorted({*real.seen, *box.seen}):
        theirs, ours = real.names.get(key, set()), box.names.get(key, set())
        known = bool(theirs) and bool(ours)
        found.append(
            Row(
                key,
                real.seen.get(key, 0),
                box.seen.get(key, 0),
                tuple(sorted(theirs & ours if known else theirs | ours)),
                tuple(sorted(theirs - ours)) if known else (),
                tuple(sorted(ours - theirs)) if known else (),
            ).explained_by(len(real.ended) < ENOUGH)
        )
    return tuple(found)


def add_recorded(shapes: Shapes, file: Path) -> None:
    """Add what a recording of a real server has.

    Raises:
        JournalError: the file is none, or holds nothing of a game; one line. What stands before damage is
            added.
    """
    found = False
    for numbered in JournalReader(file):
        line = numbered.line
        if not isinstance(line, Exchange) or line.status != _OK or not line.path.startswith("/game/"):
            continue
        try:
            for event in _events(line.body):
                found = True
                shapes.add(event, line.path)
        except ValueError as fault:
            raise JournalError(f"{file}: line {numbered.number} is damaged: its answer is {fault}") from None
    if not found:
        raise JournalError(f"{file}: no recorded game: not one answer of a game is in it")


def _events(body: str) -> Iterator[Node]:
    if "<gameState" not in body and "<update" not in body:
        return
    yield from (child for child in parse(body).children if child.tag == "ge")


def played(box: Box, games: int = GAMES) -> Shapes:
    """What the box sends in seeded games by chance, with openings in their midst and reverts."""
    shapes = Shapes()
    decks = {side: [deck for deck in box.decks.values() if deck.side is side] for side in Side}
    for seed in range(games):
        dark, light = decks[Side.DARK], decks[Side.LIGHT]
        script = box.game(dark[seed % len(dark)].text, light[seed % len(light)].text, seed)
        random = Random(seed)
        _play(ServedGame("g", _NAMES, script, now=float, random=random), random, shapes)
    return shapes


def _play(game: ServedGame, random: Random, shapes: Shapes) -> None:
    """Play one game by chance, seen by both players."""
    for name in _NAMES:
        game.open(name)
    reverts = 0
    while game.outcome is None:
        name, question = next(iter(game.pending.items()))
        revert = question.revert and reverts < _MOST_REVERTS and random.random() < _REVERTS
        reverts += revert
        game.answer(name, 1, REVERT if revert else pick(question, random))
        for _, channel in game.channels:
            for event in channel.take():
                shapes.add(event_node(event))
        if random.random() < _LOOKS:
            for event in game.open(name).events:
                shapes.add(event_node(event))


_HEAD = """\
# The wire of the sandbox beside a real one

For maintainers, and for writers of clients who test against the sandbox.

<!-- Generated; a test checks it:
python -m tools.wire --markdown fixtures/games/*.jsonl.gz > docs/sandbox-wire.md -->

Attributes of events and parameters of decisions: those in the recordings of a real server in
`fixtures/games`, and those the sandbox sends in seeded random games.

"""
_TAIL = """
## What else differs

- The light player chooses the starting location after the dark one, not at the same time; both choose unseen.
- Face-down pile tops tell nothing of their card; the real server tells a site and its system.
- Who initiates pays first: Force is used before the responses to using it, not after.
- A game of more turns than the sandbox plays ends as cancelled.
- What it does not play of the cards is never asked: `gemp-bot sandbox --rules`.

## Face-down ids

On both servers, ids of face-down cards are dealt in deck-list order before the shuffle, and are kept through
shuffles and moves between piles. So whoever knows a deck list can recognise face-down cards, his own next
destiny among them; spectators get the ids, too. A card that was shown gets a new id when it goes to a pile.
In the recordings without reverts, 278 of the 833 ids of face-down tops come from a Used Pile back to another.
Nothing in gemp-bot uses this: `tests/sandbox/test_face_down_ids.py` counts them, and plays the same games
with shuffled ids.
"""


def as_markdown(rows: Iterable[Row]) -> str:
    """The page, in Markdown: the types that differ, and how many do not."""
    lines = ["| type | differs | why |", "|---|---|---|"]
    same = 0
    for row in rows:
        sides = [f"real only: {_names(row.only_real)}"] if row.only_real else []
        sides += [f"box only: {_names(row.only_box)}"] if row.only_box else []
        alone = [] if row.real and row.box else [f"only {'real' if row.real else 'box'}"]
        differs = "; ".join(sides or alone)
        if not differs:
            same += 1
            continue
        why = "; ".join(dict.fromkeys(reason or "**no reason known**" for reason in row.reasons))
        lines.append(f"| {row.key} | {differs} | {why} |")
    lines += ["", f"{same} other types carry the same on both."]
    return _HEAD + "\n".join(lines) + "\n" + _TAIL


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


class WireArgs(Args):
    files: list[Path] = arg("FILE", "a recording of a real server")
    markdown: bool = arg("--markdown", "print the document docs/sandbox-wire.md")


class WireResult(JsonResult):
    types: list[Row]
    games: Annotated[int, "whole games in the recordings"]
    unexplained: int
    damaged: int


@command(
    json=WireResult,
    about="""
Compare recordings of a real server with games of the sandbox: for each type of
event and of decision that both know, the attributes and parameters it carries.
A difference without a reason is a failure (exit code 1). The recordings
should be of several whole games: what a few events do not carry may be rare.

--markdown prints the whole document docs/sandbox-wire.md.""",
    examples="""
  python -m tools.wire journals/*.jsonl.gz
  python -m tools.wire --markdown fixtures/games/*.jsonl.gz""",
)
def wire(args: WireArgs, out: Output) -> int:
    set_up_logs(Secrets(), level="warning")
    files: list[Path] = args.files
    real = Shapes()
    damaged: list[Path] = []
    for file in files:
        try:
            add_recorded(real, file)
        except JournalError as fault:
            damaged.append(file)
            out.note(f"gemp-bot: {fault}")
    if len(damaged) == len(files):
        return FAILURE
    rows = compare(real, played(Box()))
    wrong = [row for row in rows if not row.explained]
    if args.markdown:
        for line in as_markdown(rows).splitlines():
            out.line(line)
    else:
        out.table(("type", "recorded", "sandbox", "differs", "why"), [_cells(row) for row in rows])
    if len(real.ended) < ENOUGH:
        out.note(
            f"gemp-bot: whole games recorded: {len(real.ended)}; below {ENOUGH}, what only the sandbox "
            "sends may just not have come about in them"
        )
    for row in wrong:
        what = _differs(row) or "the sandbox never sends it"
        out.note(f"gemp-bot: {row.key}: {what}, and no reason is known")
    out.json(
        WireResult(
            types=list(rows),
            games=len(real.ended),
            unexplained=len(wrong),
            damaged=len(damaged),
        )
    )
    return FAILURE if wrong or damaged else OK


COMMAND = wire


def _cells(row: Row) -> tuple[str, ...]:
    return row.key, str(row.real), str(row.box), _differs(row), "; ".join(row.reasons)


def _differs(row: Row) -> str:
    parts = [f"-{name}" for name in row.only_real] + [f"+{name}" for name in row.only_box]
    return " ".join(parts)


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.wire", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
