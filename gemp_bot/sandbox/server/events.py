"""Builders of game events (PROTOCOL 6.4).

They make the classes that a client decodes; `event_xml` writes them as the wire has them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds, PlayerNames
from gemp_bot.protocol.enums import Phase
from gemp_bot.protocol.ids import CardId, PlayerName

AnyCardEvent = TypeVar("AnyCardEvent", bound=e.CardEvent)
Contest = TypeVar("Contest", e.BattleStarted, e.DuelStarted, e.CombatStarted)


def remove(card_ids: Iterable[int], player: str | None = None) -> e.CardsRemoved:
    """`RCFP`: these cards are no longer shown."""
    return e.CardsRemoved(_ids(card_ids), None if player is None else PlayerName(player))


def snapshot_start(player: str, players: Sequence[str]) -> e.SnapshotStart:
    """`P`: start of a snapshot, dark player first."""
    return e.SnapshotStart(PlayerName(player), PlayerNames(map(PlayerName, players)))


def turn(player: str) -> e.TurnChanged:
    """`TC`: whose turn it is."""
    return e.TurnChanged(PlayerName(player))


def phase(now: Phase, number: int | None = None) -> e.PhaseChanged:
    """`GPC`: the phase, with the current player's own turn number once there is one."""
    return e.PhaseChanged(now, number)


def message(text: str) -> e.Message:
    """`M`: a line of the game log, HTML."""
    return e.Message(text)


def warning(text: str) -> e.Warned:
    """`W`: a warning for one player; the channel puts it after everything else of a batch."""
    return e.Warned(text)


def contest(kind: type[Contest], column: int, card_ids: Iterable[int]) -> Contest:
    """`SB`, `SD`, `SLC`: a battle, duel or lightsaber combat starts."""
    return kind(column, _ids(card_ids))


def numbers(
    zones: tuple[e.PlayerZones, ...],
    dark_power: Sequence[float],
    light_power: Sequence[float],
    changes: Mapping[str, float],
) -> e.Statistics:
    """`GS` of sizes that are counted already."""
    return e.Statistics(
        player_zones=zones,
        dark_power_at_locations=tuple(map(_amount, dark_power)),
        light_power_at_locations=tuple(map(_amount, light_power)),
        **{name: one if isinstance(one, bool) else _amount(one) for name, one in changes.items()},  # type: ignore[arg-type]
    )


def _amount(value: float) -> float:
    """A number as the wire has it: with one decimal."""
    return float(value) if value == int(value) else float(f"{value:.1f}")


def _ids(card_ids: Iterable[int]) -> CardIds:
    return CardIds(map(CardId, card_ids))
