"""A text that is played: what it speaks of, with the game under way and what was chosen for it."""

from collections.abc import Mapping

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.lasting import Lasting
from gemp_bot.cards.texts import CardAction, Term, Value
from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects.scope import Scope
from gemp_bot.game.context import GameContext
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId


class Event:
    """Something that just came about, or is about to.

    Attributes:
        kind: what. by: who did it. about: the cards it is about; the first is the one that acts.
        amount: a number that belongs to it.
    """

    __slots__ = ("about", "amount", "by", "kind")

    def __init__(
        self, kind: ResponseTrigger | str, by: Side, about: tuple[int, ...] = (), amount: float = 0
    ) -> None:
        self.kind = kind
        self.by = by
        self.about = about
        self.amount = amount


class Playing(Scope):
    """What a text of a card speaks of in a game.

    Attributes:
        run: the game. event: what it responds to; None for an action of its own.
        action: what is played.
    """

    __slots__ = ("action", "event", "run")

    def __init__(
        self, run: GameContext, card: CardInPlay, you: Side, action: CardAction, event: Event | None = None
    ) -> None:
        super().__init__(run.state.board, card, you, run.numbers, {})
        self.drawn = {}
        self.run = run
        self.action = action
        self.event = event

    def bind(self, names: Value, *values: CardInPlay | float | None) -> None:
        """Have references stand for what was chosen or drawn."""
        chosen, drawn = dict(self.chosen), dict(self.drawn)
        for name, value in zip(names if isinstance(names, tuple) else (), values, strict=False):
            if isinstance(value, CardInPlay):
                chosen[str(name)] = value
            elif value is not None:
                drawn[str(name)] = value
        self.chosen, self.drawn = chosen, drawn

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
