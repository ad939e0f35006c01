"""What `gemp-bot play` and `serve` print of their games: a line each; and the JSON object of `play`."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from gemp_bot.cli.exits import CommandError
from gemp_bot.cli.output import Output
from gemp_bot.config.model import Config
from gemp_bot.play import GameOutcome
from gemp_bot.play.runner import Assignment
from gemp_bot.protocol.ids import GameId


class GameLines:
    """Tells of each game. A stdout that is gone ends no game: they are told on stderr from then on.

    Args:
        out: where it is told.
        me: our login.
        name_of: gives the other name of a person, and None of one who may be named; None if everybody may.
        stamped: each line begins with the time, as those of the log do; for a reader of weeks.

    Attributes:
        lost: what was wrong with stdout, None while it can be written.
        running: the games that have begun and are not over.
    """

    def __init__(
        self,
        out: Output,
        me: str,
        name_of: Callable[[str], str | None] | None = None,
        *,
        stamped: bool = False,
    ) -> None:
        self.lost: Exception | None = None
        self.running: set[GameId] = set()
        self._out = out
        self._me = me.casefold()
        self._name_of = name_of
        self._stamped = stamped

    def begin(self, assignment: Assignment) -> None:
        """A game has begun."""
        self.running.add(assignment.game)
        deck = None if assignment.deck is None else assignment.deck.name
        others = (name for name in assignment.seats if name.casefold() != self._me)
        opponent = self._shown(next(others, None))
        text = (
            f"{self._time()}gemp-bot: game {assignment.game}{', adopted,' if assignment.adopted else ''} "
            f"{f'against {opponent} ' if opponent else ''}with {deck or 'a deck not known'}, "
            f"seed {assignment.seed}"
        )
        known = {"deck": deck, "seed": assignment.seed, "opponent": opponent, "adopted": assignment.adopted}
        self._out.event("game_begun", text, known)

    def end(self, _: Assignment, outcome: GameOutcome) -> None:
        """A game is over."""
        self.running.discard(outcome.game)
        outcome = replace(outcome, opponent=self._shown(outcome.opponent))
        reason = f" ({outcome.reason})" if outcome.reason else ""
        lives = f"life force {_known(outcome.life)} to {_known(outcome.opponent_life)}"
        text = (
            f"{self._time()}{outcome.result.value}{reason} against {outcome.opponent or 'nobody known'} "
            f"after {outcome.turns} turns: {lives}, {outcome.decisions} questions, "
            f"{outcome.choices} with a choice, {outcome.seconds:.1f} s"
        )
        if outcome.adopted:
            text += ", adopted"
        if outcome.journal is not None:
            text += f"\n  journal: {outcome.journal}"
        fields = {key: value for key, value in _game(outcome).items() if value is not None}
        self._written(lambda: self._out.event("game_over", text, fields, result=True))
        if outcome.fault is not None and not self._out.json_logs:
            self._out.note(f"gemp-bot: {outcome.fault}")

    def _shown(self, player: str | None) -> str | None:
        """The name under which somebody is told of."""
        return player if player is None or self._name_of is None else self._name_of(player) or player

    def _time(self) -> str:
        return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} " if self._stamped else ""

    def _written(self, write: Callable[[], None]) -> None:
        if self.lost is not None:
            return
        try:
            write()
        except (BrokenPipeError, CommandError) as fault:
            self.lost = fault
            why = "nobody reads stdout any more" if isinstance(fault, BrokenPipeError) else str(fault)
            self._out.note(f"gemp-bot: {why}; the games are played to their end")


def games_json(outcomes: list[GameOutcome], config: Config) -> dict[str, object]:
    """The object that `--json` prints (docs/json.md)."""
    results = Counter(outcome.result.value for outcome in outcomes)
    reasons = Counter(outcome.reason for outcome in outcomes if outcome.reason)
    return {
        "games": [
            _game(outcome)
            | {
                "game_id": outcome.game,
                "deck": None if outcome.adopted else config.play.deck,
                "opponent_deck": None if outcome.adopted else config.play.opponent_deck or None,
                "decide_ms": outcome.decide_ms(),
            }
            for outcome in outcomes
        ],
        "total": {
            "games": len(outcomes),
            "result": dict(sorted(results.items())),
            "reason": dict(sorted(reasons.items())),
            "decisions": sum(outcome.decisions for outcome in outcomes),
            "choices": sum(outcome.choices for outcome in outcomes),
            "warnings": sum(outcome.warnings for outcome in outcomes),
            "fallbacks": sum(outcome.fallbacks for outcome in outcomes),
            "resyncs": sum(outcome.resyncs for outcome in outcomes),
            "seconds": round(sum(outcome.seconds for outcome in outcomes), 3),
        },
    }


def _game(outcome: GameOutcome) -> dict[str, object]:
    return {
        "result": outcome.result.value,
        "reason": outcome.reason,
        "side": outcome.side,
        "opponent": outcome.opponent,
        "turns": outcome.turns,
        "life": outcome.life,
        "opponent_life": outcome.opponent_life,
        "decisions": outcome.decisions,
        "choices": outcome.choices,
        "warnings": outcome.warnings,
        "fallbacks": outcome.fallbacks,
        "replaced": outcome.replaced,
        "mistakes": outcome.mistakes,
        "unanswered": outcome.unanswered,
        "step_counts": outcome.step_counts,
        "resyncs": outcome.resyncs,
        "seconds": outcome.seconds,
        "adopted": outcome.adopted,
        "journal": None if outcome.journal is None else str(outcome.journal),
        "fault": outcome.fault,
    }


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)
