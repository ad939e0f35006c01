"""A deck measured over games: what one recorded game shows, and what many come to."""

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from recordings import sparing
from small_journal import RIFLE, small_journal

from gemp_bot.cards import CardIndex
from gemp_bot.cards.deck import DeckList, parse_deck
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.game.understanding import Share, understood
from gemp_bot.journal import Head, JournalError, JournalReader
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.report.lab_model import FEW, LATE, Comparison, LeftOut, LossCause, Unused
from gemp_bot.report.lab_observing import CardSeen, GameSeen, SideLosses, TurnSeen, observe
from gemp_bot.report.lab_totals import (
    DecidedGame,
    DeckTotals,
    compare,
    how_it_ended,
    untold_of,
    weighted_rate,
)

HERE = Path(__file__).parent
FIXTURES = HERE.parents[1] / "fixtures"
DEMO = HERE / "stories/demo.jsonl.gz"
GOLDEN = HERE / "lab/demo.json"
RECORDED = (
    DEMO,
    *(
        FIXTURES / "findings" / f"{name}.jsonl.gz"
        for name in ("lost-answer-then-snapshot", "turn-number-before-first-phase", "two-tops-2")
    ),
)
WAR_ROOM, LUKE, XWING = "1_139", "1_19", "1_146"


@pytest.fixture(scope="module")
def effects() -> CardEffects:
    return CardEffects(CardIndex.load())


@pytest.fixture(scope="module")
def demo(effects: CardEffects) -> GameSeen:
    return observe([DEMO], Catalogue.load(), effects)


# -- one game -----------------------------------------------------------------------------------------


def test_one_recorded_game(demo: GameSeen) -> None:
    """To make it anew, write `msgspec.json.format(msgspec.json.encode(demo), indent=1)`, and read it."""
    assert msgspec.json.decode(GOLDEN.read_bytes(), type=GameSeen) == demo


def test_a_small_game_counted_by_hand(tmp_path: Path, effects: CardEffects) -> None:
    seen = observe([small_journal(tmp_path / "g.jsonl")], Catalogue.load(), effects)
    assert seen.cards == {
        WAR_ROOM: CardSeen(copies=1, started=1),
        LUKE: CardSeen(copies=2, opening=2, drawn=2, deployed=1, deployed_from_hand=1, turns=[1], stuck=1),
        XWING: CardSeen(copies=1, opening=1, drawn=1, elsewhere=1),
        RIFLE: CardSeen(copies=2, drawn=1, stuck=1),
    }
    assert seen.turn == [TurnSeen(1, 3.0, 3, 50, 52)]
    assert (seen.won, seen.reason, seen.turns, seen.side) == (False, "life_force", 2, Side.LIGHT)
    assert (seen.ours, seen.theirs) == (
        SideLosses(other=1, life=50, end=49),
        SideLosses(life=52, end=52),
    )


def test_the_numbers_are_those_of_the_log_of_the_game(demo: GameSeen) -> None:
    """Counted once more from the server's English, which nothing of the lab reads."""
    log = "\n".join(
        line for part in exchanges(DEMO) for line in re.findall(r'message="([^"]*)" type="M"', part.body)
    )
    deployed = len(re.findall(r"^LightBot deploys ", log, re.MULTILINE))
    started = sum(card.started for card in demo.cards.values())
    assert sum(card.deployed for card in demo.cards.values()) == deployed - started
    assert demo.won is ("LightBot is the winner" in log)
    drawn = re.findall(r"^LightBot draws .*? for (?:battle|weapon) destiny", log, re.MULTILINE)
    assert sum(map(len, demo.destinies.values())) == len(drawn)


