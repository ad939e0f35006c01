"""Steps and principles, ready to be followed."""

from dataclasses import dataclass, field
from enum import StrEnum

from gemp_bot.procedures.conditions import Condition, Measure
from gemp_bot.procedures.schema import Do


class Wish(StrEnum):
    """What an entry of a `prefer` list asks for."""

    MOST = "most"
    LEAST = "least"
    TRUE = "true"


@dataclass(frozen=True, slots=True)
class Preference:
    """One entry of a `prefer` list.

    Attributes:
        text: as it is written.
        wish: the most, the least, or a condition that is true.
        measure: of MOST and LEAST; None for a condition.
        condition: of TRUE; None for a measure.
    """

    text: str
    wish: Wish
    measure: Measure | None = None
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Step:
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
        take: how many it chooses; None for as few as the question allows.
        why: what it is for, in the words of the file.
        inner: with PARENT, the steps that take its place.
    """

    label: str
    where: str
    do: Do = Do.BEST
    when: Condition | None = None
    among: Condition | None = None
    prefer: tuple[Preference, ...] = ()
    chance: bool = False
    within: float = 0.0
    take: Measure | None = None
    why: str = ""
    inner: tuple["Step", ...] = ()
    plain: bool = field(init=False, default=False)
    """Whether it chooses the highest score of all, and looks at nothing else: most steps do."""

    @property
    def always_chooses(self) -> bool:
        """Whether it chooses wherever anything may be chosen, so that none behind it is ever asked."""
        if self.when is not None or self.among is not None or self.do is Do.PASS:
            return False
        return self.do is not Do.PARENT or any(step.always_chooses for step in self.inner)

    def __post_init__(self) -> None:
        bare = not (self.prefer or self.chance or self.within) and self.among is None and self.take is None
        object.__setattr__(self, "plain", bare and self.do is Do.BEST)


@dataclass(frozen=True, slots=True)
class Principle:
    """What is not done, whatever the steps say.

    Attributes:
        name: unique within a strategy.
        where: `strong.toml:34`.
        forbid: the options for which this holds are vetoed.
        why: in the words of the file.
        on: the kinds of questions it holds for; empty for all.
    """

    name: str
    where: str
    forbid: Condition
    why: str
    on: frozenset[str] = frozenset()
