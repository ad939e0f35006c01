"""What conditions are made of: tests of a voice, each of one idea."""

from collections.abc import Callable
from typing import Final

from gemp_bot.board.location import Location
from gemp_bot.effects.context import EffectContext, Holds, PlaceTest
from gemp_bot.effects.phrases import Phrase
from gemp_bot.protocol.enums import Side


def always(_: EffectContext) -> bool:
    """Always."""
    return True


def negated(test: Holds) -> Holds:
    """The opposite."""
    return lambda voice: not test(voice)


def not_system(place: PlaceTest) -> PlaceTest:
    """The sites and sectors among the places."""
    return lambda voice, spot: not spot.is_system and place(voice, spot)


def some_at(who: Phrase, place: PlaceTest) -> Holds:
    """Whether enough of such cards are at such a place."""

    def holds(voice: EffectContext) -> bool:
        left = who.least
        for seen in voice.board.active:
            if seen.location is not None and place(voice, seen.location) and who.test(voice, seen):
                left -= 1
                if left <= 0:
                    return True
        return False

    return holds


def some_here(who: Phrase, *, present: bool = False) -> Holds:
    """Whether enough of such cards are where the card is."""

    def holds(voice: EffectContext) -> bool:
        spot = voice.location
        if spot is None:
            return False
        left = who.least
        for seen in spot.cards:
            if (
                seen.active
                and seen is not voice.card
                and not (present and seen.inside)
                and who.test(voice, seen)
            ):
                left -= 1
                if left <= 0:
                    return True
        return False

    return holds


def enough(voice: EffectContext, spot: Location, who: Phrase, side: Side) -> bool:
    """Whether a side has enough of such cards at a place."""
    return (
        sum(seen.active and seen.side is side and who.test(voice, seen) for seen in spot.cards) >= who.least
    )


YOU: Final = ("you", "")


def side_of(who: str) -> Callable[[EffectContext], Side] | None:
    """The player a word means: `you`, `opponent`; None for another word."""
    word = who.casefold()
    if word in YOU:
        return lambda voice: voice.you
    return (lambda voice: voice.you.other) if word == "opponent" else None


def battle_at(voice: EffectContext, place: PlaceTest) -> bool:
    """Whether the battle is at such a place."""
    fighting = voice.board.fighting
    if fighting is None:
        return False
    spots = (seen.location for seen in voice.board.active if seen.id in fighting)
    return any(spot is not None and place(voice, spot) for spot in spots)
