"""Effects that cancel cards and what they do."""

from typing import Final

from gemp_bot.cards.texts import Term
from gemp_bot.effects.meanings import Amount, Selector, Steps, Unasked, Word
from gemp_bot.game.acts.choosing import targets
from gemp_bot.game.acts.force import use_force
from gemp_bot.game.acts.steps import choose, effect, play_steps
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing

_CANCEL_PLAYED: Final = Term("effect", {"what": Term("cancel_card_being_played", {})})
_CANCEL_TARGET: Final = Term("effect", {"what": Term("cancel_card_on_table", {"card": "$target0"})})


@effect("cancel_card_being_played")
def _cancel_played(scope: Playing, /, playing_card_effect: Unasked = None) -> None:
    played = scope.about()
    if played is not None and scope.run.numbers.may_cancel(played):
        scope.run.responses.cancel(played, scope.card)


@effect("build_cancel_card_being_played")
def _cancel_being_played(scope: Playing, /, effect: Unasked = None, force_to_use: Amount = 0) -> Run[None]:
    use_force(scope, "$you", force_to_use)
    yield from play_steps(scope, (_CANCEL_PLAYED,))


@effect("target_card_being_played_for_canceling")
def _target_played(
    scope: Playing,
    /,
    card_targeted_to_be_canceled: Steps,
    playing_card_effect: Unasked = None,
    **rest: Unasked,
) -> Run[None]:
    played = scope.about()
    if played is None or not scope.may_target(played):
        scope.failed = True
        return
    scope.bind(rest.get("as"), played)
    yield from play_steps(scope, card_targeted_to_be_canceled)


@effect("build_cancel_card")
def _cancel_card(
    scope: Playing,
    /,
    card_to_cancel_filter: Selector,
    card_to_cancel_text: Word = None,
    including: Word = None,
    force_to_use: Amount = 0,
) -> Run[None]:
    found = [
        each
        for each in targets(scope, card_to_cancel_filter, including)
        if scope.run.numbers.may_cancel(each)
    ]
    card = yield from choose(scope, found, scope.you)
    if card is None:
        scope.failed = True
        return
    use_force(scope, "$you", force_to_use)
    scope.bind(("$target0",), card)
    yield from play_steps(scope, (_CANCEL_TARGET,))
