"""Numbers for Prometheus. No label holds a player's name, an id, or anything else a server may choose."""

from collections.abc import Callable
from enum import StrEnum

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Summary, generate_latest

from gemp_bot.decisions import Question
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.play.outcome import GameOutcome, IncidentKind
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.events import AnyEvent, UnknownEvent
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.pace import CallKind
from gemp_bot.service.control import UnkeptRecords
from gemp_bot.service.health import resident_bytes
from gemp_bot.strategy import Thought
from gemp_bot.strategy.strategy_runner import Fallback

OTHER = "other"
_ANY = "*"
_PATHS = (
    "",
    "login",
    "register",
    "playerStats/playerInfo",
    "gameHistory",
    "replay/*",
    "chat/*",
    "league",
    "league/*",
    "tournament",
    "tournament/history",
    "tournament/*",
    "deck",
    "deck/list",
    "deck/libraryList",
    "deck/library",
    "deck/rename",
    "deck/delete",
    "deck/stats",
    "game/*",
    "game/*/cardInfo",
    "game/*/concede",
    "game/*/cancel",
    "game/*/extendGameTimer",
    "game/*/disableActionTimer",
    "hall",
    "hall/update",
    "hall/queue/*",
    "hall/*",
    "hall/*/leave",
)
"""The calls of `protocol/`; of two that fit a path the earlier one counts."""
_TEMPLATES = tuple((path, tuple(path.split("/"))) for path in _PATHS)
_METHODS = frozenset({"GET", "POST"})
_STATUS = frozenset({200, 202, 400, 401, 403, 404, 405, 409, 410, 413, 429, 500, 502, 503, 504})


def endpoint(exchange: Exchange) -> str:
    """The method and the path of a call, `*` for ids and names; `OTHER` for a call that is not known.

    There are only so many values, whatever a server calls its games and tables.
    """
    if exchange.method not in _METHODS:
        return OTHER
    parts = tuple(exchange.path.removeprefix("/").split("/"))
    for path, template in _TEMPLATES:
        if len(template) == len(parts) and all(map(_fits, template, parts)):
            return f"{exchange.method} /{path}"
    return OTHER


def status(exchange: Exchange) -> str:
    """The status of an answer; `none` where none came, and its class (`4xx`) where it is an unusual one."""
    if exchange.status in _STATUS:
        return str(exchange.status)
    hundreds = exchange.status // 100
    if exchange.status == 0:
        return "none"
    return f"{hundreds}xx" if 1 <= hundreds <= 5 else OTHER  # noqa: PLR2004 - the classes of HTTP


def _fits(template: str, part: str) -> bool:
    return template in (_ANY, part)


_log = structlog.stdlib.get_logger(__name__)

_CHOICE = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0)
_LAG = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0)
_WAIT = (10.0, 60.0, 300.0, 1800.0, 7200.0, 43200.0, 86400.0)
"""Upper ends of the intervals of the histograms, in seconds."""
_PREFIX = "gemp_bot"


class Unknown(StrEnum):
    """What the server sends and we do not know."""

    PROMPT = "prompt"
    DECISION = "decision"
    EVENT = "event"


class ServiceIncident(StrEnum):
    """What should not have happened, beside what a game tells of itself."""

    JOURNAL_MISSING = "journal_missing"
    """A game whose journal could not be begun."""
    JOURNAL_LOST = "journal_lost"
    """A journal that could not be written to its end."""
    LOOP_STALLED = "loop_stalled"
    """The event loop stood still."""
    NO_PROGRESS = "no_progress"
    """Something that should go on does not."""
    MEMORY = "memory"
    """The memory passed its ceiling."""


