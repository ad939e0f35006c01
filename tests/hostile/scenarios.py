"""All scenarios."""

import at_the_table
import in_the_hall
import on_the_line

SCENARIOS = (*on_the_line.SCENARIOS, *in_the_hall.SCENARIOS, *at_the_table.SCENARIOS)
FAST = (
    "line: endless body",
    "hall: file as an entity",
    "refusal: our secrets",
    "game: password and cookie are location",
    "game: absurd piles",
)
"""Those that are part of the normal tests; all of them take minutes."""
