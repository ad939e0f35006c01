"""What `steady` does, question by question: no cards are known, only what the server shows.

That is kinds of prompts and actions, owners, power at locations, sizes of piles, what is left to pay, and
whose turn it is. What stands in no table gets the answer that commits to the least: No, pass, the fewest
cards, the number the server proposes. Missing on purpose: everything that costs cards of our own for an
unknown gain (place in Lost Pile, stack, exchange, shuffle, peek, sabacc, wagers, duels) and what only moves
cards about (capacity slots, transfers, embarking, docking bays).
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from gemp_bot.decisions import ActionKind, Answer, Option, PromptKind, Question
from gemp_bot.decisions.kinds import MENUS
from gemp_bot.evaluators.fixed_answers import (
    AS_CHOSEN,
    FIXED_NUMBERS,
    FIXED_RESULTS,
    IF_PURSUED,
    MAINTENANCE,
    FixedNumber,
    FixedResult,
)
from gemp_bot.evaluators.target_sides import TargetSide, found_nothing, takes_cards, targets_of
from gemp_bot.evaluators.weighed import OURS, THEIRS, Part, ScoredAnswer, amount, part, result
from gemp_bot.protocol.enums import Zone
from gemp_bot.state import Table
from gemp_bot.state.table import damage_due
from gemp_bot.strategy.base import Alternative, Budget, Reason, Verdict, reasons_of
from gemp_bot.strategy.steady.menus import (
    CLEAR,
    COST,
    FOUND,
    HAND,
    LEAST,
    OWN_TURN,
    PASSED,
    RESPONSES,
    SEGMENT,
    SHORT_LIFE,
    Handler,
    Parts,
    SteadyContext,
    SteadyMemory,
    gain_of_move,
    least,
    menu,
    spare,
    stand,
    take,
    wanted_cards,
)

FULL_HAND = 8
"""A hand beyond this is paid from first."""
LAST_HAND = 3
"""Cards that even when life is short stay in hand."""
LARGE = 4.0
"""Damage from which a card is forfeited rather than as many cards lost."""
LOST_CAUSE = 6.0
"""Power behind which a location is given up anyway."""
WORTH_IT = 0.2
"""Force a deployment must bring."""
RICH = 12
"""With more Force than this, anything that does no harm is deployed."""
ABOARD = 0.3
"""A starship or vehicle without crew is worth a little more with one."""
_PAY_HAND = part("a card of the hand is no life force")
_PAY_PILE = part("a card nobody has seen yet", -1)
_FORFEIT = part("a forfeit pays for several cards", 1)
_NOWHERE = part("no place where it would help")
_STAY = part("no place within reach is better")
_THEIRS = part(f"a card of {THEIRS}", 1)
_OURS = part(f"a card of {OURS}", 1)


def _result(fixed: FixedResult) -> Handler:
    """A handler that gives one result if it is offered."""
    reasons = part(fixed.reason, fixed.force, fixed.told)
    return lambda ctx: result(ctx.question, fixed.kind, reasons) or least(ctx)


def _end_of_range(fixed: FixedNumber) -> Handler:
    """A handler that gives the largest or the smallest number."""

    def handle(ctx: SteadyContext) -> ScoredAnswer:
        number = ctx.question.max if fixed.most else ctx.question.min
        return amount(ctx.question, number, part(fixed.reason.format(number)))

    return handle


# -- targets and places -----------------------------------------------------------------------------


def _first_of_all(ctx: SteadyContext) -> ScoredAnswer:
    """The first that is offered."""
    return take(ctx, ctx.question.selectable, 1, _OURS)


def _first_place(ctx: SteadyContext) -> ScoredAnswer:
    """Where a location goes: the first place offered."""
    return take(ctx, ctx.question.selectable, 1, part("any place will do"))


def _these(ctx: SteadyContext, options: list[Option], reasons: Parts) -> ScoredAnswer:
    """One of these; none rather than the wrong one."""
    if not options:
        return least(ctx, part("no target of the right side"))
    return take(ctx, options, 1, reasons)


def _strongest(ctx: SteadyContext, options: list[Option]) -> ScoredAnswer:
    """The card of theirs that adds most power as far as we have seen; the server's order among equals."""
    powers = ctx.memory.powers
    ranked = sorted(options, key=lambda option: -powers.power_of(option.blueprint_id))
    return _these(ctx, ranked, _THEIRS)


def _choose_target(ctx: SteadyContext) -> ScoredAnswer:
    """A target for what is being done: theirs for harm, ours for help."""
    side, options = targets_of(ctx)
    if side is TargetSide.PILE:
        return _found_cards(ctx)
    return _strongest(ctx, options) if side is TargetSide.THEIRS else _these(ctx, options, _OURS)


