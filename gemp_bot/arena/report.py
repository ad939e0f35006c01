"""The report of a measurement, as markdown and as plain values; with what it takes to make it again."""

import hashlib
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from gemp_bot.arena.ratings import Rating, elo_text, ratings
from gemp_bot.arena.record import FEW, ArenaOutcome, GameRecord
from gemp_bot.arena.results import Measurement
from gemp_bot.arena.spec import MADE, Spec, label_of
from gemp_bot.arena.sprt import GameSummary, PairSummary, SprtState, by_pairs, sprt_state, summarize
from gemp_bot.procedures.plugins import is_code
from gemp_bot.protocol.enums import Side
from gemp_bot.statistics import FEWEST_PAIRS, Interval
from gemp_bot.strategy.identity import StrategyKind, short
from gemp_bot.terminal import plain


class ArenaGroup(GameSummary, frozen=True, kw_only=True):
    """Games in common.

    Attributes:
        kind: total, opponent, pair or side.
    """

    kind: str


class MeasurementReport(msgspec.Struct, frozen=True):
    """All games in the folder of results, those of earlier runs too.

    Attributes:
        name: of the spec.
        player: who is measured.
        wanted: games the spec asks for.
        uphill: the player's decks are fixed: a rate tells nothing about who is stronger.
        versions: programs that played.
        mixed: the player is not the same program in all games.
        by_pairs: the games of all opponents in pairs.
        sprt: the sequential test, if there is one.
        ratings: of everybody, the player at 0.
        mistakes: failures of strategies in all games, by what was wrong.
        unanswered: conditions of strategy files without an answer, by file, line and why.
        step_counts: questions that each step and principle of people's own strategy files decided.
    """

    name: str
    player: str
    wanted: int
    uphill: bool
    versions: tuple[str, ...]
    mixed: bool
    groups: tuple[ArenaGroup, ...]
    by_pairs: PairSummary
    sprt: SprtState | None
    ratings: tuple[Rating, ...]
    mistakes: dict[str, int]
    unanswered: dict[str, int]
    step_counts: dict[str, int]

    @property
    def total(self) -> ArenaGroup:
        """All games."""
        return self.groups[0]


def make_report(name: str, spec: Spec, records: Sequence[GameRecord]) -> MeasurementReport:
    """Count everything."""
    player = label_of(spec.player.strategy, spec.player)
    uphill = any(pair.swap is False for pair in spec.pair)
    versions = {one for record in records for one in (record.player_version, record.opponent_version) if one}
    return MeasurementReport(
        name=name,
        player=player,
        wanted=spec.games * len(spec.opponent),
        uphill=uphill,
        groups=(
            *_groups("total", records, lambda _: "total"),
            *_groups("opponent", records, lambda one: f"vs {one.opponent}"),
            *_groups(
                "pair",
                sorted(records, key=lambda one: one.pair),
                lambda one: _pair_label(one, uphill=uphill),
            ),
            *_groups("side", records, lambda one: one.side.lower()),
        ),
        versions=tuple(sorted(versions)),
        mixed=len({_player(record) for record in records} - {""}) > 1,
        by_pairs=by_pairs(records),
        sprt=None if spec.sprt is None else sprt_state(records, spec.sprt),
        ratings=ratings(records, player),
        mistakes=mistakes_of(records),
        unanswered=unanswered_of(records),
        step_counts=step_counts_of(records),
    )


def _player(record: GameRecord) -> str:
    """Tells one player from another: its digests, or the version of a record from before there were any."""
    identity = record.player_identity
    return record.player_version if identity is None else f"{identity.digest} {identity.program}"


