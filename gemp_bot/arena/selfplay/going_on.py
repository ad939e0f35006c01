"""Going on with the games of an earlier run: whether they are of the same players, and which are left."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.results import NO_DIGESTS, other_players
from gemp_bot.arena.selfplay.jobs import BoxJob, Contest
from gemp_bot.arena.spec import TakenError
from gemp_bot.cards.deck import deck_digest
from gemp_bot.strategy.identity import differences, short


def check_records(file: Path | None, records: Iterable[GameRecord], contest: Contest) -> None:
    """Refuse games of other players, decks or chance.

    Args:
        file: where they are, for the message.
        records: what is there.
        contest: what would be added.

    Raises:
        TakenError: one line that names the difference.
    """
    players = (contest.player_identity, contest.opponent_identity)
    for record in records:
        if record.player_identity is None:
            raise TakenError(f"{file}: {NO_DIGESTS}")
        changes = differences((record.player_identity, record.opponent_identity), players)
        if changes:
            raise TakenError(f"{file}: {other_players(changes)}")
        if record.job.partition("-")[0] != contest.digest:
            raise TakenError(f"{file}: holds games with {_other(record, contest)}")


def open_jobs(jobs: Iterable[BoxJob], records: Mapping[str, GameRecord]) -> list[BoxJob]:
    """The jobs that have no result yet; an error is none."""
    return [job for job in jobs if job.id not in records or records[job.id].outcome is ArenaOutcome.ERROR]


def _other(record: GameRecord, contest: Contest) -> str:
    """What is other about a game of the same players."""
    if record.pair > len(contest.pairs):
        return "other decks"
    told = []
    decks = contest.decks(record.pair - 1, record.half)
    was = ((record.deck, record.deck_digest), (record.opponent_deck, record.opponent_deck_digest))
    for deck, (name, digest) in zip(decks, was, strict=True):
        now = deck_digest(deck.text)
        if (deck.name, now) != (name, digest):
            told.append(f"deck {name} {short(digest)} where there is {deck.name} {short(now)} now")
    return "; ".join(told) or "another seed, or with other decks"
