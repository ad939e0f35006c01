"""The games of a lab as its report: read once each, put together, written as a page and as JSON."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path

import msgspec

from gemp_bot.arena.jobs import JobDeck
from gemp_bot.arena.record import GameRecord
from gemp_bot.arena.report import rate_text
from gemp_bot.cards.deck import deck_digest, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.lab_folder import SANDBOX
from gemp_bot.cli.output import Output
from gemp_bot.cli.report import write_page
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import Head, JournalError
from gemp_bot.journal.folder import chains, journal_files
from gemp_bot.pages.report import lab_page
from gemp_bot.report.lab_model import FORMAT, LabReport, Rate
from gemp_bot.report.lab_observing import GameSeen, observe
from gemp_bot.report.lab_totals import DecidedGame, DeckTotals, compare, untold_of

_UNKNOWN = "a deck that is not known"
_COLUMNS = ("against", "n", "rate", "turns")


@dataclass(frozen=True, slots=True)
class Version:
    """A deck, what became of its games, and where these are recorded."""

    deck: JobDeck
    records: tuple[GameRecord, ...]
    journals: Path


@dataclass(frozen=True, slots=True)
class LabGames:
    """All games of a lab.

    Attributes:
        versions: the deck, and another version of it if there is one.
        field: the decks that were met.
        journals: folder of games that were recorded elsewhere; None for none.
        where: `sandbox`, the address of a server; empty where nothing was played.
        strategy, opponent, seed: who played, and by which chance.
    """

    versions: tuple[Version, ...]
    field: tuple[JobDeck, ...]
    journals: Path | None
    where: str
    strategy: str
    opponent: str
    seed: int


def write_report(games: LabGames, page: Path, index: CardIndex, out: Output) -> bool:
    """Write the page, print the matchups; tell whether a recording was damaged.

    Raises:
        CommandError: the page cannot be written.
    """
    report = _Reading(games, index, out).report()
    page.parent.mkdir(parents=True, exist_ok=True)
    size = write_page(page, lab_page(report))
    for deck in report.versions:
        out.line(f"{deck.deck}: {deck.games} decided games, win rate {_rate(deck.rate)}.")
        out.table(_COLUMNS, [_row(one.opponent, one.rate, one.turns) for one in deck.matchups])
    found = report.comparison
    if found is not None and found.difference is not None:
        gap = found.difference
        more = "" if found.needed is None else f" About {found.needed} in all tell them apart, if that stays."
        out.line(
            f"The second version makes {gap.value:+.3f} points a game more ({gap.low:+.3f} to "
            f"{gap.high:+.3f}), over {found.pairs} pairs of games, {found.same} of which went alike.{more}"
        )
    out.line(f"{page}: {size // 1000} kB")
    out.json(msgspec.to_builtins(report))
    return bool(report.damaged)


def _row(label: str, rate: Rate, turns: float | None) -> tuple[str, ...]:
    return label, str(rate.games), _rate(rate), "-" if turns is None else f"{turns:.1f}"


def _rate(rate: Rate) -> str:
    return rate_text(rate.rate)


class _Reading:
    """Reads each game once."""

    def __init__(self, games: LabGames, index: CardIndex, out: Output) -> None:
        self._games = games
        self._index = index
        self._out = out
        self._catalogue, self._effects = Catalogue.load(), CardEffects(index)
        self._names = {deck_digest(deck.text): deck.name for deck in games.field}
        self._damaged: list[str] = []
        self._left_out = 0

    def report(self) -> LabReport:
        """Read all games, and put them together."""
        games = self._games
        untold = untold_of(self._index) if games.where == SANDBOX else lambda _: None
        totals = {
            deck_digest(one.deck.text): DeckTotals(
                one.deck.name, one.deck.side, parse_deck(one.deck.text), self._index, untold
            )
            for one in games.versions
        }
        for version in games.versions:
            self._own(version, totals[deck_digest(version.deck.text)])
        if games.journals is not None:
            self._elsewhere(games.journals, totals)
        comparison = None
        if len(games.versions) > 1:
            first, second = games.versions
            comparison = compare(
                _played(first.records),
                _played(second.records),
                (parse_deck(first.deck.text), parse_deck(second.deck.text)),
                self._index,
            )
        return LabReport(
            format=FORMAT,
            where=games.where,
            strategy=games.strategy,
            opponent=games.opponent,
            seed=games.seed,
            versions=[total.report() for total in totals.values()],
            comparison=comparison,
            left_out=self._left_out,
            damaged=self._damaged,
        )

    def _own(self, version: Version, totals: DeckTotals) -> None:
        """The games of a version that the lab played."""
        found = self._chains(version.journals) if version.records else []
        by_name = {path.name: files for files in found for path in files}
        for record in version.records:
            if not record.outcome.decided:
                totals.not_decided(record.outcome.value)
                continue
            files = by_name.get(record.journal or "")
            if files is None:
                self._damage(f"{version.journals}: holds no recording of game {record.job}")
                continue
            seen = self._seen(files)
            if seen is not None:
                opponent = self._names.get(record.opponent_deck_digest or "", record.opponent_deck)
                totals.add(seen, opponent, won=record.outcome.score > 0.5)  # noqa: PLR2004 - no draws here

    def _elsewhere(self, folder: Path, totals: Mapping[str, DeckTotals]) -> None:
        """Games that were recorded elsewhere, of any version."""
        own = {realpath(version.journals) for version in self._games.versions}

        def wanted(head: Head | None) -> bool:
            known = head is not None and head.deck is not None and deck_digest(head.deck) in totals
            self._left_out += not known
            return known

        if realpath(folder) in own:
            return
        for files in self._chains(folder, wanted):
            seen = self._seen(files)
            if seen is None or seen.deck_digest is None:
                continue
            total = totals[seen.deck_digest]
            if seen.won is None:
                total.not_decided(seen.reason or "no end")
                continue
            opponent = self._names.get(seen.opponent_digest or "", _UNKNOWN)
            total.add(seen, opponent, won=seen.won, from_journals=True)

    def _chains(
        self, folder: Path, wanted: Callable[[Head | None], bool] = lambda _: True
    ) -> list[list[Path]]:
        files = journal_files([folder], lambda _: None) if folder.is_dir() else []
        return chains(files, damaged=self._damage, wanted=wanted)

    def _seen(self, files: list[Path]) -> GameSeen | None:
        try:
            return observe(files, self._catalogue, self._effects)
        except JournalError as fault:
            self._damage(str(fault))
            return None

    def _damage(self, line: str) -> None:
        self._damaged.append(line)
        self._out.note(f"gemp-bot: {line}: left out")


def _played(records: Iterable[GameRecord]) -> dict[str, DecidedGame]:
    """The decided games, by their place in the order of games."""
    return {
        f"{one.round}{one.half}": DecidedGame(
            one.outcome.score,
            (one.opponent_deck, one.life, one.opponent_life, one.turns, one.questions, one.reason),
        )
        for one in records
        if one.outcome.decided
    }