def markdown(report: MeasurementReport) -> list[str]:
    """The lines of the report."""
    lines = [f"# {report.name}: {report.player}", ""]
    played = report.total.games + sum(report.total.unfinished.values())
    lines += [f"{played} of {report.wanted} games played, {report.total.games} decided.", ""]
    lines += table(report)
    lines += [""]
    lines += ["Intervals hold with 95 %: Wilson's for rates, normal for margins.", ""]
    lines += [pair_line(report.by_pairs), ""]
    if report.sprt is not None:
        lines += [sprt_line(report.sprt), ""]
    if report.ratings:
        others = [f"{one.name} {elo_text(one.elo)}" for one in report.ratings if one.name != report.player]
        lines += [f"Ratings (Elo, {report.player} at 0): " + ", ".join(others) + ".", ""]
    lines += mistake_lines(report.total, report.mistakes, report.unanswered)
    lines += step_lines(report.step_counts)
    lines += [played_by(report)]
    return lines


def mistake_lines(total: GameSummary, mistakes: dict[str, int], unanswered: dict[str, int]) -> list[str]:
    """What went wrong in strategies, and which games do not count for it."""
    unfinished = total.unfinished
    lines = [
        f"Games in which the {who} was not this strategy, since it failed at more than {FEW:.0%} of its "
        f"choices and the simple rule answered: {count}. They count for nobody.".replace("%", " %")
        for who, outcome in (
            ("player", ArenaOutcome.PLAYER_REPLACED),
            ("opponent", ArenaOutcome.OPPONENT_REPLACED),
        )
        if (count := unfinished.get(outcome, 0))
    ]
    for title, found in (("Failures of a strategy", mistakes), ("No answer", unanswered)):
        lines += [f"- {title}: {plain(what)} ({times_text(times)})" for what, times in found.items()]
    return [*lines, ""] if lines else []


def step_lines(
    counts: Mapping[str, int], asked: Mapping[str, int] | None = None, idle: Collection[str] = ()
) -> list[str]:
    """What each step and principle of people's own strategy files did.

    Args:
        counts: at how many questions it decided, by `file:line: rule`.
        asked: how many questions of its kind came, likewise; None where that was not counted.
        idle: steps that leave the question to a parent which has no steps for it.
    """
    if not counts:
        return []
    told = [
        f"- {plain(rule)}: {times_text(count) if count else _never(rule, asked, idle)}"
        for rule, count in counts.items()
    ]
    return [
        "Questions that each step of a strategy file decided, or a principle forbade something at:",
        *told,
        "",
    ]


def _never(rule: str, asked: Mapping[str, int] | None, idle: Collection[str]) -> str:
    if rule in idle:
        return "does nothing: what the file extends has no steps for this kind"
    if asked is None:
        return "never"
    questions = asked[rule]
    if not questions:
        return "never asked: no question of its kind came"
    return f"never fitted: {questions} question{'s' if questions > 1 else ''} of its kind came"


def times_text(count: int) -> str:
    """`once`, `3 times`."""
    return "once" if count == 1 else f"{count} times"


def mistakes_of(records: Iterable[GameRecord]) -> dict[str, int]:
    """How often strategies failed, by what was wrong."""
    return _sums(records, lambda one: (one.mistakes, one.opponent_mistakes))


def unanswered_of(records: Iterable[GameRecord]) -> dict[str, int]:
    """How often conditions of strategy files had no answer, by file, line and why."""
    return _sums(records, lambda one: (one.unanswered, one.opponent_unanswered))


def step_counts_of(records: Iterable[GameRecord]) -> dict[str, int]:
    """At how many questions each step and principle of people's own strategy files decided."""
    found = Counter[str]()
    for record in records:
        found.update(record.step_counts)
        found.update(record.opponent_step_counts)
    return dict(found)  # in the order of the files


def _sums(
    records: Iterable[GameRecord], of: Callable[[GameRecord], tuple[dict[str, int], ...]]
) -> dict[str, int]:
    """Counts of all games together, the most frequent first."""
    found = Counter[str]()
    for record in records:
        for counts in of(record):
            found.update(counts)
    return dict(found.most_common())


def played_by(report: MeasurementReport) -> str:
    """Which programs played, and whether the player changed meanwhile."""
    told = "Played by: " + ("; ".join(report.versions) or "nobody yet") + "."
    return told + (" Mixed: the player changed while it was measured." if report.mixed else "")