def _choose_theirs(ctx: SteadyContext) -> ScoredAnswer:
    """A card to cancel, to steal, to capture: the menus hold our own as well."""
    return _strongest(ctx, [option for option in ctx.question.selectable if ctx.is_theirs(option)])


def _choose_ours(ctx: SteadyContext) -> ScoredAnswer:
    """A card of ours to do something with."""
    return _these(ctx, [option for option in ctx.question.selectable if ctx.is_mine(option)], _OURS)


def _found_cards(ctx: SteadyContext) -> ScoredAnswer:
    """Cards out of a pile: as many as are allowed, such as we do not hold yet first."""
    held = {card.blueprint_id for card in ctx.table.hand}
    ranked = sorted(ctx.question.selectable, key=lambda option: option.blueprint_id in held)
    if not ranked:
        return least(ctx, PASSED)
    return take(ctx, ranked, ctx.question.max, FOUND)


def _cards_from_pile(ctx: SteadyContext) -> ScoredAnswer:
    """Cards to deploy or to take into hand; for any other purpose none, as it may cost them."""
    return _found_cards(ctx) if takes_cards(ctx.purpose) else least(ctx)


def _choose_place(ctx: SteadyContext) -> ScoredAnswer | list[ScoredAnswer]:
    """The place that gains most by live power; none if none gains and that may be said."""
    question, powers = ctx.question, ctx.memory.powers
    face = None if ctx.pursued is None else ctx.pursued.blueprint_id
    power = powers.power_of(face)
    scored = [(_place_score(ctx, option, power), option) for option in question.selectable]
    if not scored:
        return least(ctx, _NOWHERE)
    scored.sort(key=lambda entry: -entry[0])
    best, option = scored[0]
    floor = WORTH_IT if ctx.mine.force_pile <= RICH else -WORTH_IT
    if best < floor and question.can_pass:
        return least(ctx, _NOWHERE)
    if option.card_id is not None:
        powers.expect_arrival(ctx.table, face, option.card_id)
    # Power has come: what was of no use before may be now.
    ctx.memory.actions.reopen((ActionKind.DEPLOY,))
    others = scored[1:4] if question.max == 1 else []
    chosen = take(ctx, [option], 1, part("power where it helps most", best))
    return [chosen, *(ScoredAnswer(question.choose(other), part("", score)) for score, other in others)]


def _place_score(ctx: SteadyContext, option: Option, power: float) -> float:
    card, location = ctx.card(option), ctx.location(option)
    if card is None:
        return 0
    if card.zone is Zone.LOCATIONS:
        return 0 if location is None else location.gain(power)
    if ctx.is_theirs(option):
        return 1
    # Aboard, or on a character: good where we stand against somebody, and on who carries nothing yet.
    bare = not ctx.table.attached_to(card.id)
    return 1 + (0 if location is None else location.gain(1)) + (ABOARD if bare else 0)


def _move_target(ctx: SteadyContext) -> ScoredAnswer:
    """Where to: the best location if it is better than this one."""
    found = None if ctx.pursued is None else stand(ctx, ctx.pursued)
    best, most = None, COST + CLEAR
    if found is not None:
        places, column, power = found
        for option in ctx.question.selectable:
            target = None if option.card_id is None else ctx.table.column_of(option.card_id)
            if target is None or target == column or target >= len(places):
                continue
            gain = gain_of_move(places[column], places[target], power)
            if gain > most:
                best, most = option, gain
    if best is None:
        return least(ctx, _STAY)
    reasons = (Part("the better place", most), Part("a move costs Force", -COST))
    return take(ctx, [best], 1, reasons)


# -- paying -----------------------------------------------------------------------------------------


