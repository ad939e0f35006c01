"""Choosing cards that an action is about: never harm to our own, never help for theirs."""

from collections.abc import Sequence

from gemp_bot.decisions import ActionKind, Option, PromptKind, Question
from gemp_bot.evaluators.card_value import held_or, in_hand
from gemp_bot.evaluators.mind import Mind
from gemp_bot.evaluators.reason_text import called, card_called, several_called
from gemp_bot.evaluators.searching import DEPLOYING, VAIN, deployed_worth, partner_worth
from gemp_bot.evaluators.weighed import Part, Weighed, one, part, passing, several
from gemp_bot.protocol.decisions import ArbitraryCards
from gemp_bot.state import Table
from gemp_bot.state.seat import is_mine, is_theirs

K = ActionKind

FRIENDLY = frozenset(
    {
        K.ADD_BATTLE_DESTINY,
        K.DEPLOY_MATCHING_WEAPON,
        K.INCREASE_FORCE_DRAIN,
        K.MAINTENANCE,
        K.PERSONA_REPLACE,
        K.PULL_FROM_RESERVE,
        K.REDUCE_FORCE_DRAIN,
        K.REDUCE_FORCE_LOSS,
        K.RETRIEVE_CARD,
        K.RETRIEVE_FORCE,
        K.TAKE_FROM_LOST_PILE,
    }
)
"""Actions whose targets are our own cards."""

EITHER = frozenset(
    {
        K.DEPLOY,
        K.DEPLOY_CARD,
        K.DEPLOY_FROM_LOST,
        K.DEPLOY_FROM_PILE,
        K.DEPLOY_FROM_RESERVE,
        K.DEPLOY_HERE,
        K.DEPLOY_ON,
        K.DEPLOY_SIMULTANEOUSLY,
        K.DEPLOY_STACKED,
    }
)
"""Actions that may be for the one or against the other: theirs if any is offered, else ours."""


def choose_target(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """A target for what is being done: theirs for harm, ours for help; nobody's rather than the wrong one."""
    purpose = mind.purpose
    if purpose is not None and isinstance(question.decision, ArbitraryCards):
        return found_cards(view, question, mind)  # out of a pile: on nobody's side
    weighed = [passing(question, part("no target of the right side"))]
    theirs = [option for option in question.selectable if is_theirs(view, option.card_id)]
    if purpose not in FRIENDLY and theirs:
        return [*weighed, *(_harm(view, question, option, mind) for option in theirs)]
    if purpose in FRIENDLY or purpose in EITHER:
        ours = [option for option in question.selectable if not is_theirs(view, option.card_id)]
        return [*weighed, *(_help(view, question, option, mind) for option in ours)]
    return weighed


def choose_theirs(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """A card to cancel, to steal, to capture: the menus hold our own as well (EXPERIENCE 8)."""
    theirs = [option for option in question.selectable if is_theirs(view, option.card_id)]
    return [passing(question), *(_harm(view, question, option, mind) for option in theirs)]


def choose_ours(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """A card of ours to do something with."""
    ours = [option for option in question.selectable if is_mine(view, option.card_id)]
    return [passing(question), *(_help(view, question, option, mind) for option in ours)]


def _harm(view: Table, question: Question, option: Option, mind: Mind) -> Weighed:
    """Harm done to a card of theirs: the one that is worth most to them."""
    face = option.blueprint_id or (None if option.card_id is None else view.face_of(option.card_id))
    size = mind.size(face)
    value = 0.5 + 0.3 * size.power + 0.1 * size.ability + 0.15 * size.forfeit if size.fights else 1.0
    card = None if option.card_id is None else view.card(option.card_id)
    if card is not None and card.sideways:
        value = 0.2  # hit already
    battle = view.battle
    if battle is not None and battle.cards and option.card_id in battle.cards:
        value += 0.5
    return one(question, option, part(f"{called(size)} of theirs", value))


def _help(view: Table, question: Question, option: Option, mind: Mind) -> Weighed:
    """Help for a card of ours: the one that is worth most."""
    value = held_or(option.card_id, view, mind, 0.3)
    return one(question, option, part(f"{card_called(view, option.card_id, mind)} of ours", value))


def found_cards(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Cards out of a pile: as many as are allowed, those we can use first."""
    options = question.selectable
    if not options:
        mind.search_failed()
        return (passing(question),)
    held = {card.blueprint_id for card in view.hand}
    deploys = question.kind is PromptKind.DEPLOY_FROM_PILE or mind.purpose in DEPLOYING
    scored = []
    for option in options:
        size = mind.size(option.blueprint_id)
        copies = 2 if option.blueprint_id in held else 1
        if deploys and option.blueprint_id is not None:
            value = deployed_worth(option.blueprint_id, view, mind)
        else:
            value = in_hand(size, view, mind, copies)
        scored.append((value + 0.02 * size.power, option))
    scored.sort(key=lambda each: -each[0])
    if question.max > 1:
        found = several_called(called(mind.size(each.blueprint_id)) for _, each in scored[: question.max])
        total = Part(f"found: {found}", sum(value for value, _ in scored[: question.max]))
        return (several(question, [option for _, option in scored], question.max, (total,)),)
    return [
        passing(question),
        *(
            one(question, option, part(f"found: {called(mind.size(option.blueprint_id))}", value))
            for value, option in scored
        ),
    ]


def revealed(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """A card of our hand to be shown: the one whose partner is likeliest to be found, and does most."""
    weighed = [passing(question, part("nothing that matches can be there"))]
    for option in mind.affordable(question.selectable):
        face = option.blueprint_id or (None if option.card_id is None else view.face_of(option.card_id))
        value = 0.0 if face is None else partner_worth(face, view, mind)
        weighed.append(
            one(
                question,
                option,
                part(
                    f"the partner of {card_called(view, None, mind, face)} may be in the Reserve Deck",
                    value or VAIN,
                ),
            )
        )
    return weighed


def cards_from_pile(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Cards to deploy or to take into hand; for any other purpose none, as it may cost them."""
    hand = {card.id for card in view.hand}
    if mind.purpose is K.DEPLOY_SIMULTANEOUSLY and all(each.card_id in hand for each in question.selectable):
        return revealed(view, question, mind)
    if mind.purpose in EITHER or mind.purpose in FRIENDLY:
        return found_cards(view, question, mind)
    return (passing(question),)


def verify(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:  # noqa: ARG001
    """A search has failed and the pile is shown: remember it."""
    mind.search_failed()
    return (passing(question),)


def first_of_all(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:  # noqa: ARG001
    """The first that is offered."""
    return (several(question, question.selectable, 1, part("the first that is offered", 0.1)),)


def starting_location(view: Table, question: Question, mind: Mind) -> Sequence[Weighed]:
    """Force for us first: a bad start starves (EXPERIENCE 6.4)."""
    side = view.my_side
    weighed = []
    for option in mind.affordable(question.selectable):
        size = mind.size(option.blueprint_id)
        if side is None or not size.location:
            weighed.append(one(question, option, part("a start", 0.1)))
            continue
        ours, theirs = size.icons(side), size.icons(side.other)
        weighed.append(
            one(
                question,
                option,
                (
                    Part(f"{ours} Force a turn for us", 2.0 * ours),
                    Part(f"{theirs} Force a turn for them", -0.5 * theirs),
                ),
            )
        )
    return weighed or (passing(question),)
