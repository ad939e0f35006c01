"""What a value of a text stands for."""

from enum import StrEnum, auto


class Kind(StrEnum):
    """What is wanted in a place of a term."""

    SELECTOR = auto()  # cards or locations
    CONDITION = auto()
    AMOUNT = auto()
    PLAYER = auto()
    CARD = auto()  # one card
    ANY = auto()  # a card, a number, a player or a word
    WORD = auto()  # a word or number of its own
    MODIFIER = auto()  # what a standing text changes
    SITUATION = auto()  # a condition that asks the game, too: phases, uses, what just came about
    EFFECT = auto()  # what an action does
    UNASKED = auto()  # what the engine has no use for
    STEPS = auto()  # steps of an action
