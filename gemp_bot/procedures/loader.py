"""Finding and loading strategies: by the path of a file, or by a name that is looked up in folders."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import gemp_bot
from gemp_bot.procedures.building import build_strategy
from gemp_bot.procedures.choosing import Procedures
from gemp_bot.procedures.problems import NoSuchStrategyError, Problem, StrategyFileError, meant, shown
from gemp_bot.procedures.reading import StrategySource, read_strategy
from gemp_bot.procedures.schema import NAME_PATTERN
from gemp_bot.procedures.vocabulary import Vocabulary

SUFFIX = ".toml"
_SHIPPED = "shipped_strategies"
"""The folder inside the installed package: the wheel's copy of the checkout's `strategies/`."""


def strategy_folders(given: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Where names are looked up, the first folder first.

    Args:
        given: folders of the user, which come before ours.

    Returns:
        Those, then `strategies/` of a checkout, then what the wheel brought along; ours only if they exist.
    """
    package = Path(gemp_bot.__file__).resolve().parent
    checkout = package.parent
    ours = []
    # An installed package has site-packages around it, and a folder of that name there is not ours.
    if (checkout / "pyproject.toml").is_file():
        ours.append(checkout / "strategies")
    ours.append(package / _SHIPPED)
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
    """Whether a text names a file, and not a strategy."""
    return name.endswith(SUFFIX) or "/" in name or os.sep in name


def find_strategy(name_or_path: str | Path, folders: Sequence[Path]) -> Path:
    """The file of a strategy.

    Raises:
        NoSuchStrategyError: none of that name. A path is not looked at yet.
    """
    if isinstance(name_or_path, Path) or is_path(name_or_path):
        return Path(name_or_path)
    files = strategy_files(folders)
    if name_or_path in files:
        return files[name_or_path]
    raise NoSuchStrategyError(
        f"there is no strategy file {shown(name_or_path)}: {meant(name_or_path, files)}"
    )


def load_strategy(
    name_or_path: str | Path, vocabulary: Vocabulary, *, folders: Sequence[Path] | None = None
) -> Procedures:
    """Load a strategy with its parents.

    Args:
        name_or_path: a name, or the path of a file (it has a slash in it, or ends in `.toml`).
        vocabulary: the words its conditions may use.
        folders: where names are looked up; None for `strategy_folders()`. A parent is looked for in the
            folder of the file that extends it first.

    Raises:
        NoSuchStrategyError: there is no strategy of this name.
        StrategyFileError: something is wrong in its file or in that of a parent; it lists everything.
    """
    where = strategy_folders() if folders is None else tuple(folders)
    return build_strategy(_chain(find_strategy(name_or_path, where), vocabulary, where), vocabulary)


def _chain(path: Path, vocabulary: Vocabulary, folders: Sequence[Path]) -> list[StrategySource]:
    """The files of a strategy, the oldest parent first."""
    chain: list[StrategySource] = []
    following: Path | None = path
    while following is not None:
        try:
            source = read_strategy(following, vocabulary)
        except StrategyFileError as error:
            raise StrategyFileError((*_problems(chain), *error.problems)) from None
        chain.append(source)
        following = _parent(chain, folders)
    if any(source.head is None for source in chain):
        raise StrategyFileError(_problems(chain))
    return chain[::-1]


def _problems(chain: Sequence[StrategySource]) -> list[Problem]:
    return [problem for source in chain for problem in source.problems]


def _parent(chain: list[StrategySource], folders: Sequence[Path]) -> Path | None:
    """The file that the last of the chain extends.

    Raises:
        StrategyFileError: there is none, or it is in the chain already.
    """
    child = chain[-1]
    if child.head is None or child.head.extends is None:
        return None
    name = child.head.extends
    files = strategy_files((child.path.parent, *folders))
    path = files.get(name)
    if path is None:
        child.wrong(("extends",), f"extends = {shown(name)}: there is no such strategy: {meant(name, files)}")
        raise StrategyFileError(_problems(chain))
    if any(_same(path, source.path) for source in chain):
        circle = " extends ".join([*(source.name for source in chain), name])
        child.wrong(("extends",), f"extends = {shown(name)}: goes in a circle: {circle}")
        raise StrategyFileError(_problems(chain))
    return path


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
