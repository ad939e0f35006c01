"""The luck of a game in the box, where both decks and every card that is drawn are known."""

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.game.game_events import CardMoved, Happened, TurnBegan
from gemp_bot.inference.luck import DESTINY_FORCE, Draws
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.sandbox.server.engine_script import EngineScript

POWER_FORCE: Final = 0.3
"""Life force at the end for a point of power that comes to hand early: 0.29 ± 0.11 in the 880 games of
`DESTINY_FORCE`. It is no part of the luck of games on a server, where it was -0.3 ± 0.5."""
EARLY: Final = 6
"""Own turns in which a card that comes to hand counts; what came later was not told apart from nothing."""
_FACE_DOWN = frozenset({Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE})


class BoxLuck:
    """Counts what each side draws. A card counts when it is seen first: until then it may be any unseen one.

    Args:
        script: the game, before it begins.

    Attributes:
        destiny: the destinies of each side. power: printed power of the cards that came to its hand early.
    """

    def __init__(self, script: EngineScript) -> None:
        self.destiny = dict.fromkeys(Side, Draws())
        self.power = dict.fromkeys(Side, Draws())
        self._turns = dict.fromkeys(Side, 0)
        cards = script.engine().state.cards.values()
        self._unseen: dict[Side, dict[int, CardFacts]] = {
            side: {card.id: card.facts for card in cards if card.side is side} for side in Side
        }
        script.listener = self._hear

    def force(self, side: Side) -> float:
        """About what the luck of a side less that of the other was worth to it, in life force at the end."""
        other = side.other
        destiny = self.destiny[side].luck - self.destiny[other].luck
        return DESTINY_FORCE * destiny + POWER_FORCE * (self.power[side].luck - self.power[other].luck)

    def _hear(self, news: Sequence[Happened]) -> None:
        for each in news:
            if isinstance(each, TurnBegan):
                self._turns[each.player] = each.number
            elif isinstance(each, CardMoved) and each.zone not in _FACE_DOWN:
                self._shown(each)

    def _shown(self, move: CardMoved) -> None:
        side, unseen = move.owner, self._unseen[move.owner]
        facts = unseen.get(move.card)
        if facts is None:
            return
        if move.zone is Zone.UNRESOLVED_DESTINY_DRAW:
            mean = fmean(each.destiny or 0 for each in unseen.values())
            self.destiny[side] += Draws(1, facts.destiny or 0, mean)
        elif move.zone is Zone.HAND and self._turns[side] <= EARLY:
            self.power[side] += Draws(1, facts.power, fmean(each.power for each in unseen.values()))
        del unseen[move.card]
