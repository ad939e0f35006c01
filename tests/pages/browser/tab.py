"""A tab of a headless Chromium, steered over its DevTools protocol."""

import asyncio
import base64
import itertools
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "--hide-scrollbars",
)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="NO CHROMIUM: the page was NOT tried in a browser; install the package chromium"
)


class Tab:
    """One page.

    Attributes:
        faults: what the console said in earnest, exceptions, and requests that were blocked or failed.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.faults: list[str] = []
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._reader = asyncio.create_task(self._read())

    async def call(self, method: str, **params: object) -> Any:
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        return await self._waiting[number]

    async def run(self, script: str) -> Any:
        """The value of an expression; promises are awaited."""
        found = await self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in found:
            raise AssertionError(found["exceptionDetails"])
        return found["result"].get("value")

    async def until(self, script: str, seconds: float = 30.0) -> Any:
        """Wait until an expression is true; gives its value."""
        look = f"let value; try {{ value = ({script}); }} catch {{ value = null; }}"
        late = f"lost({f'never true: {script}'!r})"
        return await self.run(
            f"new Promise((found, lost) => {{ const end = Date.now() + {seconds * 1000};"
            f" const look = () => {{ {look}"
            f" if (value) found(value); else if (Date.now() > end) {late}; else setTimeout(look, 10); }};"
            " look(); })"
        )

    async def key(self, key: str, code: int = 0) -> None:
        """Press a key."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        number = code or {"Enter": 13, "Tab": 9, "Escape": 27}.get(key, ord(key[0]))
        params: dict[str, object] = {"key": key, "windowsVirtualKeyCode": number}
        await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **params)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **params)

    async def size(self, width: int, height: int) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )

    async def picture(self, path: Path) -> None:
        """A screenshot of what is seen: `.png`, `.jpeg` or `.webp`."""
        shot = await self.call("Page.captureScreenshot", format=path.suffix[1:])
        await asyncio.to_thread(path.write_bytes, base64.b64decode(shot["data"]))

    async def close(self) -> None:
        self._reader.cancel()
        await asyncio.wait([self._reader])

    async def _read(self) -> None:
        async for message in self._socket:
            told = message.json()
            if "id" in told:
                waiting = self._waiting.pop(told["id"])
                if "error" in told:
                    waiting.set_exception(AssertionError(told["error"]))
                else:
                    waiting.set_result(told["result"])
                continue
            params = told.get("params", {})
            match told.get("method"):
                case "Runtime.exceptionThrown":
                    self.faults.append(str(params["exceptionDetails"]))
                case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning", "assert"):
                    self.faults.append(str(params["args"]))
                case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                    self.faults.append(params["entry"]["text"])


@asynccontextmanager
async def open_tab(url: str, folder: Path, *, width: int = 1280, height: int = 800) -> AsyncIterator[Tab]:
    """A browser of its own with one page open."""
    assert CHROMIUM is not None
    profile = folder / "profile"
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *_FLAGS,
        f"--user-data-dir={profile}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(60):
            port = await _port(profile / "DevToolsActivePort")
        async with aiohttp.ClientSession() as http:
            async with http.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [each for each in await answer.json() if each["type"] == "page"]
            async with http.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                tab = Tab(socket)
                for domain in ("Runtime", "Log", "Page", "Network"):
                    await tab.call(f"{domain}.enable")
                await tab.size(width, height)
                await tab.call("Page.navigate", url=url)
                await tab.until("document.readyState === 'complete' && location.href !== 'about:blank'")
                try:
                    yield tab
                finally:
                    await tab.close()
    finally:
        process.kill()
        await process.wait()


async def _port(file: Path) -> str:
    """The port that Chromium listens on, once it says so: it writes it into its profile."""

    def look() -> str:
        return file.read_text() if file.exists() else ""

    while True:
        if told := await asyncio.to_thread(look):
            return told.split()[0]
        await asyncio.sleep(0.05)
