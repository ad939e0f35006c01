"""The board that is kept by events is the one that is made anew, whatever happened."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_table import ME, THEM, MadeTable, character, index_of, site, starship
from recordings import updates
from whole_board import whole

from gemp_bot.board.board import Board
from gemp_bot.board.card import IN_PLAY, PILES
from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.board.part import BoardPart, ChangeCounter
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardIndex
from gemp_bot.game.numbers import Numbers
from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import CardIds, Indexes, PlayerNames
from gemp_bot.protocol.decode import GameUpdate
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId, CardId, ChannelNumber, PlayerName
from gemp_bot.state import Table

GAMES = sorted((Path(__file__).parents[2] / "fixtures" / "games").glob("*.jsonl.gz"))

HERO = character(1, "Hero")
VILLAIN = character(2, "Villain", Side.DARK)
SHIP = starship(3, "Ship")
CAVE = site(4, "Endor: Cave")
HILL = site(5, "Endor: Hill")
ALL = (HERO, VILLAIN, SHIP, CAVE, HILL)
BACK, STRANGE = BlueprintId("-1_2"), BlueprintId("777_7")


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.mark.parametrize(
    "path",
    [
        path
        if path.name.startswith(("open40-light-snapshots", "edge"))
        else pytest.param(path, marks=pytest.mark.long)
        for path in GAMES
    ],
    ids=lambda path: path.name.removesuffix(".jsonl.gz"),
)
def test_recorded_games(path: Path, index: CardIndex) -> None:
    table = Table()
    tracker, rare = BoardTracker(table, index), BoardTracker(table, index)
    for number, update in enumerate(updates(path)):
        table.apply(update)
        tracker.update()
        if number % 3:
            continue
        fresh = whole(BoardTracker(table, index).board)
        assert whole(tracker.board) == fresh
        assert_piles_are_what_we_may_know(tracker.board, table)
        if number % 12 == 0:
            rare.update()
            assert whole(rare.board) == fresh


def assert_piles_are_what_we_may_know(board: Board, table: Table) -> None:
    """Our hand card by card, of piles the top that is shown, and of the rest how many there are."""
    sizes = () if table.statistics is None else table.statistics.player_zones
    for zones in sizes:
        side = table.side_of(zones.name)
        if side is None:
            continue
        held = board.piles[side]
        hand = [card.id for card in board.known.values() if card.in_hand] if side is board.me else []
        assert {card.id for card in held[Zone.HAND].cards} == set(hand)
        assert held[Zone.HAND].size == max(zones.hand, len(hand))
        for zone, pile in held.items():
            if zone is not Zone.HAND:
                top = table.cards(Zone(f"TOP_OF_{zone}"), owner=zones.name)
                assert [card.id for card in pile.cards] == [card.id for card in top if not card.hidden]
        assert [held[zone].size for zone in PILES] == [
            zones.reserve_deck,
            zones.force_pile,
            zones.used_pile,
            zones.lost_pile,
        ]


# -- whatever comes ----------------------------------------------------------------------------------

ids = st.integers(1, 9).map(CardId)
names = st.sampled_from([ME, THEM, ME, THEM, PlayerName("somebody"), None])
zones = st.sampled_from(
    [Zone.AT_LOCATION, Zone.ATTACHED, Zone.LOCATIONS] * 3
    + [Zone.SIDE_OF_TABLE, Zone.HAND, Zone.STACKED, Zone.TOP_OF_LOST_PILE, Zone.LOST_PILE]
)
faces = st.sampled_from([card.blueprint_id for card in ALL] + [BACK, STRANGE])
columns = st.integers(-1, 4)


@st.composite
def cards(draw: st.DrawFn, kind: type[e.CardEvent]) -> e.CardEvent:
    """An event about one card, whether it fits the table or not."""
    owner = draw(names)
    zone = draw(zones)
    attached = zone in (Zone.ATTACHED, Zone.STACKED)
    return kind(
        card_id=draw(ids),
        blueprint_id=draw(faces),
        zone=zone,
        zone_owner_id=draw(st.sampled_from([owner, ME])),
        participant_id=owner,
        location_index=draw(columns),
        target_card_id=draw(ids) if attached else None,
        frozen=draw(st.booleans()) and draw(st.booleans()),
        sideways=draw(st.booleans()) and draw(st.booleans()),
        system_name=draw(st.sampled_from([None, None, "Hoth"])),
    )


events: st.SearchStrategy[e.Event] = st.one_of(
    *[cards(kind) for kind in (e.CardPut, e.CardPut, e.CardPut, e.CardPlaceChanged, e.CardPlaceChanged)],
    *[cards(kind) for kind in (e.CardReplaced, e.CardTurned, e.CardFaceFlipped, e.DeckTopTurned)],
    st.lists(ids, max_size=3).map(lambda gone: e.CardsRemoved(other_card_ids=CardIds(gone))),
    columns.map(lambda at: e.ColumnsRemoved(location_indexes=Indexes((at,)))),
    names.map(lambda name: e.TurnChanged(participant_id=name or ME)),
    st.lists(ids, max_size=3).map(
        lambda all_: e.BattleStarted(location_index=0, other_card_ids=CardIds(all_))
    ),
    st.just(e.BattleOver()),
)
snapshots = st.sampled_from([ME, THEM, PlayerName("somebody")]).map(
    lambda who: e.SnapshotStart(who, PlayerNames((THEM, ME)))
)
histories = st.lists(st.lists(st.one_of(*[events] * 9, snapshots), max_size=8), max_size=12)


@settings(max_examples=100)
@given(histories)
def test_whatever_comes(history: list[list[Any]]) -> None:
    table, index = Table(), index_of(ALL)
    table.apply_event(e.SnapshotStart(ME, PlayerNames((THEM, ME))))
    tracker = BoardTracker(table, index)
    board = tracker.board
    for batch in history:
        before, version, changes = whole(board), board.version, board.changes
        for event in batch:
            table.apply_event(event)
        assert whole(board) == before  # as of the last update
        tracker.update()
        after = whole(board)
        assert after == whole(BoardTracker(table, index).board)
        if board.version == version:
            assert in_play(after) == in_play(before)
            if board.changes == changes:
                assert after == before


def in_play(board: dict[str, Any]) -> list[Any]:
    """What numbers in play can depend on."""
    playing = {key: card for key, card in board["known"].items() if card["zone"] in IN_PLAY}
    return [playing, board["frame"], board["locations"], board["presence"], board["active"]]


# -- case by case ------------------------------------------------------------------------------------


class Made(MadeTable):
    def __init__(self) -> None:
        super().__init__(*ALL)
        self.place_there(CAVE, 0)
        self.place_there(HILL, 1)
        self.tracker = BoardTracker(self.table, self.lore.index)
        self.board = self.tracker.board

    def move(self, card_id: CardId, column: int) -> None:
        card = self.table.card(card_id)
        assert card is not None
        self.table.apply_event(
            e.CardPlaceChanged(
                card_id=card_id,
                blueprint_id=card.blueprint_id,
                zone=Zone.AT_LOCATION,
                zone_owner_id=card.zone_owner,
                participant_id=card.owner,
                location_index=column,
            )
        )


@pytest.fixture
def made() -> Made:
    return Made()


def test_a_carrier_takes_along_who_is_aboard(made: Made) -> None:
    ship = made.put(SHIP)
    hero = made.put(HERO, on=ship)
    made.tracker.update()
    made.move(ship, 1)
    made.tracker.update()
    assert [card.id for card in made.board.locations[1].cards] == [ship, hero]
    assert made.board.locations[0].cards == ()
    assert made.board.cards[hero].inside


def test_a_card_stays_the_same_object_while_it_moves(made: Made) -> None:
    hero = made.put(HERO)
    made.tracker.update()
    card = made.board.cards[hero]
    made.move(hero, 1)
    made.tracker.update()
    assert made.board.cards[hero] is card
    assert card.location is made.board.locations[1]


def changing(*roots: object) -> dict[int, object]:
    """Everything that can be reached and changed, by identity: parts of boards and containers."""
    found: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        each = waiting.pop()
        if id(each) in found or isinstance(each, Table | CardIndex | CardFactsCache):
            continue
        if isinstance(each, BoardPart | ChangeCounter | dict | set | list):
            found[id(each)] = each
        if isinstance(each, BoardPart):
            # Icons are replaced, and never changed in place.
            waiting += [value for name, value in vars(each).items() if name not in ("icons", "_printed")]
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, tuple | list | set):
            waiting += each
    return found


def test_a_copy_shares_nothing_that_can_change(made: Made) -> None:
    ship, hidden = made.put(SHIP), CardId(99)
    made.put(HERO, on=ship)
    made.put(HERO, Zone.HAND)
    made.put(HERO, Zone.TOP_OF_LOST_PILE)
    made.table.apply_event(
        e.CardPut(
            card_id=hidden, blueprint_id=BACK, zone=Zone.STACKED_FACE_DOWN, zone_owner_id=ME,
            participant_id=ME, target_card_id=ship,
        )
    )  # fmt: skip
    made.put(HERO, Zone.SIDE_OF_TABLE)
    made.tracker.update()
    board = made.board
    copy, before = board.copy(), whole(board)
    assert whole(copy) == before
    assert copy.known[hidden].host is copy.known[ship]
    ours, theirs = changing(board), changing(copy)
    assert not [ours[key] for key in ours.keys() & theirs.keys()]
    made.move(ship, 1)
    made.tracker.update()
    assert whole(board) != before
    assert whole(copy) == before


def test_a_captive_is_free_when_its_captor_leaves(made: Made) -> None:
    captor = made.put(VILLAIN)
    hero = made.put(HERO, on=captor)
    made.tracker.update()
    assert not made.board.cards[hero].active
    made.table.apply_event(e.CardsRemoved(other_card_ids=CardIds((captor,))))
    made.move(hero, 0)
    made.tracker.update()
    assert made.board.cards[hero].active
    assert made.board.cards[hero].host is None


def test_cards_that_lie_in_the_piles_and_hands_change_nothing_in_play(made: Made) -> None:
    made.tracker.update()
    version, changes = made.board.version, [made.board.changes]
    for zone in (Zone.TOP_OF_LOST_PILE, Zone.HAND):
        made.put(HERO, zone)
        made.tracker.update()
        changes.append(made.board.changes)
        made.tracker.update()
        assert made.board.changes == changes[-1], "nothing came"
    assert made.board.version == version
    assert len(set(changes)) == len(changes)


def test_a_card_event_without_a_line_in_the_log_is_not_missed(made: Made) -> None:
    version = made.board.version
    made.put(HERO)
    made.tracker.update()
    assert made.board.version > version


def test_what_is_face_down_is_there_as_a_back(made: Made) -> None:
    hero = made.put(HERO)
    card = CardId(99)
    made.table.apply_event(
        e.CardPut(
            card_id=card,
            blueprint_id=BACK,
            zone=Zone.STACKED_FACE_DOWN,
            zone_owner_id=ME,
            participant_id=ME,
            target_card_id=hero,
        )
    )
    made.tracker.update()
    other = made.board.known[card]
    assert (other.card.blueprint_id, other.card.known, other.host) == (BACK, False, made.board.cards[hero])
    assert card not in made.board.cards


def test_a_card_that_is_not_in_the_index_stands_there_and_does_nothing(made: Made) -> None:
    card = made.put(HERO)
    made.table.apply_event(
        e.CardTurned(
            card_id=card, blueprint_id=STRANGE, zone=Zone.AT_LOCATION, zone_owner_id=ME, participant_id=ME
        )
    )
    made.tracker.update()
    other = made.board.cards[card]
    assert (other.active, other.fights, other.location) == (False, False, made.board.locations[0])
    assert not made.board.locations[0].presence(Side.LIGHT)


def test_every_card_that_is_shown_is_on_the_board_once(made: Made) -> None:
    hero = made.put(HERO)
    for zone in (Zone.HAND, Zone.TOP_OF_USED_PILE, Zone.SIDE_OF_TABLE, Zone.OUT_OF_PLAY):
        made.put(SHIP, zone)
    made.put(VILLAIN, Zone.HAND)
    made.put(CAVE, Zone.STACKED, on=hero)
    made.tracker.update()
    board = made.board
    assert list(board.known) == [card.id for card in made.table.cards()]
    for card_id, found in board.known.items():
        card = made.table.card(card_id)
        assert card is not None
        host = None if found.host is None else found.host.id
        assert (found.card.blueprint_id, found.zone, host) == (
            card.blueprint_id, Zone(card.zone.removeprefix("TOP_OF_")), card.host
        )  # fmt: skip
        assert card.owner is not None
        assert found.side is made.table.side_of(card.owner)
    assert sum(card.in_hand for card in board.cards.values()) == 1  # ours alone
    assert [card.in_hand for pile in board.piles[Side.DARK].values() for card in pile.cards] == []


def test_what_comes_after_many_changes_is_taken_in_anew(made: Made) -> None:
    hero = made.put(HERO)
    for turn in range(5000):
        made.move(hero, turn % 2)
    made.tracker.update()
    assert whole(made.board) == whole(BoardTracker(made.table, made.lore.index).board)


def _told(*events: e.AnyEvent) -> GameUpdate:
    return GameUpdate(snapshot=False, channel=ChannelNumber(1), events=events, clocks={})


VOID = e.Message(
    message=f"<div class='cardHint' value='{HERO.blueprint_id}'>Hero</div> is 'hit' by "
    "<div class='cardHint' value='1_1'>Rifle</div> and its forfeit is reset to 0"
)


@pytest.mark.parametrize("shown_first", [False, True], ids=["as it comes about", "in a snapshot"])
def test_a_card_that_the_log_tells_to_forfeit_nothing_does_so(made: Made, shown_first: bool) -> None:
    numbers = Numbers(made.board, made.lore)
    other, hero = made.put(HERO), made.put(HERO)

    def turned(sideways: bool) -> e.CardTurned:
        return e.CardTurned(
            card_id=hero, blueprint_id=HERO.blueprint_id, zone=Zone.AT_LOCATION, zone_owner_id=ME,
            participant_id=ME, sideways=sideways,
        )  # fmt: skip

    def forfeits() -> list[float | None]:
        made.tracker.update()
        return [numbers.forfeit(made.board.known[each]) for each in (hero, other)]

    assert forfeits() == [4, 4]
    made.table.apply(_told(turned(True), VOID) if shown_first else _told(VOID, turned(True)))
    assert forfeits() == [0, 4]
    made.table.apply(_told(turned(True)))
    assert forfeits() == [0, 4]
    made.table.apply(_told(turned(False), turned(True)))
    assert forfeits() == [4, 4]
