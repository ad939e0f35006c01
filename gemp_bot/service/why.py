"""Why we did what the opponent saw, in words that tell nothing the opponent cannot see.

Nothing of the hand, of a pile or of a plan may come out. So the action is told by its kind, never by its
label; only cards that lie face up on the table now are named; and of the reasons, which are made of anything
we know, only those pass that consist of such titles and of a short list of harmless words.
"""

import re

from gemp_bot.decisions import ActionKind
from gemp_bot.decisions.describing import TitleOf
from gemp_bot.play.requests import OwnAction, face_up
from gemp_bot.protocol.ids import base_blueprint
from gemp_bot.service.texts import harmless
from gemp_bot.state import Table
from gemp_bot.state.table_data import TableCard

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
    """Why we did it, as one line.

    Args:
        table: as it stands now.
        action: our last action that the opponent saw, too.
        title_of: the titles of cards.
    """
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
