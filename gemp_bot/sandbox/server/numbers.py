"""The numbers of `GS` (PROTOCOL 6.10), taken from the engine."""

from copy import copy

from gemp_bot.game import Engine
from gemp_bot.game.state import BattleState
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.rules.battle import total_power
from gemp_bot.sandbox.server import events
from gemp_bot.sandbox.server.table_view import TableView

_NOBODY = -1.0


class StatisticsTeller:
    """Tells the numbers whenever they changed.

    Piles are told as they are told by the events; everything else as the engine has it at the moment of a
    question, since that is when it is right.
    """

    def __init__(self, engine: Engine, view: TableView) -> None:
        self._engine = engine
        self._view = view
        self._version = -1
        self._battle: tuple[object, ...] = ()
        self._powers: dict[Side, list[float]] = {side: [] for side in Side}
        self._changes: dict[str, float] = {}
        self._totalled = False
        self.last: e.Statistics | None = None
        self._fresh = True

    def fork(self, engine: Engine, view: TableView) -> "StatisticsTeller":
        """Tell the numbers of a copy of the game from here on."""
        new: StatisticsTeller = copy(self)
        new._engine, new._view, new._version = engine, view, -1
        new._powers = {side: list(powers) for side, powers in self._powers.items()}
        new._changes = dict(self._changes)
        return new

    def insert(self, column: int) -> None:
        """A column was inserted; nobody is there yet."""
        self._fresh = True
        for powers in self._powers.values():
            powers.insert(column, _NOBODY)

    def piles(self) -> list[e.AnyEvent]:
        """The numbers with the piles as they are told so far; nothing if that is no change."""
        sizes = self._sizes()
        if not self._fresh and self.last is not None and sizes == self.last.player_zones:
            return []
        self._fresh = False
        dark, light = self._powers[Side.DARK], self._powers[Side.LIGHT]
        told = events.numbers(sizes, dark, light, self._changes)
        if told == self.last:
            return []
        self.last = told
        return [told]

    def _sizes(self) -> tuple[e.PlayerZones, ...]:
        found = []
        for side, player in self._view.players.items():
            held = self._view.state.sizes(side)
            piles = held.hand, 0, held.reserve, held.force, held.used, held.lost
            found.append(e.PlayerZones(PlayerName(player), *piles))
        return tuple(found)

    def all(self) -> list[e.AnyEvent]:
        """All numbers as they are now; nothing if none changed."""
        state = self._engine.state
        battle = state.battle
        fight = () if battle is None else (*battle.power.values(), *battle.destiny.values(), *_owed(battle))
        if state.board.version != self._version or fight != self._battle:
            self._version, self._battle = state.board.version, fight
            self._count()
        return self.piles()

    def totalled(self, dark: float, light: float) -> list[e.AnyEvent]:
        """Total power with all battle destinies, which is told once more before it is none."""
        self._fresh = self._totalled = True
        self._changes |= {"dark_battle_power": dark, "light_battle_power": light}
        return self.piles()

    def forfeited(self, side: Side, value: float) -> list[e.AnyEvent]:
        """What is left to satisfy once a card is forfeited, which is told before the card goes."""
        self._fresh = True
        for what in ("battle_damage_remaining", "battle_attrition_remaining"):
            key = f"{side.lower()}_{what}"
            left = self._changes.get(key)
            if isinstance(left, float):
                self._changes[key] = max(0.0, left - value)
        return self.piles()

    def _count(self) -> None:
        self._fresh = True
        numbers, state = self._engine.numbers, self._engine.state
        self._totalled = self._totalled and state.battle is not None
        self._changes = {f"{side.lower()}_force_generation": numbers.generation(side) for side in Side}
        for side in Side:
            found = (numbers.power_at(side, place) for place in state.locations)
            self._powers[side] = [_NOBODY if power is None else float(power) for power in found]
            if state.battle is not None:
                self._changes |= self._fight(state.battle, side)

    def _fight(self, battle: BattleState, side: Side) -> dict[str, float]:
        """The numbers of a battle; power is none once it is totalled."""
        name, numbers = side.lower(), self._engine.numbers
        mine = battle.of(side)
        if side in battle.power and not self._totalled:
            # Something is asked between the last destiny and the damage segment.
            return {f"{name}_battle_power": float(battle.power[side])}
        if side in battle.power:
            left = battle.attrition[side]
            immune = left > 0 and all(numbers.immune_below(piece) > left for piece in mine)
            return {
                f"{name}_battle_damage_remaining": float(battle.damage[side]),
                f"{name}_battle_attrition_remaining": float(left),
                f"{name}_immune_to_remaining_attrition": immune,
            }
        fighters = [numbers.fighter(piece) for piece in mine]
        drawn = battle.destiny[side]
        return {
            f"{name}_battle_power": float(total_power(fighters, battle_destiny=drawn or 0)),
            f"{name}_battle_num_battle_destiny": 0 if drawn is not None else numbers.battle_destinies(mine),
        }


def _owed(battle: BattleState) -> tuple[object, ...]:
    return (*battle.attrition.values(), *battle.damage.values(), len(battle.of(Side.DARK)))
