"""What the texts of cards do, worked out once for each card and kept."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import structs

from gemp_bot.board.board import Board
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts, CardFactsCache
from gemp_bot.cards import CardIndex
from gemp_bot.cards.model import BACK
from gemp_bot.cards.texts import CardAction, CardText, Moment, Standing, Term, Value
from gemp_bot.effects import amounts, conditions, one_card  # noqa: F401 - they fill the tables
from gemp_bot.effects.changes import COSTS, Change, change_of, changes_of
from gemp_bot.effects.flips import Flips, shipped_flips
from gemp_bot.effects.ledger import SIDES, ChangeInPlay
from gemp_bot.effects.meanings import Kind, not_understood
from gemp_bot.effects.offers import Offer, find_action, offer_of
from gemp_bot.effects.printed import PrintedCards
from gemp_bot.effects.scope import Reckoned, Scope
from gemp_bot.effects.tolls import battle_toll, drain_bonuses, standoff_toll
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId


class CardEffects:
    """The index of cards with what their texts change. Make one a process, or one a game; it only grows.

    Args:
        index: the cards; None for those of the package.

    Attributes:
        facts: what is printed on them.
        printed: whom selectors mean by what is printed.
        flips: what objectives want held.
    """

    def __init__(self, index: CardIndex | None = None) -> None:
        index = CardIndex.load() if index is None else index
        self.index = index
        self.facts = index.derived(CardFactsCache)
        self._changes: dict[BlueprintId, tuple[Change, ...]] = {}
        self.printed = PrintedCards(index, self.facts)
        self.flips = Flips(index, self.printed, shipped_flips())
        self._offers: dict[tuple[BlueprintId, int], Offer] = {}
        self._asked: dict[tuple[BlueprintId, str, bool | None], Offer | None] = {}
        self._battle_tolls: dict[BlueprintId, float] = {}
        self._standoff_tolls: dict[BlueprintId, float] = {}
        self._drain_bonuses: dict[BlueprintId, tuple[CardAction, ...]] = {}
        self._texts: dict[BlueprintId, _OfText] = {}

    def changes(self, facts: CardFacts) -> tuple[Change, ...]:
        """What the standing texts of a card change, as far as they are understood."""
        face = facts.card.blueprint_id
        found = self._changes.get(face)
        if found is None:
            lasting = self.index.texts.of(face.removesuffix(BACK)) if facts.card.is_back else facts.text
            standing = (*facts.text.standing, *_lasting(lasting))
            text = structs.replace(facts.text, standing=standing)
            found = self._changes[face] = tuple(changes_of(text)[0])
        return found

    def in_play(self, board: Board, card: CardInPlay, numbers: Reckoned) -> list[ChangeInPlay]:
        """What the text of an active card on table changes."""
        scopes: dict[str, Scope] = {}
        found: list[ChangeInPlay] = []
        for change in self._of_text(card.facts).active:
            while_ = change.while_
            scope = scopes.get(while_)
            if scope is None:
                scope = scopes[while_] = Scope(board, card, _you(card, while_), numbers)
            found.append((scope, change))
        return found

    def deploys_on(self, facts: CardFacts) -> Value:
        """The locations or cards that a card's own text lets it be deployed on; None where it tells of none.

        Also None where that is not understood.
        """
        on = facts.text.selectors.get("deploy_on")
        return None if on is None or not_understood(on, Kind.SELECTOR) else on

    def offer(self, facts: CardFacts, label: str, *, response: bool | None = None) -> Offer | None:
        """What the action of a card does that an option is; None if it is not told which it is."""
        key = facts.card.blueprint_id, label, response
        if key not in self._asked:
            action = find_action(facts, label, response=response)
            actions = facts.text.actions
            self._asked[key] = None if action is None else self.offer_at(facts, actions.index(action))
        return self._asked[key]

    def offer_at(self, facts: CardFacts, number: int) -> Offer:
        """What the action of a card does that has this place among its actions."""
        key = facts.card.blueprint_id, number
        if key not in self._offers:
            self._offers[key] = offer_of(facts.text.actions[number])
        return self._offers[key]

    def battle_toll(self, facts: CardFacts) -> float:
        """Force that a battle of the opponent of its owner uses besides by a card; 0 for none."""
        face = facts.card.blueprint_id
        if face not in self._battle_tolls:
            self._battle_tolls[face] = battle_toll(facts.text)
        return self._battle_tolls[face]

    def standoff_toll(self, facts: CardFacts) -> float:
        """Force that the opponent of its owner loses in a standoff by a card; 0 for none."""
        face = facts.card.blueprint_id
        if face not in self._standoff_tolls:
            self._standoff_tolls[face] = standoff_toll(facts.text)
        return self._standoff_tolls[face]

    def drain_bonuses(self, facts: CardFacts) -> tuple[CardAction, ...]:
        """The responses of a card that add to a Force drain for nothing."""
        face = facts.card.blueprint_id
        if face not in self._drain_bonuses:
            self._drain_bonuses[face] = drain_bonuses(facts.text)
        return self._drain_bonuses[face]

    def does_something(self, facts: CardFacts) -> bool:
        """Whether anything that a card does on table is known, besides what it costs."""
        return bool(self._of_text(facts).active or facts.text.actions)

    def may_lay(self, scope: Scope) -> bool:
        """Whether what a card's text asks for before it is deployed is so, as far as that is understood."""
        when = scope.card.facts.text.selectors.get("deploys_when")
        return not not_understood(when, Kind.CONDITION) and scope.holds(when)

    def other_face(self, facts: CardFacts) -> CardFacts | None:
        """The other face of a double-sided card; None for none."""
        other = self.index.back_of(facts.card)
        return None if other is None else self.facts.of(other)

    def lasting(self, board: Board, numbers: Reckoned) -> Iterator[ChangeInPlay]:
        """What actions changed for a while."""
        for each in board.lasting:
            change = change_of(Standing(LASTING, each.modifier))
            card = board.known.get(each.card)
            if isinstance(change, Change) and card is not None:
                chosen = {name: board.known[one] for name, one in each.chosen if one in board.known}
                yield Scope(board, card, each.you, numbers, chosen), change

    def always(self, facts: CardFacts) -> tuple[Change, ...]:
        """What a card changes wherever it lies, apart from its own deploy cost."""
        return self._of_text(facts).always

    def costs(self, facts: CardFacts) -> tuple[Change, ...]:
        """What a card changes of its own deploy cost."""
        return self._of_text(facts).costs

    def _of_text(self, facts: CardFacts) -> "_OfText":
        face = facts.card.blueprint_id
        found = self._texts.get(face)
        if found is None:
            changes = self.changes(facts)
            always = [change for change in changes if change.while_ == "always"]
            costs = tuple(each for each in always if each.quantity in COSTS and each.who == "$self")
            rest = tuple(each for each in always if each not in costs)
            active = (each for each in changes if each.while_ not in _NOT_ACTIVE and each not in costs)
            found = self._texts[face] = _OfText(costs, rest, tuple(active))
        return found


class _OfText(NamedTuple):
    """What a card changes: of its own deploy cost, of the rest wherever it lies, and while it is active."""

    costs: tuple[Change, ...]
    always: tuple[Change, ...]
    active: tuple[Change, ...]


LASTING: Final = "lasting"
"""What a change is bound to that an action made for a while: to nothing that its card still does."""
_NOT_ACTIVE: Final = frozenset({"inactive", "stacked"})
_AT_START: Final = frozenset({Moment.SET_UP, Moment.DEPLOYED})
_LASTS: Final = "add_until_end_of_game_modifier"


def _you(card: CardInPlay, while_: str) -> Side:
    """Whose text it is: of a location that of the player at its side."""
    side = SIDES.get(while_)
    return card.side if side is None else card.faced(side)


def _lasting(text: CardText) -> Iterator[Standing]:
    """What a card has hold for the rest of the game as it is deployed at the start; of both its faces."""
    for action in text.actions:
        if action.moment in _AT_START and not action.when:
            for step in action.steps:
                what = step.get("what")
                if step.name == "effect" and isinstance(what, Term) and what.name == _LASTS:
                    modifier = what.get("modifier")
                    if isinstance(modifier, Term):
                        yield Standing("active", modifier)
