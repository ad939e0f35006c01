"""What each event does to the board, in a table by event type (PROTOCOL 6.4, 6.8).

Snapshot, update and revert run through the same handlers: a snapshot only begins with `P`, which clears.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from gemp_bot.protocol import events as e
from gemp_bot.protocol.bounds import MOST_CARDS, MOST_COLUMNS
from gemp_bot.protocol.ending import read_ending
from gemp_bot.protocol.enums import PILE_TOPS, Phase, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.protocol.wording import begins_drain, read_forfeits_nothing, read_seat, read_turn_start
from gemp_bot.state.table_data import (
    Affected,
    Attack,
    Duel,
    Sabacc,
    TableBattle,
    TableData,
    TurnRecord,
    card_of,
)

Handler = Callable[[TableData, Any], None]


def snapshot_start(board: TableData, event: e.SnapshotStart) -> None:
    """Clear; who is not among the players is a spectator."""
    board.clear()
    board.players = tuple(event.all_participant_ids)
    board.me = event.participant_id if event.participant_id in board.players else None


def turn_changed(board: TableData, event: e.TurnChanged) -> None:
    """Note the player; its turn number comes with the next phase."""
    board.turn_player = event.participant_id
    board.turn_record = TurnRecord()


def phase_changed(board: TableData, event: e.PhaseChanged) -> None:
    """Note the phase. Only the display text carries the turn number."""
    board.phase = event.phase
    board.turn = event.turn


def card_put(board: TableData, event: e.CardPut | e.CardPutAgain) -> None:
    """Show a card; a location inserts its column, or refills one that lost its card (PROTOCOL 6.8)."""
    if _is_full(board, event):
        return
    if event.zone is Zone.LOCATIONS:
        _take_column(board, event, insert=True)
    else:
        _place(board, event)
        if event.zone in PILE_TOPS:
            _clear_top(board, event)
    board.put(card_of(event))


def card_replaced(board: TableData, event: e.CardReplaced) -> None:
    """Show a card under an id that was just removed; a location takes over the column of the old one."""
    if _is_full(board, event):
        return
    if event.zone is Zone.LOCATIONS:
        _take_column(board, event, insert=False)
    else:
        _place(board, event)
    board.put(card_of(event))


def card_moved(board: TableData, event: e.CardPlaceChanged) -> None:
    """Overwrite zone, side, column and host of a card we know; others are not ours to see."""
    if event.card_id not in board.cards:
        return
    before = board.column_of(event.card_id)
    if event.zone is not Zone.LOCATIONS:
        _place(board, event)
    board.put(card_of(event))
    if before is not None and board.column_of(event.card_id) not in (None, before):
        board.turn_record.moved.add(event.card_id)


def card_used(board: TableData, event: e.CardUsed) -> None:
    """A location is used in a control phase, mostly for a Force drain; else no change of the table."""
    own = board.phase is Phase.CONTROL and event.participant_id == board.turn_player
    column = board.places.get(event.card_id)
    if not own or event.zone is not Zone.LOCATIONS or column is None:
        return
    there, more = set[CardId](), {card for card, place in board.places.items() if place is column}
    while more:
        there |= more
        more = {card.id for card in board.cards.values() if card.host in more} - there
    board.turn_record.used = event.card_id, frozenset(there)


def card_changed(board: TableData, event: e.CardTurned | e.CardFaceFlipped | e.DeckTopTurned) -> None:
    """Take over face, flags and zone of a card we know; its place stays."""
    if event.card_id in board.cards:
        board.put(card_of(event))


def cards_removed(board: TableData, event: e.CardsRemoved) -> None:
    """Forget cards. The column of a location stays: it goes with `RLFP` or takes another card."""
    for card_id in event.other_card_ids:
        board.remove(card_id)
    if board.battle is not None:
        # A participant that leaves the table leaves the battle, with or without an `RFB` of its own.
        board.battle.cards.difference_update(event.other_card_ids)


def columns_removed(board: TableData, event: e.ColumnsRemoved) -> None:
    """Remove columns from the highest to the lowest, so that the others keep their index meanwhile."""
    for index in sorted(set(event.location_indexes), reverse=True):
        if 0 <= index < len(board.columns):
            board.remove_column(index)
        else:
            board.oddities["column to remove does not exist"] += 1


def battle_started(board: TableData, event: e.BattleStarted) -> None:
    """A battle begins."""
    board.battle = TableBattle(event.location_index, set(event.other_card_ids))
    record = board.turn_record
    record.battled |= board.battle.cards
    if 0 <= event.location_index < len(board.columns):
        location = board.columns[event.location_index].location
        if location is not None:
            record.fought.add(location)


def battle_joined(board: TableData, event: e.CardJoinedBattle) -> None:
    """A card joins the battle."""
    if board.battle is not None:
        board.battle.cards.add(event.card_id)
        board.turn_record.battled.add(event.card_id)


def battle_left(board: TableData, event: e.CardLeftBattle) -> None:
    """A card leaves the battle."""
    if board.battle is not None:
        board.battle.cards.discard(event.card_id)


def battle_ended(board: TableData, _: e.BattleOver) -> None:
    """The battle is over."""
    board.battle = None


def attack_started(board: TableData, event: e.AttackStarted) -> None:
    """A creature attack begins."""
    board.attack = Attack(
        event.location_index,
        set(event.other_card_ids),
        set(event.other_card_ids2),
        event.player_attacking,
        event.player_defending,
    )


def attack_ended(board: TableData, _: e.AttackEnded) -> None:
    """The attack is over."""
    board.attack = None


def duel_started(board: TableData, event: e.DuelStarted) -> None:
    """A duel begins."""
    board.duel = Duel(event.location_index, set(event.other_card_ids))


def duel_ended(board: TableData, _: e.DuelEnded) -> None:
    """The duel is over."""
    board.duel = None


def combat_started(board: TableData, event: e.CombatStarted) -> None:
    """Lightsaber combat begins."""
    board.combat = Duel(event.location_index, set(event.other_card_ids))


def combat_ended(board: TableData, _: e.CombatEnded) -> None:
    """Lightsaber combat is over."""
    board.combat = None


def sabacc_started(board: TableData, _: e.SabaccStarted) -> None:
    """A sabacc game begins."""
    board.sabacc = Sabacc()


def sabacc_revealed(board: TableData, _: e.SabaccRevealed) -> None:
    """Both hands are shown; a snapshot in this state sends `RSH` without `SS` before it."""
    board.sabacc = Sabacc(revealed=True)


def sabacc_ended(board: TableData, _: e.SabaccEnded) -> None:
    """The sabacc game is over."""
    board.sabacc = None


def message(board: TableData, event: e.Message) -> None:
    """Log a line. The end of the game is told here and nowhere else (PROTOCOL 6.11)."""
    board.playing = None
    board.messages.append(event.message)
    board.log_length += 1
    board.log_digest = hash((board.log_digest, event.message))
    ending = read_ending(event.message)
    if ending is not None:
        board.ending = ending
    start = read_turn_start(event.message)
    if start is not None and start[0] == board.turn_player:
        # Questions can come before the first phase of the turn tells its number.
        board.turn = start[1]
    if board.turn_record.used is not None and begins_drain(event.message):
        place, there = board.turn_record.used
        board.turn_record.drained[place] = there
    voided = read_forfeits_nothing(event.message)
    if voided is not None:
        board.voided.add(voided)
    seat = read_seat(event.message)
    if seat is not None:
        board.take_seat(seat)


def warned(board: TableData, event: e.Warned) -> None:
    """Keep the warning of this batch; it comes after everything else of it."""
    board.warning = event.message


def statistics(board: TableData, event: e.Statistics) -> None:
    """Take the numbers, always the full set. What left the Reserve Deck for the Force Pile was activated."""
    before, board.statistics = board.statistics, event
    was = () if before is None else (each for each in before.player_zones if each.name == board.turn_player)
    now = (each for each in event.player_zones if each.name == board.turn_player)
    for old, new in zip(was, now, strict=False):
        activated = min(old.reserve_deck - new.reserve_deck, new.force_pile - old.force_pile)
        board.turn_record.activated += max(activated, 0)


def asked(board: TableData, event: e.Asked) -> None:
    """The last question of a batch is the live one (PROTOCOL pitfall 5)."""
    board.asked = event
    board.seat = None  # who was to take it is not shown


def card_shown(board: TableData, event: e.CardShown) -> None:
    """A card is played, or shown to both; whom it is to affect is told right after it."""
    board.playing = event.card_id


def card_affects(board: TableData, event: e.CardAffects) -> None:
    """Note whom a card affects as its effect comes about.

    Of an Interrupt it is told first as it is played, when it may still be canceled, and again after the
    line of the log that tells its effect.
    """
    if event.card_id == board.playing:
        return
    record = board.turn_record
    told = (Affected(event.blueprint_id, event.participant_id, each) for each in event.other_card_ids)
    new = [each for each in dict.fromkeys(told) if each not in record.affected]
    record.affected = (*record.affected, *new)[:MOST_CARDS]


def animation(_: TableData, __: e.Event) -> None:
    """Seen by the players, changes nothing of the table."""


HANDLERS: Mapping[type, Handler] = MappingProxyType(
    {
        e.SnapshotStart: snapshot_start,
        e.TurnChanged: turn_changed,
        e.PhaseChanged: phase_changed,
        e.CardPut: card_put,
        e.CardPutAgain: card_put,
        e.CardReplaced: card_replaced,
        e.CardPlaceChanged: card_moved,
        e.CardsRemoved: cards_removed,
        e.ColumnsRemoved: columns_removed,
        e.CardTurned: card_changed,
        e.CardFaceFlipped: card_changed,
        e.DeckTopTurned: card_changed,
        e.BattleStarted: battle_started,
        e.CardJoinedBattle: battle_joined,
        e.CardLeftBattle: battle_left,
        e.BattleOver: battle_ended,
        e.AttackStarted: attack_started,
        e.AttackEnded: attack_ended,
        e.DuelStarted: duel_started,
        e.DuelEnded: duel_ended,
        e.CombatStarted: combat_started,
        e.CombatEnded: combat_ended,
        e.SabaccStarted: sabacc_started,
        e.SabaccRevealed: sabacc_revealed,
        e.SabaccEnded: sabacc_ended,
        e.Message: message,
        e.Warned: warned,
        e.Statistics: statistics,
        e.Asked: asked,
        e.CardAffects: card_affects,
        e.CardShown: card_shown,
        e.DestinyShown: animation,
        e.CardUsed: card_used,
    }
)


def _is_full(board: TableData, event: e.CardEvent) -> bool:
    """Whether the table holds more cards than any game has, and this is one more."""
    if len(board.cards) < MOST_CARDS or event.card_id in board.cards:
        return False
    board.oddities["more cards than a game has"] += 1
    return True


def _place(board: TableData, event: e.CardEvent) -> None:
    """Note at which column a card stands; only `AT_LOCATION` says so truthfully (PROTOCOL pitfall 14)."""
    if event.zone is not Zone.AT_LOCATION:
        board.stand(event.card_id, None)
    elif 0 <= event.location_index < len(board.columns):
        board.stand(event.card_id, event.location_index)
    else:
        board.stand(event.card_id, None)
        board.oddities["card at a column that does not exist"] += 1


def _clear_top(board: TableData, event: e.CardEvent) -> None:
    """A pile has one top: what was on it is not shown any more, whether the server said so or not."""
    if event.zone_owner_id not in board.players:
        return  # nobody's pile: there is nothing to keep, and no end of such names
    pile = (event.zone, event.zone_owner_id)
    covered = board.cards.get(board.tops.get(pile, event.card_id))
    board.tops[pile] = event.card_id
    if covered is not None and covered.id != event.card_id and (covered.zone, covered.zone_owner) == pile:
        board.remove(covered.id)


def _take_column(board: TableData, event: e.CardEvent, *, insert: bool) -> None:
    index = event.location_index
    here = board.columns[index] if 0 <= index < len(board.columns) else None
    if here is not None and not (insert and here.location is not None):
        board.lay(event.card_id, index, insert=False)
        return
    if len(board.columns) >= MOST_COLUMNS:
        board.oddities["more columns than a game has"] += 1
        return
    if not insert or not 0 <= index <= len(board.columns):
        board.oddities["location at a column that does not exist"] += 1
    board.lay(event.card_id, min(max(0, index), len(board.columns)), insert=True)
