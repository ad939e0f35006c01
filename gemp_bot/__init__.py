"""gemp-bot: an asyncio bot that plays the Star Wars Customizable Card Game on GEMP servers.

What programs may use is listed in `__all__` and described in docs/api.md. It is loaded when it is asked
for, so that `import gemp_bot` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gemp_bot.api.box import selfplay
    from gemp_bot.api.checks import ArgumentError
    from gemp_bot.api.facts import box_decks, card_index, find_card, read_deck, reserve_of
    from gemp_bot.api.game import Game
    from gemp_bot.api.journals import Journal, read_journal
    from gemp_bot.api.odds import BattleOdds, cheapest, draw_destiny
    from gemp_bot.api.question import Option, Question
    from gemp_bot.api.results import Results
    from gemp_bot.api.session import Session, connect
    from gemp_bot.api.strategy import Strategy
    from gemp_bot.cards import Card, CardIndex
    from gemp_bot.decisions import ActionKind, Answer, IllegalAnswerError, PromptKind, ResultKind
    from gemp_bot.errors import BotError
    from gemp_bot.journal import JournalError
    from gemp_bot.play import GameOutcome, PlaySettings, Result
    from gemp_bot.protocol.enums import Phase, Side, Zone
    from gemp_bot.rules.battle_damage import Forfeitable
    from gemp_bot.rules.battle_odds import Side as BattleSide
    from gemp_bot.rules.battle_odds import Stake
    from gemp_bot.rules.destiny import Draws
    from gemp_bot.rules.destiny_distribution import Distribution
    from gemp_bot.rules.destiny_sums import Reserve
    from gemp_bot.rules.payment import Payment, Purse
    from gemp_bot.sandbox.deck_files import DeckFileError
    from gemp_bot.strategy import Reason, Verdict
    from gemp_bot.strategy.foreign import StrategyFaultError
    from gemp_bot.strategy.named import UnknownStrategyError
    from gemp_bot.view.model import (
        BoardView,
        CardView,
        Deed,
        DeedKind,
        Frame,
        LocationView,
        PlayerView,
        QuestionView,
    )

__version__ = "0.2.0"

__all__ = [
    "ActionKind",
    "Answer",
    "ArgumentError",
    "BattleOdds",
    "BattleSide",
    "BoardView",
    "BotError",
    "Card",
    "CardIndex",
    "CardView",
    "DeckFileError",
    "Deed",
    "DeedKind",
    "Distribution",
    "Draws",
    "Forfeitable",
    "Frame",
    "Game",
    "GameOutcome",
    "IllegalAnswerError",
    "Journal",
    "JournalError",
    "LocationView",
    "Option",
    "Payment",
    "Phase",
    "PlaySettings",
    "PlayerView",
    "PromptKind",
    "Purse",
    "Question",
    "QuestionView",
    "Reason",
    "Reserve",
    "Result",
    "ResultKind",
    "Results",
    "Session",
    "Side",
    "Stake",
    "Strategy",
    "StrategyFaultError",
    "UnknownStrategyError",
    "Verdict",
    "Zone",
    "__version__",
    "box_decks",
    "card_index",
    "cheapest",
    "connect",
    "draw_destiny",
    "find_card",
    "read_deck",
    "read_journal",
    "reserve_of",
    "selfplay",
]

_ROOMS = {
    "api.box": ("selfplay",),
    "api.checks": ("ArgumentError",),
    "api.facts": ("box_decks", "card_index", "find_card", "read_deck", "reserve_of"),
    "api.game": ("Game",),
    "api.journals": ("Journal", "read_journal"),
    "api.odds": ("BattleOdds", "cheapest", "draw_destiny"),
    "api.question": ("Option", "Question"),
    "api.results": ("Results",),
    "api.session": ("Session", "connect"),
    "api.strategy": ("Strategy",),
    "cards": ("Card", "CardIndex"),
    "decisions": ("ActionKind", "Answer", "IllegalAnswerError", "PromptKind", "ResultKind"),
    "errors": ("BotError",),
    "journal": ("JournalError",),
    "play": ("GameOutcome", "PlaySettings", "Result"),
    "protocol.enums": ("Phase", "Side", "Zone"),
    "rules.battle_damage": ("Forfeitable",),
    "rules.battle_odds": ("Stake",),
    "rules.destiny": ("Draws",),
    "rules.destiny_distribution": ("Distribution",),
    "rules.destiny_sums": ("Reserve",),
    "rules.payment": ("Payment", "Purse"),
    "sandbox.deck_files": ("DeckFileError",),
    "strategy": ("Reason", "Verdict"),
    "strategy.foreign": ("StrategyFaultError",),
    "strategy.named": ("UnknownStrategyError",),
    "view.model": (
        "BoardView",
        "CardView",
        "Deed",
        "DeedKind",
        "Frame",
        "LocationView",
        "PlayerView",
        "QuestionView",
    ),
}
_PLACES = {name: (room, name) for room, names in _ROOMS.items() for name in names}
_PLACES["BattleSide"] = ("rules.battle_odds", "Side")


if not TYPE_CHECKING:  # else every name would be one, and none be checked

    def __getattr__(name: str) -> Any:
        """Load what is asked for (PEP 562)."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        room, own = _PLACES[name]
        found = globals()[name] = getattr(import_module(f"{__name__}.{room}"), own)
        return found


def __dir__() -> list[str]:
    """The names of the surface."""
    return sorted(__all__)
