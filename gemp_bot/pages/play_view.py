"""What the play page is told of a game: the person's seat, and nothing that the wire did not tell it."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from gemp_bot.decisions import ActionKind, PromptKind, Question
from gemp_bot.pages.play_shortcuts import Shortcut
from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.protocol.wording import read_past_state
from gemp_bot.report.story_lines import TAKEN_BACK, LifeBars, Line, Words, alarm
from gemp_bot.state import Table
from gemp_bot.state.table import damage_due
from gemp_bot.view.model import Battle, BoardView, EndView, QuestionView

_LOSSES = {
    EndReason.LIFE_FORCE: ("you have no life force left", "your opponent has no life force left"),
    EndReason.CONCEDED: ("you conceded", "your opponent conceded"),
    EndReason.TIMEOUT: ("you took too long for a decision", "your opponent took too long for a decision"),
    EndReason.CLOCK: ("your time ran out", "your opponent's time ran out"),
}
"""Why a game is lost: by the person, and by the opponent."""
_CALLED_OFF = {
    EndReason.AGREED: "both players wanted it",
    EndReason.INACTIVE: "somebody never played",
    EndReason.SERVER_ERROR: "an error of the server",
}


class Stage(StrEnum):
    """How far a game is."""

    NONE = "none"
    """No game was begun."""
    WAITING = "waiting"
    """The opponent thinks, or the server does."""
    ASKED = "asked"
    OVER = "over"
    FAILED = "failed"
    """It cannot be played on; `trouble` says why."""


class Shape(StrEnum):
    """How a question is answered."""

    ONE = "one"
    """One of the options."""
    CARDS = "cards"
    """`min` to `max` of the options."""
    GROWING = "growing"
    """What is kept, and one more at most; the question then comes again."""
    NUMBER = "number"
    PASS = "pass"  # noqa: S105 - no password
    """Nothing can be chosen."""


class Asking(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the question that waits is answered.

    Attributes:
        default: of a number.
        kept: keys that are chosen already.
        no_undo: why what was done last cannot be taken back here; empty if it can.
        can_revert: it may be chosen how far the game is taken back.
        refused: the server refused the last answer to it.
        help: what it is about, for a person who has never played.
        owed: what a battle still costs, where the question is how to pay it.
        notes: what options cost and bring, by their key.
        shortcuts: several answers with one click.
        folded: so many options at the end are only shown when they are asked for.
    """

    shape: Shape
    default: int = 0
    kept: tuple[str, ...] = ()
    no_undo: str = ""
    can_revert: bool = False
    refused: bool = False
    help: str = ""
    owed: str = ""
    notes: dict[str, str] = {}
    shortcuts: tuple[Shortcut, ...] = ()
    folded: int = 0


class LifeBar(msgspec.Struct, frozen=True, omit_defaults=True):
    """The life force of a side: now, at the beginning, and the change since it was last told."""

    side: Side
    now: int
    most: int
    change: int = 0


class StoryLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the story: words, or the life force of both sides.

    Attributes:
        n: its place in the story, from 0.
        depth: how far it is set in; 0 is a heading.
    """

    n: int
    words: Words = ()
    depth: int = 0
    lives: tuple[LifeBar, ...] = ()


class PlayChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person wants to play.

    Attributes:
        strategy: whom against.
        deck, opponent_deck: by name; None for any.
        opponent_kind: the opponent's deck is one of this kind by chance, if none is named.
        cards, opponent_cards: a deck of the person's own for either side, as text; None for one by name.
    """

    side: Side
    strategy: str
    deck: str | None = None
    opponent_deck: str | None = None
    cards: str | None = None
    opponent_cards: str | None = None
    opponent_kind: str | None = None

    @property
    def swapped(self) -> "PlayChoice":
        """The same with sides changed: each plays the deck of the other."""
        return PlayChoice(
            self.side.other,
            self.strategy,
            self.opponent_deck,
            self.deck,
            self.opponent_cards,
            self.cards,
        )


class PuzzleView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle: a position with a known answer.

    Attributes:
        number, of: its place among the puzzles, from 1, and how many there are.
        about: the situation in one line.
        right: whether the answer is one of a good player; None before there is one.
        chosen: the answer in words.
        better: answers of a good player. why: the reasons.
    """

    number: int
    of: int
    about: str
    right: bool | None = None
    chosen: str = ""
    better: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


class PlayState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as the person's page shows it.

    Attributes:
        version: changes with everything that is told.
        game: number of the game in this session, from 1.
        choice: what is played, decks by name.
        story: the newest lines; `fresh` those of the phase that goes on.
        ending: how it ended. verdict: the same in words.
        review: address of the review of the game; empty as long as there is none.
        steps: number of the newest step, see `play_steps`.
        fought: the battle that ended last.
        resuming: it is played again after a restart of the sandbox, up to where it was.
        puzzle: what is shown instead of a game.
    """

    version: int
    stage: Stage
    game: int = 0
    choice: PlayChoice | None = None
    me: Side | None = None
    turn: int | None = None
    phase: Phase | None = None
    whose: Side | None = None
    board: BoardView | None = None
    question: QuestionView | None = None
    asking: Asking | None = None
    story: tuple[StoryLine, ...] = ()
    fresh: tuple[StoryLine, ...] = ()
    ending: EndView | None = None
    verdict: str = ""
    trouble: str = ""
    review: str = ""
    steps: int = 0
    fought: Battle | None = None
    resuming: bool = False
    puzzle: PuzzleView | None = None


_PROMPTS: Mapping[str, str] = MappingProxyType(
    {
        PromptKind.FORCE_TO_ALLOW: "How much Force may your opponent activate before you act?",
        PromptKind.REVERT_TO: "How far shall the game be taken back?",
    }
)
"""What is asked in plainer words than those of the server."""


