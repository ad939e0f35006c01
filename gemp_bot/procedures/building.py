"""From a chain of files, the oldest parent first, to one strategy that can be followed."""

import re
from collections.abc import Collection, Mapping, Sequence

from gemp_bot.files.toml_lines import Place
from gemp_bot.files.wording import meant, shown
from gemp_bot.procedures.choosing import Procedures
from gemp_bot.procedures.conditions import Condition, Faults, Measure
from gemp_bot.procedures.expressions import ExpressionError, Run, Words, build
from gemp_bot.procedures.problems import StrategyFileError
from gemp_bot.procedures.reading import PrincipleSource, StepSource, StrategySource
from gemp_bot.procedures.schema import Do
from gemp_bot.procedures.steps import Preference, Principle, Step, Wish
from gemp_bot.procedures.vocabulary import ANY, CAPABILITIES, SEARCH, WEIGHTS, Plain, Type, Vocabulary

_WISH = re.compile(r"(?P<wish>most|least)\s+(?P<rest>.+)", re.DOTALL)
_RANDOM = "random"


def build_strategy(
    chain: Sequence[StrategySource], vocabulary: Vocabulary, *, whole: bool = True
) -> Procedures:
    """Join a strategy with its parents and compile every expression.

    The numbers and capabilities of the strategy itself hold in the steps of its parents too.

    Args:
        chain: the files, the oldest parent first, the strategy itself last.
        vocabulary: the words.
        whole: whether all parents are there. Without them it only looks for problems.

    Raises:
        StrategyFileError: with every problem of every file.
    """
    own = chain[-1]
    builder = _Builder(chain, vocabulary, whole=whole)
    procedures, principles = builder.join()
    problems = sorted({problem for source in chain for problem in source.problems})
    if problems or own.head is None:
        raise StrategyFileError(problems)
    return Procedures(
        name=own.name,
        about=own.head.about,
        ancestry=tuple(source.name for source in reversed(chain[:-1])),
        weights=builder.weights,
        capabilities=builder.capabilities,
        search=builder.search,
        procedures=procedures,
        principles=principles,
        score=builder.score(),
        faults=builder.faults,
        uses=frozenset(builder.used),
        own=builder.own,
    )


