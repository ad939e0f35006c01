"""Replay a recorded game: the table after every exchange, checked against the server's own snapshots."""

from gemp_bot.replay.decide import Redecide, Redecision
from gemp_bot.replay.relive import Relive, RelivedExchange, ReplayCounts

__all__ = ["Redecide", "Redecision", "Relive", "RelivedExchange", "ReplayCounts"]
