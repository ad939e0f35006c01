"""A battle while it goes on: power, destinies, totals, and what it costs both sides (PROTOCOL 6.10)."""

from msgspec.structs import replace

from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import Statistics
from gemp_bot.view.battle import Battle, BattleSide, Destiny
from gemp_bot.view.named import NamedCard, Why


class BattleProgress:
    """Follows one battle.

    Args:
        number: of the battle in this game.
        location: where it is.
        began: who initiated it; None if that was not seen.
        cards: who takes part.
        why: why it was initiated.

    Attributes:
        battle: it as far as it has come.
    """

    def __init__(
        self,
        number: int,
        location: NamedCard | None,
        began: Side | None,
        cards: tuple[NamedCard, ...],
        why: Why | None = None,
    ) -> None:
        sides = {side: BattleSide(side, tuple(c for c in cards if c.side is side)) for side in Side}
        self.battle = Battle(number, location, sides[Side.DARK], sides[Side.LIGHT], began, (), why)
        self._powers: dict[Side, float] = {}
        self._owed: dict[Side, tuple[float, float]] = dict.fromkeys(Side, (0.0, 0.0))
        self._forfeiting: set[Side] = set()

    def joined(self, card: NamedCard) -> None:
        """A card joins it."""
        if card.side is not None and card not in self.battle.of(card.side).cards:
            side = self.battle.of(card.side)
            self._set(replace(side, cards=(*side.cards, card)))

    def drawn(self, destiny: Destiny) -> None:
        """A battle destiny was drawn; what power was before the first of them is power without destiny."""
        if not self.battle.destinies:
            self._note_powers()
        self.battle = replace(self.battle, destinies=(*self.battle.destinies, destiny))

    def numbers(self, numbers: Statistics, losing: set[Side]) -> bool:
        """Take new statistics.

        Args:
            numbers: all of them.
            losing: who lost Force since the last ones: what that paid is no forfeit.

        Returns:
            Whether power was totalled with these.
        """
        totalled = self._total(numbers)
        for side, damage, attrition in (
            (Side.DARK, numbers.dark_battle_damage_remaining, numbers.dark_battle_attrition_remaining),
            (Side.LIGHT, numbers.light_battle_damage_remaining, numbers.light_battle_attrition_remaining),
        ):
            before = self._owed[side]
            paid = damage < before[0] or attrition < before[1]
            self._owed[side] = damage, attrition
            if paid and side not in losing:
                self._forfeiting.add(side)
        return totalled

    def forfeits(self, side: Side, *, hit: bool) -> bool:
        """Whether a card of a side that leaves the table is forfeited; what goes with it is not.

        Args:
            side: whose card it is.
            hit: it was hit: it pays nothing, and is forfeited in the damage segment all the same.
        """
        found = side in self._forfeiting
        self._forfeiting.discard(side)
        return found or (hit and self.battle.of(side).total is not None)

    def forfeited(self, card: NamedCard) -> None:
        """A card was forfeited."""
        if card.side is not None:
            side = self.battle.of(card.side)
            self._set(replace(side, forfeited=(*side.forfeited, card)))

    def fell(self, card: NamedCard) -> None:
        """A card left the table without being forfeited."""
        if card.side is not None:
            side = self.battle.of(card.side)
            self._set(replace(side, fallen=(*side.fallen, card)))

    def lost(self, side: Side, amount: int, *, from_hand: bool) -> None:
        """A side lost Force."""
        now = self.battle.of(side)
        self._set(
            replace(now, lost=now.lost + amount, from_hand=now.from_hand + (amount if from_hand else 0))
        )

    def ended(self) -> Battle:
        """It is over."""
        self.battle = replace(self.battle, over=True)
        return self.battle

    def _total(self, numbers: Statistics) -> bool:
        dark, light = numbers.dark_battle_power, numbers.light_battle_power
        if dark >= 0 or light >= 0:
            self._powers = {Side.DARK: max(dark, 0.0), Side.LIGHT: max(light, 0.0)}
            return False
        if not self._powers or self.battle.dark.total is not None:
            return False
        if not self.battle.destinies:
            self._note_powers()
        dark_side, light_side = self.battle.dark, self.battle.light
        self.battle = replace(
            self.battle,
            dark=replace(
                dark_side,
                total=self._powers[Side.DARK],
                damage=numbers.dark_battle_damage_remaining,
                attrition=numbers.dark_battle_attrition_remaining,
            ),
            light=replace(
                light_side,
                total=self._powers[Side.LIGHT],
                damage=numbers.light_battle_damage_remaining,
                attrition=numbers.light_battle_attrition_remaining,
            ),
        )
        return True

    def _note_powers(self) -> None:
        for side, power in self._powers.items():
            self._set(replace(self.battle.of(side), power=power))

    def _set(self, side: BattleSide) -> None:
        if side.side is Side.DARK:
            self.battle = replace(self.battle, dark=side)
        else:
            self.battle = replace(self.battle, light=side)
