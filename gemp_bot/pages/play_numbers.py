"""What the options of a question cost and bring, in the numbers of the rules: notes for the play page.

Nothing is judged here, and nothing is known beyond what the person's seat knows. Where a card would go, the
board is supposed with it there, and its numbers are worked out as those of any board.
"""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from gemp_bot.board.board import Board
from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.location import Location
from gemp_bot.cards.deck import DeckList
from gemp_bot.cards.kinds import CardType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import known
from gemp_bot.decisions import ActionKind, Option, PromptKind, Question
from gemp_bot.effects import CardEffects
from gemp_bot.evaluators.battles import sides
from gemp_bot.evaluators.card_sources import CardSources
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.table_reader import TableReader
from gemp_bot.game.numbers import Numbers
from gemp_bot.inference import CardKnowledge
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId, is_hidden
from gemp_bot.rules.battle_odds import BattleStrength, showings
from gemp_bot.rules.deploying import deploy_price
from gemp_bot.rules.drains import drain_loss
from gemp_bot.search.effort import Effort
from gemp_bot.state import Table
from gemp_bot.valuation.deployment import BATTLE_COST
from gemp_bot.valuation.weights import Capabilities, Weights
from gemp_bot.view.boards import TableNumbers

_GOES = frozenset(
    {
        PromptKind.CHOOSE_DEPLOY_TARGET,
        PromptKind.CHOOSE_MOVE_TARGET,
        PromptKind.DOCKING_BAY_TARGET,
        PromptKind.SHUTTLE_TARGET,
        PromptKind.LAND_TARGET,
        PromptKind.TAKE_OFF_TARGET,
        PromptKind.EMBARK_TARGET,
        PromptKind.DISEMBARK_TARGET,
    }
)
_DEPLOYS = frozenset({ActionKind.DEPLOY, ActionKind.REACT_DEPLOY, ActionKind.PLAY_CARD})
_MOVES = frozenset({ActionKind.MOVE_LANDSPEED, ActionKind.MOVE_HYPERSPEED, ActionKind.MOVE_SECTOR})
_PAYS = frozenset({PromptKind.LOSE_FORCE, PromptKind.LOSE_FORCE_OR_FORFEIT, PromptKind.FORFEIT})
_PILES = {
    Zone.TOP_OF_RESERVE_DECK: "reserve_deck",
    Zone.TOP_OF_FORCE_PILE: "force_pile",
    Zone.TOP_OF_USED_PILE: "used_pile",
}
_LEFT = 100


