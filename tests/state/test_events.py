"""Each event type does to the table what PROTOCOL 6.4 says; the types no recording has, by hand."""

from pathlib import Path

import pytest

from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import MOST_CARDS, MOST_COLUMNS
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import GameEvent
from gemp_bot.state import Table
from gemp_bot.state.handlers import HANDLERS


def table_of(path: Path) -> Table:
    decoder = GameDecoder()
    table = Table()
    table.apply(decoder.decode(path.read_bytes()))
    assert not decoder.unknown
    assert not table.oddities
    return table


def test_every_event_type_has_a_handler() -> None:
    assert set(HANDLERS) == {*GameEvent.__args__, e.Asked}
    assert len({kind.wire_code() for kind in HANDLERS}) == 33


@pytest.fixture
def scene(fixtures: Path, request: pytest.FixtureRequest) -> Table:
    return table_of(fixtures / "events" / f"{request.param}.xml")


@pytest.mark.parametrize("scene", ["RLFP"], indirect=True)
def test_a_removed_column_shifts_its_neighbours_with_all_who_stand_there(scene: Table) -> None:
    assert [place.card.id for place in scene.locations if place.card] == [11, 12]
    assert scene.column_of(21) == 1
    assert scene.column_of(22) == 1
    assert scene.card(20) is None


@pytest.mark.parametrize("scene", ["TCO"], indirect=True)
def test_a_reserve_deck_turned_over_shows_its_top(scene: Table) -> None:
    top = next(scene.cards(Zone.TOP_OF_RESERVE_DECK))
    assert (top.id, top.blueprint_id, top.hidden) == (30, "1_92", False)


@pytest.mark.parametrize("scene", ["SA"], indirect=True)
def test_an_attack_has_attackers_and_defenders(scene: Table) -> None:
    assert scene.attack is not None
    assert (scene.attack.column, scene.attack.attackers, scene.attack.defenders) == (2, {21}, {22})
    assert (scene.attack.attacking, scene.attack.defending) == ("bob", "alice")


@pytest.mark.parametrize("scene", ["SD"], indirect=True)
def test_a_duel(scene: Table) -> None:
    assert scene.duel is not None
    assert (scene.duel.column, scene.duel.cards) == (2, {21, 22})


@pytest.mark.parametrize("scene", ["SLC"], indirect=True)
def test_lightsaber_combat(scene: Table) -> None:
    assert scene.combat is not None
    assert (scene.combat.column, scene.combat.cards) == (2, {21, 22})
    assert scene.duel is None


@pytest.mark.parametrize("scene", ["EA", "ED", "ELC", "ES"], indirect=True)
def test_contests_end(scene: Table) -> None:
    assert (scene.attack, scene.duel, scene.combat, scene.sabacc) == (None, None, None, None)
    assert not list(scene.cards(Zone.REVEALED_SABACC_HAND))


@pytest.mark.parametrize("scene", ["SS"], indirect=True)
def test_sabacc_hands_are_our_own_at_first(scene: Table) -> None:
    assert scene.sabacc is not None
    assert not scene.sabacc.revealed
    assert [card.id for card in scene.cards(Zone.SABACC_HAND)] == [40]


@pytest.mark.parametrize("scene", ["RSH"], indirect=True)
def test_revealed_sabacc_hands_show_both(scene: Table) -> None:
    assert scene.sabacc is not None
    assert scene.sabacc.revealed
    assert {card.id for card in scene.cards(Zone.REVEALED_SABACC_HAND)} == {41, 42}
    assert not list(scene.cards(Zone.SABACC_HAND))


@pytest.mark.parametrize("scene", ["SD"], indirect=True)
def test_the_frame_of_a_game(scene: Table) -> None:
    assert (scene.me, scene.opponent, scene.my_side) == ("alice", "bob", Side.LIGHT)
    assert (scene.phase, scene.turn, scene.is_my_turn) == (Phase.DEPLOY, 3, True)
    assert scene.clocks == {"alice": 3571, "bob": 3600}


# -- columns: insertion, refill, conversion (PROTOCOL 6.8) ------------------------------------------


def put(card_id: int, index: int, *, zone: Zone = Zone.LOCATIONS, **more: object) -> e.CardPut:
    return e.CardPut(
        card_id=card_id,
        blueprint_id=f"1_{card_id}",
        zone=zone,
        zone_owner_id="alice",
        participant_id="alice",
        location_index=index,
        **more,
    )


