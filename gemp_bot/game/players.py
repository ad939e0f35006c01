"""A player for the engine alone: he takes any legal answer by chance."""

from random import Random

from gemp_bot.game.choices import Answer, Choice, Menu, PickCards, PickNumber, PickResult
from gemp_bot.game.engine import Engine
from gemp_bot.game.outcome import Outcome

PASS = 0.15
"""How often he passes although he could act."""


class RandomPlayer:
    """Answers for both sides, each legal answer as likely as the other; of menus he sometimes passes.

    Args:
        random: his chance, apart from that of the game.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

    def answer(self, choice: Choice) -> Answer:
        """A legal answer to a question."""
        random = self._random
        match choice:
            case Menu(options=options):
                if not options or random.random() < PASS:
                    return None
                return random.randrange(len(options))
            case PickCards(cards=cards, low=low, high=high):
                least = low if random.random() < PASS else min(max(low, 1), high)
                return tuple(random.sample(cards, random.randint(least, min(high, len(cards)))))
            case PickResult(results=results):
                return random.randrange(len(results))
            case PickNumber(low=low, high=high):
                return random.randint(low, high)


def play_out(engine: Engine, player: RandomPlayer) -> Outcome:
    """Play a game to its end; nobody takes the news, so they are dropped."""
    engine.begin()
    while engine.choice is not None:
        engine.news()
        engine.step(player.answer(engine.choice))
    assert engine.outcome is not None, "nothing is asked only once it is over"  # noqa: S101
    return engine.outcome
