"""The review of a game of the play page: its report, made from its journal beside the games that go on."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

import msgspec
import structlog
from aiohttp import web

from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.journal import JournalError
from gemp_bot.journal.folder import chain_of
from gemp_bot.pages.render import add_static_files, json_response, render
from gemp_bot.pages.report import GameReport, report_of
from gemp_bot.report.review import ASKED, Reviewer
from gemp_bot.strategy import strategy_named
from gemp_bot.threads import DaemonThread

PATH: Final = "/play/review/"
_KEPT: Final = 8
"""Reviews that are kept in memory; an older one is made again."""
_FAILED: Final = "the review failed by a fault of ours, which the log tells"

_log = structlog.stdlib.get_logger(__name__)


def review_address(number: int) -> str:
    """The address of the review of a game, by its number in the session."""
    return f"{PATH}{number}"


class ReviewState(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a review is.

    Attributes:
        share: of the questions, 0 to 1. ready: it can be opened. why: it cannot be made, in one line.
    """

    share: float = 0.0
    ready: bool = False
    why: str = ""


@dataclass
class _Review:
    """A review that is made, or was."""

    task: asyncio.Task[None] | None = None
    share: float = 0.0
    report: GameReport | None = None
    why: str = ""

    @property
    def state(self) -> ReviewState:
        return ReviewState(self.share, self.report is not None, self.why)


class PlayReviews:
    """Reviews of journals, made one after the other in a thread."""

    def __init__(self, catalogue: Catalogue, effects: CardEffects) -> None:
        self._tools = catalogue, effects
        self._turn = asyncio.Lock()
        self._reviews: dict[Path, _Review] = {}

    def of(self, journal: Path) -> _Review:
        """The review of a game, which is begun if it is not there."""
        found = self._reviews.get(journal)
        if found is None:
            while len(self._reviews) >= _KEPT:
                self._forget(next(iter(self._reviews)))
            found = self._reviews[journal] = _Review()
            found.task = asyncio.create_task(self._make(journal, found), name="review")
        return found

    async def close(self) -> None:
        """Wait for none of them any more."""
        for journal in tuple(self._reviews):
            self._forget(journal)

    def _forget(self, journal: Path) -> None:
        task = self._reviews.pop(journal).task
        if task is not None:
            task.cancel()

    async def _make(self, journal: Path, review: _Review) -> None:
        def progress(share: float) -> None:
            review.share = share

        def make() -> GameReport:
            reviewer = Reviewer(
                *self._tools,
                asked=strategy_named(ASKED),
                tell=lambda line: _log.warning("value_unusable", why=line),
            )
            found = reviewer.read(chain_of(journal), progress)
            return report_of(found.view, review=found.review, you=True, back="/")

        async with self._turn:
            try:
                review.report = await DaemonThread("review").call(make)
            except JournalError as fault:
                review.why = str(fault)
            except Exception as fault:  # noqa: BLE001 - whatever it is, who waits is told
                review.why = _FAILED
                _log.error("review_failed", journal=str(journal), exc_info=fault)


JournalOf = Callable[[web.Request, int], Path | None]
"""Gives the journal of a game of the browser that asks, by its number; None if there is none."""


class ReviewPages:
    """The pages of reviews."""

    def __init__(self, reviews: PlayReviews, journal_of: JournalOf) -> None:
        self._reviews = reviews
        self._journal_of = journal_of

    def mount(self, app: web.Application) -> None:
        """Add the pages to an application that is protected already."""
        add_static_files(app, "review.js", common=False)
        app.router.add_get(PATH + r"{number:\d{1,6}}", self._page)
        app.router.add_get(PATH + r"{number:\d{1,6}}/state", self._state)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        found = self._found(request)
        if found is None:
            return _page("", status=HTTPStatus.NOT_FOUND)
        if found.report is None:
            return _page(found.why, state=found.state)
        return web.Response(
            text=found.report.html,
            content_type="text/html",
            charset="utf-8",
            headers={"Content-Security-Policy": f"{found.report.policy}; frame-ancestors 'none'"},
        )

    async def _state(self, request: web.Request) -> web.StreamResponse:
        found = self._found(request)
        state = ReviewState(why="the game is not known here any more") if found is None else found.state
        return json_response(state)

    def _found(self, request: web.Request) -> _Review | None:
        journal = self._journal_of(request, int(request.match_info["number"]))
        return None if journal is None else self._reviews.of(journal)


def _page(why: str, *, state: ReviewState | None = None, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    text = render("play_review.html", why=why, state=state)
    return web.Response(status=status, text=text, content_type="text/html", charset="utf-8")
