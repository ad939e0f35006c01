"""What every number of a board is now: printed, and changed by the texts in play.

The board may be the true one, what one player sees of it, or a supposed one. Only what is asked for is worked
out, and it is kept while the board does not change.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import nullcontext
from math import floor
from typing import Final

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.board.lasting import Lasting
from gemp_bot.board.location import Location
from gemp_bot.cards import known
from gemp_bot.cards.printed import highest
from gemp_bot.cards.texts import Term
from gemp_bot.effects.card_effects import CardEffects
from gemp_bot.effects.changes import COSTS, Quantity
from gemp_bot.effects.ledger import (
    ICONS,
    NO_CHANGES,
    SIDES,
    Applied,
    ChangeInPlay,
    Key,
    Ledger,
    NumberChanges,
    as_rules,
    sides,
)
from gemp_bot.effects.scope import Scope
from gemp_bot.effects.told import fits
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.battle import ABILITY_FOR_DESTINY, Fighter, ability_for_destiny, battle_destinies
from gemp_bot.rules.battle_damage import immunity
from gemp_bot.rules.drains import drain_amount
from gemp_bot.rules.generation import force_generation
from gemp_bot.rules.values import Cost, ValueChange, limited, modified, settled


class Numbers:
    """The numbers of one board. Of an effect that is not understood nothing is counted.

    Args:
        board: only read.
        effects: the cards and what their texts do; kept as it is.
    """

    __slots__ = (
        "_board",
        "_changes",
        "_costs",
        "_counter",
        "_hands",
        "_icons",
        "_in_play",
        "_ledgers",
        "_others",
        "_read",
        "_silent",
        "_silent_sides",
        "_texts",
        "_version",
        "effects",
    )

    def __init__(self, board: Board, effects: CardEffects) -> None:
        self._board, self._counter = board, board.counter
        self.effects = effects
        self._texts: dict[CardInPlay, tuple[CardFacts | None, Sequence[ChangeInPlay]]] = {}
        self._others: tuple[int, tuple[Lasting, ...]] = (-1, ())
        self._read: Sequence[CardInPlay] = ()
        self._silent: frozenset[CardInPlay] = frozenset()
        self._silent_sides: frozenset[tuple[CardInPlay, Side | None]] = frozenset()
        self._icons: list[ChangeInPlay] = []
        self._in_play: dict[Quantity, list[ChangeInPlay]] = {}
        self._ledgers: dict[tuple[Quantity, bool], Ledger] = {}
        self._changes = self._version = -1
        self._hands: tuple[tuple[CardInPlay, ...], ...] = ()
        self._costs: dict[CardInPlay, list[Applied]] = {}

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
        if not (_FIRM & self._in_play.keys()):
            modifiers, resets, _ = self._changes_of(key, location.card)
        else:
            applied = [
                each
                for each in self._ledger(Quantity.DRAIN).changes.get(key, ())
                if not self.drain_firm(side, location, each[0].you, reduces=each[2] < 0)
            ]
            modifiers, resets, _ = as_rules(applied, location.card)
        return drain_amount(location.icons[side.other], modifiers, resets)

    def drain_forbidden(self, side: Side, location: Location) -> bool:
        """Whether a text forbids a side to drain there, or an Undercover spy of the other prevents it."""
        forbids = self._changes_of((location.column, Quantity.NO_DRAIN, side), location.card)
        return forbids is not NO_CHANGES or location.spied(side)

    def drain_firm(self, side: Side, location: Location, by: Side, *, reduces: bool) -> bool:
        """Whether a text keeps a player from changing a Force drain of a side there, or from reducing it."""
        return self.kept(Quantity.NO_DRAIN_CHANGE, side, location, by) or (
            reduces and self.kept(Quantity.NO_DRAIN_REDUCTION, side, location, by)
        )

    def kept(self, quantity: Quantity, side: Side, location: Location, by: Side) -> bool:
        """Whether a text keeps a player from doing something to what a side does at a location."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return False
        found = self._ledger(quantity).changes.get((location.column, quantity, side), ())
        return any(by in sides(scope, next(iter(change.rest.values()), None)) for scope, change, _ in found)

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
        if not there:
            return None
        own = sum(0 if card.inside else self.power(card) for card in there)
        return self.at(Quantity.TOTAL_POWER, side, location, own)

    # -- cards in play ------------------------------------------------------------------------------

    def power(self, card: CardInPlay, *, fighting: bool = False) -> float:
        """Power of a card; none of a starship or vehicle that nobody pilots, or that is landed.

        Args:
            card: at a location.
            fighting: as if it and everybody there was in battle.
        """
        if card.frozen or (card.facts.carrier and not card.piloted):
            return 0
        printed = card.facts.power
        if Quantity.USES_POLITICS in self._in_play and self._is(card, Quantity.USES_POLITICS):
            printed = self.politics(card)
        return self._number(card, Quantity.POWER, printed, fighting=fighting)

    def politics(self, card: CardInPlay) -> float:
        """Politics of a card; 0 for none."""
        return max(0, self._number(card, Quantity.POLITICS, highest(card.card.politics)))

    def spared(self, side: Side, source: CardInPlay) -> bool:
        """Whether a text has it that a player loses no Force to a card."""
        return any(
            "player" not in change.rest or scope.side(change.rest["player"]) is side
            for scope, change, _ in self._meaning(source, Quantity.NO_LOSS_TO)
        )

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
        limits = self._amounts(card, Quantity.IMMUNITY, fighting=fighting)
        if not limits:
            return 0
        more = sum(self._amounts(card, Quantity.IMMUNITY_CHANGE, fighting=fighting))
        return immunity([limit + more for limit in limits], lost=self._is(card, Quantity.NO_IMMUNITY))

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

    def battle_destinies(
        self, cards: Collection[CardInPlay], side: Side | None = None, location: Location | None = None
    ) -> int:
        """Battle destinies that a side may draw in a battle with these cards (rules 22.6 to 22.8)."""
        own = [self.draws(card) for card in cards]
        added = int(sum(more for more, _ in own))
        counted = cards
        if Quantity.NO_ABILITY_FOR_DESTINY in self._in_play:
            counted = [card for card in cards if not self._is(card, Quantity.NO_ABILITY_FOR_DESTINY)]
        ability = ability_for_destiny([self.fighter(card) for card in counted])
        if_unable = [int(least) for _, least in own]
        if location is None or side is None:
            return battle_destinies(ability, added=added, if_unable=if_unable)
        needed = self.at(Quantity.ABILITY_FOR_DESTINY, side, location, ABILITY_FOR_DESTINY)
        found = battle_destinies(ability, needed=needed, added=added, if_unable=if_unable)
        limits = self._changes_of((location.column, Quantity.MOST_DESTINIES, side), location.card).limits
        return int(limited(found, limits))

    def at(self, quantity: Quantity, side: Side, location: Location, base: float) -> float:
        """A number of a side at a location, as texts change it."""
        modifiers, resets, limits = self._changes_of((location.column, quantity, side), location.card)
        return limited(settled(base, modifiers, resets), limits) if modifiers or resets or limits else base

    def is_so(self, quantity: Quantity, side: Side, location: Location) -> bool:
        """Whether a text has it that something is so of a side at a location."""
        return self._changes_of((location.column, quantity, side), location.card) is not NO_CHANGES

    # -- cards in hand ------------------------------------------------------------------------------

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
            if each[1].quantity is Quantity.DEPLOY and _goes_there(each, location, target)
        ]
        modifiers, resets, limits = as_rules(applied, card)
        extra = self._extra_cost(card, location)
        if limits:
            return Cost(min(limits), separate=extra)
        return Cost(self._printed_cost(card, target), tuple(modifiers), bool(resets), extra)

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
            and _goes_there((scope, change, 1), location, None)
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

    # -- making them --------------------------------------------------------------------------------

    def scope(self, card: CardInPlay) -> Scope:
        """A card whose text is read, with the Force icons of all locations as texts make them."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return Scope(self._board, card, card.side, self)

    def cannot_move(self, card: CardInPlay) -> bool:
        """Whether a card cannot move: it is not active, or a text keeps it where it is (rules 9, 23.2)."""
        return not card.active or self._is(card, Quantity.NO_MOVE)

    def speeds(self, card: CardInPlay) -> tuple[float | None, float | None]:
        """Landspeed and hyperspeed of a card; None for none."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        land, hyper = card.facts.landspeed, card.facts.hyperspeed
        if land is not None and Quantity.LANDSPEED in self._in_play:
            land = self._number(card, Quantity.LANDSPEED, land)
        if hyper is not None and Quantity.HYPERSPEED in self._in_play:
            hyper = self._number(card, Quantity.HYPERSPEED, hyper)
        return land, hyper

    def move_changes(self, card: CardInPlay, place: Location | None, *, walks: bool) -> NumberChanges:
        """What texts change of what it costs a card to move to a location."""
        found = self._about(card, Quantity.MOVE_COST)
        if walks:
            found = [*found, *self._about(card, Quantity.WALK_COST)]
        if not found:
            return NO_CHANGES
        applied = [
            (scope, change, scope.number(change.amount, card))
            for scope, change in found
            if _goes_there((scope, change, 1), place, None)
        ]
        return as_rules(applied, card)

    def binds_moves(self) -> bool:
        """Whether any text in play changes what moves cost, or keeps a card from one."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return not _OF_MOVES.isdisjoint(self._in_play)

    def held_from(self, card: CardInPlay, was: Location | None, place: Location | None) -> bool:
        """Whether a text keeps a card from leaving a location, or from moving to another one."""
        return any(
            _goes_there((scope, change, 1), at, None)
            for quantity, at in ((Quantity.NO_MOVE_FROM, was), (Quantity.NO_MOVE_TO, place))
            for scope, change in self._about(card, quantity)
        )

    def bound(self, card: CardInPlay) -> bool:
        """Whether texts may keep a card of a hand from some location."""
        if self.effects.deploys_on(card.facts) is not None:
            return True
        return any(
            self._meaning(card, quantity) or self._own(card, quantity)
            for quantity in (Quantity.NO_DEPLOY, Quantity.NO_DEPLOY_TO)
        )

    def may_react(self, card: CardInPlay, place: Location) -> bool:
        """Whether a text lets a card move as a react to a location (rules 23.12)."""
        return any(
            _is_for((scope, change, 1), card) and _goes_there((scope, change, 1), place, None)
            for scope, change in self._about(card, Quantity.MOVES_REACT)
        )

    def may_go(self, card: CardInPlay, place: Location) -> bool:
        """Whether texts let a card of a hand be deployed to a location, as far as they are understood."""
        scope, on = self.scope(card), self.effects.deploys_on(card.facts)
        if on is not None and not scope.means_place(on, place):
            return False
        if not self.may_play(card):
            return False
        kept = (
            *self._meaning(card, Quantity.NO_DEPLOY_TO),
            *((where, each, 1) for where, each in self._own(card, Quantity.NO_DEPLOY_TO)),
        )
        return not any(_is_for(each, card) and _goes_there(each, place, None) for each in kept)

    def may_play(self, card: CardInPlay) -> bool:
        """Whether no text in play surely keeps the owner of a card from deploying or playing it."""
        return not any(
            _is_for((*each, 1), card) and fits(each[0], each[1].who, card) is True
            for each in self._about(card, Quantity.NO_DEPLOY)
        )

    def immune_to(self, card: CardInPlay, title: str) -> bool:
        """Whether a card is immune to the cards of a title, by its print or by a text in play."""
        printed = card.facts.text.traits.get("immune_to", ())
        if isinstance(printed, tuple) and title in printed:
            return True
        told = self._meaning(card, Quantity.IMMUNE_TO_TITLE)
        return any(change.rest.get("immune_to_title") == title for _, change, _ in told)

    def may_be_targeted(self, card: CardInPlay, by: CardInPlay) -> bool:
        """Whether no text keeps a card from being targeted by another one."""
        return not self.immune_to(card, by.card.title) and not any(
            scope.means(change.rest["targeted_by_filter"], by)
            for scope, change in self._about(card, Quantity.NO_TARGET_BY)
        )

    def hosts(self, card: CardInPlay, among: Iterable[CardInPlay]) -> list[CardInPlay]:
        """The cards of some that a card may be deployed on, by its own text or another one."""
        ways = [(self.scope(card), self.effects.deploys_on(card.facts))]
        allowed = self._about(card, Quantity.MAY_GO_ON)
        ways += [(scope, change.rest["target_filter"]) for scope, change in allowed]
        return [each for each in among if any(on is not None and scope.means(on, each) for scope, on in ways)]

    def may_cancel(self, card: CardInPlay) -> bool:
        """Whether no text keeps a card from being cancelled."""
        return not self._about(card, Quantity.NO_CANCEL)

    def may_flip(self, card: CardInPlay) -> bool:
        """Whether no text keeps a card from being flipped."""
        return not self._is(card, Quantity.NO_FLIP)

    def play_cost(self, card: CardInPlay) -> float:
        """Force that playing an Interrupt uses by the texts in play."""
        return _sum(as_rules(self._meaning(card, Quantity.PLAY_COST), card).modifiers)

    def is_lost(self, card: CardInPlay, *, lost: bool) -> bool:
        """Whether an Interrupt goes to the Lost Pile, which it would by itself or not."""
        if self._meaning(card, Quantity.TO_LOST):
            return True
        return lost and not self._meaning(card, Quantity.TO_USED)

    # -- what is drawn and fired --------------------------------------------------------------------

    def destiny(self, card: CardInPlay, what: str = "") -> float:
        """The destiny of a card that is drawn, wherever it lies.

        Args:
            card: the card.
            what: for what it is drawn, as the server calls it.
        """
        quantities = [Quantity.DESTINY]
        if what == "battle destiny":
            quantities.append(Quantity.BATTLE_DRAW)
        elif what == "weapon destiny":
            quantities.append(Quantity.WEAPON_DRAW)
        applied = [each for quantity in quantities for each in self._meaning(card, quantity)]
        modifiers, resets, _ = as_rules(applied, card)
        return settled(card.facts.destiny or 0.0, modifiers, resets)

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

    def unshootable(self, card: CardInPlay, weapon: CardInPlay) -> bool:
        """Whether a text keeps a card from being targeted by a weapon."""
        return not self.may_be_targeted(card, weapon) or any(
            "weapon_filter" not in change.rest or scope.means(change.rest["weapon_filter"], weapon)
            for scope, change in self._about(card, Quantity.NO_TARGET)
        )

    def fires_free(self, weapon: CardInPlay) -> bool:
        """Whether a text has a weapon fire for free."""
        return self._is(weapon, Quantity.FIRES_FREE)

    def more(self, quantity: Quantity, side: Side, location: Location) -> float:
        """What texts add to a number of a side at a location, or take from it."""
        return _sum(self._changes_of((location.column, quantity, side), location.card).modifiers)

    def damage_factor(self, side: Side) -> float:
        """By what texts multiply battle damage to a side in the battle that goes on."""
        return settled(1, self._changes_of((0, Quantity.DAMAGE_FACTOR, side)).modifiers)

    def may_fight(self, card: CardInPlay) -> bool:
        """Whether no text keeps a card out of battles."""
        return not self._is(card, Quantity.NO_FIGHT)

    def added_destinies(self, side: Side) -> int:
        """Destinies that texts have a side add to its total power in the battle that goes on."""
        return int(settled(0, self._changes_of((0, Quantity.ADDED_DESTINY, side)).modifiers))

    def _meaning(self, card: CardInPlay, quantity: Quantity) -> list[Applied]:
        """The changes of a quantity by texts in play that mean a card, wherever that lies."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return []
        return [
            (scope, change, scope.number(change.amount, card))
            for scope, change in self._heard(quantity)
            if scope.means(change.who, card) and (change.when is None or scope.holds(change.when))
        ]

    def _about(self, card: CardInPlay, quantity: Quantity) -> list[ChangeInPlay]:
        """The changes of a quantity that concern a card: of texts in play, and its own."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        found: list[ChangeInPlay] = []
        if quantity in self._in_play and card.id in self._board.known:
            applied = self._ledger(quantity).changes.get((card.id, quantity, None), ())
            found = [(scope, change) for scope, change, _ in applied]
        elif quantity in self._in_play:
            found = [
                (scope, change)
                for scope, change in self._in_play[quantity]
                if (change.when is None or scope.holds(change.when)) and scope.means(change.who, card)
            ]
        return [*found, *self._own(card, quantity)] if card.held else found

    def _own(self, card: CardInPlay, quantity: Quantity) -> list[ChangeInPlay]:
        """The changes of a quantity by the text of a card itself, wherever it lies."""
        always = self.effects.always(card.facts)
        if not always:
            return []
        scope = self.scope(card)
        return [
            (scope, each)
            for each in always
            if each.quantity is quantity
            and scope.means(each.who, card)
            and (each.when is None or scope.holds(each.when))
        ]

    def text_changes(self, card: CardInPlay) -> frozenset[str]:
        """How other texts change the text of a card."""
        if Quantity.TEXT_CHANGE not in self._in_play:
            return frozenset()
        applied = self._ledger(Quantity.TEXT_CHANGE).changes.get((card.id, Quantity.TEXT_CHANGE, None), ())
        return frozenset(str(change.rest["type"]) for _, change, _ in applied)

    def _is(self, card: CardInPlay, quantity: Quantity) -> bool:
        """Whether a text in play has it that something is so of a card."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        if quantity not in self._in_play:
            return False
        return (card.id, quantity, None) in self._ledger(quantity).changes

    def _bring_up_to_date(self) -> None:
        """Read anew what the texts in play say; of what they change, Force icons are counted at once."""
        board = self._board
        self._changes = board.changes
        self._costs.clear()
        hands = tuple([piles[Zone.HAND].cards for piles in board.piles.values()])
        if hands != self._hands:
            self._hands = hands
            for quantity in _OF_HANDS:
                self._ledgers.pop((quantity, False), None)
        if board.version == self._version:
            return  # what changed lies in hands and piles
        self._version = board.version
        self._ledgers.clear()
        self._silent, self._silent_sides = frozenset(), frozenset()
        others = board.faces, board.lasting
        if others != self._others or board.active != self._read:
            self._read, self._others = board.active, others
            self._read_texts()
        self._silent = self._silenced()
        self._silent_sides = self._sides_silenced()
        Ledger(board).add_icons(each for each in self._icons if self._counts(each))

    def _read_texts(self) -> None:
        """Take in what the texts of all active cards say, by what they change."""
        board = self._board
        self._icons.clear()
        self._in_play.clear()
        for card in self._read:
            facts, own = self._texts.get(card, (None, ()))
            if facts is not card.facts:
                own = self.effects.in_play(board, card, self)
                self._texts[card] = card.facts, own
            for each in own:
                quantity = each[1].quantity
                into = self._icons if quantity in ICONS else self._in_play.setdefault(quantity, [])
                into.append(each)
        for each in self.effects.lasting(board, self) if board.lasting else ():
            self._in_play.setdefault(each[1].quantity, []).append(each)

    def _ledger(self, quantity: Quantity, *, fighting: bool = False) -> Ledger:
        """What texts do to one quantity; or would do if every card was in a battle at its location."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        found = self._ledgers.get((quantity, fighting))
        if found is None:
            found = self._ledgers[quantity, fighting] = Ledger(self._board)
            with self._board.fought_by_all() if fighting else nullcontext():
                found.run(self._heard(quantity))
        return found

    def _heard(self, quantity: Quantity) -> Sequence[ChangeInPlay]:
        """The changes of a quantity by texts in play that are not cancelled."""
        found = self._in_play.get(quantity, ())
        if not found or quantity in _SILENCING or not (self._silent or self._silent_sides):
            return found
        return [each for each in found if self._counts(each)]

    def _counts(self, each: ChangeInPlay) -> bool:
        """Whether the text a change is of is not cancelled."""
        scope, change = each
        if scope.card in self._silent:
            return False
        return (scope.card, SIDES.get(change.while_)) not in self._silent_sides

    def silent(self) -> frozenset[CardInPlay]:
        """The cards in play whose text is cancelled or suspended by another text."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return self._silent

    def silent_sides(self) -> frozenset[tuple[CardInPlay, Side | None]]:
        """The locations whose text of a side is cancelled by another text, each with the side."""
        if self._counter.number != self._changes:
            self._bring_up_to_date()
        return self._silent_sides

    def _sides_silenced(self) -> frozenset[tuple[CardInPlay, Side | None]]:
        found: set[tuple[CardInPlay, Side | None]] = set()
        for scope, change in self._in_play.get(Quantity.NO_TEXT_OF_SIDE, ()):
            if change.when is None or scope.holds(change.when):
                for place in scope.places(change.where):
                    found.update((place.laid, side) for side in sides(scope, change.player))
        return frozenset(found)

    def _silenced(self) -> frozenset[CardInPlay]:
        if not any(quantity in self._in_play for quantity in _SILENCING):
            return frozenset()
        found: set[CardInPlay] = set()
        for quantity in _SILENCING:
            for scope, change in self._in_play.get(quantity, ()):
                if change.when is None or scope.holds(change.when):
                    found.update(card for card in scope.on_table(change.who) if card is not scope.card)
        for scope, change in self._in_play.get(Quantity.KEEPS_TEXT, ()):
            if change.when is None or scope.holds(change.when):
                found.difference_update([card for card in found if scope.means(change.who, card)])
        return frozenset(found)

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


