"""How a game is set up and how it ends."""

from enum import StrEnum

import msgspec

from gemp_bot.protocol.enums import Side


class Windows(StrEnum):
    """Which questions without an option are asked."""

    ALL = "all"
    """As a real server does: both players after every action, mostly with nothing to answer."""
    USEFUL = "useful"
    """Only questions in which something can be chosen; quicker, and the same game otherwise."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is played.

    Attributes:
        windows: which questions without an option are asked.
        most_turns: turns of both players after which a game ends undecided.
        most_actions: actions of one phase after which its player can only pass: a floor against games that
            go round and round by moves that cost nothing.
        quiet: for playing on and on: nothing is told (`Engine.news` has nothing), questions with one legal
            answer are answered by the engine, and answers are not looked at: they must be legal. It is the
            same game otherwise.
        checked: look for faults after every question (slow; for tests).
    """

    windows: Windows = Windows.ALL
    most_turns: int = 400
    most_actions: int = 120
    quiet: bool = False
    checked: bool = False


class OutcomeReason(StrEnum):
    """Why a game is over."""

    DEPLETED = "life force depleted"
    TURNS = "too many turns"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    Attributes:
        winner: None if nobody won: the cap of turns was reached, or both ran out at once.
        turns: turns of both players.
        questions: how many were asked.
    """

    winner: Side | None
    reason: OutcomeReason
    turns: int
    questions: int
