"""The table of conditions that ask the game, and to which event each condition on an event listens."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.decisions.kinds import ResponseTrigger
from gemp_bot.effects.meanings import TABLES, Kind, Meanings
from gemp_bot.game.playing import Playing

Asks: TypeAlias = Callable[Concatenate[Playing, ...], bool]
situation: Final = cast("Meanings[Asks]", TABLES[Kind.SITUATION])
EventKind: TypeAlias = ResponseTrigger | str
TABLE: Final = "table"
"""The event that something in play changed."""
EVENTS: Final[dict[str, EventKind]] = {"moved": ResponseTrigger.MOVED}
"""To what each condition on an event listens; `on` fills it. "moved" has no meaning yet."""


def on(kind: EventKind, *names: str, detail: str = "", **said: object) -> Callable[[Asks], Asks]:
    """Have a function be conditions on an event: it is asked only of such an event.

    Args:
        kind: the event.
        names: of the conditions.
        detail: what the event says of itself; empty for any.
        said: arguments of the function that the names say themselves.
    """

    def add(function: Asks) -> Asks:
        @wraps(function)
        def came_about(scope: Playing, /, **args: object) -> bool:
            event = scope.event
            fits = event is not None and event.kind == kind and detail in ("", event.detail)
            return fits and function(scope, **args)

        situation(*names, **said)(came_about)
        EVENTS.update(dict.fromkeys(names, kind))
        return function

    return add
