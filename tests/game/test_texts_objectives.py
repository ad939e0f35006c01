"""Objectives at the start of a game, and what of their texts never comes about."""

from collections.abc import Callable

import pytest
from text_stage import TextStage, most

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards import CardIndex
from gemp_bot.cards.texts import CardAction, Moment, Term
from gemp_bot.effects import CardEffects
from gemp_bot.game.understanding import not_started, why_not
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.sandbox.deck_files import Untold, shipped_decks

RALLTIIR, UPRISING, OCCUPATION, COURT = "7_300", "7_137", "7_298", "112_1"


def begun(effects: CardEffects, objective: str, *deck: str) -> tuple[TextStage, CardInPlay]:
    """A game at its start with an Objective, and these cards in the Reserve Deck."""
    stage = TextStage(effects)
    card = stage.beside(objective)
    for each in deck:
        stage.in_pile(each, Zone.RESERVE_DECK)
    stage.drive(stage.run.responses.begin(stage.run, card), most)
    return stage, card


def first(effects: CardEffects, side: Side, fits: Callable[[CardFacts], bool]) -> str:
    """The first card of a side of which something is so."""
    facts = (effects.facts.of(card) for card in effects.index if card.side is side)
    return next(each.card.blueprint_id for each in facts if fits(each))


@pytest.mark.parametrize(("objective", "side"), [(UPRISING, Side.LIGHT), (OCCUPATION, Side.DARK)])
def test_an_objective_notes_its_planet_and_deploys_a_site_to_it(
    effects: CardEffects, objective: str, side: Side
) -> None:
    planet = first(effects, side, lambda it: it.card.title == "Tatooine")
    site = first(effects, side, lambda it: it.card.title == "Desert")
    stage, card = begun(effects, objective, planet, site)
    assert [place.laid.card.blueprint_id for place in stage.state.locations] == [planet, site]
    assert [place.group for place in stage.state.locations] == [card.noted, card.noted]


def test_an_objective_begins_though_what_it_takes_from_outside_the_deck_is_not_there(
    effects: CardEffects,
) -> None:
    point = first(effects, Side.LIGHT, lambda it: it.card.title == "Rendezvous Point")
    stage, card = begun(effects, "7_136", point)  # Hidden Base
    assert [place.laid.card.title for place in stage.state.locations] == ["Rendezvous Point"]
    assert card.noted


def test_a_representative_is_noted_until_the_objective_leaves(effects: CardEffects) -> None:
    alien = first(
        effects,
        Side.LIGHT,
        lambda it: bool(it.traits.species) and "alien" in it.traits.icons and it.card.unique,
    )
    stage, objective = begun(effects, COURT, alien)
    found = [each for each in stage.state.pile(Side.LIGHT, Zone.RESERVE_DECK) if each.id == objective.noted]
    assert [each.card.blueprint_id for each in found] == [alien]
    objective.heal()
    assert objective.noted is False


def test_what_never_comes_about_is_told_and_does_not_keep_a_flip_from_being_played() -> None:
    actions = CardIndex.load().texts.of(RALLTIIR).actions
    assert [why_not(each) for each in actions if each.moment is Moment.MUST_AFTER] == [
        "never: nothing is blown away",
        "",
    ]


def test_an_event_that_never_comes_about_is_left_out_of_several() -> None:
    gone, table = Term("is_blown_away_last_step", {}), Term("is_table_changed", {})
    flip = (Term("effect", {"what": Term("flip_card", {"card": "$self"})}),)

    def action(when: Term) -> CardAction:
        return CardAction(Moment.MUST_AFTER, 1, (when,), flip)

    assert why_not(action(Term("or", {"of": (gone, table)}))) == ""
    assert why_not(action(Term("and", {"of": (gone, table)}))) == "never: nothing is blown away"
    assert why_not(action(Term("or", {"of": (gone, Term("won_duel", {}))}))) == "never: nothing is blown away"


def test_objectives_that_are_not_started_are_named() -> None:
    index = CardIndex.load()
    assert not_started(index.texts.of(RALLTIIR)) == ""
    princess = not_started(index.texts.of("7_139"))
    assert princess.startswith("effect: deploy_card_to_target_from_reserve_deck")
    assert "is not started" not in Untold.of(shipped_decks(index), index).line
    untold = Untold(60, 0, 0, 0, 0, ("Rescue The Princess",))
    assert "Objective Rescue The Princess is not started" in untold.line
