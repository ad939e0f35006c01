"""Whole games of the engine for the tests of the story: two players by chance, everything by seed."""

from collections.abc import Iterator
from random import Random

from gemp_bot.cards.index import CardIndex
from gemp_bot.protocol.enums import Side
from gemp_bot.report.story.story_table import cast_of
from gemp_bot.report.story.writer import StoryWriter
from gemp_bot.sandbox.deck_files import shipped_decks
from gemp_bot.sandbox.engine import Engine
from gemp_bot.sandbox.engine.card_profiles import CardProfiles
from gemp_bot.sandbox.engine.game_events import Happened
from gemp_bot.sandbox.engine.players import RandomPlayer


class BoxedGame:
    """One game; `news` gives what comes about, question by question."""

    def __init__(self, index: CardIndex, sheets: CardProfiles, seed: int) -> None:
        chance = Random(seed)
        decks = shipped_decks(index)
        chosen = {side: chance.choice([deck for deck in decks if deck.side is side]) for side in Side}
        cards = {side: [card.blueprint_id for card in deck.cards] for side, deck in chosen.items()}
        self.engine = Engine(cards, seed, sheets=sheets)
        self.teller = StoryWriter(cast_of(self.engine.state.cards.values()))
        self._player = RandomPlayer(chance)

    def news(self) -> Iterator[list[Happened]]:
        game = self.engine.play()
        choice = next(game)
        while self.engine.outcome is None:
            yield self.engine.news()
            try:
                choice = game.send(self._player.answer(choice))
            except StopIteration:
                yield self.engine.news()