@pytest.mark.parametrize("path", sparing(RECORDED, 300_000), ids=lambda path: path.name.split(".")[0])
def test_what_comes_to_hand_goes_somewhere(path: Path, effects: CardEffects) -> None:
    seen = observe([path], Catalogue.load(), effects)
    deck = deck_of(path)
    assert sum(card.copies for card in seen.cards.values()) == len(deck.cards) + len(deck.outside)
    for card in seen.cards.values():
        parts = (card.deployed_from_hand, card.played_from_hand, card.elsewhere, card.stuck)
        assert min(parts) >= 0
        assert sum(parts) == card.drawn
        assert card.opening <= card.drawn
        assert card.deployed_from_hand <= card.deployed == len(card.turns)
        assert card.played_from_hand <= card.played
    assert [turn.turn for turn in seen.turn] == sorted(turn.turn for turn in seen.turn)
    if seen.whole:
        assert seen.turn[0].turn == 1
        assert sum(card.opening for card in seen.cards.values()) in range(6, 11)
    for losses in (seen.ours, seen.theirs):
        assert losses.life is None or 0 < losses.life <= 60


def test_a_recording_that_does_not_say_of_which_deck_is_refused(effects: CardEffects) -> None:
    path = FIXTURES / "games/edge-cases.jsonl.gz"
    with pytest.raises(JournalError, match="does not say with which deck it was played"):
        observe([path], Catalogue.load(), effects)


def exchanges(path: Path) -> list[Exchange]:
    return [line.line for line in JournalReader(path) if isinstance(line.line, Exchange)]


def deck_of(path: Path) -> DeckList:
    head = next(iter(JournalReader(path))).line
    assert isinstance(head, Head)
    assert head.deck is not None
    return parse_deck(head.deck)


# -- how a game ended ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("losses", "reason", "expected"),
    [
        (SideLosses(drains=20, battles=10, other=5, life=50), "life_force", LossCause.DRAINS),
        (SideLosses(drains=10, battles=20, other=5, life=50), "life_force", LossCause.BATTLES),
        (SideLosses(drains=10, battles=5, other=20, life=50), "life_force", LossCause.OTHER),
        (SideLosses(drains=20, battles=4, life=50), "life_force", LossCause.DECKING),  # 24 of 50
        (SideLosses(drains=20, battles=5, life=50), "life_force", LossCause.DRAINS),  # 25 of 50
        (SideLosses(drains=20, battles=4), "life_force", LossCause.DRAINS),  # the beginning was not seen
        (SideLosses(drains=50, life=50), "conceded", LossCause.NOT_BY_LIFE),
    ],
)
def test_how_a_game_ended(losses: SideLosses, reason: str, expected: LossCause) -> None:
    assert how_it_ended(reason, losses) is expected


# -- many games -----------------------------------------------------------------------------------------


def totals() -> DeckTotals:
    ids = [BlueprintId(card) for card in (WAR_ROOM, LUKE, LUKE, XWING)]
    return DeckTotals("mine", Side.LIGHT, DeckList(tuple(ids)), CardIndex.load())


def game(**cards: CardSeen) -> GameSeen:
    names = {"war_room": WAR_ROOM, "luke": LUKE, "xwing": XWING}
    return GameSeen(
        file="g",
        side=Side.LIGHT,
        deck_digest=None,
        opponent_digest=None,
        reason="life_force",
        turns=10,
        turn=[TurnSeen(1, 2.0, 8, 50, 49), TurnSeen(2, 4.0, 6, 44, 30)],
        ours=SideLosses(drains=30, life=50),
        theirs=SideLosses(battles=30, life=50),
        destinies={"battle destiny": [3.0, 5.0]},
        cards={names[name]: card for name, card in cards.items()},
    )


