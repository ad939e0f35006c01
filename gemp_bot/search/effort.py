"""How much the search of a turn looks at."""

import msgspec


class Effort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[search]` table of a strategy file."""

    lines: int = 12
    replies: int = 3
    moves: int = 2
