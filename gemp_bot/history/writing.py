"""What is written, as SQL with its values; whoever made it need not wait until it is."""

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from gemp_bot.history.records import FIELDS, HistoryRecord
from gemp_bot.history.results import UNKNOWN

Value = str | float | int | None


class Write(NamedTuple):
    """One statement."""

    sql: str
    values: Mapping[str, Value]


_KEY = ("server", "game", "account")
_COLUMNS = (*FIELDS, "person")
_KEPT = [name for name in _COLUMNS if name not in (*_KEY, "begun", "ended", "result", "opponent")]
_INSERT = f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join(':' + name for name in _COLUMNS)})"  # noqa: S608 - names of our own
# What is told later does not undo what was known before; only whether the game runs always holds anew. Who
# was forgotten meanwhile is not named again.
_SET = ", ".join(f"{name} = coalesce(excluded.{name}, {name})" for name in _KEPT)
_PUT = (
    f"{_INSERT} ON CONFLICT (server, game, account) DO UPDATE SET {_SET}, "
    "begun = min(begun, excluded.begun), ended = excluded.ended, result = excluded.result, "
    "opponent = CASE WHEN excluded.person IS NULL OR (person IS NOT NULL AND opponent IS NULL) "
    "THEN opponent ELSE excluded.opponent END"
)
_INCIDENT = (
    "INSERT INTO incidents (at, game, kind, what, journal) VALUES (:at, "
    "(SELECT id FROM games WHERE game = :game AND server = :server AND account = :account), "
    ":kind, :what, :journal)"
)
_CHAT = "INSERT INTO chat (at, person, command) VALUES (:at, :person, :command)"
_REFUSES = (
    "INSERT INTO people (digest, refuses) VALUES (:digest, :refuses) "
    "ON CONFLICT (digest) DO UPDATE SET refuses = :refuses"
)
_FORGOTTEN = (
    "INSERT INTO people (digest, forgotten) VALUES (:digest, 1) "
    "ON CONFLICT (digest) DO UPDATE SET forgotten = 1"
)
_SETTLE = (
    "UPDATE games SET result = :result, ended = :now "
    "WHERE result IS NULL AND begun < :now AND server = :server AND account = :account "
    "AND game NOT IN (SELECT value FROM json_each(:running))"
)


def put_game(record: HistoryRecord, person: str | None) -> Write:
    """Insert a game, or add to it what is new."""
    return Write(_PUT, {**msgspec.structs.asdict(record), "person": person})


def put_incident(
    at: float, key: tuple[str, str | None, str], kind: str, what: str, journal: str | None
) -> Write:
    """Insert an incident, of a game or of none; `key` is server, game, account."""
    server, game, account = key
    values = {"server": server, "game": game, "account": account}
    return Write(_INCIDENT, {**values, "at": at, "kind": kind, "what": what, "journal": journal})


def put_chat(at: float, person: str, command: str) -> Write:
    """Insert a chat command that was used."""
    return Write(_CHAT, {"at": at, "person": person, "command": command})


def put_refusal(digest: str, *, refuses: bool) -> Write:
    """Note whether a person refuses us."""
    return Write(_REFUSES, {"digest": digest, "refuses": int(refuses)})


def put_forgotten(digest: str) -> Write:
    """Note that a person is not to be named."""
    return Write(_FORGOTTEN, {"digest": digest})


def settle(server: str, account: str, running: Collection[str], now: float) -> Write:
    """End the games that ended unseen: all that had begun by then but those that run."""
    values: dict[str, Value] = {"server": server, "account": account, "result": UNKNOWN, "now": now}
    return Write(_SETTLE, {**values, "running": json.dumps(sorted(running))})
