"""The board and the question as lines of typed words, for the terminal."""

from collections.abc import Iterator

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Question
from gemp_bot.decisions.describing import DescribedQuestion, tell
from gemp_bot.protocol.decisions import IntegerChoice
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.html import plain
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.replay import Relive
from gemp_bot.report.story.lines import (
    Line,
    Part,
    Sentence,
    Style,
    Word,
    alarm,
    of_side,
    quiet,
    strong,
    words,
)
from gemp_bot.state import Table, TableCard, TableColumn
from gemp_bot.view.names import Titles

_LOG_LINES = 12
"""At most so many new lines of the game log are shown before a board."""


class Boards:
    """Shows the table at questions, in the order of the game.

    Args:
        titles: what cards are called.
    """

    def __init__(self, titles: Titles) -> None:
        self._titles = titles
        self._shown = 0

    def told(self, table: Table, question: Question) -> DescribedQuestion:
        """A question in the words of players; to be made while the table is as it was asked."""
        return tell(table, question, self._titles.title, self._titles.text)

    def lines(self, table: Table, number: int, told: DescribedQuestion) -> Iterator[Line]:
        """What is new in the log since the last board, the board, the question."""
        fresh = max(0, table.log_length - self._shown)
        self._shown = table.log_length
        if fresh:
            yield from log_lines(table.messages[-min(fresh, _LOG_LINES) :])
        yield from board_lines(table, self._titles)
        yield from question_lines(number, told)


def titles_told(relive: Relive, index: CardIndex) -> Titles:
    """Every title in the recording, also of later lines: titles of cards are no secret."""
    titles = Titles(index)
    for step in Relive(relive.path, relive.catalogue):
        if step.update is not None:
            titles.learn(step.update.events)
    return titles


_SIDE_OF_TABLE = (
    Zone.SIDE_OF_TABLE,
    Zone.SIDE_OF_TABLE_NOT_IN_PLAY,
    Zone.SIDE_OF_TABLE_FACE_DOWN_NOT_IN_PLAY,
)
_MANY_OPTIONS = 40


def board_lines(table: Table, titles: Titles) -> Iterator[Line]:
    """The whole table: frame, both players, locations left to right, our hand."""
    yield row(strong(_frame(table)))
    for name in table.players:
        yield _player(table, name)
    for location in table.locations:
        yield from _location(table, location, titles)
    for name in table.players:
        aside = [titles.title(card.blueprint_id) for card in table.cards(*_SIDE_OF_TABLE, owner=name)]
        if aside:
            yield row(f"  beside the table, {name}: {', '.join(sorted(aside))}")
    if table.me is not None:
        hand = sorted(titles.title(card.blueprint_id) for card in table.hand)
        yield row(strong(f"  our hand ({len(hand)}): "), ", ".join(hand) or "empty")


def question_lines(number: int, told: DescribedQuestion) -> Iterator[Line]:
    """One question with its options, as a person would want to read it."""
    question = told.question
    kind = quiet(f"  [{question.kind.value}{_bounds(question)}]")
    yield row(strong(f"? {number}. {question.prompt or '(no prompt)'}"), kind)
    for choice in told.choices[:_MANY_OPTIONS]:
        option = choice.option
        if option.selectable:
            yield row(f"    {option.key:>6}  {choice.words}")
        else:
            yield row(quiet(f"    {option.key:>6}  {choice.words}  (not selectable)"))
    if len(told.choices) > _MANY_OPTIONS:
        yield row(f"            … and {len(told.choices) - _MANY_OPTIONS} more")
    if question.can_pass:
        yield row("      pass")


def row(*parts: Part) -> Line:
    """A row of the board: as it is, never broken."""
    return Sentence(words(*parts), depth=0, whole=True)


def _bounds(question: Question) -> str:
    if isinstance(question.decision, IntegerChoice):
        return f", a number from {question.min} to {question.max}"
    return f", choose {question.min} to {question.max}" if question.max > 1 else ""


def _frame(table: Table) -> str:
    phase = "before the game" if table.phase is None else table.phase.display
    turn = "" if table.turn is None else f", turn {table.turn}"
    whose = "" if table.turn_player is None else f" of {table.turn_player}"
    ending = table.ending
    over = ""
    if ending is not None:
        over = f"  GAME OVER: {ending.player or 'game'} {ending.kind.value} ({ending.reason.value})"
    contests = [name for name in ("battle", "attack", "duel", "combat", "sabacc") if getattr(table, name)]
    going_on = f"  [{', '.join(contests)}]" if contests else ""
    return f"== {phase}{turn}{whose}{going_on}{over}"


def _player(table: Table, name: PlayerName) -> Line:
    player = table.player(name)
    us = " (us)" if name == table.me else ""
    clock = "" if player.clock is None else f"  clock {player.clock // 60}:{player.clock % 60:02}"
    zones = player.zones
    who = "  ", of_side(f"{player.side.value:<5} {name}", player.side), us
    if zones is None:
        return row(*who, clock)
    return row(
        *who,
        strong(f"  life force {player.life_force}"),
        f" (Reserve {zones.reserve_deck}, Force {zones.force_pile}, Used {zones.used_pile})"
        f"  lost {zones.lost_pile}  hand {zones.hand}"
        f"  generation {player.force_generation:g}{clock}",
    )


def _location(table: Table, location: TableColumn, titles: Titles) -> Iterator[Line]:
    name = titles.title(None if location.card is None else location.card.blueprint_id)
    dark, light = _number(location.dark_power), _number(location.light_power)
    battle = table.battle
    here = alarm("  << battle" if battle is not None and battle.column == location.index else "")
    place = Word(name, Style.PLACE)
    yield row(f"  {location.index:>2} ", place, f"  dark {dark} : light {light}", here)
    for side in (Side.DARK, Side.LIGHT):
        cards = [
            card
            for card in table.cards_at(location.index)
            if card.zone_owner is not None and table.side_of(card.zone_owner) is side
        ]
        if cards:
            held = "; ".join(_card(table, card, titles) for card in cards)
            yield row("       ", of_side(f"{side.value.lower():<5}  {held}", side))


def _card(table: Table, card: TableCard, titles: Titles) -> str:
    marks = [
        word
        for word, shown in (
            ("undercover", card.undercover),
            ("inverted", card.inverted),
            ("sideways", card.sideways),
            ("frozen", card.frozen),
            ("suspended", card.suspended),
        )
        if shown
    ]
    carried = [titles.title(other.blueprint_id) for other in table.attached_to(card.id)]
    return (
        titles.title(card.blueprint_id)
        + (f" [{', '.join(marks)}]" if marks else "")
        + (f" ({', '.join(carried)})" if carried else "")
    )


def _number(power: float | None) -> str:
    return "-" if power is None else f"{power:g}"


def log_lines(messages: tuple[str, ...]) -> Iterator[Line]:
    """Lines of the game log."""
    for message in messages:
        yield row(quiet(f"    | {plain(message)}"))