def _pay(ctx: SteadyContext, *, forfeiting: bool) -> ScoredAnswer:
    """A unit of Force: from a pile, or from a full hand; from the hand, too, when life is short.

    Where cards in a battle may be forfeited, attrition asks for them; large damage is paid by them as well.
    """
    hand: list[Option] = []
    tops: dict[Zone, Option] = {}
    others: list[Option] = []
    mine = ctx.mine
    sizes = {
        Zone.TOP_OF_RESERVE_DECK: mine.reserve_deck,
        Zone.TOP_OF_USED_PILE: mine.used_pile,
        Zone.TOP_OF_FORCE_PILE: mine.force_pile // 2,  # Force is what we play with
    }
    for option in ctx.question.selectable:
        card = ctx.card(option)
        if card is not None and card.zone is Zone.HAND:
            hand.append(option)
        elif card is not None and card.zone in sizes:
            tops.setdefault(card.zone, option)
        else:
            others.append(option)
    if forfeiting:
        others = _by_value(ctx, others)
        damage, attrition = damage_due(ctx.table)
        if others and (attrition > 0 or damage >= LARGE or not (hand or tops) or _lost_cause(ctx)):
            return take(ctx, others, ctx.question.min, _FORFEIT)
    faces = [option.blueprint_id for option in hand]
    # Second copies first: of most cards only one can be in play.
    hand.sort(key=lambda option: faces.count(option.blueprint_id) == 1)
    piles = [tops[zone] for zone in sorted(tops, key=lambda zone: -sizes[zone])]
    short = ctx.life <= SHORT_LIFE and mine.hand > LAST_HAND
    if hand and (mine.hand > FULL_HAND or short or not piles):
        return take(ctx, [*hand, *piles, *others], ctx.question.min, _PAY_HAND)
    return take(ctx, [*piles, *hand, *others], ctx.question.min, _PAY_PILE)


def _forfeit(ctx: SteadyContext) -> ScoredAnswer:
    """A card must go: the one of least power, those aboard before what carries them."""
    ranked = _by_value(ctx, ctx.question.selectable)
    return take(ctx, ranked, max(ctx.question.min, 1), _FORFEIT)


def _optional_forfeit(ctx: SteadyContext) -> ScoredAnswer:
    """Only where something is still due."""
    if max(damage_due(ctx.table)) <= 0:
        return least(ctx, part("nothing has to be paid"))
    return _forfeit(ctx)


def _lose_card(ctx: SteadyContext) -> ScoredAnswer:
    """A card that has to go by some effect: theirs if there is a choice, else one of the hand."""
    theirs: list[Option] = []
    hand: list[Option] = []
    others: list[Option] = []
    for option in ctx.question.selectable:
        card = ctx.card(option)
        if card is not None and card.owner not in (None, ctx.table.me):
            theirs.append(option)
        else:
            (hand if card is not None and card.zone is Zone.HAND else others).append(option)
    if theirs:
        return take(ctx, theirs, 1, _FORFEIT)
    if ctx.question.can_pass:
        return least(ctx, PASSED)
    return take(ctx, [*hand, *others], ctx.question.min, _PAY_HAND)


def _by_value(ctx: SteadyContext, options: Sequence[Option]) -> list[Option]:
    """What is hit is lost anyway, crew goes before its ship, then the least power."""

    def value(option: Option) -> tuple[bool, bool, float]:
        card = ctx.card(option)
        if card is None:
            return True, True, 0
        return not card.sideways, card.host is None, ctx.memory.powers.power_of(card.blueprint_id)

    return sorted(options, key=value)


def _lost_cause(ctx: SteadyContext) -> bool:
    battle, places = ctx.table.battle, ctx.locations
    if battle is None or not 0 <= battle.column < len(places):
        return False
    return places[battle.column].theirs - places[battle.column].mine >= LOST_CAUSE


# -- other questions --------------------------------------------------------------------------------


def _maintain(ctx: SteadyContext) -> ScoredAnswer:
    """Pay with Force rather than with the card."""
    found = (result(ctx.question, fixed.kind, part(fixed.reason, fixed.force)) for fixed in MAINTENANCE)
    return next(filter(None, found), None) or least(ctx)


def _if_ours(ctx: SteadyContext) -> ScoredAnswer:
    """Yes if it is part of an action that we have chosen, else No."""
    found = result(ctx.question, AS_CHOSEN.kind, part(AS_CHOSEN.reason, AS_CHOSEN.force))
    return least(ctx) if ctx.pursued is None or found is None else found


def _largest_value(ctx: SteadyContext) -> ScoredAnswer:
    """The result with the largest number; a large destiny is a good one."""
    ranked = sorted(ctx.question.selectable, key=lambda each: 1 if each.number is None else -each.number)
    return take(ctx, ranked, ctx.question.min, part("the largest value"))


P = PromptKind

