"""Options joined to actions of cards, by labels of recorded games; what the actions look for and cost."""

from collections import Counter
from math import inf
from pathlib import Path

import pytest
from made_table import action, card, cost, effect, index_of, term
from msgspec.structs import replace
from recordings import relived

from gemp_bot.board.card_facts import CardFacts
from gemp_bot.cards import CardIndex, CardType
from gemp_bot.cards.texts import Moment
from gemp_bot.decisions import ActionKind, Catalogue, PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.effects.offers import find_action, offer_of
from gemp_bot.protocol.decisions import CardActionChoice
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId

GAMES = sorted((Path(__file__).parents[2] / "fixtures" / "games").glob("*.jsonl.gz"))
K = ActionKind
BY_RULE = frozenset(
    {
        K.DEPLOY, K.DEPLOY_ON, K.DRAW_CARD, K.FORCE_DRAIN, K.ACTIVATE_FORCE, K.TRANSFER, K.INITIATE_BATTLE,
        K.INITIATE_ATTACK, K.MOVE_LANDSPEED, K.MOVE_HYPERSPEED, K.MOVE_CAPACITY_SLOT, K.MOVE_SECTOR, K.LAND,
        K.TAKE_OFF, K.DOCKING_BAY_TRANSIT, K.SHIP_DOCK, K.EMBARK, K.DISEMBARK, K.SHUTTLE, K.FIRE_WEAPON,
        K.FIND_MISSING, K.BREAK_COVER, K.REACT_MOVE, K.REACT_DEPLOY, K.PERSONA_REPLACE,
    }
)  # fmt: skip
"""What rules offer of a card, whatever its text says."""


@pytest.fixture(scope="module")
def lore() -> CardEffects:
    return CardEffects(CardIndex.load())


def printed(lore: CardEffects, face: str) -> CardFacts:
    return lore.facts.named(BlueprintId(face))


@pytest.mark.parametrize(
    ("face", "label", "response", "does"),
    [
        (
            "7_300_BACK",
            "Take card into hand from Reserve Deck",
            False,
            "take_card_into_hand_from_reserve_deck",
        ),
        ("1_105", "Prevent Admiral Motti from battling or moving", True, "may_not_move_or_battle"),
        ("13_3", "'Grab' Imperial Barrier", True, "stack_card_from_void"),
        ("1_109", "Draw destiny to cancel Sense", True, "draw_destiny"),
        ("9_39", "Reveal pilot or unpiloted starfighter from hand", False, "simultaneously_with_card"),
    ],
)
def test_labels_of_a_server(lore: CardEffects, face: str, label: str, response: bool, does: str) -> None:
    offer = lore.offer(printed(lore, face), label, response=response)
    assert offer is not None
    assert any(does in each.name for each in offer.effects), [each.name for each in offer.effects]


def test_almost_all_of_recorded_games_are_joined_and_read(lore: CardEffects) -> None:
    told: Counter[str] = Counter()
    for path in GAMES:
        relive = relived(path, Catalogue.load())
        for step in relive:
            question = step.question
            if question is None or not isinstance(question.decision, CardActionChoice):
                continue
            for option in question.options:
                if option.kind in BY_RULE or option.blueprint_id is None:
                    continue
                response = question.kind is not PromptKind.PHASE_ACTION
                offer = lore.offer(printed(lore, option.blueprint_id), option.text, response=response)
                told["all"] += 1
                told["joined"] += offer is not None
                told["read"] += offer is not None and offer.read and bool(offer.effects)
    assert told["all"] > 500
    assert told["joined"] >= 0.95 * told["all"]
    assert told["read"] >= 0.95 * told["all"]


PAID = action(
    "Take Rebel into hand from Lost Pile",
    cost("use_force", player="$you", amount=2),
    cost("lose_force", player="$you", amount=1),
    effect("take_card_into_hand_from_lost_pile", player="$you", who=term("type", type="rebel")),
    mode="lost",
)
FREE = action(
    "Deploy site from Reserve Deck",
    term("usage", what=term("once_per_turn")),
    effect("deploy_card_from_reserve_deck", who=term("subtype", subtype="site"), for_free=True),
)
ANSWER = action("Cancel *", effect("cancel_card_being_played"), moment=Moment.AFTER)
OTHER = action("Cancel * of ability < *", effect("cancel_game_text"), moment=Moment.AFTER)


@pytest.fixture(scope="module")
def book() -> CardFacts:
    made = card(2, "Book", CardType.EFFECT, Side.LIGHT, PAID, FREE, ANSWER, OTHER)
    return CardEffects(index_of((made,))).facts.of(made)


def test_what_is_paid_and_what_is_looked_for(book: CardFacts) -> None:
    found = find_action(book, "LOST: Take Rebel into hand from Lost Pile")
    assert found == PAID
    offer = offer_of(PAID)
    (fetch,) = offer.fetches
    assert (offer.uses, offer.loses, offer.read) == (2, 1, True)
    assert (fetch.pile, fetch.deploys, fetch.discount) == (Zone.LOST_PILE, False, 0)
    free = offer_of(FREE)
    assert (free.uses, free.often) == (0, "once_per_turn")
    assert [(each.pile, each.deploys, each.discount) for each in free.fetches] == [
        (Zone.RESERVE_DECK, True, inf)
    ]


def test_a_mode_that_the_action_has_not_is_another_one(book: CardFacts) -> None:
    assert find_action(book, "USED: Take Rebel into hand from Lost Pile") is None


def test_names_in_a_label_are_left_open(book: CardFacts) -> None:
    assert find_action(book, "Cancel Sense & Recoil In Fear") == ANSWER
    assert find_action(book, "Cancel <div class='cardHint' value='1_1'>•Luke</div>") == ANSWER
    assert find_action(book, "Cancel Luke of ability < 4") == OTHER


def test_what_is_told_of_nothing_is_none(book: CardFacts) -> None:
    assert find_action(book, "Dance on the table") is None
    assert find_action(book, "") is None


def test_the_only_action_of_its_moment_needs_no_label() -> None:
    free, answer = (replace(each, label=0) for each in (FREE, ANSWER))
    made = card(4, "One", CardType.EFFECT, Side.LIGHT, free, answer)
    facts = CardEffects(index_of((made,))).facts.of(made)
    assert find_action(facts, "Something else", response=False) == free
    assert find_action(facts, "Something else", response=True) == answer
    assert find_action(facts, "Something else") is None


def test_an_action_of_another_label_is_not_meant_even_if_it_is_the_only_one(lore: CardEffects) -> None:
    saber = printed(lore, "9_90")  # Luke's Lightsaber: as a response its text adds to a Force drain
    assert find_action(saber, "Add 1 to Force drain", response=True) is not None
    assert find_action(saber, "Fire Luke's Lightsaber", response=True) is None
