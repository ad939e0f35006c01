"""The configuration as frozen values, one class a section of the file.

The defaults are those of `ClientSettings`; a test holds the two and `config.example.toml` together.
"""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from gemp_bot.config.service_model import (
    ChatSection,
    GuestsSection,
    HealthSection,
    HistorySection,
    OptionalPath,
    PagesSection,
    Section,
    ServiceSection,
    TableSection,
    TextsSection,
    ThinkingTimeSection,
)
from gemp_bot.protocol.settings import ClientSettings

NO_SEED = -1
"""`play.seed` for a new seed in every game."""

Interval = Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)]
"""Seconds between two calls; 0 for no wait."""

Timeout = Annotated[float, Field(ge=0.1, le=3600, allow_inf_nan=False)]
"""Seconds after which a call is given up."""


def _home(path: Path | None) -> Path | None:
    return None if path is None else path.expanduser()


class ServerSection(Section):
    """Which server, and what we may do there."""

    url: str = "http://127.0.0.1:17001"
    allow_public_host: bool = False
    allow_plain_http: bool = False
    contact: str = ""
    ca_file: OptionalPath = None


class AccountSection(Section):
    """The account that plays. There is no key for a password."""

    user: str = ""
    password_file: OptionalPath = None


class PaceSection(Section):
    """How often we call."""

    game_poll_interval: Interval = 0.1
    hall_poll_interval: Interval = 1.0
    chat_poll_interval: Interval = 1.0
    other_interval: Interval = 0.25
    calls_per_minute: Annotated[int, Field(ge=0, le=6000)] = 120
    pace_loopback: bool = False


class LimitsSection(Section):
    """When we give up."""

    connect_timeout: Timeout = 10.0
    poll_timeout: Timeout = 20.0
    answer_timeout: Timeout = 240.0
    max_answer_bytes: Annotated[int, Field(ge=65_536, le=268_435_456)] = 16_777_216
    attempts: Annotated[int, Field(ge=1, le=20)] = 4
    max_wait: Interval = 10.0


class JournalSection(Section):
    """Where games are recorded."""

    directory: OptionalPath = Path("journals")
    pseudonyms: bool = False
    most_megabytes: Annotated[int, Field(ge=1, le=512)] = 256


_VERSUS = r"^(ai:(RANDO|ADVANCED|BEGINNER)|table|join:\S+)$"
_VERSUS_WORDS = 'one of "ai:RANDO", "ai:ADVANCED", "ai:BEGINNER", "table", "join:PLAYER"'


class PlaySection(Section):
    """What `gemp-bot play` plays."""

    format: str = "open"
    deck: str = ""
    library: bool = False
    versus: Annotated[str, Field(pattern=_VERSUS, description=_VERSUS_WORDS)] = "ai:RANDO"
    private: str = ""
    opponent_deck: str = ""
    opponent_own: bool = False
    games: Annotated[int, Field(ge=0, le=100_000)] = 1
    parallel: Annotated[int, Field(ge=1, le=64)] = 1
    wait: Annotated[float, Field(ge=0, le=31_536_000, allow_inf_nan=False)] = 0.0
    resume: bool = True
    strategy: str = "strong"
    seed: Annotated[int, Field(ge=NO_SEED, le=2**63 - 1)] = NO_SEED
    deadline: Annotated[float, Field(ge=1, le=280, allow_inf_nan=False)] = 60.0
    work: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    allow_reverts: Annotated[int, Field(ge=0, le=1000)] = 3
    accept_cancel: bool = True
    accept_more_time: bool = True
    accept_no_timer: bool = True
    on_stuck: Literal["cancel", "concede"] = "cancel"
    patience: Annotated[float, Field(ge=10, le=86_400, allow_inf_nan=False)] = 600.0
    max_minutes: Annotated[
        float, Field(ge=10, le=10_080, allow_inf_nan=False, description="minutes from 10 to 10080")
    ] = 1440.0


class LogSection(Section):
    """What goes to stderr."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["console", "json"] = "console"


class Config(BaseModel):
    """The whole configuration."""

    model_config = ConfigDict(frozen=True, extra="forbid")

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
