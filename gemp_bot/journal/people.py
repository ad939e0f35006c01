"""Names for people that say nothing about them, yet are always the same: made with a key that stays here."""

import base64
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from gemp_bot.errors import BotError

_BYTES = 32
_MARK = "p"
_LENGTH = 7
_PROOF = 2
"""Characters of a pseudonym: its first, those that tell people apart, and those that tell it from a name.
Together no more than the longest name a server takes."""


class KeyFileError(BotError):
    """The file of a key cannot be used; the message is one line that names it."""


class PersonKey:
    """Names people by HMAC-SHA256. Upper and lower case do not count, as for a server's logins.

    Args:
        key: 32 secret bytes.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def of(cls, path: Path) -> "PersonKey":
        """Read the key of a file that only its owner may read (mode 0600); make it if there is none.

        Raises:
            KeyFileError: it can be neither read nor made, or holds no key.
        """
        try:
            with suppress(FileNotFoundError):
                return cls._read(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            # Linked when it is whole: another process may look for it at the same time.
            fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
            try:
                with open(fresh, "xb", opener=_private) as file:
                    file.write(secrets.token_bytes(_BYTES))
                with suppress(FileExistsError):
                    os.link(fresh, path)
            finally:
                fresh.unlink(missing_ok=True)
            return cls._read(path)
        except OSError as fault:
            raise KeyFileError(f"{path}: {fault.strerror or type(fault).__name__}") from None

    @classmethod
    def _read(cls, path: Path) -> "PersonKey":
        key = path.read_bytes()
        if len(key) != _BYTES:
            raise KeyFileError(f"{path}: holds {len(key)} bytes, and a key has {_BYTES}: restore it")
        return cls(key)

    def pseudonym(self, name: str) -> str:
        """Another name for a person, which a server could have given.

        A server's own players (`~`) keep theirs, and so does a pseudonym.
        """
        if name.startswith("~") or self.made(name):
            return name
        return self._proven(_MARK + self._letters("name", name)[:_LENGTH])

    def made(self, name: str) -> bool:
        """Whether a name is a pseudonym made with this key."""
        stem = name[:-_PROOF]
        return len(stem) == 1 + _LENGTH and stem[0] == _MARK and name == self._proven(stem)

    def _proven(self, stem: str) -> str:
        return stem + self._letters("proof", stem)[:_PROOF]

    def _letters(self, use: str, text: str) -> str:
        return base64.b32encode(self._made(use, text)).decode().lower()

    def digest(self, name: str) -> str:
        """The digest that represents a person in a list: as long as a SHA-256, and no part of a pseudonym."""
        return self._made("digest", name).hex()

    @property
    def check(self) -> str:
        """Tells this key from others, and nothing about it."""
        return self._made("check", "").hex()[:16]

    def _made(self, use: str, name: str) -> bytes:
        return hmac.digest(self._key, f"{use}\0{name.casefold()}".encode("utf-8", "surrogatepass"), "sha256")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
