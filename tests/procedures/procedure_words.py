"""A small vocabulary of no game in particular, and strategies written into folders."""

from collections.abc import Mapping
from pathlib import Path

from gemp_bot.procedures import (
    CapabilityKey,
    Fact,
    Names,
    NumberKey,
    Procedures,
    StrategyFileError,
    Type,
    Value,
    Vocabulary,
    load_strategy,
)

WORDS = Vocabulary(
    kinds=("BUY", "MOVE"),
    facts=(
        Fact("me.force", Type.NUMBER, "what we have", "Force"),
        Fact("me.late", Type.FLAG, "the game is nearly over"),
        Fact("phase", Type.TEXT, "the phase", choices=("deploy", "move")),
        Fact("option.score", Type.NUMBER, "worth", "Force"),
        Fact("option.power", Type.NUMBER, "strength", "power"),
        Fact("option.cost", Type.NUMBER, "price", "Force"),
        Fact("option.toll", Type.NUMBER, "price of a way", "Force", never=("BUY",)),
        Fact("option.own", Type.FLAG, "ours"),
        Fact("option.type", Type.TEXT, "what it is", choices=("ship", "man", "")),
        Fact("option.title", Type.TEXT, "what it is called"),
        Fact("option.captain", Type.TEXT, "who is aboard", names="person"),
        Fact("crew", Type.TEXTS, "who is hired", names="person"),
        Fact("option.marks", Type.TEXTS, "what is painted on it"),
    ),
    weights=(
        NumberKey("boldness", "Force", 1.0, 0.0, 5.0, "how bold"),
        NumberKey("patience", "", 0.5, 0.0, 1.0, "how patient"),
    ),
    capabilities=(
        CapabilityKey("cards", "printed facts", default=True),
        CapabilityKey("depth", "how far", "near", ("near", "far")),
    ),
    search=(NumberKey("depth", "moves", 3, 0, 9, "how deep", whole=True),),
    names={"person": Names(str.lower, lambda text: "" if text.lower() in ("ann", "bob") else "ask Ann")},
)

HEAD = 'name = "{name}"\nabout = "a test"\napi = 2\n'


def write(folder: Path, body: str, *, name: str = "mine", head: str = HEAD) -> Path:
    """A strategy file; the body begins on line 4."""
    path = folder / f"{name}.toml"
    path.write_text(head.format(name=name) + body, encoding="utf-8")
    return path


def loaded(folder: Path, body: str, *, name: str = "mine", words: Vocabulary = WORDS) -> Procedures:
    return load_strategy(write(folder, body, name=name), words, folders=(folder,))


def problems(folder: Path, body: str, *, words: Vocabulary = WORDS) -> list[str]:
    """What is wrong, as `line: text`."""
    try:
        loaded(folder, body, words=words)
    except StrategyFileError as error:
        return [f"{problem.line}: {problem.text}" for problem in error.problems]
    return []


def situation(words: Vocabulary = WORDS, /, **facts: Value) -> dict[str, Value]:
    """Facts of a situation: a double underline stands for the dot."""
    return _filled(words.blank_situation(), facts, "")


def option(words: Vocabulary = WORDS, /, **facts: Value) -> dict[str, Value]:
    """Facts of an option, without `option.`."""
    return _filled(words.blank_option(), facts, "option.")


def _filled(blank: dict[str, Value], facts: Mapping[str, Value], prefix: str) -> dict[str, Value]:
    for name, value in facts.items():
        fact = prefix + name.replace("__", ".")
        assert fact in blank, f"{fact} is no fact"
        blank[fact] = value
    return blank
