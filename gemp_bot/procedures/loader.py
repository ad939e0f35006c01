"""Finding and loading strategies: by the path of a file, or by a name that is looked up in folders."""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import gemp_bot
from gemp_bot.errors import BotError
from gemp_bot.files.digests import SHIPPED
from gemp_bot.files.problems import meant, shown
from gemp_bot.files.toml import Place
from gemp_bot.procedures.choosing import Do, Expression, Preference, Principle, Procedures, ProcedureStep
from gemp_bot.procedures.expressions import Compiler, ExpressionError
from gemp_bot.procedures.plugins import find_plugins, is_code
from gemp_bot.procedures.reading import StepTable, StrategyFileError, StrategySource, is_name
from gemp_bot.procedures.vocabulary import Plain, Type, Vocabulary
from gemp_bot.terminal import plain

SUFFIX = ".toml"
_WISH = re.compile(r"(?P<wish>most|least)\s+(?P<rest>.+)", re.DOTALL)
_RANDOM = "random"


class NoSuchStrategyError(BotError, ValueError):
    """There is no strategy file of this name; the message says what there is."""


def strategy_folders(given: Sequence[Path] = (), package: Path | None = None) -> tuple[Path, ...]:
    """Where names are looked up, the first folder first.

    Args:
        given: folders of the user, which come before ours.
        package: the folder `gemp_bot` of another version; None for this one.

    Returns:
        Those, then `strategies/` of a checkout, then what the wheel brought along; ours only if they exist.
    """
    package = package or Path(gemp_bot.__file__).resolve().parent
    # An installed package has site-packages around it, and a folder of that name there is not ours.
    checkout = [package.parent / "strategies"] if (package.parent / "pyproject.toml").is_file() else []
    return (*given, *(folder for folder in (*checkout, package / SHIPPED) if folder.is_dir()))


def strategy_files(folders: Sequence[Path]) -> Mapping[str, Path]:
    """All strategy files by name, sorted; of two with one name the one in the first folder."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in folder.glob(f"*{SUFFIX}"):
            if is_name(path.stem):
                found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def is_path(name: str) -> bool:
    """Whether a text names a file, or a class of one, and not a strategy."""
    return name.endswith(SUFFIX) or is_code(name) or "/" in name or os.sep in name


def is_strategy_file(name: str, folders: Sequence[Path]) -> bool:
    """Whether a text names a strategy file: by path, or by a name in a folder or the current folder."""
    return not is_code(name) and (is_path(name) or name in strategy_files((*folders, Path())))


def find_strategy(name_or_path: str | Path, folders: Sequence[Path]) -> Path:
    """The file of a strategy; a name that none of the folders has is looked up in the current one.

    Raises:
        NoSuchStrategyError: none of that name. A path is not looked at yet.
    """
    if isinstance(name_or_path, Path) or is_path(name_or_path):
        return Path(name_or_path)
    files = strategy_files((*folders, Path()))
    if name_or_path not in files:
        known = meant(name_or_path, strategy_files(folders))
        raise NoSuchStrategyError(f"there is no strategy file {shown(name_or_path)}: {known}")
    return files[name_or_path]


@dataclass(frozen=True, slots=True)
class StrategyChain:
    """A strategy file with its parents, read once; what becomes of the files afterwards does not matter.

    Attributes:
        sources: the strategy itself, then its parent, and so on, as far as they could be read.
        vocabulary: the words its conditions may use.
    """

    sources: tuple[StrategySource, ...]
    vocabulary: Vocabulary

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each file's text by the name of the strategy, in the order of `sources`."""
        found: dict[str, str] = {}
        for source in self.sources:
            twins = sum(name.partition(" ")[0] == source.name for name in found)
            found[f"{source.name} ({twins + 1})" if twins else source.name] = source.digest
        return found

    def build(self) -> Procedures:
        """A strategy that can be followed, with counts of its own.

        The numbers and capabilities of the strategy itself hold in the steps of its parents too.

        Raises:
            StrategyFileError: something is wrong in a file; it lists everything.
        """
        made = _Builder(self)
        own, *parents = self.sources
        problems = sorted({problem for source in self.sources for problem in source.problems})
        if problems:
            raise StrategyFileError(problems)
        return Procedures(
            own.name,
            own.head.about,
            tuple(source.name for source in parents),
            made.tables["weights"],
            made.tables["capabilities"],
            made.tables["search"],
            made.procedures,
            tuple(made.principles.values()),
            made.unanswered,
        )


