"""Reading a spec: every fault is a line, `FILE:LINE: key: what is wrong, what would be right`."""

import types
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from gemp_bot.arena.spec import OpponentSpec, PairSpec, PlayerSpec, Spec, SpecError
from gemp_bot.files import read_toml
from gemp_bot.files.problems import PASSWORD_KEY, Problem, meant
from gemp_bot.files.toml import Place, key_of
from gemp_bot.procedures.loader import is_path
from gemp_bot.protocol.errors import PolicyError
from gemp_bot.protocol.settings import ServerAddress
from gemp_bot.strategy.named import UnknownStrategyError, make_strategy
from gemp_bot.terminal import plain

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "server": 'server = "http://127.0.0.1:17001"',
        "games": "games = 40",
        "accounts": 'accounts = [{ user = "mybot", password_file = "password" }]',
        "player": '[player] and below it strategy = "steady"',
        "opponent": '[[opponent]] and below it kind = "ai" and skill = "RANDO"',
        "user": 'user = "mybot"',
        "password_file": 'password_file = "password"',
        "strategy": 'strategy = "steady"',
        "kind": 'kind = "ai" or kind = "strategy"',
        "format": 'format = "open"',
        "random": "random = 20",
        "file": 'file = "mine.txt"',
    }
)
"""How a key that must be there is written."""


def _right(place: Place, kind: Any, value: Any) -> str:
    """What a key takes, and what it has where that can be shown."""
    choices = _choices(kind)
    if choices and isinstance(value, str):
        told = ", ".join(f'"{choice}"' for choice in choices)
        close = get_close_matches(value.lower(), [choice.lower() for choice in choices], n=1)
        near = next((choice for choice in choices if close and choice.lower() == close[0]), None)
        return f'"{plain(value)[:40]}" is none of {told}' + (f': did you mean "{near}"?' if near else "")
    # Texts are not shown: one may be a password in a wrong place.
    number = isinstance(value, int | float) and "password" not in str(place[-1:])
    return f"must be {_words(kind)}" + (f", not {str(value).lower()}" if number else "")


def _bare(kind: Any) -> Any:
    """A type without annotations and without None."""
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    if get_origin(kind) in {Union, types.UnionType}:
        left = [one for one in get_args(kind) if one is not type(None)]
        if len(left) == 1:
            return _bare(left[0])
    return kind


def _section(kind: Any) -> type[msgspec.Struct] | None:
    """The section a type stands for; None for a plain value."""
    bare = _bare(kind)
    found = get_args(bare) if get_origin(bare) in {Union, types.UnionType} else (bare,)
    return next((one for one in found if isinstance(one, type) and issubclass(one, msgspec.Struct)), None)


def _choices(kind: Any) -> tuple[str, ...]:
    bare = _bare(kind)
    return get_args(bare) if get_origin(bare) is Literal else ()


def _words(kind: Any) -> str:
    bare = _bare(kind)
    meta = next((one for one in getattr(kind, "__metadata__", ()) if isinstance(one, msgspec.Meta)), None)
    numbers = {int: "a whole number" + _range(meta), float: "a number" + _range(meta)}
    plain_types = {bool: "true or false", str: "a text in quotes", **numbers}
    if bare in plain_types:
        return plain_types[bare]
    if _choices(kind):
        return "one of " + ", ".join(f'"{choice}"' for choice in _choices(kind))
    if get_origin(bare) in {Union, types.UnionType}:
        return 'the name of a library deck in quotes, or { file = "..." }'
    return "a list of tables" if get_origin(bare) is list else "a table"


def _range(meta: msgspec.Meta | None) -> str:
    if meta is None:
        return ""
    low = f" from {meta.ge:,}" if meta.ge is not None else f" above {meta.gt}" if meta.gt is not None else ""
    high = f" to {meta.le:,}" if meta.le is not None else f" below {meta.lt}" if meta.lt is not None else ""
    joined = f"{low} and{high}" if meta.lt is not None and low else low + high
    return joined.replace(",", "")


_NEVER_HERE = (
    "a password never goes here: put it alone into a file (chmod 600) and name that with password_file"
)


Fault = tuple[Place, str]
"""Where something is wrong, and what would be right."""


def read_spec(file: Path) -> Spec:
    """Read and check a spec.

    Raises:
        SpecError: everything that is wrong, a line each.
    """
    read = read_toml(file, "docs/arena.md shows a spec", SpecError)
    spec, faults = _checked(read.data, file.parent)
    if spec is None or faults:
        ordered = sorted(faults, key=lambda fault: read.line(fault[0]))
        raise SpecError(
            Problem(read.shown, read.line(place), _said(place, fault)) for place, fault in ordered
        )
    return spec


def spec_of(data: Mapping[str, Any], folder: Path = Path()) -> Spec:
    """Check what a file says; paths of strategy files begin at `folder`.

    Raises:
        SpecError: everything that is wrong, a line each that names the key, without the file.
    """
    spec, faults = _checked(data, folder)
    if spec is None or faults:
        raise SpecError([_said(place, fault) for place, fault in faults])
    return spec


def _checked(data: Mapping[str, Any], folder: Path) -> tuple[Spec | None, list[Fault]]:
    """A spec, None if keys or values make it none, and what is wrong."""
    # What stands under a wrong key is not shown, it may be a password.
    faults = [*_faults_of(data, Spec, ())]
    if faults:
        return None, faults
    spec = _placed(msgspec.convert(dict(data), Spec, strict=True), folder)
    return spec, [*_faults(spec)]


def _said(place: Place, fault: str) -> str:
    return f"{key_of(place)}: {fault}"


