"""The configuration as frozen values, one class a section of the file.

The defaults are those of `ClientSettings`; a test holds the two and `config.example.toml` together.
"""

from datetime import time, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, json

from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.service.texts import ChatTexts


class ConfigSection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all sections. TOML has no null: where None may stand, an empty text in the file is None."""


_CLOCK = r"([01]\d|2[0-3]):[0-5]\d"
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=604_800)]
Names: TypeAlias = tuple[Annotated[str, Meta(pattern=r"^(?!(library:)?\s*$)")], ...]
"""Names, none of which is empty."""
Games: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Pause: TypeAlias = Annotated[float, Meta(ge=0, le=30)]
Day: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAYS: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_TEXTS = ChatTexts()
_DECKS = 'a list of decks in quotes: "NAME" of the account, "library:NAME" of the server\'s library'
_NAMES = "a list of login names in quotes"


class TableSection(ConfigSection, frozen=True):
    """One way to find games: an entry `[[table]]`."""

    name: str = ""
    find: Literal["host", "join", "ai", "queue"] = "host"
    format: str = "open"
    decks: Annotated[Names, Meta(description=_DECKS)] = ()
    choice: Literal["fixed", "rotation", "weighted", "random"] = "fixed"
    weights: Annotated[
        tuple[Annotated[float, Meta(gt=0, le=1e6)], ...],
        Meta(description="a list of numbers above 0, one for each deck"),
    ] = ()
    side: Literal["either", "dark", "light"] = "either"
    strategy: str = "strong"
    at_once: Annotated[int, Meta(ge=1, le=8)] = 1
    hours: Annotated[
        str,
        Meta(pattern=rf"^({_CLOCK}-{_CLOCK})?\Z", description='hours like "18:00-23:30"; "" for always'),
    ] = ""
    days: Annotated[
        tuple[Day, ...], Meta(description='a list of days, like ["fri", "sat"]; [] for every day')
    ] = ()
    level: str = ""
    description: str = ""
    private: Annotated[Names, Meta(description=_NAMES)] = ()
    withdraw_after: Seconds = 0.0
    withdraw_for: Seconds = 300.0
    players: Annotated[Names, Meta(description=_NAMES)] = ()
    words: Annotated[Names, Meta(description="a list of words in quotes")] = ()
    skill: Literal["RANDO", "ADVANCED", "BEGINNER"] = "RANDO"
    opponent_decks: Annotated[Names, Meta(description=_DECKS)] = ()
    after: Seconds = 0.0
    queue: str = ""

    @property
    def span(self) -> tuple[time, time] | None:
        """The hours: begin and end; None for always."""
        if not self.hours:
            return None
        begin, _, end = self.hours.partition("-")
        return time.fromisoformat(begin), time.fromisoformat(end)

    def missing(self) -> list[tuple[str, str]]:
        """What is missing or does not go together: the key, and what would be right."""
        found: list[tuple[str, str]] = []
        if not self.decks:
            found.append(("decks", f"is missing: {_DECKS}"))
        if self.weights and len(self.weights) != len(self.decks):
            found.append(
                ("weights", f"has {len(self.weights)} numbers for {len(self.decks)} decks: one for each deck")
            )
        if self.find == "ai" and not self.opponent_decks:
            found.append(("opponent_decks", f'is missing, which find = "ai" needs: {_DECKS}'))
        if self.find == "queue" and not self.queue:
            found.append(("queue", 'is missing, which find = "queue" needs: the name of a queue in quotes'))
        return found


class ServiceSection(ConfigSection, frozen=True):
    """What `gemp-bot serve` does as a whole."""

    at_once: Annotated[int, Meta(ge=1, le=8)] = 4
    on_second_signal: Literal["concede", "leave"] = "leave"
    control: Path | None = None
    memory_mb: Annotated[int, Meta(ge=0, le=1_048_576)] = 0


class GuestsSection(ConfigSection, frozen=True):
    """Which people may play."""

    blocked: Annotated[Names, Meta(description=_NAMES)] = ()
    allowed: Annotated[Names, Meta(description=_NAMES)] = ()
    allowed_only: bool = False
    bots: Annotated[Names, Meta(description=_NAMES)] = ()
    play_bots: bool = True
    games_a_day: Games = 0
    person_games_an_hour: Games = 0
    person_games_a_day: Games = 0
    twice_in_a_row: bool = True
    pause_after: Games = 0
    pause_minutes: Annotated[float, Meta(ge=0, le=10_080, description="minutes from 0 to 10080")] = 60.0
    kept_for_new: Annotated[int, Meta(ge=0, le=8)] = 0
    on_unwelcome: Literal["play", "concede"] = "play"
    cancel_patience: Annotated[float, Meta(ge=5, le=600)] = 60.0


class ChatSection(ConfigSection, frozen=True):
    """How we talk."""

    enabled: bool = True
    hall: bool = False
    poll_every: Annotated[float, Meta(ge=5, le=20)] = 6.0
    commands_a_minute: Annotated[int, Meta(ge=1, le=60)] = 5
    admins: Annotated[Names, Meta(description=_NAMES)] = ()
    drain_word: str = "drain"
    fallback_every: Annotated[float, Meta(ge=0, le=86_400)] = 600.0
    owner: str = "somebody"
    contact: str = "my owner"
    kept: str = "as long as my owner wants"
    reviews: str = ""


class TextsSection(ConfigSection, frozen=True):
    """What we say, as templates."""

    table: str = _TEXTS.table
    greeting: str = _TEXTS.greeting
    farewell: str = _TEXTS.farewell
    rematch: str = _TEXTS.rematch
    unwelcome: str = _TEXTS.unwelcome
    about: str = _TEXTS.about
    stopped: str = _TEXTS.stopped
    fallback: str = _TEXTS.fallback
    fault: str = _TEXTS.fault


class ThinkingTimeSection(ConfigSection, frozen=True):
    """How long answers to people take."""

    enabled: bool = True
    menu: Pause = 4.0
    usual: Pause = 2.0
    small: Pause = 1.0
    spread: Annotated[float, Meta(ge=0, le=1.5, description="a number from 0 to 1.5")] = 0.5
    longest: Annotated[float, Meta(ge=0, le=60)] = 20.0
    full_clock: Annotated[float, Meta(ge=0, le=86_400)] = 900.0
    least_clock: Annotated[float, Meta(ge=0, le=86_400)] = 300.0


class HealthSection(ConfigSection, frozen=True):
    """Where numbers and health are told."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    hosts: Annotated[Names, Meta(description="a list of host names in quotes")] = ()


