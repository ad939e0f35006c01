"""The numbers of the true table: printed, and changed by what the structured facts of the texts say.

Conditions are told from the table; a fact whose condition is not understood is left out (`sheets`). What is
worked out is kept until something on the table changes.
"""

from math import floor

from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.effects.context import EffectContext
from gemp_bot.effects.effect import ChangeKind, Quantity
from gemp_bot.effects.ledger import Key, Ledger, NumberChanges, effects_in_play
from gemp_bot.effects.restrictions import Destinations
from gemp_bot.game.card_profiles import CardProfile, CardProfiles, ConditionalNumber, Placing
from gemp_bot.game.state import State
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle import Fighter
from gemp_bot.rules.battle_damage import immunity
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.generation import force_generation
from gemp_bot.rules.values import Cost, Modifier, Operation, limited, settled


class Numbers:
    """What every number is now.

    Args:
        state: the table; only read.
        profiles: what texts say.
    """

    def __init__(self, state: State, profiles: CardProfiles) -> None:
        self._state = state
        self._profiles = profiles
        self._effects = profiles.lore
        self._version = -1
        self._ledger: Ledger | None = None

    # -- the table ----------------------------------------------------------------------------------

    @property
    def ledger(self) -> Ledger:
        """What the texts in play do to which number."""
        board = self._state.board
        if self._ledger is None or self._version != board.changes:
            self._ledger = Ledger(board)
            effects = effects_in_play(board, self._effects)
            self._ledger.run(effects, icons=True)
            self._ledger.run(effects, icons=False)
            self._version = board.changes
        return self._ledger

    def context(self, card: CardInPlay) -> EffectContext:
        """A card whose text is read, with the Force icons of all locations as texts make them."""
        return EffectContext(self.ledger.board, card, card.side)

    def profile(self, card: CardInPlay) -> CardProfile:
        """What the text of a card says that the engine plays."""
        return self._profiles.of(card.card)

    def destinations(self, card: CardInPlay) -> Destinations:
        """Where the text of a card lets it be deployed, and moved as a react."""
        return self._effects.restrictions.destinations(card.card)

    # -- places -------------------------------------------------------------------------------------

    def occupies(self, side: Side, location: Location) -> bool:
        """Whether a side has presence somewhere (rules 5)."""
        return location.presence(side)

    def controls(self, side: Side, location: Location) -> bool:
        """Whether a side has presence where the other has none (rules 5)."""
        return location.controlled(side)

    def icons(self, side: Side, location: Location) -> int:
        """Force icons on one side of a location, with those that texts add."""
        _ = self.ledger  # counts them
        return location.icons[side]

    def drain(self, side: Side, location: Location) -> int:
        """The amount of a Force drain (rules 4)."""
        modifiers, resets, _ = self._changed((location.column, Quantity.DRAIN, side))
        return floor(drain_amount(self.icons(side.other, location), modifiers, resets))

    def drain_forbidden(self, side: Side, location: Location) -> bool:
        """Whether a text forbids a drain there."""
        return (location.column, Quantity.NO_DRAIN, side) in self.ledger.changes

    def generation(self, side: Side) -> int:
        """Total Force generation (rules 2)."""
        icons = []
        changes = self.ledger.changes
        for location in self._state.locations:
            key = (location.column, Quantity.GENERATION, side)
            if key in changes:
                modifiers, resets, most = self._changed(key)
                icons.append(floor(limited(settled(location.icons[side], modifiers, resets), most)))
            else:
                icons.append(max(0, location.icons[side]))
        masters = sum(card.facts.master for card in self._state.at_table(side))
        total, resets, _ = self._changed((0, Quantity.TOTAL_GENERATION, side))
        found = force_generation(icons, masters, total)
        return floor(min(resets)) if resets else floor(found)

    # -- cards --------------------------------------------------------------------------------------

    def power(self, card: CardInPlay) -> float:
        """Power of a card; none of a starship or vehicle that nobody pilots, or that is landed."""
        if card.facts.carrier and not card.piloted:
            return 0
        return self._value(card, Quantity.POWER, card.facts.power)

    def ability(self, card: CardInPlay) -> float:
        """Ability of a card; of a starship or vehicle that of its permanent pilots."""
        facts = card.facts
        if facts.crew:
            return facts.ability
        return self._value(card, Quantity.ABILITY, facts.ability) if facts.ability else 0

    def forfeit(self, card: CardInPlay) -> float | None:
        """Forfeit value; None if it has none."""
        if card.facts.forfeit is None:
            return None
        return 0 if card.forfeit_zero else self._value(card, Quantity.FORFEIT, card.facts.forfeit)

    def fighter(self, card: CardInPlay) -> Fighter:
        """A card as the rules of battle see it."""
        return Fighter(
            power=self.power(card),
            ability=self.ability(card),
            battled=card.battled == self._state.turn,
            hit=card.hit,
            card=card.id,
            inside=card.inside,
            pilots=card.pilots,
        )

    def power_at(self, side: Side, location: Location) -> float | None:
        """Total power of a side as a server shows it; None if nobody of it is there (PROTOCOL 6.10)."""
        found = [
            0 if card.inside else self.power(card)
            for card in location.cards
            if card.side is side and card.attached_as is not AttachedAs.WORN
        ]
        return sum(found) if found else None

    def conditional(self, card: CardInPlay, facts: tuple[ConditionalNumber, ...]) -> list[float]:
        """The amounts of those facts of a card that hold now."""
        if not facts:
            return []
        context = self.context(card)
        return [fact.amount for fact in facts if fact.holds(context)]

    def immune_below(self, card: CardInPlay) -> float:
        """Attrition below which a card itself is immune (rules 22.17)."""
        return immunity(self.conditional(card, self.profile(card).immune))

    # -- costs --------------------------------------------------------------------------------------

    def deploy_cost(self, card: CardInPlay, location: Location) -> Cost:
        """What it costs to deploy a card from the hand of the active player to a place (rules 10, 21)."""
        changes = self.ledger.changes.get((card.id, Quantity.DEPLOY, None), [])
        modifiers = [
            Modifier(Operation.ADD, amount)
            for _, effect, amount in changes
            if effect.change is ChangeKind.ADD
        ]
        free = False
        for cost in self.profile(card).costs:
            if self._fits(card, cost, location):
                free = free or cost.free
                modifiers.append(Modifier(Operation.ADD, cost.amount))
        return Cost(card.facts.deploy, tuple(modifiers), free=free)

    def _fits(self, card: CardInPlay, placing: Placing, location: Location) -> bool:
        context = self.context(card)
        return (placing.place is None or placing.place(context, location)) and (
            placing.holds is None or placing.holds(context)
        )

    # -- reckoning ----------------------------------------------------------------------------------

    def _value(self, card: CardInPlay, quantity: Quantity, printed: float) -> float:
        key = (card.id, quantity, None)
        if key not in self.ledger.changes:
            return printed
        modifiers, resets, _ = self.ledger.of(key, card)
        return settled(printed, modifiers, resets)

    def _changed(self, key: Key) -> NumberChanges:
        return self.ledger.of(key, None)
