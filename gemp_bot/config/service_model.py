"""The sections of the configuration that `gemp-bot serve` reads, beside those of every command."""

from datetime import time
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from gemp_bot.service.texts import Texts


def _empty_is_none(value: object) -> object:
    """TOML has no null: an empty text stands for "none"."""
    return None if value == "" else value


OptionalPath = Annotated[Path | None, BeforeValidator(_empty_is_none)]


class Section(BaseModel):
    """Base of all sections: frozen, and no key it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


_CLOCK = r"([01]\d|2[0-3]):[0-5]\d"
Seconds: TypeAlias = Annotated[float, Field(ge=0, le=604_800, allow_inf_nan=False)]
Names: TypeAlias = tuple[str, ...]
Games: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Pause: TypeAlias = Annotated[float, Field(ge=0, le=30, allow_inf_nan=False)]
Day: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAYS: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_TEXTS = Texts()
_DECKS = 'a list of decks in quotes: "NAME" of the account, "library:NAME" of the server\'s library'
_NAMES = "a list of login names in quotes"


class TableSection(Section):
    """One way to find games: an entry `[[table]]`."""

    name: str = ""
    find: Literal["host", "join", "ai", "queue"] = "host"
    format: str = "open"
    decks: Annotated[Names, Field(description=_DECKS)] = ()
    choice: Literal["fixed", "rotation", "weighted", "random"] = "fixed"
    weights: Annotated[
        tuple[Annotated[float, Field(gt=0, le=1e6)], ...],
        Field(description="a list of numbers above 0, one for each deck"),
    ] = ()
    side: Literal["either", "dark", "light"] = "either"
    strategy: str = "strong"
    at_once: Annotated[int, Field(ge=1, le=8)] = 1
    hours: Annotated[
        str,
        Field(pattern=rf"^({_CLOCK}-{_CLOCK})?$", description='hours like "18:00-23:30"; "" for always'),
    ] = ""
    days: Annotated[
        tuple[Day, ...], Field(description='a list of days, like ["fri", "sat"]; [] for every day')
    ] = ()
    level: str = ""
    description: str = ""
    private: Annotated[Names, Field(description=_NAMES)] = ()
    withdraw_after: Seconds = 0.0
    withdraw_for: Seconds = 300.0
    players: Annotated[Names, Field(description=_NAMES)] = ()
    words: Annotated[Names, Field(description="a list of words in quotes")] = ()
    skill: Literal["RANDO", "ADVANCED", "BEGINNER"] = "RANDO"
    opponent_decks: Annotated[Names, Field(description=_DECKS)] = ()
    after: Seconds = 0.0
    queue: str = ""

    @field_validator("decks", "opponent_decks", "private", "players", "words")
    @classmethod
    def _no_empty_names(cls, names: Names) -> Names:
        if any(not name.removeprefix("library:").strip() for name in names):
            raise ValueError("an empty name")
        return names

    @property
    def span(self) -> tuple[time, time] | None:
        """The hours: begin and end; None for always."""
        if not self.hours:
            return None
        begin, _, end = self.hours.partition("-")
        return time.fromisoformat(begin), time.fromisoformat(end)

    @model_validator(mode="after")
    def _whole(self) -> "TableSection":
        for key, why in self._missing():
            raise ValueError(f"{key} {why}")
        return self

    def _missing(self) -> list[tuple[str, str]]:
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


class ServiceSection(Section):
    """What `gemp-bot serve` does as a whole."""

    at_once: Annotated[int, Field(ge=1, le=8)] = 4
    on_second_signal: Literal["concede", "leave"] = "leave"
    control: OptionalPath = None
    memory_mb: Annotated[int, Field(ge=0, le=1_048_576)] = 0


class GuestsSection(Section):
    """Which people may play."""

    blocked: Annotated[Names, Field(description=_NAMES)] = ()
    allowed: Annotated[Names, Field(description=_NAMES)] = ()
    allowed_only: bool = False
    bots: Annotated[Names, Field(description=_NAMES)] = ()
    play_bots: bool = True
    games_a_day: Games = 0
    person_games_an_hour: Games = 0
    person_games_a_day: Games = 0
    twice_in_a_row: bool = True
    pause_after: Games = 0
    pause_minutes: Annotated[
        float, Field(ge=0, le=10_080, allow_inf_nan=False, description="minutes from 0 to 10080")
    ] = 60.0
    kept_for_new: Annotated[int, Field(ge=0, le=8)] = 0
    on_unwelcome: Literal["play", "concede"] = "play"
    cancel_patience: Annotated[float, Field(ge=5, le=600, allow_inf_nan=False)] = 60.0


class ChatSection(Section):
    """How we talk."""

    enabled: bool = True
    hall: bool = False
    poll_every: Annotated[float, Field(ge=5, le=20, allow_inf_nan=False)] = 6.0
    commands_a_minute: Annotated[int, Field(ge=1, le=60)] = 5
    admins: Annotated[Names, Field(description=_NAMES)] = ()
    drain_word: str = "drain"
    fallback_every: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 600.0
    owner: str = "somebody"
    contact: str = "my owner"
    kept: str = "as long as my owner wants"


class TextsSection(Section):
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


class ThinkingTimeSection(Section):
    """How long answers to people take."""

    enabled: bool = True
    menu: Pause = 4.0
    usual: Pause = 2.0
    small: Pause = 1.0
    spread: Annotated[
        float, Field(ge=0, le=1.5, allow_inf_nan=False, description="a number from 0 to 1.5")
    ] = 0.5
    longest: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)] = 20.0
    full_clock: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 900.0
    least_clock: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] = 300.0


class HealthSection(Section):
    """Where numbers and health are told."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 0
    hosts: Annotated[Names, Field(description="a list of host names in quotes")] = ()


class PagesSection(Section):
    """The live pages."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = 0
    hosts: Annotated[Names, Field(description="a list of host names in quotes")] = ()
    token_file: OptionalPath = None
    behind_tls: bool = False
    show_hands: bool = False


class HistorySection(Section):
    """What is kept of games that are over."""

    file: OptionalPath = None
    keep_days: Annotated[int, Field(ge=0, le=36_500)] = 0
    keep_journal_days: Annotated[int, Field(ge=0, le=36_500)] = 0

    @property
    def path(self) -> Path | None:
        """The file, `~` expanded; None for no history."""
        return None if self.file is None else self.file.expanduser()
