"""Following a strategy: from a question's facts to a choice, with the trace of how it came about."""

import math
import random
from collections.abc import Collection, Iterator, Mapping, Sequence

from gemp_bot.procedures.conditions import Faults, Measure
from gemp_bot.procedures.counting import StepCounts
from gemp_bot.procedures.expressions import Facts
from gemp_bot.procedures.ranking import SCORE, highest, ranked
from gemp_bot.procedures.schema import Do
from gemp_bot.procedures.steps import Principle, Step
from gemp_bot.procedures.trace import Choice, Decided, Trace, Veto
from gemp_bot.procedures.vocabulary import ANY

NO_STEP = "no step"
"""Named in a trace where the steps of a file did not choose."""


class Procedures:
    """A strategy that was written as data, ready to be followed. Only its counts ever change.

    Attributes:
        name: it is called by.
        about: one sentence.
        ancestry: the names of its parents, the closest first.
        weights: every weight of the vocabulary, with the value that holds.
        capabilities: every capability of the vocabulary, likewise.
        search: every number of the search, likewise.
        faults: counts of the expressions that had no answer at play.
        own_steps: counts of what the steps and principles of people's own files decided.
        uses: the facts that its expressions look up; no others need be handed to `choose`.
    """

    def __init__(
        self,
        *,
        name: str,
        about: str,
        ancestry: tuple[str, ...],
        weights: Mapping[str, float],
        capabilities: Mapping[str, bool | str],
        search: Mapping[str, float],
        procedures: Mapping[str, tuple[Step, ...]],
        principles: tuple[Principle, ...],
        score: Measure,
        faults: Faults,
        uses: frozenset[str],
        own: Collection[str] = (),
    ) -> None:
        self.name = name
        self.about = about
        self.ancestry = ancestry
        self.weights = weights
        self.capabilities = capabilities
        self.search = search
        self.faults = faults
        self.uses = uses
        self.principles = principles
        self.own_steps = StepCounts(procedures, principles, own)
        self._score = score
        self._others = procedures.get(ANY, ())
        self._procedures = {
            kind: (*steps, *self._others) for kind, steps in procedures.items() if kind != ANY
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of questions it has steps of their own for."""
        return tuple(self._procedures)

    def choose(
        self,
        kind: str,
        situation: Facts,
        options: Sequence[Facts],
        rng: random.Random,
        *,
        least: int = 1,
        most: int = 1,
        passing: int | None = None,
    ) -> Choice:
        """Choose among the options of a question. Never fails.

        Args:
            kind: what is asked.
            situation: the facts of the situation, by their names in the vocabulary.
            options: the facts of each option, likewise, with `option.` before their names.
            rng: draws where a step says so; the same draws give the same choice.
            least: how many options must be chosen; 0 where the question lets us pass.
            most: how many can be chosen.
            passing: the option that is the pass, if there is one among the options. It competes like any
                other, no principle forbids it, and `do = "pass"` chooses it.

        Returns:
            From `least` to `most` options, the first chosen first. A step that finds fewer than `least`
            gives what it has, and the steps after it give the rest. Where no step chooses, the highest
            score does, or a pass, if that is allowed and no score is above 0. Options that principles
            forbid are chosen only when nothing else is left and a pass is not allowed.
        """
        limit = max(0, min(most, len(options)))
        if limit == 0:
            return Choice((), Trace(kind))
        follower = _Follower(
            kind=kind,
            situation=situation,
            options=options,
            rng=rng,
            least=max(0, min(least, limit)),
            most=limit,
            score=self._score,
            passing=passing,
        )
        if self.principles:
            follower.veto([law for law in self.principles if not law.on or kind in law.on])
        follower.follow(self._procedures.get(kind, self._others))
        choice = follower.choice()
        self.own_steps.note(choice.trace)
        return choice


class _Follower:
    """One question being answered."""

    __slots__ = (
        "_called",
        "_calling",
        "_chosen",
        "_decided",
        "_free",
        "_kind",
        "_least",
        "_most",
        "_options",
        "_overruled",
        "_passing",
        "_rng",
        "_score",
        "_situation",
        "_skipped",
        "_vetoes",
    )

    def __init__(
        self,
        *,
        kind: str,
        situation: Facts,
        options: Sequence[Facts],
        rng: random.Random,
        least: int,
        most: int,
        score: Measure,
        passing: int | None,
    ) -> None:
        self._kind = kind
        self._situation = situation
        self._options = options
        self._rng = rng
        self._least = least
        self._most = most
        self._score = score
        self._passing = passing
        self._free = list(range(len(options)))
        """Options that are neither vetoed nor chosen, in the order of the question."""
        self._chosen: list[int] = []
        self._decided: list[Decided] = []
        self._skipped: list[str] = []
        self._vetoes: list[Veto] = []
        self._overruled: list[str] = []
        self._calling: list[Step] = []
        """The steps that called the parent whose steps are gone through, the outermost first."""
        self._called: list[tuple[str, str]] = []

    def veto(self, principles: Sequence[Principle]) -> None:
        """Take out what principles forbid."""
        for principle in principles:
            holds, situation = principle.forbid.holds, self._situation
            self._vetoes += [
                Veto(index, principle.name, principle.why)
                for index, option in enumerate(self._options)
                if index != self._passing and holds(situation, option)
            ]
        if self._vetoes:
            out = {veto.index for veto in self._vetoes}
            self._free = [index for index in self._free if index not in out]

    def follow(self, steps: Sequence[Step]) -> None:
        """Go through the steps until enough is chosen.

        Where principles leave too little and a pass is not allowed, the steps are followed once more among
        what breaks the fewest of them, then among what breaks more.
        """
        self._round(steps)
        if not self._vetoes:
            return
        broken: dict[int, list[str]] = {}
        for veto in self._vetoes:
            broken.setdefault(veto.index, []).append(veto.principle)
        for count in sorted({len(names) for names in broken.values()}):
            if len(self._chosen) >= self._least:
                return
            before = len(self._chosen)
            self._free = [index for index, names in broken.items() if len(names) == count]
            self._free.sort()
            self._round(steps)
            for index in self._chosen[before:]:
                self._overruled += broken[index]

    def _round(self, steps: Sequence[Step]) -> None:
        """Follow the steps among the options that are free, and choose without them if they do not."""
        self._skipped.clear()
        self._calling.clear()
        for step in self._open(steps):
            if step.do is Do.PASS:
                if self._pass(step.label, step.where, step.why):
                    return
                self._skipped.append(f"{step.label}: a pass is not allowed")
            elif self._use(step) and len(self._chosen) >= max(self._least, 1):
                return
        self._without_steps()

    def choice(self) -> Choice:
        """What has come out."""
        trace = Trace(
            self._kind,
            tuple(self._decided),
            tuple(self._skipped),
            tuple(self._vetoes),
            tuple(dict.fromkeys(self._overruled)) if self._overruled else (),
            tuple(self._called),
        )
        return Choice(tuple(self._chosen), trace)

    def _open(self, steps: Sequence[Step]) -> Iterator[Step]:
        """The steps whose `when` holds, those of a parent in the place where it is called."""
        for step in steps:
            if step.when is not None and not step.when.holds(self._situation):
                self._skipped.append(f"{step.label}: not when {step.when.text}")
            elif step.do is Do.PARENT:
                self._calling.append(step)
                yield from self._open(step.inner)
                self._calling.pop()
            else:
                yield step

    def _pass(self, label: str, where: str, why: str) -> bool:
        """Pass, if the question lets us; whether it did."""
        allowed = self._least == 0 if self._passing is None else self._least <= 1
        if self._chosen or not allowed:
            return False
        chosen = () if self._passing is None else (self._passing,)
        self._take(Decided(label, where, Do.PASS, chosen, "pass", why))
        return True

    def _use(self, step: Step) -> bool:
        """Let a step choose; whether it did."""
        found = self._free
        if self._most > 1 or step.do is Do.ALL:
            found = [index for index in found if index != self._passing]  # a pass is not one of several
        if step.among is not None:
            holds, situation = step.among.holds, self._situation
            found = [index for index in found if holds(situation, self._options[index])]
        if not found:
            self._skipped.append(f"{step.label}: no option")
            return False
        if step.plain and self._most == 1:
            index, by = highest(self._situation, self._options, found, self._score)
            self._take(Decided(step.label, step.where, step.do, (index,), by, step.why))
            return True
        order = ranked(step, self._situation, self._options, found, score=self._score, rng=self._rng)
        count = min(self._count(step), len(found))
        self._take(Decided(step.label, step.where, step.do, order.first(count), order.why(count), step.why))
        return True

    def _count(self, step: Step) -> int:
        """How many options a step chooses; one that fills up takes only what is missing."""
        fewest = max(self._least, 1) - len(self._chosen)
        if self._chosen:
            return fewest
        if step.do is Do.ALL:
            return self._most
        wanted = None if step.take is None else step.take.of(self._situation)
        if wanted is None:
            return fewest
        return math.floor(min(max(wanted, fewest), self._most))

    def _take(self, decided: Decided) -> None:
        self._decided.append(decided)
        self._called += [(step.where, step.label) for step in self._calling]
        self._chosen += decided.indices
        taken = decided.indices
        self._free = [index for index in self._free if index not in taken]

    def _without_steps(self) -> None:
        """The highest score; or a pass where that is allowed and no score is above 0."""
        scores = {index: self._scored(index) for index in self._free}
        worth = [index for index in self._free if self._least > 0 or scores[index] > 0]
        missing = max(self._least, 1) - len(self._chosen)
        best = sorted(worth, key=lambda index: (-scores[index], index))[:missing]
        if best:
            self._take(Decided(NO_STEP, "", Do.BEST, tuple(best), SCORE, "no step found an option"))
        elif self._least == 0:
            self._pass(NO_STEP, "", "nothing is worth more than a pass")

    def _scored(self, index: int) -> float:
        score = self._score.of(self._situation, self._options[index])
        return -math.inf if score is None else score
