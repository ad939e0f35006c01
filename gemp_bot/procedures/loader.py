"""Finding and loading strategies: by the path of a file, or by a name that is looked up in folders."""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import gemp_bot
from gemp_bot.files.digests import SHIPPED
from gemp_bot.files.wording import meant, shown
from gemp_bot.procedures.building import build_strategy
from gemp_bot.procedures.choosing import Procedures
from gemp_bot.procedures.plugins import find_plugins, is_code
from gemp_bot.procedures.problems import NoSuchStrategyError, StrategyFileError
from gemp_bot.procedures.reading import StrategySource, read_strategy
from gemp_bot.procedures.schema import NAME_PATTERN
from gemp_bot.procedures.vocabulary import Vocabulary
from gemp_bot.terminal import plain

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class StrategyChain:
    """A strategy file with its parents, read once; what becomes of the files afterwards does not matter.

    Attributes:
        sources: the strategy itself, then its parent, and so on, as far as they could be read.
        whole: whether the oldest parent was reached.
        vocabulary: the words its conditions may use.
    """

    sources: tuple[StrategySource, ...]
    whole: bool
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

        Raises:
            StrategyFileError: something is wrong in a file; it lists everything.
        """
        return build_strategy(self.sources[::-1], self.vocabulary, whole=self.whole)


def strategy_folders(given: Sequence[Path] = (), package: Path | None = None) -> tuple[Path, ...]:
    """Where names are looked up, the first folder first.

    Args:
        given: folders of the user, which come before ours.
        package: the folder `gemp_bot` of another version; None for this one.

    Returns:
        Those, then `strategies/` of a checkout, then what the wheel brought along; ours only if they exist.
    """
    package = package or Path(gemp_bot.__file__).resolve().parent
    checkout = package.parent
    ours = []
    # An installed package has site-packages around it, and a folder of that name there is not ours.
    if (checkout / "pyproject.toml").is_file():
        ours.append(checkout / "strategies")
    ours.append(package / SHIPPED)
    return (*given, *(folder for folder in ours if folder.is_dir()))


def strategy_files(folders: Sequence[Path]) -> Mapping[str, Path]:
    """All strategy files by name, sorted; of two with one name the one in the first folder."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if re.fullmatch(NAME_PATTERN, path.stem):
                found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def is_path(name: str) -> bool:
    """Whether a text names a file, or a class of one, and not a strategy."""
    return name.endswith(SUFFIX) or is_code(name) or "/" in name or os.sep in name


def is_strategy_file(name: str, folders: Sequence[Path]) -> bool:
    """Whether a text names a strategy file: by path, or by a name in a folder or the current folder."""
    if is_code(name):
        return False
    return is_path(name) or name in strategy_files(folders) or _lies_here(name)


def _lies_here(name: str) -> bool:
    return re.fullmatch(NAME_PATTERN, name) is not None and Path(name + SUFFIX).is_file()


def find_strategy(name_or_path: str | Path, folders: Sequence[Path]) -> Path:
    """The file of a strategy; a name that none of the folders has is looked up in the current one.

    Raises:
        NoSuchStrategyError: none of that name. A path is not looked at yet.
    """
    if isinstance(name_or_path, Path) or is_path(name_or_path):
        return Path(name_or_path)
    files = strategy_files(folders)
    if name_or_path in files:
        return files[name_or_path]
    if _lies_here(name_or_path):
        return Path(name_or_path + SUFFIX)
    raise NoSuchStrategyError(
        f"there is no strategy file {shown(name_or_path)}: {meant(name_or_path, files)}"
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
    finder = _Finder(vocabulary, where, programs)
    whole = finder.follow(find_strategy(name_or_path, where))
    return StrategyChain(tuple(finder.chain), whole, vocabulary)


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


class _Finder:
    """Reads a strategy and its parents, the strategy itself first, as far as they can be read."""

    def __init__(self, vocabulary: Vocabulary, folders: Sequence[Path], programs: Collection[str]) -> None:
        self.chain: list[StrategySource] = []
        self._vocabulary = vocabulary
        self._folders = folders
        self._programs = programs

    def follow(self, path: Path) -> bool:
        """Read a file and what it extends.

        Returns:
            Whether the oldest parent was reached. What is wrong is noted in the files.

        Raises:
            StrategyFileError: not even the first one can be read.
        """
        following: Path | None = path
        while following is not None:
            try:
                source = read_strategy(following, self._vocabulary)
            except StrategyFileError as error:
                if not self.chain:
                    raise
                self.chain[0].problems.extend(error.problems)
                return False
            source.shipped = _within(source.path, strategy_folders())
            self.chain.append(source)
            if source.head is None:
                return False
            if source.head.extends is None:
                return True
            following = self._parent(source, source.head.extends)
        return False

    def _parent(self, child: StrategySource, name: str) -> Path | None:
        """The file that one extends; None where there is none, or it was read already."""
        path, wrong = self._path(child, name)
        if wrong is None and path is not None and any(_same(path, source.path) for source in self.chain):
            circle = " extends ".join([*(source.name for source in self.chain), name])
            path, wrong = None, self._hidden(child, name) or f"goes in a circle: {circle}"
        if wrong is not None:
            child.wrong(("extends",), f"extends = {shown(name)}: {wrong}")
            return None
        return path

    def _path(self, child: StrategySource, name: str) -> tuple[Path | None, str | None]:
        """The file of a name or a path, or what is wrong with it."""
        if is_path(name):
            path = child.path.parent / name
            return (path, None) if path.exists() else (None, f"there is no file {plain(str(path))}")
        if name in self._programs:
            return None, "is a program; only files can be extended"
        files = strategy_files((child.path.parent, *self._folders))
        if name in files:
            return files[name], None
        if any(found.name == name for found in find_plugins()):
            return None, "is a plug-in; only files can be extended"
        others = [other for other, path in files.items() if not _same(path, child.path)]
        return None, f"there is no such strategy: {meant(name, others)}"

    def _hidden(self, child: StrategySource, name: str) -> str | None:
        """What to say of a file that extends another one of its own name; None of any other."""
        if child.name != name:
            return None
        hidden = [folder / child.path.name for folder in self._folders]
        if not any(file.is_file() and not _same(file, child.path) for file in hidden):
            return None
        return f"this file is itself called {name}, and hides the built-in {name}: give it another name"


def _within(path: Path, folders: Sequence[Path]) -> bool:
    return path.resolve().parent in {folder.resolve() for folder in folders}


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
