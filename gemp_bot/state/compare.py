"""Compare two tables of one game: the tracked one and the one a fresh snapshot gives."""

from collections.abc import Iterator

from gemp_bot.protocol.enums import Zone
from gemp_bot.state.table import Table
from gemp_bot.state.table_data import TableCard


def differences(tracked: Table, fresh: Table) -> list[str]:
    """List what differs, one short line each; empty if both know the same.

    Left out is what a snapshot never tells: an attack or a lightsaber combat in progress, and a
    pending warning (PROTOCOL 5.2).
    """
    return [*_frame(tracked, fresh), *_columns(tracked, fresh), *_cards(tracked, fresh)]


def missed_events(tracked: Table, fresh: Table) -> bool:
    """Whether the game may have gone on unseen between the tracked table and the snapshot.

    It did if its log is longer. While nobody asks us anything it may have done so without a word.
    """
    if fresh.log_length > tracked.log_length:
        return True
    return tracked.asked is None and tracked.ending is None


def _frame(tracked: Table, fresh: Table) -> Iterator[str]:
    for name in ("me", "players", "turn_player", "phase", "turn", "statistics", "battle", "duel"):
        yield from _unequal(name, getattr(tracked, name), getattr(fresh, name))
    yield from _unequal("sabacc", tracked.sabacc, fresh.sabacc)
    yield from _unequal("ending", tracked.ending, fresh.ending)
    yield from _unequal("log length", tracked.log_length, fresh.log_length)
    if tracked.log_length == fresh.log_length and tracked.log_digest != fresh.log_digest:
        yield "the logs are of one length but differ"
    was = None if tracked.asked is None else tracked.asked.decision
    now = None if fresh.asked is None else fresh.asked.decision
    yield from _unequal("question", was, now)


def _columns(tracked: Table, fresh: Table) -> Iterator[str]:
    was = [None if place.card is None else place.card.id for place in tracked.locations]
    now = [None if place.card is None else place.card.id for place in fresh.locations]
    yield from _unequal("columns", was, now)


def _cards(tracked: Table, fresh: Table) -> Iterator[str]:
    was = {card.id: card for card in tracked.cards()}
    now = {card.id: card for card in fresh.cards()}
    for card_id in was.keys() - now.keys():
        yield f"tracked only: {_name(was[card_id])}"
    for card_id in now.keys() - was.keys():
        yield f"in the snapshot only: {_name(now[card_id])}"
    for card_id in was.keys() & now.keys():
        yield from _unequal(f"card {card_id}", was[card_id], now[card_id])
        if was[card_id].zone in (Zone.AT_LOCATION, Zone.LOCATIONS):
            column = tracked.column_of(card_id)
            yield from _unequal(f"column of card {card_id}", column, fresh.column_of(card_id))


def _unequal(name: str, was: object, now: object) -> Iterator[str]:
    if was != now:
        yield f"{name}: tracked {was!r}, snapshot {now!r}"


def _name(card: TableCard) -> str:
    return f"card {card.id}, {card.blueprint_id} in {card.zone}"
