"""What conditions are made of: tests of the card whose text is read, each of one idea."""

from collections.abc import Callable, Iterator

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.effects.context import EffectContext, Holds, PlaceTest
from gemp_bot.effects.phrases import Phrase
from gemp_bot.protocol.enums import Side


def always(_: EffectContext) -> bool:
    """Always."""
    return True


def negated(test: Holds) -> Holds:
    """The opposite."""
    return lambda context: not test(context)


def not_system(place: PlaceTest) -> PlaceTest:
    """The sites and sectors among the locations."""
    return lambda context, location: not location.is_system and place(context, location)


def is_at(place: PlaceTest | None, *, present: bool = False) -> Holds:
    """Whether the card is at such a location; `present`: and not inside something there."""

    def holds(context: EffectContext) -> bool:
        location = context.location
        if location is None or (present and context.card.inside):
            return False
        return place is None or place(context, location)

    return holds


def some_at(who: Phrase, place: PlaceTest) -> Holds:
    """Whether enough of such cards are at such a location."""
    return lambda context: who.some(
        context,
        (
            card
            for card in context.board.active
            if card.location is not None and place(context, card.location)
        ),
    )


def some_here(who: Phrase, *, present: bool = False) -> Holds:
    """Whether enough of such cards are where the card is."""

    def others(context: EffectContext) -> Iterator[CardInPlay]:
        for card in () if context.location is None else context.location.cards:
            if card.active and card is not context.card and not (present and card.inside):
                yield card

    return lambda context: who.some(context, others(context))


def some_attached(who: Phrase, fits: Callable[[CardInPlay], bool] = lambda _: True) -> Holds:
    """Whether such a card is attached to the card, or aboard it."""
    return lambda context: any(fits(one) and who.test(context, one) for one in context.card.attached)


def some_in_battle(who: Phrase) -> Holds:
    """Whether such a card is in the battle of the card."""

    def holds(context: EffectContext) -> bool:
        fighting = context.board.fighting or ()
        return any(
            card.id in fighting
            and card is not context.card
            and card.location is context.location
            and who.test(context, card)
            for card in context.board.active
        )

    return holds


def held_by(
    side: Callable[[EffectContext], Side], *, control: bool
) -> Callable[[EffectContext, Location], bool]:
    """Locations that a player controls, or occupies."""

    def test(context: EffectContext, location: Location) -> bool:
        return location.controlled(side(context)) if control else location.presence(side(context))

    return test


def side_of(who: str) -> Callable[[EffectContext], Side] | None:
    """The player a word means: `you`, `opponent`; None for another word."""
    word = who.casefold()
    if word in ("you", ""):
        return lambda context: context.you
    return (lambda context: context.you.other) if word == "opponent" else None


def battle_at(place: PlaceTest) -> Holds:
    """Whether there is a battle at such a location."""

    def holds(context: EffectContext) -> bool:
        fighting = context.board.fighting or ()
        return any(
            card.id in fighting and card.location is not None and place(context, card.location)
            for card in context.board.active
        )

    return holds
