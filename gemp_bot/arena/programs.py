"""Other versions of this program: found, unpacked beside the results, and asked who they are.

A wheel is unpacked and a git revision exported into a folder of its own, and run by our interpreter with
that folder first on its path: nothing is installed, nothing is downloaded, and the checkout stays as it is.
What such a version needs from other packages it gets from ours.
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from gemp_bot.arena.spec import OpponentSpec, PlayerSpec, SpecError
from gemp_bot.files import digests
from gemp_bot.files.digests import BUILT_WITH, SHIPPED
from gemp_bot.procedures import NoSuchStrategyError, StrategyFileError, strategy_folders
from gemp_bot.procedures.loader import is_path, read_chain
from gemp_bot.procedures.plugins import GROUP, ClassFile, is_code
from gemp_bot.strategy import Identity
from gemp_bot.strategy.identity import StrategyKind, differences
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

_PACKAGE = "gemp_bot"
_STRATEGIES = "strategies"
_PATIENCE = 60.0
"""Seconds in which a program must tell its version."""


class Program(msgspec.Struct, frozen=True):
    """A version of this program that can be run.

    Attributes:
        path: the folder of its package; None if the interpreter has it installed.
        strategy: what it is told to play: a name, or the whole path of a file.
        no_resume: it can be told to leave running games alone.
    """

    python: str
    path: str | None
    version: str
    strategy: str
    identity: Identity
    no_resume: bool

    def command(self, *words: str) -> tuple[str, ...]:
        """A command line."""
        return (self.python, "-m", _PACKAGE, *words)

    @property
    def environment(self) -> dict[str, str]:
        """Our environment without what is meant for this version only."""
        return _environment(self.path)

    def changes(self) -> list[str]:
        """What has changed of it since it was found; it may take a second.

        Raises:
            SpecError: it does not run any more.
        """
        now = _identity(_Asked(self.strategy, self.python, self.path), self.strategy)
        return differences([self.identity], [now])


def find_program(
    place: str, source: PlayerSpec | OpponentSpec, folder: Path, unpacked: Path, package: Path
) -> Program | None:
    """Make the program a player runs ready; None for this one.

    Args:
        place: of the player in the spec, for errors.
        source: who it is.
        folder: where paths of the spec begin.
        unpacked: where wheels and revisions are unpacked.
        package: our own package, in whose checkout revisions are looked for.

    Raises:
        SpecError: there is no such program, or it does not run.
    """
    strategy = source.strategy if isinstance(source, PlayerSpec) else source.name or ""
    if source.python is not None:
        python = folder / Path(source.python).expanduser()
        if python.is_dir():  # a virtual environment
            python = python / ("Scripts" if os.name == "nt" else "bin") / "python"
        # Not resolved: the link of a virtual environment is what makes it one.
        asked = _Asked(f"{place}.python", str(python.absolute()), None)
    elif source.wheel is not None:
        wheel = (folder / Path(source.wheel).expanduser()).resolve()
        path = _unpack_wheel(f"{place}.wheel", wheel, unpacked)
        asked = _Asked(f"{place}.wheel", sys.executable, str(path))
    elif source.revision is not None:
        path = _export(f"{place}.revision", source.revision, package.parent, unpacked)
        asked = _Asked(f"{place}.revision", sys.executable, str(path))
    else:
        return None
    strategy = str(Path(strategy).absolute()) if is_path(strategy) else strategy
    return Program(
        python=asked.python,
        path=asked.path,
        version=asked.says("-m", _PACKAGE, "--version").strip(),
        strategy=strategy,
        identity=_identity(asked, strategy),
        no_resume="--no-resume" in asked.says("-m", _PACKAGE, "play", "--help"),
    )


def _unpack_wheel(place: str, wheel: Path, unpacked: Path) -> Path:
    try:
        raw = wheel.read_bytes()
    except OSError as fault:
        raise SpecError(f"{place}: {wheel}: {fault.strerror or type(fault).__name__}") from None
    digest = hashlib.sha256(raw).hexdigest()
    target = unpacked / f"wheel-{digest[:12]}"
    if not target.exists():
        try:
            with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                _whole(target, archive.extractall)
        except zipfile.BadZipFile:
            raise SpecError(f"{place}: {wheel}: is no wheel") from None
    return target


def _export(place: str, revision: str, checkout: Path, unpacked: Path) -> Path:
    if not (checkout / ".git").exists():
        raise SpecError(f"{place}: this program runs from no git checkout: name a wheel instead")
    commit = _git(place, checkout, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    name = commit.decode().strip()
    target = unpacked / f"revision-{name[:12]}"
    if not target.exists():
        # A checkout has its strategies beside the package, a wheel inside; the first versions had none.
        had = _git(place, checkout, "ls-tree", "--name-only", name, _PACKAGE, _STRATEGIES).decode().split()
        archive = _git(place, checkout, "archive", "--format=zip", name, *had)

        def fill(folder: Path) -> None:
            # Not tar: before Python 3.11.4 its reader takes what an archive says of paths.
            with zipfile.ZipFile(io.BytesIO(archive)) as stream:
                stream.extractall(folder)
            if (folder / _STRATEGIES).is_dir():
                (folder / _STRATEGIES).rename(folder / _PACKAGE / SHIPPED)
            (folder / _PACKAGE / BUILT_WITH).write_text(name + "\n", "ascii")

        _whole(target, fill)
    return target


def _whole(target: Path, fill: Callable[[Path], None]) -> None:
    """Make a folder that is there whole, or not at all."""
    temporary = target.with_name(f"{target.name}.{os.getpid()}")
    temporary.mkdir(parents=True)
    fill(temporary)
    temporary.replace(target)


def _git(place: str, checkout: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(checkout), *words], capture_output=True, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        raise SpecError(f"{place}: git is not installed: name a wheel instead") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no reason told"]
        raise SpecError(f"{place}: git does not know it: {said[-1]}")
    return done.stdout


class _Asked(msgspec.Struct, frozen=True):
    """A program that is asked who it is."""

    place: str
    python: str
    path: str | None

    def says(self, *words: str) -> str:
        """What it prints.

        Raises:
            SpecError: it does not run.
        """
        # Not here: where this checkout is the current folder, every interpreter would find its package.
        with tempfile.TemporaryDirectory() as empty:
            try:
                done = subprocess.run(  # noqa: S603 - the person who wrote the spec says what runs
                    [self.python, *words],
                    env=_environment(self.path),
                    cwd=empty,
                    capture_output=True,
                    text=True,
                    timeout=_PATIENCE,
                    stdin=subprocess.DEVNULL,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired) as fault:
                why = (fault.strerror if isinstance(fault, OSError) else None) or type(fault).__name__
                raise SpecError(f"{self.place}: {self.python}: cannot be run: {why}") from None
        if done.returncode:
            said = done.stderr.strip().splitlines() or ["no reason told"]
            raise SpecError(f"{self.place}: {self.python} {' '.join(words)} fails: {said[-1]}")
        return done.stdout


def _identity(asked: _Asked, strategy: str) -> Identity:
    """Which strategy another version runs, by what it tells about its package, and by its strategy files."""
    told = json.loads(asked.says("-P", digests.__file__, GROUP, strategy))
    folders = strategy_folders(package=Path(told["folder"]))
    if is_code(strategy):
        file = ClassFile(strategy)
        return Identity(file.name, StrategyKind.CLASS, told["program"], file.digests)
    try:
        chain = read_chain(strategy, make_vocabulary(), folders=folders)
    except (NoSuchStrategyError, StrategyFileError):
        kind = StrategyKind.PLUGIN if told["plugin"] else StrategyKind.PROGRAM
        return Identity(strategy, kind, told["program"], told["plugin"])
    return Identity(chain.sources[0].name, StrategyKind.FILE, told["program"], chain.digests)


def _environment(path: str | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("GEMP_BOT_")}
    kept.pop("PYTHONPATH", None)
    if path is not None:
        kept["PYTHONPATH"] = path
    return kept
