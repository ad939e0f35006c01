"""Worlds: complete, as the seat knows them, and no more than it may know."""

from collections import Counter
from copy import deepcopy
from itertools import count, pairwise
from random import Random

import msgspec
import pytest
from recorded import SOME, deck_of, questions

from benchmarks.worlds import Seat, pairs, play, the_box
from gemp_bot.board.card import HELD, Lasting
from gemp_bot.board.card_facts import CardFacts, CardFactsCache
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex, CardType
from gemp_bot.cards.deck import DeckList, parse_deck
from gemp_bot.cards.texts import Term
from gemp_bot.decisions import Catalogue, PromptKind, Question
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine, Settings
from gemp_bot.game.invariants import faults
from gemp_bot.game.players import RandomPlayer
from gemp_bot.game.state import State
from gemp_bot.inference import CardKnowledge, deck_guess
from gemp_bot.inference.deck_guess import DeckGuess, DeckLists, load_deck_lists
from gemp_bot.inference.worlds import WorldDealer, WorldError
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.rules.facts import CardKind
from gemp_bot.state import Table

pytestmark = pytest.mark.usefixtures("small_decks")

_SIZED = (Zone.HAND, Zone.RESERVE_DECK, Zone.FORCE_PILE, Zone.USED_PILE, Zone.LOST_PILE)


def everything(state: State) -> list[tuple[object, ...]]:
    """Every card with all that it is, and the turn."""
    cards = [
        (card.id, card.card.blueprint_id, card.zone, card.host and card.host.id, card.battled)
        for card in state.cards.values()
    ]
    piles = [
        (side, zone, tuple(card.id for card in pile.cards))
        for side, held in state.board.piles.items()
        for zone, pile in held.items()
    ]
    return [*cards, *piles, (state.turn, state.phase, state.active, state.marks, state.entitlement)]


def play_turns(state: State, seed: int, count: int) -> int:
    """Play on at random, so many turns at the most; gives how many questions were asked."""
    engine = Engine.at(state, effects=the_box().effects, settings=Settings(checked=True))
    player, asked, last = RandomPlayer(Random(seed)), 0, state.turn + count
    engine.begin()
    while engine.choice is not None and state.turn < last:
        engine.step(player.answer(engine.choice))
        asked += 1
    return asked