class OptionNumbers:
    """Notes about the options of one game's questions."""

    def __init__(self, seen: TableNumbers, effects: CardEffects, deck: DeckList) -> None:
        index = effects.index
        self._effects = effects
        self._cards = CardSources(index.derived(CardFactsCache), index, effects, CardKnowledge(index, deck))
        self._memory = GameMemory()
        self._reader = TableReader(Weights(), Capabilities(), self._cards, self._memory)
        self._seen = seen
        self._numbers = seen.of_board
        self._about: CardId | None = None
        self.odds: dict[str, str] = {}

    def answered(self, question: Question, wire: str) -> None:
        """A question was answered: the card of an action is the one whose goal is asked for next."""
        chosen = next((option for option in question.options if option.key == wire), None)
        if chosen is not None and chosen.kind is not None:
            self._about = chosen.card_id

    def notes(self, table: Table, question: Question) -> dict[str, str]:
        """What is to be said of each option, by its key; nothing for those that say it all themselves."""
        if self._cards.knowledge is not None:
            self._cards.knowledge.observe(table, question)
        self._seen.update()
        if table.my_side is None or table.statistics is None:
            return {}
        self.odds.clear()
        found = ((option.key, " · ".join(self._note(table, question, option))) for option in question.options)
        return {key: note for key, note in found if note}

    def _note(self, table: Table, question: Question, option: Option) -> Iterator[str]:
        if option.kind is not None:
            yield from self._action(table, question, option)
        elif question.kind in _PAYS:
            yield from self._payment(table, option)
        elif question.kind in _GOES:
            yield from self._goal(table, question, option)
        else:
            yield from self._plain(table, option)

    # -- actions ------------------------------------------------------------------------------------

    def _action(self, table: Table, question: Question, option: Option) -> Iterator[str]:
        side = table.my_side
        card = None if option.card_id is None else self._known(option.card_id)
        if card is None or side is None:
            return
        kind, place = option.kind, card.location
        if kind is ActionKind.INITIATE_BATTLE:
            yield from self._battle(table, question, option)
        elif kind is ActionKind.FORCE_DRAIN and place is not None:
            yield from self._drain(side, place)
        elif kind in _DEPLOYS:
            if card.card.type != CardType.LOCATION:
                yield self._cost(card)
            yield from _printed(card.card, side)
        elif kind in _MOVES and place is not None:
            yield self._leaving(card, place, side)
        elif card.card.type == CardType.INTERRUPT and (cost := self._numbers.play_cost(card)):
            yield f"uses {cost:g} Force"

    def _battle(self, table: Table, question: Question, option: Option) -> Iterator[str]:
        # Only battles need a reading of their own; it catches up with all that was told since the last one.
        self._reader.observe(table)
        context = self._context(table, question)
        place = context.position.at(option.card_id)
        if place is None:
            return
        free = option.reading is not None and option.reading.fields.get("free")
        yield "free" if free else f"uses {BATTLE_COST:g} Force"
        words = battle_words(*sides(context, place))
        self.odds[option.key] = f"{words.win}, {words.damage}"
        yield from words

    def _drain(self, side: Side, place: Location) -> Iterator[str]:
        numbers = self._numbers
        lost = drain_loss(numbers.drain(side, place), numbers.drain_limits(side, place))
        yield f"your opponent loses {lost:g} Force"
        if cost := numbers.drain_cost(side, place):
            yield f"uses {cost:g} Force"

    def _leaving(self, card: CardInPlay, place: Location, side: Side) -> str:
        """Power where a card is, with it and without it."""
        here = _powers(self._numbers, place, side)
        without = self._supposed(card, None)
        if without is None:
            return f"power here {_against(*here)}"
        after, board = without
        left = _powers(after, board.locations[place.column], side)
        return f"power here {_against(*here)}, without it {_changed(left, here)}"

    def _cost(self, card: CardInPlay, location: Location | None = None, on: CardInPlay | None = None) -> str:
        """What deploying it uses: wherever it goes, or there."""
        if card.card.type == CardType.LOCATION:
            return "free"
        numbers = self._numbers
        cost = ceil(deploy_price(numbers.deploy_cost(card, location, on)).total)
        here = location is None and on is None and numbers.cost_differs(card)
        return (f"{cost} Force" if cost else "free") + (" (depends on where)" if here else "")

    # -- where a card goes --------------------------------------------------------------------------

    def _goal(self, table: Table, question: Question, option: Option) -> Iterator[str]:
        """A location, or a card to go aboard of: what it costs there, and the power of both sides then."""
        side = table.my_side
        goal = None if option.card_id is None else self._known(option.card_id)
        goes = None if self._about is None else self._known(self._about)
        if goal is None or side is None or goal.location is None:
            return
        place = goal.location
        on = None if place.card is goal else goal
        if goes is None or not (goes.fights or question.kind is PromptKind.CHOOSE_DEPLOY_TARGET):
            yield f"power {_against(*_powers(self._numbers, place, side))}"
            return
        if question.kind is PromptKind.CHOOSE_DEPLOY_TARGET and goes.in_hand:
            yield self._cost(goes, place, on)
        if not goes.fights and on is None:
            return
        then = self._supposed(goes, place, on)
        if then is None:
            return
        after, board = then
        there = _powers(after, board.locations[place.column], side)
        now = _changed(_powers(self._numbers, place, side), there)
        yield f"power then {_against(*there)}, now {now}"
        drain = self._numbers.drain(side, place)
        if drain and not any(card.side is not side for card in place.cards):
            yield f"drains {drain:g}"

    def _supposed(
        self, card: CardInPlay, place: Location | None, on: CardInPlay | None = None
    ) -> tuple[Numbers, Board] | None:
        """The board with a card at a place, on another card, or for None away; None if it cannot be there."""
        board = self._seen.board.copy()
        goes = board.known.get(CardId(card.id))
        if goes is None:
            return None
        host = None if on is None else board.known.get(CardId(on.id))
        if host is not None and host is not goes:
            seat = AttachedAs.WORN
            if goes.fights:
                free = goes.facts.pilot and host.facts.pilot_seats > 0
                seat = AttachedAs.PILOT if free else AttachedAs.PASSENGER
            board.attach(goes, host, seat)
        elif place is not None:
            board.stand(goes, board.locations[place.column])
        else:
            board.to_pile(goes, Zone.LOST_PILE)
        return Numbers(board, self._effects), board

    # -- what is paid or looked at ------------------------------------------------------------------

    def _payment(self, table: Table, option: Option) -> Iterator[str]:
        card = None if option.card_id is None else self._known(option.card_id)
        shown = None if option.card_id is None else table.card(option.card_id)
        if card is not None and card.location is not None and card.fights:
            forfeit = self._numbers.forfeit(card)
            yield f"pays {0 if forfeit is None else forfeit:g}"
            yield f"power {self._numbers.power(card):g}"
            if aboard := len(card.attached):
                yield f"lost with {aboard} on it"
        elif shown is not None and shown.zone is Zone.HAND:
            yield "pays 1"
            if card is not None and table.my_side is not None:
                yield from _printed(card.card, table.my_side)
        elif shown is not None and shown.zone in _PILES and table.me is not None:
            zones = table.player(table.me).zones
            size = 0 if zones is None else getattr(zones, _PILES[shown.zone])
            yield f"pays 1 · {size} {'card' if size == 1 else 'cards'} in it"

    def _plain(self, table: Table, option: Option) -> Iterator[str]:
        """A card to choose, for whatever it is chosen."""
        side = table.my_side
        card = None if option.card_id is None else self._known(option.card_id)
        if side is None:
            return
        if card is not None and card.location is not None:
            if card.fights:
                numbers = self._numbers
                yield f"power {numbers.power(card):g}"
                if (forfeit := numbers.forfeit(card)) is not None:
                    yield f"forfeit {forfeit:g}"
                if card.side is not side and card.facts.defense:
                    yield f"defense {numbers.defense(card):g}"
            elif card is card.location.card:
                yield f"power {_against(*_powers(self._numbers, card.location, side))}"
            return
        face = option.blueprint_id
        printed = None if face is None or is_hidden(face) else self._effects.index.get(face)
        if printed is not None:
            yield from _printed(printed, side)

    # -- the board ----------------------------------------------------------------------------------

    def _known(self, card_id: CardId) -> CardInPlay | None:
        return self._seen.board.known.get(card_id)

    def _context(self, table: Table, question: Question) -> DecisionContext:
        return DecisionContext(
            table,
            question,
            self._memory,
            self._reader,
            self._cards,
            Weights(),
            Capabilities(),
            Effort(),
            lambda _: False,
        )


