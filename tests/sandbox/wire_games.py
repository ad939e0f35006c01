"""Games of the engine on the wire, played by chance inside the process."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.engine_script import Course, EngineScript, Listener
from gemp_bot.sandbox.server.event_xml import event_node
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.questions import ServedQuestion, pick
from gemp_bot.sandbox.server.xml import Node

DARK, LIGHT = "vader", "luke"
PLAYERS = {Side.DARK: DARK, Side.LIGHT: LIGHT}


class ByChance:
    """One game; both players answer by chance and hear everything they are told.

    Args:
        cards: of each side the blueprint ids of its deck; a deck of the box if left out.

    Attributes:
        told: what each was told by the last step.
    """

    def __init__(
        self,
        box: Box,
        seed: int,
        listener: Listener | None = None,
        cards: Mapping[Side, Sequence[str]] | None = None,
    ) -> None:
        decks = {side: [deck for deck in box.decks.values() if deck.side is side] for side in Side}
        dark, light = (decks[side][seed % len(decks[side])].text for side in (Side.DARK, Side.LIGHT))
        self.script: EngineScript = box.game(dark, light, seed)
        if cards is not None:
            self.script = EngineScript(cards, seed, effects=box.effects, settings=box.settings)
        self.script.listener = listener
        self.random = Random(seed)
        self.game = ServedGame("g", (DARK, LIGHT), self.script, now=float, random=self.random)
        self.told: dict[str, list[Node]] = {
            name: [event_node(event) for event in self.game.open(name).events] for name in (DARK, LIGHT)
        }

    @property
    def course(self) -> Course:
        assert self.script.course is not None
        return self.script.course

    def answer(self, name: str, value: str) -> None:
        self.game.answer(name, 1, value)
        self.told = {
            name: [event_node(event) for event in channel.take()] for name, channel in self.game.channels
        }

    def steps(self, most: int = 100_000) -> Iterator[tuple[str, ServedQuestion]]:
        """Who is asked what, before it is answered."""
        for _ in range(most):
            if self.game.outcome is not None:
                return
            name, question = next(iter(self.game.pending.items()))
            yield name, question
            if self.game.pending.get(name) is question:
                self.answer(name, pick(question, self.random))
