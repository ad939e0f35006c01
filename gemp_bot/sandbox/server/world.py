"""Everything one server is: accounts, hall, games, rooms, decks; and what a restart takes away."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from gemp_bot.sandbox.server import stock
from gemp_bot.sandbox.server.accounts import LIBRARIAN, Account, Accounts
from gemp_bot.sandbox.server.channels import Lot
from gemp_bot.sandbox.server.chat import HALL_ROOM, ChatRoom
from gemp_bot.sandbox.server.decks import DeckRoom
from gemp_bot.sandbox.server.game import Game, Rules
from gemp_bot.sandbox.server.hall import Hall
from gemp_bot.sandbox.server.http import Refusal
from gemp_bot.sandbox.server.records import Records
from gemp_bot.sandbox.server.refusals import Mode
from gemp_bot.sandbox.server.seats import Entry, Seat, TableRequest
from gemp_bot.sandbox.server.steps import Script

_GAME_KEPT = 300.0
_ID_GROUPS = (12, 4, 4, 4, 8)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a script is made for.

    Attributes:
        number: how many games this server started before.
        dark, light: who plays, with which deck.
        format: code of the format; `format_name` as shown.
        bots: those whom the server answers for.
        seed: for whatever the script leaves to chance.
    """

    number: int
    dark: Seat
    light: Seat
    format: str
    format_name: str
    bots: frozenset[str]
    seed: int


ScriptFactory: TypeAlias = Callable[[Setup], Script]


class World:
    """The state of one server.

    Args:
        random: all chance of the server: cookies, ids, its bots.
        now: seconds since 1970.
        lot: where polls wait.
        script_factory: what each new game plays.
        accounts: who may log in.
        rules: how games are run; private tables take no spectators.
        mode: what the hall is in after every start.
    """

    def __init__(
        self,
        *,
        random: Random,
        now: Callable[[], float],
        lot: Lot,
        script_factory: ScriptFactory,
        accounts: tuple[Account, ...],
        rules: Rules,
        mode: Mode = Mode.OPERATIONAL,
    ) -> None:
        self.now = now
        self.lot = lot
        self.rules = rules
        self.script_factory = script_factory
        self.accounts = Accounts(accounts, random)
        self.decks = DeckRoom(stock.CARDS, stock.library(), stock.SIZES)
        self.records = Records(self.new_id)
        self.started = 0
        self._random = random
        self._mode = mode
        self._awake()

    def _awake(self) -> None:
        self.games: dict[str, Game] = {}
        self.rooms = {HALL_ROOM: ChatRoom(HALL_ROOM, self.now, self.lot)}
        self.hall = Hall(
            entry=Entry(self.decks, stock.FORMATS),
            start=self._seat_game,
            new_id=self.new_id,
            now=self.now,
            lot=self.lot,
            mode=self._mode,
        )

    def restart(self) -> None:
        """Lose what lives in memory: sessions, channels, tables, games, rooms. Accounts and decks stay."""
        settings = self.hall.ai_tables, self.hall.private_games
        self.accounts.expire()
        self._awake()
        self.hall.ai_tables, self.hall.private_games = settings

    @property
    def has_librarian(self) -> bool:
        """Whether the owner of the library decks exists."""
        return LIBRARIAN in self.accounts.by_name

    def new_id(self) -> str:
        """Make an id that looks like the real ones: groups of 12-4-4-4-8."""
        return "-".join(f"{self._random.getrandbits(4 * size):0{size}x}" for size in _ID_GROUPS)

    def game(self, game_id: str) -> Game:
        """Find a game.

        Raises:
            Refusal: 404 unknown, or over for more than five minutes.
        """
        game = self.games.get(game_id)
        if game is None or game.removed:
            raise Refusal(404)
        game.tick()
        if game.ended_at is not None and self.now() - game.ended_at > _GAME_KEPT:
            self.remove(game)
            raise Refusal(404)
        return game

    def remove(self, game: Game) -> None:
        """Forget a game and its chat room."""
        game.removed = True
        self.rooms.pop(f"Game{game.id}", None)

    def start_game(
        self,
        dark: str,
        light: str,
        script: Script,
        *,
        bots: frozenset[str] = frozenset(),
        rules: Rules | None = None,
    ) -> Game:
        """Start a game without asking the hall, which shows its table all the same."""
        game = self._start(dark, light, script, bots=bots, rules=rules or self.rules, format_name="Open")
        request = TableRequest("open", ("", True), "", private=False, bot=None, bot_deck=("", True))
        seats = [Seat(dark, "DARK", "", "", dark in bots), Seat(light, "LIGHT", "", "", light in bots)]
        self.hall.seat(request, seats, game)
        return game

    def _seat_game(self, request: TableRequest, seats: list[Seat]) -> Game:
        by_side = {seat.side: seat for seat in seats}
        setup = Setup(
            number=self.started,
            dark=by_side["DARK"],
            light=by_side["LIGHT"],
            format=request.format,
            format_name=stock.FORMATS[request.format],
            bots=frozenset(seat.player for seat in seats if seat.bot),
            seed=self._random.getrandbits(32),
        )
        return self._start(
            setup.dark.player,
            setup.light.player,
            self.script_factory(setup),
            bots=setup.bots,
            rules=self.rules.private() if request.private else self.rules,
            format_name=setup.format_name,
        )

    def _start(
        self,
        dark: str,
        light: str,
        script: Script,
        *,
        bots: frozenset[str],
        rules: Rules,
        format_name: str,
    ) -> Game:
        started = self.now()

        def over(game: Game) -> None:
            self.records.keep(game, format_name, started, self.now())
            self.hall.changed()

        game = Game(
            self.new_id(),
            (dark, light),
            script,
            bots=bots,
            rules=rules,
            now=self.now,
            random=self._random,
            on_end=over,
        )
        self.games[game.id] = game
        self.started += 1
        room, inside = f"Game{game.id}", None if rules.spectators else frozenset(game.players)
        self.rooms[room] = ChatRoom(room, self.now, self.lot, inside)
        return game
