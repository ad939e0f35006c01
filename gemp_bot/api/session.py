"""An account on a server: its hall, its decks, games of its own, games of others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from gemp_bot import __version__
from gemp_bot.api.facts import ArgumentError, card_effects, card_index, count, path, text, wrong
from gemp_bot.api.results import Results
from gemp_bot.api.strategy import ChosenPlayer, OwnStrategy, StrategyLike, choose_player
from gemp_bot.config.passwords import find_password
from gemp_bot.decisions import Catalogue
from gemp_bot.files.problems import meant
from gemp_bot.journal.folder import JournalFolder
from gemp_bot.journal.writer import Recorder
from gemp_bot.logs import hand_over_logs
from gemp_bot.play.accounts import Claims, is_claimed
from gemp_bot.play.entries import StrategyPlayer
from gemp_bot.play.spectator import Spectator, row_to_watch
from gemp_bot.play.supervisor import Match, MatchPlan, WantedGame
from gemp_bot.play.timing import PlaySettings
from gemp_bot.protocol.account import Account
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.decks import Deck, DeckNames
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.hall import Hall
from gemp_bot.protocol.ids import GameId, PlayerName
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.strategy import Strategy, make_strategy
from gemp_bot.strategy.foreign import PluginStrategy
from gemp_bot.view.model import Frame
from gemp_bot.view.watcher import GameWatcher

_LIBRARY = "library:"
_VERSUS = (*(f"ai:{skill}" for skill in AiSkill), "table", "join:PLAYER")


class Session:
    """An account that is logged in; `connect` gives it.

    Attributes:
        account: who we are there.
        client: every call the server knows, for whoever needs more than stands here.
    """

    def __init__(
        self,
        client: GempClient,
        account: Account,
        log_in: Callable[[], Awaitable[object]],
        recorder: Recorder,
        claims: ExitStack,
    ) -> None:
        self.client = client
        self.account = account
        self._log_in = log_in
        self._recorder = recorder
        self._claims = claims
        self._claimed = False

    async def hall(self) -> Hall:
        """What is in the hall: `tables`, `queues`, `tournaments`, `formats`.

        Raises:
            GempError: the server does not tell.
        """
        return await self.client.hall.open()

    async def decks(self, *, library: bool = False) -> DeckNames:
        """The names of our decks, or of the server's library: `dark`, `light` and `other`.

        Raises:
            GempError: the server does not tell.
        """
        return await (self.client.decks.library() if library else self.client.decks.list())

    async def deck(self, name: str) -> Deck:
        """The cards of a deck.

        Args:
            name: of a deck of ours; `library:NAME` of one of the library.

        Raises:
            ArgumentError: there is none of this name; with one that is close.
            GempError: the server does not tell.
        """
        return (await self._deck(name, "name"))[0]

    async def play(
        self,
        strategy: StrategyLike,
        deck: str,
        *,
        versus: str = "ai:RANDO",
        opponent_deck: str = "",
        games: int = 1,
        parallel: int = 1,
        format_code: str = "open",
        private_for: str = "",
        wait: float = 0.0,
        seed: int = 1,
        record: str | Path | None = None,
        settings: PlaySettings | None = None,
    ) -> Results:
        """Play games to their end. Games of this account that run already are played on first.

        Args:
            strategy: who plays.
            deck: a deck of ours by its name; `library:NAME` for one of the library.
            versus: `ai:RANDO`, `ai:ADVANCED` or `ai:BEGINNER`; `table` to open one and wait for a person;
                `join:PLAYER` to join his.
            opponent_deck: what an AI plays, named like `deck`, of the other side of the Force.
            games: how many.
            parallel: so many at once.
            format_code: of the format.
            private_for: the only player who may join our table.
            wait: seconds to wait for a person; 0 for ever.
            seed: of all chance of the strategy in the first game; the next has the next number.
            record: folder for the journals; None for none.
            settings: manners and limits of each game.

        Returns:
            The games in the order they ended. What a strategy of one's own raises ends no game: the
            simple rule answers instead, and `mistakes` of the game says what and how often.

        Raises:
            ArgumentError, UnknownStrategyError: what was passed is wrong.
            ClaimedError: another program of this machine plays with this account.
            NoGameError, GempError: no further game came about.
            OSError: nothing can be written to the folder.
        """
        player = await asyncio.to_thread(choose_player, strategy)
        count("games", games)
        count("parallel", parallel)
        count("seed", seed, 0)
        mine, library = await self._deck(deck, "deck")
        wanted = WantedGame(
            format_code, mine.name, library, private_for=PlayerName(private_for) if private_for else None,
            description="gemp-bot: a bot, be kind", wait=wait,
        )  # fmt: skip
        wanted, theirs = await self._against(wanted, versus, opponent_deck)
        self._claim()
        plan = MatchPlan(
            wanted=wanted,
            player=StrategyPlayer(_maker(player), player.named),
            rule=lambda: make_strategy("steady", 0),
            games=games,
            parallel=parallel,
            seed=seed,
            settings=settings or PlaySettings(),
            bot=f"gemp-bot {__version__}",
            deck=mine.text,
            server=self.client.settings.url,
            opponent_deck=None if theirs is None else theirs.text,
        )
        match = Match(
            self.client,
            plan,
            recorder=self._recorder,
            catalogue=Catalogue.load(),
            folder=None if record is None else JournalFolder(path("record", record)),
            log_in=self._log_in,
        )
        await match.run()
        if match.trouble is not None:
            raise match.trouble
        return Results(match.outcomes)

    async def spectate(self, game: str) -> AsyncIterator[Frame]:
        """Watch a game of others to its end, as a spectator sees it: without any hand, without questions.

        Args:
            game: its id, `game_id` of a table of the hall.

        Yields:
            What came about. A frame comes again, `taken_back`, when the game was taken back before it.

        Raises:
            NotWatchableError: it does not run, takes no spectators, or a bot of ours plays in it.
            GivenUpError: it cannot be watched on.
            ClaimedError, GempError: as for `play`.
        """
        text("game", game, "17")
        self._claim()
        row_to_watch(GameId(game), await self.hall(), self._is_ours)
        watcher = GameWatcher(card_index(), effects=card_effects())
        news: asyncio.Queue[Frame | None] = asyncio.Queue()

        def tell() -> None:
            for frame in watcher.news():
                news.put_nowait(frame)

        spectator = Spectator(
            self.client.game(GameId(game)),
            watcher,
            log_in=self._log_in,
            is_ours=self._is_ours,
            on_news=tell,
        )
        watching = asyncio.create_task(spectator.run())
        watching.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while (frame := await news.get()) is not None:
                yield frame
            await watching
        finally:
            watching.cancel()
            await asyncio.wait([watching])

    # -- what is meant ---------------------------------------------------------------------------------

    async def _against(self, wanted: WantedGame, versus: str, theirs: str) -> tuple[WantedGame, Deck | None]:
        """The game against whom is meant, and the deck of an AI."""
        against, _, whom = text("versus", versus, "ai:RANDO").partition(":")
        if versus == "table":
            return wanted, None
        if against == "join" and whom:
            return replace(wanted, join=PlayerName(whom)), None
        if against != "ai" or whom not in [skill.value for skill in AiSkill]:
            wrong("versus", versus, f"nobody: {meant(versus, _VERSUS)}")
        if not theirs:
            wrong("opponent_deck", theirs, "an AI needs a deck: its name, or library:NAME")
        deck, library = await self._deck(theirs, "opponent_deck")
        names = await self.decks(library=library), await self.decks(library=wanted.library)
        if _side(names[0], deck.name) == _side(names[1], wanted.deck):
            wrong("opponent_deck", theirs, "it is of the same side of the Force as deck")
        more = replace(wanted, skill=AiSkill(whom), opponent_deck=deck.name, opponent_own=not library)
        return more, deck

    async def _deck(self, said: str, argument: str) -> tuple[Deck, bool]:
        """The deck that is meant, and whether it is of the library."""
        name = text(argument, said, "library:Premiere Introductory Deck").removeprefix(_LIBRARY)
        library = name != said
        names = await self.decks(library=library)
        known = (*names.dark, *names.light, *names.other)
        if name not in known:
            where = "the library holds" if library else "the account has"
            more = "" if library else f"; {_LIBRARY}NAME is one of the library"
            wrong(argument, said, f"{where} no such deck: {meant(name, known)}{more}")
        return await self.client.decks.show(name, library=library), library

    def _claim(self) -> None:
        """Have the account to ourselves from now on."""
        if not self._claimed:
            self._claims.enter_context(Claims(self.client.settings.url, (self.account.name,)))
            self._claimed = True

    def _is_ours(self, name: str) -> bool:
        return name.casefold() == self.account.name.casefold() or is_claimed(self.client.settings.url, name)

    def __repr__(self) -> str:
        return f"<Session {self.account.name} at {self.client.settings.url}>"


@asynccontextmanager
async def connect(
    url: str,
    user: str,
    password: str | Path | None = None,
    *,
    contact: str = "",
    allow_public_host: bool = False,
    allow_plain_http: bool = False,
) -> AsyncIterator[Session]:
    """Log in, for as long as the context lasts.

    Args:
        url: of the server, like `http://127.0.0.1:17001`.
        user: the account.
        password: its password; the path of a file that holds nothing else; None to look for it as commands do
            (docs/operate.md).
        contact: e-mail address or URL of who runs the bot; a public host needs it.
        allow_public_host: talk to a server that is not on this machine.
        allow_plain_http: talk to such a server without TLS.

    Raises:
        ArgumentError, PolicyError: before anything is sent.
        ConfigError: no password was found.
        LoginError: the server, or our own policy, does not let us in.
        GempError: no server answers there.
    """
    text("url", url, "http://127.0.0.1:17001")
    text("user", user, "mybot")
    if password is not None and not isinstance(password, str | Path):
        raise ArgumentError("password: a text is needed, the pathlib.Path of its file, or None")
    secret = password if isinstance(password, str) else find_password(user, password)
    hand_over_logs()
    settings = ClientSettings(
        url=url, contact=contact, allow_public_host=allow_public_host, allow_plain_http=allow_plain_http
    )
    recorder = Recorder()
    async with GempClient(settings, observer=recorder.observe) as client:
        account = await client.login(user, secret)
        with ExitStack() as claims:
            yield Session(client, account, lambda: client.login(user, secret), recorder, claims)


def _maker(player: ChosenPlayer) -> Callable[[int, str | None], Strategy]:
    """What makes its strategies; one of somebody's own runs apart, so that it holds nothing up."""

    def make(seed: int, deck: str | None) -> Strategy:
        made = player.make(seed, deck)
        return PluginStrategy(made.name, made) if isinstance(made, OwnStrategy) else made

    return make


def _side(names: DeckNames, deck: str) -> str:
    return "dark" if deck in names.dark else "light" if deck in names.light else "other"
