"""The table in numbers: as the server counts it, from the first exchange on, for whoever looks."""

from collections.abc import Iterator
from math import inf, isfinite
from pathlib import Path

import msgspec
import pytest
from made_table import ME, THEM, MadeTable, card, character, index_of, site, standing, starship, system, term
from recordings import sparing, updates

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import Card, CardIndex, CardType, Icon
from gemp_bot.effects import CardEffects
from gemp_bot.game.arrivals import LocationChange
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.events import PlayerZones, SnapshotStart, Statistics, TurnChanged
from gemp_bot.protocol.ids import CardId, PlayerName
from gemp_bot.state import Table
from gemp_bot.valuation.position import Group, Position, life_of
from gemp_bot.valuation.position_builder import AS_TOLD, Drains, PositionBuilder

GAMES = sorted((Path(__file__).parents[2] / "fixtures" / "games").glob("*.jsonl.gz"))
SPECTATOR = PlayerName("somebody")


def tables(path: Path, *, every: int = 1) -> Iterator[Table]:
    """The table at every question, or at every so many."""
    table, met = Table(), 0
    for update in updates(path):
        table.apply(update)
        if table.asked is not None and table.statistics is not None:
            met += 1
            if met % every == 0:
                yield table


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="module")
def sizes(index: CardIndex) -> CardFactsCache:
    return index.derived(CardFactsCache)


def position_of(
    table: Table, index: CardIndex | None, effects: CardEffects | None = None, drains: Drains = AS_TOLD
) -> Position:
    """Look at a table once."""
    board = BoardTracker(table, index).board
    numbers = None if effects is None else Numbers(board, effects)
    return PositionBuilder().look(board, numbers, table, drains)


def sides(table: Table, position: Position) -> Iterator[tuple[float | None, Group]]:
    """Each group with the power that the server tells for it."""
    assert len(position.places) == len(table.locations)
    for location, place in zip(table.locations, position.places, strict=True):
        yield location.power(position.side), place.mine
        yield location.power(position.side.other), place.theirs


