"""A table set by hand on which single actions of real cards are played."""

from collections.abc import Callable, Iterator
from random import Random

from engine_tables import Stage

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import Card, CardType
from gemp_bot.cards.texts import Moment, terms_in
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game import Choice, Menu, Option, PickCards, PickNumber, PickResult
from gemp_bot.game.choices import Answer
from gemp_bot.game.event import Trigger
from gemp_bot.game.known_actions import KnownActions, TextAction
from gemp_bot.game.playing import Playing
from gemp_bot.game.state import BattleState
from gemp_bot.protocol.enums import Phase, Side, Zone

PILES = (Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.LOST_PILE, Zone.HAND)


class TextStage(Stage):
    """A stage that plays actions of cards."""

    def __init__(self, effects: CardEffects, force: int = 20) -> None:
        super().__init__(effects, force=force)
        self.known = effects.index.derived(KnownActions)

    def of(self, blueprint: str) -> CardInPlay:
        """A card more, in the hand of its owner."""
        facts = self.effects.facts.of_deck(blueprint, Side.DARK)
        return self.new(blueprint, facts.card.side)

    def beside(self, blueprint: str) -> CardInPlay:
        """An Effect or Objective beside the table."""
        card = self.of(blueprint)
        self.state.lay_on(card, None)
        return card

    def in_pile(self, blueprint: str, zone: Zone) -> CardInPlay:
        card = self.of(blueprint)
        self.state.to_pile(card, zone)
        return card

    def action(self, card: CardInPlay, effect: str, moment: Moment | None = None) -> TextAction:
        """The first known action of a card that has an effect."""
        for actions in self.known.of(card).values():
            for each in actions:
                fits = moment is None or each.action.moment is moment
                if fits and any(term.name == effect for term in terms_in(each.action.steps)):
                    return each
        raise AssertionError(f"{card} has no known action with {effect}")

    def may(self, card: CardInPlay, effect: str, event: Trigger | None = None) -> bool:
        """Whether an action could be played now."""
        each = self.action(card, effect)
        return each.holds(Playing(self.run, card, each.actor(card), each.action, event))

    def at(self, phase: Phase, side: Side) -> None:
        """It is a phase of a player's turn."""
        self.state.begin_turn(side)
        self.state.phase = phase

    def act(self, card: CardInPlay, effect: str, choose: "Callable[[Choice], Answer] | None" = None) -> None:
        """Play an action of a card that is on offer."""
        each = self.action(card, effect, Moment.ACTION)
        side = each.actor(card)
        option = Option(each.kind, card.id, action=each.number)
        assert option in self.run.responses.actions(self.run, side), f"{card} does not offer {effect}"
        self.drive(self.run.responses.act(self.run, side, option), choose or most)

    def sizes(self, side: Side) -> dict[Zone, int]:
        return {zone: len(self.state.pile(side, zone)) for zone in PILES}

    def fight(self, cards: list[CardInPlay]) -> BattleState:
        """A battle goes on, as at its weapons segment."""
        location = cards[0].location
        assert location is not None
        battle = BattleState(1, location, self.state.active, cards)
        self.state.phase = Phase.BATTLE
        self.state.fight(battle)
        return battle


def most(choice: Choice) -> Answer:
    """As much as a question allows: menus are passed, a card is taken, yes is said."""
    match choice:
        case Menu():
            return None
        case PickCards(cards=cards, low=low, high=high):
            return cards[: max(low, min(1, high))]
        case PickNumber(high=high):
            return high
        case PickResult():
            return 0


def responding(*wanted: int, pick: dict[PromptKind, list[int]] | None = None) -> Callable[[Choice], Answer]:
    """Plays the actions of some cards as soon as they are on offer, each once; else as much as is allowed."""
    left = list(wanted)

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, Menu):
            for number, option in enumerate(choice.options):
                if option.card in left and option.action >= 0:
                    left.remove(option.card)
                    return number
        if isinstance(choice, PickCards):
            for card in (pick or {}).get(choice.prompt, ()):
                if card in choice.cards:
                    return (card,)
        return most(choice)

    return choose


_WANTED = {
    CardType.LOCATION: 9,
    CardType.CHARACTER: 17,
    CardType.STARSHIP: 5,
    CardType.VEHICLE: 2,
    CardType.WEAPON: 3,
    CardType.INTERRUPT: 14,
    CardType.EFFECT: 9,
    CardType.OBJECTIVE: 1,
}


def library_deck(effects: CardEffects, side: Side, random: Random) -> list[str]:
    """Sixty cards as in decks of players: an Objective, Effects, Interrupts, locations of one system."""
    by_type: dict[str, list[Card]] = {}
    for card in _cards(effects, side):
        by_type.setdefault(card.type, []).append(card)
    deck = [
        card
        for kind, count in _WANTED.items()
        for card in random.sample(by_type[kind], min(count, len(by_type[kind])))
    ]
    return [card.blueprint_id for card in deck][:60]


def _cards(effects: CardEffects, side: Side) -> Iterator[Card]:
    return (card for card in effects.index if card.side is side and not card.is_back)