def _sum(modifiers: Sequence[ValueChange]) -> float:
    """What modifiers add together, which may be less than nothing."""
    return modified(_FAR, modifiers) - _FAR


_FAR: Final = 10_000
"""Far from 0, below which no number falls."""
_OF_MOVES: Final = frozenset(
    {Quantity.MOVE_COST, Quantity.WALK_COST, Quantity.NO_MOVE_FROM, Quantity.NO_MOVE_TO}
)
_OF_HANDS: Final = frozenset(
    {*COSTS, Quantity.DESTINY, Quantity.NO_DEPLOY, Quantity.NO_DEPLOY_TO, Quantity.MAY_GO_ON}
)
"""Quantities of cards that are not in play."""
_FIRM: Final = frozenset({Quantity.NO_DRAIN_CHANGE, Quantity.NO_DRAIN_REDUCTION})
_SILENCING: Final = (Quantity.NO_TEXT, Quantity.SUSPENDED)
_ABOARD: Final = ("target_filter", "starship_or_vehicle_filter", "starship_or_vehicle")


def _is_for(applied: Applied, card: CardInPlay) -> bool:
    """Whether a change that names a player names the owner of a card."""
    scope, change, _ = applied
    player = change.rest.get("player")
    return player is None or scope.side(player) is card.side


def _goes_there(applied: Applied, location: Location | None, target: CardInPlay | None) -> bool:
    """Whether what a change is bound to is where a card goes."""
    scope, change, _ = applied
    rest = change.rest
    where = rest.get("where")
    if where is not None and not scope.means_place(where, location):
        return False
    if "starship_or_vehicle_persona" in rest:
        wanted = rest["starship_or_vehicle_persona"]
        return target is not None and wanted in target.facts.traits.personas
    return all(target is not None and scope.means(rest[name], target) for name in _ABOARD if name in rest)
