"""The server of the sandbox with small made-up games."""

from typing import Any

from fakes.toy import ToyScript
from gemp_bot.sandbox.server import fake
from gemp_bot.sandbox.server.steps import Script
from gemp_bot.sandbox.server.world import ScriptFactory, Setup


def toy_game(setup: Setup) -> Script:
    """Play a small seeded game."""
    return ToyScript(setup.seed)


class FakeGemp(fake.FakeGemp):
    """The same with `toy_game` for every game, unless told otherwise."""

    def __init__(self, *, script_factory: ScriptFactory = toy_game, **chosen: Any) -> None:
        super().__init__(script_factory=script_factory, **chosen)
