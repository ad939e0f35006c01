"""Reading a spec: every fault is one line that names the file, the key, and what would be right."""

import re
import types
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from gemp_bot.arena.errors import SpecError
from gemp_bot.arena.needed import EXAMPLES, what_is_right
from gemp_bot.arena.spec import OpponentSpec, PairSpec, PlayerSpec, Spec
from gemp_bot.files import read_toml
from gemp_bot.procedures.loader import is_path
from gemp_bot.protocol.address import ServerAddress
from gemp_bot.protocol.errors import PolicyError
from gemp_bot.strategy.named import UnknownStrategyError, make_strategy
from gemp_bot.terminal import plain

_PASSWORD_KEY = re.compile(r"pass|secret|pwd", re.IGNORECASE)
_NEVER_HERE = (
    "a password never goes here: put it alone into a file (chmod 600) and name that with password_file"
)
_AT = re.compile(r"^(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)


def read_spec(file: Path) -> Spec:
    """Read and check a spec.

    Raises:
        SpecError: one line.
    """
    read = read_toml(file, "docs/arena.md shows a spec", SpecError)
    try:
        return spec_of(read.data, file.parent)
    except SpecError as fault:
        raise SpecError(f"{read.shown}: {fault}") from None


def spec_of(data: Mapping[str, Any], folder: Path = Path()) -> Spec:
    """Check what a file says.

    Args:
        data: its values.
        folder: where the paths of strategy files begin.

    Raises:
        SpecError: one line that names the key, without the file.
    """
    # Names before values: what stands under a wrong key is not shown, it may be a password.
    for place, fault in _unknown_keys(data, Spec, ""):
        raise SpecError(f"{place}: {fault}")
    try:
        spec = msgspec.convert(dict(data), Spec, strict=True)
    except msgspec.ValidationError as fault:
        raise SpecError(_translate(str(fault), data)) from None
    spec = _placed(spec, folder)
    _check(spec)
    return spec


def _placed(spec: Spec, folder: Path) -> Spec:
    """The same with strategy files as they are seen from here."""

    def seen(name: str) -> str:
        return str(folder / Path(name).expanduser()) if is_path(name) else name

    replace = msgspec.structs.replace
    opponents = [one if one.name is None else replace(one, name=seen(one.name)) for one in spec.opponent]
    player = replace(spec.player, strategy=seen(spec.player.strategy))
    return replace(spec, player=player, opponent=opponents)


# -- keys ----------------------------------------------------------------------------------------------


def _unknown_keys(data: object, kind: Any, place: str) -> Iterator[tuple[str, str]]:
    """All keys no section knows, with what is wrong about them."""
    inner = _item(kind)
    if inner is not None:
        if isinstance(data, list):
            for number, one in enumerate(data, start=1):
                yield from _unknown_keys(one, inner, f"{place}[{number}]")
        return
    section = _section(kind)
    if section is None or not isinstance(data, Mapping):
        return
    hints = get_type_hints(section, include_extras=True)
    for key, value in data.items():
        where = f"{place}.{plain(key)}" if place else plain(key)
        if key in hints:
            yield from _unknown_keys(value, hints[key], where)
            continue
        if _PASSWORD_KEY.search(key):
            yield where, _NEVER_HERE
            continue
        close = get_close_matches(key.lower(), list(hints), n=1)
        right = f"did you mean {close[0]}?" if close else f"there are {', '.join(hints)}"
        yield where, f"is no key: {right}"


def _item(kind: Any) -> Any:
    """What a list holds; None for no list."""
    return get_args(kind)[0] if get_origin(kind) is list else None


def _section(kind: Any) -> type[msgspec.Struct] | None:
    """The section a type stands for; None for a plain value."""
    if get_origin(kind) is Annotated:
        return _section(get_args(kind)[0])
    choices = get_args(kind) if get_origin(kind) in {Union, types.UnionType} else (kind,)
    found = [one for one in choices if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    return found[0] if found else None


# -- values --------------------------------------------------------------------------------------------


def _translate(message: str, data: Mapping[str, Any]) -> str:
    """Msgspec's words as ours: the key first, lists counted from 1, and what would be right."""
    match = _AT.match(message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    key = re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", path.removeprefix("."))
    missing = re.fullmatch(r"Object missing required field `(\w+)`", what)
    if missing:
        example = EXAMPLES.get(missing[1])
        return f"{f'{key}.' if key else ''}{missing[1]} is missing" + (f": {example}" if example else "")
    right = what_is_right(path.removeprefix("."), data)
    if right is not None:
        return f"{key}: {right}"
    return f"{key or 'spec'}: {what[:1].lower()}{what[1:].replace('`', '')}"


def _check(spec: Spec) -> None:
    """What types cannot say.

    Raises:
        SpecError: one line.
    """
    _check_server(spec.server)
    if spec.games % 2:
        raise SpecError(f"games: must be even, since games are paired, not {spec.games}")
    _check_source("player", spec.player, spec.player.strategy)
    _check_opponents(spec)
    if bool(spec.pair) == (spec.pairs is not None):
        raise SpecError("pair: write either [[pair]] for chosen decks or [pairs] for random ones")
    for number, pair in enumerate(spec.pair, start=1):
        _check_pair(f"pair[{number}]", pair)
    if len({pair.swap is False for pair in spec.pair}) > 1:
        raise SpecError("pair: some are swapped and some are not: measure them by two specs")
    _check_accounts(spec)


def _check_server(url: str) -> None:
    try:
        loopback = ServerAddress.parse(url).is_loopback
    except PolicyError as fault:
        raise SpecError(str(fault).replace("server.url", "server:", 1)) from None
    if not loopback:
        raise SpecError("server: an arena plays many games at full speed: only with a server on this machine")


def _check_opponents(spec: Spec) -> None:
    if not spec.opponent:
        raise SpecError("opponent: there is none: write [[opponent]]")
    for number, opponent in enumerate(spec.opponent, start=1):
        _check_opponent(f"opponent[{number}]", opponent)
    labels = [opponent.label for opponent in spec.opponent]
    for label in labels:
        if labels.count(label) > 1:
            raise SpecError(f"opponent: {label} is there twice")
    if spec.sprt is not None:
        if len(spec.opponent) > 1:
            raise SpecError("sprt: tells two players apart: it wants exactly one [[opponent]]")
        if spec.sprt.elo0 >= spec.sprt.elo1:
            raise SpecError("sprt: elo0 must be less than elo1")


def _check_source(place: str, source: PlayerSpec | OpponentSpec, strategy: str) -> None:
    given = [key for key in ("python", "wheel", "revision") if getattr(source, key) is not None]
    if len(given) > 1:
        raise SpecError(f"{place}: {given[0]} and {given[1]} exclude each other")
    if not given:  # what other versions know only they can tell
        try:
            make_strategy(strategy, 0)
        except UnknownStrategyError as fault:
            raise SpecError(f"{place}: {fault}") from None


def _check_opponent(place: str, opponent: OpponentSpec) -> None:
    if opponent.kind == "ai":
        if opponent.skill is None:
            raise SpecError(f'{place}.skill is missing: one of "RANDO", "ADVANCED", "BEGINNER"')
        for key in ("name", "python", "wheel", "revision"):
            if getattr(opponent, key) is not None:
                raise SpecError(f'{place}.{key}: is for kind = "strategy", not for an AI of the server')
        return
    if opponent.name is None:
        raise SpecError(f"{place}.name is missing: which strategy?")
    if opponent.skill is not None:
        raise SpecError(f'{place}.skill: is for kind = "ai"')
    _check_source(place, opponent, opponent.name)


def _check_pair(place: str, pair: PairSpec) -> None:
    uphill = pair.ours is not None or pair.theirs is not None
    swapped = pair.light is not None or pair.dark is not None
    if uphill == swapped:
        raise SpecError(f"{place}: write either light and dark, or ours and theirs with swap = false")
    first, second = ("ours", "theirs") if uphill else ("light", "dark")
    for key in (first, second):
        if getattr(pair, key) is None:
            raise SpecError(f"{place}.{key} is missing")
    if uphill and pair.swap is not False:
        raise SpecError(f"{place}: ours and theirs are not swapped: add swap = false")
    if not uphill and pair.swap is False:
        raise SpecError(f"{place}: swap = false needs ours and theirs instead of light and dark")


def _check_accounts(spec: Spec) -> None:
    users = [account.user for account in spec.accounts]
    for user in users:
        if users.count(user) > 1:
            raise SpecError(f"accounts: {plain(user)} is there twice")
    tables = any(opponent.kind == "strategy" for opponent in spec.opponent)
    wanted = spec.parallel * (2 if tables else 1)
    if len(users) < wanted:
        each = "two accounts a game at a table" if tables else "one account a game"
        raise SpecError(
            f"accounts: parallel = {spec.parallel} needs {wanted} of them ({each}), there are {len(users)}"
        )
