"""Who may sit down at a table, with which deck (PROTOCOL 3.2, 8.2)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

from gemp_bot.protocol.enums import AiSkill
from gemp_bot.sandbox.server import refusals
from gemp_bot.sandbox.server.accounts import LIBRARIAN
from gemp_bot.sandbox.server.decks import DeckRoom
from gemp_bot.sandbox.server.http import HttpCall
from gemp_bot.sandbox.server.refusals import HallRefusalError

BOT_NAMES = {
    AiSkill.BEGINNER: "~OzzelBot",
    AiSkill.ADVANCED: "~YodaBot",
    AiSkill.RANDO: "~Rando_Cal",
}


STRATEGIES: Mapping[AiSkill, str] = MappingProxyType(
    {AiSkill.BEGINNER: "easy", AiSkill.ADVANCED: "medium", AiSkill.RANDO: "strong"}
)
"""Who of ours plays for the server's own AIs."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """The player of a bot table: its name there, and the strategy that answers for it."""

    name: str
    strategy: str


def opponent(skill: str, strategies: Collection[str] = ()) -> Opponent:
    """Read `aiSkill`: a skill of the real server, or the name of a strategy; anything else is a beginner."""
    wanted = skill.strip()
    if wanted.upper() in set(AiSkill):
        known = AiSkill(wanted.upper())
    elif wanted in strategies:
        return Opponent(f"~{wanted}", wanted)
    else:
        known = AiSkill.BEGINNER
    return Opponent(BOT_NAMES[known], STRATEGIES[known])


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """One player at a table."""

    player: str
    side: str
    deck_name: str
    deck_text: str
    bot: bool = False
    strategy: str = ""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What `POST hall` asked for.

    Attributes:
        deck: name, and whether it is a library deck; `bot_deck` the same for the server's AI.
        bot: name of the AI, None for a table between people. strategy: who of ours it is.
    """

    format: str
    deck: tuple[str, bool]
    description: str
    private: bool
    bot: str | None
    bot_deck: tuple[str, bool]
    strategy: str = ""

    @classmethod
    def read(cls, call: HttpCall, strategies: Collection[str] = ()) -> Self:
        """Read the form; `strategies` are the names that are skills, too."""
        skill = opponent(call.form.get("aiSkill", ""), strategies)
        return cls(
            format=call.text("format"),
            deck=(call.text("deckName"), call.flag("sampleDeck")),
            description=call.form.get("tableDesc", ""),
            private=call.flag("isPrivate"),
            bot=skill.name if call.flag("playVsAi") else None,
            bot_deck=(
                call.form.get("aiDeckName", ""),
                not call.form.get("aiDeckSample") or call.flag("aiDeckSample"),
            ),
            strategy=skill.strategy,
        )

    def check(self, *, ai_tables: bool, private_games: bool) -> None:
        """Refuse what the settings of the server do not allow.

        Raises:
            HallRefusal: private games or bot tables are disabled, or something is missing.
        """
        if self.private and not private_games:
            raise HallRefusalError(refusals.PRIVATE_DISABLED)
        if self.private and not self.description:
            raise HallRefusalError(refusals.PRIVATE_NEEDS_NAME)
        if self.bot is not None and not ai_tables:
            raise HallRefusalError(refusals.BOTS_DISABLED)
        if self.bot is not None and not self.bot_deck[0]:
            raise HallRefusalError(refusals.AI_DECK_MISSING)

    def kind(self) -> str:
        """Give the `tournament` text of the hall row."""
        if self.private:
            return "Casual (Private)"
        return f"Casual - {self.description}" if self.description else "Casual"


@dataclass(frozen=True, slots=True)
class Entry:
    """Checks decks and players at the door of a table."""

    decks: DeckRoom
    formats: Mapping[str, str]
    strategies: Collection[str] = field(default=())

    def seat(
        self,
        request: TableRequest,
        player: str,
        deck: tuple[str, bool],
        opponent: SeatedPlayer | None = None,
    ) -> SeatedPlayer:
        """Seat a person.

        Raises:
            HallRefusal: unknown format, no such deck, not legal there, or of the opponent's side.
        """
        seat = self._seat(request, player, player, deck)
        if opponent is not None and opponent.side == seat.side:
            raise HallRefusalError(refusals.SAME_SIDE)
        return seat

    def bot_seat(self, request: TableRequest, owner: str, opponent: SeatedPlayer) -> SeatedPlayer:
        """Seat the server's own AI, with a library deck or one of its opponent's.

        Raises:
            HallRefusal: no such deck, not legal, or of the opponent's side.
        """
        seat = self._seat(request, request.bot or "", owner, request.bot_deck)
        if opponent.side == seat.side:
            raise HallRefusalError(refusals.AI_DECK_SIDE)
        return seat

    def _seat(self, request: TableRequest, player: str, owner: str, deck: tuple[str, bool]) -> SeatedPlayer:
        name, sample = deck
        if request.format not in self.formats:
            raise HallRefusalError(refusals.FORMAT_UNKNOWN.format(request.format))
        text = self.decks.text(LIBRARIAN if sample else owner, name)
        if text is None:
            raise HallRefusalError(refusals.NO_SUCH_DECK.format(name))
        problem, side = self.decks.problem(text, request.format), self.decks.side(text)
        if problem is not None or side is None:
            raise HallRefusalError(refusals.DECK_INVALID.format(problem))
        bot = player == request.bot
        return SeatedPlayer(player, side, name, text, bot, request.strategy if bot else "")
