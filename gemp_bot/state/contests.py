"""What can be going on at a location: battle, creature attack, duel, lightsaber combat; and sabacc."""

from dataclasses import dataclass, field

from gemp_bot.protocol.ids import CardId, PlayerName


@dataclass(slots=True)
class Battle:
    """A battle in progress.

    Attributes:
        column: index of the location.
        cards: all participants of both sides, as the server names them.
    """

    column: int
    cards: set[CardId] = field(default_factory=set)


@dataclass(slots=True)
class Attack:
    """A creature attack in progress. A new snapshot does not mention it (PROTOCOL 5.2)."""

    column: int
    attackers: set[CardId] = field(default_factory=set)
    defenders: set[CardId] = field(default_factory=set)
    attacking: PlayerName | None = None
    defending: PlayerName | None = None


@dataclass(slots=True)
class Duel:
    """A duel or a lightsaber combat in progress; the cards are the hosts at the location.

    A new snapshot mentions a duel but no lightsaber combat (PROTOCOL 5.2).
    """

    column: int
    cards: set[CardId] = field(default_factory=set)


@dataclass(slots=True)
class Sabacc:
    """A sabacc game in progress."""

    revealed: bool = False
