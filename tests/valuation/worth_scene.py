"""Groups, places and outlooks made of numbers, for what must hold whatever the numbers are."""

from collections.abc import Iterable
from typing import Any

import msgspec
from hypothesis import strategies as st

from gemp_bot.board.card_facts import CardFacts, facts_of
from gemp_bot.cards import Card, CardType, Icon, SubType
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.events import PlayerZones
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.valuation.outlook import Outlook, outlook_of
from gemp_bot.valuation.position import NOBODY, Group, LocationNumbers, Position
from gemp_bot.valuation.weights import Capabilities, Weights

TEMPER = Weights()
SEES = Capabilities()


def made_card(number: str, kind: CardType, subtype: str = "", icon: str = "", **more: Any) -> CardFacts:
    """A card that was never printed, with numbers besides."""
    card = Card(BlueprintId(number), "", Side.DARK, kind, subtypes=(subtype,), icons=((icon, 1),))
    return msgspec.structs.replace(facts_of(card), **more)


def group(power: float, ability: float = 0, forfeit: float = 0, immune: float = 0, cards: int = 1) -> Group:
    """A group that draws a battle destiny from ability 4 on (rules 22)."""
    return NOBODY.with_more(power, ability, forfeit, immune=immune, cards=cards)


def site(column: int = 0, **more: Any) -> LocationNumbers:
    """An exterior site where both sides would drain 1; nobody is there."""
    known = made_card(f"900_{column}", CardType.LOCATION, SubType.SITE, Icon.EXTERIOR)
    defaults: dict[str, Any] = {
        "column": column,
        "id": CardId(1000 + column),
        "facts": known,
        "mine": NOBODY,
        "theirs": NOBODY,
        "drain": 1.0,
        "their_drain": 1.0,
        "gives": 1.0,
    }
    return LocationNumbers(**(defaults | more))


def table(places: Iterable[LocationNumbers], *, life: int = 40, their_life: int = 40) -> Position:
    """A position with these places."""
    return Position(
        places=tuple(places),
        zones=PlayerZones(PlayerName("me"), hand=8, reserve_deck=life - 8, force_pile=8),
        their_zones=PlayerZones(PlayerName("them"), hand=8, reserve_deck=their_life - 8, force_pile=8),
        generation=5.0,
        their_generation=5.0,
        side=Side.LIGHT,
        where={},
    )


def outlook(temper: Weights = TEMPER, destiny: float = 3.0, their_destiny: float = 3.0) -> Outlook:
    """What a quiet game is like."""
    return outlook_of(table([]), temper, SEES, destiny, their_destiny)


whole = st.integers(0, 12).map(float)
destinies = st.floats(0, 5)


@st.composite
def groups(draw: st.DrawFn, *, immune: bool = True) -> Group:
    """Somebody, with anything from no power to a lot."""
    power = draw(whole)
    share = draw(st.sampled_from([0.0, 0.0, 0.5, 1.0])) if immune else 0.0
    return group(power, draw(st.integers(0, 9)), draw(whole), power * share)


@st.composite
def places(draw: st.DrawFn) -> LocationNumbers:
    """A place with any drains; nobody is there."""
    return site(drain=draw(st.integers(0, 4)), their_drain=draw(st.integers(0, 4)))


outlooks = st.builds(outlook, destiny=destinies, their_destiny=destinies)
