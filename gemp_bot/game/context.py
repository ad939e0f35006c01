"""A game under way: what every phase works with, and the few things all of them do."""

from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game.choices import Answer, Choice, Menu, Option
from gemp_bot.game.event import StackEntry, Trigger
from gemp_bot.game.game_events import ForceLost, ForceUsed
from gemp_bot.game.legality import Legality
from gemp_bot.game.numbers import Numbers
from gemp_bot.game.outcome import OutcomeReason, Settings, Windows
from gemp_bot.game.state import State
from gemp_bot.game.under_way import UnderWay
from gemp_bot.protocol.enums import LIFE_FORCE, Side, Zone
from gemp_bot.rules.moves import MoveKind, Mover
from gemp_bot.rules.piles import is_lost
from gemp_bot.rules.pipeline import Paid
from gemp_bot.rules.timing import is_resolved, responds
from gemp_bot.rules.values import Price

T = TypeVar("T")
Run: TypeAlias = Generator[Choice, Answer, T]
"""Part of a game: it asks, takes answers, and gives a result."""


class OverError(Exception):
    """The game is over; raised wherever that comes about, and caught where it began."""

    def __init__(self, winner: Side | None, reason: OutcomeReason) -> None:
        super().__init__(reason)
        self.winner = winner
        self.reason = reason


class DeployTerms(NamedTuple):
    """On which terms a text lets a card be deployed.

    Attributes:
        free: its own cost is not paid. change: what is added to that.
        to: which targets are allowed; None for all. place: which locations are, of the card that is deployed.
        system: to which system a location goes; empty for any.
        anywhere: what its own text says of where it goes does not count.
    """

    free: bool = False
    change: float = 0
    to: Callable[[CardInPlay], bool] | None = None
    place: Callable[[CardInPlay], bool] | None = None
    system: str = ""
    anywhere: bool = False


class Responses(Protocol):
    """The texts that are played: what they offer, and what they do by themselves."""

    def offer(self, run: "GameContext", side: Side, event: Trigger, /) -> tuple[Option, ...]:
        """What a player may respond with to what just came about."""
        ...

    def respond(self, run: "GameContext", side: Side, option: Option, event: Trigger, /) -> Run[None]:
        """Respond with it."""
        ...

    def actions(self, run: "GameContext", side: Side, /) -> tuple[Option, ...]:
        """What texts let a player do by themselves in a phase."""
        ...

    def act(self, run: "GameContext", side: Side, option: Option, /) -> Run[bool]:
        """Do it."""
        ...

    def begins(self, card: CardInPlay, /) -> bool:
        """Whether it is known what a card does at the start."""
        ...

    def begin(self, run: "GameContext", card: CardInPlay, /) -> Run[None]:
        """What a card has its player do at the start."""
        ...

    def hears(self, run: "GameContext", event: Trigger, /) -> bool:
        """Whether any text in play or in a hand listens to an event."""
        ...

    def follow(self, run: "GameContext", event: Trigger, /) -> Run[None]:
        """What texts do by themselves after something came about, and as the table is then."""
        ...

    def settle(self, run: "GameContext", /) -> Run[None]:
        """What texts do by themselves as the table is now."""
        ...

    def set_up(self, run: "GameContext", card: CardInPlay, /) -> Run[None]:
        """What a card does once its deployment is completed."""
        ...

    def cancel(self, card: CardInPlay, by: CardInPlay, /) -> None:
        """A card that is being played is cancelled by another one."""
        ...

    def canceled_by(self, card: CardInPlay, /) -> CardInPlay | None:
        """What cancelled a card; None for nothing. That is asked once."""
        ...

    def deploy_from(
        self,
        run: "GameContext",
        side: Side,
        cards: Iterable[CardInPlay],
        terms: DeployTerms,
        /,
    ) -> "Run[CardInPlay | None]":
        """Deploy one of some cards on terms; one may deploy none."""
        ...

    def play_from(
        self, run: "GameContext", side: Side, cards: Iterable[CardInPlay], /
    ) -> "Run[CardInPlay | None]":
        """Play one of some Interrupts that lie in a pile; one may play none."""
        ...


