"""The index of cards: python -m tools.cards build SOURCE... --out FILE, and stats of one."""

import contextlib
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.model import Card, Made
from gemp_bot.cli.cards import IndexArgs, load_index
from gemp_bot.cli.command import Args, CommandGroup, arg, command
from gemp_bot.cli.exits import OK, CommandError
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from gemp_bot.decisions import ActionKind
from gemp_bot.effects.coverage import Coverage, coverage
from gemp_bot.errors import BotError
from gemp_bot.evaluators.menus import OWN_TURN
from gemp_bot.game.understanding import ALL_CARDS, Shares, count_understood
from gemp_bot.sandbox.deck_files import read_decks


class Stats(msgspec.Struct, frozen=True):
    """Counts of an index; double-sided cards count once.

    Attributes:
        pre_errata: known by a printing before errata only. by_definition: by their definition only.
    """

    cards: int
    double_sided: int
    pre_errata: int
    by_definition: int
    sides: dict[str, int]
    types: dict[str, int]
    sets: dict[str, int]


def count(index: CardIndex) -> Stats:
    """Count."""
    fronts = [card for card in index if not card.is_back]
    return Stats(
        cards=len(fronts),
        double_sided=sum(card.double_sided for card in fronts),
        pre_errata=sum(card.pre_errata for card in fronts),
        by_definition=sum(card.by_definition for card in fronts),
        sides=dict(sorted(Counter(card.side.value for card in fronts).items())),
        types=dict(Counter(card.type for card in fronts).most_common()),
        sets=dict(Counter(index.set_name(card) for card in fronts).most_common()),
    )


_MOST_LISTED = 20


class StatsArgs(IndexArgs):
    decks: Path | None = arg("--decks DIR", "tell how much is understood of the cards of these decks only")


class BuildArgs(Args):
    sources: list[Path] = arg("SOURCE", "a folder of card data, or a checkout of a server's definitions")
    out: Path = arg("--out FILE", "the index to write")


@command(
    json=dict[str, object],
    summary="count cards and understood texts",
    about="""
Count the cards by side, type and set, tell how the index was made, how many
standing texts and actions are understood, and what is missing most often.""",
    examples="""
  python -m tools.cards stats
  python -m tools.cards stats --decks gemp_bot/sandbox/decks""",
)
def stats(args: StatsArgs, out: Output) -> int:
    index = load_index(args.index)
    cards = None if args.decks is None else _of_decks(args.decks, index)
    counts, made, told = count(index), index.made, count_understood(index, cards)
    sides = ", ".join(f"{number} {side.lower()}" for side, number in counts.sides.items())
    out.line(f"cards:         {counts.cards} ({sides}), {counts.double_sided} of them double-sided")
    _printings(made, out)
    out.line(f"before errata: {counts.pre_errata} cards are known by such a printing only")
    out.line(f"made of:       card data {made.source}, definitions {made.definitions or 'none'}")
    out.line(
        f"definitions:   {counts.by_definition} cards are known by theirs only, {made.unreadable} cannot be "
        f"read, {made.differences} printed facts are others there"
    )
    out.line(
        f"understood:    {told.standing_known} of {told.standing} standing texts, "
        f"{told.actions_known} of {told.actions} actions; of {told.steps_known} costs and effects are known"
    )
    whole = told.shares[ALL_CARDS].cards
    out.line(f"               of {told.standing_all} of {whole} sides of cards all standing texts")
    out.line()
    out.table(
        ("type", "sides", "all text", "some", "none"),
        [_shares(kind, shares) for kind, shares in told.shares.items()],
    )
    out.line()
    missing = list(told.missing.items())
    out.table(("not understood", "cards"), [(why, str(number)) for why, number in missing[:_MOST_LISTED]])
    out.line()
    out.table(("standing texts change", "texts"), [(what, str(n)) for what, n in told.changes.items()])
    out.line()
    steering = (*coverage(index), Coverage("kinds of actions", len(OWN_TURN), len(ActionKind)))
    out.table(
        ("what steers play", "told", "of"), [(each.what, str(each.known), str(each.of)) for each in steering]
    )
    out.line()
    out.table(("set", "cards"), [(name, str(number)) for name, number in counts.sets.items()])
    out.json(
        {
            **msgspec.to_builtins(counts),
            "understood": msgspec.to_builtins(told),
            "steering": [{"what": each.what, "known": each.known, "of": each.of} for each in steering],
            "made": msgspec.to_builtins(made),
        }
    )
    return OK


def _of_decks(folder: Path, index: CardIndex) -> list[Card]:
    """The cards of the decks in a folder, once each, with their other sides."""
    found = {card.blueprint_id: card for file in read_decks(folder, index) for card in file.cards}
    backs = (index.back_of(card) for card in found.values())
    return [*found.values(), *(card for card in backs if card is not None)]


