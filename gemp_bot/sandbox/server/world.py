"""Everything one server is: accounts, hall, games, rooms, decks; and what a restart takes away."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from gemp_bot.sandbox.server.accounts import LIBRARIAN, Accounts, ServedAccount
from gemp_bot.sandbox.server.channels import Lot
from gemp_bot.sandbox.server.chat import HALL_ROOM, ServedChatRoom
from gemp_bot.sandbox.server.contents import ServerContents, few_cards
from gemp_bot.sandbox.server.decks import DeckRoom
from gemp_bot.sandbox.server.faults import FaultPlan
from gemp_bot.sandbox.server.game import Rules, ServedGame
from gemp_bot.sandbox.server.hall import ServedHall
from gemp_bot.sandbox.server.http import HttpRefusal
from gemp_bot.sandbox.server.records import MOST_OVER, Records
from gemp_bot.sandbox.server.refusals import Mode
from gemp_bot.sandbox.server.seats import Entry, SeatedPlayer, TableRequest
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
    dark: SeatedPlayer
    light: SeatedPlayer
    format: str
    format_name: str
    bots: frozenset[str]
    seed: int


class Stepper(Protocol):
    """Somebody in this process who plays a seat."""

    def step(self) -> bool:
        """Answer what is asked; False if nothing is."""
        ...


ScriptFactory: TypeAlias = Callable[[Setup], Script]
InProcessPlayerFactory: TypeAlias = Callable[[ServedGame, SeatedPlayer, int], Stepper]
"""Makes the player of a bot's seat, with a seed; it is asked for once a game."""


