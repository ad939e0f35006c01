"""The names of things on the wire, each with a type of its own so that they cannot be mixed up."""

from typing import NewType

CardId = NewType("CardId", int)
"""In-game id of a physical card; changes with most zone changes (PROTOCOL 6.2)."""

BlueprintId = NewType("BlueprintId", str)
"""The visible face of a card, `<set>_<number>` with `*` foil, `^` alternate image, `_BACK` back side,
`-1_1` light and `-1_2` dark card back (PROTOCOL 6.3)."""

PlayerName = NewType("PlayerName", str)
"""Login name of a player; the server's own AIs begin with `~` (PROTOCOL 2.3)."""

GameId = NewType("GameId", str)
"""Id of a running game; not the id of its table (PROTOCOL 3.2)."""

TableId = NewType("TableId", str)
"""Id of a table in the hall."""

ChannelNumber = NewType("ChannelNumber", int)
"""`cn` of a game or hall channel: constant for the life of the channel (PROTOCOL 5.1)."""

LIGHT_BACK = BlueprintId("-1_1")
DARK_BACK = BlueprintId("-1_2")


def is_hidden(blueprint: BlueprintId) -> bool:
    """Tell whether a blueprint id is a card back, that is: whether the face is unknown."""
    return blueprint.startswith("-1_")


def base_blueprint(blueprint: BlueprintId) -> BlueprintId:
    """Strip the foil and alternate-image marks, which change nothing in play (PROTOCOL 6.3)."""
    return BlueprintId(blueprint.rstrip("*^"))


def is_server_ai(name: PlayerName) -> bool:
    """Tell whether a player is one of the server's own AIs: no account can have such a name."""
    return name.startswith("~")