class _Builder:
    def __init__(self, chain: Sequence[StrategySource], vocabulary: Vocabulary, *, whole: bool) -> None:
        self.faults = Faults(chain[-1].name)
        self.weights = {weight.name: float(weight.default) for weight in vocabulary.weights}
        self.capabilities = {capability.name: capability.default for capability in vocabulary.capabilities}
        self.search = {number.name: float(number.default) for number in vocabulary.search}
        for source in chain:
            self.weights.update(source.weights)
            self.search.update(source.search)
            self.capabilities.update(source.capabilities)
        constants: dict[str, Plain] = {WEIGHTS + key: value for key, value in self.weights.items()}
        constants.update({CAPABILITIES + key: value for key, value in self.capabilities.items()})
        constants.update({SEARCH + key: value for key, value in self.search.items()})
        self._chain = chain
        self._whole = whole
        self._vocabulary = vocabulary
        self._words = Words(vocabulary.by_name(), constants, names=vocabulary.names)
        self._source = chain[0]
        self.used: set[str] = set()
        """The facts that the expressions look up."""
        self.own: set[str] = set()
        """Where the steps and principles stand that did not come with the program."""

    def join(self) -> tuple[Mapping[str, tuple[Step, ...]], tuple[Principle, ...]]:
        """The steps by kind, and the principles in their order."""
        procedures: dict[str, tuple[Step, ...]] = {}
        principles: dict[str, Principle] = {}
        for source in self._chain:
            self._source = source
            made = {
                kind: tuple(self._step(kind, step, procedures.get(kind, ())) for step in steps)
                for kind, steps in source.procedures.items()
            }
            for kind, steps in made.items():
                self._unreached(source.procedures[kind], steps)
            procedures.update(made)
            self._drop(principles)
            for found in source.principles:
                self._add(principles, found)
        return procedures, tuple(principles.values())

    def score(self) -> Measure:
        """The fact that orders the options."""
        run = build(self._vocabulary.score, self._words, Type.NUMBER, self.used)
        return Measure(self._vocabulary.score, "the score", run, self.faults)

    def _drop(self, principles: dict[str, Principle]) -> None:
        head = self._source.head
        without = head.without if head is not None and head.extends is not None else ()
        for index, name in enumerate(without):
            if name in principles:
                del principles[name]
            elif self._whole:  # else it may be one of a parent that is not there
                text = f"without: no principle {shown(name)} is inherited: {meant(name, principles)}"
                self._source.wrong(("without", index), text)

    def _unreached(self, found: Sequence[StepSource], steps: Sequence[Step]) -> None:
        """Note the first step that stands behind one which always chooses."""
        for above, written, step, source in zip(steps, found, steps[1:], found[1:], strict=False):
            # A condition with a fault of its own is there all the same.
            if above.always_chooses and written.table.when is written.table.among is None:
                reason = "what it extends" if above.do is Do.PARENT else "it"
                text = f"{above.label} has no `when` and no `among`, so {reason} always chooses"
                self._source.wrong(source.place, f"{step.label}: is never reached: {text}")
                return

    def _add(self, principles: dict[str, Principle], found: PrincipleSource) -> None:
        table, place = found.table, found.place
        label = f"principle {shown(table.name)}, forbid"
        forbid = self._condition(table.forbid, (*place, "forbid"), label, table.on)
        if table.name in principles:
            text = (
                f"principle {shown(table.name)} is inherited from {principles[table.name].where}: "
                f"choose another name, or drop it with without = [{shown(table.name)}]"
            )
            self._source.wrong((*place, "name"), text)
        if forbid is not None:
            principles[table.name] = Principle(
                table.name, self._where(place), forbid, table.why, frozenset(table.on)
            )

    def _step(self, kind: str, found: StepSource, inherited: tuple[Step, ...]) -> Step:
        table, place = found.table, found.place
        label = f"{kind} step {found.number}"
        kinds = () if kind == ANY else (kind,)
        wishes = table.prefer
        chance = bool(wishes) and wishes[-1].strip() == _RANDOM
        prefer = (
            self._preference(text, (*place, "prefer", index), f"{label}, prefer entry {index + 1}", kinds)
            for index, text in enumerate(wishes[:-1] if chance else wishes)
        )
        return Step(
            label=label,
            where=self._where(place),
            do=table.do,
            when=self._condition(table.when, (*place, "when"), f"{label}, when", kinds, options=False),
            among=self._condition(table.among, (*place, "among"), f"{label}, among", kinds),
            prefer=tuple(entry for entry in prefer if entry is not None),
            chance=chance,
            within=table.within,
            take=self._take(table.take, (*place, "take"), f"{label}, take"),
            why=table.why,
            inner=inherited if table.do is Do.PARENT else (),
        )

    def _preference(self, text: str, place: Place, label: str, kinds: Collection[str]) -> Preference | None:
        if text.strip() == _RANDOM:
            self._source.wrong(place, f'{label}: "random" leaves nothing to decide: it can only be the last')
            return None
        found = _WISH.fullmatch(text.strip())
        if found is None:
            hint = "; for numbers write `most X` or `least X`"
            condition = self._condition(text, place, label, kinds, hint=hint)
            return None if condition is None else Preference(text, Wish.TRUE, condition=condition)
        run = self._run(found["rest"], place, label, Type.NUMBER, kinds, no_number="drop `most` or `least`")
        if run is None:
            return None
        measure = Measure(text, self._where(place), run, self.faults)
        return Preference(text, Wish(found["wish"]), measure=measure)

    def _take(self, value: str | int | None, place: Place, label: str) -> Measure | None:
        if value is None:
            return None
        no_number = "write how many, like 2"
        run = self._run(str(value), place, label, Type.NUMBER, options=False, no_number=no_number)
        return None if run is None else Measure(str(value), self._where(place), run, self.faults)

    def _condition(
        self,
        text: str | None,
        place: Place,
        label: str,
        kinds: Collection[str],
        *,
        options: bool = True,
        hint: str = "",
    ) -> Condition | None:
        if text is None:
            return None
        run = self._run(text, place, label, Type.FLAG, kinds, options=options, hint=hint)
        return None if run is None else Condition(text, self._where(place), run, self.faults)

    def _run(
        self,
        text: str,
        place: Place,
        label: str,
        wanted: Type,
        kinds: Collection[str] = (),
        *,
        options: bool = True,
        hint: str = "",
        no_number: str = "",
    ) -> Run | None:
        """Compile an expression that stands for questions of some kinds; for no kinds, for all of them."""
        used: set[str] = set()
        words = self._words._replace(options=options)
        try:
            run = build(text, words, wanted, used, no_number=no_number)
        except ExpressionError as error:
            self._source.wrong(place, f"{label}: {error}{hint}")
            return None
        self.used |= used
        for fact in (words.facts[name] for name in sorted(used)):
            if kinds and set(kinds) <= set(fact.never):
                told = f"{fact.name} says nothing at {' or '.join(kinds)}: it is {shown(fact.meaning)}"
                self._source.wrong(place, f"{label}: {told}")
                return None
        return run

    def _where(self, place: Place) -> str:
        where = f"{self._source.path.name}:{self._source.line(place)}"
        if not self._source.shipped:
            self.own.add(where)
        return where
