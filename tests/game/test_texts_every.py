"""Every action that is known, played on a full table: no exception, and every card is still somewhere."""

from collections.abc import Iterator
from random import Random

import pytest
from engine_tables import (
    CANTINA,
    DARK,
    DARK_RIFLE,
    EISLEY,
    LIGHT,
    LUKE,
    RIFLE,
    STORMTROOPER,
    TIE,
    TROOPER,
    VADER,
    X_WING,
    YAVIN,
)
from test_engine_games import everything
from text_stage import TextStage

from gemp_bot.board.card import AttachedAs
from gemp_bot.cards import Card
from gemp_bot.effects import CardEffects
from gemp_bot.game.acts import play
from gemp_bot.game.context import OverError
from gemp_bot.game.event import Trigger
from gemp_bot.game.invariants import faults
from gemp_bot.game.known_actions import ACTION, TextAction
from gemp_bot.game.players import RandomPlayer
from gemp_bot.game.playing import Playing
from gemp_bot.game.under_way import DrainUnderWay, Draw, LossUnderWay, Retrieval, ShotUnderWay
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.rules.facts import CardKind


def table(effects: CardEffects) -> TextStage:
    """Locations with cards of both sides, a battle, cards in all piles, and everything under way."""
    stage = TextStage(effects, force=12)
    cantina, eisley, sky = stage.lay(CANTINA, EISLEY, YAVIN)
    vader, luke = stage.put(VADER, cantina), stage.put(LUKE, cantina)
    for card, place in (
        (STORMTROOPER, cantina),
        (TROOPER, cantina),
        (STORMTROOPER, eisley),
        (X_WING, sky),
        (TIE, sky),
    ):
        stage.put(card, place)
    rifle = stage.aboard(RIFLE, luke, AttachedAs.WORN)
    stage.aboard(DARK_RIFLE, vader, AttachedAs.WORN)
    for card in ("1_28", "1_194", "1_153", "1_312", "1_128", "1_146", "2_71", "9_113"):
        for zone in (Zone.HAND, Zone.RESERVE_DECK, Zone.USED_PILE, Zone.LOST_PILE):
            stage.in_pile(card, zone)
    stage.at(Phase.BATTLE, DARK)
    stage.fight([card for card in cantina.cards if card.facts.fights])
    way = stage.run.under_way
    drawn = stage.state.pile(DARK, Zone.RESERVE_DECK)[-1]
    stage.state.to_pile(drawn, Zone.UNRESOLVED_DESTINY_DRAW)
    way.draw = Draw(DARK, "battle destiny", drawn)
    way.drain, way.loss = DrainUnderWay(DARK, eisley, 2), LossUnderWay(LIGHT, 3, 0)
    way.retrieval, way.shot = Retrieval(DARK, 2, vader), ShotUnderWay(rifle, vader)
    return stage


def known(effects: CardEffects, stage: TextStage) -> Iterator[tuple[Card, object, TextAction]]:
    """Every card with each of its known actions, and what that listens to."""
    for card in effects.index:
        probe = stage.state.board.make(next(iter(stage.state.cards)), effects.facts.of(card), DARK, Zone.HAND)
        for kind, actions in stage.known.of(probe).items():
            for each in actions:
                yield card, kind, each


def play_one(effects: CardEffects, card: Card, kind: object, each: TextAction, seed: int) -> None:
    stage = table(effects)
    piece = stage.of(card.blueprint_id)
    place = stage.state.locations[0]
    match piece.facts.kind:
        case CardKind.INTERRUPT:
            stage.state.put_aside(piece)
        case CardKind.LOCATION:
            stage.state.lay(piece, len(stage.state.locations), "elsewhere")
        case _ if piece.facts.worn:
            stage.state.attach(piece, place.standing[0], AttachedAs.WORN)
        case _ if piece.facts.fights:
            stage.state.stand(piece, place)
        case _:
            stage.state.lay_on(piece, None)
    about = tuple(one.id for one in place.standing[:2])
    event = None if kind == ACTION else Trigger(kind, DARK, about, "result")  # type: ignore[arg-type]
    scope = Playing(stage.run, piece, each.actor(piece), each.action, event)
    each.holds(scope)
    before = set(faults(stage.state))
    player = RandomPlayer(Random(seed))
    try:
        stage.drive(play(scope, each.action.steps), player.answer)
    except OverError:
        return
    if piece.zone is Zone.VOID:
        stage.state.to_pile(piece, Zone.LOST_PILE)
    copies = ("twice", "times", "apart")  # a table like this can have
    found = [line for line in faults(stage.state) if line not in before]
    assert [line for line in found if not any(word in line for word in copies)] == []
    assert sorted(everything(stage.engine)) == sorted(stage.state.cards)


def run(effects: CardEffects, part: int, parts: int) -> None:
    stage = table(effects)
    for number, (card, kind, each) in enumerate(known(effects, stage)):
        if number % parts == part:
            try:
                play_one(effects, card, kind, each, number)
            except Exception as fault:
                fault.add_note(f"{card.blueprint_id} {card.title}, action {each.number}: {each.action.steps}")
                raise


def test_some_actions_of_all_cards(effects: CardEffects) -> None:
    run(effects, 7, 20)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_every_action_of_every_card(effects: CardEffects) -> None:
    run(effects, 0, 1)
