"""Unique cards and personas (section 21)."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind
from gemp_bot.rules.mark import Refusals, refuse, rule
from gemp_bot.rules.states import CardState, blocks_from_out_of_play, counts_for_uniqueness


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
