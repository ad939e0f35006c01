"""What is to be played: one kind of job for all runners, made in pairs.

The two games of a pair have the same decks; in the second one the player has the other side (unless the
decks are fixed) and the other seat. In the box both are shuffled alike as well, so where both players are the
same the second one would say nothing new and is left out.
"""

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Self

import msgspec

from gemp_bot.arena.programs import Program
from gemp_bot.arena.spec import OpponentSpec, PlayerSpec
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import DeckFile
from gemp_bot.strategy import Identity

IN_THE_BOX = "in the box: says nothing about strength on a server"
"""What stands beside every figure of games in the box."""
BOX_FORMAT = "box"
"""What games in the box have in the place of a format."""
ID_DIGITS = 8
_DIGESTED = ("name", "side", "text", "start")
"""Of a deck, what tells games of one contest from those of another."""


class JobDeck(msgspec.Struct, frozen=True):
    """A deck that plays.

    Attributes:
        name: in the library, or in our accounts.
        text: its cards (PROTOCOL 8.1).
        start: the starting location its owner wishes for, its card id; empty for no wish.
        library: whether it is one of a server's library.
    """

    name: str
    side: Side
    text: str
    start: str = ""
    library: bool = False

    @classmethod
    def of(cls, deck: DeckFile) -> Self:
        """The deck of a file."""
        return cls(deck.name, deck.side, deck.text, deck.start_id)


class Pair(msgspec.Struct, frozen=True):
    """Two decks that meet on a server.

    Attributes:
        ours: the side the player always has; None where sides are swapped.
    """

    format: str
    light: JobDeck
    dark: JobDeck
    ours: Side | None = None

    def deck(self, side: Side) -> JobDeck:
        """The deck of a side."""
        return self.light if side is Side.LIGHT else self.dark


class Half(StrEnum):
    """Which of the two games of a pair."""

    FIRST = "a"
    SECOND = "b"


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One game: everything a runner needs but accounts, as plain values.

    Attributes:
        id: names it in the results: `1a2b3c4d-00001a`, with the contest or the place of the opponent first.
        round: number of the pair of games, from 0. half: which of the two.
        pair: which decks, counted from 1.
        strategy, opponent: who plays: a name, or the path of a strategy file.
        place: of the opponent in the spec, from 0.
        deck, opponent_deck: the player's, and the opponent's.
        host: the player sits first: on a server he opens the table, in the box he is Dark.
        shuffle: seed of the game in the box, the same in both halves; a server shuffles by its own.
        seed, opponent_seed: of the players.
        player_identity, opponent_identity: who must play; None for an AI of the server.
        version: which program plays, for the record; empty where each player tells its own.
        journals: the folder where the player's side is recorded; None for nowhere.
    """

    id: str
    round: int
    half: Half
    pair: int
    strategy: str
    opponent: str
    place: int = 0
    format: str = BOX_FORMAT
    deck: JobDeck
    opponent_deck: JobDeck
    host: bool
    shuffle: int = 0
    seed: int
    opponent_seed: int
    player_identity: Identity | None
    opponent_identity: Identity | None
    version: str = ""
    journals: str | None = None

    @property
    def side(self) -> Side:
        """The player's."""
        return self.deck.side


# -- games on a server ------------------------------------------------------------------------------