_COLUMNS = ("games", "n", "won", "rate", "life margin", "turns", "unfinished", "faults")


def table(report: MeasurementReport) -> list[str]:
    """One row a group, the total last."""
    lines = ["| " + " | ".join(_COLUMNS) + " |", "|" + " --- |" * len(_COLUMNS)]
    lines += ["| " + " | ".join(_row(group)) + " |" for group in (*report.groups[1:], report.total)]
    return lines


def rate_text(rate: Interval | None) -> str:
    """`65 % [43-82]`."""
    return (
        "-"
        if rate is None
        else f"{rate.value:.0%} [{100 * rate.low:.0f}-{100 * rate.high:.0f}]".replace("%", " %")
    )


def margin_text(margin: Interval | None) -> str:
    """`+12.3 ± 4.5`."""
    if margin is None:
        return "-"
    return f"{margin.value:+.1f}" + (f" ± {margin.half:.1f}" if margin.half else "")


def pair_line(found: PairSummary) -> str:
    """Games by pairs, and whether the players are told apart, in one line."""
    if found.rate is None:
        return "Pairs (the same decks, sides changed): none is complete."
    lost, down, split, up, won = found.counts
    drawn = f", {down + up} with one drawn" if down + up else ""
    same = f" ({found.same} of them one game, played alike from both seats)" if found.same else ""
    if found.told_apart:
        verdict = "told apart"
    elif sum(found.counts) < FEWEST_PAIRS and found.needed is None:
        verdict = f"too few to tell anything: at least {FEWEST_PAIRS} pairs are needed"
    elif found.needed is None:
        verdict = "not told apart"
    else:
        verdict = f"too few to tell the players apart: about {found.needed} in all, if the rate stays"
    less = "" if found.corrected is None else f", without the luck of draws {margin_text(found.corrected)}"
    return (
        f"Pairs (the same decks, sides changed): {won} won twice, {split} split{same}, {lost} lost twice"
        f"{drawn}: {rate_text(found.rate)}, margin {margin_text(found.margin)}{less}; {verdict}."
    )


def sprt_line(state: SprtState) -> str:
    """The sequential test in one line."""
    where = "" if state.decided_at is None else f" after {state.decided_at} pairs"
    return (
        f"SPRT: {state.verdict}{where}; LLR {state.llr:.2f} in [{state.low:.2f}, {state.high:.2f}], "
        f"{state.pairs} pairs {list(state.counts)}."
    )


def _groups(
    kind: str, records: Iterable[GameRecord], label: Callable[[GameRecord], str]
) -> Iterator[ArenaGroup]:
    """The games by label, in the order in which labels first come; the total is there without any, too."""
    found: dict[str, list[GameRecord]] = {"total": []} if kind == "total" else {}
    for record in records:
        found.setdefault(label(record), []).append(record)
    for name, games in found.items():
        yield ArenaGroup(**msgspec.structs.asdict(summarize(name, games)), kind=kind)


def _row(summary: GameSummary) -> tuple[str, ...]:
    return (
        summary.label.replace("|", "\\|"),
        str(summary.games),
        f"{summary.won}" + (f" + {summary.drawn} drawn" if summary.drawn else ""),
        rate_text(summary.rate),
        margin_text(summary.margin),
        "-" if summary.turns is None else f"{summary.turns:.1f}",
        _counts(summary.unfinished),
        _counts(summary.faults),
    )


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items() if count) or "-"


def _pair_label(record: GameRecord, *, uphill: bool) -> str:
    """The decks; where they are fixed, the player's first, else the light one."""
    decks = (record.deck, record.opponent_deck)
    first, second = decks if uphill or record.side is Side.LIGHT else decks[::-1]
    return f"{record.pair}. {first} / {second}"


