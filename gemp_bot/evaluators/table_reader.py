"""The table as judging reads it: in numbers, each made when it is asked for and kept while it is true.

`observe` takes the table, once a question; everything else only reads. What a number is kept by are the
counters of the table, its statistics and its turn, never its game log: a card may change without a line.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from gemp_bot.board.card import STANDING, CardInPlay
from gemp_bot.board.card_facts import CardFacts, Weapons
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards.texts import Term, Value
from gemp_bot.effects import Need
from gemp_bot.effects.drains import drain_needs, drain_needs_of
from gemp_bot.effects.meanings import Kind, not_understood
from gemp_bot.effects.offers import least, settled
from gemp_bot.effects.survival import lost_at_once, survival_known, toll_needs
from gemp_bot.effects.told import fits
from gemp_bot.effects.tolls import BattleToll, battle_tolls, turn_toll
from gemp_bot.evaluators.cached import Cached
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.laid_cards import LaidCards
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.game.aiming import Aim, aims, arms
from gemp_bot.game.arrivals import Arrival, Arrivals
from gemp_bot.game.locations import open_systems
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.rules.values import base_price
from gemp_bot.state import Table
from gemp_bot.valuation.deployment import by_print
from gemp_bot.valuation.drain_texts import most_drained, told_costs
from gemp_bot.valuation.features import Outline, outline_of
from gemp_bot.valuation.needs import flip_needs, worth_of_drains
from gemp_bot.valuation.outlook import Outlook, outlook_of
from gemp_bot.valuation.position import LocationNumbers, Position, Stock
from gemp_bot.valuation.position_builder import Drains, PositionBuilder, stock_of
from gemp_bot.valuation.weights import Capabilities, Weights

Hand = tuple[tuple[CardId, CardFacts], ...]
Fighters = tuple[tuple[float, CardFacts], ...]


def upkeep(facts: CardFacts) -> float:
    """Force that a card asks of its player at the end of each of his turns, to stay as it is (rules 25)."""
    term = facts.text.selectors.get("maintain")
    return least(term.get("amount")) if isinstance(term, Term) else 0.0


class TableReader:
    """Reads one game.

    Args:
        weights: the numbers of the player.
        capabilities: what the player looks at.
        cards: what is known of cards.
        memory: what was learnt of our Force drains, battles and objectives, and the turn by which that is
            believed.
    """

    __slots__ = (
        "_arrivals", "_battles", "_board", "_builder", "_capabilities", "_cards", "_costs", "_drains",
        "_fighters", "_flips", "_hand", "_laid", "_most", "_needs", "_numbers", "_outlook", "_phase",
        "_position", "_standing", "_standstill", "_stock", "_table", "_their_needs", "_tracker",
        "_wanted", "_weights",
    )  # fmt: skip

    def __init__(
        self, weights: Weights, capabilities: Capabilities, cards: CardSources, memory: GameMemory
    ) -> None:
        self._weights, self._capabilities, self._cards = weights, capabilities, cards
        self._drains, self._battles, self._phase = memory.drains, memory.battles, memory.phase
        self._flips = memory.flips
        self._standstill = memory.standstill
        self._builder = PositionBuilder()
        self._table = Table()
        self._tracker = BoardTracker(self._table, cards.index)
        self._board = self._tracker.board
        self._numbers = None if cards.effects is None else Numbers(self._board, cards.effects)
        self._arrivals = Cached[Arrivals]()
        self._laid = Cached[LaidCards]()
        self._standing = Cached[tuple[int, frozenset[CardId]]]()
        self._position = Cached[Position]()
        self._outlook = Cached[Outlook]()
        self._stock = Cached[Stock]()
        self._hand = Cached[Hand]()
        self._fighters = Cached[Fighters]()
        self._needs = Cached[tuple[Need, ...]]()
        self._wanted = Cached[tuple[Need, ...]]()
        self._their_needs = Cached[tuple[Need, ...]]()
        self._costs = Cached[Mapping[Side, Mapping[CardId, float]]]()
        self._most = Cached[Mapping[Side, Mapping[CardId, float]]]()

    def observe(self, table: Table) -> None:
        """Take the table as it is now."""
        self._table = table
        if self._tracker.table is table:
            self._tracker.update()
        else:
            effects = self._cards.effects
            self._tracker = BoardTracker(table, self._cards.index)
            self._board = self._tracker.board
            self._numbers = None if effects is None else Numbers(self._board, effects)

    @property
    def seen(self) -> BoardTracker:
        """The board as we may know it."""
        return self._tracker

    @property
    def version(self) -> tuple[object, ...]:
        """What a position is made of: it differs whenever the position may."""
        board = self._board
        learnt = self._drains.changes, self._battles.changes, self._flips.changes
        return board, board.changes, self._tracker.numbers, learnt, self._phase.turn

    @property
    def position(self) -> Position:
        """The table in numbers."""
        return self._position.get(self.version, self._make_position)

    def _make_position(self) -> Position:
        battles = self._battles
        return self._builder.look(
            self._board,
            self._numbers,
            self._table,
            self._known_drains(),
            no_battles=battles.unexpected(self._phase.turn),
            fired=battles.fired,
        )

    def _known_drains(self) -> Drains:
        """What is known of our drains at each location."""
        drains, turn = self._drains, self._phase.turn
        locations = [location.id for location in self._board.locations if location.id is not None]
        price, side = self._weights.force_price, self.stock.side
        prices = {each: cost * price for each in locations if (cost := self.drain_cost(each))}
        told = self._told_costs(side.other)
        their_prices = {each: cost * price for each, cost in told.items()}
        brought, theirs = drains.brought(turn), self._most_drained(side.other)
        for place, most in self._most_drained(side).items():
            brought[place] = min(brought.get(place, most), most)
        return Drains(brought, prices, theirs, their_prices)

    def drain_cost(self, location: CardId) -> float:
        """Force that draining at a location uses: what texts say, as far as it was not learnt otherwise."""
        if not self._capabilities.card_facts:
            return 0.0
        return self._drains.cost(location, self._phase.turn, self.told_drain_cost(location))

    def told_drain_cost(self, location: CardId) -> float:
        """Force that a Force drain of ours at a location uses by the texts on table."""
        return self._told_costs(self.stock.side).get(location, 0.0)

    def _told_costs(self, side: Side) -> Mapping[CardId, float]:
        """By location, what texts have a Force drain of a player use; left out where that is nothing."""
        board, numbers = self._board, self._numbers if self._capabilities.card_facts else None
        if numbers is None:
            return {}
        key = (board, board.changes)
        return self._costs.get(key, lambda: {each: told_costs(board, numbers, each) for each in Side})[side]

    def _most_drained(self, side: Side) -> Mapping[CardId, float]:
        """By location, what texts let a Force drain of a player bring at the most."""
        board, numbers = self._board, self._numbers
        if numbers is None:
            return {}
        key = (board, board.changes)
        return self._most.get(key, lambda: {each: most_drained(board, numbers, each) for each in Side})[side]

    def may_not_drain(self, location: CardId) -> bool:
        """Whether a Force drain of ours there brings nothing by a text, or costs us more than it brings."""
        return self._most_drained(self.stock.side).get(location) == 0

    def may_deploy(self, blueprint: BlueprintId) -> bool:
        """Whether texts on table let us deploy a card, as far as they are understood."""
        supposed, numbers = self._supposed(blueprint), self._numbers
        return supposed is None or numbers is None or numbers.may_play(supposed)

    def barred(self, blueprint: BlueprintId) -> frozenset[int]:
        """Columns to which its own text does not let a card of our hand be deployed."""
        supposed, numbers = self._supposed(blueprint), self._numbers
        if supposed is None or numbers is None or not numbers.bound(supposed):
            return frozenset()
        places = self._board.locations
        return frozenset(place.column for place in places if not numbers.may_go(supposed, place))

    def may_lay(self, location: CardFacts) -> bool:
        """Whether a location of ours can still come to the table, where it or its like lies (rules 21)."""
        places = [each for each in self._board.locations if each.card is not None]
        if all(each.laid.card.title != location.card.title for each in places):
            return True
        numbers, piece = self._numbers, CardInPlay.supposed(location, self.stock.side)
        return bool(
            open_systems(
                places, piece, lambda card, place: numbers is not None and not numbers.may_go(card, place)
            )
        )

    @property
    def maintenance(self) -> float:
        """Force that our cards in play want at the end of our turn, to stay as they are."""
        return sum(upkeep(facts) for _, facts in self.maintained)

    @property
    def maintained(self) -> tuple[tuple[CardId, CardFacts], ...]:
        """Our cards in play that want Force at the end of our turn."""
        side = self.stock.side
        return tuple(
            (card.id, card.facts) for card in self._board.active if card.side is side and upkeep(card.facts)
        )

    def _supposed(self, blueprint: BlueprintId) -> CardInPlay | None:
        """A card of ours that is on no board; None for one that is not in the index."""
        effects = self._cards.effects
        card = None if effects is None else effects.index.get(blueprint)
        if effects is None or card is None:
            return None
        return CardInPlay.supposed(effects.facts.of(card), self.stock.side)

    @property
    def outlook(self) -> Outlook:
        """How the game stands."""
        return self._outlook.get(self._known, self._make_outlook)

    @property
    def _known(self) -> tuple[object, ...]:
        """What the outlook is made of: destinies are inferred from all that was seen, in questions too."""
        knowledge = self._cards.knowledge
        return *self.version, 0 if knowledge is None else knowledge.looks, self._standstill.changed

    def _make_outlook(self) -> Outlook:
        cards, position = self._cards, self.position
        return outlook_of(
            position,
            self._weights,
            self._capabilities,
            cards.mean_destiny(),
            cards.mean_destiny(own=False),
            their_reach=cards.their_reach(position.their_next_force),
            turn=self._table.turn or 1,
            still=self._standstill.still(self._phase.turn),
            standoff=self._standoff(),
        )

    def _standoff(self) -> float:
        """Force that we lose in a standoff by the texts of their cards in play.

        It is lost once a turn, so each of several locations bears a share.
        """
        effects = self._cards.effects
        if effects is None or not self._capabilities.card_facts:
            return 0.0
        side = self.stock.side
        toll = sum(effects.standoff_toll(card.facts) for card in self._board.active if card.side is not side)
        shared = sum(place.mine.present and place.theirs.present for place in self.position.places)
        return toll / max(shared, 1)

    @property
    def outline(self) -> Outline:
        """The table in a few numbers, as a learned value reads it."""
        table = self._table
        return outline_of(
            self.position,
            turn=table.turn or 0,
            my_turn=table.is_my_turn,
            fighters=[(cost, facts.power) for cost, facts in self.fighters],
        )

    @property
    def stock(self) -> Stock:
        """The piles of both players; quicker than the whole position."""
        table = self._table
        return self._stock.get((table, table.statistics, table.players), lambda: stock_of(table))

    @property
    def standing(self) -> tuple[int, frozenset[CardId]]:
        """The number of locations, and the cards at them."""
        board = self._board
        return self._standing.get((board, board.version), self._make_standing)

    def _make_standing(self) -> tuple[int, frozenset[CardId]]:
        board = self._board
        return len(board.locations), frozenset(
            card.id for card in board.cards.values() if card.zone in STANDING
        )

    @property
    def needs(self) -> tuple[Need, ...]:
        """What texts on table want us to hold: for flips of our objectives, for free Force drains."""
        return self._needs.get(self._known, self._make_needs)

    def _make_needs(self) -> tuple[Need, ...]:
        effects, numbers, side = self._cards.effects, self._numbers, self.stock.side
        if effects is None or numbers is None:
            return ()
        drains = drain_needs(effects, self._board, side, numbers)
        return (
            *flip_needs(self.wanted, self.outlook),
            *flip_needs(effects.flips.undone(self._board, side, numbers), self.outlook),
            *flip_needs(toll_needs(self._board, side, numbers, effects.printed), self.outlook),
            *worth_of_drains(drains, self.position, self.outlook),
        )

    @property
    def wanted(self) -> tuple[Need, ...]:
        """What our objectives want, without what that is worth, which takes the whole position to tell."""
        return self._wanted.get(self.version, self._make_wanted)

    def _make_wanted(self) -> tuple[Need, ...]:
        effects, numbers = self._cards.effects, self._numbers
        if effects is None or numbers is None:
            return ()
        flips = effects.flips.needs(self._board, self.stock.side, numbers)
        return tuple(each for each in flips if each.title not in self._flips.in_vain)

    def drain_needs_by(self, blueprint: BlueprintId) -> tuple[tuple[Need, ...], tuple[Need, ...]] | None:
        """What we and they would need for free Force drains by the text of a card that is not in play.

        Nothing where Force drains cost as much by a text on table; None if they cost no more by this one.
        """
        effects, numbers, side = self._cards.effects, self._numbers, self.stock.side
        supposed = self._supposed(blueprint)
        if effects is None or numbers is None or supposed is None:
            return None
        ours, theirs = (
            drain_needs_of(effects, supposed, self._board, each, numbers) for each in (side, side.other)
        )
        if not ours:
            return None
        return ((), ()) if drain_needs(effects, self._board, side, numbers) else (ours, theirs)

    @property
    def their_needs(self) -> tuple[Need, ...]:
        """What the opponent's objectives on table want held."""
        return self._their_needs.get(self._known, self._make_their_needs)

    def _make_their_needs(self) -> tuple[Need, ...]:
        effects, numbers = self._cards.effects, self._numbers
        if effects is None or numbers is None:
            return ()
        return flip_needs(effects.flips.needs(self._board, self.stock.side.other, numbers), self.outlook)

    def flipped(self, objective: BlueprintId) -> tuple[Need, ...]:
        """What the other face of an objective of ours wants held, or works by."""
        effects, numbers = self._cards.effects, self._numbers
        if effects is None or numbers is None:
            return ()
        needs = effects.flips.flipped(self._board, self.stock.side, objective, numbers)
        return flip_needs(needs, self.outlook)

    def toll(self, card: CardId) -> float:
        """Force that we lose each turn by a card of theirs in play, as far as its text tells."""
        found = self._board.known.get(card)
        return 0.0 if self._numbers is None or found is None else turn_toll(self._numbers.scope(found))

    def battle_tolls(self, place: LocationNumbers, won: Side | None = None) -> list[tuple[str, BattleToll]]:
        """What a battle that we begin at a place has both players lose and retrieve, with the card's title.

        Args:
            place: where.
            won: who wins it; None for what comes as it is begun.
        """
        where = self._board.known.get(place.id or CardId(-1))
        if self._numbers is None or where is None or not self._capabilities.card_facts:
            return []
        side, scope = self.stock.side, self._numbers.scope
        with self._board.fought([unit.id for group in (place.mine, place.theirs) for unit in group.units]):
            return [
                (card.card.title, toll)
                for card in self._board.active
                for toll in battle_tolls(scope(card), where, side, won)
            ]

    def may_mean(self, source: CardId | None, who: Value, card: CardId) -> bool:
        """Whether a selector in the text of a card may mean another one; of what is not known it may."""
        found, known = self._board.known.get(source or CardId(-1)), self._board.known.get(card)
        if self._numbers is None or found is None or known is None:
            return True
        return fits(self._numbers.scope(found), who, known) is not False

    def amount(self, source: CardId | None, amount: Term) -> float | None:
        """How much an amount in the text of a card is now.

        None where it is not understood, or depends on what is chosen, drawn or counted on the way.
        """
        found = self._board.known.get(source or CardId(-1))
        if self._numbers is None or found is None or not_understood(amount, Kind.AMOUNT):
            return None
        if not settled(amount):
            return None
        return self._numbers.scope(found).number(amount, found)

    def lost_at_once(self, blueprint: BlueprintId | None, column: int | None = None) -> bool:
        """Whether a card of ours would be lost as soon as it is deployed, as far as its text is understood.

        Args:
            blueprint: the card.
            column: where it would go; None where that is not known: then at every location that its own text
                lets it be deployed to, or beside the table for one that tells of none.
        """
        effects, numbers = self._cards.effects, self._numbers
        card = None if effects is None or blueprint is None else effects.index.get(blueprint)
        if effects is None or numbers is None or card is None:
            return False
        facts, side = effects.facts.of(card), self.stock.side
        if survival_known(facts.text) is None:
            return False
        if column is None and effects.deploys_on(facts) is not None:
            barred = self.barred(card.blueprint_id)
            places = [each for each in self._board.locations if each.column not in barred]
            if places:
                return all(lost_at_once(self._board, facts, side, each, numbers) for each in places)
        location = None if column is None else self._board.locations[column]
        return lost_at_once(self._board, facts, side, location, numbers)

    @property
    def hand(self) -> Hand:
        """Our hand."""
        table, facts = self._table, self._cards.facts
        return self._hand.get(
            (table, table.changes),
            lambda: tuple([(card.id, facts.named(card.blueprint_id)) for card in table.hand]),
        )

    @property
    def fighters(self) -> Fighters:
        """The cards of our hand that fight, each with what deploying it costs, in Force."""
        key = (self._board, self._board.changes)
        return self._fighters.get(key, self._find_fighters)

    def _find_fighters(self) -> Fighters:
        fighters = [(card, facts) for card, facts in self.hand if facts.fights]
        return tuple([(self.deploy_cost(card, facts), facts) for card, facts in fighters])

    def deploy_cost(self, card: CardId, facts: CardFacts, column: int | None = None) -> float:
        """What deploying a card costs, of our hand or elsewhere, in Force; of no column wherever it goes."""
        held = self._board.known.get(card)
        if held is None or not held.in_hand:
            held = self._supposed(facts.card.blueprint_id)
        if self._numbers is None or held is None:
            return facts.deploy
        location = None if column is None else self._board.locations[column]
        return base_price(self._numbers.deploy_cost(held, location))

    def forfeit(self, card: CardId | None, facts: CardFacts) -> float:
        """The forfeit value of a card in play, as texts make it."""
        found = None if card is None else self._board.known.get(card)
        if self._numbers is None or found is None or found.in_hand or not found.fights:
            return facts.forfeit or 0
        return self._numbers.forfeit(found) or 0

    def immune_below(self, card: CardId | None) -> float:
        """Attrition below which a card in play is immune, as texts make it."""
        found = None if card is None else self._board.known.get(card)
        return 0.0 if self._numbers is None or found is None else self._numbers.immune_below(found)

    def arrival(
        self, facts: CardFacts, location: LocationNumbers | None = None, pilot: CardFacts | None = None
    ) -> Arrival:
        """What a card would bring to a battle at a location; anywhere, if none is given.

        Args:
            facts: the card.
            location: where it would go.
            pilot: a card that comes as its pilot.
        """
        arrivals = self._supposed_arrivals()
        if arrivals is not None:
            column = None if location is None else location.column
            crew = None if pilot is None else pilot.card.blueprint_id
            found = arrivals.deployed(facts.card.blueprint_id, column, self.stock.side, crew)
            if found is not None:
                return found
        return _by_print(facts, pilot)

    def boarded(self, host: CardId, pilot: CardFacts) -> Arrival:
        """What a character adds to a starship or vehicle in play by going aboard."""
        now, then = self._with_aboard(host, None), self._with_aboard(host, pilot)
        return replace(
            then, power=max(then.power - now.power, 0), ability=then.ability - now.ability,
            draws=then.draws - now.draws, immune=then.immune - now.immune,
        )  # fmt: skip

    def _with_aboard(self, host: CardId, pilot: CardFacts | None) -> Arrival:
        """A starship or vehicle in play in a battle, with one more aboard if one is given."""
        arrivals = self._supposed_arrivals()
        if arrivals is not None:
            crew = None if pilot is None else pilot.card.blueprint_id
            found = arrivals.boarded(host, crew, self.stock.side)
            if found is not None:
                return found
        unit = self.position.ours(host)
        return Arrival(0.0) if unit is None else _by_print(unit[1].facts, pilot)

    def moved(self, card: CardId, there: LocationNumbers) -> Arrival:
        """By how much a card of ours changes by going to a location; see `Arrivals.moved`."""
        arrivals = self._supposed_arrivals()
        found = None if arrivals is None else arrivals.moved(card, there.column)
        return Arrival(0.0) if found is None else found

    def aims(self, bearer: CardId, target: CardId) -> Sequence[Aim]:
        """The weapons of a card in play that may be fired at another one, as far as it is known how."""
        known = self._board.known
        if self._numbers is None or bearer not in known or target not in known:
            return ()
        return aims(self._numbers, known[bearer], known[target])

    def arms(self, bearer: CardId) -> Weapons:
        """What the weapons of a card in play may be fired at, of those of which it is known how."""
        found = None if self._numbers is None else self._board.known.get(bearer)
        return () if found is None else tuple([each.facts.aims for each in arms(found)])

    @property
    def laid(self) -> LaidCards | None:
        """What cards that do not fight would change; None where texts are not looked at."""
        numbers, effects, arrivals = self._numbers, self._cards.effects, self._supposed_arrivals()
        if numbers is None or effects is None or arrivals is None:
            return None
        board, price = self._board, self._weights.force_price
        make = partial(LaidCards, board, numbers, effects, arrivals, price)
        return self._laid.get((board, board.changes), make)

    def _supposed_arrivals(self) -> Arrivals | None:
        numbers, effects = self._numbers, self._cards.effects
        if numbers is None or effects is None:
            return None
        board = self._board
        return self._arrivals.get((board, board.changes), lambda: Arrivals(board, numbers, effects))


def _by_print(facts: CardFacts, pilot: CardFacts | None) -> Arrival:
    if pilot is not None:
        return Arrival(by_print(facts, pilot), facts.ability + pilot.ability)
    return Arrival(facts.power if facts.crewed else 0.0, facts.ability)
