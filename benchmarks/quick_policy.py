"""A quick player of both sides inside the engine: one look at each option, no search, no memory.

It is what playouts are played with until a policy is fitted to what they tell. Its numbers are guesses, which
`benchmarks.playouts` puts beside players that reckon more.
"""

from random import Random
from typing import Final

from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.game.choices import Answer, Choice, Menu, Option, PickCards, PickNumber, PickResult
from gemp_bot.game.engine import Engine
from gemp_bot.protocol.enums import Phase, Side

NOISE: Final = 0.4
"""Standard deviation of what is added to the worth of a deployment, in Force: so that playouts differ."""
LEAST_AHEAD: Final = 1.5
"""Power ahead from which on it begins a battle."""
FULL_HAND: Final = 6
LEAST_LIFE: Final = 8
"""It draws below so many cards in hand, while its life force is above that."""
RESPONDS: Final = 0.3
"""How often it takes an optional response."""
SHIELDED_DAMAGE: Final = 3
"""Battle damage from which on it forfeits cards for it rather than losing Force."""


class QuickPolicy:
    """Answers for both sides.

    Args:
        engine: the game; only read.
        random: its own chance.
    """

    def __init__(self, engine: Engine, random: Random) -> None:
        self._engine = engine
        self._random = random
        self._target: int | None = None

    def answer(self, choice: Choice) -> Answer:
        """A legal answer to what is asked."""
        match choice:
            case Menu():
                return self._menu(choice) if choice.options else None
            case PickCards():
                return self._cards(choice)
            case PickResult():
                return 0
            case PickNumber(high=high):
                return high

    def _menu(self, menu: Menu) -> int | None:
        if menu.prompt is PromptKind.WEAPONS_SEGMENT:
            return 0
        if menu.prompt is not PromptKind.PHASE_ACTION:
            return 0 if self._random.random() < RESPONDS else None
        found: int | None = None
        match menu.phase:
            case Phase.ACTIVATE:
                found = 0
            case Phase.CONTROL:
                found = self._drain(menu)
            case Phase.DEPLOY:
                found = self._deploy(menu)
            case Phase.BATTLE:
                found = self._battle(menu)
            case Phase.DRAW if len(self._engine.state.hand(menu.player)) < FULL_HAND:
                found = 0 if self._engine.state.life(menu.player) > LEAST_LIFE else None
        return found

    def _drain(self, menu: Menu) -> int | None:
        numbers, side = self._engine.numbers, menu.player
        amounts = [numbers.drain(side, self._place(option)) for option in menu.options]
        most = max(amounts)
        return amounts.index(most) if most >= 1 else None

    def _battle(self, menu: Menu) -> int | None:
        ahead = [self._ahead(menu.player, self._place(option)) for option in menu.options]
        most = max(ahead)
        return ahead.index(most) if most > LEAST_AHEAD else None

    def _deploy(self, menu: Menu) -> int | None:
        best, found = 0.0, None
        places = {place.laid.id: place for place in self._engine.state.locations}
        for number, option in enumerate(menu.options):
            if not option.targets:
                self._target = None
                return number  # a location
            for target in option.targets:
                worth = self._worth(menu.player, option, places.get(target))
                worth += self._random.gauss(0, NOISE)
                if worth > best:
                    best, found, self._target = worth, number, target
        return found

    def _worth(self, side: Side, option: Option, place: Location | None) -> float:
        """What a deployment is worth, in Force."""
        facts = self._engine.state.card(option.card).facts
        if place is None:
            return 1.0 if facts.worn else 0.8
        if facts.carrier and not facts.crew:
            return 0.1
        numbers = self._engine.numbers
        mine, theirs = self._power(side, place), self._power(side.other, place)
        power = facts.power or 0
        drain = 0 if numbers.drain_forbidden(side, place) else numbers.icons(side.other, place)
        kept = numbers.icons(side, place)
        cost = 0.08 * (facts.deploy or 0)
        if theirs > 0:
            ahead = mine + power - theirs
            if ahead >= 1:
                return 1.5 + 0.5 * kept + 0.5 * drain + 0.15 * ahead - cost
            return (0.4 if mine and ahead > -3 else -0.8) - cost
        if mine:
            return 0.5 + 0.1 * drain - cost
        return 0.9 * drain + 0.1 * power - (0.5 if power < 3 else 0) - cost

    def _cards(self, pick: PickCards) -> tuple[int, ...]:
        state, numbers = self._engine.state, self._engine.numbers
        match pick.prompt:
            case PromptKind.CHOOSE_DEPLOY_TARGET:
                target, self._target = self._target, None
                return (target if target is not None and target in pick.cards else pick.cards[0],)
            case PromptKind.LOSE_FORCE | PromptKind.LOSE_FORCE_OR_FORFEIT | PromptKind.FORFEIT:
                table = [card for card in pick.cards if state.card(card).location is not None]
                due = max(pick.attrition, pick.damage)
                if table and (
                    pick.attrition > 0 or pick.damage >= SHIELDED_DAMAGE or len(table) == len(pick.cards)
                ):
                    return (min(table, key=lambda card: self._loss(card, due)),)
                return (next(card for card in reversed(pick.cards) if card not in table),)
            case PromptKind.CHOOSE_TARGET:
                best = sorted(pick.cards, key=lambda card: -numbers.power(state.card(card)))
                return tuple(best[: max(pick.low, min(1, pick.high))])
            case _:
                return tuple(self._random.sample(pick.cards, pick.low))

    def _loss(self, number: int, due: float) -> float:
        """What forfeiting a card costs beyond what it satisfies."""
        card = self._engine.state.card(number)
        kept = (card.facts.power or 0) + 0.6 * (card.facts.ability or 0)
        return kept - min(self._engine.numbers.forfeit(card) or 0, due)

    def _place(self, option: Option) -> Location:
        return self._engine.state.location_of(option.card)

    def _power(self, side: Side, place: Location) -> float:
        return self._engine.numbers.power_at(side, place) or 0

    def _ahead(self, side: Side, place: Location) -> float:
        return self._power(side, place) - self._power(side.other, place)
