"""A recorded answer played in the engine, and the numbers that are compared with those the server told."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from gemp_bot.board.board import Board
from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.game import choices
from gemp_bot.game.choices import Answer, Choice, Menu, PickCards, PickNumber, PickResult
from gemp_bot.game.context import GameContext, OverError
from gemp_bot.game.turn import DOING
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle import total_power
from gemp_bot.state import Table

GENERATION, POWER, PILES, LOST, BATTLE = (
    "Force generation",
    "power",
    "own piles",
    "life force, lost",
    "battle power",
)
PLAYED: Final = (GENERATION, POWER, PILES, LOST, BATTLE)
Told = Mapping[str, Mapping[str, float]]
"""By kind of number, the numbers by what they are of."""


def power_key(side: Side, column: int) -> str:
    """What the power of a side at a column is called."""
    return f"{side.lower()} at {column}"


def told(table: Table, board: Board) -> Told:
    """The numbers of the server, as far as one seat is told."""
    numbers = table.statistics
    me = board.me
    if numbers is None or me is None:
        return {what: {} for what in PLAYED}
    zones = {table.side_of(each.name): each for each in numbers.player_zones}
    mine, theirs = zones[me], zones[me.other]
    power = {
        power_key(side, column.index): found
        for column in table.locations
        for side in Side
        if (found := column.power(side)) is not None
    }
    fighting = table.battle is not None
    return {
        GENERATION: {Side.DARK: numbers.dark_force_generation, Side.LIGHT: numbers.light_force_generation},
        POWER: power,
        PILES: {
            "hand": mine.hand,
            "Reserve Deck": mine.reserve_deck,
            "Force Pile": mine.force_pile,
            "Used Pile": mine.used_pile,
            "Lost Pile": mine.lost_pile,
        },
        LOST: {
            "theirs to lose": theirs.hand + theirs.reserve_deck + theirs.force_pile + theirs.used_pile,
            "their Lost Pile": theirs.lost_pile,
        },
        BATTLE: {Side.DARK: numbers.dark_battle_power, Side.LIGHT: numbers.light_battle_power}
        if fighting
        else {},
    }


def held(run: GameContext) -> Told:
    """The same numbers of a game of the engine; those of the seat whose turn it is."""
    state, numbers, battle = run.state, run.numbers, run.state.battle
    me = state.active
    mine, theirs = state.sizes(me), state.sizes(me.other)
    power = {
        power_key(side, place.column): found
        for place in state.locations
        for side in Side
        if (found := numbers.power_at(side, place)) is not None
    }
    return {
        GENERATION: {side: numbers.generation(side) for side in Side},
        POWER: power,
        PILES: {
            "hand": mine.hand,
            "Reserve Deck": mine.reserve,
            "Force Pile": mine.force,
            "Used Pile": mine.used,
            "Lost Pile": mine.lost,
        },
        LOST: {
            "theirs to lose": theirs.hand + theirs.reserve + theirs.force + theirs.used,
            "their Lost Pile": theirs.lost,
        },
        BATTLE: {}
        if battle is None
        else {
            side: total_power(
                [structs.replace(numbers.fighter(each), battled=False) for each in battle.of(side)]
            )
            for side in Side
        },
    }


class Play:
    """A step of ours: what was chosen of a menu, and what was answered until it was over.

    Args:
        option: what was chosen, as the engine offers it.
        run: the game at the menu; it is played on.
    """

    def __init__(self, step: str, option: choices.Option, run: GameContext, before: Told) -> None:
        self.step = step
        self._option, self._run, self._before = option, run, before
        self._answers: dict[PromptKind, str] = {}
        self._against = ""

    @property
    def at_once(self) -> bool:
        """Whether numbers are compared at the first question of a battle: they are told while it goes on."""
        return self._option.kind is ActionKind.INITIATE_BATTLE

    def answer(self, question: Question, wire: str) -> None:
        """Note an answer of ours until the step is over."""
        if question.kind is PromptKind.OPTIONAL_RESPONSES:
            self._against = self._against or ("we responded" if wire else "")
        elif wire == "" and question.can_pass:
            self._against = self._against or "it was taken back"
        else:
            self._answers.setdefault(question.kind, wire)

    def finish(self, *, fighting: bool) -> str:
        """Play it; why it cannot be compared, or the empty text."""
        if self._against:
            return self._against
        if self.at_once and not fighting:
            return "no battle was told"
        run, option = self._run, self._option
        by_text = option.action >= 0
        acts = run.responses if by_text else DOING[run.state.phase]
        doing = acts.act(run, run.state.active, option)
        unanswered = set(self._answers) - _BESIDE
        try:
            choice = next(doing)
            while not (self.at_once and run.state.battle is not None):
                unanswered.discard(getattr(choice, "prompt", None))
                answer = self._reply(choice)
                if answer is _UNKNOWN:
                    return f"not told: {choice.prompt}"
                choice = doing.send(answer)
        except StopIteration as end:
            if not end.value:
                return "the engine takes it back"
        except OverError:
            return "the game ended"
        return f"not asked: {min(unanswered)}" if unanswered else ""

    def held(self) -> Told:
        """The numbers after it."""
        return held(self._run)

    def _reply(self, choice: Choice) -> Answer:
        wire = self._answers.get(choice.prompt)
        match choice:
            case Menu():
                return None
            case PickNumber(high=high):
                return high if wire is None else min(int(wire), high)
            case PickCards(cards=cards, low=low) if choice.player is not self._run.state.active:
                return cards[: max(low, 1)]
            case PickCards(cards=cards):
                if wire is not None:
                    chosen = tuple(int(each) for each in wire.split(",") if each.isdecimal())
                    return chosen if all(each in cards for each in chosen) else _UNKNOWN
                return cards if len(cards) == 1 else _UNKNOWN
            case PickResult():
                return 0 if wire is None or not wire.isdecimal() else int(wire)


_BESIDE: Final = frozenset({PromptKind.CAPACITY_SLOT})
"""What the engine decides by itself."""
_UNKNOWN: Final = (-1,)
"""No answer of the engine's question is known."""
