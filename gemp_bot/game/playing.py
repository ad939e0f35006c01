"""A text that is played: what it speaks of, with the game under way and what was chosen for it."""

from collections.abc import Mapping

from gemp_bot.board.card import CardInPlay, Lasting
from gemp_bot.cards.texts import CardAction, Term, Value
from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects.scope import Scope
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.event import Trigger
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import CardKind


class Playing(Scope):
    """What a text of a card speaks of in a game.

    Attributes:
        run: the game. event: what it responds to; None for an action of its own.
        action: what is played.
        groups: by reference several cards that were chosen. named: players, piles and words.
        later: while it is initiated, the steps that come after; None then.
        announced: the other player could respond to that the card is played. canceled: what cancelled it.
        failed: a target or what it costs was missing, so that nothing more of it is done.
    """

    __slots__ = (
        "action",
        "announced",
        "canceled",
        "event",
        "failed",
        "groups",
        "later",
        "named",
        "run",
    )

    def __init__(
        self, run: GameContext, card: CardInPlay, you: Side, action: CardAction, event: Trigger | None = None
    ) -> None:
        super().__init__(run.state.board, card, you, run.numbers, {})
        self.drawn = {}
        self.run = run
        self.action = action
        self.event = event
        self.groups: dict[str, tuple[CardInPlay, ...]] = {}
        self.later: list[Term] | None = None
        self.named: dict[str, Side | Zone | str] = {}
        self.announced = card.facts.kind is not CardKind.INTERRUPT
        self.canceled: CardInPlay | None = None
        self.failed = False

    def bind(self, names: Value, *values: CardInPlay | float | None) -> None:
        """Have references stand for what was chosen or drawn."""
        chosen, drawn = dict(self.chosen), dict(self.drawn)
        for name, value in zip(names if isinstance(names, tuple) else (), values, strict=False):
            if isinstance(value, CardInPlay):
                chosen[str(name)] = value
            elif value is not None:
                drawn[str(name)] = value
            else:
                drawn.pop(str(name), None)
        self.chosen, self.drawn = chosen, drawn

    def is_named(self, name: Value, card: CardInPlay) -> bool:
        """Whether a reference stands for a card; it may stand for several."""
        if isinstance(name, str) and name in self.groups:
            return card in self.groups[name]
        return self.one(name) is card

    def side(self, player: Value) -> Side:
        """The player a value names, also one that was chosen."""
        named = self.named.get(player) if isinstance(player, str) else None
        return named if isinstance(named, Side) else super().side(player)

    def pile(self, name: Value) -> Zone:
        """The pile a value names, also one that was chosen."""
        named = self.named.get(str(name))
        return named if isinstance(named, Zone) else Zone[str(name).upper()]

    def cards(self, who: Value) -> list[CardInPlay]:
        """The cards that a value names or a selector means, on table or wherever they were chosen."""
        if isinstance(who, str) and who in self.groups:
            return list(self.groups[who])
        if isinstance(who, Term) and who.name == "filter" and "cards" in who.args:
            return [card for card in self.cards(who.args["cards"]) if self.means(who.args["who"], card)]
        if isinstance(who, Term) and who.name == "get_selected_cards_by_response":
            return self.cards(who.args["0"])
        if isinstance(who, Term) and who.name == "get_reserve_deck":
            return list(self.run.state.pile(self.side(who.args["0"]), Zone.RESERVE_DECK))
        return super().cards(who)

    def may_target(self, card: CardInPlay) -> bool:
        """Whether the card that acts may target another one, by the texts that are known."""
        return self.run.numbers.may_be_targeted(card, self.card)

    def announce(self) -> Run[None]:
        """An Interrupt is played, with its targets chosen and its costs paid: it may be cancelled now."""
        if not self.announced:
            self.announced = True
            about = (self.card.id, *(card.id for card in self.chosen.values()))
            yield from self.run.window(self.you, ResponseTrigger.PLAYING, about, detail=self.action.mode)
            self.canceled = self.run.responses.canceled_by(self.card)

    def last(self, modifier: Value, until: str) -> None:
        """Have a change last for a while."""
        if isinstance(modifier, Term):
            chosen: Mapping[str, CardInPlay] = self.chosen
            ids = tuple((name, card.id) for name, card in chosen.items())
            lasting = Lasting(self.card.id, self.you, modifier, ids, until)
            self.board.lasting = (*self.board.lasting, lasting)

    def about(self, number: int = 0) -> CardInPlay | None:
        """A card that the event is about."""
        event = self.event
        if event is None or len(event.about) <= number:
            return None
        return self.board.known.get(CardId(event.about[number]))
