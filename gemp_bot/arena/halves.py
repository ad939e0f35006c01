"""The two halves of a server's library: decks to tune on, and decks that are kept for checking."""

import hashlib
from enum import StrEnum

_SALT = "gemp-bot library split 2"

_LOOKED_AT = frozenset(
    {
        "Classic (no V) Bring Him Before Me",
        "Classic (no V) ISB Operations",
        "Classic (no V) Kessel Run",
        "Classic Hoth Attack",
        "Decipher Only All Your Base - Winkelhaus",
        "Decipher Only Dark Combat - Thorp",
        "Decipher Only Hunt Down - Warren",
        "Decipher Only Light Combat - Reinhold",
        "Decipher Only Ten Numb Superstar - Gemme",
        "Decipher Only WYS - Jim Li",
        "Legacy Communing - Worlds 2014",
        "Legacy HDv - Worlds 2014",
        "Legacy Mistryl - MPC 2012",
        "Legacy WHAP",
        "Open 40 card - Beginner Dark",
        "Open 40 card - Beginner Light",
        "P-ANH (Dark)",
        "P-ANH (Light)",
        "P-ANH 1996 World Champion (Dark)",
        "P-ANH 1996 World Champion (Light)",
        "P-DSII EBO-Jim Li",
        "P-DSII Hunt Down-Justin Warren",
        "P-DSII ROps-Kevin Shannon",
        "P-DSII TRM Nudjs-Hayes Hunter",
        "P-RefII AOBS-Alex Tennet",
        "P-RefII BHBM-Steven Lewis",
        "P-RefII Court Scum-Joe Olson",
        "P-RefII RST-Eric Hunter",
        "P-RefII WYS-Bastian Winkelhaus",
        "P-SE 1998 World Champion (Dark)",
        "P-SE 1998 World Champion (Light)",
        "Precon Open Demo Deck (Dark)",
        "Precon Open Demo Deck (Light)",
        "Precon Premiere Intro 2PG (Dark)",
        "Precon Premiere Intro 2PG (Light)",
    }
)
"""Decks whose games were read question by question, or that are named in the log of results."""


class LibraryHalf(StrEnum):
    """The two halves of the library: one to look at while tuning, one never looked at."""

    DEVELOPMENT = "development"
    CHECKING = "checking"


def half_of(name: str) -> LibraryHalf:
    """Which half a library deck belongs to; by its name alone, so that a server's changes do not move it.

    A deck that was ever looked at is for development. When checking decks have been used up by tuning, the
    library is cut anew: with another salt, and what was looked at added to the list.
    """
    if name in _LOOKED_AT:
        return LibraryHalf.DEVELOPMENT
    digest = hashlib.sha256(f"{_SALT}/{name}".encode()).digest()
    return LibraryHalf.CHECKING if digest[0] & 1 else LibraryHalf.DEVELOPMENT
