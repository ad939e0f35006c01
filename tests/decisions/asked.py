"""Questions as a server puts them, and labels of actions that harm who takes them."""

from gemp_bot.cards import Card
from gemp_bot.protocol.decisions import (
    ActionOption,
    ArbitraryCards,
    CardActionChoice,
    CardSelection,
    IntegerChoice,
    MultipleChoice,
    ShownCard,
)
from gemp_bot.protocol.ids import BlueprintId, CardId

SELF_HARM = (
    "Place in Lost Pile",
    "Place card from hand in Used Pile",
    "Place card from hand on bottom of Used Pile",
    "Stack card from hand",
    "USED: Place random cards in Used Pile",
    "Return character to hand",
    "Make each player lose 2 Force",
    "Exchange card in hand for card in Lost Pile",
    "Shuffle card pile",
    "Play sabacc",
    "Make a 'wager'",
    "Move to passenger capacity slot",
    "Transfer",
)


def menu(*actions: tuple[CardId, str], text: str = "Choose Deploy action or Pass") -> CardActionChoice:
    """An action menu."""
    made = tuple(
        ActionOption(str(at), card_id, BlueprintId("inPlay"), label)
        for at, (card_id, label) in enumerate(actions)
    )
    return CardActionChoice(text=text, actions=made)


def pick(text: str, *cards: CardId, low: int = 0, high: int = 1) -> CardSelection:
    """A selection of cards of the table."""
    return CardSelection(text=text, min=low, max=high, card_ids=cards)


def shown(text: str, *faces: Card, low: int = 0, high: int = 1, selectable: bool = True) -> ArbitraryCards:
    """Cards of a pile."""
    cards = tuple(
        ShownCard(f"temp{at}", face.blueprint_id, selectable=selectable) for at, face in enumerate(faces)
    )
    return ArbitraryCards(text=text, min=low, max=high, cards=cards)


def results(text: str, *found: str) -> MultipleChoice:
    """A choice of words."""
    return MultipleChoice(text=text, results=found)


def yes_no(text: str) -> MultipleChoice:
    """Yes or no."""
    return results(text, "Yes", "No")


def amount(text: str, low: int, high: int) -> IntegerChoice:
    """A number."""
    return IntegerChoice(text=text, min=low, max=high, default_value=high)