def test_three_games_counted_by_hand() -> None:
    """Luke: both copies in a game won, one in a game lost, none in another one lost.

    Of 3 copies that came to hand 2 are of games won; in opening hands there was one, in the game lost.
    """
    total = totals()
    start = CardSeen(copies=1, started=1)
    both = CardSeen(copies=2, drawn=2, deployed=1, deployed_from_hand=1, turns=[3], stuck=1)
    one = CardSeen(copies=2, drawn=1, opening=1, elsewhere=1, offered=2)
    total.add(game(war_room=start, luke=both), "A", won=True)
    total.add(game(war_room=start, luke=one), "A", won=False)
    total.add(game(luke=CardSeen(copies=2), xwing=CardSeen(copies=1, drawn=1, stuck=1)), "B", won=False)
    total.not_decided("timeout")
    found = total.report()

    assert (found.games, found.not_decided) == (3, {"timeout": 1})
    assert found.rate.rate is not None
    assert found.rate.rate.value == pytest.approx(1 / 3)
    assert [(one.opponent, one.rate.games, one.turns) for one in found.matchups] == [
        ("A", 2, 10.0),
        ("B", 1, 10.0),
    ]
    endings = {one.how: (one.won, one.lost) for one in found.endings}
    assert endings[LossCause.BATTLES] == (1, 0)  # the opponent lost its life force in battles
    assert endings[LossCause.DRAINS] == (0, 2)
    assert [(one.cause, one.ours, one.theirs) for one in found.force_lost] == [
        (LossCause.DRAINS, 30.0, 0.0),
        (LossCause.BATTLES, 0.0, 30.0),
        (LossCause.OTHER, 0.0, 0.0),
    ]
    assert [(one.turn, one.games, one.generation, one.hand) for one in found.turns] == [
        (1, 3, 2.0, 8.0),
        (2, 3, 4.0, 6.0),
    ]
    assert [(one.life, one.their_life) for one in found.turns] == [(50.0, 49.0), (44.0, 30.0)]
    assert [(one.won and one.won.games, one.lost and one.lost.games) for one in found.turns] == [(1, 2)] * 2
    assert [(one.what, one.drawn, one.mean) for one in found.destiny] == [
        ("all", 6, 4.0),
        ("battle destiny", 6, 4.0),
    ]
    assert [(one.rate.games, one.rate.few) for one in found.starting] == [(2, True)]

    cards = {card.blueprint: card for card in found.cards}
    luke = cards[LUKE]
    assert (luke.drawn, luke.drawn_games, luke.deployed, luke.turn) == (3, 2, 1, 3.0)
    assert (luke.stuck, luke.elsewhere, luke.offered, luke.unused) == (1, 1, 2, None)
    assert luke.in_hand.rate is not None
    assert luke.in_hand.rate.value == pytest.approx(2 / 3)
    assert luke.in_hand.games == 2
    assert luke.difference == pytest.approx(1 / 3)
    assert luke.opening.rate is not None
    assert (luke.opening.rate.value, luke.opening.games) == (0.0, 1)
    assert not luke.clear  # few games say nothing
    assert luke.not_drawn.rate is not None
    assert (luke.not_drawn.rate.value, luke.not_drawn.games) == (0.0, 1)
    assert [(one.turn, one.rate.games) for one in luke.by_turn] == [(3, 1)]
    assert cards[WAR_ROOM].not_drawn.games == 0, "a card that begins on the table needs no drawing"
    assert cards[XWING].unused is Unused.NEVER_OFFERED
    assert cards[WAR_ROOM].unused is None


def test_a_deployment_counts_by_the_turn_of_the_first_copy_and_late_ones_together() -> None:
    total = totals()
    for turns, won in (([2, 5], True), ([2], False), ([LATE], True), ([LATE + 3], False), ([0], True)):
        luke = CardSeen(copies=2, drawn=2, deployed=len(turns), turns=turns)
        total.add(game(luke=luke), "A", won=won)
    (found,) = (card for card in total.report().cards if card.blueprint == LUKE)
    rates = {one.turn: (one.rate.games, one.rate.rate and one.rate.rate.value) for one in found.by_turn}
    assert rates == {1: (1, 1.0), 2: (2, 0.5), LATE: (2, 0.5)}


@pytest.mark.parametrize(
    ("kind", "share", "expected"),
    [
        ("Interrupt", Share.ALL, None),
        ("Interrupt", Share.SOME, LeftOut.PART_OF_TEXT),
        ("Interrupt", Share.NONE, LeftOut.NEVER_PLAYED),
        ("Effect", Share.ALL, None),
    ],
)
def test_what_is_left_out_of_a_card(kind: str, share: Share, expected: LeftOut | None) -> None:
    index = CardIndex.load()
    cards = (card.blueprint_id for card in index if card.type == kind)
    blueprint = next(card for card in cards if understood(index.texts.of(card)) is share)
    assert untold_of(index)(blueprint) is expected