def read_chain(
    name_or_path: str | Path,
    vocabulary: Vocabulary,
    *,
    folders: Sequence[Path] | None = None,
    programs: Collection[str] = (),
) -> StrategyChain:
    """Read a strategy with its parents.

    Args:
        name_or_path: a name, or the path of a file (it has a slash in it, or ends in `.toml`).
        vocabulary: the words its conditions may use.
        folders: where names are looked up; None for `strategy_folders()`. A parent is looked for in the
            folder of the file that extends it first.
        programs: names of strategies that are code, for the message where a file extends one.

    Raises:
        NoSuchStrategyError: there is no strategy of this name.
        StrategyFileError: its file cannot be read. What is wrong in it, or with a parent, `build` tells.
    """
    where = strategy_folders() if folders is None else tuple(folders)
    ours = {folder.resolve() for folder in strategy_folders()}
    chain: list[StrategySource] = []
    following: Path | None = find_strategy(name_or_path, where)
    while following is not None:
        try:
            source = StrategySource(following, vocabulary)
        except StrategyFileError as error:
            if not chain:
                raise
            chain[0].problems.extend(error.problems)
            break
        source.own = source.path.resolve().parent not in ours
        chain.append(source)
        extends = source.head.extends
        following = None
        if extends is not None:
            found = _parent(chain, extends, where, programs)
            if isinstance(found, Path):
                following = found
            else:
                source.wrong(("extends",), f"{shown(extends)}: {found}")
    return StrategyChain(tuple(chain), vocabulary)


def load_strategy(
    name_or_path: str | Path,
    vocabulary: Vocabulary,
    *,
    folders: Sequence[Path] | None = None,
    programs: Collection[str] = (),
) -> Procedures:
    """Load a strategy with its parents: see `read_chain`.

    Raises:
        NoSuchStrategyError: there is no strategy of this name.
        StrategyFileError: something is wrong in its file or in that of a parent; it lists everything.
    """
    return read_chain(name_or_path, vocabulary, folders=folders, programs=programs).build()


def _parent(
    chain: Sequence[StrategySource], name: str, folders: Sequence[Path], programs: Collection[str]
) -> Path | str:
    """The file that the last one extends, or what is wrong with its name."""
    child, path, wrong = chain[-1], Path(), ""
    files = strategy_files((child.path.parent, *folders))
    if is_path(name):
        path = child.path.parent / name
        wrong = "" if path.exists() else f"there is no file {plain(str(path))}"
    elif name in programs:
        wrong = "is a program; only files can be extended"
    elif name in files:
        path = files[name]
    elif any(found.name == name for found in find_plugins()):
        wrong = "is a plug-in; only files can be extended"
    else:
        wrong = f"there is no such strategy: {meant(name, files)}"
    if not wrong and path.resolve() in {source.path.resolve() for source in chain}:
        wrong = f"goes in a circle: {' extends '.join([*(source.name for source in chain), name])}"
        if name == child.name and any(
            (each / path.name).is_file() for each in folders if each != path.parent
        ):
            wrong = f"this file is itself called {name}, and hides the built-in {name}: give it another name"
    return wrong or path


