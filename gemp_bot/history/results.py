"""The results a history knows more of than their names; all others are those of `play.outcome.Result`."""

WON, LOST = "win", "loss"
UNFINISHED = "unfinished"
UNKNOWN = "unknown"
"""Of a game that ended unseen."""
RUNNING = "running"
"""Of a game that has no result yet, in what is asked for; nothing is kept for it."""