class ServedWorld:
    """The state of one server.

    Args:
        random: all chance of the server: cookies, ids, its bots.
        lot: where polls wait.
        script_factory: what each new game plays.
        rules: how games are run; private tables take no spectators.
        mode: what the hall is in after every start.

    Attributes:
        at_leisure: names of players whose games with bots have no clocks, and in which bots take back.
        seeds: of the next game of a player, by name; of any other game it is by chance.
    """

    def __init__(
        self,
        *,
        random: Random,
        now: Callable[[], float],
        lot: Lot,
        script_factory: ScriptFactory,
        accounts: tuple[ServedAccount, ...],
        rules: Rules,
        contents: ServerContents | None = None,
        in_process_player: InProcessPlayerFactory | None = None,
        strategies: Collection[str] = (),
        mode: Mode = Mode.OPERATIONAL,
    ) -> None:
        self.now = now
        self.lot = lot
        self.rules = rules
        self.script_factory = script_factory
        self.accounts = Accounts(accounts, random)
        self.at_leisure: set[str] = set()
        self.seeds: dict[str, int] = {}
        self.contents = contents = contents or few_cards()
        saved = {owner: dict(decks) for owner, decks in contents.library.items()}
        self.decks = DeckRoom(contents.cards, saved, contents.sizes, contents.check)
        self._insider = in_process_player
        self._strategies = strategies
        self.records = Records(self.new_id)
        self.plan = FaultPlan()
        self.started = 0
        self._random = random
        self._mode = mode
        self._awake()

    def _awake(self) -> None:
        self.games: dict[str, ServedGame] = {}
        self._players: dict[str, Sequence[Stepper]] = {}
        self._serving: set[str] = set()
        self.rooms = {HALL_ROOM: ServedChatRoom(HALL_ROOM, self.now, self.lot)}
        self.hall = ServedHall(
            entry=Entry(self.decks, self.contents.formats, self._strategies),
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

    def game(self, game_id: str) -> ServedGame:
        """Find a game.

        Raises:
            Refusal: 404 unknown, or over for more than five minutes.
        """
        game = self.games.get(game_id)
        if game is None or game.removed:
            raise HttpRefusal(404, "no such game, or it is over for too long")
        game.tick()
        if game.ended_at is not None and self.now() - game.ended_at > _GAME_KEPT:
            self.remove(game)
            raise HttpRefusal(404, "the game is over for too long")
        return game

    def remove(self, game: ServedGame) -> None:
        """Forget a game and its chat room."""
        game.removed = True
        self.rooms.pop(f"Game{game.id}", None)

    def _clear_away(self) -> None:
        """Let go of the games that are over for long, and of the oldest if many are."""
        over = [game for game in self.games.values() if game.removed or game.ended_at is not None]
        for place, game in enumerate(reversed(over)):
            old = game.ended_at is not None and self.now() - game.ended_at > _GAME_KEPT
            if game.removed or old or place >= MOST_OVER:
                self.remove(game)
                del self.games[game.id]
                self._players.pop(game.id, None)

    def start_game(
        self,
        dark: str,
        light: str,
        script: Script,
        *,
        bots: frozenset[str] = frozenset(),
        rules: Rules | None = None,
    ) -> ServedGame:
        """Start a game without asking the hall, which shows its table all the same."""
        game = self._start(dark, light, script, bots=bots, rules=rules or self.rules, format_name="Open")
        request = TableRequest("open", ("", True), "", private=False, bot=None, bot_deck=("", True))
        seats = [
            SeatedPlayer(dark, "DARK", "", "", dark in bots),
            SeatedPlayer(light, "LIGHT", "", "", light in bots),
        ]
        self.hall.seat(request, seats, game)
        return game

    def _seat_game(self, request: TableRequest, seats: list[SeatedPlayer]) -> ServedGame:
        by_side = {seat.side: seat for seat in seats}
        wanted = [self.seeds.pop(seat.player) for seat in seats if seat.player in self.seeds]
        setup = Setup(
            number=self.started,
            dark=by_side["DARK"],
            light=by_side["LIGHT"],
            format=request.format,
            format_name=self.contents.formats[request.format],
            bots=frozenset(seat.player for seat in seats if seat.bot),
            seed=wanted[0] if wanted else self._random.getrandbits(32),
        )
        game = self._start(
            setup.dark.player,
            setup.light.player,
            self.script_factory(setup),
            bots=setup.bots,
            in_process_players=setup.bots if self._insider is not None else frozenset(),
            rules=self._rules(request, seats),
            format_name=setup.format_name,
        )
        if self._insider is not None:
            self._players[game.id] = [self._insider(game, seat, setup.seed) for seat in seats if seat.bot]
        return game

    def _rules(self, request: TableRequest, seats: list[SeatedPlayer]) -> Rules:
        """How the game of a table is run."""
        if any(seat.bot for seat in seats) and any(seat.player in self.at_leisure for seat in seats):
            return self.rules.at_leisure()
        return self.rules.private() if request.private else self.rules

    async def serve(self, game: ServedGame) -> None:
        """Let the bots of a game answer until it is not their turn any more (PROTOCOL 9.2).

        Between two answers of theirs everybody else is served, so that a slow one holds nobody up.
        """
        players = self._players.get(game.id, ())
        if not players or game.id in self._serving:
            return
        self._serving.add(game.id)
        try:
            waiting = True
            while waiting:
                waiting = any([player.step() for player in players])  # noqa: C419 - each of them steps
                await asyncio.sleep(0)  # not for something: others are served meanwhile
        finally:
            self._serving.discard(game.id)

    def _start(
        self,
        dark: str,
        light: str,
        script: Script,
        *,
        bots: frozenset[str],
        rules: Rules,
        format_name: str,
        in_process_players: frozenset[str] = frozenset(),
    ) -> ServedGame:
        started = self.now()
        self._clear_away()

        def over(game: ServedGame) -> None:
            self.records.keep(game, format_name, started, self.now())
            self.hall.changed()

        game = ServedGame(
            self.new_id(),
            (dark, light),
            script,
            bots=bots,
            in_process_players=in_process_players,
            rules=rules,
            now=self.now,
            random=self._random,
            on_end=over,
        )
        self.games[game.id] = game
        self.started += 1
        room, inside = f"Game{game.id}", None if rules.spectators else frozenset(game.players)
        self.rooms[room] = ServedChatRoom(room, self.now, self.lot, inside)
        return game