class BattleWords(NamedTuple):
    """What a battle is expected to bring."""

    power: str
    draws: str
    win: str
    damage: str
    attrition: str


def battle_words(ours: BattleStrength, theirs: BattleStrength) -> BattleWords:
    """What a battle is expected to bring by the rules: powers, destinies, chances, damage and attrition.

    Damage is what power is short of, attrition the battle destiny that the other side draws; both on average.
    Neither takes into account who is immune, or what weapons do.
    """
    ahead = tied = 0.0
    damage, attrition = [0.0, 0.0], [0.0, 0.0]
    for mine in (shown := showings(ours)):
        attrition[1] += float(mine.chance) * (mine.attrition or 0)
    for yours in (others := showings(theirs)):
        attrition[0] += float(yours.chance) * (yours.attrition or 0)
    for mine in shown:
        for yours in others:
            both, short = float(mine.chance) * float(yours.chance), yours.power - mine.power
            ahead += both * (short < 0)
            tied += both * (short == 0)
            damage[0] += both * max(short, 0)
            damage[1] += both * max(-short, 0)
    tie = f", {tied * _LEFT:.0f} % a tie" if tied * _LEFT >= 1 else ""
    return BattleWords(
        f"power {ours.power:g} against {theirs.power:g}",
        f"you draw {ours.battle.count} destiny, they {theirs.battle.count}",
        f"{ahead * _LEFT:.0f} % to win{tie}",
        "damage on average: you {:g}, they {:g}".format(*(round(each, 1) for each in damage)),
        "attrition on average: you {:g}, they {:g}".format(*(round(each, 1) for each in attrition)),
    )


def _powers(numbers: Numbers, place: Location, side: Side) -> tuple[float, float]:
    """Power at a place, ours first; of nobody 0."""
    return numbers.power_at(side, place) or 0, numbers.power_at(side.other, place) or 0


def _against(ours: float, theirs: float) -> str:
    """`5 against 3`."""
    return f"{ours:g} against {theirs:g}"


def _changed(powers: tuple[float, float], told: tuple[float, float]) -> str:
    """Powers beside others that are told: theirs only where they are not the same."""
    return f"{powers[0]:g}" if powers[1] == told[1] else _against(*powers)


def _printed(card: Card, side: Side) -> Iterator[str]:
    """The numbers of a card as printed, as far as they matter when it is chosen."""
    if card.type == CardType.LOCATION:
        yield f"Force icons {card.force_icons(side)} yours, {card.force_icons(side.other)} theirs"
        return
    numbers = [("power", card.power), ("ability", card.ability), ("forfeit", card.forfeit)]
    shown = [f"{name} {value:g}" for name, number in numbers if (value := known(number)) is not None]
    if shown:
        yield ", ".join(shown)
    elif (destiny := known(card.destiny)) is not None:
        yield f"destiny {destiny:g}"
