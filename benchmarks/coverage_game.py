"""One recorded game beside the engine: what each offers at a menu of ours, and what the answer brings."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.coverage_played import PLAYED, POWER, Play, Told, held, power_key, told
from benchmarks.worlds import Known
from gemp_bot.board.card import CardInPlay
from gemp_bot.board.tracked import BoardTracker
from gemp_bot.cards import CardType
from gemp_bot.decisions import Catalogue, Option, Question
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game import choices
from gemp_bot.game.context import GameContext
from gemp_bot.game.known_actions import why_steps_unknown
from gemp_bot.game.numbers import Numbers
from gemp_bot.game.outcome import Settings, Windows
from gemp_bot.game.texts import KnownActions, Texts
from gemp_bot.game.turn import DOING
from gemp_bot.inference.worlds import WorldDealer, WorldError
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import CardId
from gemp_bot.replay import Relive
from gemp_bot.search.playout import OptionKey, asked_key, key_of
from gemp_bot.state import Table

OWN: Final = "cards' own actions"
AS_DEALT: Final = "as dealt"
_ROWS: Final = {
    ActionKind.ACTIVATE_FORCE: "activate Force",
    ActionKind.FORCE_DRAIN: "Force drain",
    ActionKind.INITIATE_BATTLE: "initiate battle",
    ActionKind.INITIATE_ATTACK: "initiate attack",
    ActionKind.DRAW_CARD: "draw a card",
    ActionKind.MOVE_LANDSPEED: "move: landspeed",
    ActionKind.MOVE_HYPERSPEED: "move: hyperspeed",
    ActionKind.MOVE_SECTOR: "move: sector",
    ActionKind.LAND: "move: land",
    ActionKind.TAKE_OFF: "move: take off",
    ActionKind.DOCKING_BAY_TRANSIT: "move: docking bay transit",
    ActionKind.SHUTTLE: "move: shuttle",
    ActionKind.EMBARK: "move: embark",
    ActionKind.DISEMBARK: "move: disembark",
    ActionKind.SHIP_DOCK: "move: ship-dock",
    ActionKind.MOVE_CAPACITY_SLOT: "move: capacity slot",
    ActionKind.TRANSFER: "transfer a weapon or device",
}
_DEPLOYS: Final = {
    CardType.CHARACTER: "deploy: character",
    CardType.STARSHIP: "deploy: starship",
    CardType.VEHICLE: "deploy: vehicle",
    CardType.WEAPON: "deploy: weapon",
    CardType.DEVICE: "deploy: device",
    CardType.LOCATION: "deploy: location",
}
_OTHERS: Final = "deploy: Effect or other"
_WHERE: Final = frozenset(
    {
        PromptKind.CHOOSE_DEPLOY_TARGET,
        PromptKind.CHOOSE_MOVE_TARGET,
        PromptKind.DOCKING_BAY_TARGET,
        PromptKind.SHUTTLE_TARGET,
        PromptKind.SHIP_DOCK_TARGET,
        PromptKind.EMBARK_TARGET,
        PromptKind.DISEMBARK_TARGET,
        PromptKind.LAND_TARGET,
        PromptKind.TAKE_OFF_TARGET,
        PromptKind.TRANSFER_TARGET,
    }
)
_NEVER: Final = -1


class Offered(NamedTuple):
    """Something that may be done, and its row in the table."""

    row: str
    key: OptionKey


class Counts:
    """What was found in all games.

    Attributes:
        menus: menus of ours that were compared. refused: positions of which no world was dealt, by reason.
        known: actions of cards' own texts that the server offered, of which costs and effects are known.
        offered, covered, extra: by row, what the server offered, the engine too, and the engine alone.
        missing, beyond: by row and card, what the server offered alone, and what the engine did.
        played, agreed: by kind of step and number, how often it was told, and how often the engine said so.
        wrong: by step and number, how often it was not as told.
        powers, wrong_powers: by card, powers of its side where it is, and those not as told; before a step.
        unplayed: steps that could not be compared, by reason.
    """

    def __init__(self) -> None:
        self.menus = self.known = 0
        self.refused: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.covered: Counter[str] = Counter()
        self.extra: Counter[str] = Counter()
        self.missing: Counter[tuple[str, str]] = Counter()
        self.beyond: Counter[tuple[str, str]] = Counter()
        self.played: Counter[tuple[str, str]] = Counter()
        self.agreed: Counter[tuple[str, str]] = Counter()
        self.wrong: Counter[str] = Counter()
        self.powers: Counter[str] = Counter()
        self.wrong_powers: Counter[str] = Counter()
        self.unplayed: Counter[str] = Counter()

    def compare(self, row: str, title: str, *, server: bool, engine: bool) -> None:
        """Count something that is offered by the server, by the engine, or by both."""
        self.offered[row] += server
        self.covered[row] += server and engine
        self.extra[row] += engine and not server
        self.missing[row, title] += server and not engine
        self.beyond[row, title] += engine and not server

    def number(self, step: str, what: str, *, agrees: bool) -> None:
        """Count a number that was told after a step."""
        self.played[step, what] += 1
        self.agreed[step, what] += agrees


class GameCoverage:
    """Reads one recorded game."""

    def __init__(self, path: Path, effects: CardEffects, catalogue: Catalogue, counts: Counts) -> None:
        self._effects, self._counts = effects, counts
        self._relive = Relive(path, catalogue)
        self._known: Known | None = None
        self._menu: tuple[Question, Mapping[Offered, choices.Option], GameContext] | None = None
        self._asked: Question | None = None
        self._chosen: tuple[Offered, choices.Option | None] | None = None
        self._play: Play | None = None
        self._used: dict[tuple[str, int], int | None] = {}  # own actions that were played, and in which turn

    def read(self) -> None:
        """Compare every menu.

        Raises:
            JournalError: it cannot be read.
        """
        for step in self._relive:
            if step.answer is not None:
                self._answered(step.answer)
            if step.update is None:
                continue
            table = self._relive.table
            if self._known is None:
                self._known = Known(self._effects.index, table)
            before = self._known.tracker
            self._known.look(table, step.question)
            if self._known.tracker is not before:
                self._play = None
            if step.question is not None:
                self._ask(table, self._known.tracker, step.question)

    # -- questions and answers ------------------------------------------------------------------------

    def _answered(self, wire: str) -> None:
        """An answer of ours: it begins a step, belongs to one, or disturbs it."""
        menu, self._menu = self._menu, None
        asked, self._asked = self._asked, None
        self._chosen = None
        if menu is None:
            if asked is not None and self._play is not None:
                self._play.answer(asked, wire)
            return
        question, engine, run = menu
        option = next((each for each in question.options if each.key == wire), None)
        if option is None:
            return
        deed = self._deed(option)
        offered = engine.get(deed)
        if deed.key.action >= 0:
            self._used[str(option.blueprint_id), deed.key.action] = self._relive.table.turn
        self._chosen = deed, offered
        if offered is not None and self._known is not None:
            self._play = Play(deed.row, offered, run, told(self._relive.table, self._known.tracker.board))

    def _ask(self, table: Table, tracker: BoardTracker, question: Question) -> None:
        self._asked = question
        if self._chosen is not None and question.kind in _WHERE:
            self._compare_targets(tracker, *self._chosen, question)
        menu = question.kind is PromptKind.PHASE_ACTION
        if self._play is not None and (menu or (self._play.at_once and table.battle is not None)):
            self._finish(self._play, told(table, tracker.board))
            self._play = None
        if menu and table.is_my_turn and table.phase in DOING:
            self._compare_menu(table, tracker, question)

    # -- what is offered ------------------------------------------------------------------------------

    def _compare_menu(self, table: Table, tracker: BoardTracker, question: Question) -> None:
        counts = self._counts
        try:
            assert self._known is not None, "it was looked at"
            world = WorldDealer(tracker, self._known.knowledge, self._effects).deal(0)
        except WorldError as refused:
            counts.refused[_without_numbers(str(refused))] += 1
            return
        state = world.state
        texts = Texts(self._effects.index.derived(KnownActions))
        run = GameContext(state, Numbers(state.board, self._effects), Settings(windows=Windows.USEFUL), texts)
        server = {self._deed(option): self._title(option) for option in question.options}
        found = self._engine_deeds(run)
        engine = {deed: option for deed, option in found if deed in server or not self._used_up(run, deed)}
        counts.menus += 1
        counts.known += sum(self._is_known(run, deed) for deed in server if deed.row == OWN)
        for deed in {**server, **engine}:
            title = (server.get(deed) or state.card(deed.key.card).card.title) if deed.key.card else ""
            if deed.row == OWN:
                title = f"{title} ({deed.key.action})"
            counts.compare(deed.row, title, server=deed in server, engine=deed in engine)
        self._menu = question, engine, run
        self._compare_numbers(AS_DEALT, told(table, tracker.board), held(run), tracker)

    @staticmethod
    def _is_known(run: GameContext, deed: Offered) -> bool:
        """Whether it is known what an action of a card's own text costs and does."""
        actions = run.state.card(deed.key.card).facts.text.actions
        return deed.key.action >= 0 and not why_steps_unknown(actions[deed.key.action])

    def _engine_deeds(self, run: GameContext) -> Iterator[tuple[Offered, choices.Option]]:
        state = run.state
        for offer in (DOING[state.phase].offer(run, state.active), run.responses.actions(run, state.active)):
            for option in offer:
                key = key_of(option)
                yield Offered(_row_of(key, state.board.known.get(CardId(key.card))), key), option

    def _used_up(self, run: GameContext, deed: Offered) -> bool:
        """Whether the recorded player may have used an action as often as he may: that is on no board.

        What was searched in vain is not searched for again in a turn.
        """
        if deed.key.action < 0:
            return False
        facts = run.state.card(deed.key.card).facts
        when = self._used.get((facts.card.blueprint_id, deed.key.action), _NEVER)
        offer = self._effects.offer_at(facts, deed.key.action)
        this_turn = when == self._relive.table.turn and bool(offer.often or offer.fetches)
        return when != _NEVER and (offer.often.endswith("game") or this_turn)

    def _deed(self, option: Option) -> Offered:
        assert self._known is not None, "it was looked at"
        board = self._known.tracker.board
        key = asked_key(option, board)
        return Offered(_row_of(key, board.known.get(CardId(key.card))), key)

    def _title(self, option: Option) -> str:
        face = self._effects.index.get(option.blueprint_id or "")
        return str(option.blueprint_id) if face is None else face.title

    def _compare_targets(
        self, tracker: BoardTracker, deed: Offered, option: choices.Option | None, question: Question
    ) -> None:
        if option is None:
            return  # that it is missing is counted
        server = {int(each.card_id) for each in question.selectable if each.card_id is not None}
        board = tracker.board
        titles = {
            number: known.card.title if (known := board.known.get(CardId(number))) is not None else "?"
            for number in (deed.key.card, *server, *option.targets)
        }
        for target in server | set(option.targets):
            title = f"{titles[deed.key.card]} to {titles[target]}"
            both = {"server": target in server, "engine": target in option.targets}
            self._counts.compare(f"{deed.row}: where", title, **both)

    # -- what comes of it -----------------------------------------------------------------------------

    def _finish(self, play: Play, after: Told) -> None:
        reason = play.finish(fighting=self._relive.table.battle is not None)
        if reason:
            self._counts.unplayed[f"{play.step}: {reason}"] += 1
            return
        if self._known is not None:
            self._compare_numbers(play.step, after, play.held(), self._known.tracker)

    def _compare_numbers(self, step: str, server: Told, engine: Told, tracker: BoardTracker) -> None:
        counts = self._counts
        whole = True
        for what in PLAYED:
            numbers, ours = server[what], engine[what]
            if not numbers or not ours:
                continue
            wrong = [key for key, number in numbers.items() if ours.get(key) != number]
            counts.number(step, what, agrees=not wrong)
            whole = whole and not wrong
            for key in wrong if what != POWER else ():
                counts.wrong[f"{step}: {what}: {key}"] += 1
            if what == POWER and step == AS_DEALT:
                self._note_powers(tracker, numbers, set(wrong))
        counts.number(step, "all", agrees=whole)

    def _note_powers(self, tracker: BoardTracker, numbers: Mapping[str, float], wrong: set[str]) -> None:
        """Count the cards of a side at a location by whether its power there is as told."""
        for place in tracker.board.locations:
            for side in Side:
                key = power_key(side, place.column)
                there = {card.card.title for card in place.cards if card.side is side}
                if key in numbers and place.card is not None:
                    self._counts.powers.update(there | {place.card.card.title})
                    if key in wrong:
                        self._counts.wrong_powers.update(there | {place.card.card.title})


def _row_of(key: OptionKey, card: CardInPlay | None) -> str:
    """The row of an option; of a deployment that of the type of its card."""
    if key.of_text:
        return OWN
    if key.kind is ActionKind.DEPLOY:
        return _OTHERS if card is None else _DEPLOYS.get(CardType(card.card.type), _OTHERS)
    return _ROWS[key.kind]


def _without_numbers(text: str) -> str:
    """A reason without its numbers, to be counted."""
    return re.sub(r"\d+", "#", text)
