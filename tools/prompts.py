"""How much of the server's English the catalogue understands: python -m tools.prompts JOURNALS."""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gemp_bot.cli.command import Args, arg, command
from gemp_bot.cli.exits import FAILURE, OK, CommandError
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from gemp_bot.decisions import Catalogue, PromptKind
from gemp_bot.decisions.asked import AskedCounts, counted
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import journal_files
from gemp_bot.protocol.decisions import ActionChoice, CardActionChoice, Decision, UnknownDecision
from gemp_bot.replay import Relive


class Coverage(msgspec.Struct, frozen=True):
    """Shares by occurrence, 1.0 if nothing occurred. Questions without an option do not count.

    Attributes:
        texts_seen: different texts, prompts and labels; texts differ by their cards too.
        texts_known: those of them that are understood.
        unknown_prompts: plain text and count, the most frequent first.
        unknown_actions: likewise.
        damaged: files that could not be read to their end (exit code 1).
    """

    prompt_share: float
    action_share: float
    prompts: int
    actions: int
    texts_seen: int
    texts_known: int
    unknown_prompts: tuple[tuple[str, int], ...]
    unknown_actions: tuple[tuple[str, int], ...]
    damaged: int = 0


def measure(decisions: Iterable[Decision | UnknownDecision], catalogue: Catalogue) -> Coverage:
    """Read every text of the decisions and count what is understood."""
    prompts: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    for decision in decisions:
        if isinstance(decision, CardActionChoice | ActionChoice):
            if not decision.actions:
                continue
            actions.update(action.action_text for action in decision.actions)
        prompts[decision.text] += 1
    return measure_texts(prompts, actions, catalogue)


def measure_texts(prompts: Counter[str], actions: Counter[str], catalogue: Catalogue) -> Coverage:
    """The same for texts that were counted before."""
    unknown_prompts: Counter[str] = Counter()
    unknown_actions: Counter[str] = Counter()
    known = 0
    for text, count in prompts.items():
        prompt = catalogue.prompt(text)
        known += prompt.known
        if not prompt.known:
            unknown_prompts[prompt.text] += count
    for text, count in actions.items():
        action = catalogue.action(text)
        known += action.known
        if not action.known:
            unknown_actions[action.text] += count
    return Coverage(
        prompt_share=_share(unknown_prompts, prompts),
        action_share=_share(unknown_actions, actions),
        prompts=prompts.total(),
        actions=actions.total(),
        texts_seen=len(prompts) + len(actions),
        texts_known=known,
        unknown_prompts=tuple(unknown_prompts.most_common()),
        unknown_actions=tuple(unknown_actions.most_common()),
    )


def _share(unknown: Counter[str], all_texts: Counter[str]) -> float:
    total = all_texts.total()
    return 1.0 - unknown.total() / total if total else 1.0


_SHOWN = 40


class PromptsArgs(Args):
    files: list[Path] = arg("FILE", "a recording, or a folder of recordings")
    counts: Path | None = arg("--counts FILE", "write how often each kind of question was asked")


@dataclass(slots=True)
class _Read:
    """What was read: the questions with a choice by their kinds, digests of recordings, and damaged ones."""

    kinds: list[PromptKind] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    damaged: list[Path] = field(default_factory=list)


@command(
    json=Coverage,
    about="""
Tell how much of the prompts and action texts of recorded games the catalogue
understands, by occurrence, and list what it does not.""",
    examples="""
  python -m tools.prompts journals
  python -m tools.prompts --json journals/*.jsonl.gz""",
)
def prompts(args: PromptsArgs, out: Output) -> int:
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
    out.json(msgspec.structs.replace(coverage, damaged=len(read.damaged)))
    return FAILURE if read.damaged or missing else OK


COMMAND = prompts


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


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.prompts", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
