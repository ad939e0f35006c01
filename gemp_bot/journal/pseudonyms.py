"""Other names for people in a journal that is shared.

Replaced are the names in the attributes that hold names, and whole words in the attributes and texts
that hold prose. Everything else stays as it came: a player may be called `type` or `D`.
"""

import re

import msgspec

from gemp_bot.protocol.exchange import Exchange

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
_WORD = re.compile(r"(?<![\w~-])" + _NAME + r"(?![\w-])")
"""Whatever may be the name of a person. How many there are makes no difference."""
_USER = re.compile(r"<user>(?:\* |\+|&beta;|&amp;beta;|&#231;|&amp;#231;)?(" + _NAME + ")</user>")
_SEAT = re.compile(r"(?:^|,)\s*(" + _NAME + r") \((?:DARK|LIGHT)")
_JSON_NAME = re.compile(r'"name"\s*:\s*"(' + _NAME + ')"')


class Pseudonyms:
    """Gives every person met the next free name: `player1`, `player2` and so on.

    The server's own AIs (`~…`) and `System` keep their names.
    """

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def exchange(self, exchange: Exchange) -> Exchange:
        """The same exchange with other names in form, path and body."""
        self._learn(exchange)
        if not self._names:
            return exchange
        return msgspec.structs.replace(
            exchange,
            path=self._prose(exchange.path) if exchange.path.startswith("/replay/") else exchange.path,
            form={
                key: self._prose(value) if key in _NAMES or key in _PROSE else value
                for key, value in exchange.form.items()
                if value
            }
            | {key: value for key, value in exchange.form.items() if not value},
            body=self._body(exchange.body),
        )

    def _learn(self, exchange: Exchange) -> None:
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
            if name not in self._names and self._is_person(name):
                self._names[name] = f"player{len(self._names) + 1}"

    @staticmethod
    def _is_person(name: str) -> bool:
        return re.fullmatch(_NAME, name) is not None and name not in ("System", "null")

    def _prose(self, text: str) -> str:
        return _WORD.sub(lambda found: self._names.get(found[0], found[0]), text)

    def _body(self, body: str) -> str:
        if body.startswith("{"):
            return self._prose(body)
        body = _ZONES.sub(lambda found: self._zones(found.group()), body)
        body = _ATTRIBUTE.sub(self._attribute, body)
        *parts, last = body.split("<")
        return "<".join([*map(self._between_tags, parts), last])

    def _between_tags(self, part: str) -> str:
        """The rest of a tag, and the text behind it up to the next one."""
        tag, end, text = part.partition(">")
        return f"{tag}{end}{self._prose(text)}"

    def _attribute(self, found: re.Match[str]) -> str:
        name, value = found.groups()
        return f'{name}="{self._prose(value)}"' if name in _NAMES or name in _PROSE else found.group()

    def _zones(self, element: str) -> str:
        return re.sub(r'\bname="([^"]*)"', lambda found: f'name="{self._prose(found.group(1))}"', element)
