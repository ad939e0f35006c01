"""What the game is like: how long it lasts, who wins the race, what destiny brings."""

import msgspec

from gemp_bot.valuation.attacks import SETTLED
from gemp_bot.valuation.position import Position
from gemp_bot.valuation.reply import Reply, reply_of
from gemp_bot.valuation.weights import Capabilities, Weights

_LONG = 30.0
_STILL = 0.25
"""How much risks count where nobody has dared anything for many turns, for once otherwise: a guess."""


class Outlook(msgspec.Struct, frozen=True):
    """The game as it stands.

    Attributes:
        turns: how many turns of drains what is held now will bring.
        urgency: above 1 if their drains will end the game before ours do.
        caution: how much risks count; less when standing still loses, or everything stands still.
        destiny, their_destiny: average draws.
        reply: what the opponent can do in the next turn.
        standoff: share of each location that both occupy of the Force that we lose for one without battle.
    """

    weights: Weights
    capabilities: Capabilities
    turns: float
    urgency: float
    caution: float
    destiny: float
    their_destiny: float
    reply: Reply = Reply()
    standoff: float = 0.0

    @property
    def sees_cards(self) -> bool:
        """Whether printed facts are looked at."""
        return self.capabilities.card_facts


def outlook_of(
    position: Position,
    weights: Weights,
    capabilities: Capabilities,
    destiny: float,
    their_destiny: float,
    *,
    their_reach: float | None = None,
    turn: int = SETTLED,
    still: bool = False,
    standoff: float = 0.0,
) -> Outlook:
    """Look ahead.

    Args:
        position: the table.
        weights: of the player.
        capabilities: likewise.
        destiny: our average draw.
        their_destiny: theirs.
        their_reach: power that they can bring out of their hand; None for that of a usual deck.
        turn: of ours; the last one before the opponent's next turn.
        still: nothing has happened for many turns.
        standoff: Force that we lose in a standoff.
    """
    turns, urgency, caution = weights.horizon, 1.0, 1.0
    if capabilities.turns_left:
        ours, theirs = min(position.turns_to_win, _LONG), min(position.turns_to_live, _LONG)
        turns = max(min(turns, min(ours, theirs) + 1), 1.0)
        if theirs < ours and theirs < 8:  # noqa: PLR2004 - turns: before that much still changes
            behind = min((ours - theirs) / 6, 1.0)
            urgency, caution = 1 + 0.5 * behind, 1 - 0.5 * behind
    if still:
        caution *= _STILL
    reply = reply_of(position, their_reach, turn)
    return Outlook(weights, capabilities, turns, urgency, caution, destiny, their_destiny, reply, standoff)
