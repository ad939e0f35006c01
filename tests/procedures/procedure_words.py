"""A small vocabulary of no game in particular, and strategies written into folders."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from gemp_bot.procedures import (
    Choice,
    Fact,
    Names,
    Procedures,
    StrategyFileError,
    Type,
    Value,
    Vocabulary,
    load_strategy,
)
from gemp_bot.procedures.vocabulary import BLANK, Key

WORDS = Vocabulary(
    kinds=("BUY", "MOVE"),
    facts=(
        Fact("me.force", Type.NUMBER, "what we have", "Force"),
        Fact("me.late", Type.FLAG, "the game is nearly over"),
        Fact("phase", Type.TEXT, "the phase", choices=("deploy", "move")),
        Fact("option.score", Type.NUMBER, "worth", "Force"),
        Fact("option.power", Type.NUMBER, "strength", "power"),
        Fact("option.cost", Type.NUMBER, "price", "Force"),
        Fact("option.own", Type.FLAG, "ours"),
        Fact("option.type", Type.TEXT, "what it is", choices=("ship", "man", "")),
        Fact("option.title", Type.TEXT, "what it is called"),
        Fact("option.captain", Type.TEXT, "who is aboard", names="person"),
        Fact("crew", Type.TEXTS, "who is hired", names="person"),
        Fact("option.marks", Type.TEXTS, "what is painted on it"),
    ),
    weights=(Key("boldness", "how bold", 1.0, "Force", 0.0, 5.0), Key("patience", "how patient", 0.5)),
    capabilities=(Key("cards", "printed facts", default=True),),
    search=(Key("depth", "how deep", 3, "moves", 0, 9, whole=True),),
    renamed={"temperament": "weights", "weights.courage": "weights.boldness", "me.gold": "me.force"},
    names={"person": Names(str.lower, lambda text: "" if text.lower() in ("ann", "bob") else "ask Ann")},
)

HEAD = 'name = "{name}"\nabout = "a test"\napi = 2\n'
Facts = dict[str, Value]


def write(folder: Path, body: str, *, name: str = "mine", head: str = HEAD) -> Path:
    """A strategy file; the body begins on line 4."""
    path = folder / f"{name}.toml"
    path.write_text(head.format(name=name) + body, encoding="utf-8")
    return path


def loaded(folder: Path, body: str, *, name: str = "mine", words: Vocabulary = WORDS) -> Procedures:
    return load_strategy(write(folder, body, name=name), words, folders=(folder,))


def problems(folder: Path, body: str) -> list[str]:
    """What is wrong, as `line: text`."""
    try:
        loaded(folder, body)
    except StrategyFileError as error:
        return [f"{problem.line}: {problem.text}" for problem in error.problems]
    return []


def situation(words: Vocabulary = WORDS, /, **facts: Value) -> Facts:
    """Facts of a situation: a double underline stands for the dot."""
    return _filled(words, facts, "")


def option(words: Vocabulary = WORDS, /, **facts: Value) -> Facts:
    """Facts of an option, without `option.`."""
    return _filled(words, facts, "option.")


def _filled(words: Vocabulary, facts: Mapping[str, Value], prefix: str) -> Facts:
    blank = {fact.name: BLANK[fact.type] for fact in words.facts if fact.of_option is bool(prefix)}
    given = {prefix + name.replace("__", "."): value for name, value in facts.items()}
    assert given.keys() <= blank.keys()
    return blank | given


def choose(
    strategy: Procedures,
    options: Sequence[Facts],
    here: Facts | None = None,
    *,
    kind: str = "BUY",
    seed: int = 1,
    can_pass: bool = False,
    passing: int | None = None,
) -> Choice:
    rng = random.Random(seed)
    here = situation() if here is None else here
    return strategy.choose(kind, here, options, rng, can_pass=can_pass, passing=passing)
