"""What a question of the play page is about, in a sentence for a person who has never played."""

from gemp_bot.decisions import PromptKind
from gemp_bot.protocol.enums import Phase
from gemp_bot.state import Table
from gemp_bot.state.seat import damage_due

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
    """What a battle still costs us; empty where nothing of it is due, or something else is asked.

    Args:
        kind: of the prompt.
        table: as it was asked. Only battles tell how much is left (PROTOCOL 6.10).
    """
    due = zip(("damage", "attrition"), damage_due(table), strict=True)
    left = [f"{name} {amount:g}" for name, amount in due if amount > 0]
    return f"Still due for the battle: {', '.join(left)}." if left and kind in _PAYMENTS else ""


def help_for(kind: PromptKind, phase: Phase | None, *, mine: bool) -> str:
    """What a question is about; empty for those whose own words say it.

    Args:
        kind: of the prompt.
        phase: the one that goes on.
        mine: it is the person's turn.
    """
    if kind is PromptKind.PHASE_ACTION:
        return _PHASES.get(phase, "") if mine and phase is not None else _THEIR_TURN
    return _KINDS.get(kind, "")