def table_with(*events: e.Event) -> Table:
    table = Table()
    for event in (
        e.SnapshotStart(participant_id="alice", all_participant_ids=e.PlayerNames(("bob", "alice"))),
        *events,
    ):
        table.apply_event(event)
    return table


def columns(table: Table) -> list[int | None]:
    return [None if place.card is None else place.card.id for place in table.locations]


def test_inserting_a_column_shifts_the_cards_right_of_it() -> None:
    table = table_with(put(1, 0), put(2, 1), put(9, 1, zone=Zone.AT_LOCATION), put(3, 1))
    assert columns(table) == [1, 3, 2]
    assert table.column_of(9) == 2


def test_a_conversion_keeps_the_column_and_who_stands_there() -> None:
    replaced = e.CardReplaced(
        card_id=1, blueprint_id="7_1", zone=Zone.LOCATIONS, participant_id="bob", location_index=0
    )
    table = table_with(
        put(1, 0),
        put(2, 1),
        put(9, 0, zone=Zone.AT_LOCATION),
        e.CardsRemoved(other_card_ids=e.CardIds((1,))),
        replaced,
    )
    assert columns(table) == [1, 2]
    assert table.card(1).blueprint_id == "7_1"
    assert [card.id for card in table.cards_at(0)] == [9]


def test_a_location_for_a_column_that_lost_its_card_refills_it() -> None:
    table = table_with(put(1, 0), put(2, 1), e.CardsRemoved(other_card_ids=e.CardIds((1,))), put(5, 0))
    assert columns(table) == [5, 2]


def test_attached_cards_are_where_their_host_is() -> None:
    table = table_with(
        put(1, 0),
        put(9, 0, zone=Zone.AT_LOCATION),
        put(10, 0, zone=Zone.ATTACHED, target_card_id=9),
        put(11, 0, zone=Zone.ATTACHED, target_card_id=10),
    )
    assert table.column_of(11) == 0
    assert [card.id for card in table.attached_to(9)] == [10]


def test_attachments_in_a_circle_are_nowhere() -> None:
    table = table_with(
        put(9, 0, zone=Zone.ATTACHED, target_card_id=10), put(10, 0, zone=Zone.ATTACHED, target_card_id=9)
    )
    assert table.column_of(9) is None


def test_unknown_ids_are_ignored() -> None:
    moved = e.CardPlaceChanged(card_id=77, blueprint_id="1_1", zone=Zone.AT_LOCATION, location_index=5)
    turned = e.CardTurned(card_id=78, blueprint_id="1_1", zone=Zone.HAND)
    table = table_with(put(1, 0), moved, turned, e.CardsRemoved(other_card_ids=e.CardIds((99,))))
    assert {card.id for card in table.cards()} == {1}
    assert not table.oddities


def test_power_minus_one_means_that_nobody_is_there() -> None:
    numbers = e.Statistics(dark_power_at_locations=(-1.0, 0.0), light_power_at_locations=(4.0, -1.0))
    table = table_with(put(1, 0), put(2, 1), numbers)
    assert [(place.dark_power, place.light_power) for place in table.locations] == [(None, 4.0), (0.0, None)]
    assert table.columns_agree


def test_a_snapshot_in_mid_stream_drops_everything() -> None:
    table = table_with(put(1, 0), e.BattleStarted(location_index=0), e.Message(message="hello"))
    table.apply_event(
        e.SnapshotStart(participant_id="eve", all_participant_ids=e.PlayerNames(("bob", "alice")))
    )
    assert (columns(table), table.battle, table.messages, table.log_length) == ([], None, (), 0)
    assert table.me is None, "eve watches"


def test_a_participant_that_leaves_the_table_leaves_the_battle() -> None:
    table = table_with(
        put(1, 0),
        put(9, 0, zone=Zone.AT_LOCATION),
        e.BattleStarted(location_index=0, other_card_ids=e.CardIds((9, 8))),
        e.CardsRemoved(other_card_ids=e.CardIds((9,))),
    )
    assert table.battle is not None
    assert table.battle.cards == {8}


def about(kind: type[e.CardEvent], card_id: int) -> e.CardEvent:
    return kind(card_id=card_id, blueprint_id=f"1_{card_id}", zone=Zone.AT_LOCATION)


