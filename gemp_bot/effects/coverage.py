"""How much of what texts want and end is understood."""

from collections.abc import Iterable

import msgspec

from gemp_bot.cards import CardIndex, CardType
from gemp_bot.effects.flips import flip_known
from gemp_bot.effects.survival import survival_known


class Coverage(msgspec.Struct, frozen=True):
    """Cards of which something is understood, of those that have it.

    Attributes:
        what: what is told of them.
        known: of how many. of: of how many it could be, each face counted.
    """

    what: str
    known: int
    of: int


def coverage(index: CardIndex) -> tuple[Coverage, ...]:
    """Count."""
    texts = [(card.type, index.texts.of(card.blueprint_id)) for card in index]
    flips = (flip_known(text) for kind, text in texts if kind == CardType.OBJECTIVE)
    stays = (survival_known(text) for kind, text in texts if kind == CardType.EFFECT)
    return (
        _counted("flips of objectives", flips),
        _counted("Effects with a condition to stay", stays),
    )


def _counted(what: str, known: Iterable[bool | None]) -> Coverage:
    told = [each for each in known if each is not None]
    return Coverage(what, sum(told), len(told))