class PagesSection(ConfigSection, frozen=True):
    """The live pages."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    hosts: Annotated[Names, Meta(description="a list of host names in quotes")] = ()
    token_file: Path | None = None
    behind_tls: bool = False
    show_hands: bool = False


class HistorySection(ConfigSection, frozen=True):
    """What is kept of games that are over."""

    file: Path | None = None
    keep_days: Annotated[int, Meta(ge=0, le=36_500)] = 0
    keep_journal_days: Annotated[int, Meta(ge=0, le=36_500)] = 0

    @property
    def path(self) -> Path | None:
        """The file, `~` expanded; None for no history."""
        return None if self.file is None else self.file.expanduser()


NO_SEED = -1
"""`play.seed` for a new seed in every game."""

Interval = Annotated[float, Meta(ge=0, le=3600)]
"""Seconds between two calls; 0 for no wait."""

Timeout = Annotated[float, Meta(ge=0.1, le=3600)]
"""Seconds after which a call is given up."""


def _home(path: Path | None) -> Path | None:
    return None if path is None else path.expanduser()


class ServerSection(ConfigSection, frozen=True):
    """Which server, and what we may do there."""

    url: str = "http://127.0.0.1:17001"
    allow_public_host: bool = False
    allow_plain_http: bool = False
    contact: str = ""
    ca_file: Path | None = None


class AccountSection(ConfigSection, frozen=True):
    """The account that plays. There is no key for a password."""

    user: str = ""
    password_file: Path | None = None


class PaceSection(ConfigSection, frozen=True):
    """How often we call."""

    game_poll_interval: Interval = 0.1
    hall_poll_interval: Interval = 1.0
    chat_poll_interval: Interval = 1.0
    other_interval: Interval = 0.25
    calls_per_minute: Annotated[int, Meta(ge=0, le=6000)] = 120
    pace_loopback: bool = False


class LimitsSection(ConfigSection, frozen=True):
    """When we give up."""

    connect_timeout: Timeout = 10.0
    poll_timeout: Timeout = 20.0
    answer_timeout: Timeout = 240.0
    max_answer_bytes: Annotated[int, Meta(ge=65_536, le=268_435_456)] = 16_777_216
    attempts: Annotated[int, Meta(ge=1, le=20)] = 4
    max_wait: Interval = 10.0


class JournalSection(ConfigSection, frozen=True):
    """Where games are recorded."""

    directory: Path | None = Path("journals")
    pseudonyms: bool = False
    most_megabytes: Annotated[int, Meta(ge=1, le=512)] = 256


_VERSUS = r"^(ai:(RANDO|ADVANCED|BEGINNER)|table|join:\S+)\Z"
_VERSUS_WORDS = 'one of "ai:RANDO", "ai:ADVANCED", "ai:BEGINNER", "table", "join:PLAYER"'


class PlaySection(ConfigSection, frozen=True):
    """What `gemp-bot play` plays."""

    format: str = "open"
    deck: str = ""
    library: bool = False
    versus: Annotated[str, Meta(pattern=_VERSUS, description=_VERSUS_WORDS)] = "ai:RANDO"
    private: str = ""
    opponent_deck: str = ""
    opponent_own: bool = False
    games: Annotated[int, Meta(ge=0, le=100_000)] = 1
    parallel: Annotated[int, Meta(ge=1, le=64)] = 1
    wait: Annotated[float, Meta(ge=0, le=31_536_000)] = 0.0
    resume: bool = True
    strategy: str = "strong"
    seed: Annotated[int, Meta(ge=NO_SEED, le=2**63 - 1)] = NO_SEED
    deadline: Annotated[float, Meta(ge=1, le=280)] = 60.0
    work: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    allow_reverts: Annotated[int, Meta(ge=0, le=1000)] = 3
    accept_cancel: bool = True
    accept_more_time: bool = True
    accept_no_timer: bool = True
    on_stuck: Literal["cancel", "concede"] = "cancel"
    patience: Annotated[float, Meta(ge=10, le=86_400)] = 600.0
    max_minutes: Annotated[float, Meta(ge=10, le=10_080, description="minutes from 10 to 10080")] = 1440.0


class LogSection(ConfigSection, frozen=True):
    """What goes to stderr."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["console", "json"] = "console"


