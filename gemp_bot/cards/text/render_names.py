"""Names in plain words: of piles, modes, deeds and results."""

from collections.abc import Mapping
from typing import Final

from gemp_bot.cards.text.facts import Action, Mode, Pile, Result

PILES: Final[Mapping[Pile, str]] = {
    Pile.RESERVE_DECK: "Reserve Deck",
    Pile.FORCE_PILE: "Force Pile",
    Pile.USED_PILE: "Used Pile",
    Pile.LOST_PILE: "Lost Pile",
    Pile.HAND: "hand",
    Pile.OUT_OF_PLAY: "out of play",
    Pile.OUTSIDE_DECK: "outside the deck",
    Pile.TABLE: "the table",
    Pile.HERE: "here",
}
MODES: Final[Mapping[Mode, str]] = {
    Mode.USED: "Used",
    Mode.LOST: "Lost",
    Mode.STARTING: "Starting",
    Mode.LIGHT_SIDE: "Light Side",
    Mode.DARK_SIDE: "Dark Side",
    Mode.FRONT: "Front",
    Mode.BACK: "Back",
}
RESULTS: Final[Mapping[Result, str]] = {
    Result.HIT: "hit",
    Result.LOST: "lost",
    Result.CAPTURED: "captured",
    Result.FORFEIT_ZERO: "forfeit = 0",
    Result.FORFEIT_REDUCED: "forfeit",
    Result.POWER_ZERO: "power = 0",
    Result.POWER_REDUCED: "power",
    Result.EXCLUDED: "excluded",
    Result.STOLEN: "stolen",
    Result.TEXT_CANCELED: "its text canceled",
    Result.IMMOBILE: "unable to move",
    Result.NO_ATTRITION: "of no use against attrition",
}
DEEDS: Final[Mapping[Action, tuple[str, str]]] = {
    Action.TARGET: ("target", "be targeted"),
    Action.MOVE: ("move", "move"),
    Action.DEPLOY: ("deploy", "deploy"),
    Action.CANCEL: ("cancel", "be canceled"),
    Action.PLAY: ("play", "be played"),
    Action.FORCE_DRAIN: ("Force drain", "Force drain"),
    Action.BATTLE: ("battle", "battle"),
    Action.INITIATE_BATTLE: ("initiate battles", "initiate battles"),
    Action.REACT: ("react", "react"),
    Action.DRAW_BATTLE_DESTINY: ("draw battle destiny", "draw battle destiny"),
    Action.ADD_BATTLE_DESTINY: ("add battle destiny", "add battle destiny"),
    Action.FORFEIT: ("forfeit", "be forfeited"),
    Action.MODIFY: ("change", "be changed"),
    Action.REDUCE: ("reduce", "be reduced"),
    Action.INCREASE: ("increase", "be increased"),
    Action.STEAL: ("steal", "be stolen"),
    Action.FLIP: ("flip", "be flipped"),
    Action.FIRE: ("fire", "be fired"),
    Action.EXCLUDE: ("exclude", "be excluded"),
    Action.CAPTURE: ("capture", "be captured"),
    Action.USE_TEXT: ("use its text", "use its text"),
    Action.RETRIEVE: ("retrieve", "be retrieved"),
    Action.ACTIVATE: ("activate", "be activated"),
    Action.SUSPEND: ("suspend", "be suspended"),
    Action.RESET: ("reset", "be reset"),
    Action.ATTACK: ("attack", "be attacked"),
    Action.CARRY: ("carry", "be carried"),
    Action.CONVERT: ("convert", "be converted"),
    Action.TRANSFER: ("transfer", "be transferred"),
    Action.EMBARK: ("be aboard", "be aboard"),
    Action.REMOVE_DESTINY: ("remove destiny", "be removed"),
    Action.BREAK_COVER: ("break cover", "break cover"),
    Action.SATISFY_ATTRITION: ("satisfy attrition", "satisfy attrition"),
}
"""A deed as its doer and as its object has it."""
