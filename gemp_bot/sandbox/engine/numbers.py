"""The numbers of the true table: printed, and changed by what the structured facts of the texts say.

Conditions are told from the table; a fact whose condition is not understood is left out (`sheets`). What is
worked out is kept until something on the table changes.
"""

from math import floor

from gemp_bot.effects import CardEffects
from gemp_bot.effects.context import EffectContext
from gemp_bot.effects.effect import ChangeKind, Quantity
from gemp_bot.effects.ledger import Changes, Key, Ledger, effects_in_play
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle import Fighter
from gemp_bot.rules.battle_damage import immunity
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.generation import force_generation
from gemp_bot.rules.values import Cost, Modifier, Operation, limited, settled
from gemp_bot.sandbox.engine.card_profiles import Placing, Standing
from gemp_bot.sandbox.engine.layout import Layout
from gemp_bot.sandbox.engine.state import Piece, Place, Seat, State


class Numbers:
    """What every number is now.

    Args:
        state: the table; only read.
        lore: what texts do.
    """

    def __init__(self, state: State, lore: CardEffects) -> None:
        self._state = state
        self._lore = lore
        self._version = -1
        self._layout: Layout | None = None
        self._ledger: Ledger | None = None

    # -- the table ----------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """The table laid out."""
        if self._layout is None or self._version != self._state.version:
            self._layout = Layout(self._state, self._lore)
            self._ledger = None
            self._version = self._state.version
        return self._layout

    @property
    def ledger(self) -> Ledger:
        """What the texts in play do to which number."""
        layout = self.layout
        if self._ledger is None:
            self._ledger = Ledger(layout)
            speech = effects_in_play(layout, self._lore)
            self._ledger.run(speech, icons=True)
            self._ledger.run(speech, icons=False)
        return self._ledger

    def voice(self, piece: Piece) -> EffectContext:
        """A card as the one that speaks its text."""
        return EffectContext(self.layout, self.layout.seen(piece), piece.owner)

    # -- places -------------------------------------------------------------------------------------

    def occupies(self, side: Side, place: Place) -> bool:
        """Whether a side has presence somewhere (rules 5)."""
        return self.layout.spot_of(place).presence(side)

    def controls(self, side: Side, place: Place) -> bool:
        """Whether a side has presence where the other has none (rules 5)."""
        return self.layout.spot_of(place).controlled(side)

    def icons(self, side: Side, place: Place) -> int:
        """Force icons on one side of a location, with those that texts add."""
        return self.ledger.board.locations[place.column].icons[side]

    def drain(self, side: Side, place: Place) -> int:
        """The amount of a Force drain (rules 4)."""
        modifiers, resets, _ = self._changed((place.column, Quantity.DRAIN, side))
        return floor(drain_amount(self.icons(side.other, place), modifiers, resets))

    def drain_forbidden(self, side: Side, place: Place) -> bool:
        """Whether a text forbids a drain there."""
        return (place.column, Quantity.NO_DRAIN, side) in self.ledger.changes

    def generation(self, side: Side) -> int:
        """Total Force generation (rules 2)."""
        icons = []
        for place in self._state.places:
            modifiers, resets, limits = self._changed((place.column, Quantity.GENERATION, side))
            icons.append(floor(limited(settled(self.icons(side, place), modifiers, resets), limits)))
        masters = sum(piece.sheet.master for piece in self._state.at_table(side))
        total, resets, _ = self._changed((0, Quantity.TOTAL_GENERATION, side))
        found = force_generation(icons, masters, total)
        return floor(min(resets)) if resets else floor(found)

    # -- cards --------------------------------------------------------------------------------------

    def power(self, piece: Piece) -> float:
        """Power of a card; none of a starship or vehicle that nobody pilots, or that is landed."""
        if piece.sheet.carrier and not self.layout.seen(piece).piloted:
            return 0
        return self._value(piece, Quantity.POWER, piece.sheet.power)

    def ability(self, piece: Piece) -> float:
        """Ability of a card; of a starship or vehicle that of its permanent pilots."""
        sheet = piece.sheet
        if sheet.crew:
            return sheet.crew_ability
        return self._value(piece, Quantity.ABILITY, sheet.ability) if sheet.ability else 0

    def forfeit(self, piece: Piece) -> float | None:
        """Forfeit value; None if it has none."""
        if piece.sheet.forfeit is None:
            return None
        return 0 if piece.worthless else self._value(piece, Quantity.FORFEIT, piece.sheet.forfeit)

    def piloted(self, piece: Piece) -> bool:
        """Whether somebody pilots or drives it."""
        return self.layout.seen(piece).piloted

    def fighter(self, piece: Piece) -> Fighter:
        """A card as the rules of battle see it."""
        seen = self.layout.seen(piece)
        return Fighter(
            power=self.power(piece),
            ability=self.ability(piece),
            battled=piece.battled == self._state.turn,
            hit=piece.hit,
            card=piece.id,
            inside=seen.inside,
            pilots=seen.pilots,
        )

    def power_at(self, side: Side, place: Place) -> float | None:
        """Total power of a side as a server shows it; None if nobody of it is there (PROTOCOL 6.10)."""
        found = [
            0 if (seen := self.layout.seen(piece)).inside else self.power(self._state.pieces[seen.id])
            for piece in place.all_pieces()
            if piece.owner is side and piece.seat is not Seat.WORN
        ]
        return sum(found) if found else None

    def standing(self, piece: Piece, facts: tuple[Standing, ...]) -> list[float]:
        """The amounts of those facts of a card that hold now."""
        if not facts:
            return []
        voice = self.voice(piece)
        return [fact.amount for fact in facts if fact.holds(voice)]

    def immune_below(self, piece: Piece) -> float:
        """Attrition below which a card itself is immune (rules 22.17)."""
        return immunity(self.standing(piece, piece.sheet.immune))

    # -- costs --------------------------------------------------------------------------------------

    def deploy_cost(self, piece: Piece, place: Place) -> Cost:
        """What it costs to deploy a card from the hand of the active player to a place (rules 10, 21)."""
        changes = self.ledger.changes.get((piece.id, Quantity.DEPLOY, None), [])
        modifiers = [
            Modifier(Operation.ADD, amount)
            for _, effect, amount in changes
            if effect.change is ChangeKind.ADD
        ]
        free = False
        for cost in piece.sheet.costs:
            if self._fits(piece, cost, place):
                free = free or cost.free
                modifiers.append(Modifier(Operation.ADD, cost.amount))
        return Cost(piece.sheet.deploy or 0, tuple(modifiers), free=free)

    def _fits(self, piece: Piece, placing: Placing, place: Place) -> bool:
        voice = self.voice(piece)
        spot = self.layout.spot_of(place)
        return (placing.place is None or placing.place(voice, spot)) and (
            placing.holds is None or placing.holds(voice)
        )

    # -- reckoning ----------------------------------------------------------------------------------

    def _value(self, piece: Piece, quantity: Quantity, printed: float) -> float:
        key = (piece.id, quantity, None)
        if key not in self.ledger.changes:
            return printed
        modifiers, resets, _ = self.ledger.of(key, self.layout.seen(piece))
        return settled(printed, modifiers, resets)

    def _changed(self, key: Key) -> Changes:
        return self.ledger.of(key, None)