def _placed(spec: Spec, folder: Path) -> Spec:
    """The same with strategy files as they are seen from here."""

    def seen(name: str) -> str:
        return str(folder / Path(name).expanduser()) if is_path(name) else name

    replace = msgspec.structs.replace
    opponents = [one if one.name is None else replace(one, name=seen(one.name)) for one in spec.opponent]
    player = replace(spec.player, strategy=seen(spec.player.strategy))
    return replace(spec, player=player, opponent=opponents)


def _faults_of(data: object, kind: Any, place: Place) -> Iterator[Fault]:
    """Keys that no section knows or that are missing, and values of a wrong type or out of range."""
    section = _section(kind)
    if get_origin(kind) is list and isinstance(data, list):
        for number, one in enumerate(data):
            yield from _faults_of(one, get_args(kind)[0], (*place, number))
    elif section is not None and isinstance(data, Mapping):
        kinds = get_type_hints(section, include_extras=True)
        for key in data:
            if key not in kinds:
                wrong = _NEVER_HERE if PASSWORD_KEY.search(key) else f"is no key: {meant(key, kinds)}"
                yield (*place, key), wrong
        for field in msgspec.structs.fields(section):
            key = field.encode_name
            if key in data:
                yield from _faults_of(data[key], kinds[key], (*place, key))
            elif field.required:
                yield (*place, key), "is missing" + (f": {EXAMPLES[key]}" if key in EXAMPLES else "")
    else:
        try:
            msgspec.convert(data, kind, strict=True)
        except (msgspec.ValidationError, OverflowError):
            yield place, _right(place, kind, data)


def _faults(spec: Spec) -> Iterator[Fault]:
    """What types cannot say."""
    yield from _server_faults(spec.server)
    if spec.games % 2:
        yield ("games",), f"must be even, since games are paired, not {spec.games}"
    yield from _source_faults(("player",), spec.player, spec.player.strategy)
    yield from _opponent_faults(spec)
    if bool(spec.pair) == (spec.pairs is not None):
        yield ("pair",), "write either [[pair]] for chosen decks or [pairs] for random ones"
    for number, pair in enumerate(spec.pair):
        yield from _pair_faults(("pair", number), pair)
    if len({pair.swap is False for pair in spec.pair}) > 1:
        yield ("pair",), "some are swapped and some are not: measure them by two specs"
    yield from _account_faults(spec)


def _server_faults(url: str) -> Iterator[Fault]:
    try:
        loopback = ServerAddress.parse(url).is_loopback
    except PolicyError as fault:
        yield ("server",), str(fault).removeprefix("server.url").removeprefix(":").strip()
        return
    if not loopback:
        yield ("server",), "an arena plays many games at full speed: only with a server on this machine"


def _opponent_faults(spec: Spec) -> Iterator[Fault]:
    if not spec.opponent:
        yield ("opponent",), "there is none: write [[opponent]]"
    labels: set[str] = set()
    for number, opponent in enumerate(spec.opponent):
        place = ("opponent", number)
        found = [*_one_opponent_faults(place, opponent)]
        yield from found
        if not found and opponent.label in labels:
            yield place, f"{opponent.label} is there twice"
        labels |= set() if found else {opponent.label}
    if spec.sprt is not None:
        if len(spec.opponent) > 1:
            yield ("sprt",), "tells two players apart: it wants exactly one [[opponent]]"
        if spec.sprt.elo0 >= spec.sprt.elo1:
            yield ("sprt",), "elo0 must be less than elo1"


def _source_faults(place: Place, source: PlayerSpec | OpponentSpec, strategy: str) -> Iterator[Fault]:
    given = [key for key in ("python", "wheel", "revision") if getattr(source, key) is not None]
    if len(given) > 1:
        yield place, f"{given[0]} and {given[1]} exclude each other"
    if not given:  # what other versions know only they can tell
        try:
            make_strategy(strategy, 0)
        except UnknownStrategyError as fault:
            yield place, str(fault)


def _one_opponent_faults(place: Place, opponent: OpponentSpec) -> Iterator[Fault]:
    if opponent.kind == "ai":
        if opponent.skill is None:
            yield (*place, "skill"), 'is missing: one of "RANDO", "ADVANCED", "BEGINNER"'
        for key in ("name", "python", "wheel", "revision"):
            if getattr(opponent, key) is not None:
                yield (*place, key), 'is for kind = "strategy", not for an AI of the server'
        return
    if opponent.skill is not None:
        yield (*place, "skill"), 'is for kind = "ai"'
    if opponent.name is None:
        yield (*place, "name"), "is missing: which strategy?"
    else:
        yield from _source_faults(place, opponent, opponent.name)


def _pair_faults(place: Place, pair: PairSpec) -> Iterator[Fault]:
    uphill = pair.ours is not None or pair.theirs is not None
    swapped = pair.light is not None or pair.dark is not None
    if uphill == swapped:
        yield place, "write either light and dark, or ours and theirs with swap = false"
        return
    for key in ("ours", "theirs") if uphill else ("light", "dark"):
        if getattr(pair, key) is None:
            yield (*place, key), "is missing"
    if uphill and pair.swap is not False:
        yield place, "ours and theirs are not swapped: add swap = false"
    if not uphill and pair.swap is False:
        yield place, "swap = false needs ours and theirs instead of light and dark"


def _account_faults(spec: Spec) -> Iterator[Fault]:
    users = [account.user for account in spec.accounts]
    for number, user in enumerate(users):
        if user in users[:number]:
            yield ("accounts", number), f"{plain(user)} is there twice"
    tables = any(opponent.kind == "strategy" for opponent in spec.opponent)
    wanted = spec.parallel * (2 if tables else 1)
    if len(users) < wanted:
        each = "two accounts a game at a table" if tables else "one account a game"
        yield (
            ("accounts",),
            f"parallel = {spec.parallel} needs {wanted} of them ({each}), there are {len(users)}",
        )
