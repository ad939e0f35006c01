"""A game under way: what every phase works with, and the few things all of them do."""

from collections.abc import Callable, Generator
from typing import Protocol, TypeAlias, TypeVar

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.decisions.kinds import ActionKind, PromptKind, ResponseTrigger
from gemp_bot.game.choices import Answer, Choice, Menu, Option
from gemp_bot.game.game_events import ForceLost, ForceUsed
from gemp_bot.game.legality import Legality
from gemp_bot.game.numbers import Numbers
from gemp_bot.game.outcome import Reason, Settings, Windows
from gemp_bot.game.stack_entry import StackEntry
from gemp_bot.game.state import State
from gemp_bot.protocol.enums import Side, Zone
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

    def __init__(self, winner: Side | None, reason: Reason) -> None:
        super().__init__(reason)
        self.winner = winner
        self.reason = reason


class Responses(Protocol):
    """The texts that are played: what they offer, and what they do by themselves."""

    def offer(
        self, run: "GameContext", side: Side, after: ResponseTrigger, about: tuple[int, ...], amount: float, /
    ) -> tuple[Option, ...]:
        """What a player may respond with to what just came about."""
        ...

    def respond(
        self,
        run: "GameContext",
        side: Side,
        option: Option,
        after: ResponseTrigger,
        about: tuple[int, ...],
        amount: float,
        /,
    ) -> Run[None]:
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

    def follow(
        self, run: "GameContext", by: Side, after: "ResponseTrigger | str", about: tuple[int, ...] = (), /
    ) -> Run[None]:
        """What texts do by themselves after something came about."""
        ...

    def cancel(self) -> None:
        """The card that is being played is cancelled."""
        ...

    def deploy_from(
        self,
        run: "GameContext",
        side: Side,
        pile: Zone,
        allowed: Callable[[CardInPlay], bool],
        targets: Callable[[CardInPlay], bool] | None,
        /,
        *,
        free: bool,
    ) -> Run[None]:
        """Deploy a card out of a pile, to targets that are allowed; one may find none."""
        ...


class GameContext:
    """One game under way.

    Attributes:
        state: the table. numbers: what every number is. legality: what is allowed.
        stack: the actions that are under way, the current one last (rules 7).
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
        self, by: Side, after: ResponseTrigger, about: tuple[int, ...] = (), amount: float = 0
    ) -> Run[None]:
        """Responses to what a player does: the opponent first, in turns, until both pass (rules 7.4, 7.5)."""
        texts = self.responses
        yield from texts.follow(self, by, after, about)
        if not self.asks_all and not any(
            texts.offer(self, player, after, about, amount) for player in (by.other, by)
        ):
            return  # nobody can respond, as nearly always
        passes: list[bool] = []
        phase = self.state.phase
        while not is_resolved(passes):
            player = by if responds(True, len(passes)) else by.other
            options = texts.offer(self, player, after, about, amount)
            answer: Answer = None
            if options or self.asks_all:
                answer = yield Menu(
                    player, PromptKind.OPTIONAL_RESPONSES, options, phase, after, about, amount
                )
            passes.append(answer is None)
            if isinstance(answer, int):
                yield from texts.respond(self, player, options[answer], after, about, amount)

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

    def units(self, side: Side) -> tuple[int, ...]:
        """What a player may lose as a unit of Force: his hand, and the tops of three piles (rules 6.1)."""
        state = self.state
        tops = tuple(
            pile[-1].id
            for zone in (Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE)
            if (pile := state.pile(side, zone))
        )
        return (*(piece.id for piece in state.hand(side)), *tops)

    def check_life(self, side: Side) -> None:
        """End the game if a player has no life force left (rules 3.2)."""
        if is_lost(self.state.sizes(side)):
            raise OverError(side.other, Reason.DEPLETED)
