"""The tables, as numbered steps: a file holds as `user_version` how many of them it has had.

A step that was ever released is never changed. A change of the tables is a further step.
"""

_FIRST = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    server TEXT NOT NULL,
    game TEXT NOT NULL,
    begun REAL NOT NULL,
    ended REAL,
    format TEXT,
    entry TEXT,
    side TEXT,
    deck TEXT,
    deck_digest TEXT,
    opponent_deck TEXT,
    opponent_deck_digest TEXT,
    strategy TEXT,
    strategy_digest TEXT,
    program_digest TEXT,
    version TEXT,
    opponent TEXT,
    person TEXT,
    opponent_kind TEXT,
    result TEXT,
    reason TEXT,
    fault TEXT,
    life INTEGER,
    opponent_life INTEGER,
    turns INTEGER,
    decisions INTEGER,
    choices INTEGER,
    fallbacks INTEGER,
    resyncs INTEGER,
    seconds REAL,
    think_p50 REAL,
    think_p99 REAL,
    journal TEXT,
    UNIQUE (server, game, account)
);
CREATE INDEX games_begun ON games (begun);
CREATE INDEX games_person ON games (person, begun);
CREATE TABLE incidents (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    game INTEGER REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    journal TEXT
);
CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    person TEXT NOT NULL,
    command TEXT NOT NULL
);
CREATE TABLE people (
    digest TEXT PRIMARY KEY,
    refuses INTEGER NOT NULL DEFAULT 0,
    forgotten INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID
"""
# `opponent` is the name, and NULL for who must not be named; `person` names everybody by `PersonKey`.

_ADOPTED = "ALTER TABLE games ADD COLUMN adopted INTEGER"

MIGRATIONS: tuple[str, ...] = (_FIRST, _ADOPTED)
