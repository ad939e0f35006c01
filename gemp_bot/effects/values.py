"""The numbers of a table that goes on, as its texts make them.

Only those are worked out that are asked for, and each is kept while nothing changes that it depends on.
"""

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.layout import Layout
from gemp_bot.board.tracked import TrackedBoard
from gemp_bot.cards import CardType, SubType
from gemp_bot.cards.printed import Printed, known
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.effect import Quantity
from gemp_bot.effects.ledger import ICONS, EffectInPlay, Ledger, effects_in_play
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.values import settled


class Values:
    """The numbers of one game, brought forward with `look`.

    What was laid out last counts, however the table goes on. Numbers are as the rules make them: a printed
    one that nothing changes may be below zero.

    Args:
        lore: the cards and what their texts do.

    Attributes:
        version: rises when a number of a card or place in play may have changed.
    """

    __slots__ = ("_effects", "_hand", "_layout", "_ledgers", "_lore", "_scene", "version")

    def __init__(self, lore: CardEffects) -> None:
        self._lore = lore
        self._layout: Layout | None = None
        self._scene: TrackedBoard | None = None
        self._hand: object = None
        self._effects: dict[Quantity, list[EffectInPlay]] = {}
        self._ledgers: dict[tuple[Quantity, bool], Ledger] = {}
        self.version = 0

    def look(self, layout: Layout) -> None:
        """Take the table as it is now. Costs nothing; numbers are made when they are asked for."""
        before, self._layout = self._layout, layout
        if (
            before is None
            or layout.play is not before.play
            or layout.turn is not before.turn
            or layout.fighting != before.fighting
        ):
            self._scene = None
            self.version += 1

    # -- numbers ----------------------------------------------------------------------------------

    def power(self, card_id: CardId, *, fighting: bool = False) -> float | None:
        """Power of a card in play; zero for a starship or vehicle without a pilot.

        Args:
            card_id: the card.
            fighting: as if it and everybody there was in battle.
        """
        seen = self._in_play(card_id)
        if seen is None or not seen.fights:
            return None
        if seen.carries and not seen.piloted:
            return 0
        return 0 if seen.frozen else self._number(seen, Quantity.POWER, seen.card.power, fighting=fighting)

    def ability(self, card_id: CardId) -> float | None:
        """Ability of a character or creature vehicle in play."""
        seen = self._in_play(card_id)
        if seen is None or not has_ability(seen):
            return None
        return 0 if seen.frozen else self._number(seen, Quantity.ABILITY, seen.card.ability)

    def forfeit(self, card_id: CardId) -> float | None:
        """Forfeit value of a card in play."""
        seen = self._in_play(card_id)
        if seen is None or not seen.fights:
            return None
        return self._number(seen, Quantity.FORFEIT, seen.card.forfeit)

    def draws(self, card_id: CardId) -> tuple[float, float]:
        """Battle destinies of a card in play: how many it adds in a battle, and the least it draws there."""
        seen = self._in_play(card_id)
        if seen is None or not seen.active:
            return 0.0, 0.0
        more = self._number(seen, Quantity.BATTLE_DESTINY, None, fighting=True)
        return more, self._number(seen, Quantity.LEAST_DESTINY, None, fighting=True)

    def deploy(self, card_id: CardId) -> float | None:
        """What deploying a card of our hand costs, wherever it goes."""
        if self._layout is None:
            return None
        scene = self._laid_out(self._layout)
        if self._hand is not self._layout.hand:
            self._hand = self._layout.hand
            scene.hold(self._layout.hand)
            self._ledgers.pop((Quantity.DEPLOY, False), None)
        seen = scene.cards.get(card_id)
        if seen is None or not seen.in_hand or seen.card.deploy is None:
            return None
        return self._number(seen, Quantity.DEPLOY, seen.card.deploy)

    def drain(self, column: int, side: Side) -> float | None:
        """Force a drain of a side there costs, 0 where a text forbids it; None if there is no such column."""
        if self._layout is None or not 0 <= column < len(self._layout.play.locations):
            return None
        scene = self._laid_out(self._layout)
        if (column, Quantity.NO_DRAIN, side) in self._ledger(scene, Quantity.NO_DRAIN).changes:
            return 0
        spot = scene.locations[column]
        ledger = self._ledger(scene, Quantity.DRAIN)
        modifiers, resets, _ = ledger.of((column, Quantity.DRAIN, side), spot.card)
        return drain_amount(spot.icons[side.other], modifiers, resets)

    # -- making them ------------------------------------------------------------------------------

    def _in_play(self, card_id: CardId) -> CardInPlay | None:
        if self._layout is None:
            return None
        seen = self._laid_out(self._layout).cards.get(card_id)
        return None if seen is None or seen.in_hand else seen

    def _laid_out(self, layout: Layout) -> TrackedBoard:
        """The scene of the layout, with its Force icons as texts make them."""
        scene = self._scene
        if scene is None:
            scene = self._scene = TrackedBoard(layout, self._lore.index, self._lore.notes)
            self._hand = layout.hand
            self._ledgers.clear()
            self._effects.clear()
            icons: list[EffectInPlay] = []
            for context, effect in effects_in_play(scene, self._lore):
                if effect.quantity in ICONS:
                    icons.append((context, effect))
                else:
                    self._effects.setdefault(effect.quantity, []).append((context, effect))
            Ledger(scene).run(icons, icons=True)
        return scene

    def _ledger(self, scene: Board, quantity: Quantity, *, fighting: bool = False) -> Ledger:
        """What texts do to one quantity; or what they would do if everybody was in battle where he stands."""
        found = self._ledgers.get((quantity, fighting))
        if found is None:
            found = self._ledgers[quantity, fighting] = Ledger(scene)
            now = scene.fighting
            if fighting:
                scene.fighting = frozenset(scene.cards)
            found.run(self._effects.get(quantity, ()), icons=False)
            scene.fighting = now
        return found

    def _number(
        self, seen: CardInPlay, quantity: Quantity, printed: Printed, *, fighting: bool = False
    ) -> float:
        scene = self._scene
        base = known(printed)
        if base is None:
            base = 0.0
        if scene is None or quantity not in self._effects:
            return base
        ledger, key = self._ledger(scene, quantity, fighting=fighting), (seen.id, quantity, None)
        if key not in ledger.changes:
            return base
        modifiers, resets, _ = ledger.of(key, seen)
        return settled(base, modifiers, resets)


def has_ability(seen: CardInPlay) -> bool:
    """Whether a card has ability of its own: starships and vehicles have that of their crew."""
    card = seen.card
    return card.type == CardType.CHARACTER or (
        card.type == CardType.VEHICLE and card.is_a(SubType.CREATURE_VEHICLE)
    )
