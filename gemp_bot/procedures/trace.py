"""What was chosen, and how it came about."""

import msgspec

from gemp_bot.procedures.schema import Do


class Decided(msgspec.Struct, frozen=True):
    """A step that chose.

    Attributes:
        step: `PHASE_ACTION step 2`, or `no step`.
        where: `strong.toml:34`; "" for no step.
        do: what it did.
        indices: the options it chose; empty for a pass.
        by: what decided: an entry of its `prefer` list, "score", "random", "the only one", ...
        why: what the step is for, in the words of the file.
    """

    step: str
    where: str
    do: Do
    indices: tuple[int, ...]
    by: str
    why: str = ""


class Veto(msgspec.Struct, frozen=True):
    """An option that a principle forbids: its index, the principle's name, and why."""

    index: int
    principle: str
    why: str


class Trace(msgspec.Struct, frozen=True):
    """How a choice came about.

    Attributes:
        kind: what was asked.
        decided: the steps that chose; several where the first did not find enough.
        skipped: the steps before them that did not, each with the reason.
        vetoes: what principles took out.
        overruled: principles that forbade what was chosen nevertheless, because nothing else was left.
        called: the steps that called the parent's steps which chose: where, and which.
    """

    kind: str
    decided: tuple[Decided, ...] = ()
    skipped: tuple[str, ...] = ()
    vetoes: tuple[Veto, ...] = ()
    overruled: tuple[str, ...] = ()
    called: tuple[tuple[str, str], ...] = ()

    def lines(self) -> tuple[str, ...]:
        """The same for people, one sentence each; options are counted from 0."""
        found = [
            f"{made.step}{made.where and f' ({made.where})'}: {_what(made)}{made.why and f': {made.why}'}"
            for made in self.decided
        ]
        found += [f"option {veto.index} is forbidden by {veto.principle}: {veto.why}" for veto in self.vetoes]
        found += [f"overruled: {name}, nothing else was left" for name in self.overruled]
        return (*found, *(f"passed over: {line}" for line in self.skipped))


class Choice(msgspec.Struct, frozen=True):
    """What to do with a question.

    Attributes:
        indices: the chosen options by their place in the question, the first chosen first; empty for a pass.
        trace: how it came about.
    """

    indices: tuple[int, ...]
    trace: Trace

    @property
    def passed(self) -> bool:
        """Whether nothing is chosen."""
        return not self.indices

    @property
    def index(self) -> int | None:
        """The first chosen option; None for a pass."""
        return self.indices[0] if self.indices else None


def _what(made: Decided) -> str:
    if not made.indices:
        return "pass"
    which = ", ".join(str(index) for index in made.indices)
    return f"option{'s' if len(made.indices) > 1 else ''} {which} by {made.by}"
