"""What the sandbox leaves out of a card, of which a report has to warn."""

from collections.abc import Callable

from gemp_bot.board.card_facts import never_fired
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.text import Share
from gemp_bot.report.lab.model import Untold
from gemp_bot.sandbox.deck_files import PLAYED


def untold_of(index: CardIndex) -> Callable[[str], Untold | None]:
    """What is left out of a card, by its blueprint id; None for nothing."""

    def untold(blueprint: str) -> Untold | None:
        card = index.get(blueprint)
        if card is None or card.type not in PLAYED:
            return Untold.NEVER_PLAYED
        if card.understood is Share.NONE:
            return Untold.NO_TEXT
        if never_fired(card):
            return Untold.NEVER_FIRED
        return Untold.PART_OF_TEXT if card.understood is Share.SOME else None

    return untold
