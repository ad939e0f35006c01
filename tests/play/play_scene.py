"""A table brought forward by bytes, as a server sends them, and the questions asked at it."""

from fakes import events, questions
from fakes.events import CardAttributes

from gemp_bot.decisions import Catalogue, Question, ask
from gemp_bot.protocol.decode import GameDecoder, GameUpdate
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import AnyEvent
from gemp_bot.protocol.ids import ChannelNumber, PlayerName
from gemp_bot.sandbox.server.event_xml import update_node
from gemp_bot.sandbox.server.questions import Action
from gemp_bot.sandbox.server.xml import document
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Verdict

ME, THEM = "me", "them"
CATALOGUE = Catalogue.load()


class Scene:
    """We are `me`, Light, against `them`; one site with the id 1."""

    def __init__(self) -> None:
        self.table = Table()
        self._decoder = GameDecoder()
        self.open()

    def open(self, *told: AnyEvent) -> None:
        """Open the game anew."""
        self.table = Table()
        site = CardAttributes(card_id=1, blueprint="1_128", owner=ME, zone=Zone.LOCATIONS, column=0)
        start = (events.snapshot_start(ME, (THEM, ME)), events.turn(ME), events.phase(Phase.MOVE, 1))
        self._apply(True, *start, events.put(site), *told)

    def tell(self, *told: AnyEvent) -> None:
        self._apply(False, *told)

    def _apply(self, snapshot: bool, *told: AnyEvent) -> None:
        clocks = {PlayerName(name): 3600 for name in (THEM, ME)}
        update = GameUpdate(snapshot, ChannelNumber(0), told, clocks)
        self.table.apply(self._decoder.decode(document(update_node(update))))

    def ask(self, question: questions.ServedQuestion) -> Question:
        self.tell(question.event(ME))
        assert self.table.asked is not None
        return ask(self.table.asked, self.table.face_of, CATALOGUE)

    def menu(self, *actions: Action, phase: Phase = Phase.MOVE) -> Question:
        return self.ask(
            questions.card_action_choice(f"Choose {phase.display} action or Pass", actions, your_turn=True)
        )

    def numbers(self, force: int = 5, power: float = 4) -> None:
        piles = {THEM: {"RESERVE_DECK": 30}, ME: {"RESERVE_DECK": 30, "FORCE_PILE": force}}
        self.tell(events.statistics(piles, [-1], [power]))


class Always:
    """Answers what a function says; counts."""

    name = "always"

    def __init__(self, wire: str, *, quick: bool = True) -> None:
        self.wire = wire
        self.quick = quick
        self.asked = 0

    def decide(self, view: Table, question: Question, budget: Budget) -> Verdict:
        self.asked += 1
        answers = {answer.wire: answer for answer in question.answers()}
        return Verdict(answers[self.wire])
