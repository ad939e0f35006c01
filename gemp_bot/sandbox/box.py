"""The box: a server that plays the game itself, with its own decks and players."""

from pathlib import Path

from gemp_bot.cards.deck import DeckError, faults, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import SubType
from gemp_bot.cards.model import Card
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.game import Settings
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.deck_files import DeckFile, all_decks
from gemp_bot.sandbox.in_process_player import InProcessPlayer
from gemp_bot.sandbox.server.accounts import LIBRARIAN
from gemp_bot.sandbox.server.contents import ServerContents
from gemp_bot.sandbox.server.decks import KnownCard
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.seats import SeatedPlayer
from gemp_bot.sandbox.server.world import Setup
from gemp_bot.strategy import StrategyRunner, make_strategy, name_deck, strategy_names

FORMATS = {"open": "Open", "open_45_card": "Open (45 cards)", "open40card": "Open (40 cards)"}
SIZES = {"open_45_card": 45, "open40card": 40}


class Box:
    """What the games of one process share: the cards, the decks, the texts.

    Args:
        decks: a folder with more decks for the library; None for the shipped ones alone.

    Raises:
        DeckFileError: a deck of the folder is none; one line.
    """

    def __init__(
        self, *, decks: Path | None = None, settings: Settings | None = None, index: CardIndex | None = None
    ) -> None:
        self.index = index or CardIndex.load()
        self.effects = CardEffects(self.index)
        self.catalogue = Catalogue.load()
        self.settings = settings or Settings()
        self.decks: dict[str, DeckFile] = {deck.name: deck for deck in all_decks(decks, self.index)}
        self.strategies = frozenset(strategy_names())

    def contents(self) -> ServerContents:
        """What a server of this box knows and has from the start."""
        return ServerContents(
            cards={card.blueprint_id: _known(card) for card in self.index if not card.is_back},
            library={LIBRARIAN: {name: deck.text for name, deck in self.decks.items()}},
            formats=FORMATS,
            sizes=SIZES,
            check=self.fault,
        )

    def fault(self, text: str, size: int) -> str | None:
        """What is wrong with a deck, besides that its cards can be unknown; None for nothing."""
        try:
            found = faults(parse_deck(text), self.index, size=size)
        except DeckError as fault:
            return str(fault)
        return found[0] if found else None

    def script(self, setup: Setup) -> EngineScript:
        """The game of a table."""
        dark, light = setup.dark.deck_text, setup.light.deck_text
        return self.game(dark, light, setup.seed, format_name=setup.format_name)

    def game(self, dark: str, light: str, seed: int, *, format_name: str = "Open") -> EngineScript:
        """A game of two decks, given as text (PROTOCOL 8.1)."""
        decks = {Side.DARK: _cards(dark), Side.LIGHT: _cards(light)}
        return EngineScript(
            decks, seed, effects=self.effects, settings=self.settings, format_name=format_name
        )

    def in_process_player(self, game: ServedGame, seat: SeatedPlayer, seed: int) -> InProcessPlayer:
        """The player of a bot's seat: one of our strategies."""
        deck = self.decks.get(seat.deck_name)
        # A player may save another deck under the name of one of ours.
        start = deck.start_id if deck is not None and deck.text == seat.deck_text else ""
        strategy_runner = self.strategy_runner(seat.strategy, seed, seat.deck_text, start)
        return InProcessPlayer(game, seat.player, strategy_runner, self.catalogue)

    def strategy_runner(self, strategy: str, seed: int, deck: str, start: str = "") -> StrategyRunner:
        """A player of a game: a strategy with its deck, given as text, and a plain rule to fall back on.

        The start is the id of the location that the deck wishes to begin at; empty for no wish.
        """
        made = make_strategy(strategy, seed, deck, index=self.index)
        name_deck(made, None, start)
        return StrategyRunner(made, rule=make_strategy("steady", 0))


def _known(card: Card) -> KnownCard:
    return KnownCard(card.name, card.side.value, card.is_a(SubType.SITE))


def _cards(text: str) -> tuple[str, ...]:
    """The ids of a deck without marks of foil and alternate image, one a copy."""
    return tuple(card.rstrip("*^") for card in parse_deck(text).cards)
