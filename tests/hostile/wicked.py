"""A server that answers in bytes as a scenario says, and as a GEMP server where it says nothing.

Nothing of the program is used: only sockets, so that whatever can come over a line can come from here.
"""

import asyncio
import contextlib
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs

API = "/gemp-swccg-server"
PASSWORD = "correct horse battery 4711"
COOKIE = "c00kie-4711-of-this-session"
ME, THEM = "bot", "~Rando_Cal"
GAME = "g1"
OK = "<result>OK</result>"
_LONGEST_REQUEST = 64 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked.

    Attributes:
        path: below the API's prefix, without the query.
        number: how many requests of this method and path came before.
    """

    method: str
    path: str
    form: dict[str, str]
    number: int


Writer = asyncio.StreamWriter
Answer = bytes | Callable[[Request], bytes] | Callable[[Request, Writer], Awaitable[None]]


def reply(body: str | bytes, status: str = "200 OK", *headers: str, kind: str = "application/xml") -> bytes:
    """A whole answer."""
    data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {kind}; charset=UTF-8",
        f"Content-Length: {len(data)}",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + data


def update(*events: str, root: str = "update", clocks: str = "") -> str:
    """An answer of the game channel."""
    return f'<{root} cn="3">{"".join(events)}<clocks>{clocks}</clocks></{root}>'


def said(line: str) -> str:
    """A line of the game log."""
    return f'<ge type="M" message="{line}"/>'


def asked(kind: str, text: str, *parameters: tuple[str, object]) -> str:
    """A question."""
    inner = "".join(f'<parameter name="{name}" value="{value}"/>' for name, value in parameters)
    return f'<ge type="D" participantId="{ME}" id="1" decisionType="{kind}" text="{text}">{inner}</ge>'


START = asked("MULTIPLE_CHOICE", "Select OK to start game", ("results", "OK"), ("defaultIndex", 0))
PASS = asked("CARD_ACTION_CHOICE", "Choose Deploy action or Pass", ("noPass", "false"))
YES_NO = asked("MULTIPLE_CHOICE", "Do you want to Pass?", ("results", "Yes"), ("results", "No"))
AMOUNT = asked("INTEGER", "Choose amount of Force to activate", ("min", 0), ("max", 3), ("defaultValue", 3))
FRAME = (
    f'<ge type="P" participantId="{ME}" allParticipantIds="{THEM},{ME}"/>'
    f'<ge type="TC" participantId="{ME}"/><ge type="GPC" phase="Deploy (turn #1)"/>'
    '<ge type="GS" darkForceGeneration="1" lightForceGeneration="1">'
    f'<playerZones name="{THEM}" HAND="8" RESERVE_DECK="52"/>'
    f'<playerZones name="{ME}" HAND="8" RESERVE_DECK="52"/></ge>'
)
WON = said(f"{THEM} lost due to: Conceded") + said(f"{ME} is the winner due to: Opponent conceded")
LOST = said(f"{ME} lost due to: Conceded") + said(f"{THEM} is the winner due to: Opponent conceded")
HALL_HEAD = 'channelNumber="7" serverTime="2026-08-22 15:30:00" aiTablesEnabledBoolean="true"'
TABLE = (
    f'<table action="add" id="t1" gameId="{GAME}" status="PLAYING" statusDescription="Preparation" '
    f'format="Open" tournament="Casual" players="{ME} (LIGHT),{THEM} (DARK)" playing="true"/>'
    f'<newGame id="{GAME}"/>'
)


def hall(*rows: str) -> str:
    """An answer of the hall."""
    return f'<hall {HALL_HEAD}><format type="open">Open</format>{"".join(rows)}</hall>'


_PAGES = {
    "/playerStats/playerInfo": f'{{"name":"{ME}","type":"u"}}',
    "/deck/list": "<decks><lightDeck>mine</lightDeck></decks>",
    "/deck/libraryList": "<decks><darkDeck>theirs</darkDeck></decks>",
    "/deck": '<deck><card blueprintId="1_19" title="Luke"/></deck>',
    "/hall": hall(),
    "/": "Tables count: 1<br/>Players in hall count: 2",
}
"""What is read, by how the path begins; the first that fits counts."""


@dataclass
class Wicked:
    """The server.

    Attributes:
        answers: by `METHOD /path`, where `*` at the end stands for the rest of it.
        questions: what the game asks, one after the other; then it is won.
        seen: how often each method and path was called.
    """

    answers: dict[str, Answer] = field(default_factory=dict)
    questions: list[str] = field(default_factory=lambda: [START, AMOUNT, PASS])
    cookie: str = COOKIE
    over: bool = False
    seen: dict[str, int] = field(default_factory=dict)
    playing: asyncio.Event = field(default_factory=asyncio.Event)
    url: str = ""
    _asked: int = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["Wicked"]:
        """Listen on any port of this machine."""
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            while True:
                request = await self._read(reader)
                answer = self._answer(request)
                if inspect.iscoroutinefunction(answer):
                    await answer(request, writer)
                    break
                writer.write(answer(request) if callable(answer) else answer)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Request:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *headers = head.split("\r\n")
        method, target, _ = first.split(" ", 2)
        length = next((int(h.split(":")[1]) for h in headers if h.lower().startswith("content-length:")), 0)
        body = (await reader.readexactly(min(length, _LONGEST_REQUEST))).decode() if length else ""
        path = target.partition("?")[0].removeprefix(API)
        key = f"{method} {path}"
        self.seen[key] = self.seen.get(key, 0) + 1
        form = {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}
        return Request(method, path, form, self.seen[key] - 1)

    def _answer(self, request: Request) -> Answer:
        key = f"{request.method} {request.path}"
        for pattern, answer in self.answers.items():
            if key == pattern or (pattern.endswith("*") and key.startswith(pattern[:-1])):
                return answer
        return reply(*self._good(request))

    def _good(self, request: Request) -> tuple[str, ...]:  # noqa: PLR0911 - one for each call
        """What a GEMP server answers: body, status, headers."""
        match request.method, request.path.strip("/").split("/"):
            case "POST", ["login"]:
                return OK, "200 OK", f"Set-Cookie: loggedUser={self.cookie}"
            case "POST", ["hall", "update"]:
                return (hall(TABLE if self.seen.get("POST /hall") else ""),)
            case "GET", ["game", _]:
                return (update(FRAME, self._next(), root="gameState"),)
            case "POST", ["game", _]:
                self.playing.set()
                self._asked += "decisionValue" in request.form
                return (update(self._next()),)
            case "POST", [*_, last]:
                self.over |= last in ("concede", "cancel")
                return (OK,)
            case "GET", ["game", _, *_]:
                return "", "404 Not Found"
        known = (body for path, body in _PAGES.items() if request.path.startswith(path))
        return (next(known),)

    def _next(self) -> str:
        if self.over:
            return LOST
        return self.questions[self._asked] if self._asked < len(self.questions) else WON
