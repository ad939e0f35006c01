"""What people may ask in chat, and what we answer.

A line is a command if it is `!` and the word (`!help`). The words that only ask for something count alone,
too (`help`, `why?`); `stop` and the operator's word to drain need the mark, as people say `stop` for other
reasons as well.
In the hall a line is a command only if it begins with our name: `botname: help`.

`why` is told in words that tell nothing the opponent cannot see: nothing of the hand, of a pile or of a
plan may come out. So the action is told by its kind, never by its label; only cards that lie face up on the
table now are named; and of the reasons, which are made of anything we know, only those pass that consist of
such titles and of a short list of harmless words.
"""

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import structlog
from aiolimiter import AsyncLimiter

from gemp_bot.decisions import ActionKind
from gemp_bot.decisions.describing import TitleOf
from gemp_bot.errors import contained
from gemp_bot.play.requests import OwnAction, face_up
from gemp_bot.protocol.ids import PlayerName, base_blueprint
from gemp_bot.service.guests import LoginNames, Past
from gemp_bot.service.texts import ChatTexts, Placeholder, Values, fill, harmless
from gemp_bot.state import Table
from gemp_bot.state.table_data import TableCard

_LONGEST = 40
"""Characters of a line that may be a command."""
_MOST_PEOPLE = 500
"""People whose commands are counted; those who said nothing for longest are forgotten."""
_ENDS = " ?!.…"


class ChatCommand(StrEnum):
    """A command."""

    HELP = "help"
    ABOUT = "about"
    STATS = "stats"
    WHY = "why"
    STOP = "stop"
    DRAIN = "drain"


_QUESTIONS = frozenset({ChatCommand.HELP, ChatCommand.ABOUT, ChatCommand.STATS, ChatCommand.WHY})


def read_command(text: str, drain_word: str = "") -> ChatCommand | None:
    """The command that a line is; None for all other lines."""
    if len(text) > _LONGEST:
        return None
    said = text.strip().casefold()
    marked = said.startswith("!")
    word = said.lstrip("!").strip(_ENDS)
    if drain_word and word == drain_word.casefold():
        return ChatCommand.DRAIN if marked else None
    command = next(
        (each for each in ChatCommand if each.value == word and each is not ChatCommand.DRAIN), None
    )
    return command if marked or command in _QUESTIONS else None


def addressed(text: str, name: PlayerName) -> str | None:
    """What a line of the hall says to us, with the mark of a command; None if it is for others."""
    found = re.match(rf"@?{re.escape(name)}(?![\w-])[\s:,]*", text[: 2 * _LONGEST], re.IGNORECASE)
    return None if found is None else "!" + text[found.end() :].lstrip(" !")


class Allowance:
    """How many commands a person may give.

    Args:
        a_minute: so many, also all at once.
    """

    def __init__(self, a_minute: int) -> None:
        self._a_minute = a_minute
        self._buckets: OrderedDict[PlayerName, AsyncLimiter] = OrderedDict()
        self._told: OrderedDict[PlayerName, None] = OrderedDict()

    async def take(self, person: PlayerName) -> bool:
        """Take one, if there is one left. Never waits."""
        bucket = self._buckets.pop(person, None) or AsyncLimiter(self._a_minute, 60.0)
        self._buckets[person] = bucket
        if len(self._buckets) > _MOST_PEOPLE:
            self._buckets.popitem(last=False)
        if not bucket.has_capacity():
            return False
        await bucket.acquire()
        return True

    def tell(self, person: PlayerName) -> bool:
        """Whether a person is to be told that it was too much: once."""
        if person in self._told:
            return False
        self._told[person] = None
        if len(self._told) > _MOST_PEOPLE:
            self._told.popitem(last=False)
        return True


_log = structlog.stdlib.get_logger(__name__)

_PEOPLE = 4
"""So many people in one room may ask at the full rate at the same time."""


class ChatSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How we talk.

    Attributes:
        enabled: whether anything is said and heard at all.
        hall: whether commands are heard in the hall.
        poll_every: seconds between two looks into a room, less than 25 for a game's.
        commands_a_minute: that one person may give; further ones are ignored, which is told once a game.
        admins: names of those whose word drains; exactly as they log in.
        drain_word: that word; empty for none.
        fallback_every: seconds between two remarks that a simple rule answered.
        owner, contact, kept: who runs the bot, how to be forgotten, for how long games are kept.
        reviews: address of the folder of `gemp-bot report` pages, which `{review}` of a farewell names; empty
            for none.
    """

    enabled: bool = True
    hall: bool = False
    poll_every: Annotated[float, msgspec.Meta(ge=5, le=20)] = 6.0
    commands_a_minute: Annotated[int, msgspec.Meta(ge=1, le=60)] = 5
    admins: LoginNames = ()
    drain_word: str = "drain"
    fallback_every: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 600.0
    owner: str = "somebody"
    contact: str = "my owner"
    kept: str = "as long as my owner wants"
    reviews: str = ""

    def review_of(self, journal: Path | None) -> str:
        """The address of the page that `gemp-bot report` makes of a journal; empty where there is none."""
        if not self.reviews or journal is None:
            return ""
        name = journal.name.removesuffix(".gz").removesuffix(".jsonl")
        return f"{self.reviews.rstrip('/')}/{name}.html"


@dataclass(frozen=True, slots=True)
class Talk:
    """Answers commands.

    Attributes:
        on_drain: an admin wants no further games to begin.
    """

    settings: ChatSettings
    texts: ChatTexts
    past: Past
    on_drain: Callable[[], None] = lambda: None


@dataclass(slots=True)
class Listener:
    """Hears the lines of one room.

    Attributes:
        why: tells the reason of our last move; None where there is no game.
        guest: whose commands count, besides those of an admin; None for everybody's.
    """

    talk: Talk
    say: Callable[[str], None]
    values: Callable[[PlayerName], Values]
    why: Callable[[], str] | None = None
    guest: PlayerName | None = None
    _allowance: Allowance = field(init=False)
    _together: AsyncLimiter = field(init=False)

    def __post_init__(self) -> None:
        """Count from nothing."""
        most = self.talk.settings.commands_a_minute
        self._allowance = Allowance(most)
        self._together = AsyncLimiter(_PEOPLE * most, 60.0)

    async def hear(self, sender: PlayerName, text: str) -> None:
        """Answer a line if it is a command of somebody whose commands count."""
        settings = self.talk.settings
        command = read_command(text, settings.drain_word)
        admin = sender in settings.admins
        if command is None or (command is ChatCommand.DRAIN and not admin):
            return
        if self.guest is not None and sender != self.guest and command is not ChatCommand.DRAIN:
            return
        if not await self._allowance.take(sender):
            if self._allowance.tell(sender):
                self.say(f"Please, no more than {settings.commands_a_minute} questions a minute.")
            return
        if not self._together.has_capacity():
            return
        await self._together.acquire()
        # What was said, and by whom, is no business of the log's.
        _log.info("chat_command", command=command.value)
        self.say(self._answer(command, sender))

    def _answer(self, command: ChatCommand, sender: PlayerName) -> str:
        talk = self.talk
        match command:
            case ChatCommand.HELP:
                why = "" if self.why is None else " !why (the reason of my last move you saw),"
                return (
                    "!about (what I am, what is recorded), !stats (our games),"
                    f"{why} !stop (no further games with you)."
                )
            case ChatCommand.ABOUT:
                return fill(talk.texts.about, self.values(sender))
            case ChatCommand.STATS:
                with_you, in_all = talk.past.score(sender), talk.past.score(None)
                return f"With you I have {with_you}; with everybody {in_all}."
            case ChatCommand.WHY:
                return "Ask me in a game." if self.why is None else self.why()
            case ChatCommand.STOP:
                talk.past.refuse(sender)
                return fill(talk.texts.stopped, self.values(sender))
            case ChatCommand.DRAIN:
                talk.on_drain()
                return "I begin no further games."


def score_with(past: Past, player: PlayerName) -> str:
    """The score with a player in words; empty if it cannot be had."""
    with contained(lambda fault: _log.error("score_unknown", exc_info=fault)):
        return str(past.score(player))
    return ""  # a history that is locked must not silence a greeting


def general_values(settings: ChatSettings) -> dict[Placeholder, str]:
    """The values that are the same everywhere."""
    return {
        Placeholder.OWNER: settings.owner,
        Placeholder.CONTACT: settings.contact,
        Placeholder.KEPT: settings.kept,
    }


_DID = {
    ActionKind.FORCE_DRAIN: "drained Force at {}",
    ActionKind.INITIATE_BATTLE: "started a battle at {}",
    ActionKind.DEPLOY: "deployed {}",
    ActionKind.PERSONA_REPLACE: "deployed {}",
    ActionKind.FIRE_WEAPON: "fired {}",
    **dict.fromkeys(
        (
            ActionKind.MOVE_LANDSPEED,
            ActionKind.MOVE_HYPERSPEED,
            ActionKind.MOVE_SECTOR,
            ActionKind.LAND,
            ActionKind.TAKE_OFF,
            ActionKind.EMBARK,
            ActionKind.DISEMBARK,
        ),
        "moved {}",
    ),
}
_USED = "used {}"
_LEAST = 0.05
"""Reasons that weigh less, in Force, are none."""
_MOST = 2
_WORDS = (
    "a an and any as at is it of or than the there they their theirs them we us our ours you your yours "
    "battle better drain drained force gain greater help less lose more move moves nearby nothing "
    "place places power exceed exceeds site table text turn used weapon weapons works worth for to "
    "costs in Force"
)
_HARMLESS = frozenset(_WORDS.split())
"""Case counts: titles are capitalised, and some consist of words like these."""
_TURNED = {"they": "you", "them": "you", "their": "your", "theirs": "yours", "we": "I", "us": "me"} | {
    "our": "my",
    "ours": "mine",
}
"""A reason is told from our side; in the chat the opponent is spoken to."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def tell_why(table: Table, action: OwnAction | None, title_of: TitleOf) -> str:
    """Why we did it, as one line."""
    if action is None:
        return "I have made no move yet that you saw."
    titles = {title for card in face_up(table) if (title := title_of(card.blueprint_id))}
    card = _shown_now(table, action)
    title = "" if card is None else title_of(card.blueprint_id)
    if not title:
        return "The card of my last move has left the table: I say nothing more about it."
    did = _USED if action.option.kind is None else _DID.get(action.option.kind, _USED)
    reasons = [
        said
        for reason in sorted(action.reasons, key=lambda reason: -reason.force)
        if reason.force >= _LEAST and (said := _sayable(reason.short or reason.text, titles)) is not None
    ]
    why = "; ".join(reasons[:_MOST]) or "it looked best, and more I do not tell"
    return f"I {did.format(harmless(title))}: {why}."


def _shown_now(table: Table, action: OwnAction) -> TableCard | None:
    """The card of the action, or another one with its face, as it lies on the table now."""
    base = base_blueprint(action.blueprint)
    copies = [card for card in face_up(table) if base_blueprint(card.blueprint_id) == base]
    return next((card for card in copies if card.id == action.option.card_id), copies[0] if copies else None)


def _sayable(text: str, titles: set[str]) -> str | None:
    """A reason as it may be said; None if any of it may not."""
    named = [title for title in sorted(titles, key=len, reverse=True) if title in text]
    parts = re.split("(" + "|".join(map(re.escape, named)) + ")", text) if named else [text]
    said = []
    for part in parts:
        if part in titles:
            said.append(part)
            continue
        if any(word not in _HARMLESS for word in _WORD.findall(part)):
            return None
        said.append(_WORD.sub(lambda found: _TURNED.get(found[0], found[0]), part))
    return harmless("".join(said)) or None
