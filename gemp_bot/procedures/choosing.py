"""Following a strategy: from a question's facts to a choice, and how it came about."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from operator import itemgetter
from types import MappingProxyType
from typing import cast

import msgspec
import structlog

from gemp_bot.procedures.expressions import Facts, Run
from gemp_bot.procedures.vocabulary import ANY, SCORE, Plain

_log = structlog.stdlib.get_logger(__name__)

NO_STEP = "no step"
"""Named where the steps of a file did not choose."""
_NO_OPTION: Facts = MappingProxyType({})
_score_of = itemgetter(SCORE)


class Do(StrEnum):
    """What a step does with the options it finds."""

    BEST = "best"
    PREFER = "prefer"
    PASS = "pass"  # noqa: S105 - no password
    PARENT = "parent"


class Expression:
    """An expression of a file, evaluated without ever failing.

    Args:
        text: as it is written.
        where: `strong.toml:34`.
        run: what was compiled.
        unanswered: counts, by `file:line: expression: what was wrong`, where it had no answer.
    """

    __slots__ = ("_run", "_unanswered", "text", "where")

    def __init__(self, text: str, where: str, run: Run, unanswered: Counter[str]) -> None:
        self.text = text
        self.where = where
        self._run = run
        self._unanswered = unanswered

    def value(self, situation: Facts, option: Facts = _NO_OPTION) -> Plain | None:
        """What it is; None where it has no answer. The first time that is logged as well as counted."""
        try:
            value = self._run(situation, option)
        except ZeroDivisionError:
            why = "divides by zero"
        except (ArithmeticError, LookupError, TypeError) as error:
            why = f"{type(error).__name__} {error}"
        else:
            if value == value:  # not of NaN  # noqa: PLR0124
                return value
            why = "no number"
        key = f"{self.where}: {self.text}: {why}"
        self._unanswered[key] += 1
        if self._unanswered[key] == 1:
            _log.warning("no_answer_to_expression", at=self.where, text=self.text, why=why)
        return None


@dataclass(frozen=True, slots=True)
class Preference:
    """One entry of a `prefer` list: `sign` is 1 for the least of a number, -1 for the most or for true."""

    text: str
    expression: Expression
    sign: int
    worst: float = math.inf
    """What an option without an answer counts as."""

    def cost(self, situation: Facts, options: Sequence[Facts], index: int) -> float:
        """How little an option is preferred."""
        value = self.expression.value(situation, options[index])
        return self.worst if value is None else self.sign * cast("float", value)


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One step of a procedure.

    Attributes:
        label: `PHASE_ACTION step 2`.
        where: `strong.toml:34`.
        do: what it does.
        when: it is passed over where this does not hold; None for always.
        among: it looks only at options for which this holds; None for all.
        prefer: what decides, the first entry first.
        chance: whether a draw decides at the end, instead of the order of the options.
        within: with BEST, how far behind the best score still counts as equal, in Force.
        why: what it is for, in the words of the file.
        inner: with PARENT, the steps that take its place.
        own: whether it stands in a file that did not come with the program.
    """

    label: str
    where: str
    do: Do = Do.BEST
    when: Expression | None = None
    among: Expression | None = None
    prefer: tuple[Preference, ...] = ()
    chance: bool = False
    within: float = 0.0
    why: str = ""
    inner: tuple["ProcedureStep", ...] = ()
    own: bool = False

    @property
    def rule(self) -> str:
        """What it is counted by."""
        return f"{self.where}: {self.label}"

    def all(self) -> Iterator["ProcedureStep"]:
        """It, and the steps of the parent that it calls."""
        yield self
        for step in self.inner:
            yield from step.all()

    def open(
        self, situation: Facts, calling: tuple["ProcedureStep", ...] = ()
    ) -> Iterator[tuple["ProcedureStep", ...]]:
        """Those of them whose `when` holds, each behind the steps that call it."""
        if self.when is not None and not self.when.value(situation):
            return
        if self.do is not Do.PARENT:
            yield (*calling, self)
        for step in self.inner:
            yield from step.open(situation, (*calling, self))

    def choose(
        self, situation: Facts, options: Sequence[Facts], left: list[int], rng: random.Random
    ) -> tuple[int, str]:
        """One of the options that are left, and what decided: the entry that left but one."""
        if len(left) == 1:
            return left[0], "the only one"

        entries: list[tuple[str, Callable[[int], float]]] = []
        if self.do is Do.BEST:
            behind = {index: -_score_of(options[index]) for index in left}
            limit = min(behind.values()) + self.within
            near = {index: max(each, limit) for index, each in behind.items()} if self.within else behind
            entries.append(("score", near.__getitem__))
        entries += [(each.text, partial(each.cost, situation, options)) for each in self.prefer]
        if self.do is Do.BEST and self.within:
            entries.append(("score", behind.__getitem__))
        if self.chance:
            draws = {index: rng.random() for index in left}
            entries.append(("random", draws.__getitem__))
        decided = ""
        for what, cost in entries:
            costs = [cost(index) for index in left]
            least = min(costs)
            if costs.count(least) < len(costs):
                decided = what
                left = [index for index, found in zip(left, costs, strict=True) if found == least]
        return left[0], decided if len(left) == 1 else "the order of the question"


