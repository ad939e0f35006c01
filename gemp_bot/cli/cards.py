"""`gemp-bot cards ...`: the facts of the cards: show, search, count them, and build the index they are in."""

import argparse
import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import gemp_bot
from gemp_bot.cards.index import CardIndex, CardIndexError
from gemp_bot.cards.model import Card, Made
from gemp_bot.cards.search import find, id_meant, is_id, known_words, search, suggestions
from gemp_bot.cards.showing import card_json, card_lines
from gemp_bot.cards.stats import count
from gemp_bot.cards.titles import folded, read_title
from gemp_bot.cli.exits import OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import Side
from gemp_bot.terminal import plain

if TYPE_CHECKING:
    from gemp_bot.game.understanding import Shares
    from tools.card_index import Report

_MOST_LISTED = 20
_SET = re.compile(r"Set ")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    return _VERBS[args.verb](args, Output(as_json=args.json))


def _show(args: argparse.Namespace, out: Output) -> int:
    from gemp_bot.game.understanding import why_not

    index = _index(args)
    name = " ".join(args.name)
    cards = find(index, name)
    if not cards:
        raise CommandError(_no_such_card(index, name))
    first, *others = cards
    for line in card_lines(first, index, why_not):
        out.line(line)
    if others:
        out.line()
        out.line("Other cards of this name:")
        _list(others, index, out)
    out.json({"cards": [card_json(card, index, why_not) for card in cards]})
    return OK


def _search(args: argparse.Namespace, out: Output) -> int:
    index = _index(args)
    _check_words(args, index)
    found = search(
        index,
        args.words,
        side=None if args.side is None else Side(args.side.upper()),
        kind=args.type,
        icon=args.icon,
        card_set=args.set,
    )
    if found:
        _list(found, index, out)
    else:
        out.line("No cards.")
    out.json({"cards": [_short_json(card) for card in found]})
    return OK


def _stats(args: argparse.Namespace, out: Output) -> int:
    from gemp_bot.decisions import ActionKind
    from gemp_bot.effects.coverage import Coverage, coverage
    from gemp_bot.evaluators.menus import OWN_TURN
    from gemp_bot.game.understanding import count_understood

    index = _index(args)
    stats, made, told = count(index), index.made, count_understood(index)
    sides = ", ".join(f"{number} {side.lower()}" for side, number in stats.sides.items())
    out.line(f"cards:         {stats.cards} ({sides}), {stats.double_sided} of them double-sided")
    _printings(made, out)
    out.line(f"before errata: {stats.pre_errata} cards are known by such a printing only")
    out.line(f"made of:       card data {made.source}, definitions {made.definitions or 'none'}")
    out.line(
        f"definitions:   {stats.by_definition} cards are known by theirs only, {made.unreadable} cannot be "
        f"read, {made.differences} printed facts are others there"
    )
    out.line(
        f"understood:    {told.standing_known} of {told.standing} standing texts, "
        f"{told.actions_known} of {told.actions} actions; of {told.steps_known} costs and effects are known"
    )
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
    out.table(("set", "cards"), [(name, str(number)) for name, number in stats.sets.items()])
    out.json(
        {
            **msgspec.to_builtins(stats),
            "understood": msgspec.to_builtins(told),
            "steering": [{"what": each.what, "known": each.known, "of": each.of} for each in steering],
            "made": msgspec.to_builtins(made),
        }
    )
    return OK


def _printings(made: Made, out: Output) -> None:
    out.line(
        f"printings:     {made.printings} in the card data; {made.repeated_ids} ids more than once: "
        f"{made.alternates} other pictures, {made.pre_errata} before errata left out"
    )
    out.line(f"legacy cards:  {made.legacy_matched} of {made.legacy} have the title of a definition")


def _build(args: argparse.Namespace, out: Output) -> int:
    build = _builder()
    try:
        data, report = build(args.sources, lambda: _index(args))
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


def _builder() -> "Callable[[Sequence[Path], Callable[[], CardIndex]], tuple[bytes, Report]]":
    """What builds an index: it is in the source tree, beside the package.

    Raises:
        CommandError: it is not there, or what it needs is not installed.
    """
    root = Path(gemp_bot.__file__).parent.parent
    if not (root / "tools" / "card_index.py").is_file():
        raise CommandError(
            "cards build needs the source tree of gemp-bot: run it from a clone of the repository"
        )
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    try:
        from tools.card_index import build
    except ModuleNotFoundError as error:
        raise CommandError(
            f"cards build needs {error.name}: install the dependency group `tools` "
            "(pip install tree-sitter tree-sitter-java)"
        ) from None
    return build


def _by_reason(unreadable: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    found: dict[str, list[str]] = {}
    for one, why in unreadable.items():
        found.setdefault(why, []).append(one)
    return sorted(found.items(), key=lambda item: -len(item[1]))


def _most(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


_VERBS: dict[str, Callable[[argparse.Namespace, Output], int]] = {
    "show": _show,
    "search": _search,
    "stats": _stats,
    "build": _build,
}


def _index(args: argparse.Namespace) -> CardIndex:
    try:
        return CardIndex.load(args.index)
    except CardIndexError as error:
        raise CommandError(str(error)) from None


def _check_words(args: argparse.Namespace, index: CardIndex) -> None:
    """Refuse a type, an icon or a set no card has.

    Raises:
        CommandError: with the words there are.
    """
    known = known_words(index)
    ids = {card.blueprint_id.partition("_")[0] for card in index}
    for name, words in known.items():
        asked = getattr(args, name)
        if asked is None or folded(asked) in map(folded, words) or (name == "set" and asked in ids):
            continue
        near = get_close_matches(asked.casefold(), [word.casefold() for word in words], n=1)
        hint = f"did you mean {next(w for w in words if w.casefold() == near[0])!r}? " if near else ""
        listed = list(index.sets) if name == "set" else [word for word in words if not _SET.match(word)]
        raise CommandError(f"there is no {name} {plain(asked)!r}: {hint}known: {', '.join(listed)}")


def _no_such_card(index: CardIndex, name: str) -> str:
    name = plain(name)
    if meant := id_meant(index, name):
        return f"there is no card {name!r}: blueprint ids are like {meant}"
    if is_id(name):
        return f"there is no card with the id {name!r}: `gemp-bot cards search WORD` finds cards by any word"
    if "(v)" in name.casefold() and (plain_ones := find(index, read_title(name).name)):
        return f"there is no virtual card {name!r}: {plain_ones[0].title!r} is no virtual one"
    line = f"there is no card {name!r}"
    if close := suggestions(index, name):
        return f"{line}: did you mean {' or '.join(map(repr, close))}?"
    return f"{line}: `gemp-bot cards search WORD` finds cards by any word"


def _list(cards: Sequence[Card], index: CardIndex, out: Output) -> None:
    out.table(
        ("card", "side", "name", "type", "set"),
        [
            (card.blueprint_id, card.side.value.lower(), card.name, _kind(card), index.set_name(card))
            for card in cards
        ],
    )


def _kind(card: Card) -> str:
    return f"{card.type}: {'/'.join(card.subtypes)}" if card.subtypes else card.type


def _short_json(card: Card) -> dict[str, object]:
    return {
        "blueprint_id": card.blueprint_id,
        "name": card.name,
        "title": card.title,
        "side": card.side.value,
        "type": card.type,
        "subtypes": list(card.subtypes),
        "set": card.set,
    }


def _shares(kind: str, shares: "Shares") -> tuple[str, ...]:
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
