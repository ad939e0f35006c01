"""gemp-bot: an asyncio bot that plays the Star Wars Customizable Card Game on GEMP servers.

What programs may use is listed in `__all__` and described in docs/api.md. It is loaded when it is asked
for, so that `import gemp_bot` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gemp_bot.api.box import selfplay
    from gemp_bot.api.complete_game import CompleteGame, LegalMove
    from gemp_bot.api.facts import (
        ArgumentError,
        box_decks,
        card_index,
        find_card,
        read_deck,
        reserve_of,
        understood,
    )
    from gemp_bot.api.game import Game
    from gemp_bot.api.odds import BattleOdds, cheapest, draw_destiny
    from gemp_bot.api.question import Option, Question
    from gemp_bot.api.results import Journal, Results, read_journal
    from gemp_bot.api.session import Session, connect
    from gemp_bot.api.strategy import Strategy
    from gemp_bot.arena.sprt import PairSummary
    from gemp_bot.cards import Card, CardIndex, Uniqueness
    from gemp_bot.cards.deck import DeckList
    from gemp_bot.cards.index import CardIndexError
    from gemp_bot.cards.model import CardSet
    from gemp_bot.cards.printed import Odd
    from gemp_bot.config import ConfigError
    from gemp_bot.decisions import ActionKind, Answer, IllegalAnswerError, PromptKind, ResultKind
    from gemp_bot.errors import BotError
    from gemp_bot.game.understanding import Share
    from gemp_bot.inference.worlds import WorldError
    from gemp_bot.journal import JournalError
    from gemp_bot.play.accounts import ClaimedError
    from gemp_bot.play.entries import NoGameError
    from gemp_bot.play.outcome import GameOutcome, Incident, IncidentKind, Result
    from gemp_bot.play.spectator import NotWatchableError
    from gemp_bot.play.timing import HumanPaceSettings, OnStuck, PlaySettings
    from gemp_bot.play.trouble import GivenUpError
    from gemp_bot.protocol.account import Account
    from gemp_bot.protocol.decks import Deck, DeckCard, DeckNames
    from gemp_bot.protocol.enums import Phase, Side, TableStatus, Zone
    from gemp_bot.protocol.errors import (
        AdminAccountError,
        BannedError,
        ChannelError,
        ChannelExpiredError,
        ChannelTakenOverError,
        ForbiddenError,
        GempError,
        HallRefusedError,
        LoginError,
        MalformedAnswerError,
        NoSuchGameError,
        NotConnectedError,
        NotFoundError,
        NotOperationalError,
        PasswordResetPendingError,
        PolicyError,
        RefusedError,
        ServerFaultError,
        SessionGoneError,
        TooLargeError,
        TooManyCallsError,
        UnreachableError,
        WireError,
        WrongPasswordError,
    )
    from gemp_bot.protocol.hall import FormatRow, Hall, HallSeat, QueueRow, RowAction, TableRow, TournamentRow
    from gemp_bot.replay import ReplayCounts
    from gemp_bot.replay.relive import ReplayResult
    from gemp_bot.rules.battle_damage import Forfeitable
    from gemp_bot.rules.battle_odds import BattleStrength as BattleSide
    from gemp_bot.rules.battle_odds import Expectation, Stake
    from gemp_bot.rules.destiny import Drawn, Draws
    from gemp_bot.rules.destiny_sums import Cancel, Distribution, Reserve
    from gemp_bot.rules.payment import Payment, PaymentTable, Purse
    from gemp_bot.sandbox.deck_files import DeckFile, DeckFileError
    from gemp_bot.sandbox.deck_list import DeckRow
    from gemp_bot.statistics import Interval
    from gemp_bot.strategy import Reason, Verdict
    from gemp_bot.strategy.base import Alternative
    from gemp_bot.strategy.foreign import StrategyFaultError
    from gemp_bot.strategy.named import UnknownStrategyError
    from gemp_bot.view.model import (
        Battle,
        BoardView,
        CardView,
        Curves,
        Deed,
        DeedKind,
        Destiny,
        EndView,
        Frame,
        GameHead,
        LocationView,
        OptionView,
        PlayerView,
        QuestionView,
        Weighed,
    )
    from gemp_bot.view.model import BattleSide as BattleSideView
    from gemp_bot.view.names import NamedCard, Why

__version__ = "0.3.0"

__all__ = [
    "Account",
    "ActionKind",
    "AdminAccountError",
    "Alternative",
    "Answer",
    "ArgumentError",
    "BannedError",
    "Battle",
    "BattleOdds",
    "BattleSide",
    "BattleSideView",
    "BoardView",
    "BotError",
    "Cancel",
    "Card",
    "CardIndex",
    "CardIndexError",
    "CardSet",
    "CardView",
    "ChannelError",
    "ChannelExpiredError",
    "ChannelTakenOverError",
    "ClaimedError",
    "CompleteGame",
    "ConfigError",
    "Curves",
    "Deck",
    "DeckCard",
    "DeckFile",
    "DeckFileError",
    "DeckList",
    "DeckNames",
    "DeckRow",
    "Deed",
    "DeedKind",
    "Destiny",
    "Distribution",
    "Drawn",
    "Draws",
    "EndView",
    "Expectation",
    "ForbiddenError",
    "Forfeitable",
    "FormatRow",
    "Frame",
    "Game",
    "GameHead",
    "GameOutcome",
    "GempError",
    "GivenUpError",
    "Hall",
    "HallRefusedError",
    "HallSeat",
    "HumanPaceSettings",
    "IllegalAnswerError",
    "Incident",
    "IncidentKind",
    "Interval",
    "Journal",
    "JournalError",
    "LegalMove",
    "LocationView",
    "LoginError",
    "MalformedAnswerError",
    "NamedCard",
    "NoGameError",
    "NoSuchGameError",
    "NotConnectedError",
    "NotFoundError",
    "NotOperationalError",
    "NotWatchableError",
    "Odd",
    "OnStuck",
    "Option",
    "OptionView",
    "PairSummary",
    "PasswordResetPendingError",
    "Payment",
    "PaymentTable",
    "Phase",
    "PlaySettings",
    "PlayerView",
    "PolicyError",
    "PromptKind",
    "Purse",
    "Question",
    "QuestionView",
    "QueueRow",
    "Reason",
    "RefusedError",
    "ReplayCounts",
    "ReplayResult",
    "Reserve",
    "Result",
    "ResultKind",
    "Results",
    "RowAction",
    "ServerFaultError",
    "Session",
    "SessionGoneError",
    "Share",
    "Side",
    "Stake",
    "Strategy",
    "StrategyFaultError",
    "TableRow",
    "TableStatus",
    "TooLargeError",
    "TooManyCallsError",
    "TournamentRow",
    "Uniqueness",
    "UnknownStrategyError",
    "UnreachableError",
    "Verdict",
    "Weighed",
    "Why",
    "WireError",
    "WorldError",
    "WrongPasswordError",
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
    "understood",
]

_MODULES = {
    "api.box": "selfplay",
    "api.complete_game": "CompleteGame LegalMove",
    "api.facts": "ArgumentError box_decks card_index find_card read_deck reserve_of understood",
    "api.game": "Game",
    "api.odds": "BattleOdds cheapest draw_destiny",
    "api.question": "Option Question",
    "api.results": "Journal Results read_journal",
    "api.session": "Session connect",
    "api.strategy": "Strategy",
    "arena.sprt": "PairSummary",
    "cards": "Card CardIndex Uniqueness",
    "cards.deck": "DeckList",
    "cards.index": "CardIndexError",
    "cards.model": "CardSet",
    "cards.printed": "Odd",
    "config": "ConfigError",
    "decisions": "ActionKind Answer IllegalAnswerError PromptKind ResultKind",
    "game.understanding": "Share",
    "errors": "BotError",
    "inference.worlds": "WorldError",
    "journal": "JournalError",
    "play.accounts": "ClaimedError",
    "play.entries": "NoGameError",
    "play.outcome": "GameOutcome Incident IncidentKind Result",
    "play.spectator": "NotWatchableError",
    "play.timing": "HumanPaceSettings OnStuck PlaySettings",
    "play.trouble": "GivenUpError",
    "protocol.account": "Account",
    "protocol.decks": "Deck DeckCard DeckNames",
    "protocol.enums": "Phase Side TableStatus Zone",
    "protocol.errors": (
        "AdminAccountError BannedError ChannelError ChannelExpiredError ChannelTakenOverError "
        "ForbiddenError GempError HallRefusedError LoginError MalformedAnswerError NoSuchGameError "
        "NotConnectedError NotFoundError NotOperationalError PasswordResetPendingError PolicyError "
        "RefusedError ServerFaultError SessionGoneError TooLargeError TooManyCallsError UnreachableError "
        "WireError WrongPasswordError"
    ),
    "protocol.hall": "FormatRow Hall HallSeat QueueRow RowAction TableRow TournamentRow",
    "replay": "ReplayCounts",
    "replay.relive": "ReplayResult",
    "rules.battle_damage": "Forfeitable",
    "rules.battle_odds": "Expectation Stake",
    "rules.destiny": "Drawn Draws",
    "rules.destiny_sums": "Cancel Distribution Reserve",
    "rules.payment": "Payment PaymentTable Purse",
    "sandbox.deck_files": "DeckFile DeckFileError",
    "sandbox.deck_list": "DeckRow",
    "statistics": "Interval",
    "strategy": "Reason Verdict",
    "strategy.base": "Alternative",
    "strategy.foreign": "StrategyFaultError",
    "strategy.named": "UnknownStrategyError",
    "view.model": (
        "Battle BoardView CardView Curves Deed DeedKind Destiny EndView Frame GameHead LocationView "
        "OptionView PlayerView QuestionView Weighed"
    ),
    "view.names": "NamedCard Why",
}
_PLACES = {name: (module, name) for module, names in _MODULES.items() for name in names.split()}
_PLACES["BattleSide"] = ("rules.battle_odds", "BattleStrength")
_PLACES["BattleSideView"] = ("view.model", "BattleSide")


if not TYPE_CHECKING:  # else every name would be one, and none be checked

    def __getattr__(name: str) -> Any:
        """Load what is asked for (PEP 562)."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, own = _PLACES[name]
        found = globals()[name] = getattr(import_module(f"{__name__}.{module}"), own)
        return found


def __dir__() -> list[str]:
    """The names of the surface."""
    return sorted(__all__)
