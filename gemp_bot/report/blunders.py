"""Blunders of a recorded game by name, each with the question where it was made and what it cost.

Every kind stands for a cause that was counted over many games. A blunder costs what came of it, so that one
that went unpunished costs nothing. Force, power and forfeit are in units of the game.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.lines import counted


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

    @property
    def better(self) -> str:
        """What an expert does instead."""
        return _BETTER[self]


_BETTER: Mapping[BlunderKind, str] = MappingProxyType(
    {
        BlunderKind.DRAIN_OF_NOTHING: "pass: it takes nothing, and texts of cards may make it costly",
        BlunderKind.OBJECTIVE_LOST: "do nothing that its text names as a reason to place it out of play",
        BlunderKind.WEAK_ALONE: "come with power 4 or more, or wait until they hold fewer than 4 cards",
        BlunderKind.LEFT_CONTESTED: "win the location in this turn, reinforce it, or leave it",
        BlunderKind.FLIP_PASSED: "flip the objective as soon as that is offered",
        BlunderKind.DEPLOYMENT_CANCELLED: "deploy a card only if its text lets it go where it is wanted",
        BlunderKind.PHASE_ENDED: "use the Force for another card",
        BlunderKind.LEFT_BEHIND: "stay together, or move everybody away",
        BlunderKind.REACT_INTO_POWER: "let the Force drain pass, or react with more power than theirs",
        BlunderKind.ATTACK_FROM_BEHIND: "begin battles with more power than theirs, before battle destiny",
    }
)


class Blunder(msgspec.Struct, frozen=True, omit_defaults=True):
    """One blunder.

    Attributes:
        question: number of the question it was made at.
        turn: number of the current player's own turn, 0 before the first. whose: the current player.
        text: where, and with which cards.
        force: Force it cost, as far as that was seen. cards: cards of ours it cost.
    """

    kind: BlunderKind
    question: int
    turn: int
    whose: Side | None
    text: str
    force: float = 0.0
    cards: int = 0

    @property
    def cost(self) -> str:
        """What was seen of its cost, in words; empty for nothing."""
        force = [f"{self.force:g} Force"] if self.force else []
        return " and ".join([*force, counted(self.cards, "card")] if self.cards else force)


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
        judged: menus in which it was offered and of which it is known what was weighed.
    """

    label: str
    offered: int
    weighed: int
    chosen: int
    judged: int


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
        judged: of some choice it is known what was weighed.
    """

    game: str
    me: Side
    won: bool | None
    turns: int
    blunders: tuple[Blunder, ...]
    counts: Mapping[str, float]
    offered: tuple[OfferedKind, ...]
    attacks: tuple[Attack, ...]
    judged: bool
