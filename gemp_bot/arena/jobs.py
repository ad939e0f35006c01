"""What is to be played: games as plain values, made in pairs from a spec.

The two games of a pair have the same decks; in the second one the player has the other side (unless the
decks are fixed) and the other seat.
"""

import hashlib
from enum import StrEnum

import msgspec

from gemp_bot.arena.programs import Program
from gemp_bot.arena.spec import OpponentSpec, PlayerSpec
from gemp_bot.protocol.enums import Side
from gemp_bot.strategy import Identity


class Deck(msgspec.Struct, frozen=True):
    """A deck that plays.

    Attributes:
        name: in the library, or in our accounts.
        side: of the Force.
        text: the deck itself.
        library: whether it is one of the library.
        start: the card id of the starting location its owner wishes for; empty for no wish.
    """

    name: str
    side: Side
    text: str
    library: bool = True
    start: str = ""


class Pair(msgspec.Struct, frozen=True):
    """Two decks that meet.

    Attributes:
        ours: the side the player always has; None where sides are swapped.
    """

    format: str
    light: Deck
    dark: Deck
    ours: Side | None = None

    def deck(self, side: Side) -> Deck:
        """The deck of a side."""
        return self.light if side is Side.LIGHT else self.dark

    @property
    def label(self) -> str:
        """What reports call it."""
        first = self.ours or Side.LIGHT
        return f"{self.deck(first).name} / {self.deck(first.other).name}"


class Half(StrEnum):
    """Which of the two games of a pair."""

    FIRST = "a"
    SECOND = "b"


class Job(msgspec.Struct, frozen=True):
    """One game.

    Attributes:
        id: names it in the results, whatever else is in the spec.
        opponent: who it is against, by place in the spec, from 0.
        round: number of the pair of games, from 0.
        half: which of the two.
        pair: the decks, by place, from 0.
        side: the player's.
        host: the player opens the table; the other one joins. Without meaning against an AI.
        seed: of the player.
        opponent_seed: of the opponent.
    """

    id: str
    opponent: int
    round: int
    half: Half
    pair: int
    side: Side
    host: bool
    seed: int
    opponent_seed: int


class ArenaPlan(msgspec.Struct, frozen=True):
    """Everything a game needs but accounts; what a worker is told once.

    Attributes:
        server: address.
        bot: our version.
        folder: of the measurement, where other programs run.
        players: the identities of the player and of each opponent; None for an AI.
        programs: theirs; None for this one, and for an AI.
        journals: folder; None for none.
    """

    server: str
    player: PlayerSpec
    opponents: tuple[OpponentSpec, ...]
    pairs: tuple[Pair, ...]
    time_limit: float
    bot: str
    folder: str
    players: tuple[Identity | None, ...]
    programs: tuple[Program | None, ...]
    journals: str | None = None


def make_jobs(pairs: tuple[Pair, ...], opponents: int, games: int, seed: int) -> tuple[Job, ...]:
    """All games in the order they are to be played: the opponents in turn, the two halves together.

    More games later only add to the end of each opponent's list, so that results stay valid.

    Args:
        pairs: the decks.
        opponents: how many.
        games: against each opponent; even.
        seed: of all randomness.
    """
    jobs = []
    for number in range(games // 2):
        place = number % len(pairs)
        cycle = number // len(pairs)
        first = pairs[place].ours or Side.LIGHT
        # Seats must not go together with sides or with decks.
        hosting = (place + cycle) % 2 == 0
        for opponent in range(opponents):
            for half in Half:
                second = half is Half.SECOND
                jobs.append(
                    Job(
                        id=f"{opponent + 1}-{number + 1:05d}{half}",
                        opponent=opponent,
                        round=number,
                        half=half,
                        pair=place,
                        side=first.other if second and pairs[place].ours is None else first,
                        host=hosting != second,
                        seed=_seed(seed, number, "player"),
                        opponent_seed=_seed(seed, number, "opponent"),
                    )
                )
    return tuple(jobs)


def _seed(seed: int, number: int, who: str) -> int:
    """The same for both games of a pair, and for all opponents: less that differs."""
    told = f"{seed}/{number}/{who}".encode()
    return int.from_bytes(hashlib.sha256(told).digest()[:4], "big")
