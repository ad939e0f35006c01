"""How one game is played, as far as a person may want to set it."""

from dataclasses import dataclass, field
from enum import StrEnum

from gemp_bot.play.timing import HumanPaceSettings


class OnStuck(StrEnum):
    """What is done about an opponent that repeats itself for ever."""

    CANCEL = "cancel"
    """Ask to cancel; against a server AI that ends the game at once. Concede if it does not."""
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """The manners of one game.

    Attributes:
        deadline: seconds a question may take before a fallback answers; the server allows 300.
        work: units of work a question may take; None for no limit.
        allow_reverts: reverts of the opponent that are allowed in one game.
        accept_cancel: agree when the opponent asks to cancel.
        accept_more_time: agree when the opponent asks for more time.
        accept_no_timer: agree when the opponent asks to drop the limit of a single decision.
        on_stuck: what is done about an opponent that loops.
        max_minutes: of a game by the clock on the wall; one that lasts longer is cancelled, or else conceded.
        patience: seconds without a usable answer of the server after which the game is given up.
        max_openings: how often the game may be opened anew; each opening costs the server memory.
        pace: how long answers to people take; by default as long as they need.
    """

    deadline: float = 60.0
    work: int | None = None
    allow_reverts: int = 3
    accept_cancel: bool = True
    accept_more_time: bool = True
    accept_no_timer: bool = True
    on_stuck: OnStuck = OnStuck.CANCEL
    max_minutes: float = 24 * 60.0
    patience: float = 600.0
    max_openings: int = 500
    pace: HumanPaceSettings = field(default_factory=HumanPaceSettings)
