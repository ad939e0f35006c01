"""What is to be played: one game as a plain value, made in pairs.

Both games of a pair are shuffled alike and have the same decks; in the second one the players have changed
sides, and with them decks and seats. Where both players are the same, the second one would say nothing new
and is left out.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import msgspec

from gemp_bot.arena.jobs import Half
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import DeckFile
from gemp_bot.strategy import Identity

ID_DIGITS = 8


class BoxDeck(msgspec.Struct, frozen=True):
    """A deck.

    Attributes:
        text: its cards (PROTOCOL 8.1).
        start: the starting location its owner wishes for, its card id; empty for no wish.
    """

    name: str
    side: Side
    text: str
    start: str = ""

    @classmethod
    def of(cls, deck: DeckFile) -> Self:
        """The deck of a file."""
        return cls(deck.name, deck.side, deck.text, deck.start_id)


class Contest(msgspec.Struct, frozen=True):
    """Who plays whom with what.

    Attributes:
        strategy, opponent: names of strategies, or paths of strategy files.
        player_identity, opponent_identity: theirs.
        pairs: decks that meet; the first one is the strategy's in the first game of a pair.
        seed: of all chance.
        swap: whether the players change sides, and with them decks and seats, in the second game of a pair;
            without it there are no second ones.
    """

    strategy: str
    opponent: str
    player_identity: Identity
    opponent_identity: Identity
    pairs: tuple[tuple[BoxDeck, BoxDeck], ...]
    seed: int
    swap: bool = True

    @property
    def digest(self) -> str:
        """Tells games of this contest from those of another, however the strategies are named."""
        told: tuple[object, ...] = (self.player_identity, self.opponent_identity, self.pairs, self.seed)
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

    def decks(self, pair: int, half: Half) -> tuple[BoxDeck, BoxDeck]:
        """The decks of the strategy and of its opponent in a game of a pair, counted from 0."""
        mine, theirs = self.pairs[pair]
        return (theirs, mine) if half is Half.SECOND else (mine, theirs)


class BoxJob(msgspec.Struct, frozen=True, kw_only=True):
    """One game: everything `play_one` needs, as plain values.

    Attributes:
        id: names the contest and the game: `1a2b3c4d-00001a`.
        round: number of the pair, from 0. half: which of its two games.
        pair: which decks, counted from 1.
        deck, opponent_deck: the strategy's, and its opponent's.
        shuffle: seed of the game, the same in both halves.
        seed, opponent_seed: of the players.
        player_identity, opponent_identity: who must play.
        version: which program plays, for the record.
        journals: the folder where the strategy's side is recorded; None for nowhere.
    """

    id: str
    round: int
    half: Half
    pair: int
    strategy: str
    opponent: str
    deck: BoxDeck
    opponent_deck: BoxDeck
    shuffle: int
    seed: int
    opponent_seed: int
    player_identity: Identity
    opponent_identity: Identity
    version: str = ""
    journals: str | None = None


def make_jobs(
    contest: Contest, games: int, version: str = "", journals: Path | None = None
) -> tuple[BoxJob, ...]:
    """All games in the order they are played; more games later only add to the end.

    Args:
        contest: who plays whom.
        games: how many; even where pairs have two.
        version: which program plays.
        journals: the folder where they are recorded; None for nowhere.
    """
    digest = contest.digest
    found = []
    for number in range(games // len(contest.halves(0))):
        place = number % len(contest.pairs)
        for half in contest.halves(number):
            mine, theirs = contest.decks(place, half)
            found.append(
                BoxJob(
                    id=f"{digest}-{number + 1:05d}{half}",
                    round=number,
                    half=half,
                    pair=place + 1,
                    strategy=contest.strategy,
                    opponent=contest.opponent,
                    deck=mine,
                    opponent_deck=theirs,
                    shuffle=_seed(contest.seed, number, "shuffle"),
                    seed=_seed(contest.seed, number, "player"),
                    opponent_seed=_seed(contest.seed, number, "opponent"),
                    player_identity=contest.player_identity,
                    opponent_identity=contest.opponent_identity,
                    version=version,
                    journals=None if journals is None else str(journals.absolute()),
                )
            )
    return tuple(found)


def meetings(ours: Sequence[BoxDeck], theirs: Sequence[BoxDeck]) -> tuple[tuple[BoxDeck, BoxDeck], ...]:
    """Every deck of one side against every one of the other, such that few games have seen many decks."""
    return tuple(
        (deck, theirs[(place + turn) % len(theirs)])
        for turn in range(len(theirs))
        for place, deck in enumerate(ours)
    )


def _seed(seed: int, number: int, who: str) -> int:
    told = f"box/{seed}/{number}/{who}".encode()
    return int.from_bytes(hashlib.sha256(told).digest()[:4], "big")
