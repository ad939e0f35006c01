"""The luck of a game in the box, where both decks and every card that is drawn are known."""

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.game.game_events import CardMoved, Happened, Recirculated, Shuffled, TurnBegan
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
    """Counts what each side draws, by groups of cards of which each may as well lie where another one does.

    At first that are all cards of a side. A card leaves its group when it is seen, so that what comes back
    from the table and is drawn again counts no more: where it lies can be known. A shuffle makes a group of
    the whole Reserve Deck, also of what was seen before: whatever its owner knows of it, he does not know its
    order. So from then on `report.luck` may expect something else of a draw: a seat does not always know what
    is left in the deck. What is sought in the Reserve Deck, which is shuffled then, is chosen: it is no luck.

    Args:
        script: the game, before it begins.

    Attributes:
        destiny: the destinies of each side. power: printed power of the cards that came to its hand early.
    """

    def __init__(self, script: EngineScript) -> None:
        self.destiny = dict.fromkeys(Side, Draws())
        self.power = dict.fromkeys(Side, Draws())
        self._turns = dict.fromkeys(Side, 0)
        self._cards: dict[int, CardFacts] = {
            card.id: card.facts for card in script.engine().state.cards.values()
        }
        self._zones: dict[Side, dict[int, Zone]] = {side: {} for side in Side}
        self._groups: dict[int, set[int]] = {}
        for card in script.engine().state.cards.values():
            self._zones[card.side][card.id] = card.zone
        for zones in self._zones.values():
            self._mix(set(zones))
        script.listener = self._hear

    def force(self, side: Side) -> float:
        """About what the luck of a side less that of the other was worth to it, in life force at the end."""
        other = side.other
        destiny = self.destiny[side].luck - self.destiny[other].luck
        return DESTINY_FORCE * destiny + POWER_FORCE * (self.power[side].luck - self.power[other].luck)

    def _hear(self, news: Sequence[Happened]) -> None:
        for number, each in enumerate(news):
            if isinstance(each, TurnBegan):
                self._turns[each.player] = each.number
            elif isinstance(each, Shuffled):
                zones = self._zones[each.player]
                self._mix({card for card, zone in zones.items() if zone is Zone.RESERVE_DECK})
            elif isinstance(each, Recirculated):
                zones = self._zones[each.player]
                zones.update({card: Zone.RESERVE_DECK for card, at in zones.items() if at is Zone.USED_PILE})
            elif isinstance(each, CardMoved):
                self._zones[each.owner][each.card] = each.zone
                if each.zone not in _FACE_DOWN:
                    sought = each.was is Zone.RESERVE_DECK and Shuffled(each.owner) in news[number:]
                    self._shown(each, sought=sought)

    def _mix(self, cards: set[int]) -> None:
        """Have cards be a group, and none of them in another one."""
        for card in cards:
            self._groups.get(card, set()).discard(card)
            self._groups[card] = cards

    def _shown(self, move: CardMoved, *, sought: bool) -> None:
        side, group = move.owner, self._groups.pop(move.card, None)
        if group is None:
            return
        facts, others = self._cards[move.card], [self._cards[card] for card in group]
        group.discard(move.card)
        if move.zone is Zone.UNRESOLVED_DESTINY_DRAW:
            mean = fmean(each.destiny or 0 for each in others)
            self.destiny[side] += Draws(1, facts.destiny or 0, mean)
        elif move.zone is Zone.HAND and self._turns[side] <= EARLY and not sought:
            self.power[side] += Draws(1, facts.power, fmean(each.power for each in others))
