"""What every number of a board is now: printed, and changed by the texts in play.

The board may be the true one, what one player sees of it, or a supposed one. Only what is asked for is worked
out, and it is kept while the board does not change.
"""

from collections.abc import Collection, Sequence
from contextlib import nullcontext
from math import floor

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.context import EffectContext
from gemp_bot.effects.effect import ChangeKind, Quantity, Target, applies
from gemp_bot.effects.ledger import ICONS, NO_CHANGES, EffectInPlay, Key, Ledger, NumberChanges, effects_of
from gemp_bot.effects.restrictions import Destinations
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle import Fighter, ability_for_destiny, battle_destinies
from gemp_bot.rules.battle_damage import immunity
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.generation import force_generation
from gemp_bot.rules.values import Cost, Modifier, Operation, limited, settled


class Numbers:
    """The numbers of one board. Of an effect that is not understood nothing is counted.

    Args:
        board: only read.
        effects: the cards and what their texts do.
    """

    __slots__ = (
        "_board",
        "_changes",
        "_counter",
        "_effects",
        "_icons",
        "_in_play",
        "_ledgers",
        "_read",
        "_texts",
        "_version",
    )

    def __init__(self, board: Board, effects: CardEffects) -> None:
        self._board, self._counter = board, board.counter
        self._effects = effects
        self._texts: dict[CardInPlay, list[EffectInPlay]] = {}
        self._read: Sequence[CardInPlay] = ()
        self._icons: list[EffectInPlay] = []
        self._in_play: dict[Quantity, list[EffectInPlay]] = {}
        self._ledgers: dict[tuple[Quantity, bool], Ledger] = {}
        self._changes = self._version = -1

    # -- locations ----------------------------------------------------------------------------------

    def icons(self, side: Side, location: Location) -> int:
        """Force icons on one side of a location, with those that texts add."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return location.icons[side]

    def drain(self, side: Side, location: Location) -> float:
        """Force that a Force drain of a side makes the other lose (rules 4); 0 where it is forbidden."""
        if self.drain_forbidden(side, location):
            return 0
        key = (location.column, Quantity.DRAIN, side)
        modifiers, resets, _ = self._changes_of(key, location.card)
        return drain_amount(location.icons[side.other], modifiers, resets)

    def drain_forbidden(self, side: Side, location: Location) -> bool:
        """Whether a text forbids a side to drain there, or an Undercover spy of the other prevents it."""
        forbids = self._changes_of((location.column, Quantity.NO_DRAIN, side), location.card)
        return forbids is not NO_CHANGES or location.spied(side)

    def drain_cost(self, side: Side) -> float:
        """Force that each Force drain of a side uses by the texts in play; nothing by rule (rules 4.9)."""
        return settled(0, self._changes_of((0, Quantity.DRAIN_COST, side)).modifiers)

    def generation(self, side: Side) -> int:
        """Total Force generation (rules 2)."""
        icons = []
        for location in self._board.locations:
            modifiers, resets, most = self._changes_of(
                (location.column, Quantity.GENERATION, side), location.card
            )
            icons.append(floor(limited(settled(location.icons[side], modifiers, resets), most)))
        masters = sum(card.facts.master for card in self._board.active if card.side is side)
        modifiers, resets, _ = self._changes_of((0, Quantity.TOTAL_GENERATION, side))
        found = force_generation(icons, masters, modifiers)
        return floor(settled(found, (), resets))

    def power_at(self, side: Side, location: Location) -> float | None:
        """Total power of a side as a server shows it; None if nobody of it is there (PROTOCOL 6.10)."""
        there = [
            card
            for card in location.cards
            if card.side is side and card.fights and card.active and not card.undercover
        ]
        return sum(0 if card.inside else self.power(card) for card in there) if there else None

    # -- cards in play ------------------------------------------------------------------------------

    def power(self, card: CardInPlay, *, fighting: bool = False) -> float:
        """Power of a card; none of a starship or vehicle that nobody pilots, or that is landed.

        Args:
            card: at a location.
            fighting: as if it and everybody there was in battle.
        """
        if card.frozen or (card.facts.carrier and not card.piloted):
            return 0
        return self._number(card, Quantity.POWER, card.facts.power, fighting=fighting)

    def ability(self, card: CardInPlay) -> float:
        """Ability of a card; of a starship or vehicle that of its permanent pilots.

        What has no ability, as a droid, gets none by a text (rules 10.8).
        """
        facts = card.facts
        if facts.crew:
            return facts.ability
        if card.frozen or card.card.ability is None:
            return 0
        return self._number(card, Quantity.ABILITY, facts.ability)

    def forfeit(self, card: CardInPlay) -> float | None:
        """Forfeit value; None for what has none. One that is not defined is 0 (rules 10.8)."""
        if card.card.forfeit is None:
            return None
        if card.forfeit_zero:
            return 0
        return self._number(card, Quantity.FORFEIT, card.facts.forfeit or 0)

    def immune_below(self, card: CardInPlay, *, fighting: bool = False) -> float:
        """Attrition below which a card itself is immune (rules 22.17).

        Args:
            card: at a location.
            fighting: as if it and everybody there was in battle.
        """
        return immunity(self._amounts(card, Quantity.IMMUNITY, fighting=fighting))

    def draws(self, card: CardInPlay, *, fighting: bool = False) -> tuple[float, float]:
        """Battle destinies that a card adds in its battle, and the least its side draws with it there.

        Args:
            card: at a location.
            fighting: as if it and everybody there was in battle.
        """
        if not card.active:
            return 0, 0
        added = self._number(card, Quantity.BATTLE_DESTINY, 0, fighting=fighting)
        return added, max(self._amounts(card, Quantity.LEAST_DESTINY, fighting=fighting), default=0)

    def fighter(self, card: CardInPlay) -> Fighter:
        """A card at a location as the rules of battle see it: its battle of this turn is this one."""
        return Fighter(
            power=self.power(card),
            ability=self.ability(card),
            hit=card.hit,
            card=card.id,
            inside=card.inside,
            pilots=card.pilots,
        )

    def battle_destinies(self, cards: Collection[CardInPlay]) -> int:
        """Battle destinies that a side may draw in a battle with these cards (rules 22.6 to 22.8)."""
        own = [self.draws(card) for card in cards]
        added = int(sum(more for more, _ in own))
        ability = ability_for_destiny([self.fighter(card) for card in cards])
        return battle_destinies(ability, added=added, if_unable=[int(least) for _, least in own])

    # -- cards in hand ------------------------------------------------------------------------------

    def deploy_cost(self, card: CardInPlay, location: Location | None = None) -> Cost:
        """What it costs to deploy a card of a hand that is on the board (rules 10, 21).

        Args:
            card: the card.
            location: where it goes; None for what it costs wherever that is.
        """
        told = self._changes_of((card.id, Quantity.DEPLOY, None), card).modifiers
        own = self._effects.own_costs(card.card)
        if not own:
            return Cost(card.facts.deploy, tuple(told))
        modifiers, free, context = list(told), False, self.context(card)
        for effect in own:
            there = effect.place is None or (location is not None and effect.place(context, location))
            if there and applies(effect, context):
                free = free or effect.change is ChangeKind.RESET
                modifiers.append(Modifier(Operation.ADD, effect.amount))
        return Cost(card.facts.deploy, tuple(modifiers), free=free)

    def cost_differs(self, card: CardInPlay) -> bool:
        """Whether what it costs to deploy a card may differ by location."""
        return bool(self._effects.own_costs(card.card))

    # -- making them --------------------------------------------------------------------------------

    def context(self, card: CardInPlay) -> EffectContext:
        """A card whose text is read, with the Force icons of all locations as texts make them."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return EffectContext(self._board, card, card.side)

    def cannot_move(self, card: CardInPlay) -> bool:
        """Whether a card cannot move: it is not active, or its text keeps it where it is (rules 9, 23.2)."""
        stays = self._effects.restrictions.stays(card.card)
        return not card.active or (bool(stays) and any(holds(self.context(card)) for holds in stays))

    def destinations(self, card: CardInPlay) -> Destinations:
        """Where the text of a card lets it be deployed, and moved as a react."""
        return self._effects.restrictions.destinations(card.card)

    def _bring_up_to_date(self) -> None:
        """Read anew what the texts in play say; of what they change, Force icons are counted at once."""
        board = self._board
        self._changes = board.changes
        self._ledgers.pop((Quantity.DEPLOY, False), None)
        if board.version == self._version:
            return  # what changed lies in hands and piles
        self._version = board.version
        self._ledgers.clear()
        if board.active != self._read:
            self._read = board.active
            self._read_texts()
        Ledger(board).run(self._icons, icons=True)

    def _read_texts(self) -> None:
        """Take in what the texts of all active cards say, by what they change."""
        board = self._board
        self._icons.clear()
        self._in_play.clear()
        for card in self._read:
            own = self._texts.get(card)
            if own is None:
                # What a card says of its own cost is read while it is in a hand.
                own = self._texts[card] = [
                    each
                    for each in effects_of(board, card, self._effects)
                    if each[1].quantity is not Quantity.DEPLOY or each[1].target is not Target.SELF
                ]
            for each in own:
                quantity = each[1].quantity
                into = self._icons if quantity in ICONS else self._in_play.setdefault(quantity, [])
                into.append(each)

    def _ledger(self, quantity: Quantity, *, fighting: bool = False) -> Ledger:
        """What texts do to one quantity; or would do if every card was in a battle at its location."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        found = self._ledgers.get((quantity, fighting))
        if found is None:
            found = self._ledgers[quantity, fighting] = Ledger(self._board)
            with self._board.fought_by_all() if fighting else nullcontext():
                found.run(self._in_play.get(quantity, ()), icons=False)
        return found

    def _changes_of(self, key: Key, target: CardInPlay | None = None) -> NumberChanges:
        """What texts change of a number; `target` is the card or location that it belongs to."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return self._ledger(key[1]).of(key, target) if key[1] in self._in_play else NO_CHANGES

    def _number(
        self, card: CardInPlay, quantity: Quantity, printed: float, *, fighting: bool = False
    ) -> float:
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return printed
        ledger, key = self._ledger(quantity, fighting=fighting), (card.id, quantity, None)
        if key not in ledger.changes:
            return printed
        modifiers, resets, _ = ledger.of(key, card)
        return settled(printed, modifiers, resets)

    def _amounts(self, card: CardInPlay, quantity: Quantity, *, fighting: bool = False) -> list[float]:
        """What texts give a card of a quantity of which the highest counts."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return []
        key: Key = (card.id, quantity, None)
        return [amount for _, _, amount in self._ledger(quantity, fighting=fighting).changes.get(key, ())]