def test_what_was_never_played_is_not_ranked() -> None:
    total = totals()
    luke = CardSeen(copies=2, drawn=1, deployed=1, deployed_from_hand=1, turns=[2])
    total.add(game(war_room=CardSeen(copies=1, started=1), luke=luke), "A", won=False)
    total.add(game(xwing=CardSeen(copies=1, drawn=1, elsewhere=1)), "A", won=True)
    found = {card.blueprint: card for card in total.report().cards}
    assert (found[XWING].difference, found[LUKE].difference) == (0.5, -0.5)
    assert found[XWING].unused is not None
    assert list(found) == [LUKE, WAR_ROOM, XWING]


def test_copies_of_one_game_do_not_narrow_the_interval() -> None:
    once, thrice = weighted_rate(20, 40, 40), weighted_rate(60, 120, 40)
    assert once == thrice
    assert once.rate is not None
    assert once.rate.value == 0.5
    assert not once.few
    assert weighted_rate(5, 10, FEW - 1).few


CARDS = st.builds(
    lambda drawn, deployed, stuck, opening: CardSeen(
        copies=2,
        drawn=drawn,
        opening=min(opening, drawn, 2),
        deployed=min(deployed, drawn),
        deployed_from_hand=min(deployed, drawn),
        turns=[1] * min(deployed, drawn),
        stuck=min(stuck, drawn - min(deployed, drawn)),
    ),
    *[st.integers(0, 4)] * 4,
)


@given(st.lists(st.tuples(CARDS, st.booleans(), st.sampled_from("ABC")), min_size=1, max_size=12))
def test_sums_add_up(games: list[tuple[CardSeen, bool, str]]) -> None:
    total = totals()
    for card, won, opponent in games:
        total.add(game(luke=card), opponent, won=won)
    found = total.report()
    assert found.games == len(games) == sum(one.rate.games for one in found.matchups)
    assert sum(one.won + one.lost for one in found.endings) == len(games)
    luke = next(card for card in found.cards if card.blueprint == LUKE)
    assert luke.drawn >= luke.deployed_from_hand + luke.stuck
    assert luke.opening.games <= luke.in_hand.games == luke.drawn_games <= len(games)
    for rate in (found.rate, luke.in_hand, luke.opening):
        assert (rate.rate is None) is (rate.games == 0)
        if rate.rate is not None:
            assert 0 <= rate.rate.low <= rate.rate.value <= rate.rate.high <= 1


def test_two_versions_are_compared_over_the_games_both_played() -> None:
    decks = [DeckList(tuple(map(BlueprintId, ids))) for ids in ((LUKE, LUKE), (LUKE, XWING))]
    lost, won, won_later = DecidedGame(0.0, (20,)), DecidedGame(1.0, (20,)), DecidedGame(1.0, (22,))
    first = {"0a": lost, "1a": won, "2a": lost, "3a": won, "4a": won}
    second = {"0a": won, "1a": won, "2a": won, "4a": won_later}
    found = compare(first, second, (decks[0], decks[1]), CardIndex.load())
    assert (found.pairs, found.only_first, found.only_second, found.same) == (4, 0, 2, 1)
    assert found.difference is not None
    assert found.difference.value == pytest.approx(2 / 4)
    assert Counter((one.before, one.after) for one in found.changes) == {(2, 1): 1, (0, 1): 1}
    assert compare({"0a": won}, {}, (decks[0], decks[1]), CardIndex.load()).difference is None


def test_as_many_pairs_as_were_needed_tell_two_versions_apart() -> None:
    decks = (DeckList((BlueprintId(LUKE),)), DeckList((BlueprintId(XWING),)))
    lost, won = DecidedGame(0.0, ()), DecidedGame(1.0, ())

    def compared(pairs: int) -> Comparison:  # of ten pairs the second wins two alone and the first one
        first = {str(n): won if n % 10 < 5 else lost for n in range(pairs)}
        second = {str(n): won if n % 10 in (0, 1, 2, 3, 5, 6) else lost for n in range(pairs)}
        return compare(first, second, decks, CardIndex.load())

    few = compared(10)
    assert few.needed is not None
    assert few.difference is not None
    assert few.difference.low < 0 < few.difference.value
    many = compared(-(-few.needed // 10) * 10)
    assert many.needed is None
    assert many.difference is not None
    assert many.difference.low > 0
