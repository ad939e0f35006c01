"""Where to deploy."""

from gemp_bot.decisions import ActionKind, Option, Question
from gemp_bot.protocol.enums import Zone
from gemp_bot.state import Table
from gemp_bot.state.seat import is_theirs
from gemp_bot.strategy.base import Alternative, Reason, Verdict
from gemp_bot.strategy.steady import answers
from gemp_bot.strategy.steady.memory import Memory
from gemp_bot.strategy.steady.sight import my_piles

WORTH_IT = 0.2
"""Force a deployment must bring."""
RICH = 12
"""With more Force than this, anything that does no harm is deployed."""
ABOARD = 0.3
"""A starship or vehicle without crew is worth a little more with one."""

_NOWHERE = (Reason("no place where it would help"),)
_FIRST = (Reason("any place will do"),)
_HELPED = "power where it helps most"


def choose_place(view: Table, question: Question, memory: Memory) -> Verdict:
    """The place that gains most by live power; none if none gains and that may be said."""
    pursued = memory.pursued
    face = None if pursued is None else pursued.blueprint_id
    power = memory.places.power_of(face)
    scored = [
        (_score(view, option, power, memory), -index, option)
        for index, option in enumerate(question.selectable)
    ]
    if not scored:
        return answers.decline(question, _NOWHERE)
    scored.sort(reverse=True, key=_by_score)
    best, _, option = scored[0]
    floor = WORTH_IT if my_piles(view).force_pile <= RICH else -WORTH_IT
    if best < floor and question.can_pass:
        return answers.decline(question, _NOWHERE)
    if option.card_id is not None:
        memory.places.sends(view, face, option.card_id)
    # Power has come: what was of no use before may be now.
    memory.again(ActionKind.DEPLOY)
    verdict = answers.take(question, [option], 1, (Reason(_HELPED, best),), work=len(scored))
    others = tuple(
        Alternative(question.choose(other), score) for score, _, other in scored[1:4] if question.max == 1
    )
    return Verdict(verdict.answer, verdict.reasons, others, verdict.work)


def _by_score(entry: tuple[float, int, Option]) -> tuple[float, int]:
    return entry[0], entry[1]


def _score(view: Table, option: Option, power: float, memory: Memory) -> float:
    card = None if option.card_id is None else view.card(option.card_id)
    if card is None:
        return 0
    column = view.column_of(card.id)
    places = memory.places.at(view)
    if card.zone is Zone.LOCATIONS:
        return places[column].gain(power) if column is not None and column < len(places) else 0
    if is_theirs(view, card.id):
        return 1
    # Aboard, or on a character: good where we stand against somebody, and on who carries nothing yet.
    bare = not view.attached_to(card.id)
    gain = places[column].gain(1) if column is not None and column < len(places) else 0
    return 1 + gain + (ABOARD if bare else 0)


def first_place(view: Table, question: Question, memory: Memory) -> Verdict:  # noqa: ARG001
    """Where a location goes: the first place offered."""
    return answers.take(question, question.selectable, 1, _FIRST)