class Metrics:
    """The numbers of one account, in a registry of their own.

    Args:
        version: of gemp-bot.
        journals: games are recorded, so that one without a journal is an incident.
        memory: bytes of memory in use; None where that cannot be told.
        unknown_cards: how many cards were met that are not in the index.
    """

    def __init__(
        self,
        version: str = "",
        *,
        journals: bool = True,
        memory: Callable[[], int | None] = resident_bytes,
        unknown_cards: Callable[[], int] = lambda: 0,
    ) -> None:
        self._journals = journals
        self.registry = CollectorRegistry()
        make = _Maker(self.registry)
        make.gauge("info", "Always 1; the label tells the version.", "version").labels(version).set(1)
        self._begun = make.counter("games_begun", "Games begun, by whether they ran already.", "adopted")
        self._games = make.counter("games", "Games that are over.", "result", "reason")
        self._running = make.gauge("games_running", "Games that run now.")
        self._waits = make.histogram("opponent_wait_seconds", "Time a table waited for somebody.", _WAIT)
        self._choices = make.histogram(
            "choice_seconds", "Thinking time of questions with a choice.", _CHOICE, "kind"
        )
        self._fallbacks = make.counter("fallbacks", "Answers that were not the strategy's own.", "way")
        self._unknown = make.counter("unknown", "What the server sent and we do not know.", "what")
        self._resyncs = make.counter("resyncs", "Times that a game that is over was opened anew.")
        self._refused = make.counter("refused_answers", "Answers the server refused, of games that are over.")
        self._calls = make.counter("calls", "Calls of the server, repeated ones too.", "endpoint", "status")
        self._pace = make.summary("pace_wait_seconds", "Time that calls waited for their turn.", "kind")
        self._lag = make.histogram("loop_lag_seconds", "How late the event loop was.", _LAG)
        self._journal = make.counter("journal_bytes", "Size of the journals of games that are over.")
        self._incidents = make.counter("incidents", "What should not have happened.", "kind")
        self._reachable = make.gauge("server_reachable", "1 while logged in and in sight of the hall.")
        self._ready = make.gauge("ready", "1 while a further game can begin: what /readyz tells.")
        self._draining = make.gauge("draining", "1 while no further game is begun.")
        self._journals_waiting = make.gauge(
            "journals_waiting", "Journals with lines for which the disk has no room now."
        )
        self._history_waiting = make.gauge("history_waiting", "Writes that wait for the history.")
        self._history_trouble = make.gauge("history_trouble", "1 while the history cannot be written.")
        make.gauge("unknown_cards", "Cards met that are not in the index.").set_function(unknown_cards)
        if memory() is not None:
            make.gauge("memory_bytes", "Resident memory.").set_function(lambda: float(memory() or 0))
        # A counter that is there from the start can be seen to grow at its first time.
        for counter, values in (
            (self._fallbacks, Fallback),
            (self._unknown, Unknown),
            (self._incidents, ServiceIncident),
            (self._incidents, IncidentKind),
        ):
            for value in values:
                counter.labels(value.value)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)

    # -- games ----------------------------------------------------------------------------------

    def game_began(self, assignment: Assignment) -> None:
        """Count a game that has begun, or was adopted."""
        self._begun.labels("yes" if assignment.adopted else "no").inc()
        self._running.inc()
        if assignment.waited is not None:
            self._waits.observe(assignment.waited)

    def game_ended(self, assignment: Assignment, outcome: GameOutcome) -> None:  # noqa: ARG002 - a listener
        """Count a game that is over."""
        self._running.dec()
        self._games.labels(outcome.result.value, outcome.reason or "none").inc()
        self._resyncs.inc(outcome.resyncs)
        self._refused.inc(outcome.warnings)
        if outcome.journal is not None:
            self._count_journal(outcome)
        elif self._journals:
            self.incident(ServiceIncident.JOURNAL_MISSING)

    def decided(self, question: Question, thought: Thought) -> None:
        """Count a question that was answered."""
        if question.is_choice:
            self._choices.labels(question.kind.value).observe(thought.seconds)
        if thought.fallback is not None:
            self._fallbacks.labels(thought.fallback.value).inc()
        if question.kind is PromptKind.UNKNOWN:
            self._unknown.labels(Unknown.PROMPT).inc()

    # -- calls ----------------------------------------------------------------------------------

    def exchange(self, exchange: Exchange) -> None:
        """Count a call."""
        self._calls.labels(endpoint(exchange), status(exchange)).inc()

    def pace_waited(self, kind: CallKind, seconds: float) -> None:
        """Note how long a call waited for its turn."""
        self._pace.labels(kind.value).observe(seconds)

    def unknown_event(self, event: AnyEvent) -> None:
        """Count an event or a decision that is not known: once a game for each kind."""
        self._unknown.labels(Unknown.EVENT if isinstance(event, UnknownEvent) else Unknown.DECISION).inc()

    # -- the process ----------------------------------------------------------------------------

    def lag(self, seconds: float) -> None:
        """Note how late the event loop was."""
        self._lag.observe(seconds)

    def incident(self, kind: StrEnum) -> None:
        """Count something that should not have happened."""
        self._incidents.labels(kind.value).inc()

    def follow(
        self, *, reachable: Callable[[], bool], ready: Callable[[], bool], draining: Callable[[], bool]
    ) -> None:
        """Tell from now on whether the hall is in reach, and whether further games can and may begin."""
        self._reachable.set_function(lambda: float(reachable()))
        self._ready.set_function(lambda: float(ready()))
        self._draining.set_function(lambda: float(draining()))

    def follow_records(self, records: Callable[[], UnkeptRecords]) -> None:
        """Tell from now on what of the games cannot be kept."""
        self._journals_waiting.set_function(lambda: float(records().journals_waiting))
        self._history_waiting.set_function(lambda: float(records().history_waiting))
        self._history_trouble.set_function(lambda: float(bool(records().history_trouble)))

    def _count_journal(self, outcome: GameOutcome) -> None:
        try:
            self._journal.inc(0 if outcome.journal is None else outcome.journal.stat().st_size)
        except OSError as fault:
            _log.debug("journal_not_measured", why=fault.strerror or type(fault).__name__)


class _Maker:
    """Makes numbers whose names begin alike, in one registry."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"{_PREFIX}_{name}", told, labels, registry=self._registry)

    def gauge(self, name: str, told: str, *labels: str) -> Gauge:
        return Gauge(f"{_PREFIX}_{name}", told, labels, registry=self._registry)

    def summary(self, name: str, told: str, *labels: str) -> Summary:
        return Summary(f"{_PREFIX}_{name}", told, labels, registry=self._registry)

    def histogram(self, name: str, told: str, ends: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"{_PREFIX}_{name}", told, labels, registry=self._registry, buckets=ends)
