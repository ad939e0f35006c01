"""Where to deploy."""

from gemp_bot.decisions import ActionKind, Option
from gemp_bot.protocol.enums import Zone
from gemp_bot.strategy.base import Alternative, Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.context import SteadyContext
from gemp_bot.strategy.steady.own_piles import my_piles

WORTH_IT = 0.2
"""Force a deployment must bring."""
RICH = 12
"""With more Force than this, anything that does no harm is deployed."""
ABOARD = 0.3
"""A starship or vehicle without crew is worth a little more with one."""

_NOWHERE = (Reason("no place where it would help"),)
_FIRST = (Reason("any place will do"),)
_HELPED = "power where it helps most"


def choose_place(ctx: SteadyContext) -> Verdict:
    """The place that gains most by live power; none if none gains and that may be said."""
    pursued = ctx.pursued
    face = None if pursued is None else pursued.blueprint_id
    power = ctx.memory.powers.power_of(face)
    scored = [
        (_score(ctx, option, power), -index, option) for index, option in enumerate(ctx.question.selectable)
    ]
    if not scored:
        return answers.decline(ctx.question, _NOWHERE)
    scored.sort(reverse=True, key=_by_score)
    best, _, option = scored[0]
    floor = WORTH_IT if my_piles(ctx.table).force_pile <= RICH else -WORTH_IT
    if best < floor and ctx.question.can_pass:
        return answers.decline(ctx.question, _NOWHERE)
    if option.card_id is not None:
        ctx.memory.powers.expect_arrival(ctx.table, face, option.card_id)
    # Power has come: what was of no use before may be now.
    ctx.memory.actions.reopen((ActionKind.DEPLOY,))
    verdict = answers.take(ctx.question, [option], 1, (Reason(_HELPED, best),), work=len(scored))
    others = tuple(
        Alternative(ctx.question.choose(other), score)
        for score, _, other in scored[1:4]
        if ctx.question.max == 1
    )
    return Verdict(verdict.answer, verdict.reasons, others, verdict.work)


def _by_score(entry: tuple[float, int, Option]) -> tuple[float, int]:
    return entry[0], entry[1]


def _score(ctx: SteadyContext, option: Option, power: float) -> float:
    card = ctx.card(option)
    if card is None:
        return 0
    location = ctx.location(option)
    if card.zone is Zone.LOCATIONS:
        return 0 if location is None else location.gain(power)
    if ctx.is_theirs(option):
        return 1
    # Aboard, or on a character: good where we stand against somebody, and on who carries nothing yet.
    bare = not ctx.table.attached_to(card.id)
    gain = 0 if location is None else location.gain(1)
    return 1 + gain + (ABOARD if bare else 0)


def first_place(ctx: SteadyContext) -> Verdict:
    """Where a location goes: the first place offered."""
    return answers.take(ctx.question, ctx.question.selectable, 1, _FIRST)
