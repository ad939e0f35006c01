"""A real Chromium without a window, driven by its own protocol over a WebSocket."""

import asyncio
import base64
import contextlib
import itertools
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
_SECONDS = 60.0
_LISTENS = b"DevTools listening on "
_KEYS = {
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "Home": 36,
    "End": 35,
    "Tab": 9,
    "Enter": 13,
    " ": 32,
    "Escape": 27,
}


def chromium() -> str | None:
    """Where it is; None if it is not installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Tab:
    """One page of the browser.

    Attributes:
        complaints: errors of the console, exceptions of scripts, requests that failed or were blocked.
        requested: addresses that the page asked for.
    """

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.complaints: list[str] = []
        self.requested: list[str] = []
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._loaded = asyncio.Event()
        self._moved = asyncio.Event()
        self.address = ""
        self._reading = asyncio.create_task(self._read())

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol."""
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"id": number, "method": method, "params": parameters}))
        async with asyncio.timeout(_SECONDS):
            return await answer

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                continue
            told = json.loads(message.data)
            if "id" in told:
                answer = self._waiting.pop(told["id"])
                if "error" in told:
                    answer.set_exception(RuntimeError(told["error"]["message"]))
                else:
                    answer.set_result(told["result"])
            else:
                self._heard(told["method"], told["params"])

    def _heard(self, method: str, told: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded.set()
        elif method == "Page.frameNavigated":
            self.address = str(told["frame"]["url"])
            self._moved.set()
            self._loaded.clear()
        elif method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.complaints.append(str(details.get("exception", {}).get("description", details["text"])))
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append(str([each.get("value") for each in told["args"]]))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requested.append(told["request"]["url"])

    async def begin(self) -> None:
        """Listen to what happens."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            await self.call(f"{domain}.enable")

    async def open(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""
        self._loaded.clear()
        await self.call("Page.navigate", url=url)
        async with asyncio.timeout(_SECONDS):
            await self._loaded.wait()

    async def reached(self, part: str) -> None:
        """Wait until the page has moved to an address with this part, and is loaded."""
        async with asyncio.timeout(_SECONDS):
            while part not in self.address:
                self._moved.clear()
                await self._moved.wait()
            await self._loaded.wait()

    async def run(self, script: str) -> Any:
        """What a JavaScript expression gives; a promise is awaited."""
        found = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in found:
            raise AssertionError(found["exceptionDetails"].get("exception", found["exceptionDetails"]))
        return found["result"].get("value")

    async def until(self, condition: str) -> Any:
        """Wait until a JavaScript expression is true; gives its value."""
        return await self.run(
            "new Promise((done) => {"
            f"const look = () => {{ let value; try {{ value = ({condition}); }} catch {{ value = null; }}"
            " if (value) done(value); else setTimeout(look, 10); };"
            "look(); })"
        )

    async def key(self, key: str, *, shift: bool = False) -> None:
        """Press a key and let it go."""
        code = _KEYS.get(key) or ord(key.upper())
        about = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    async def resize(self, width: int, height: int) -> None:
        """Give the page another size, in pixels."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    async def scheme(self, name: str) -> None:
        """Prefer `light` or `dark` colours."""
        await self.call(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}]
        )

    async def picture(self, path: Path) -> None:
        """Write what is seen: `.png`, `.jpeg` or `.webp`."""
        taken = await self.call("Page.captureScreenshot", format=path.suffix[1:])
        path.write_bytes(base64.b64decode(taken["data"]))  # noqa: ASYNC240 - nothing else runs meanwhile

    async def close(self) -> None:
        """Leave the page."""
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading


class Browser:
    """A Chromium with an empty profile, as a context manager."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="gemp-bot-chromium-", ignore_cleanup_errors=True)

    async def __aenter__(self) -> Self:
        program = chromium()
        assert program is not None
        self._process = await asyncio.create_subprocess_exec(
            program,
            *OPTIONS,
            f"--user-data-dir={self._profile.name}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        stderr = self._process.stderr
        assert stderr is not None
        async with asyncio.timeout(_SECONDS):
            while not (line := await stderr.readline()).startswith(_LISTENS):
                assert line, "chromium ended before it listened"
        self._http = (
            line.removeprefix(_LISTENS).decode().split("/devtools")[0].replace("ws:", "http:").strip()
        )
        self._drain = asyncio.create_task(self._forget(stderr))
        self._session = ClientSession()
        return self

    @staticmethod
    async def _forget(stream: asyncio.StreamReader) -> None:
        while await stream.read(65536):
            pass

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await self._drain
        self._profile.cleanup()

    @contextlib.asynccontextmanager
    async def tab(self) -> AsyncIterator[Tab]:
        """A new page."""
        async with self._session.put(f"{self._http}/json/new?about:blank") as answer:
            url = (await answer.json())["webSocketDebuggerUrl"]
        async with self._session.ws_connect(url, max_msg_size=0) as socket:
            tab = Tab(socket)
            await tab.begin()
            try:
                yield tab
            finally:
                await tab.close()
