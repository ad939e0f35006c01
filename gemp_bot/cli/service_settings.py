"""From the configuration to a service: who may play, what is said, its tables with decks and strategies."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import asdict

from gemp_bot.cards.index import CardIndex
from gemp_bot.cli.session import deck_names, no_such_deck
from gemp_bot.config import ConfigError
from gemp_bot.config.model import DAYS, Config, TableSection
from gemp_bot.play.entries import (
    AiEntry,
    DeckChoice,
    DeckPool,
    GameEntry,
    HostEntry,
    Hours,
    JoinEntry,
    PooledDeck,
    QueueEntry,
    StrategyPlayer,
)
from gemp_bot.play.timing import HumanPaceSettings
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import AiSkill, Side
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.service.attendant import OnUnwelcome, ReceptionSettings
from gemp_bot.service.guests import GuestLists, GuestRules, advice
from gemp_bot.service.texts import MOST_AT_TABLE, ChatTexts, Placeholder, check_texts, fill
from gemp_bot.strategy import strategy_named

_LIBRARY = "library:"
_SIDES = {"dark": Side.DARK, "light": Side.LIGHT}


def guest_rules(config: Config) -> GuestRules:
    """Who may play."""
    lists = {name: getattr(config.guests, name) for name in GuestLists.__struct_fields__}
    return GuestRules(**lists, at_once=config.service.at_once)


def reception_settings(config: Config) -> ReceptionSettings:
    """What is done about guests at open tables."""
    return ReceptionSettings(
        entries=frozenset(table.name for table in config.table if table.find == "host" and not table.private),
        on_unwelcome=OnUnwelcome(config.guests.on_unwelcome),
        cancel_patience=config.guests.cancel_patience,
        levels={table.name: table.level for table in config.table if table.level},
    )


def checked_texts(config: Config) -> ChatTexts:
    """What we say.

    Raises:
        ConfigError: a text with a placeholder that is none, or one that cannot be said.
    """
    errors, _ = check_texts(config.texts)
    if errors:
        raise ConfigError(f"[texts] {errors[0]}")
    for table in config.table:
        _table_text(config, table.name, table.description)
    return config.texts


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
    return HumanPaceSettings(**asdict(config.thinking_time))


def config_advice(config: Config) -> Iterator[str]:
    """What may be not as it is meant, a line each."""
    for line in advice(guest_rules(config)):
        yield f"[guests] {line}"
    _, hints = check_texts(checked_texts(config))
    for line in hints:
        yield f"[texts] {line}"


def _table_text(config: Config, name: str, template: str) -> str:
    """The template of a table's text."""
    if not template:
        return config.texts.table
    errors, _ = check_texts(ChatTexts(table=template))
    if errors:
        raise ConfigError(f"[[table]] {name}: description{errors[0].removeprefix('table')}")
    return template


class EntryMaker:
    """Makes entries; decks are looked up once for all tables.

    Args:
        client: logged in.
        index: the facts of the cards; None if there are none.
    """

    def __init__(self, client: GempClient, index: CardIndex | None) -> None:
        self._client = client
        self._index = index
        self._names: dict[bool, dict[str, str]] = {}
        self._texts: dict[tuple[str, bool], str] = {}

    async def entries(self, config: Config) -> Sequence[GameEntry]:
        """The entries of all tables.

        Raises:
            ConfigError: one line: a table that cannot be played.
            GempError: the decks cannot be looked up.
        """
        if not config.table:
            raise ConfigError("no [[table]]: the configuration must tell where games come from")
        return [await self.entry(config, table) for table in config.table]

    async def entry(self, config: Config, table: TableSection) -> GameEntry:
        """The entry of one table; errors as of `entries`."""
        named = strategy_named(table.strategy)
        await asyncio.to_thread(lambda: (named.make(0), named.identity))  # told now, not when a game waits
        player = StrategyPlayer(partial(named.make, index=self._index), named)
        decks = await self._pool(table, table.decks, DeckChoice(table.choice), table.weights)
        common: dict[str, Any] = {
            "name": table.name,
            "player": player,
            "decks": decks,
            "format_code": table.format,
            "at_once": table.at_once,
            "hours": _hours(table),
        }
        if table.find == "join":
            players = frozenset(map(PlayerName, table.players))
            return JoinEntry(**common, players=players, words=table.words)
        if table.find == "ai":
            theirs = await self._pool(table, table.opponent_decks, DeckChoice.ROTATION, ())
            _check_sides(table, decks, theirs)
            return AiEntry(**common, skill=AiSkill(table.skill), opponent_decks=theirs, after=table.after)
        if table.find == "queue":
            return QueueEntry(**common, queue=table.queue)
        side = _SIDES.get(table.side)
        if side is not None and all(deck.side not in (side, None) for deck in decks.decks):
            raise ConfigError(f"[[table]] {table.name}: none of its decks is of the {table.side} side")
        return HostEntry(
            **common,
            description=table_text(config, table.name, named.name),
            side=side,
            private_for=tuple(map(PlayerName, table.private)),
            withdraw_after=table.withdraw_after,
            withdraw_for=table.withdraw_for,
        )

    async def _pool(
        self, table: TableSection, names: Sequence[str], choice: DeckChoice, weights: Sequence[float]
    ) -> DeckPool:
        weighed = weights or [1.0] * len(names)
        decks = [await self._deck(table, name, weight) for name, weight in zip(names, weighed, strict=True)]
        return DeckPool(tuple(decks), choice)

    async def _deck(self, table: TableSection, given: str, weight: float) -> PooledDeck:
        library = given.startswith(_LIBRARY)
        name = given.removeprefix(_LIBRARY)
        if library not in self._names:
            self._names[library] = await deck_names(self._client, library=library)
        names = self._names[library]
        if name not in names:
            why = await no_such_deck(self._client, name, names, library=library)
            raise ConfigError(f"[[table]] {table.name}: decks: {why}")
        text = self._texts.get((name, library))
        if text is None:
            text = (await self._client.decks.show(name, library=library)).text
            self._texts[name, library] = text
        return PooledDeck(name, library, _SIDES.get(names[name]), text, weight)


def _hours(table: TableSection) -> Hours | None:
    span = table.span
    if span is None and not table.days:
        return None
    days = frozenset(DAYS.index(day) for day in table.days)
    if span is None:
        return Hours.whole_days(days)
    return Hours(*span, days)


def _check_sides(table: TableSection, ours: DeckPool, theirs: DeckPool) -> None:
    """Make sure that each deck of ours finds one to play against."""
    sides = {deck.side for deck in theirs.decks}
    for deck in ours.decks:
        if deck.side is not None and not sides & {deck.side.other, None}:
            raise ConfigError(
                f"[[table]] {table.name}: opponent_decks: none is of the other side of the Force than "
                f"{deck.name!r}"
            )
