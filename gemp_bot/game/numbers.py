"""What every number of a board is now: printed, and changed by the texts in play.

The board may be the true one, what one player sees of it, or a supposed one. Only what is asked for is worked
out, and it is kept while the board does not change.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import floor, inf
from typing import Final

import msgspec
from msgspec.structs import replace

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards import known
from gemp_bot.cards.printed import highest
from gemp_bot.cards.texts import Term
from gemp_bot.effects.changes import How, Quantity
from gemp_bot.effects.drains import added, uses_weapon
from gemp_bot.effects.ledger import (
    NO_CHANGES,
    Applied,
    NumberChanges,
    as_rules,
    sides,
)
from gemp_bot.effects.scope import Scope
from gemp_bot.game.permissions import Permissions
from gemp_bot.game.texts_in_play import ANY, goes_there, is_for, moves_so
from gemp_bot.protocol.enums import Side
from gemp_bot.rules.battle import ABILITY_FOR_DESTINY, Fighter, ability_for_destiny, battle_destinies
from gemp_bot.rules.battle_damage import immunity
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.generation import force_generation
from gemp_bot.rules.values import Cost, ValueChange, limited, modified, settled


class DestinyChanges(msgspec.Struct, frozen=True):
    """What texts make of the battle destinies of a side at a location.

    Attributes:
        each: what is added to each. total: to their total.
        most: how many may be drawn.
    """

    each: float = 0.0
    total: float = 0.0
    most: float = inf

    def __add__(self, other: "DestinyChanges") -> "DestinyChanges":
        """Both together."""
        if other is AS_DRAWN or self is AS_DRAWN:
            return other if self is AS_DRAWN else self
        return DestinyChanges(self.each + other.each, self.total + other.total, min(self.most, other.most))

    def beyond(self, before: "DestinyChanges") -> "DestinyChanges":
        """What there is more of them than before."""
        if self == before:
            return AS_DRAWN
        most = self.most if self.most < before.most else inf
        return DestinyChanges(self.each - before.each, self.total - before.total, most)


AS_DRAWN: Final = DestinyChanges()
"""No text changes them: always this very value, as plans look at it thousands of times."""


class Numbers(Permissions):
    """The numbers of one board."""

    __slots__ = ()

    def icons(self, side: Side, location: Location) -> int:
        """Force icons on one side of a location, with those that texts add."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return location.icons[side]

    def drain(self, side: Side, location: Location) -> float:
        """Force that a Force drain of a side makes the other lose (rules 4); 0 where it is forbidden."""
        if self.drain_forbidden(side, location):
            return 0
        applied = self.drain_changes(side, location)
        modifiers, resets, *_ = as_rules(applied, location.card) if applied else NO_CHANGES
        return drain_amount(location.icons[side.other], modifiers, resets)

    def drained(self, side: Side, location: Location) -> float:
        """The same with what cards in play may add to it for nothing, in response."""
        return self.drain(side, location) + self.drain_bonus(side, location)

    def drain_bonus(self, side: Side, location: Location) -> float:
        """What they may add, by as many weapons as each bearer uses; nothing to a Force drain of 0."""
        silent, place = self.silent(), self._board.locations[location.column]
        found, used = 0.0, defaultdict[CardInPlay, list[float]](list)
        for card in self._board.active:
            actions = self.effects.drain_bonuses(card.facts)
            # What a captive bears is not used.
            if not actions or card in silent or (card.host is not None and not card.host.active):
                continue
            if self.drain_firm(side, location, card.side, reduces=False):
                continue
            for action in actions:
                more = added(self.scope(card), action, side, place)
                if uses_weapon(action):
                    used[card.host or card].append(more)
                else:
                    found += more
        for user, each in used.items():
            found += sum(user.facts.fired(each))
        return found if found and self.drain(side, location) > 0 else 0.0

    def drain_changes(self, side: Side, location: Location) -> Sequence[Applied]:
        """What texts change of a Force drain of a side, those left out that are cancelled."""
        applied = self._ledger(Quantity.DRAIN).changes.get((location.column, Quantity.DRAIN, side), ())
        if not applied or not (_FIRM & self._in_play.keys()):
            return applied
        return [
            each
            for each in applied
            if not self.drain_firm(side, location, each[0].you, reduces=each[2] < 0)
            and not self._drain_change_canceled(side, location, each)
        ]

    def drain_cost(self, side: Side, location: Location) -> float:
        """Force that a Force drain of a side uses by the texts in play; nothing by rule (rules 4.9)."""
        key = (location.column, Quantity.DRAIN_COST, side)
        return settled(0, self._changes_of(key, location.card).modifiers)

    def drain_limits(self, side: Side, location: Location) -> tuple[float, ...]:
        """What a Force drain of a side makes the other lose at the most, by each text that limits it."""
        return tuple(self._changes_of((location.column, Quantity.DRAIN_LOSS_LIMIT, side.other)).limits)

    def generation(self, side: Side) -> int:
        """Total Force generation (rules 2)."""
        icons = []
        for location in self._board.locations:
            modifiers, resets, most, _ = self._changes_of(
                (location.column, Quantity.GENERATION, side), location.card
            )
            icons.append(floor(limited(settled(location.icons[side], modifiers, resets), most)))
        masters = sum(card.facts.master for card in self._board.active if card.side is side)
        modifiers, resets, *_ = self._changes_of((0, Quantity.TOTAL_GENERATION, side))
        found = force_generation(icons, masters, modifiers)
        return floor(settled(found, (), resets))

    def power_at(self, side: Side, location: Location) -> float | None:
        """Total power of a side as a server shows it; None if nobody of it is there (PROTOCOL 6.10)."""
        there = location.fighters(side)
        if not there:
            return None
        own = sum(0 if card.inside else self.power(card) for card in there)
        return self.at(Quantity.TOTAL_POWER, side, location, own)

    def power(self, card: CardInPlay, *, fighting: bool = False) -> float:
        """Power of a card; none of a starship or vehicle that nobody pilots, or that is landed.

        Args:
            card: at a location.
            fighting: as if it and everybody there was in battle.
        """
        if card.frozen or (card.facts.carrier and not card.piloted):
            return 0
        printed = card.facts.power
        if Quantity.USES_POLITICS in self._in_play and self.is_told(
            card, Quantity.USES_POLITICS, fighting=fighting
        ):
            printed = self.politics(card)
        return self._number(card, Quantity.POWER, printed, fighting=fighting)

    def politics(self, card: CardInPlay) -> float:
        """Politics of a card; 0 for none."""
        return max(0, self._number(card, Quantity.POLITICS, highest(card.card.politics)))

    def ability(self, card: CardInPlay) -> float:
        """Ability of a card; of a starship or vehicle that of its permanent pilots.

        What has no ability, as a droid, gets none by a text (rules 10.8).
        """
        facts = card.facts
        if facts.crew:
            return 0 if self.is_told(card, Quantity.NO_CREW) else facts.ability
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
        limits = self._amounts(card, Quantity.IMMUNITY, fighting=fighting)
        if not limits:
            return 0
        more = sum(self._amounts(card, Quantity.IMMUNITY_CHANGE, fighting=fighting))
        return immunity([limit + more for limit in limits], lost=self.is_told(card, Quantity.NO_IMMUNITY))

    def has_immunity(self, card: CardInPlay) -> bool:
        """Whether a text makes a card immune to any attrition."""
        return max(self._amounts(card, Quantity.IMMUNITY), default=0) > 0

    def draws(self, card: CardInPlay, *, fighting: bool = False) -> tuple[float, float]:
        """Battle destinies that a card adds in its battle, and the least its side draws with it there.

        Args:
            card: at a location.
            fighting: as if it and everybody there was in battle.
        """
        if not card.active:
            return 0, 0
        added = self._number(card, Quantity.BATTLE_DESTINY, 0, fighting=fighting)
        if self.is_told(card, Quantity.NO_ADDED_DESTINY):
            added = 0
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
            operative=card.location is not None and card.location.is_planet_of(card.facts),
        )

    def battle_destinies(
        self, cards: Collection[CardInPlay], side: Side | None = None, location: Location | None = None
    ) -> int:
        """Battle destinies that a side may draw in a battle with these cards (rules 22.6 to 22.8)."""
        own = [self.draws(card) for card in cards]
        added = int(sum(more for more, _ in own))
        if side is not None:
            added += self.added_destinies(Quantity.BATTLE_DESTINY, side, 0)
        counted = cards
        if Quantity.NO_ABILITY_FOR_DESTINY in self._in_play:
            counted = [card for card in cards if not self.is_told(card, Quantity.NO_ABILITY_FOR_DESTINY)]
        ability = ability_for_destiny([self.fighter(card) for card in counted])
        if_unable = [int(least) for _, least in own]
        if location is None or side is None:
            return battle_destinies(ability, added=added, if_unable=if_unable)
        ability = self.at(Quantity.TOTAL_ABILITY, side, location, ability)
        needed = self.needed_for_destiny(side, location)
        found = battle_destinies(ability, needed=needed, added=added, if_unable=if_unable)
        limits = self._changes_of((location.column, Quantity.MOST_DESTINIES, side), location.card).limits
        return int(limited(found, limits))

    def needed_for_destiny(self, side: Side, location: Location, *, fighting: bool = False) -> float:
        """The ability that a side needs at a location to draw battle destiny (rules 22.6).

        Args:
            side: whose.
            location: where.
            fighting: as if all were in battle.
        """
        needed = self.at(Quantity.ABILITY_FOR_DESTINY, side, location, ABILITY_FOR_DESTINY, fighting=fighting)
        return max(needed, self.at(Quantity.ABILITY_OVER, side, location, 0, fighting=fighting) + 1)

    def power_added(self, side: Side, location: Location) -> float:
        """What texts add to the total power of a side at a location, if all there were in battle."""
        key = (location.column, Quantity.TOTAL_POWER, side)
        return _sum(self._changes_of(key, location.card, there=location).modifiers)

    def destiny_changes(self, side: Side, location: Location) -> DestinyChanges:
        """What texts make of the battle destinies of a side, if all there were in battle (rules 22.7)."""
        each, total, most = (
            self._changes_of((location.column, quantity, side), location.card, there=location)
            for quantity in _OF_DESTINIES
        )
        if each is total is most is NO_CHANGES:
            return AS_DRAWN
        # All texts that reset the total make it 0: as good as none.
        limits = (*most.limits, *total.resets)
        return DestinyChanges(_sum(each.modifiers), _sum(total.modifiers), min(limits, default=inf))

    def changed_by(self, card: CardInPlay, quantity: Quantity) -> list[tuple[CardInPlay, How, float]]:
        """What texts do to a number of a card in play: the card that has the text, how, and by how much."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return []
        applied = self._ledger(quantity).changes.get((card.id, quantity, None), ())
        return [
            (scope.card, change.how, amount)
            for scope, change, amount in applied
            if amount or change.how is How.RESET
        ]

    def deploy_cost(
        self, card: CardInPlay, location: Location | None = None, target: CardInPlay | None = None
    ) -> Cost:
        """What it costs to deploy a card of a hand that is on the board (rules 10, 21).

        Args:
            card: the card.
            location: where it goes; None for what it costs wherever that is.
            target: the card it goes on or aboard; None for none.
        """
        applied = [
            each
            for each in self._deploy_changes(card)
            if each[1].quantity is Quantity.DEPLOY
            and goes_there(each, location, target)
            and not self._is_firm(card, each)
        ]
        for scope, change in self._about(card, Quantity.COST_FIRM):
            if goes_there((scope, change, 1), location, None):
                firm = change.rest["immune_to_filter"]
                applied = [each for each in applied if not scope.means(firm, each[0].card)]
        modifiers, resets, limits, _ = as_rules(applied, card)
        extra = self._extra_cost(card, location)
        if any(
            change.how is How.RESET and not amount and scope.card is not card
            for scope, change, amount in applied
        ):
            extra += tuple(amount for _, _, amount in self._meaning(card, Quantity.FREE_TOLL))
        if limits:
            return Cost(min(limits), separate=extra)
        return Cost(self._printed_cost(card, target), tuple(modifiers), bool(resets), extra)

    def pilot_cost(self, pilot: CardInPlay, carrier: CardInPlay, location: Location) -> Cost:
        """What it costs to deploy a pilot together with a starship that is deployed to a location."""
        cost, scope = self.deploy_cost(pilot, location), self.scope(carrier)
        applied = [
            (scope, change, scope.number(change.amount, pilot))
            for change in self.effects.always(carrier.facts)
            if change.quantity is Quantity.PILOT_DEPLOY
            and scope.means(change.who, pilot)
            and (change.when is None or scope.holds(change.when))
            and scope.means_place(change.rest["who"], location)
        ]
        modifiers, resets, *_ = as_rules(applied, pilot)
        return replace(cost, modifiers=(*cost.modifiers, *modifiers), free=cost.free or bool(resets))

    def _extra_cost(self, card: CardInPlay, location: Location | None) -> tuple[float, ...]:
        """Force that texts have a player use besides, to deploy a card to a location."""
        if location is None or Quantity.EXTRA_DEPLOY not in self._in_play:
            return ()
        return tuple(
            sum(each.facts is card.facts and each.active for each in location.cards)
            if isinstance(change.amount, Term) and change.amount.name == "num_copies_of_card_at_location"
            else scope.number(change.amount, card)
            for scope, change in self._heard(Quantity.EXTRA_DEPLOY)
            if scope.means(change.who, card)
            and (change.when is None or scope.holds(change.when))
            and goes_there((scope, change, 1), location, None)
        )

    def _printed_cost(self, card: CardInPlay, target: CardInPlay | None) -> float:
        """The cost before anything changes it, of cards for which a text defines it that of the text."""
        defined = [
            amount
            for scope, change, amount in self._deploy_changes(card)
            if change.quantity is Quantity.DEPLOY_PRINTED
            and ("who" not in change.rest or (target is not None and scope.means(change.rest["who"], target)))
        ]
        return min(defined, default=card.facts.deploy)

    def _deploy_changes(self, card: CardInPlay) -> list[Applied]:
        """What changes the deploy cost of a card, wherever it goes: texts in play, and its own."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        found = self._costs.get(card)
        if found is None:
            found = self._costs[card] = self._all_deploy_changes(card)
        return found

    def _all_deploy_changes(self, card: CardInPlay) -> list[Applied]:
        found: list[Applied] = []
        if Quantity.DEPLOY in self._in_play:
            if card in self._board.hand:
                found += self._ledger(Quantity.DEPLOY).changes.get((card.id, Quantity.DEPLOY, None), ())
            else:
                found += self._meaning(card, Quantity.DEPLOY)
        own = self.effects.costs(card.facts)
        if own:
            scope = Scope(self._board, card, card.side, self)
            found += [
                (scope, change, scope.number(change.amount, card))
                for change in own
                if change.when is None or scope.holds(change.when)
            ]
        return found

    def cost_differs(self, card: CardInPlay) -> bool:
        """Whether what it costs to deploy a card may differ by where it goes."""
        if Quantity.EXTRA_DEPLOY in self._in_play:
            return True
        return any(change.rest for _, change, _ in self._deploy_changes(card))

    def speeds(self, card: CardInPlay) -> tuple[float | None, float | None]:
        """Landspeed and hyperspeed of a card; None for none."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        land, hyper = card.facts.landspeed, card.facts.hyperspeed
        if land is not None and Quantity.LANDSPEED in self._in_play:
            land = self._number(card, Quantity.LANDSPEED, land)
        if land is not None:
            lost = [
                scope.number(change.amount, card)
                for scope, change in self._about(card, Quantity.SPEED_LOST)
                if goes_there((scope, change, 1), card.location, None) and is_for((scope, change, 1), card)
            ]
            land = max(0, land - sum(lost)) if lost else land
        if hyper is not None and Quantity.HYPERSPEED in self._in_play:
            hyper = self._number(card, Quantity.HYPERSPEED, hyper)
        return land, hyper

    def move_changes(self, card: CardInPlay, place: Location | None, way: str) -> NumberChanges:
        """What texts change of what it costs a card to move to a location.

        Args:
            card: the card.
            place: where it moves to.
            way: the kind of action, as `move_landspeed`.
        """
        found = self._about(card, Quantity.MOVE_COST)
        if not found:
            return NO_CHANGES
        applied = [
            (scope, change, scope.number(change.amount, card))
            for scope, change in found
            if moves_so(scope, change, card.location, place, way)
        ]
        return as_rules(applied, card)

    def loss_limits(self, side: Side, source: CardInPlay) -> tuple[float, ...]:
        """What a player loses of Force to a card at the most, by each text that limits it."""
        return tuple(
            amount
            for scope, change, amount in self._meaning(source, Quantity.LOSS_LIMIT)
            if "player" not in change.rest or scope.side(change.rest["player"]) is side
        )

    def retrieved(self, side: Side, source: CardInPlay, amount: float) -> float:
        """How much Force a player retrieves of an amount by a card, as texts change that."""
        changes = [
            (scope, change, scope.number(change.amount, source))
            for scope, change in self._heard(Quantity.RETRIEVAL)
            if side in sides(scope, change.player) and (change.when is None or scope.holds(change.when))
        ]
        return settled(amount, as_rules(changes, None).modifiers) if changes else amount

    def play_cost(self, card: CardInPlay) -> float:
        """Force that playing an Interrupt uses by the texts in play."""
        return _sum(as_rules(self._meaning(card, Quantity.PLAY_COST), card).modifiers)

    def destiny(self, card: CardInPlay, what: str = "") -> float:
        """The destiny of a card that is drawn, wherever it lies.

        Args:
            card: the card.
            what: for what it is drawn, as the server calls it.
        """
        quantities = [Quantity.DESTINY, Quantity.DRAW] if what else [Quantity.DESTINY]
        if what == "battle destiny":
            quantities.append(Quantity.BATTLE_DRAW)
        elif what == "weapon destiny":
            quantities.append(Quantity.WEAPON_DRAW)
        applied = [each for quantity in quantities for each in self._meaning(card, quantity)]
        if card.held:
            applied += [
                (scope, change, scope.number(change.amount, card))
                for quantity in quantities
                for scope, change in self._own(card, quantity)
            ]
        modifiers, resets, _, defined = as_rules(applied, card)
        return settled(card.facts.destiny or 0.0 if defined is None else defined, modifiers, resets)

    def defense(self, card: CardInPlay) -> float:
        """What a weapon has to exceed to hit a card (rules 22): its defense value with what changes it."""
        facts = card.facts
        found = facts.defense
        if facts.card.defense is None:
            for printed, quantity in (
                (facts.card.armor, Quantity.ARMOR),
                (facts.card.maneuver, Quantity.MANEUVER),
                (facts.card.ability, Quantity.ABILITY),
            ):
                if known(printed) is not None:
                    found = self._number(card, quantity, found)
                    break
        return self._number(card, Quantity.DEFENSE, found)

    def weapon_destiny(self, weapon: CardInPlay, target: CardInPlay) -> tuple[float, float]:
        """What texts add to each weapon destiny of a shot, and to their total."""
        each, total = (
            _sum(as_rules(self._of_shots(quantity, weapon, target), weapon).modifiers)
            for quantity in (Quantity.WEAPON_DESTINY, Quantity.TOTAL_WEAPON_DESTINY)
        )
        return each, total

    def _of_shots(self, quantity: Quantity, weapon: CardInPlay, target: CardInPlay) -> list[Applied]:
        user = weapon if weapon.facts.permanent or weapon.host is None else weapon.host
        meant = {"weapon_filter": weapon, "weapon_user_filter": user, "who": target}
        return [
            (scope, change, scope.number(change.amount, weapon))
            for scope, change in self._heard(quantity)
            if (scope.means(change.who, weapon) or (change.who == "$self" and scope.card is user))
            and all(
                name not in change.rest or scope.means(change.rest[name], card)
                for name, card in meant.items()
            )
            and (change.when is None or scope.holds(change.when))
        ]

    def fire_cost(self, weapon: CardInPlay, user: CardInPlay, printed: float) -> float:
        """Force that firing a weapon uses."""
        applied = [
            each
            for card in {weapon, user}
            for each in self._meaning(card, Quantity.FIRE_COST)
            if (card is user) is ("weapon_filter" in each[1].rest)
            and each[0].means(each[1].rest.get("weapon_filter", ANY), weapon)
        ]
        modifiers, resets, *_ = as_rules(applied, weapon)
        return settled(printed, modifiers, resets)

    def source_draw(self, side: Side, source: CardInPlay) -> float:
        """What texts add to each destiny that a player draws for an action of a card."""
        found = self._meaning(source, Quantity.SOURCE_DRAW)
        return sum(
            amount
            for scope, change, amount in found
            if "player" not in change.rest or scope.side(change.rest["player"]) is side
        )

    def more(self, quantity: Quantity, side: Side, location: Location) -> float:
        """What texts add to a number of a side at a location, or take from it."""
        return _sum(self._changes_of((location.column, quantity, side), location.card).modifiers)

    def damage_factor(self, side: Side) -> float:
        """By what texts multiply battle damage to a side in the battle that goes on."""
        return settled(1, self._changes_of((0, Quantity.DAMAGE_FACTOR, side)).modifiers)

    def destinies_there(self, quantity: Quantity, side: Side, location: Location) -> float:
        """Destinies that texts would have a side draw besides in a battle at a location.

        Args:
            quantity: for battle destiny, total power or attrition, without those of the cards that fight.
            side: whose.
            location: where; what other locations would bring does not count.
        """
        modifiers, _, limits, _ = self._changes_of((0, quantity, side), there=location)
        return limited(settled(0, modifiers), limits)

    def added_destinies(self, quantity: Quantity, side: Side, base: float) -> int:
        """Destinies that a side draws besides in the battle that goes on, by no card that fights.

        Args:
            quantity: for which.
            side: whose.
            base: those that actions added.
        """
        modifiers, _, limits, _ = self._changes_of((0, quantity, side))
        return int(limited(settled(base, modifiers), limits))


def _sum(modifiers: Sequence[ValueChange]) -> float:
    """What modifiers add together, which may be less than nothing."""
    return modified(_FAR, modifiers) - _FAR


_FAR: Final = 10_000
"""Far from 0, below which no number falls."""
_OF_DESTINIES: Final = (
    Quantity.EACH_BATTLE_DESTINY,
    Quantity.TOTAL_BATTLE_DESTINY,
    Quantity.MOST_DESTINIES,
)
_FIRM: Final = frozenset(
    {Quantity.NO_DRAIN_CHANGE, Quantity.NO_DRAIN_REDUCTION, Quantity.NO_BONUS, Quantity.NO_CHANGES}
    | {Quantity.NO_BONUS_BY}
)
