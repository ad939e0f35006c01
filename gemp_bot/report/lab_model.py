"""The numbers of a lab report: frozen values, ready for JSON (docs/lab.md). Rates are of decided games."""

from enum import StrEnum

import msgspec

from gemp_bot.protocol.enums import Side
from gemp_bot.statistics import Interval

FORMAT = 1
"""Version of this form; a number that means something else, or is gone, makes it a new one."""
FEW = 20
"""A rate over fewer games than these is marked."""
LATE = 6
"""Own turn from which on turns of deployment are counted as one."""


class LossCause(StrEnum):
    """What took the loser's life force; see docs/lab.md."""

    DRAINS = "drains"
    BATTLES = "battles"
    OTHER = "other"
    DECKING = "decking"
    NOT_BY_LIFE = "not_by_life"


class Unused(StrEnum):
    """Why a card was never deployed or played in any game."""

    NEVER_DRAWN = "never_drawn"
    OUTSIDE = "outside"
    """It begins outside the deck, and nothing brought it."""
    NEVER_PLAYED_HERE = "never_played_here"
    """The sandbox never deploys or plays it."""
    NEVER_OFFERED = "never_offered"
    """It was in hand, and no menu ever offered it."""
    NEVER_CHOSEN = "never_chosen"
    """It was offered, and the strategy never took it."""


class LeftOut(StrEnum):
    """What the sandbox leaves out of a card."""

    NEVER_PLAYED = "never_played"
    NO_TEXT = "no_text"
    PART_OF_TEXT = "part_of_text"
    NEVER_FIRED = "never_fired"


class Rate(msgspec.Struct, frozen=True):
    """A win rate.

    Attributes:
        games: decided games it is of.
        rate: with Wilson's interval of 95 %; None without games.
        few: fewer than `FEW` games.
    """

    games: int
    rate: Interval | None
    few: bool


class Matchup(msgspec.Struct, frozen=True):
    """Games against one deck; `turns` of both players, on average."""

    opponent: str
    rate: Rate
    turns: float | None


class EndingCount(msgspec.Struct, frozen=True):
    """How many games ended in one way."""

    how: LossCause
    won: int
    lost: int


class ForceLostByCause(msgspec.Struct, frozen=True):
    """Force lost a game, on average, to one cause."""

    cause: LossCause
    ours: float
    theirs: float


class Starting(msgspec.Struct, frozen=True):
    """Games in which a card was on the table before the first turn."""

    card: str
    rate: Rate


class TurnMeans(msgspec.Struct, frozen=True):
    """How turns began, on average over so many games; `life` and `their_life` are life force."""

    games: int
    generation: float
    hand: float
    life: float
    their_life: float


class TurnOverGames(msgspec.Struct, frozen=True):
    """How the deck's turns of one number began, on average over the games that came so far.

    Attributes:
        won, lost: the same of the games that were won, and lost; None without any.
    """

    turn: int
    games: int
    generation: float
    hand: float
    life: float
    their_life: float
    won: TurnMeans | None
    lost: TurnMeans | None


class DeployedInTurn(msgspec.Struct, frozen=True):
    """Games in which the first copy of a card was deployed in an own turn; the last one means later, too."""

    turn: int
    rate: Rate


class DestinyOverGames(msgspec.Struct, frozen=True):
    """Destiny as drawn, by what for: how many, and the mean with a normal interval if there are two."""

    what: str
    drawn: int
    mean: float
    interval: Interval | None


class CardOverGames(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the deck over all games.

    Attributes:
        blueprint: of its front. copies: in the deck.
        drawn: copies that came to hand. drawn_games: games in which one did.
        in_hand: win rate of copies that came to hand (GIH WR).
        opening: of copies of the opening hand (OH WR). Both count each copy, and have the interval
            of the games.
        not_drawn: of games in which no copy came to hand or to the table.
        by_turn: of games by the own turn of the first deployment, from 1; none of a card that never was.
        difference: of `in_hand` to the win rate of the deck; None without games.
        clear: the win rate of the deck is outside the interval of `in_hand`, and the games are not few.
        started: games in which it was on the table before the first turn.
        deployed: copies that came to the table in a turn. deployed_games: games in which one did.
        deployed_from_hand: as far as they came from there.
        turn: own turn of a deployment, on average.
        played: times it was played as an Interrupt or Epic Event.
        played_from_hand: as far as it was from there.
        offered: turns in which it was offered from hand.
        elsewhere: copies that left the hand otherwise: lost, put back, exchanged.
        stuck: copies in hand at the end. stuck_games: games in which one was.
        unused: why it was never started, deployed or played; None if it was.
        untold: what the sandbox leaves out of it; None for nothing, and for games of a server.
    """

    title: str
    blueprint: str
    type: str
    copies: int
    drawn: int
    drawn_games: int
    in_hand: Rate
    opening: Rate
    not_drawn: Rate
    by_turn: list[DeployedInTurn]
    difference: float | None
    clear: bool
    started: int
    deployed: int
    deployed_games: int
    deployed_from_hand: int
    turn: float | None
    played: int
    played_from_hand: int
    offered: int
    elsewhere: int
    stuck: int
    stuck_games: int
    unused: Unused | None
    untold: LeftOut | None


class DeckOverGames(msgspec.Struct, frozen=True, kw_only=True):
    """A deck over all its games.

    Attributes:
        games: decided ones. not_decided: others, by outcome.
        rate: points a game.
        from_journals: how many of the games were recorded elsewhere.
        turns_won, turns_lost: turns of both players, on average; None without such games.
        destiny_printed: average printed destiny of the deck; None if no card has one.
    """

    deck: str
    side: Side
    digest: str
    games: int
    not_decided: dict[str, int]
    from_journals: int
    rate: Rate
    matchups: list[Matchup]
    endings: list[EndingCount]
    turns_won: float | None
    turns_lost: float | None
    force_lost: list[ForceLostByCause]
    starting: list[Starting]
    turns: list[TurnOverGames]
    destiny: list[DestinyOverGames]
    destiny_printed: float | None
    cards: list[CardOverGames]


class CardChange(msgspec.Struct, frozen=True):
    """How many copies of a card the two versions have."""

    title: str
    before: int
    after: int


class Comparison(msgspec.Struct, frozen=True):
    """Two versions, over pairs of games with the same opponent and seeds.

    Attributes:
        pairs: of games that are both decided.
        first, second: win rates over these.
        difference: of points, the second's minus the first's, with a normal interval; None without pairs.
        only_first, only_second: pairs that only one version won.
        same: pairs whose games went alike: what the versions differ in made no difference.
        needed: pairs in all after which the interval would leave out 0, if the difference stays; None if it
            does, or is 0.
        changes: cards of which the numbers of copies differ.
    """

    pairs: int
    first: Rate
    second: Rate
    difference: Interval | None
    only_first: int
    only_second: int
    same: int
    needed: int | None
    changes: list[CardChange]


class LabReport(msgspec.Struct, frozen=True, kw_only=True):
    """What `gemp-bot lab` found.

    Attributes:
        where: `sandbox`, or the address of a server.
        left_out: recorded games that were given and are of other decks.
        damaged: one line about each recording that could not be read.
    """

    format: int
    where: str
    strategy: str
    opponent: str
    seed: int
    versions: list[DeckOverGames]
    comparison: Comparison | None
    left_out: int
    damaged: list[str]
