"""How much the search of a turn looks at."""

from typing import Annotated

import msgspec

from gemp_bot.valuation.weights import number


class Effort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[search]` table of a strategy file."""

    lines: Annotated[
        int, number("lines", 0, 60, "ways to deploy that are looked at further; 0: this turn alone counts")
    ] = 12
    replies: Annotated[int, number("attacks", 0, 6, "attacks of theirs that are looked at after each")] = 3
    moves: Annotated[int, number("moves", 0, 4, "moves after the battles that are looked at after each")] = 2
    worlds: Annotated[
        int, number("worlds", 0, 64, "complete games in which options are played out; 0: none is")
    ] = 0
    candidates: Annotated[int, number("options", 2, 12, "options of a menu that are played out")] = 4
    turns: Annotated[int, number("turns", 1, 12, "turns of both players up to the horizon of a playout")] = 2