def _printings(made: Made, out: Output) -> None:
    out.line(
        f"printings:     {made.printings} in the card data; {made.repeated_ids} ids more than once: "
        f"{made.alternates} other pictures, {made.pre_errata} before errata left out"
    )
    out.line(f"legacy cards:  {made.legacy_matched} of {made.legacy} have the title of a definition")


@command(
    json=dict[str, object],
    summary="make an index of cards",
    about="""
Make an index of cards. A SOURCE is a folder of card data in the layout of the
Players Committee's (Dark.json, Light.json, DarkPreErrata.json,
LightPreErrata.json, DarkLegacy.json, LightLegacy.json, sets.json), or a
checkout of a GEMP server, whose definitions tell what cards do. What is not
given is kept as the shipped index has it. Only facts are taken: no game text,
lore, rulings, pictures or code. The same sources always give the same bytes.

It needs the dependency group `tools`. A missing file, an unknown field or a
wrong type is a failure (exit code 1) that names the file, the card and the
field; a definition that cannot be read is counted and named, and its card keeps
what is printed.""",
    examples="""
  python -m tools.cards build swccg-card-json gemp-swccg-public --out index.bin
  gemp-bot cards show "Darth Vader" --index index.bin""",
)
def build(args: BuildArgs, out: Output) -> int:
    try:
        from tools.card_index import build as build_index  # noqa: PLC0415 - needs the group `tools`
    except ModuleNotFoundError as error:
        raise CommandError(
            f"this needs {error.name}: install the dependency group `tools` "
            "(pip install tree-sitter tree-sitter-java)"
        ) from None
    try:
        data, report = build_index(args.sources, CardIndex.load)
    except BotError as error:
        raise CommandError(str(error)) from None
    _write(args.out, data)
    made = report.made
    out.line(f"{args.out}: {report.cards} cards, {report.backs} backs, {report.bytes} bytes")
    _printings(made, out)
    _some(out, "unmatched", [f"{side} {title}" for side, title in report.unmatched_legacy])
    _some(out, "ids without a card", report.unused_legacy)
    out.line(
        f"other cards:   {report.names_resolved} names found, {len(report.names_unresolved)} are of no card"
    )
    _some(out, "of no card", report.names_unresolved)
    _some(out, "words no rule knows", report.new_words)
    out.line(
        f"definitions:   {report.texts} cards have one, {len(report.unreadable)} cannot be read; "
        f"{len(report.by_definition)} cards are known by theirs only"
    )
    _some(out, "cannot be read", [f"{why}: {', '.join(ids)}" for why, ids in _by_reason(report.unreadable)])
    _some(out, "known by it only", report.by_definition)
    _some(out, "methods that are not read to the end", [f"{n} {what}" for what, n in _most(report.unread)])
    _some(out, "not followed", [f"{n} {what}" for what, n in _most(report.problems)])
    out.line(f"differences:   {made.differences} printed facts are others in the definition")
    _some(out, "they are", [f"{one} {', '.join(each)}" for one, each in report.differences.items()], "; ")
    out.json({"file": str(args.out), **msgspec.to_builtins(report)})
    return OK


COMMAND = CommandGroup(
    """\
Make the index of cards that is shipped with the program, and count what of it
is understood.""",
    {"build": build, "stats": stats},
)


def _by_reason(unreadable: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for one, why in unreadable.items():
        found.setdefault(why, []).append(one)
    return sorted(found.items(), key=lambda item: -len(item[1]))


def _most(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _shares(kind: str, shares: Shares) -> tuple[str, ...]:
    numbers = (shares.all, shares.some, shares.none)
    percent = (f"{number} ({number / max(shares.cards, 1):.0%})" for number in numbers)
    return (kind, str(shares.cards), *percent)


def _some(out: Output, what: str, words: Sequence[str], joint: str = ", ") -> None:
    if not words:
        return
    more = f", and {len(words) - _MOST_LISTED} more (--json lists all)" if len(words) > _MOST_LISTED else ""
    out.line(f"  {what}: {joint.join(words[:_MOST_LISTED])}{more}")


def _write(file: Path, data: bytes) -> None:
    """Write the whole file or nothing of it; a device, a folder or a pipe is never replaced.

    Raises:
        CommandError: it cannot be written, or is no regular file.
    """
    if not file.name:
        raise CommandError("--out: names no file")
    if file.exists() and not file.is_file():
        raise CommandError(f"{file}: is no regular file; --out takes a new file or one to replace")
    try:
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as made:
            made.write(data)
        Path(made.name).chmod(0o644)
        os.replace(made.name, file)  # noqa: PTH105 - Path.replace is the same
    except OSError as error:
        with contextlib.suppress(OSError, UnboundLocalError):
            Path(made.name).unlink()
        raise CommandError(f"{file}: {error.strerror or 'cannot be written'}") from None


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.cards", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