def plain_board(board: BoardView, me: Side | None, opponent: str) -> BoardView:
    """A board with plain names, and without clocks: none runs against a person here."""
    players = tuple([replace(each, name="You" if each.side is me else opponent) for each in board.players])
    return replace(board, clocks=(), players=players)


def said_question(question: QuestionView) -> QuestionView:
    """A question as the page asks it."""
    return replace(question, prompt=_PROMPTS.get(question.kind, question.prompt))


def taking_back(question: QuestionView, me: str, opponent: str) -> QuestionView:
    """The states that a game can be taken back to, the newest first, in the words of the person."""

    def state(words: str) -> str:
        found = read_past_state(words)
        if found is None:
            return words
        who, whose = ("you", "your") if found.player == me else (opponent, f"{opponent}'s")
        return f"To the start of {whose} {found.what}" if found.start else f"Before {who}: {found.what}"

    *states, nothing = question.options
    options = [
        replace(nothing, words="Take nothing back"),
        *(replace(each, words=state(each.words)) for each in reversed(states)),
    ]
    return replace(question, options=tuple(options))


def verdict_of(ending: EndView, me: Side | None) -> str:
    """Who won and why, for the person who played."""
    reason = EndReason(ending.reason)
    if ending.winner is None:
        return f"The game was called off: {_CALLED_OFF.get(reason, ending.reason)}."
    yours, its = _LOSSES.get(reason, (ending.reason, ending.reason))
    return f"You win: {its}." if ending.winner is me else f"You lose: {yours}."


def story_line(n: int, line: Line, back: str) -> StoryLine:
    """A line of a story for the page; `back` is said where the game is taken back."""
    if isinstance(line, LifeBars):
        lives = tuple(LifeBar(life.side, life.now, life.most, life.change) for life in line.lives)
        return StoryLine(n, depth=1, lives=lives)
    return StoryLine(n, (alarm(back),) if line.text == TAKEN_BACK else line.words, line.depth)


_PHASES = {
    Phase.ACTIVATE: "Activate Force first: it pays for everything you do in this turn.",
    Phase.CONTROL: "A Force drain makes your opponent lose Force at a location that only you hold. "
    "Pass to go on.",
    Phase.DEPLOY: "Bring cards from your hand to the table, for the Force of their deploy number. "
    "What is not offered costs too much or has no place. Pass when you have done enough.",
    Phase.BATTLE: "Begin a battle at a location where both sides have cards, or pass. "
    "Power and a destiny drawn by chance are added up; who has less loses the difference.",
    Phase.MOVE: "Move cards to a place nearby, mostly for 1 Force each, or pass.",
    Phase.DRAW: "Draw cards from your Force Pile into your hand, or pass: that ends your turn.",
}
_ACTIVATED = "Your Force is activated. A text of a card may be used now; pass to go on to the control phase."
_THEIR_TURN = "It is your opponent's turn: you may act now, or pass."
_LOSS = (
    "One choice at a time, until all is lost: a card of your hand and the top of a pile are 1 Force each. "
    "Without a card in Reserve Deck, Force Pile and Used Pile you have lost the game."
)
_KINDS = {
    PromptKind.STARTING_LOCATION: "Your side begins the game with this location on the table.",
    PromptKind.FORCE_TO_ACTIVATE: "The largest number is nearly always right: "
    "what is not used is not lost, and can be drawn into your hand.",
    PromptKind.FORCE_TO_ALLOW: "The largest number lets your opponent go on. "
    "A smaller one stops it there, so that you can act in between.",
    PromptKind.CONFIRM_NO_ACTIVATION: "Without Force you can pay for nothing in this turn.",
    PromptKind.LOSE_FORCE: _LOSS,
    PromptKind.LOSE_FORCE_OR_FORFEIT: "What the battle costs you, one choice at a time. A card of the battle "
    "pays its forfeit number; a card of your hand and the top of a pile pay 1 each, and damage only: "
    "attrition is paid by cards of the battle.",
    PromptKind.FORFEIT: "A card of the battle that you lose pays its forfeit number.",
    PromptKind.WEAPONS_SEGMENT: "Before destinies are drawn, weapons may be fired and cards played. "
    "Pass to go on.",
    PromptKind.DRAW_BATTLE_DESTINY: "The number of a card drawn by chance is added to your total: "
    "yes is nearly always right.",
    PromptKind.OPTIONAL_RESPONSES: "Something was done, and you may respond to it; if not, pass.",
    PromptKind.REQUIRED_RESPONSES: "Something must be done now: choose what comes first.",
    PromptKind.REVERT_TO: "How far the game is taken back.",
}


_PAYMENTS = (PromptKind.LOSE_FORCE, PromptKind.LOSE_FORCE_OR_FORFEIT, PromptKind.FORFEIT)


def owed(kind: PromptKind, table: Table) -> str:
    """What a battle still costs us; empty where nothing of it is due, or something else is asked."""
    due = zip(("damage", "attrition"), damage_due(table), strict=True)
    left = [f"{name} {amount:g}" for name, amount in due if amount > 0]
    return f"Still due for the battle: {', '.join(left)}." if left and kind in _PAYMENTS else ""


def help_for(question: Question, phase: Phase | None, *, mine: bool) -> str:
    """What a question is about; empty for those whose own words say it."""
    if question.kind is not PromptKind.PHASE_ACTION:
        return _KINDS.get(question.kind, "")
    if not mine or phase is None:
        return _THEIR_TURN
    if phase is Phase.ACTIVATE and not question.of_kind(ActionKind.ACTIVATE_FORCE):
        return _ACTIVATED
    return _PHASES.get(phase, "")
