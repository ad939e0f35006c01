"""Words for reasons: cards by their titles, places with what they would bring."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.weighed import OUR, THEM, Part
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.valuation.deployment import PlannedDeployment
from gemp_bot.valuation.needs import told
from gemp_bot.valuation.outlook import Outlook
from gemp_bot.valuation.places import FEARED, overrun, risk
from gemp_bot.valuation.position import Group, LocationNumbers

_SAFE = 0.05
"""What is lost at a place in a turn by those of whom is said that they are safe, in Force."""
_NAMED = 3
"""Cards that are named one by one; of more only how many."""


def called(facts: CardFacts) -> str:
    """The title of a card; `a card` where facts of cards are not looked at."""
    return facts.card.title or "a card"


def card_called(ctx: DecisionContext, card: CardId | None, face: BlueprintId | None = None) -> str:
    """The title of a card of the table or of our hand."""
    return called(ctx.facts(face or ctx.blueprint_of(card)))


def several_called(titles: Iterable[str]) -> str:
    """Some titles in one phrase."""
    named = [f"{count} {title}" if count > 1 else title for title, count in Counter(titles).items()]
    if len(named) > _NAMED:
        return f"{', '.join(named[:_NAMED])} and {len(named) - _NAMED} more"
    return " and ".join(named)


def place_called(place: LocationNumbers) -> str:
    """The title of a location."""
    return place.facts.card.title or f"location {place.column}"


def standing(place: LocationNumbers, mine: Group, outlook: Outlook) -> str:
    """What it means to us to stand at a place: `drains 2, safe`, `power 7 against 4`.

    Args:
        place: where.
        mine: who of us would stand there.
        outlook: what the game is like.
    """
    if place.theirs.present:
        return f"power {mine.power:g} against {place.theirs.power:g}"
    said = []
    drained = place.drained + mine.there.drain.force
    if drained > 0 and mine.ability > 0:
        said.append(f"drains {drained:g}")
    if place.bled > 0:
        said.append(f"keeps {THEM} from draining {place.bled:g}")
    feared = overrun(msgspec.structs.replace(place, mine=mine), outlook) >= FEARED
    safe = not feared and risk(place, mine, outlook) < _SAFE
    said.append("safe" if safe else f"power {mine.power:g} unopposed")
    return ", ".join(said)


def arrival(
    place: LocationNumbers,
    mine: Group,
    outlook: Outlook,
    gain: float,
    along: Iterable[str] = (),
    *,
    far: LocationNumbers | None = None,
) -> Part:
    """Going to a place: `to Tatooine: Mos Eisley with Leia Organa: drains 2, safe`.

    Args:
        place: where to.
        mine: who of us would stand there.
        outlook: what the game is like.
        gain: what it brings, in Force.
        along: who else goes.
        far: where they are to go on to in our next turn.
    """
    others, there = several_called(along), standing(place, mine, outlook)
    there = f"on the way to {place_called(far)}" if far is not None else there
    where = place_called(place)
    words = f"to {where}{others and f' with {others}'}: {there}"
    return Part(words, gain, there, place=where, along=others)


def in_plan(ctx: DecisionContext, card: CardId | None, step: PlannedDeployment) -> Part:
    """A card's part in a planned step: where it goes, with whom, and what they do there."""
    along = [card_called(ctx, each) for each in step.cards if each != card]
    place = ctx.position.places[step.column]
    part = arrival(place, step.mine, ctx.outlook, step.gain, along)
    faces = [face for each in step.cards if (face := ctx.blueprint_of(each)) is not None]
    flip = told(ctx.reader.needs, place, faces, step.mine)
    if not flip:
        return part
    return msgspec.structs.replace(part, words=f"{part.words}, {flip}", there=f"{part.there}, {flip}")


def saves_for(ctx: DecisionContext, later: Sequence[PlannedDeployment]) -> Part:
    """Why nothing is deployed: `saves for Luke, Leia at Hoth: Echo Docking Bay`."""
    best = max(later, key=lambda step: step.gain)
    titles = ", ".join(card_called(ctx, card) for card in best.cards)
    what = f"{titles} at {place_called(ctx.position.places[best.column])}"
    return Part(f"saves for {what}", told=f"{OUR} Force may do more next turn, for {what}")
