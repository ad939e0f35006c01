"""Other versions of this program: found, unpacked beside the results, and asked who they are.

A wheel is unpacked and a git revision exported into a folder of its own, and run by our interpreter with
that folder first on its path: nothing is installed, nothing is downloaded, and the checkout stays as it is.
What such a version needs from other packages it gets from ours.
"""

import hashlib
import io
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from gemp_bot.arena.errors import SpecError
from gemp_bot.arena.spec import OpponentSpec, PlayerSpec
from gemp_bot.procedures.loader import SHIPPED

_PACKAGE = "gemp_bot"
_STRATEGIES = "strategies"
_BUILT_WITH = "_revision.txt"
"""Where an exported package finds its revision (see hatch_build.py)."""
_PATIENCE = 60.0
"""Seconds in which a program must tell its version."""


class Program(msgspec.Struct, frozen=True):
    """A version of this program that can be run.

    Attributes:
        python: the interpreter.
        path: the folder of its package; None if the interpreter has it installed.
        version: what it calls itself.
        identity: the same only for the same code.
        no_resume: it can be told to leave running games alone.
    """

    python: str
    path: str | None
    version: str
    identity: str
    no_resume: bool

    def command(self, *words: str) -> tuple[str, ...]:
        """A command line."""
        return (self.python, "-m", _PACKAGE, *words)

    @property
    def environment(self) -> dict[str, str]:
        """Our environment without what is meant for this version only."""
        return _environment(self.path)


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
    if source.python is not None:
        python = folder / Path(source.python).expanduser()
        if python.is_dir():  # a virtual environment
            python = python / ("Scripts" if os.name == "nt" else "bin") / "python"
        # Not resolved: the link of a virtual environment is what makes it one.
        return _asked(f"{place}.python", str(python.absolute()), None, "")
    if source.wheel is not None:
        wheel = (folder / Path(source.wheel).expanduser()).resolve()
        path, identity = _unpack_wheel(f"{place}.wheel", wheel, unpacked)
        return _asked(f"{place}.wheel", sys.executable, path, identity)
    if source.revision is not None:
        path, identity = _export(f"{place}.revision", source.revision, package.parent, unpacked)
        return _asked(f"{place}.revision", sys.executable, path, identity)
    return None


def _unpack_wheel(place: str, wheel: Path, unpacked: Path) -> tuple[Path, str]:
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
    return target, digest


def _export(place: str, revision: str, checkout: Path, unpacked: Path) -> tuple[Path, str]:
    if not (checkout / ".git").exists():
        raise SpecError(f"{place}: this program runs from no git checkout: name a wheel instead")
    commit = _git(place, checkout, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    name = commit.decode().strip()
    target = unpacked / f"revision-{name[:12]}"
    if not target.exists():
        # A checkout has its strategies beside the package, a wheel inside; the first versions had none.
        had = _git(place, checkout, "ls-tree", "--name-only", name, _PACKAGE, _STRATEGIES).decode().split()
        archive = _git(place, checkout, "archive", "--format=tar", name, *had)

        def fill(folder: Path) -> None:
            with tarfile.open(fileobj=io.BytesIO(archive)) as stream:
                stream.extractall(folder, filter="data")
            if (folder / _STRATEGIES).is_dir():
                (folder / _STRATEGIES).rename(folder / _PACKAGE / SHIPPED)
            (folder / _PACKAGE / _BUILT_WITH).write_text(name + "\n", "ascii")

        _whole(target, fill)
    return target, name


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


def _asked(place: str, python: str, path: Path | None, identity: str) -> Program:
    """Ask a program for its version, and for an option that not all versions have."""
    told = []
    for words in (("--version",), ("play", "--help")):
        try:
            done = subprocess.run(  # noqa: S603 - the person who wrote the spec says what runs
                [python, "-m", _PACKAGE, *words],
                env=_environment(None if path is None else str(path)),
                cwd=path,
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                stdin=subprocess.DEVNULL,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            why = (fault.strerror if isinstance(fault, OSError) else None) or type(fault).__name__
            raise SpecError(f"{place}: {python}: cannot be run: {why}") from None
        if done.returncode:
            said = done.stderr.strip().splitlines() or ["no reason told"]
            raise SpecError(f"{place}: {python} -m {_PACKAGE} {' '.join(words)} fails: {said[-1]}")
        told.append(done.stdout)
    version = told[0].strip()
    return Program(
        python=python,
        path=None if path is None else str(path),
        version=version,
        identity=identity or version,
        no_resume="--no-resume" in told[1],
    )


def _environment(path: str | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("GEMP_BOT_")}
    kept.pop("PYTHONPATH", None)
    if path is not None:
        kept["PYTHONPATH"] = path
    return kept
