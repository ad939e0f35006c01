"""From the configuration to the company we keep: who may play, what is said, how fast we answer people."""

from collections.abc import Iterator

from gemp_bot.config import ConfigError
from gemp_bot.config.model import Config
from gemp_bot.play.timing import HumanPaceSettings
from gemp_bot.service.attendant import OnUnwelcome, ReceptionSettings
from gemp_bot.service.chat import ChatSettings
from gemp_bot.service.guests import GuestRules, advice
from gemp_bot.service.texts import MOST_AT_TABLE, ChatTexts, Placeholder, check_texts, fill


def guest_rules(config: Config) -> GuestRules:
    """Who may play."""
    guests = config.guests
    return GuestRules(
        blocked=frozenset(guests.blocked),
        allowed=frozenset(guests.allowed),
        allowed_only=guests.allowed_only,
        bots=frozenset(guests.bots),
        play_bots=guests.play_bots,
        games_a_day=guests.games_a_day,
        person_games_an_hour=guests.person_games_an_hour,
        person_games_a_day=guests.person_games_a_day,
        twice_in_a_row=guests.twice_in_a_row,
        pause_after=guests.pause_after,
        pause_minutes=guests.pause_minutes,
        at_once=config.service.at_once,
        kept_for_new=guests.kept_for_new,
    )


def reception_settings(config: Config) -> ReceptionSettings:
    """What is done about guests at open tables."""
    return ReceptionSettings(
        entries=frozenset(table.name for table in config.table if table.find == "host" and not table.private),
        on_unwelcome=OnUnwelcome(config.guests.on_unwelcome),
        cancel_patience=config.guests.cancel_patience,
        levels={table.name: table.level for table in config.table if table.level},
    )


def chat_settings(config: Config) -> ChatSettings:
    """How we talk."""
    return ChatSettings(**{**config.chat.model_dump(), "admins": frozenset(config.chat.admins)})


def texts(config: Config) -> ChatTexts:
    """What we say.

    Raises:
        ConfigError: a text with a placeholder that is none, or one that cannot be said.
    """
    found = ChatTexts(**config.texts.model_dump())
    errors, _ = check_texts(found)
    if errors:
        raise ConfigError(f"[texts] {errors[0]}")
    for table in config.table:
        _table_text(config, table.name, table.description)
    return found


def table_text(config: Config, name: str, strategy: str) -> str:
    """What is shown beside a table of ours."""
    table = next(table for table in config.table if table.name == name)
    template = _table_text(config, name, table.description)
    values = {
        Placeholder.STRATEGY: strategy,
        Placeholder.LEVEL: table.level or strategy,
        Placeholder.OWNER: config.chat.owner,
    }
    return fill(template, values, MOST_AT_TABLE)


def thinking_time(config: Config) -> HumanPaceSettings:
    """How long answers to people take."""
    return HumanPaceSettings(**config.thinking_time.model_dump())


def company_advice(config: Config) -> Iterator[str]:
    """What may be not as it is meant, a line each."""
    for line in advice(guest_rules(config)):
        yield f"[guests] {line}"
    _, hints = check_texts(texts(config))
    for line in hints:
        yield f"[texts] {line}"


def _table_text(config: Config, name: str, template: str) -> str:
    """The template of a table's text.

    Raises:
        ConfigError: it is none.
    """
    if not template:
        return config.texts.table
    errors, _ = check_texts(ChatTexts(table=template))
    if errors:
        raise ConfigError(f"[[table]] {name}: description{errors[0].removeprefix('table')}")
    return template
