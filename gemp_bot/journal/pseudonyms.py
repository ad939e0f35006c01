"""Other names for people in a journal that is shared, and a journal written anew with them.

Replaced are the names in the attributes that hold names, and whole words in the attributes and texts
that hold prose, but for the titles of cards in it. Everything else stays as it came: a player may be called
`type`, `D` or `Luke`.

A `PersonKey`, which stays here, gives people names that say nothing about them, yet are always the same.
"""

import base64
import hmac
import os
import re
import secrets
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

import msgspec

from gemp_bot.errors import BotError
from gemp_bot.journal.reader import Head, JournalLine, JournalReader, ScorePart, VerdictLine
from gemp_bot.protocol.exchange import Exchange

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
                with open(fresh, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
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


_NAME = r"[A-Za-z0-9_-]{2,10}"
_NAMES = frozenset(
    {
        "participantId",
        "zoneOwnerId",
        "allParticipantIds",
        "playerAttacking",
        "playerDefending",
        "from",
        "winner",
        "loser",
        "playerId",
        "login",
    }
)
"""Attributes and form fields that hold one name, or names joined by commas."""
_PROSE = frozenset({"message", "text", "value", "players", "tournament", "tableDesc"})
_ATTRIBUTE = re.compile(r'(?<![\w:.-])([\w:.-]+)="([^"]*)"')
_ZONES = re.compile(r"<playerZones [^<>]*>")
_WORD = re.compile(
    r"(?:<|&lt;)div class='cardHint'.{0,300}?/div(?:>|&gt;)|(?<![\w~-])" + _NAME + r"(?![\w-])"
)
"""A card with its title, or whatever may be the name of a person. How many there are makes no difference."""
_USER = re.compile(r"<user>(?:\* |\+|&beta;|&amp;beta;|&#231;|&amp;#231;)?(" + _NAME + ")</user>")
_SEAT = re.compile(r"(?:^|,)\s*(" + _NAME + r") \((?:DARK|LIGHT)")
_JSON_NAME = re.compile(r'"name"\s*:\s*"(' + _NAME + ')"')


def is_person(name: str) -> bool:
    """Whether a word can be the login of a person."""
    return re.fullmatch(_NAME, name) is not None and name not in ("System", "null")


class Pseudonyms:
    """Gives every person met another name.

    The server's own AIs (`~…`) and `System` keep their names.

    Args:
        name_of: gives the other name, None for a person whose name is kept; without it they are counted:
            `player1`, `player2` and so on.
    """

    def __init__(self, name_of: Callable[[str], str | None] | None = None) -> None:
        self._names: dict[str, str] = {}
        self._kept: set[str] = set()
        self._name_of = name_of or (lambda _: f"player{len(self._names) + 1}")

    def exchange(self, exchange: Exchange) -> Exchange:
        """The same exchange with other names in form, path and body."""
        self.meet(exchange)
        if not self._names:
            return exchange
        return msgspec.structs.replace(
            exchange,
            path=self.prose(exchange.path) if exchange.path.startswith("/replay/") else exchange.path,
            form={
                key: self.prose(value) if key in _NAMES or key in _PROSE else value
                for key, value in exchange.form.items()
                if value
            }
            | {key: value for key, value in exchange.form.items() if not value},
            body=self._body(exchange.body),
        )

    def meet(self, exchange: Exchange) -> None:
        """Learn the names of the people in an exchange."""
        found: list[str] = [exchange.form[key] for key in ("login",) if key in exchange.form]
        body = exchange.body
        for name, value in _ATTRIBUTE.findall(body):
            if name in _NAMES:
                found.extend(value.split(","))
            elif name == "players":
                found.extend(_SEAT.findall(value))
        found.extend(_USER.findall(body))
        if body.startswith("{"):
            found.extend(_JSON_NAME.findall(body))
        for name in found:
            self.learn(name)

    def learn(self, name: str) -> None:
        """Take a word for the name of a person, if it can be one."""
        if name in self._names or name in self._kept or not is_person(name):
            return
        other = self._name_of(name)
        if other is None:
            self._kept.add(name)
        else:
            self._names[name] = other

    def prose(self, text: str) -> str:
        """The same text with other names for the people met so far."""
        return _WORD.sub(lambda found: self._names.get(found[0], found[0]), text)

    def _body(self, body: str) -> str:
        if body.startswith("{"):
            return self.prose(body)
        body = _ZONES.sub(lambda found: self._zones(found.group()), body)
        body = _ATTRIBUTE.sub(self._attribute, body)
        *parts, last = body.split("<")
        return "<".join([*map(self._between_tags, parts), last])

    def _between_tags(self, part: str) -> str:
        """The rest of a tag, and the text behind it up to the next one."""
        tag, end, text = part.partition(">")
        return f"{tag}{end}{self.prose(text)}"

    def _attribute(self, found: re.Match[str]) -> str:
        name, value = found.groups()
        return f'{name}="{self.prose(value)}"' if name in _NAMES or name in _PROSE else found.group()

    def _zones(self, element: str) -> str:
        return re.sub(r'\bname="([^"]*)"', lambda found: f'name="{self.prose(found.group(1))}"', element)


_LEVEL = 6


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The result of searching a journal for words.

    Attributes:
        any: whether the words occur at all.
        cut: whether its end is missing: its writer died, or still writes.
    """

    any: bool
    cut: bool


def mentions(path: Path, words: Iterable[str]) -> WordSearch:
    """Look for words, in upper or lower case, anywhere in a journal.

    Raises:
        JournalError: it cannot be read to its end.
    """
    wanted = [word.casefold().encode() for word in words]
    reader, found = JournalReader(path), False
    for _, text, _ in reader.texts():
        if not found:
            folded = text.lower()
            found = any(word in folded for word in wanted)
    return WordSearch(found, reader.truncated)


@dataclass(slots=True)
class JournalCopy:
    """Writes a journal anew.

    Attributes:
        path: the journal.
        names: the other names of people.
        shared: it is for others: paths and the server's address are left out, and lines that are not known.
        after_head: a line of another kind that follows the head.
    """

    path: Path
    names: Pseudonyms
    shared: bool = False
    after_head: dict[str, Any] | None = None
    _encoder: msgspec.json.Encoder = field(default_factory=msgspec.json.Encoder)

    def write(self, target: Path) -> bool:
        """Write it as a new file, or in the place of the old one; there is never half of one.

        Only its owner may read it. It is as old as the journal, and as cut.

        Returns:
            Whether anything was altered; what would be as it was is not written in its own place.

        Raises:
            JournalError: the journal cannot be read to its end.
            OSError: the file cannot be written.
        """
        for _, _, line in JournalReader(self.path).texts():  # a text may name a person who appears later
            if isinstance(line, Exchange):
                self.names.meet(line)
        before = self.path.stat()
        with NamedTemporaryFile(dir=target.parent, prefix=".", suffix=".new", delete=False) as raw:
            fresh = Path(raw.name)
            try:
                altered = self._write(
                    raw, zlib.compressobj(_LEVEL, wbits=31) if target.suffix == ".gz" else None
                )
                raw.flush()
                os.fsync(raw.fileno())
            except BaseException:
                fresh.unlink()
                raise
        if not altered and target == self.path:
            fresh.unlink()
            return False
        os.utime(fresh, ns=(before.st_atime_ns, before.st_mtime_ns))
        fresh.replace(target)
        return altered

    def _write(self, raw: IO[bytes], packing: "zlib._Compress | None") -> bool:
        reader, altered = JournalReader(self.path), False
        for number, text, line in reader.texts():
            lines = [] if line is None and self.shared else [self._renamed(text, line)]
            altered = altered or lines != [text]
            if number == 1 and self.after_head is not None:
                lines.append(self._encoder.encode(self.after_head))
            for each in lines:
                raw.write(each + b"\n" if packing is None else packing.compress(each + b"\n"))
        if packing is not None:
            raw.write(packing.flush(zlib.Z_SYNC_FLUSH if reader.truncated else zlib.Z_FINISH))
        return altered

    def _renamed(self, text: bytes, line: JournalLine | None) -> bytes:
        other: JournalLine | None = line
        if isinstance(line, Exchange):
            other = self.names.exchange(line)
        elif isinstance(line, VerdictLine):
            parts = tuple(ScorePart(self.names.prose(part.reason), part.force) for part in line.parts)
            other = msgspec.structs.replace(line, parts=parts)
        elif isinstance(line, Head) and self.shared:
            given = None if line.given is None else Path(line.given).name
            other = msgspec.structs.replace(line, given=given, server=None)
        return text if other == line else self._encoder.encode(other)