@pytest.mark.parametrize("path", sparing(GAMES), ids=lambda path: path.name.removesuffix(".jsonl.gz"))
class TestRecordedGames:
    def test_power_is_the_servers(self, path: Path, index: CardIndex) -> None:
        met = 0
        for table in tables(path, every=7):
            for told, group in sides(table, position_of(table, index)):
                if told is None:
                    assert not group.present, f"nobody fights there, says the server: {group.units}"
                else:
                    met += 1
                    assert (group.power, group.anybody) == (told, True)
        assert met

    def test_piles_are_the_servers_and_everything_is_finite(self, path: Path, index: CardIndex) -> None:
        effects = CardEffects(index)
        for table in tables(path, every=29):
            position = position_of(table, index, effects)
            assert table.me is not None
            assert table.opponent is not None
            ours, theirs = table.player(table.me), table.player(table.opponent)
            assert (position.life, position.their_life) == (ours.life_force, theirs.life_force)
            assert (position.zones, position.their_zones) == (ours.zones, theirs.zones)
            assert (position.generation, position.their_generation) == (
                ours.force_generation,
                theirs.force_generation,
            )
            for place in position.places:
                assert min(place.drain, place.their_drain) >= 0
                for group in (place.mine, place.theirs):
                    numbers = (group.power, group.ability, group.forfeit, group.draws)
                    assert all(isfinite(number) and number >= 0 for number in numbers)
                    assert 0 <= group.immune <= group.power

    def test_who_stands_somewhere_is_found_there(self, path: Path, index: CardIndex) -> None:
        for table in tables(path, every=29):
            position = position_of(table, index)
            for place in position.places:
                assert place.id is None or position.at(place.id) is place
                for unit in (*place.mine.units, *place.theirs.units):
                    assert position.at(unit.id) is place
                    card = table.card(unit.id)
                    assert card is not None
                    assert unit.mine is (card.owner == table.me)
            assert position.at(None) is None

    def test_looking_again_and_again_is_looking_once(self, path: Path, index: CardIndex) -> None:
        """What is kept from look to look is never old."""
        lore = CardEffects(index)
        lookout = PositionBuilder()
        tracker = BoardTracker(Table(), index)
        numbers = Numbers(tracker.board, lore)
        for met, table in enumerate(tables(path)):
            if met % 3 == 1:
                continue  # nobody looks at every question
            if tracker.table is not table:
                tracker = BoardTracker(table, index)
                numbers = Numbers(tracker.board, lore)
            tracker.update()
            drains = Drains({CardId(met % 9): 0.0}, {CardId(met // 50 % 9): 1.0})
            found = lookout.look(tracker.board, numbers, table, drains)
            if met % 5 == 0:
                assert found == position_of(table, index, lore, drains)

    def test_a_spectator_sees_the_same_numbers(self, path: Path, index: CardIndex) -> None:
        """Nobody's seat: the Dark side's, and nothing is known of hands."""
        watched, played = Table(), Table()
        for met, update in enumerate(updates(path)):
            played.apply(update)
            watched.apply(msgspec.structs.replace(update, events=tuple(map(unseated, update.events))))
            if met % 31 or played.statistics is None:
                continue
            position = position_of(watched, index)
            assert position.side is Side.DARK
            ours = position_of(played, index)
            seen = [powers(place.mine, place.theirs) for place in position.places]
            assert seen == [
                powers(place.mine, place.theirs)[:: 1 if ours.side is Side.DARK else -1]
                for place in ours.places
            ]
            lives = (ours.life, ours.their_life)[:: 1 if ours.side is Side.DARK else -1]
            assert (position.life, position.their_life) == lives


def unseated(event: object) -> object:
    """The event as somebody sees it who does not play."""
    if isinstance(event, SnapshotStart):
        return msgspec.structs.replace(event, participant_id=SPECTATOR)
    return event


def powers(*groups: Group) -> list[float]:
    return [group.power if group.present else -1 for group in groups]


# -- made tables -----------------------------------------------------------------------------------

DOCKS = site(1, "Docks")
FIELD = site(2, "Field")
MOON = system(3, "Moon")
LUKE = character(10, "Luke", Side.LIGHT, power=4, ability=5)
HAN = character(11, "Han", Side.LIGHT, power=3, ability=3)
VADER = character(20, "Vader", Side.DARK, power=6, ability=6)
SPY = character(21, "Spy", Side.DARK, power=2, ability=2)
OUR_SPY = character(13, "Our Spy", Side.LIGHT, power=2, ability=2)
SHIP = starship(12, "Ship")
ALL = (DOCKS, FIELD, MOON, LUKE, HAN, VADER, SPY, OUR_SPY, SHIP)


class Made(MadeTable):
    def __init__(self) -> None:
        super().__init__(*ALL)
        self.place_there(DOCKS, 0)
        self.place_there(FIELD, 1)
        self.place_there(MOON, 2)

    def tell(self, *, mine: tuple[float, ...], theirs: tuple[float, ...]) -> None:
        """Power of each column; -1 for nobody."""
        self.powers(*zip(theirs, mine, strict=True))

    def look(self) -> Position:
        return position_of(self.table, index_of(ALL))


@pytest.fixture
def made() -> Made:
    return Made()


def names(group: Group) -> list[str]:
    return sorted(unit.facts.card.title for unit in group.units)


class TestWhoCounts:
    def test_each_on_his_own_side(self, made: Made) -> None:
        made.put(LUKE)
        made.put(VADER)
        made.tell(mine=(4, -1, -1), theirs=(6, -1, -1))
        place = made.look().places[0]
        assert (names(place.mine), names(place.theirs)) == (["Luke"], ["Vader"])

    def test_a_captive_is_nobodys(self, made: Made) -> None:
        escort = made.put(VADER)
        made.put(LUKE, on=escort)
        made.tell(mine=(-1, -1, -1), theirs=(6, -1, -1))
        place = made.look().places[0]
        assert not place.mine.present
        assert names(place.theirs) == ["Vader"]

    def test_where_no_server_tells_a_pilots_bonus_counts_once(self) -> None:
        pilot = character(
            14, "Pilot", Side.LIGHT, standing("adds_power_to_piloted_by_self", amount=2), power=2, ability=2,
            icons=((Icon.PILOT, 1),),
        )  # fmt: skip
        faces = (MOON, SHIP, pilot)
        table = MadeTable(*faces)
        table.place_there(MOON, 0)
        table.put(pilot, on=table.put(SHIP))
        index = index_of(faces)
        (place,) = position_of(table.table, index, CardEffects(index)).places
        assert place.mine.power == SHIP.power + 2

    def test_an_undercover_spy_is_nobodys(self, made: Made) -> None:
        made.put(SPY, on_side_of=ME)
        made.put(LUKE)
        made.put(VADER)
        made.tell(mine=(4, -1, -1), theirs=(6, -1, -1))
        place = made.look().places[0]
        assert (names(place.mine), names(place.theirs)) == (["Luke"], ["Vader"])

    def test_nobody_drains_where_the_other_side_has_an_undercover_spy(self, made: Made) -> None:
        """In recorded games they drained at 744 of 912 locations they held, at none of seven with our spy."""
        made.put(VADER)
        made.tell(mine=(-1, -1, -1), theirs=(6, -1, -1))
        assert made.look().places[0].their_drain > 0
        spied = Made()
        spied.put(VADER)
        spied.put(OUR_SPY, on_side_of=THEM)
        spied.tell(mine=(-1, -1, -1), theirs=(6, -1, -1))
        assert spied.look().places[0].their_drain == 0

    def test_a_captive_is_nobodys_even_among_his_own(self, made: Made) -> None:
        made.put(LUKE, on=made.put(VADER))
        made.put(HAN)
        made.tell(mine=(3, -1, -1), theirs=(6, -1, -1))
        place = made.look().places[0]
        assert (names(place.mine), names(place.theirs)) == (["Han"], ["Vader"])

    def test_who_is_frozen_does_not_fight(self, made: Made) -> None:
        made.put(LUKE, frozen=True)
        made.put(HAN)
        made.tell(mine=(3, -1, -1), theirs=(-1, -1, -1))
        assert names(made.look().places[0].mine) == ["Han"]

    def test_whom_the_server_does_not_count_we_do_not_count(self, made: Made) -> None:
        """A missing character stands at his site, turned, and has no power (rules 5)."""
        made.put(VADER)
        made.tell(mine=(-1, -1, -1), theirs=(-1, -1, -1))
        position = made.look()
        assert not position.places[0].theirs.present
        assert position.their_drains == 0

    def test_an_empty_ship_has_nobody_to_fly_it(self, made: Made) -> None:
        ship = made.put(SHIP, column=2)
        made.tell(mine=(-1, -1, 0), theirs=(-1, -1, -1))
        before = made.look().places[2].mine.units[0]
        made.put(HAN, on=ship)
        after = next(unit for unit in made.look().places[2].mine.units if unit.facts.starship)
        assert (before.power, after.power) == (0, SHIP.power)

    def test_weapons_are_nobody(self, made: Made) -> None:
        """What does not fight is no unit, wherever it lies."""
        made.put(DOCKS, on=made.put(LUKE))
        made.tell(mine=(4, -1, -1), theirs=(-1, -1, -1))
        assert names(made.look().places[0].mine) == ["Luke"]


class TestWhoIsKeptOutOfBattles:
    @pytest.mark.parametrize(("turn_of", "out"), [(ME, ["Guest"]), (THEM, [])])
    def test_in_our_turn_it_is_noted(self, turn_of: PlayerName, out: list[str]) -> None:
        guest = character(30, "Guest", Side.LIGHT, standing("may_not_participate_in_battle", who="$self"))
        made = MadeTable(*ALL, guest)
        made.table.apply_event(TurnChanged(participant_id=turn_of))
        made.place_there(DOCKS)
        made.put(guest)
        made.put(HAN)
        made.powers((-1, 6))
        mine = position_of(made.table, made.lore.index, made.lore).places[0].mine
        assert [unit.facts.card.title for unit in mine.kept_out] == out
        assert mine.power == 6
        assert names(mine.fighting) == ["Han"] if out else ["Guest", "Han"]


class TestDrains:
    def test_who_is_alone_drains(self, made: Made) -> None:
        made.put(LUKE)
        made.put(VADER, column=1)
        made.tell(mine=(4, -1, -1), theirs=(-1, 6, -1))
        position = made.look()
        assert position.drains == position.places[0].drain > 0
        assert position.their_drains == position.places[1].their_drain > 0

    def test_nobody_drains_where_both_stand(self, made: Made) -> None:
        made.put(LUKE)
        made.put(VADER)
        made.tell(mine=(4, -1, -1), theirs=(6, -1, -1))
        assert (made.look().drains, made.look().their_drains) == (0, 0)

    def test_without_drains_the_game_lasts_for_ever(self, made: Made) -> None:
        made.tell(mine=(-1, -1, -1), theirs=(-1, -1, -1))
        assert (made.look().turns_to_win, made.look().turns_to_live) == (inf, inf)

    def test_what_a_drain_really_brought_is_believed(self, made: Made) -> None:
        made.put(LUKE)
        made.tell(mine=(4, -1, -1), theirs=(-1, -1, -1))
        docks = made.table.locations[0].card
        assert docks is not None
        index = index_of(ALL)
        assert position_of(made.table, index, drains=Drains({docks.id: 0.0})).drains == 0
        assert position_of(made.table, index, drains=Drains({docks.id: 9.0})).drains == made.look().drains

    def test_a_dear_drain_is_worth_less_at_its_place_alone(self, made: Made) -> None:
        made.put(LUKE)
        made.put(LUKE, column=1)
        made.tell(mine=(4, 4, -1), theirs=(-1, -1, -1))
        docks = made.table.locations[0].card
        assert docks is not None
        usual = made.look().places
        dear = position_of(made.table, index_of(ALL), drains=Drains(prices={docks.id: 0.5})).places
        assert [place.drain for place in dear] == [usual[0].drain - 0.5, usual[1].drain, usual[2].drain]


class TestLittleToSee:
    def test_an_empty_table(self) -> None:
        position = position_of(Table(), None)
        assert (position.places, position.life, position.drains) == ((), 0, 0)

    def test_before_the_first_numbers(self, made: Made) -> None:
        made.put(LUKE)
        place = made.look().places[0]
        assert (names(place.mine), place.mine.power) == (["Luke"], LUKE.power)

    def test_without_an_index_every_card_is_a_typical_one(self, made: Made) -> None:
        made.put(LUKE)
        made.tell(mine=(4, -1, -1), theirs=(-1, -1, -1))
        place = position_of(made.table, None).places[0]
        assert (place.mine.power, place.mine.present, place.facts.known) == (4, True, False)

    def test_life_force_leaves_out_hand_and_lost_pile(self) -> None:
        zones = PlayerZones(
            ME,
            hand=1,
            sabacc_hand=2,
            reserve_deck=4,
            force_pile=8,
            used_pile=16,
            lost_pile=32,
            out_of_play=64,
        )
        assert life_of(zones) == 2 + 4 + 8 + 16

    def test_whose_numbers_are_whose(self, made: Made) -> None:
        made.table.apply_event(
            Statistics(
                dark_force_generation=3,
                light_force_generation=7,
                player_zones=(PlayerZones(THEM, reserve_deck=20), PlayerZones(ME, reserve_deck=30)),
                dark_power_at_locations=(-1, -1, -1),
                light_power_at_locations=(-1, -1, -1),
            )
        )
        position = made.look()
        assert (position.life, position.their_life) == (30, 20)
        assert (position.generation, position.their_generation) == (7, 3)


def test_every_known_card_has_sensible_numbers(index: CardIndex, sizes: CardFactsCache) -> None:
    def odd(card: Card) -> bool:
        size = sizes.of(card)
        numbers = (
            size.power,
            size.ability,
            size.deploy,
            size.forfeit or 0,
            size.destiny or 0,
            size.pilot_power,
        )
        return not (size.known and all(isfinite(number) for number in numbers))

    assert not [card.title for card in index if odd(card)]


@pytest.mark.parametrize(
    ("ability", "min_destinies", "added", "more", "expected"),
    [
        (2, 0, 0, (1, 0, 0), 0),  # too little ability, and nobody who helps
        (2, 1, 0, (1, 0, 0), 1),  # one who draws where nobody could
        (2, 1, 0, (3, 0, 0), 1),  # now ability alone brings it
        (5, 0, 1, (1, 0, 0), 2),  # one by ability, one added
        (2, 1, 1, (3, 0, 0), 2),
        (0, 0, 0, (1, 1, 0), 1),  # he comes
        (0, 0, 0, (4, 1, 2), 3),
    ],
)
def test_destinies_of_a_group_that_somebody_joins(
    ability: float, min_destinies: float, added: float, more: tuple[float, float, float], expected: float
) -> None:
    group = Group(
        5,
        ability,
        5,
        present=True,
        draws=max(float(ability >= 4), min_destinies) + added,
        min_destinies=min_destinies,
    )
    joined = group.with_more(2, more[0], 3, more[2], min_destinies=more[1])
    assert joined.draws == expected
    back = joined.without(2, more[0], 3, last=False)
    assert back.ability == ability


def test_no_battle_is_expected_where_a_text_forbids_it() -> None:
    """Trap: 16 Force went into cards for a battle that our own objective forbids."""
    forbids = standing("may_not_initiate_battle_at_location", where=term("any"), player="$you")
    dock, truce = site(30, "Docks"), card(31, "Truce", CardType.EFFECT, Side.LIGHT, forbids)
    calm = index_of((dock, truce))
    seat = MadeTable(dock, truce)
    seat.place_there(dock, 0)
    seat.put(truce, Zone.SIDE_OF_TABLE)
    (there,) = position_of(seat.table, calm, CardEffects(calm)).places
    assert (there.battle, there.their_battle) == (False, True)


def test_a_group_fights_with_what_texts_add_in_battles() -> None:
    """Trap: a system that we control gives power in battles at its sites, which no forecast knew."""
    here = term("battle_location")
    orbit = card(
        31, "Orbit", CardType.EFFECT, Side.LIGHT,
        standing("total_power", where=here, amount=3, player="$you"),
        standing("each_battle_destiny", where=here, amount=1, player="$you"),
        standing("may_not_draw_more_than_battle_destiny", where=here, amount=1, player="$opponent"),
        standing("reset_total_ability", where=here, reset_value=0, player="$opponent"),
    )  # fmt: skip
    dock, luke, vader = site(30, "Docks"), character(1, "Luke"), character(2, "Vader", Side.DARK)
    known = index_of((dock, orbit, luke, vader))
    seat = MadeTable(dock, orbit, luke, vader)
    seat.place_there(dock, 0)
    seat.put(orbit, Zone.SIDE_OF_TABLE)
    seat.put(luke)
    seat.put(vader)
    seat.powers((4, 4))
    (there,) = position_of(seat.table, known, CardEffects(known)).places
    assert (there.mine.power, there.theirs.power) == (7, 4)
    assert (there.mine.destinies.each, there.theirs.destinies.most) == (1, 1)
    assert there.theirs.with_more(6, 6, 6).draws == 0
    joined = there.mine.with_more(2, 1, 3, there=LocationChange(power=1))
    assert (joined.power, joined.destinies.each) == (10, 1)
    assert joined.with_more(2, 1, 3, there=LocationChange(power=1)).power == 12