class GameContext:
    """One game under way.

    Attributes:
        state: the table. numbers: what every number is. legality: what is allowed.
        stack: the actions that are under way, the current one last (rules 7).
        under_way: the draw, drain and so on that are under way.
        laid: the locations, left to right, when `routes` were found.
        routes: the ways from a column that a mover has by the locations alone; kept by `move`.
        settings: how it is played. responses: what can be responded with.
        tell: notes something that came about.
    """

    def __init__(self, state: State, numbers: Numbers, settings: Settings, responses: Responses) -> None:
        self.state = state
        self.numbers = numbers
        self.legality = Legality(state, numbers)
        self.settings = settings
        self.responses = responses
        self.stack: list[StackEntry] = []
        self.under_way = UnderWay()
        self.laid: tuple[Location, ...] = ()
        self.tell = state.tell
        self.routes: dict[tuple[int, Mover], tuple[tuple[ActionKind, MoveKind, int, Price], ...]] = {}

    @property
    def asks_all(self) -> bool:
        """Whether questions without an option are asked, too."""
        return not self.settings.quiet and self.settings.windows is Windows.ALL

    def menu(self, player: Side, prompt: PromptKind, options: tuple[Option, ...]) -> Run[int | None]:
        """Ask for an action; None for a pass."""
        if not options and not self.asks_all:
            return None
        answer = yield Menu(player, prompt, options, self.state.phase)
        return answer if isinstance(answer, int) else None

    def window(
        self,
        by: Side,
        after: ResponseTrigger,
        about: tuple[int, ...] = (),
        amount: float = 0,
        *,
        detail: str = "",
    ) -> Run[None]:
        """Responses to what a player does: the opponent first, in turns, until both pass (rules 7.4, 7.5)."""
        texts = self.responses
        event = Trigger(after, by, about, detail)
        heard = texts.hears(self, event)
        if heard:
            yield from texts.follow(self, event)
        else:
            board = self.state.board
            before = board.changes
            yield from texts.settle(self)
            if not self.asks_all:
                return
            heard = board.changes != before
        if not self.asks_all and not any(texts.offer(self, player, event) for player in (by.other, by)):
            return  # nobody can respond, as nearly always
        passes: list[bool] = []
        phase = self.state.phase
        while not is_resolved(passes):
            player = by if responds(True, len(passes)) else by.other
            options = texts.offer(self, player, event) if heard else ()
            answer: Answer = None
            if options or self.asks_all:
                answer = yield Menu(
                    player, PromptKind.OPTIONAL_RESPONSES, options, phase, after, about, amount
                )
            passes.append(answer is None)
            if isinstance(answer, int):
                yield from texts.respond(self, player, options[answer], event)

    def lose(self, piece: CardInPlay, *, detail: str = "") -> Run[None]:
        """Lose a card that is on table, with what is on it, and let texts respond (rules 22.16)."""
        at = () if piece.location is None else (piece.location.laid.id,)
        by = piece.side
        for each in self.state.lose(piece):
            yield from self.window(by, ResponseTrigger.LOST, (each.id, *at), detail=detail)

    def pay(self, side: Side, paid: Paid) -> int:
        """Use the Force for an action and note what it uses up (rules 7.13); gives how much Force."""
        marks = paid.now
        self.state.marks = marks
        return self.use_force(side, self.legality.cost(paid))

    def use_force(self, side: Side, amount: int) -> int:
        """Use Force (rules 3.5)."""
        self.state.pass_on(side, Zone.FORCE_PILE, Zone.USED_PILE, amount)
        if amount:
            self.tell(ForceUsed, side, amount)
        return amount

    def lose_unit(self, piece: CardInPlay) -> None:
        """Lose a card as a unit of Force (rules 6.6)."""
        was = piece.zone
        self.state.to_pile(piece, Zone.LOST_PILE)
        self.tell(ForceLost, piece.side, piece.id, was)
        self.check_life(piece.side)

    def lose_off_table(self, piece: CardInPlay) -> None:
        """Put a card that is not on table into the Lost Pile, which is no loss of Force."""
        self.state.to_pile(piece, Zone.LOST_PILE)
        self.check_life(piece.side)

    def units(self, side: Side) -> tuple[int, ...]:
        """What a player may lose as a unit of Force: his hand, and the tops of three piles (rules 6.1)."""
        state = self.state
        tops = tuple(pile[-1].id for zone in LIFE_FORCE if (pile := state.pile(side, zone)))
        return (*(piece.id for piece in state.hand(side)), *tops)

    def check_life(self, side: Side) -> None:
        """End the game if a player has no life force left (rules 3.2)."""
        if is_lost(self.state.sizes(side)):
            raise OverError(side.other, OutcomeReason.DEPLETED)