@dataclass(frozen=True, slots=True)
class Principle:
    """What is not done, whatever the steps say.

    Attributes:
        name: unique within a strategy.
        where: `strong.toml:34`.
        forbid: the options for which this holds are vetoed.
        why: in the words of the file.
        on: the kinds of questions it holds for; empty for all.
        own: whether it stands in a file that did not come with the program.
    """

    name: str
    where: str
    forbid: Expression
    why: str
    on: tuple[str, ...] = ()
    own: bool = False

    @property
    def rule(self) -> str:
        """What it is counted by."""
        return f"{self.where}: principle {self.name}"


class Veto(msgspec.Struct, frozen=True):
    """An option that a principle forbids: its index, the principle's name, and why."""

    index: int
    principle: str
    why: str


class Choice(msgspec.Struct, frozen=True):
    """What to do with a question, and how that came about.

    Attributes:
        index: the chosen option, by its place in the question; None for a pass that is no option.
        step: that chose: `PHASE_ACTION step 2`, or `no step`.
        where: `strong.toml:34`; "" for no step.
        by: what decided: an entry of its `prefer` list, "score", "random", "the only one", ...
        why: what the step is for, in the words of the file.
        vetoes: what principles took out.
        overruled: principles that forbade what was chosen nevertheless, because nothing else was left.
    """

    index: int | None
    step: str = NO_STEP
    where: str = ""
    by: str = "pass"
    why: str = ""
    vetoes: tuple[Veto, ...] = ()
    overruled: tuple[str, ...] = ()