class Config(Struct, frozen=True, kw_only=True):
    """The whole configuration."""

    server: ServerSection = ServerSection()
    account: AccountSection = AccountSection()
    pace: PaceSection = PaceSection()
    limits: LimitsSection = LimitsSection()
    journal: JournalSection = JournalSection()
    play: PlaySection = PlaySection()
    log: LogSection = LogSection()
    service: ServiceSection = ServiceSection()
    guests: GuestsSection = GuestsSection()
    chat: ChatSection = ChatSection()
    texts: TextsSection = TextsSection()
    thinking_time: ThinkingTimeSection = ThinkingTimeSection()
    health: HealthSection = HealthSection()
    pages: PagesSection = PagesSection()
    history: HistorySection = HistorySection()
    table: tuple[TableSection, ...] = ()

    @property
    def password_file(self) -> Path | None:
        """The file that holds the password, `~` expanded."""
        return _home(self.account.password_file)

    @property
    def journal_directory(self) -> Path | None:
        """The folder of the journals, `~` expanded; None for no journal."""
        return _home(self.journal.directory)

    def as_json(self) -> dict[str, Any]:
        """Sections, keys and values as JSON has them: a path is a text."""
        found: dict[str, Any] = json.decode(json.encode(self, enc_hook=str))
        return found

    def client_settings(self) -> ClientSettings:
        """The part of it a client needs."""
        pace, limits = self.pace, self.limits
        return ClientSettings(
            url=self.server.url,
            contact=self.server.contact,
            allow_public_host=self.server.allow_public_host,
            allow_plain_http=self.server.allow_plain_http,
            ca_file=_home(self.server.ca_file),
            game_poll_interval=timedelta(seconds=pace.game_poll_interval),
            hall_poll_interval=timedelta(seconds=pace.hall_poll_interval),
            chat_poll_interval=timedelta(seconds=pace.chat_poll_interval),
            other_interval=timedelta(seconds=pace.other_interval),
            calls_per_minute=pace.calls_per_minute,
            pace_loopback=pace.pace_loopback,
            connect_timeout=timedelta(seconds=limits.connect_timeout),
            poll_timeout=timedelta(seconds=limits.poll_timeout),
            answer_timeout=timedelta(seconds=limits.answer_timeout),
            max_answer_bytes=limits.max_answer_bytes,
            attempts=limits.attempts,
            max_wait=timedelta(seconds=limits.max_wait),
        )