class _Builder:
    """Joins the files of a chain, the oldest parent first; what is wrong is noted in the files."""

    def __init__(self, chain: StrategyChain) -> None:
        defaults = chain.vocabulary.tables
        self.tables = {
            table: {key.name: key.default for key in keys.values()} for table, keys in defaults.items()
        }
        for source in reversed(chain.sources):
            for table, values in source.values.items():
                self.tables[table].update(values)
        constants: dict[str, Plain] = {
            f"{table}.{key}": value for table, values in self.tables.items() for key, value in values.items()
        }
        self.procedures: dict[str, tuple[ProcedureStep, ...]] = {}
        self.principles: dict[str, Principle] = {}
        self.unanswered: Counter[str] = Counter()
        self._compiler = Compiler(chain.vocabulary, constants)
        for source in reversed(chain.sources):
            self._source = source
            found = {kind: tuple(self._steps(kind, steps)) for kind, steps in source.steps.items()}
            self.procedures.update(found)
            self._join_principles(whole=chain.sources[-1].head.extends is None)

    def _join_principles(self, *, whole: bool) -> None:
        """Drop and add principles; of a chain that is not whole nobody knows which are inherited."""
        source, head = self._source, self._source.head
        for index, name in enumerate(head.without):
            if self.principles.pop(name, None) is None and whole and head.extends:
                text = f"no principle {shown(name)} is inherited: {meant(name, self.principles)}"
                source.wrong(("without", index), text)
        for index, table in enumerate(source.principles):
            place: Place = ("principle", index)
            forbid = self._expression(table.forbid, (*place, "forbid"))
            if table.name in self.principles:
                text = f"{shown(table.name)} stands at {self.principles[table.name].where} already"
                source.wrong(
                    (*place, "name"), f"{text}: choose another name, or drop that with without = [...]"
                )
            elif forbid is not None and table.name:
                where = source.where(place)
                self.principles[table.name] = Principle(
                    table.name, where, forbid, table.why, table.on, own=source.own
                )

    def _steps(self, kind: str, tables: Sequence[StepTable]) -> Iterator[ProcedureStep]:
        source, ends = self._source, ""
        for index, table in enumerate(tables):
            place: Place = ("procedure", kind, index)
            label = f"{kind} step {index + 1}"
            if ends:
                source.wrong(
                    place, f"is never reached: {ends} has no `when` and no `among`, so it always chooses"
                )
                ends = ""
            inner = self.procedures.get(kind, ()) if table.do is Do.PARENT else ()
            if table.when is table.among is None and table.do in (Do.BEST, Do.PREFER):
                ends = label
            chance = bool(table.prefer) and table.prefer[-1].strip() == _RANDOM
            prefer = [
                self._preference(text, (*place, "prefer", at))
                for at, text in enumerate(table.prefer[:-1] if chance else table.prefer)
            ]
            yield ProcedureStep(
                label,
                source.where(place),
                table.do,
                self._expression(table.when, (*place, "when"), options=False),
                self._expression(table.among, (*place, "among")),
                tuple(entry for entry in prefer if entry is not None),
                chance,
                table.within,
                table.why,
                inner,
                source.own,
            )

    def _preference(self, text: str, place: Place) -> Preference | None:
        found = _WISH.fullmatch(text.strip())
        if text.strip() == _RANDOM:
            self._source.wrong(place, '"random" leaves nothing to decide: it can only be the last')
            return None
        if found is None:
            hint = "; for numbers write `most X` or `least X`"
            condition = self._expression(text, place, hint=hint)
            return None if condition is None else Preference(text, condition, -1, worst=0)
        measure = self._expression(found["rest"], place, Type.NUMBER)
        sign = 1 if found["wish"] == "least" else -1
        return None if measure is None else Preference(text, measure, sign)

    def _expression(
        self,
        text: str | None,
        place: Place,
        wanted: Type = Type.FLAG,
        *,
        options: bool = True,
        hint: str = "",
    ) -> Expression | None:
        if text is None:
            return None
        try:
            run = self._compiler.compile(text, wanted, options=options)
        except ExpressionError as error:
            self._source.wrong(place, f"{error}{hint}")
            return None
        return Expression(text, self._source.where(place), run, self.unanswered)
