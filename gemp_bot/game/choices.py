"""What a player is asked, typed by meaning; a wire puts it into words (PROTOCOL 7).

The words are those of `decisions.kinds`: the prompt of a question, the kind of an action, and what a
response responds to. Cards are named by the engine's own ids, which a card keeps for the whole game.

Answers are typed, too: to a `Menu` the number of the option, or None to pass; to `PickCards` a tuple of ids;
to `PickResult` the number of the result; to `PickNumber` the number.
"""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import TypeAlias

import msgspec

from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.protocol.enums import Phase, Side

OF_A_PILE = frozenset({ActionKind.ACTIVATE_FORCE, ActionKind.DRAW_CARD})
"""Actions on the top of a pile; by the text of a card they belong to that card."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """Something a player may do.

    Attributes:
        kind: what it is.
        card: the card it hangs on: of a drain or battle the location, of an activation the top of the Reserve
            Deck, of a draw the top of the Force Pile, else the card itself.
        targets: where the card can go or whom it can hit, if that is asked next.
        free: it costs no Force.
        action: of what the card's text lets a player do its place among the actions of the card; else -1.
    """

    kind: ActionKind
    card: int
    targets: tuple[int, ...] = ()
    free: bool = False
    action: int = -1


class Menu(msgspec.Struct, frozen=True, gc=False):
    """Choose an action or pass (PROTOCOL 7.3).

    Attributes:
        player: who is asked.
        prompt: `PHASE_ACTION`, `WEAPONS_SEGMENT` or `OPTIONAL_RESPONSES`.
        options: what he may do; none is frequent.
        phase: the phase it is.
        after: of responses: what they respond to.
        about: of responses: the cards that is about; the first is the one that acts.
        amount: of responses: a number that belongs to it, as the amount of a drain.
    """

    player: Side
    prompt: PromptKind
    options: tuple[Option, ...]
    phase: Phase
    after: ResponseTrigger | None = None
    about: tuple[int, ...] = ()
    amount: float = 0


class PickCards(msgspec.Struct, frozen=True, gc=False):
    """Choose cards (PROTOCOL 7.5, 7.6).

    Attributes:
        player: who is asked.
        prompt: why: `STARTING_LOCATION`, `CHOOSE_DEPLOY_TARGET`, `CHOOSE_MOVE_TARGET`, `EMBARK_TARGET`,
            `DISEMBARK_TARGET`, `LAND_TARGET`, `TAKE_OFF_TARGET`, `DOCKING_BAY_TARGET`, `CARDS_TO_TRANSIT`,
            `CHOOSE_TARGET` (of a weapon), `LOSE_FORCE`, `LOSE_FORCE_OR_FORFEIT`, `FORFEIT`,
            `OPTIONAL_FORFEIT`, `DEPLOY_AS_RELATED` (next to which system a site goes).
        cards: what may be chosen; of Force to lose the cards on top of piles.
        low, high: how many. A low of 0 takes the action back where there is one, else it is "if desired".
        subject: the card the question is about: the one that deploys, moves or fires.
        kind: of the action that asks.
        attrition, damage: what is left to satisfy, where that is the reason.
    """

    player: Side
    prompt: PromptKind
    cards: tuple[int, ...]
    low: int = 1
    high: int = 1
    subject: int | None = None
    kind: ActionKind | None = None
    attrition: float = 0
    damage: float = 0

    @property
    def shows(self) -> bool:
        """Whether cards of piles are shown to who is asked; else the top of a pile is chosen face down."""
        return self.prompt not in (PromptKind.LOSE_FORCE, PromptKind.LOSE_FORCE_OR_FORFEIT)


class PickResult(msgspec.Struct, frozen=True, gc=False):
    """Choose one of some results (PROTOCOL 7.7).

    Attributes:
        player: who is asked.
        prompt: `CONFIRM_NO_ACTIVATION` and `DRAW_BATTLE_DESTINY` (yes, no), `SIDE_OF_LOCATION` (left, right),
            and what texts ask (`CONFIRM_ACTION`, `CHOOSE_EFFECT`, `CHOOSE_PLAYER`, `CARD_PILE`).
        results: the words for them, as the server has them.
        subject: the card it is about. beside: the other card, as the location at whose side one goes.
        amount: a number in it, as the battle destinies to draw.
    """

    player: Side
    prompt: PromptKind
    results: tuple[str, ...]
    subject: int | None = None
    beside: int | None = None
    amount: int = 0


class PickNumber(msgspec.Struct, frozen=True, gc=False):
    """Choose a whole number (PROTOCOL 7.8).

    Attributes:
        player: who is asked.
        prompt: `FORCE_TO_ACTIVATE`, or `FORCE_TO_ALLOW` to the opponent of who activates.
    """

    player: Side
    prompt: PromptKind
    low: int
    high: int


Choice: TypeAlias = Menu | PickCards | PickResult | PickNumber
Answer: TypeAlias = int | tuple[int, ...] | None

YES, NO = 0, 1
YES_OR_NO = ("Yes", "No")
LEFT, RIGHT = 0, 1
LEFT_OR_RIGHT = ("Left", "Right")


class IllegalChoiceError(ValueError):
    """An answer that the question does not allow; the game stands as it stood."""


def is_legal(choice: Choice, answer: Answer) -> bool:
    """Whether a question allows an answer."""
    match choice:
        case Menu(options=options):
            return answer is None or (isinstance(answer, int) and 0 <= answer < len(options))
        case PickCards(cards=cards, low=low, high=high):
            return (
                isinstance(answer, tuple)
                and low <= len(answer) <= high
                and all(card in cards for card in answer)
                and len(set(answer)) == len(answer)
            )
        case PickResult(results=results):
            return isinstance(answer, int) and 0 <= answer < len(results)
        case PickNumber(low=low, high=high):
            return isinstance(answer, int) and low <= answer <= high


def legal_answers(choice: Choice) -> Iterator[Answer]:
    """Every legal answer, made one by one: a pass first, few cards before many.

    Of cards each set comes once, in the order in which they are offered. Of n cards there can be 2 ** n sets
    (`CARDS_TO_TRANSIT`), so take as many as are wanted.
    """
    match choice:
        case Menu(options=options):
            return chain((None,), range(len(options)))
        case PickCards(cards=cards, low=low, high=high):
            return chain.from_iterable(
                combinations(cards, count) for count in range(low, min(high, len(cards)) + 1)
            )
        case PickResult(results=results):
            return iter(range(len(results)))
        case PickNumber(low=low, high=high):
            return iter(range(low, high + 1))


def has_one_answer(choice: Choice) -> bool:
    """Whether a question has only one legal answer."""
    match choice:
        case Menu(options=options):
            return not options
        case PickCards(cards=cards, low=low, high=high):
            return high <= 0 or low >= len(cards)
        case PickResult(results=results):
            return len(results) == 1
        case PickNumber(low=low, high=high):
            return low == high
