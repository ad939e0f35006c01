"""Whether what should go on goes on: for the watchdog, which must not be told so when it does not."""

from collections.abc import Callable

from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.host_budget import LONGEST_PAUSE
from gemp_bot.protocol.ids import GameId

GAME_SILENCE = 1200.0
"""Seconds in which a game that runs must make a call. The longest thought (280 s) and the longest call, in
which a server's own player thinks (730 s), may come before it."""
HALL_SILENCE = LONGEST_PAUSE + 600.0
"""Seconds in which a hall that is watched must be asked for: the longest pause that a host may demand may
come before it, and all other pauses are shorter."""
HALL = "hall"
_LOOKS = frozenset({("GET", "/hall"), ("POST", "/hall/update")})


class Progress:
    """Knows what goes on, and until when each must give its next sign.

    Silence is legitimate where nothing is due: no game runs, and nothing else has promised a sign. A call
    that got no answer is a sign, too: whoever tries is alive.

    Args:
        now: seconds, monotonic.
        game_silence: seconds in which a game that runs must make a call.
    """

    def __init__(self, now: Callable[[], float], *, game_silence: float = GAME_SILENCE) -> None:
        self._now = now
        self._game_silence = game_silence
        self._due: dict[str, float] = {}
        self._games: dict[GameId, float] = {}

    def sign(self, what: str, within: float) -> None:
        """Note that something goes on.

        Args:
            what: in a word, for the log: `hall`.
            within: seconds in which it gives its next sign, a planned pause included.
        """
        self._due[what] = self._now() + within

    def over(self, what: str) -> None:
        """Expect no further sign."""
        self._due.pop(what, None)

    def game_began(self, game: GameId) -> None:
        """Expect calls of a game from now on."""
        self._games[game] = self._now() + self._game_silence

    def game_ended(self, game: GameId) -> None:
        """Expect no further call of a game."""
        self._games.pop(game, None)

    def exchange(self, exchange: Exchange) -> None:
        """Note a call, whatever came of it."""
        if (exchange.method, exchange.path) in _LOOKS:
            self.sign(HALL, HALL_SILENCE)
            return
        room, _, rest = exchange.path.removeprefix("/").partition("/")
        game = GameId(rest.partition("/")[0])
        if room == "game" and game in self._games:
            self.game_began(game)

    def expect_hall(self) -> None:
        """Expect a look at the hall within its silence, if none is expected yet."""
        self._due.setdefault(HALL, self._now() + HALL_SILENCE)

    def renew(self) -> None:
        """Expect no look at the hall, and the next call of each game only after a whole silence.

        For while we are not let in: none can make a call.
        """
        self.over(HALL)
        for game in self._games:
            self.game_began(game)

    def stuck(self) -> str | None:
        """What should have given a sign and has not, in a few words; None if everything goes on."""
        now = self._now()
        due = {**self._due, **{f"game {game}": at for game, at in self._games.items()}}
        late = [(at, what) for what, at in due.items() if at < now]
        if not late:
            return None
        at, what = min(late)
        return f"{what} should have gone on {now - at:.0f} s ago"
