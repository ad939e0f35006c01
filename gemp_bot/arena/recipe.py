"""What it takes to make a measurement again, as it stands in its report."""

import hashlib
import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from gemp_bot.arena.results import Measurement
from gemp_bot.arena.spec import MADE, Spec
from gemp_bot.procedures.plugins import is_code
from gemp_bot.strategy.identity import StrategyKind, short


def is_modified(package: Path) -> bool:
    """Whether the package lies in a git checkout whose code or strategies differ from its revision."""
    root = package.parent
    if not (root / ".git").exists():
        return False
    words = ["git", "-C", str(root), "status", "--porcelain", "--", package.name, "strategies"]
    try:
        done = subprocess.run(words, capture_output=True, check=False)  # noqa: S603
    except OSError:  # no git: not known
        return False
    return done.returncode == 0 and bool(done.stdout.strip())


_ELSEWHERE = ("server", "accounts")
"""Keys that are another's on another machine."""
_PATHS = ("python", "wheel", "file")
_TEXT = ("strategy", "name")


def recipe(spec: Spec, measurement: Measurement | None) -> list[str]:
    """Markdown: the spec without server, accounts and folders, and digests of what it names.

    Args:
        spec: what was asked for.
        measurement: the decks and players it led to; None if nothing was played.
    """
    pairs = () if measurement is None else measurement.pairs
    players = () if measurement is None else measurement.players or ()
    lines = ["Spec, without `server` and `accounts`:", "", "```toml", *_toml(_plain(spec)), "```", ""]
    if spec.pairs is not None:
        split = spec.pairs.split
        half = f" the {split} half of" if split and split != MADE else ""
        drawn = f"The {spec.pairs.random} pairs are drawn by `pairs.seed` from{half} the library"
        if split == MADE:
            drawn += ", a third of the fighters and Interrupts of each deck exchanged by it"
        lines += [f"{drawn}: the same library gives the same pairs."]
    if pairs:
        texts = "\0".join(text for pair in pairs for text in (pair.format, pair.light.text, pair.dark.text))
        digest = short(hashlib.sha256(texts.encode()).hexdigest())
        lines += [f"Decks: {len(pairs)} pairs, digest {digest}."]
    own = sorted({deck.name for pair in pairs for deck in (pair.light, pair.dark) if not deck.library})
    if own:
        lines += ["Decks of our own, each with the digest of its text: " + ", ".join(own) + "."]
    found = [player for player in players if player is not None]
    strategies = {one.name: one.digest for one in found if one.kind is StrategyKind.FILE}
    if strategies:
        lines += [f"Strategy files, with the digest of their texts and their parents': {_told(strategies)}."]
    classes = {one.name: one.digest for one in found if one.kind is StrategyKind.CLASS}
    if classes:
        lines += [f"Classes, with the digest of their files: {_told(classes)}."]
    plugins = {one.name: one.digest for one in found if one.kind is StrategyKind.PLUGIN}
    if plugins:
        lines += [f"Plug-ins, with the digest of their packages: {_told(plugins)}."]
    if found:
        programs = dict.fromkeys(short(one.program) for one in found)
        lines += [f"Programs that ran the players, each with its digest: {', '.join(programs)}."]
    return lines


def _told(digests: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {short(digest)}" for name, digest in sorted(digests.items()))


def _plain(spec: Spec) -> dict[str, Any]:
    """The spec as plain values, with the last part of each path."""
    values: dict[str, Any] = msgspec.to_builtins(spec)
    return {key: _bare(value, key) for key, value in values.items() if key not in _ELSEWHERE}


def _bare(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return {inner: _bare(one, inner) for inner, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_bare(one, key) for one in value]
    if not isinstance(value, str):
        return value
    is_path = key in _PATHS or (key in _TEXT and (value.endswith(".toml") or is_code(value)))
    return Path(value).name if is_path else value


def _toml(values: Mapping[str, Any]) -> list[str]:
    """A spec in TOML: values first, then tables, then lists of tables."""
    rest = {key: value for key, value in values.items() if value is not None and value != []}
    lines = [f"{key} = {_value(one)}" for key, one in rest.items() if not isinstance(one, dict | list)]
    for key, one in rest.items():
        for table in one if isinstance(one, list) else [one] if isinstance(one, dict) else []:
            lines += ["", f"[[{key}]]" if isinstance(one, list) else f"[{key}]"]
            lines += [f"{inner} = {_value(found)}" for inner, found in table.items()]
    return lines


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, str):
        # JSON's texts are TOML's, but for this one character.
        return re.sub("\x7f", r"\\u007f", json.dumps(value, ensure_ascii=False))
    return str(value).lower()
