"""What cards do by their texts in the box is read back as deeds, as from a real server."""

from wire_games import DARK, ByChance

from gemp_bot.cards import CardType
from gemp_bot.game import Settings
from gemp_bot.game.game_events import ActionTaken, Happened
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.xml import document, node
from gemp_bot.state import Table
from gemp_bot.view.deed_reader import DeedReader
from gemp_bot.view.model import DeedKind
from gemp_bot.view.names import Names
from gemp_bot.view.reasons import Reasons


def test_played_interrupts_and_used_texts_are_deeds() -> None:
    """One deed each, in order; the light player's Interrupt is seen by the dark player, too."""
    box = Box(settings=Settings(checked=False))
    happened: list[Happened] = []
    play = ByChance(box, 0, happened.extend)
    table, decoder, reader = Table(), GameDecoder(), DeedReader(Names(box.index), Reasons(), lambda _: None)
    locations = {card.blueprint_id for card in box.index if card.type == CardType.LOCATION}
    deeds = []
    for number, _ in enumerate(play.steps()):
        tag = "update" if number else "gameState"
        for event in decoder.decode(document(node(tag, *play.told[DARK], node("clocks"), cn=0))).events:
            reader.apply(table, event)
        reader.settle(table)
        deeds += [
            (deed.kind, deed.side, card.blueprint)
            for deed in reader.deeds.take()
            if deed.kind in (DeedKind.PLAYED, DeedKind.ACTED)
            for card in deed.cards
            if card.blueprint not in locations  # they may have been drained at
        ]
    taken = []
    for action in happened:
        if isinstance(action, ActionTaken) and action.action >= 0:
            card = play.course.engine.state.card(action.card).card
            kind = DeedKind.PLAYED if card.type == CardType.INTERRUPT else DeedKind.ACTED
            if card.type != CardType.LOCATION:
                taken.append((kind, action.player, card.blueprint_id))
    assert deeds == taken
    assert {kind for kind, _, _ in taken} == {DeedKind.PLAYED, DeedKind.ACTED}