def is_modified(package: Path) -> bool:
    """Whether the package lies in a git checkout whose code or strategies differ from its revision."""
    root = package.parent
    if not (root / ".git").exists():
        return False
    words = ["git", "-C", str(root), "status", "--porcelain", "--", package.name, "strategies"]
    try:
        done = subprocess.run(words, capture_output=True, check=False)  # noqa: S603
    except OSError:  # no git: not known
        return False
    return done.returncode == 0 and bool(done.stdout.strip())


_ELSEWHERE = ("server", "accounts")
"""Keys that are another's on another machine."""
_PATHS = ("python", "wheel", "file")
_TEXT = ("strategy", "name")


def recipe(spec: Spec, measurement: Measurement | None) -> list[str]:
    """Markdown: the spec without server, accounts and folders, and digests of what it names."""
    pairs = () if measurement is None else measurement.pairs
    players = () if measurement is None else measurement.players or ()
    lines = ["Spec, without `server` and `accounts`:", "", "```toml", *_toml(_plain(spec)), "```", ""]
    if spec.pairs is not None:
        split = spec.pairs.split
        half = f" the {split} half of" if split and split != MADE else ""
        drawn = f"The {spec.pairs.random} pairs are drawn by `pairs.seed` from{half} the library"
        if split == MADE:
            drawn += ", a third of the fighters and Interrupts of each deck exchanged by it"
        lines += [f"{drawn}: the same library gives the same pairs."]
    if pairs:
        texts = "\0".join(text for pair in pairs for text in (pair.format, pair.light.text, pair.dark.text))
        digest = short(hashlib.sha256(texts.encode()).hexdigest())
        lines += [f"Decks: {len(pairs)} pairs, digest {digest}."]
    own = sorted({deck.name for pair in pairs for deck in (pair.light, pair.dark) if not deck.library})
    if own:
        lines += ["Decks of our own, each with the digest of its text: " + ", ".join(own) + "."]
    found = [player for player in players if player is not None]
    strategies = {one.name: one.digest for one in found if one.kind is StrategyKind.FILE}
    if strategies:
        lines += [f"Strategy files, with the digest of their texts and their parents': {_told(strategies)}."]
    classes = {one.name: one.digest for one in found if one.kind is StrategyKind.CLASS}
    if classes:
        lines += [f"Classes, with the digest of their files: {_told(classes)}."]
    plugins = {one.name: one.digest for one in found if one.kind is StrategyKind.PLUGIN}
    if plugins:
        lines += [f"Plug-ins, with the digest of their packages: {_told(plugins)}."]
    if found:
        programs = dict.fromkeys(short(one.program) for one in found)
        lines += [f"Programs that ran the players, each with its digest: {', '.join(programs)}."]
    return lines


def _told(digests: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {short(digest)}" for name, digest in sorted(digests.items()))


def _plain(spec: Spec) -> dict[str, Any]:
    """The spec as plain values, with the last part of each path."""
    values: dict[str, Any] = msgspec.to_builtins(spec)
    return {key: _bare(value, key) for key, value in values.items() if key not in _ELSEWHERE}


def _bare(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return {inner: _bare(one, inner) for inner, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_bare(one, key) for one in value]
    if not isinstance(value, str):
        return value
    is_path = key in _PATHS or (key in _TEXT and (value.endswith(".toml") or is_code(value)))
    return Path(value).name if is_path else value


def _toml(values: Mapping[str, Any]) -> list[str]:
    """A spec in TOML: values first, then tables, then lists of tables."""
    rest = {key: value for key, value in values.items() if value is not None and value != []}
    lines = [f"{key} = {_value(one)}" for key, one in rest.items() if not isinstance(one, dict | list)]
    for key, one in rest.items():
        for table in one if isinstance(one, list) else [one] if isinstance(one, dict) else []:
            lines += ["", f"[[{key}]]" if isinstance(one, list) else f"[{key}]"]
            lines += [f"{inner} = {_value(found)}" for inner, found in table.items()]
    return lines


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, str):
        # JSON's texts are TOML's, but for this one character.
        return re.sub("\x7f", r"\\u007f", json.dumps(value, ensure_ascii=False))
    return str(value).lower()
