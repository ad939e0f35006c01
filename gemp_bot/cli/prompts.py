"""`gemp-bot prompts coverage`: how much of the server's English is understood."""

import argparse
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue, PromptKind, measure
from gemp_bot.decisions.asked import AskedCounts, counted
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.protocol.decisions import Decision, UnknownDecision
from gemp_bot.replay import Relive

_SHOWN = 40


@dataclass(slots=True)
class _Read:
    """What was read: the questions with a choice by their kinds, digests of recordings, and damaged ones."""

    kinds: list[PromptKind] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    damaged: list[Path] = field(default_factory=list)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    out = Output(as_json=args.json)
    catalogue = Catalogue.load()
    read = _Read()
    missing: list[str] = []
    files = journal_files(args.files, missing.append)
    for line in missing:
        out.note(f"gemp-bot: {line}")
    coverage = measure(_decisions(files, catalogue, out, read), catalogue)
    if args.counts is not None:
        write_counts(args.counts, counted(read.kinds, read.digests))
        out.line(
            f"{args.counts}: {len(read.kinds)} questions with a choice, of {len(read.digests)} recordings"
        )
    out.line(f"prompts understood: {coverage.prompt_share:8.3%} of {coverage.prompts}")
    out.line(f"actions understood: {coverage.action_share:8.3%} of {coverage.actions}")
    out.line(f"different texts:    {coverage.texts_known} of {coverage.texts_seen}")
    for name, texts in (("prompts", coverage.unknown_prompts), ("actions", coverage.unknown_actions)):
        if texts:
            out.line(f"unknown {name}:")
        for text, count in texts[:_SHOWN]:
            out.line(f"  {count:>6}  {text}")
        if len(texts) > _SHOWN:
            out.line(f"          … and {len(texts) - _SHOWN} more (--json lists them all)")
    out.json(
        {
            "prompt_share": coverage.prompt_share,
            "action_share": coverage.action_share,
            "prompts": coverage.prompts,
            "actions": coverage.actions,
            "texts_seen": coverage.texts_seen,
            "texts_known": coverage.texts_known,
            "unknown_prompts": _counted(coverage.unknown_prompts),
            "unknown_actions": _counted(coverage.unknown_actions),
            "damaged": len(read.damaged),
        }
    )
    return FAILURE if read.damaged or missing else OK


def write_counts(file: Path, counts: AskedCounts) -> None:
    """Write what was counted.

    Raises:
        CommandError: it cannot be written.
    """
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(counts)) + b"\n")
    except OSError as fault:
        raise CommandError(f"{file}: cannot be written: {fault.strerror}") from None


def _decisions(
    files: Iterable[Path], catalogue: Catalogue, out: Output, read: _Read
) -> Iterator[Decision | UnknownDecision]:
    for path in files:
        relive = Relive(path, catalogue)
        try:
            for step in relive:
                if step.question is not None:
                    if step.question.is_choice:
                        read.kinds.append(step.question.kind)
                    yield step.question.decision
            read.digests.append(hashlib.sha256(path.read_bytes()).hexdigest())
        except JournalError as fault:
            read.damaged.append(path)
            out.note(f"gemp-bot: {fault}")
        if relive.tally.truncated:
            out.note(f"gemp-bot: {path}: cut at its end, read as far as it goes")


def _counted(texts: Iterable[tuple[str, int]]) -> list[dict[str, object]]:
    return [{"text": text, "count": count} for text, count in texts]
