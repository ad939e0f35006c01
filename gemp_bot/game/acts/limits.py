"""Limits of use, which `steps` notes: here they are only known by name."""

from gemp_bot.effects.meanings import OneCard, Unasked
from gemp_bot.game.acts.steps import effect, nothing
from gemp_bot.game.context import Run
from gemp_bot.game.playing import Playing
from gemp_bot.game.situations.turns import device_use


@effect("use_device")
def _use_device(scope: Playing, /, device: OneCard, user: Unasked = None) -> Run[None]:
    """A device is used once a turn."""
    one = scope.one(device)
    if one is not None:
        scope.run.state.used = (*scope.run.state.used, device_use(one))
    yield from nothing()


@effect("num_times_per_turn")
def _counted(scope: Playing, /, count: Unasked = None) -> Run[None]:
    yield from nothing()


@effect(
    "once_per_turn",
    "once_per_phase",
    "once_per_battle",
    "once_per_game",
    "twice_per_game",
    "three_times_per_game",
    "four_times_per_game",
    "once_per_force_loss",
)
def _noted(scope: Playing, /) -> Run[None]:
    yield from nothing()
