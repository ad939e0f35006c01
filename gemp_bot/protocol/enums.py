"""Every closed list of words of the wire (PROTOCOL 6.4, 6.5, 7.2)."""

from enum import StrEnum


class Side(StrEnum):
    """One of the two sides of the Force."""

    other: "Side"

    DARK = "DARK"
    LIGHT = "LIGHT"


Side.DARK.other, Side.LIGHT.other = Side.LIGHT, Side.DARK


class Zone(StrEnum):
    """Where a card lies (PROTOCOL 6.5)."""

    AT_LOCATION = "AT_LOCATION"
    SIDE_OF_TABLE = "SIDE_OF_TABLE"
    LOCATIONS = "LOCATIONS"
    ATTACHED = "ATTACHED"
    STACKED = "STACKED"
    STACKED_FACE_DOWN = "STACKED_FACE_DOWN"
    OUT_OF_PLAY = "OUT_OF_PLAY"
    TOP_OF_RESERVE_DECK = "TOP_OF_RESERVE_DECK"
    TOP_OF_FORCE_PILE = "TOP_OF_FORCE_PILE"
    TOP_OF_USED_PILE = "TOP_OF_USED_PILE"
    TOP_OF_LOST_PILE = "TOP_OF_LOST_PILE"
    TOP_OF_UNRESOLVED_DESTINY_DRAW = "TOP_OF_UNRESOLVED_DESTINY_DRAW"
    REVEALED_SABACC_HAND = "REVEALED_SABACC_HAND"
    SIDE_OF_TABLE_NOT_IN_PLAY = "SIDE_OF_TABLE_NOT_IN_PLAY"
    SIDE_OF_TABLE_FACE_DOWN_NOT_IN_PLAY = "SIDE_OF_TABLE_FACE_DOWN_NOT_IN_PLAY"
    HAND = "HAND"
    SABACC_HAND = "SABACC_HAND"
    VOID = "VOID"
    RESERVE_DECK = "RESERVE_DECK"
    FORCE_PILE = "FORCE_PILE"
    USED_PILE = "USED_PILE"
    LOST_PILE = "LOST_PILE"
    UNRESOLVED_DESTINY_DRAW = "UNRESOLVED_DESTINY_DRAW"
    CONVERTED_LOCATIONS = "CONVERTED_LOCATIONS"
    OUTSIDE_OF_DECK = "OUTSIDE_OF_DECK"


LIFE_FORCE = (Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE)
"""The zones whose cards are the life force of a player."""
PILE_TOPS = frozenset(zone for zone in Zone if zone.value.startswith("TOP_OF_"))
"""The zones that are the visible top of a pile: one card each a player (PROTOCOL 6.5)."""


class Phase(StrEnum):
    """A phase by its enum name, as card events carry it (PROTOCOL 6.5a)."""

    PLAY_STARTING_CARDS = "PLAY_STARTING_CARDS"
    ACTIVATE = "ACTIVATE"
    CONTROL = "CONTROL"
    DEPLOY = "DEPLOY"
    BATTLE = "BATTLE"
    MOVE = "MOVE"
    DRAW = "DRAW"
    END_OF_TURN = "END_OF_TURN"
    BETWEEN_TURNS = "BETWEEN_TURNS"

    @property
    def display(self) -> str:
        """The display text of `GPC`, without the turn number: `End of turn`."""
        return self.value.replace("_", " ").capitalize()


class TableStatus(StrEnum):
    """State of a table in the hall (PROTOCOL 3.2)."""

    WAITING = "WAITING"
    PLAYING = "PLAYING"
    FINISHED = "FINISHED"


class AiSkill(StrEnum):
    """The server's own AIs that a bot table can be opened against (PROTOCOL 3.2)."""

    BEGINNER = "BEGINNER"
    ADVANCED = "ADVANCED"
    RANDO = "RANDO"
