"""How often the rules of people's own files were used: which step decided, which principle forbade."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from gemp_bot.procedures.schema import Do
from gemp_bot.procedures.steps import Principle, Step
from gemp_bot.procedures.trace import Trace


class StepCounts:
    """Counts of steps and principles; those of files that came with the program are not counted.

    Args:
        procedures: the steps by kind.
        principles: in their order.
        own: where the rules stand that are counted: `mine.toml:34`.
    """

    def __init__(
        self,
        procedures: Mapping[str, tuple[Step, ...]],
        principles: Collection[Principle],
        own: Collection[str],
    ) -> None:
        steps = [step for kind in procedures.values() for step in _all_of(kind) if step.where in own]
        self._idle = [(step.where, step.label) for step in steps if step.do is Do.PARENT and not step.inner]
        self._steps = {(step.where, step.label): f"{step.where}: {step.label}" for step in steps}
        self._principles = {
            law.name: f"{law.where}: principle {law.name}" for law in principles if law.where in own
        }
        rules = dict.fromkeys((*self._steps.values(), *self._principles.values()), 0)
        self._counts: Counter[str] = Counter(rules)

    @property
    def idle(self) -> tuple[str, ...]:
        """The steps that leave the question to a parent which has no steps for it."""
        return tuple(self._steps[step] for step in self._idle)

    @property
    def counts(self) -> Mapping[str, int]:
        """At how many questions each decided or forbade, by `file:line: rule`; 0 for what never did."""
        return dict(self._counts)

    def note(self, trace: Trace) -> None:
        """Count what a choice came of. One that called its parent counts if the parent's steps decided."""
        for step in (*((made.where, made.step) for made in trace.decided), *trace.called):
            rule = self._steps.get(step)
            if rule is not None:
                self._counts[rule] += 1
        for name in {veto.principle for veto in trace.vetoes}:
            rule = self._principles.get(name)
            if rule is not None:
                self._counts[rule] += 1


def _all_of(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all_of(step.inner)