HANDLERS: Mapping[PromptKind, Handler] = MappingProxyType(
    {
        **{kind: _result(fixed) for kind, fixed in FIXED_RESULTS.items()},
        **{kind: _end_of_range(fixed) for kind, fixed in FIXED_NUMBERS.items()},
        **dict.fromkeys(IF_PURSUED, _if_ours),
        # menus
        P.PHASE_ACTION: menu(OWN_TURN),
        P.OPTIONAL_RESPONSES: menu(RESPONSES),
        P.REQUIRED_RESPONSES: lambda ctx: ScoredAnswer(
            ctx.question.first_legal(), part("all of them will come")
        ),
        P.WEAPONS_SEGMENT: menu(SEGMENT),
        # starting the game
        P.FORCE_TO_ALLOW: lambda ctx: amount(
            ctx.question, ctx.question.max, part(f"nothing of {OURS} would come in between")
        ),
        # to activate 0 would cancel the action, and we would be asked again
        P.FORCE_TO_ACTIVATE: lambda ctx: amount(
            ctx.question, max(spare(ctx), 1), part("all but a few cards for destiny", 1)
        ),
        P.CARDS_TO_DRAW: lambda ctx: amount(ctx.question, wanted_cards(ctx), HAND),
        # losing
        P.LOSE_FORCE: partial(_pay, forfeiting=False),
        P.LOSE_FORCE_OR_FORFEIT: partial(_pay, forfeiting=True),
        P.FORFEIT: _forfeit,
        P.OPTIONAL_FORFEIT: _optional_forfeit,
        **dict.fromkeys((P.LOSE_CARD, P.PLACE_CARD, P.PLACE_OUT_OF_PLAY), _lose_card),
        # looking, deploying, moving, and what else asks for a card
        P.VERIFY_PILE: least,
        **dict.fromkeys(
            (P.STARTING_LOCATION, P.TAKE_INTO_HAND, P.RETRIEVE, P.DEPLOY_FROM_PILE), _found_cards
        ),
        P.CARDS_FROM_PILE: _cards_from_pile,
        P.CHOOSE_DEPLOY_TARGET: _choose_place,
        **dict.fromkeys(
            (P.SIDE_OF_LOCATION, P.DEPLOY_NEXT_TO, P.DEPLOY_AS_RELATED, P.CAPACITY_SLOT), _first_place
        ),
        **dict.fromkeys(
            (P.STARTING_INTERRUPT, P.CHOOSE_PILOT_ABOARD, P.PLAY_FROM_PILE, P.HIGHEST_ABILITY), _first_of_all
        ),
        **dict.fromkeys((P.CHOOSE_SITE, P.CAPTURE_OPTION, P.ESCORT), _first_of_all),
        P.CHOOSE_MOVE_TARGET: _move_target,
        P.CHOOSE_TARGET: _choose_target,
        **dict.fromkeys((P.PERSONA_REPLACE, P.WEAPON_TO_FIRE), _choose_ours),
        **dict.fromkeys((P.RETARGET, P.CANCEL_CARD, P.STEAL_CARD), _choose_theirs),
        P.DESTINY_VALUE: _largest_value,
        P.MAINTENANCE: _maintain,
    }
)

_STRAIGHT = MENUS | {P.FORCE_TO_ALLOW}
"""These are often equal and lead in no circle; what was tried in menus is remembered by their actions."""
_CIRCLE = (Reason("the same question again and again: another answer"),)


class SteadyStrategy:
    """Plain code, sensible and quick: the fixed yardstick of all later strength.

    The tables here say what it does. Deterministic: the same questions give the same answers.

    Args:
        seed: not used; there is no chance in it.
    """

    name = "steady"
    quick = True

    def __init__(self, seed: int) -> None:  # noqa: ARG002 - the shape of every strategy
        self._memory = SteadyMemory.empty()

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:  # noqa: ARG002
        """Answer by the table; what stands in no table gets the answer that commits to the least."""
        kind, memory = question.reading.kind, self._memory
        if question.legal.contradictory:
            return _verdict(ScoredAnswer(question.first_legal(), LEAST))
        beyond = 0 if kind in _STRAIGHT else memory.repeats.ask(question)
        if beyond:  # whatever turns us in a circle, one of the other answers leads out
            answers = question.answers(limit=50)
            return Verdict(answers[beyond % len(answers)], _CIRCLE)
        ctx = SteadyContext(view, question, memory)
        if kind is PromptKind.PHASE_ACTION:
            memory.enter(view)
        elif found_nothing(ctx):
            memory.searches.fail(ctx.pursued, memory.phase.turn)
        found = HANDLERS.get(kind, least)(ctx)
        return _verdict(*found) if isinstance(found, list) else _verdict(found)

    def overruled(self, view: Table, question: Question, answer: Answer) -> None:
        """Remember what is answered instead."""
        if question.kind is PromptKind.PHASE_ACTION:
            self._memory.enter(view)
        if question.kind in MENUS:
            chosen = (each for each in question.options if each.key == answer.wire)
            self._memory.actions.pursued = next(chosen, None)


def _verdict(found: ScoredAnswer, *others: ScoredAnswer) -> Verdict:
    reasons = reasons_of(found.parts)
    return Verdict(found.answer, reasons, tuple(Alternative(each.answer, each.score) for each in others))
