"""Records and specs as tests need them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gemp_bot.arena.jobs import ArenaPlan, Half, Job, JobDeck, Pair
from gemp_bot.arena.reading import spec_of
from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.spec import Spec
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.server.contents import DARK_40, DARK_60, LIGHT_40, LIGHT_60

AI = {"kind": "ai", "skill": "RANDO"}
TABLE = {"kind": "strategy", "name": "random"}
OPEN = {"format": "open", "light": LIGHT_60, "dark": DARK_60}
OPEN_40 = {"format": "open40card", "light": LIGHT_40, "dark": DARK_40}


def values(**more: Any) -> dict[str, Any]:
    """A whole spec as TOML gives it."""
    return {
        "server": "http://127.0.0.1:1",
        "games": 4,
        "accounts": [{"user": "alice", "password_file": "pw"}, {"user": "bob", "password_file": "pw"}],
        "player": {"strategy": "random"},
        "opponent": [AI],
        "pair": [OPEN],
    } | more


def spec(**more: Any) -> Spec:
    return spec_of(values(**more))


def deck(name: str, side: Side = Side.LIGHT) -> JobDeck:
    return JobDeck(name, side, "1_19|", library=True)


def pair(number: int = 1, ours: Side | None = None) -> Pair:
    return Pair("open", deck(f"light {number}"), deck(f"dark {number}", Side.DARK), ours)


def jobs_of(pairs: Sequence[Pair], opponents: int, games: int, seed: int) -> tuple[Job, ...]:
    """The jobs of a measurement with so many opponents."""
    chosen = spec(opponent=[AI] + [{**TABLE, "revision": f"v{n}"} for n in range(1, opponents)])
    plan = ArenaPlan(
        server=chosen.server, player=chosen.player, opponents=tuple(chosen.opponent), pairs=tuple(pairs),
        time_limit=1.0, bot="gemp-bot 1", folder="", players=(None,) * (1 + opponents), programs=(),
    )  # fmt: skip
    return plan.jobs(games, seed)


def record(number: int = 0, outcome: ArenaOutcome = ArenaOutcome.WIN, **more: Any) -> GameRecord:
    """One game; by its number the first or the second of a pair."""
    half = Half.SECOND if number % 2 else Half.FIRST
    chosen: dict[str, Any] = {
        "job": f"1-{number // 2 + 1:05d}{half}",
        "round": number // 2,
        "half": half,
        "pair": 1,
        "opponent": "ai:RANDO",
        "format": "open",
        "deck": "ours",
        "opponent_deck": "theirs",
        "side": Side.DARK if number % 2 else Side.LIGHT,
        "host": not number % 2,
        "seed": 7,
        "outcome": outcome,
        "life": 12 if outcome is ArenaOutcome.WIN else 0,
        "opponent_life": 0 if outcome is ArenaOutcome.WIN else 8,
        "turns": 10,
        "seconds": 5.0,
        "player_version": "gemp-bot 1",
    }
    return GameRecord(**(chosen | more))


def records(outcomes: Sequence[ArenaOutcome]) -> list[GameRecord]:
    return [record(number, outcome) for number, outcome in enumerate(outcomes)]


def write_spec(folder: Path, url: str, text: str) -> Path:
    """A spec file with its password file."""
    password = folder / "pw"
    password.write_text("test\n")
    password.chmod(0o600)
    file = folder / "measure.toml"
    file.write_text(f'server = "{url}"\n{text}')
    return file