class Procedures(msgspec.Struct):
    """A strategy that was written as data, ready to be followed. Only its counts ever change.

    Attributes:
        name: it is called by.
        about: one sentence.
        ancestry: the names of its parents, the closest first.
        weights, capabilities, search: every key of these tables, with the value that holds.
        procedures: the steps by kind.
        principles: in their order.
        unanswered: counts of the expressions that had no answer at play, by `file:line: expression: why`.
        step_counts: at how many questions each step and principle of people's own files decided or forbade,
            by `file:line: rule`; 0 for what never did. A step that calls its parent counts if that decided.
    """

    name: str
    about: str
    ancestry: tuple[str, ...]
    weights: Mapping[str, float]
    capabilities: Mapping[str, float]
    search: Mapping[str, float]
    procedures: Mapping[str, tuple[ProcedureStep, ...]]
    principles: tuple[Principle, ...]
    unanswered: Counter[str]
    step_counts: Counter[str] = msgspec.field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.step_counts.update(dict.fromkeys(self.own_rules, 0))

    @property
    def own_rules(self) -> dict[str, tuple[str, ...]]:
        """The rules of people's own files, each with the kinds of questions it is for; empty for all."""
        rules = {
            step.rule: () if kind == ANY else (kind,)
            for kind, steps in self.procedures.items()
            for outer in steps
            for step in outer.all()
            if step.own
        }
        return rules | {law.rule: law.on for law in self.principles if law.own}

    @property
    def idle(self) -> tuple[str, ...]:
        """The own steps that leave the question to a parent which has no steps for it."""
        steps = (step for kind in self.procedures.values() for outer in kind for step in outer.all())
        return tuple(step.rule for step in steps if step.own and step.do is Do.PARENT and not step.inner)

    def choose(
        self,
        kind: str,
        situation: Facts,
        options: Sequence[Facts],
        rng: random.Random,
        *,
        can_pass: bool = False,
        passing: int | None = None,
    ) -> Choice:
        """Choose among the options of a question. Never fails.

        Args:
            kind: what is asked.
            situation: the facts of the situation, by their names in the vocabulary.
            options: the facts of each option, likewise, with `option.` before their names.
            rng: draws where a step says so; the same draws give the same choice.
            can_pass: whether the question lets us choose none.
            passing: the option that is the pass, if there is one among the options. It competes like any
                other, no principle forbids it, and `do = "pass"` chooses it.

        Returns:
            What the first step that finds an option chooses. Where no step does, the highest score, or a
            pass, if that is allowed and no score is above 0. Where principles forbid all options and a pass
            is not allowed, the steps are followed among those that break the fewest.
        """
        vetoes: tuple[Veto, ...] = ()
        for law in self.principles if options else ():
            if not law.on or kind in law.on:
                out = [
                    Veto(index, law.name, law.why)
                    for index, option in enumerate(options)
                    if index != passing and law.forbid.value(situation, option)
                ]
                vetoes += tuple(out)
                if out and law.own:
                    self.step_counts[law.rule] += 1
        steps = self.procedures.get(kind, ())
        if kind != ANY:
            steps += self.procedures.get(ANY, ())
        follow = partial(self._followed, steps, situation, options, rng, can_pass=can_pass, passing=passing)
        if not vetoes:
            return follow(list(range(len(options))))
        found = Choice(None)
        broken = Counter(veto.index for veto in vetoes)
        for count in sorted({0, *broken.values()}):
            found = follow([index for index in range(len(options)) if broken[index] == count])
            if found.index is not None or can_pass:
                break
        forbidden = {veto.principle: None for veto in vetoes if veto.index == found.index}
        return msgspec.structs.replace(found, vetoes=vetoes, overruled=tuple(forbidden))

    def _followed(
        self,
        steps: Sequence[ProcedureStep],
        situation: Facts,
        options: Sequence[Facts],
        rng: random.Random,
        free: list[int],
        *,
        can_pass: bool,
        passing: int | None,
    ) -> Choice:
        """What the steps choose among options that are free."""
        for *calling, step in (each for outer in steps for each in outer.open(situation)):
            index, by = passing, "pass"
            if step.do is not Do.PASS:
                left = free
                if step.among is not None:
                    left = [each for each in free if step.among.value(situation, options[each])]
                if not left:
                    continue
                index, by = step.choose(situation, options, left, rng)
            elif passing is None and not can_pass:
                continue
            for each in (*calling, step):
                if each.own:
                    self.step_counts[each.rule] += 1
            return Choice(index, step.label, step.where, by, step.why)
        scores = {index: _score_of(options[index]) for index in free}
        best = max(scores, key=scores.__getitem__, default=None)
        if best is not None and (scores[best] > 0 or not can_pass):
            return Choice(best, by="score", why="no step of the strategy fits")
        return Choice(passing if can_pass else None, why="nothing is worth more than a pass")