@pytest.mark.parametrize("pair", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_world_of_a_game_of_the_box_is_as_the_seat_knows_it(pair: int) -> None:
    seen: Counter[str] = Counter()

    asked = count()

    def visit(seat: Seat, question: Question) -> None:
        if next(asked) % 3:
            return
        try:
            dealer = seat.dealer()
        except WorldError as fault:
            seen[str(fault).split(":")[0]] += 1
            return
        seen["dealt"] += 1
        if seen["dealt"] % 4:
            return
        state, truth = dealer.deal(1).state, seat.truth
        assert not faults(state)
        for side in Side:
            for zone in _SIZED:
                assert len(state.pile(side, zone)) == len(truth.pile(side, zone)), (side, zone)
            assert state.turns[side] == truth.turns[side]
        lost = [Counter(c.card.title for c in one.pile(seat.side, Zone.LOST_PILE)) for one in (state, truth)]
        assert lost[0] == lost[1]
        assert [c.card for c in state.hand(seat.side)] == [c.card for c in truth.hand(seat.side)]
        for side in Side:
            assert places(state, side) == places(truth, side)
        whole = [
            Counter(c.card.title for c in one.cards.values() if c.side is seat.side) for one in (state, truth)
        ]
        assert whole[0] == whole[1]
        assert (state.turn, state.phase, state.active) == (truth.turn, truth.phase, truth.active)
        if question.kind is not PromptKind.PHASE_ACTION:
            return  # within an action, which has not begun in the world
        assert state.fought == {wire(seat, state, number) for number in truth.fought}
        assert len(state.marks.moved) == len(truth.marks.moved)
        assert len(state.marks.drained) == len(truth.marks.drained)
        assert len(state.marks.drained_cards) == len(truth.marks.drained_cards)
        battled = [sum(c.battled == one.turn for c in one.at_table()) for one in (state, truth)]
        assert battled[0] == battled[1]
        if state.phase is Phase.ACTIVATE:
            assert state.entitlement.left == truth.entitlement.left

    play(pairs()[pair], pair, visit)
    assert seen["dealt"] > 100
    assert set(seen) <= {"dealt", "a battle is past its power segment", "there is no turn to go on with"}


def places(state: State, side: Side) -> list[tuple[str, Counter[str]]]:
    return [
        (place.laid.card.title, Counter(card.card.title for card in place.cards if card.side is side))
        for place in state.locations
    ]


def wire(seat: Seat, state: State, number: int) -> int:
    """The id that a location of the truth has in a world."""
    column = next(place.column for place in seat.truth.locations if place.laid.id == number)
    return state.locations[column].laid.id


class _Untold:
    """Gathers what a seat knew at some of its questions, and worlds of it."""

    def __init__(self, side: Side, most: int) -> None:
        self.side = side
        self.most = most
        self.worlds: list[list[tuple[object, ...]]] = []
        self.truths: list[list[tuple[object, ...]]] = []

    def visit(self, seat: Seat, question: Question) -> None:
        for card in seat.truth.cards.values():
            if card.side is self.side.other and card.facts.kind is not CardKind.LOCATION:
                assert card.zone in HELD, f"{card} was played"
        told = seat.side is self.side and seat.knowledge.all_seen(own=False).total() > 1
        if told:
            self.most = 0  # more than the location they began at: from here the games do not look alike
        if seat.side is not self.side or len(self.worlds) >= self.most:
            return
        try:
            dealer = seat.dealer()
        except WorldError:
            return
        self.worlds.append(everything(dealer.deal(len(self.worlds)).state))
        self.truths.append(everything(seat.truth))


@pytest.mark.parametrize("side", [Side.DARK, pytest.param(Side.LIGHT, marks=pytest.mark.long)])
def test_worlds_do_not_depend_on_what_the_seat_may_not_know(side: Side) -> None:
    # Two games that differ in nothing but cards of the opponent which he never plays: they look alike.
    decks = pairs()[0]
    theirs = parse_deck(decks[side.other]).cards
    index, idle = the_box().index, {Side.DARK: ("9_93", "9_94"), Side.LIGHT: ("9_2", "9_3")}[side.other]
    for card in idle:
        found_card = index.get(card)
        assert found_card is not None
        assert found_card.type == "Admiral's Order"
    kept = [
        card for card in theirs if (found := index.get(card)) is not None and found.type == CardType.LOCATION
    ][:1]
    found = []
    for card in idle:
        deck = DeckList((*kept, *[BlueprintId(card)] * (len(theirs) - 1)))
        untold = _Untold(side, 60)
        play({side: decks[side], side.other: deck.text}, 3, untold.visit)
        found.append(untold)
    assert len(found[0].worlds) > 30
    assert found[0].truths != found[1].truths
    assert found[0].worlds == found[1].worlds


def test_worlds_of_one_position_differ_and_each_comes_again() -> None:
    taken: list[WorldDealer] = []

    def visit(seat: Seat, question: Question) -> None:
        if seat.tracker.table.turn == 2 and len(taken) < 3:
            taken.append(seat.dealer())
            again = seat.dealer()
            worlds = [everything(taken[-1].deal(seed).state) for seed in range(5)]
            assert worlds == [everything(again.deal(seed).state) for seed in range(5)]
            assert all(one != other for one, other in pairwise(worlds))
            played = taken[-1].deal(0)
            play_turns(played.state, 0, 2)
            assert everything(taken[-1].deal(0).state) == worlds[0]
            assert everything(played.state) != worlds[0]

    play(pairs()[1], 5, visit)
    assert len(taken) == 3


def test_what_lasts_until_the_end_of_the_turn_lasts_in_its_worlds() -> None:
    kept: list[bool] = []

    def visit(seat: Seat, question: Question) -> None:
        board = seat.tracker.board
        if kept or seat.tracker.table.phase is not Phase.DEPLOY:
            return
        one = next(iter(board.known.values()))
        barred = Lasting(one.id, one.side, Term("may_not_move", {"who": "$it"}), (("$it", one.id),), "turn")
        before, board.lasting = board.lasting, (barred,)
        kept.append(barred in seat.dealer().deal(1).state.board.lasting)
        board.lasting = before

    play(pairs()[0], 5, visit)
    assert kept == [True]


def test_a_world_can_be_played_on() -> None:
    turns_played = Counter[str]()

    def visit(seat: Seat, question: Question) -> None:
        if question.kind is PromptKind.PHASE_ACTION and len(seat.knowledge.doubts) == 0:
            turns_played["menus"] += 1
            if turns_played["menus"] % 60 == 0:
                turns_played["asked"] += play_turns(seat.dealer().deal(1).state, 1, 3)

    play(pairs()[0], 6, visit)
    assert turns_played["asked"] > 200


def test_no_unique_card_of_the_pool_comes_twice(index: CardIndex) -> None:
    effects = the_box().effects
    none = DeckLists(index, dict.fromkeys(Side, ()))
    seen = Counter({BlueprintId("1_168"): 1})  # Vader

    def facts(card: BlueprintId) -> CardFacts:
        return effects.facts.of_deck(card, Side.DARK)

    guess, again = DeckGuess(none, Side.DARK, seen, facts), 0
    for seed in range(100):
        cards = guess.draw(Random(seed), 55)
        drawn = Counter(one.card.title for one in cards)
        assert drawn.total() == 55
        assert all(drawn[one.card.title] <= (one.identity.copies or 4) for one in cards)
        again += drawn["Darth Vader"]
    assert again < 40  # a deck seldom has more of a unique card


def test_lists_of_another_version_are_refused(index: CardIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_guess, "VERSION", 0)
    with pytest.raises(deck_guess.DeckListsError, match=r"deck_lists\.toml: has version 1, not 0: "):
        load_deck_lists.__wrapped__(index)


def test_a_deck_that_is_listed_is_found_by_what_was_seen_of_it(index: CardIndex) -> None:
    effects, lists = the_box().effects, load_deck_lists(index)
    for side in Side:
        for deck in lists.lists[side]:
            cards = sorted(deck.elements())
            Random(1).shuffle(cards)
            seen = Counter(cards[:20])

            def facts(card: BlueprintId, side: Side = side) -> CardFacts:
                return effects.facts.of_deck(card, side)

            drawn = DeckGuess(lists, side, seen, facts).draw(Random(2), 40)
            left = Counter(one.card.title for one in drawn) & Counter(
                facts(card).card.title for card in cards[20:]
            )
            assert left.total() >= 34


def test_after_the_first_world_only_guessed_cards_are_looked_up() -> None:
    class Counting(CardFactsCache):
        asked = 0

        def of_deck(self, blueprint: str, side: Side) -> CardFacts:
            self.asked += 1
            return super().of_deck(blueprint, side)

    effects = CardEffects(the_box().index)
    effects.facts = counted = Counting(effects.index)
    done: list[int] = []

    def visit(seat: Seat, question: Question) -> None:
        if question.kind is not PromptKind.PHASE_ACTION or len(done) >= 40:
            return
        dealer = WorldDealer(seat.tracker, seat.knowledge, effects)
        guessed = dealer.left_out["guessed cards, theirs"]
        before = counted.asked
        for seed in range(10):
            dealer.deal(seed)
        done.append(guessed)
        assert counted.asked - before <= 10 * (1.2 * guessed + 5)

    play(pairs()[2], 7, visit)
    assert len(done) == 40


@pytest.mark.parametrize("game", SOME)
def test_recorded_positions_are_dealt_or_refused_in_one_line(
    game: str, index: CardIndex, catalogue: Catalogue
) -> None:
    knowledge, effects = CardKnowledge(index, deck_of(game)), the_box().effects
    tracker: BoardTracker | None = None
    dealt, refused = 0, Counter[str]()
    for number, asked in enumerate(questions(game, catalogue)):
        knowledge.observe(asked.table, asked.question)
        if number % 7:
            continue
        if tracker is None or tracker.table is not asked.table:
            tracker = BoardTracker(asked.table, index)
        tracker.update()
        try:
            world = WorldDealer(tracker, knowledge, effects).deal(number)
        except WorldError as fault:
            refused[str(fault)] += 1
            continue
        dealt += 1
        numbers = asked.table.statistics
        assert numbers is not None
        for zones in numbers.player_zones:
            side = asked.table.side_of(zones.name)
            assert side is not None
            told = (zones.hand, zones.reserve_deck, zones.force_pile, zones.used_pile, zones.lost_pile)
            assert told == tuple(len(world.state.pile(side, zone)) for zone in _SIZED)
        table = Counter(card.blueprint_id.rstrip("*^") for card in asked.table.cards(Zone.AT_LOCATION))
        there = Counter(
            card.card.blueprint_id for card in world.state.cards.values() if card.zone is Zone.AT_LOCATION
        )
        unknown = world.left_out["in play and not in the index"]
        assert (table - there).total() == unknown
    assert dealt > 9 * refused.total(), refused
    assert not any("\n" in reason for reason in refused)


def test_what_cannot_be_is_refused_by_name(index: CardIndex) -> None:
    effects = the_box().effects
    reasons: list[str] = []

    def refuse(seat: Seat, *changes: e.AnyEvent) -> None:
        """The position of a seat after an event more."""
        table = deepcopy(seat.player.table)
        for change in changes:
            table.apply_event(change)
        tracker = BoardTracker(table, index)
        with pytest.raises(WorldError) as raised:
            WorldDealer(tracker, seat.knowledge, effects)
        reasons.append(str(raised.value))

    def visit(seat: Seat, question: Question) -> None:
        table = seat.tracker.table
        if reasons or question.kind is not PromptKind.PHASE_ACTION or table.turn != 3:
            return
        numbers = table.statistics
        assert numbers is not None
        larger = tuple(
            msgspec.structs.replace(each, force_pile=each.force_pile + 1) for each in numbers.player_zones
        )
        refuse(seat, msgspec.structs.replace(numbers, player_zones=larger))
        refuse(seat, msgspec.structs.replace(numbers, dark_power_at_locations=(1.0,) * 99))
        refuse(seat, e.PhaseChanged(phase="Play starting cards"))
        refuse(seat, e.SabaccStarted())
        refuse(seat, msgspec.structs.replace(numbers, player_zones=()))
        location = table.locations[0].card
        assert location is not None
        refuse(seat, e.CardsRemoved(other_card_ids=CardIds((location.id,))))
        mine = seat.tracker.board.piles[seat.side][Zone.HAND].cards[0]
        refuse(seat, e.CardsRemoved(other_card_ids=CardIds((mine.id,))))
        spectator = Table()
        with pytest.raises(WorldError, match="told"):
            WorldDealer(BoardTracker(spectator, index), seat.knowledge, effects)

    play(pairs()[0], 8, visit)
    assert len(set(reasons)) == len(reasons) == 7, reasons