def test_cards_join_and_leave_a_battle_until_it_ends() -> None:
    table = table_with(put(1, 0), e.BattleStarted(location_index=0, other_card_ids=e.CardIds((8,))))
    seen = []
    for event in (about(e.CardJoinedBattle, 9), about(e.CardJoinedBattle, 9), about(e.CardLeftBattle, 8)):
        table.apply_event(event)
        assert table.battle is not None
        seen.append(set(table.battle.cards))
    assert seen == [{8, 9}, {8, 9}, {9}]
    table.apply_event(e.BattleOver())
    assert table.battle is None


@pytest.mark.parametrize("kind", [e.CardJoinedBattle, e.CardLeftBattle])
def test_nobody_joins_or_leaves_a_battle_that_is_not_there(kind: type[e.CardEvent]) -> None:
    table = table_with(put(1, 0), about(kind, 9))
    assert table.battle is None


def test_a_pile_has_one_top_also_if_the_old_one_was_never_removed() -> None:
    top = Zone.TOP_OF_FORCE_PILE
    table = table_with(put(1, 0, zone=top), put(2, 0, zone=top), put(3, 0, zone=Zone.TOP_OF_LOST_PILE))
    assert {card.id for card in table.cards()} == {2, 3}
    moved = e.CardPut(card_id=2, blueprint_id="1_2", zone=Zone.HAND, participant_id="alice")
    table.apply_event(moved)
    table.apply_event(put(4, 0, zone=top))
    assert {card.id for card in table.cards()} == {2, 3, 4}, "a card that went elsewhere stays"


def test_a_turn_has_its_number_before_its_first_phase() -> None:
    table = table_with(
        e.TurnChanged(participant_id="alice"),
        e.PhaseChanged(phase=Phase.DRAW, turn=6),
        e.TurnChanged(participant_id="bob"),
        e.Message(message="Start of bob's turn #7"),
        e.Message(message="Start of alice's turn #9"),
    )
    assert table.turn == 7


# -- more than any game has -------------------------------------------------------------------------


def shown(card: int, zone: Zone = Zone.HAND, owner: str = "al") -> e.CardPut:
    return e.CardPut(card_id=card, blueprint_id="1_1", zone=zone, participant_id=owner, zone_owner_id=owner)


def test_a_table_takes_no_more_cards_and_columns_than_a_game_has() -> None:
    table = Table()
    for card in range(MOST_CARDS + 50):
        table.apply_event(shown(card))
    assert len(list(table.cards())) == MOST_CARDS
    for _ in range(MOST_COLUMNS + 50):
        table.apply_event(shown(1, Zone.LOCATIONS))
    assert len(table.locations) == MOST_COLUMNS
    assert table.oddities == {"more cards than a game has": 50, "more columns than a game has": 50}
    # A card that is there already still changes.
    table.apply_event(shown(2, Zone.AT_LOCATION))
    assert table.card(2) in table.cards(Zone.AT_LOCATION)


def test_the_last_line_about_the_end_counts() -> None:
    table = Table()
    for line in ("al lost due to: Conceded", "bo is the winner due to: Opponent conceded"):
        table.apply_event(e.Message(message=line))
    assert table.ending is not None
    assert table.ending.player == "bo"


def test_every_change_of_a_card_is_counted_and_told() -> None:
    """Also that of a card which goes from the table to a pile under its own id."""
    table = table_with(put(1, 0), put(2, 0, zone=Zone.AT_LOCATION))
    for event in (
        put(2, 0, zone=Zone.TOP_OF_LOST_PILE),
        put(2, 0, zone=Zone.AT_LOCATION),
        put(3, 0),
        e.ColumnsRemoved(location_indexes=(0,)),
        e.CardsRemoved(other_card_ids=(2,)),
    ):
        mark, changes, version = table.mark, table.changes, table.version
        table.apply_event(event)
        assert table.changes > changes
        assert table.version > version
        assert table.touched_since(mark)


def test_a_top_of_a_pile_changes_nothing_outside_it() -> None:
    table = table_with(put(1, 0))
    mark, changes, version = table.mark, table.changes, table.version
    table.apply_event(put(2, 0, zone=Zone.TOP_OF_LOST_PILE))
    assert (table.changes, table.version > version) == (changes, True)
    assert table.touched_since(mark) == [2]


def test_a_snapshot_ends_what_is_told_of_changes() -> None:
    table = table_with(put(1, 0))
    mark = table.mark
    table.apply_event(
        e.SnapshotStart(participant_id="alice", all_participant_ids=e.PlayerNames(("bob", "alice")))
    )
    assert table.touched_since(mark) is None
