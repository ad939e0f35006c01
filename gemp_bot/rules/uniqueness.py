"""Unique cards and personas (section 21), and the states of cards that count for them (section 9)."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.mark import Refusals, refuse, rule


class CardState(StrEnum):
    """Every card is in exactly one of these."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    SUPPORTING = "supporting"
    UNIT_OF_FORCE = "unit of Force"
    OUT_OF_PLAY = "out of play"


@rule("9.2", "Cards on table")
def on_table(state: CardState) -> bool:
    """Whether a card is on table: active or inactive. Rules 9."""
    return state in {CardState.ACTIVE, CardState.INACTIVE}


@rule("9.3", "Cards that count for uniqueness")
def counts_for_uniqueness(state: CardState) -> bool:
    """Whether a card stands in the way of another of its name: also while it does nothing. Rules 9."""
    return on_table(state)


@rule("9.7", "Unique cards out of play")
def blocks_from_out_of_play(state: CardState, *, unique: bool, card_of_battle: bool) -> bool:
    """Whether a card out of play keeps its owner from deploying another version. Rules 9.

    Args:
        state: the state of the card.
        unique: whether it is unique.
        card_of_battle: whether it is a character, vehicle or starship.
    """
    return state is CardState.OUT_OF_PLAY and unique and card_of_battle


class CardIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """Who or what a card is.

    Attributes:
        title: its title.
        kind: what it is.
        personas: who it is, or who is in it; several for a combo card or a pilot in his starship.
        copies: how many one player may have on table: 1 for a unique card, None for any number.
    """

    title: str
    kind: CardKind = CardKind.CHARACTER
    personas: frozenset[str] = frozenset()
    copies: int | None = 1


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A card that is or was on table.

    Attributes:
        identity: who it is.
        mine: I own it.
        held_by_me: I control it; a captive or stolen card is not its owner's to control.
        state: the state it is in.
    """

    identity: CardIdentity
    mine: bool = True
    held_by_me: bool = True
    state: CardState = CardState.ACTIVE


@rule("21.10", "One version of a persona per player")
@rule("21.11", "A captive or stolen persona blocks its owner")
@rule("21.12", "Copies of a card")
@rule("21.13", "Unique cards out of play")
def identity_refusals(card: CardIdentity, known: Iterable[Known]) -> Refusals:
    """Why a card of mine cannot be deployed because of cards on table. Rules 21 and 9."""
    same_title = 0
    persona = stolen = out = False
    for other in known:
        identity = other.identity
        titled, same = card.title == identity.title, not card.personas.isdisjoint(identity.personas)
        if not (titled or same):
            continue
        if other.mine and blocks_from_out_of_play(
            other.state, unique=identity.copies == 1, card_of_battle=identity.kind in NEED_FOOTHOLD
        ):
            out = True
        elif counts_for_uniqueness(other.state) and (other.mine or other.held_by_me):
            same_title += titled
            persona = persona or (same and other.held_by_me)
            stolen = stolen or (same and not other.held_by_me)
    if not (same_title or persona or stolen or out):
        return ()
    return (
        *refuse("21.10", "this persona is on table", persona),
        *refuse("21.11", "this persona is captive or stolen", stolen),
        *refuse("21.12", "no more copies of it", card.copies is not None and same_title >= card.copies),
        *refuse("21.13", "it is out of play", out),
    )


@rule("21.18", "One Operative of a title at a site of its planet")
def operative_refusals(title: str, there: Iterable[str]) -> Refusals:
    """Why an Operative can neither be deployed nor move to a site of its planet. Rules 21.

    Args:
        title: of the Operative.
        there: titles of its owner's Operatives that are there, without itself.
    """
    return refuse("21.18", "an Operative of this title is there", title in there)


@rule("21.14", "Two of one persona: one is lost")
def surplus_personas(known: Iterable[Known]) -> frozenset[str]:
    """The personas I control more than once; all but one of each must go to the Lost Pile. Rules 21."""
    counted = Counter(
        persona
        for card in known
        if card.held_by_me and counts_for_uniqueness(card.state)
        for persona in card.identity.personas
    )
    return frozenset(persona for persona, count in counted.items() if count > 1)
