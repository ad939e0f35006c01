"""Who plays in the box: a strategy that is what it must be, in a seat of a game."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import msgspec

from gemp_bot.arena.selfplay.jobs import BoxDeck
from gemp_bot.arena.selfplay.recording import GameJournal
from gemp_bot.arena.spec import ArenaError, changed_meanwhile
from gemp_bot.play import GameOutcome
from gemp_bot.play.outcome import concluded
from gemp_bot.protocol.ids import GameId
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.in_process_player import InProcessPlayer
from gemp_bot.sandbox.server.game import Game
from gemp_bot.strategy import (
    Identity,
    NamedStrategy,
    Strategy,
    StrategyRunner,
    make_strategy,
    name_deck,
    strategy_named,
)
from gemp_bot.strategy.identity import differences


@lru_cache(maxsize=1)
def the_box() -> Box:
    """Read once in a process what is shipped with the program: it takes longer than a quick game."""
    return Box()


Maker = Callable[[int, str], Strategy]
"""Makes a strategy of a seed and the text of its deck."""


class BoxPlayer:
    """A player of a game: a strategy with its deck, and a plain rule to fall back on.

    Args:
        made: the strategy.
        deck: its deck.
    """

    def __init__(self, made: Strategy, deck: BoxDeck) -> None:
        name_deck(made, deck.name, deck.start)
        self.strategy_runner = StrategyRunner(made, rule=make_strategy("steady", 0))

    def sit_down(self, game: Game, name: str, journal: GameJournal | None = None) -> InProcessPlayer:
        """Take a seat."""
        catalogue = the_box().catalogue
        if journal is None or journal.path is None:
            return InProcessPlayer(game, name, self.strategy_runner, catalogue)
        return InProcessPlayer(
            game,
            name,
            self.strategy_runner,
            catalogue,
            observe=journal.recorder.observe,
            listen=journal.listen,
        )

    def told(self, player: InProcessPlayer, journal: Path | None = None) -> GameOutcome:
        """What this side tells about the game.

        Args:
            player: who sat there.
            journal: what was recorded; None if nothing was.
        """
        runner = self.strategy_runner
        outcome = GameOutcome(
            GameId(player.game.id),
            turns=player.table.turn or 0,
            decisions=player.decisions,
            choices=player.choices,
            warnings=player.warnings,
            fallbacks=player.fallbacks.total(),
            replaced=runner.replaced,
            mistakes=dict(runner.mistakes),
            unanswered=dict(runner.unanswered),
            step_counts=dict(runner.step_counts),
            decide_seconds=tuple(player.decide_seconds),
            journal=journal,
        )
        return concluded(outcome, player.table)


def maker(strategy: str, identity: Identity) -> Maker:
    """What makes a strategy by name or path.

    Raises:
        ArenaError: it is another one.
        UnknownStrategyError: it cannot be used.
    """
    named = _named(strategy, msgspec.json.encode(identity))
    return lambda seed, deck: named.make(seed, deck, index=the_box().index)


@lru_cache(maxsize=8)
def _named(given: str, identity: bytes) -> NamedStrategy:
    """A strategy, read once in a process, and whether it is the right one: a cluster may have another."""
    found = strategy_named(given)
    changes = differences([msgspec.json.decode(identity, type=Identity)], [found.identity])
    if changes:
        raise ArenaError(changed_meanwhile(changes))
    return found
