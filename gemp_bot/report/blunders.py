"""Blunders of a recorded game by name, each with the question where it was made and what it cost.

Every kind stands for a cause that was counted over many games. A blunder costs what came of it, so that one
that went unpunished costs nothing. Force, power and forfeit are in units of the game.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.protocol.enums import Side


class BlunderKind(StrEnum):
    """What went wrong."""

    DRAIN_OF_NOTHING = "Force drain of 0"
    OBJECTIVE_LOST = "own objective out of play"
    WEAK_ALONE = "weak and alone against a full hand"
    LEFT_CONTESTED = "contested location left open"
    FLIP_PASSED = "flip passed"
    DEPLOYMENT_CANCELLED = "deployment cancelled"
    PHASE_ENDED = "deploy phase ended by a cancelled deployment"
    LEFT_BEHIND = "left behind by a move"
    REACT_INTO_POWER = "react into more power"
    ATTACK_FROM_BEHIND = "battle begun with less power"


class Blunder(msgspec.Struct, frozen=True, omit_defaults=True):
    """One blunder.

    Attributes:
        question: number of the question it was made at. turn: of ours.
        text: where, and with which cards.
        force: Force it cost, as far as that was seen. cards: cards of ours it cost.
    """

    kind: BlunderKind
    question: int
    turn: int
    text: str
    force: float = 0.0
    cards: int = 0


class Choice(msgspec.Struct, frozen=True):
    """What was answered at a question, and which of its options were weighed, by their keys.

    Attributes:
        weighed: None where that is not known.
        parts: of the score of the answer, with their reasons.
    """

    question: Question
    wire: str
    weighed: frozenset[str] | None = None
    parts: tuple[tuple[str, float], ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that were chosen."""
        keys = self.wire.split(",") if self.wire else []
        return tuple(option for option in self.question.options if option.key in keys)

    def chose(self, *kinds: ActionKind) -> Option | None:
        """The option of one of these kinds that was chosen."""
        return next((each for each in self.options if each.kind in kinds), None)


class OfferedKind(msgspec.Struct, frozen=True):
    """A kind of option that the text of a card offered: its label, with how often that happened.

    Attributes:
        offered, weighed, chosen: menus in which it was.
    """

    label: str
    offered: int
    weighed: int
    chosen: int


class Attack(msgspec.Struct, frozen=True):
    """A battle we began.

    Attributes:
        lead: our total power less theirs, before battle destiny.
        promised: what the battle itself was expected to bring, in Force; None without a verdict.
        net: Force they lost less what we lost. killed, lost: cards of theirs and of ours.
        won: we had more power.
    """

    lead: float
    promised: float | None
    net: float
    killed: int
    lost: int
    won: bool


class GameCounts(msgspec.Struct, frozen=True):
    """What one game tells.

    Attributes:
        game: its id or file. won: None if it did not end.
        counts: how often things happened, and Force, by name (see `benchmarks.blunders`).
    """

    game: str
    me: Side
    won: bool | None
    turns: int
    blunders: tuple[Blunder, ...]
    counts: Mapping[str, float]
    offered: tuple[OfferedKind, ...]
    attacks: tuple[Attack, ...]
