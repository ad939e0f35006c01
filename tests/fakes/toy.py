"""A small seeded game that asks everything a server can ask, in many shapes."""

import copy
from random import Random

from fakes import events, questions
from fakes.server_table import ServerTable, TableScript
from fakes.toy_board import Board, blueprints
from fakes.toy_scenes import SCENES, Stage
from gemp_bot.protocol.enums import Phase
from gemp_bot.sandbox.server.questions import Action, ServedQuestion, Shown
from gemp_bot.sandbox.server.steps import Ask, Emit, End, Play, Restore, ask, emit

_PHASES = (
    Phase.ACTIVATE,
    Phase.CONTROL,
    Phase.DEPLOY,
    Phase.BATTLE,
    Phase.MOVE,
    Phase.DRAW,
    Phase.END_OF_TURN,
    Phase.BETWEEN_TURNS,
)
_DECK = 30
_HAND = 6
_RESPONSES = 0.7
"""How often a player is asked for responses at the end of a phase."""


class ToyScript(TableScript):
    """One toy game; the same seed and the same answers give the same game.

    It keeps the shape of a real game (confirmation, starting locations, turns and phases, an end) and
    fills the phases with scenes; no rules of the card game are behind it.
    """

    def __init__(self, seed: int, length: int = 40) -> None:
        self.seed = seed
        self.length = length

    def play(self, table: ServerTable) -> Play:
        """Play it."""
        random = Random(self.seed)
        stage = Stage(Board(table.players), random, table)
        yield from self._start(stage)
        for number in range(self.length):
            yield from self._phase(stage, number)
        yield End(random.choice(table.players))

    def _start(self, stage: Stage) -> Play:
        board, players = stage.board, stage.board.players
        board.deal(stage.random, _DECK)
        yield emit(
            *board.tops(),
            board.statistics(),
            events.message("You're starting a game of Open"),
            events.message(f"Players in the game are: {', '.join(players)}"),
        )
        yield Ask(dict.fromkeys(players, questions.start_confirmation()))
        choices = {player: blueprints(board.side(player), locations=True) for player in players}
        answers = yield Ask({player: _starting(faces) for player, faces in choices.items()})
        for player in players:
            face = choices[player][int(answers[player].removeprefix("temp"))]
            yield emit(*board.insert_column(player, face, len(board.columns)))
        yield emit(events.message("Dark Side goes first"))
        for player in players:
            yield emit(*board.draw(player, "RESERVE_DECK", _HAND))

    def _phase(self, stage: Stage, number: int) -> Play:
        board = stage.board
        step = number % len(_PHASES)
        if step == 0:
            board.active = board.other(board.active) if board.active else board.players[0]
            board.turns[board.active] += 1
            turn = board.turns[board.active]
            yield emit(
                events.turn(board.active),
                events.message(f"Start of {board.active}'s turn #{turn}"),
            )
        board.phase = _PHASES[step]
        yield emit(events.phase(board.phase, board.turns[board.active]))
        yield from self._menu(stage)
        scene = stage.random.choice(SCENES)
        yield from scene(stage)
        for player in board.players:
            if stage.random.random() < _RESPONSES:
                yield ask(player, questions.optional_responses(), stage.board.statistics())

    def _menu(self, stage: Stage) -> Play:
        """Offer the top-level actions; `revert` opens the dialogue of PROTOCOL 7.10."""
        earlier = copy.deepcopy(stage.board), stage.table.copy()
        player = stage.board.active
        while True:
            answer = (yield ask(player, _top_level(stage)))[player]
            if answer.lower() != questions.REVERT:
                return
            choices = ["Start of phase", "Do not revert"]
            text = "Choose game state to revert prior to"
            picked = yield ask(player, questions.multiple_choice(text, choices, 1))
            if picked[player] == "1":
                continue
            opponent = stage.board.other(player)
            text = f"Do you want to allow {player} to revert?"
            agreed = yield ask(opponent, questions.multiple_choice(text, ["Yes", "No"]))
            if agreed[opponent] == "0":
                yield emit(events.message(f"{opponent} allows game to revert to a previous state"))
                # Something has happened since, or the revert would have nothing to take back.
                yield Emit(tuple(stage.board.draw(player, "RESERVE_DECK", 1)))
                stage.board = copy.deepcopy(earlier[0])
                stage.table = earlier[1].copy()
                yield Restore(stage.table)


def _starting(faces: list[str]) -> ServedQuestion:
    shown = [Shown(face, horizontal=True) for face in faces]
    return questions.arbitrary_cards("Choose starting location", shown)


def _top_level(stage: Stage) -> ServedQuestion:
    board = stage.board
    hand = list(board.hands[board.active].items())
    count = stage.random.randint(0, min(3, len(hand)))
    actions = [
        Action("Play" if index else "Deploy", card_id, face)
        for index, (card_id, face) in enumerate(hand[:count])
    ]
    return questions.card_action_choice(
        f"Choose {board.phase.display} action or Pass",
        actions,
        your_turn=True,
        auto_pass=True,
        revert=True,
    )
