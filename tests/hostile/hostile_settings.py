"""The ways in which a scenario sets its server up."""

import asyncio
from collections.abc import Callable

from hostile_run import Run
from wicked import Request, Wicked, Writer, reply

Setting = Callable[[Wicked], None]
Lazy = Callable[[], str | bytes] | str | bytes
"""An answer, or what makes it when it is wanted: some are large."""


def as_it_should(_: Wicked) -> None:
    """As a GEMP server does."""


def answering(key: str, body: Lazy, status: str = "200 OK", *headers: str) -> Setting:
    """One call gets one answer, each time."""

    def set_up(server: Wicked) -> None:
        server.answers[key] = reply(body() if callable(body) else body, status, *headers)

    return set_up


def raw(
    key: str,
    head: bytes,
    again: Callable[[], bytes] | bytes = b"",
    *,
    times: int = 1,
    pause: float = 0.0,
    hold: float = 0.0,
) -> Setting:
    """One call gets bytes: some once, some again and again, before the line is held open for a while."""

    def set_up(server: Wicked) -> None:
        part = again() if callable(again) else again

        async def write(_: Request, writer: Writer) -> None:
            writer.write(head)
            for _ in range(times):
                writer.write(part)
                await writer.drain()
                if pause:
                    await asyncio.sleep(pause)
            await asyncio.sleep(hold)

        server.answers[key] = write

    return set_up


def playing(questions: Callable[[], list[str]]) -> Setting:
    """A game asks these questions, then it is won."""

    def set_up(server: Wicked) -> None:
        server.questions = questions()

    return set_up


def both(*settings: Setting) -> Setting:
    """Several at once."""

    def set_up(server: Wicked) -> None:
        for setting in settings:
            setting(server)

    return set_up


# -- what is looked at afterwards -----------------------------------------------------------------


def lines_of(what: str, most: int) -> Callable[[Run], str]:
    """That a log tells of something, and not without end."""

    def look(done: Run) -> str:
        lines = sum(what in line for line in done.err.splitlines())
        return "" if 1 <= lines <= most else f"{lines} lines with {what!r}, not 1 to {most}"

    return look


def calls_of(key: str, most: int) -> Callable[[Run], str]:
    """That a server is not called without end."""

    def look(done: Run) -> str:
        calls = sum(times for called, times in done.seen.items() if called.startswith(key))
        return "" if calls <= most else f"{calls} times {key}, more than {most}"

    return look