class ArenaPlan(msgspec.Struct, frozen=True):
    """Everything games on a server share; what a worker is told once.

    Attributes:
        folder: of the measurement, where other programs run.
        players: the identities of the player and of each opponent; None for an AI.
        programs: theirs; None for this one, and for an AI.
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

    def jobs(self, games: int, seed: int) -> tuple[Job, ...]:
        """All games in the order they are to be played: the opponents in turn, the two halves together.

        More games later only add to the end of each opponent's list, so that results stay valid.
        """
        jobs = []
        for number in range(games // 2):
            cycle, place = divmod(number, len(self.pairs))
            pair = self.pairs[place]
            # Seats must not go together with sides or with decks.
            hosting = (place + cycle) % 2 == 0
            for index, opponent in enumerate(self.opponents):
                for half in Half:
                    second = half is Half.SECOND
                    side = pair.ours or Side.LIGHT
                    side = side.other if second and pair.ours is None else side
                    jobs.append(
                        Job(
                            id=f"{index + 1}-{number + 1:05d}{half}",
                            round=number,
                            half=half,
                            pair=place + 1,
                            strategy=self.player.strategy,
                            opponent=opponent.label,
                            place=index,
                            format=pair.format,
                            deck=pair.deck(side),
                            opponent_deck=pair.deck(side.other),
                            host=hosting != second,
                            # Alike in both games of a pair, and for all opponents: less that differs.
                            seed=_seed(f"{seed}/{number}/player"),
                            opponent_seed=_seed(f"{seed}/{number}/opponent"),
                            player_identity=self.players[0],
                            opponent_identity=self.players[1 + index],
                            journals=self.journals,
                        )
                    )
        return tuple(jobs)


# -- games in the box -------------------------------------------------------------------------------


class Contest(msgspec.Struct, frozen=True):
    """Who plays whom with what in the box.

    Attributes:
        pairs: decks that meet; the first one is the strategy's in the first game of a pair.
        swap: whether the players change sides, and with them decks and seats, in the second game of a pair;
            without it there are no second ones.
    """

    strategy: str
    opponent: str
    player_identity: Identity
    opponent_identity: Identity
    pairs: tuple[tuple[JobDeck, JobDeck], ...]
    seed: int
    swap: bool = True

    @property
    def digest(self) -> str:
        """Tells games of this contest from those of another, however the strategies are named."""
        pairs = [[{key: getattr(deck, key) for key in _DIGESTED} for deck in pair] for pair in self.pairs]
        told: tuple[object, ...] = (self.player_identity, self.opponent_identity, pairs, self.seed)
        if not self.swap:
            told = (*told, "no swap")
        return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:ID_DIGITS]

    @property
    def mirrored(self) -> bool:
        """Whether both players are the same, so that a game with changed sides is the same game.

        Classes of others never are: objects of one class may differ in what no digest tells.
        """
        player = self.player_identity
        return player == self.opponent_identity and not player.kind.foreign

    def halves(self, number: int) -> tuple[Half, ...]:
        """The games of a pair that are played, each of which has the shuffle of its pair.

        Args:
            number: of the pair, from 0.
        """
        if not self.swap:
            return (Half.FIRST,)
        if self.mirrored:  # each pair of decks from either seat, in turn
            cycle, place = divmod(number, len(self.pairs))
            return (tuple(Half)[(cycle + place) % 2],)
        return tuple(Half)

    def decks(self, pair: int, half: Half) -> tuple[JobDeck, JobDeck]:
        """The decks of the strategy and of its opponent in a game of a pair, counted from 0."""
        mine, theirs = self.pairs[pair]
        return (theirs, mine) if half is Half.SECOND else (mine, theirs)


def make_jobs(
    contest: Contest, games: int, version: str = "", journals: Path | None = None
) -> tuple[Job, ...]:
    """All games of a contest in the order they are played; more games later only add to the end."""
    digest = contest.digest
    found = []
    for number in range(games // len(contest.halves(0))):
        place = number % len(contest.pairs)
        for half in contest.halves(number):
            mine, theirs = contest.decks(place, half)
            found.append(
                Job(
                    id=f"{digest}-{number + 1:05d}{half}",
                    round=number,
                    half=half,
                    pair=place + 1,
                    strategy=contest.strategy,
                    opponent=contest.opponent,
                    deck=mine,
                    opponent_deck=theirs,
                    host=mine.side is Side.DARK,
                    shuffle=_seed(f"box/{contest.seed}/{number}/shuffle"),
                    seed=_seed(f"box/{contest.seed}/{number}/player"),
                    opponent_seed=_seed(f"box/{contest.seed}/{number}/opponent"),
                    player_identity=contest.player_identity,
                    opponent_identity=contest.opponent_identity,
                    version=version,
                    journals=None if journals is None else str(journals.absolute()),
                )
            )
    return tuple(found)


def meetings(ours: Sequence[JobDeck], theirs: Sequence[JobDeck]) -> tuple[tuple[JobDeck, JobDeck], ...]:
    """Every deck of one side against every one of the other, such that few games have seen many decks."""
    return tuple(
        (deck, theirs[(place + turn) % len(theirs)])
        for turn in range(len(theirs))
        for place, deck in enumerate(ours)
    )


def _seed(told: str) -> int:
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:4], "big")
