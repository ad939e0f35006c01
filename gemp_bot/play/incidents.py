"""What went wrong in a game by a fault of ours, or might have, kept beside its outcome."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MOST = 20
"""So many incidents of one game are kept: the first."""


class IncidentKind(StrEnum):
    """What happened."""

    OWN_FAULT = "own_fault"
    """An exception of our own code; the game was opened anew."""
    REFUSED_ANSWER = "refused_answer"
    """The server did not take an answer of ours."""
    GIVEN_UP = "given_up"
    """We could not play on; the game was conceded."""
    TIME_OUT = "time_out"
    """We lost on time: by a single decision, or by the whole clock."""
    TOO_LONG = "too_long"
    """The game passed `PlaySettings.max_minutes`: it was cancelled, or else conceded."""
    SECOND_CLIENT = "second_client"
    """Somebody opened the game under our name."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One of them.

    Attributes:
        kind: what happened.
        text: one line without names of people.
        when: UTC.
    """

    kind: IncidentKind
    text: str
    when: datetime
