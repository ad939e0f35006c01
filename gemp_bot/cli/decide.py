"""`gemp-bot replay --decide`: decide recorded questions once more."""

from gemp_bot.cli.exits import CommandError
from gemp_bot.cli.output import Output
from gemp_bot.config.errors import ConfigError
from gemp_bot.decisions import Question
from gemp_bot.journal import JournalReader
from gemp_bot.journal.lines import Head
from gemp_bot.replay import Redecide, Redecision, Relive
from gemp_bot.strategy import Thinker, UnknownStrategyError, make_strategy


def decide(relive: Relive, out: Output, *, strategy: str | None, seed: int | None) -> dict[str, object]:
    """Ask a strategy at every question of a recording and show where it differs.

    Args:
        relive: the recording, not begun.
        out: where differences are shown.
        strategy: its name; None for the one of the journal.
        seed: its seed; None for the one of the journal.

    Returns:
        The part of the JSON (docs/json.md).

    Raises:
        ConfigError: no such strategy, or none is named anywhere.
    """
    head = _head(relive)
    name = strategy or (None if head is None else head.strategy)
    if name is None:
        raise ConfigError(f"{relive.path}: names no strategy, being no journal of ours: give --strategy NAME")
    if seed is None:
        seed = 0 if head is None or head.seed is None else head.seed
    budget = None if head is None else head.budget
    try:
        deck = None if head is None else head.deck
        thinker = Thinker(make_strategy(name, seed, deck), rule=make_strategy("steady", 0), work=budget)
    except UnknownStrategyError as fault:
        raise ConfigError(f"--strategy: {fault}") from None
    redecide = Redecide(relive, thinker)
    different = [found for found in redecide if not found.same]
    for found in different:
        for line in _lines(found):
            out.line(line)
    asked = f"{redecide.asked} questions, {redecide.choices} with a choice"
    out.line(f"{relive.path}: {name}, seed {seed}: {asked}, {len(different)} answered differently")
    return {
        "strategy": name,
        "seed": seed,
        "asked": redecide.asked,
        "choices": redecide.choices,
        "different": len(different),
        "differences": [_json(found) for found in different],
    }


def _head(relive: Relive) -> Head | None:
    """The head of a journal: its first line, if it is one of ours."""
    for _, line in JournalReader(relive.path):
        return line if isinstance(line, Head) else None
    raise CommandError(f"{relive.path}: holds nothing")


def _lines(found: Redecision) -> list[str]:
    now = found.thought.verdict
    reasons = "; ".join(f"{reason.text} ({reason.force:+.1f})" for reason in now.reasons)
    return [
        f"? {found.number}. {found.question.prompt}",
        f"    was {_words(found.question, found.was or '')}",
        f"    now {_words(found.question, now.answer.wire)}" + (f"  because {reasons}" if reasons else ""),
    ]


def _words(question: Question, wire: str) -> str:
    chosen = set(wire.split(","))
    labels = [f"{option.key} {option.text}".rstrip() for option in question.options if option.key in chosen]
    return ", ".join(labels) or wire or "pass"


def _json(found: Redecision) -> dict[str, object]:
    return {
        "n": found.number,
        "prompt": found.question.prompt,
        "kind": found.question.kind.value,
        "was": found.was,
        "now": found.thought.verdict.answer.wire,
    }
