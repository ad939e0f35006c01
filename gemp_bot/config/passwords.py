"""Where the password comes from. Never from the command line, and never from the configuration.

In this order: the file named by `--password-file` or `account.password_file`; the file `password` in
`$CREDENTIALS_DIRECTORY` (systemd's `LoadCredential=password:...`); the variable `GEMP_BOT_PASSWORD`;
a prompt, where there is a terminal to ask on.
"""

import getpass
import os
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from gemp_bot.config import ConfigError
from gemp_bot.files.small_file import NotReadError, open_ordinary
from gemp_bot.terminal import plain

VARIABLE = "GEMP_BOT_PASSWORD"
CREDENTIALS_DIRECTORY = "CREDENTIALS_DIRECTORY"
CREDENTIAL = "password"

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_LONGEST = 1024


def find_password(
    user: str,
    file: Path | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    ask: Callable[[str], str] | None = None,
) -> str:
    """Find the password of an account.

    Args:
        user: whose; only shown in the prompt.
        file: the file that holds it, if one was named.
        environ: instead of the environment of the process.
        ask: instead of a prompt on the terminal.

    Raises:
        ConfigError: there is none, or the file cannot be used.
    """
    environ = os.environ if environ is None else environ
    if file is not None:
        return read_password_file(file)
    directory = environ.get(CREDENTIALS_DIRECTORY)
    if directory and (credential := Path(directory) / CREDENTIAL).exists():
        return read_password_file(credential, private=False)  # systemd guards the folder
    if environ.get(VARIABLE):
        return environ[VARIABLE]
    if ask is None:
        if sys.stdin is None or not sys.stdin.isatty():  # None: closed by the parent process
            raise ConfigError(
                f"no password for {plain(user)}: give --password-file FILE or set {VARIABLE} "
                "(there is no terminal to ask on)"
            )
        ask = getpass.getpass
    try:
        password = ask(f"Password of {plain(user)}: ")
    except EOFError:
        password = ""
    if not password:
        raise ConfigError(f"no password for {plain(user)} was typed")
    return password


def read_password_file(file: Path, *, private: bool = True) -> str:
    """Read a file that holds a password and nothing else.

    Args:
        file: its one line is the password.
        private: refuse a file of ours that others can read.

    Raises:
        ConfigError: one line.
    """
    shown = plain(str(file))
    try:
        with open_ordinary(file, "a file that holds the password") as stream:
            if private and _others_can_read(os.fstat(stream.fileno())):
                raise ConfigError(f"{shown}: others can read this password file: chmod 600 {shown}")
            raw = stream.read(_LONGEST + 1)
    except NotReadError as error:
        raise ConfigError(f"{shown}: {error}") from None
    except FileNotFoundError:
        raise ConfigError(f"{shown}: no such password file") from None
    except IsADirectoryError:
        raise ConfigError(f"{shown}: is a directory, not a password file") from None
    except OSError as error:
        raise ConfigError(f"{shown}: cannot be read: {error.strerror or error}") from None
    try:
        lines = raw.decode("utf-8-sig").rstrip("\r\n").splitlines()
    except UnicodeDecodeError:
        raise ConfigError(f"{shown}: a password file is one line of UTF-8 text") from None
    if len(lines) != 1 or not lines[0] or len(raw) > _LONGEST:
        what = "is empty" if not any(lines) else "holds more than one line with a password"
        raise ConfigError(f"{shown}: {what}: it must hold the password and nothing else")
    return lines[0]


def _others_can_read(status: os.stat_result) -> bool:
    """Whether a plain file of ours is open to others; what we cannot judge or change is let pass."""
    if os.name != "posix" or not stat.S_ISREG(status.st_mode):
        return False
    return status.st_uid == os.geteuid() and bool(status.st_mode & _OTHERS)
