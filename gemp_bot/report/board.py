"""The board and the question as lines of text, for the terminal and for golden files."""

from collections.abc import Iterator

from gemp_bot.decisions import Question
from gemp_bot.journal import VerdictLine
from gemp_bot.protocol.decisions import IntegerChoice
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.html import plain
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.report.titles import Titles
from gemp_bot.state import Card, Location, Table

_SIDE_OF_TABLE = (
    Zone.SIDE_OF_TABLE,
    Zone.SIDE_OF_TABLE_NOT_IN_PLAY,
    Zone.SIDE_OF_TABLE_FACE_DOWN_NOT_IN_PLAY,
)
_MANY_OPTIONS = 40


def board_lines(table: Table, titles: Titles) -> Iterator[str]:
    """The whole table: frame, both players, locations left to right, our hand."""
    yield _frame(table)
    for name in table.players:
        yield _player(table, name)
    for location in table.locations:
        yield from _location(table, location, titles)
    for name in table.players:
        aside = [titles.title(card.blueprint_id) for card in table.cards(*_SIDE_OF_TABLE, owner=name)]
        if aside:
            yield f"  beside the table, {name}: {', '.join(sorted(aside))}"
    if table.me is not None:
        hand = sorted(titles.title(card.blueprint_id) for card in table.hand)
        yield f"  our hand ({len(hand)}): {', '.join(hand) or 'empty'}"


def question_lines(number: int, question: Question, table: Table, titles: Titles) -> Iterator[str]:
    """One question with its options, as a person would want to read it."""
    yield f"? {number}. {question.prompt or '(no prompt)'}  [{question.kind.value}{_bounds(question)}]"
    for option in question.options[:_MANY_OPTIONS]:
        card = option.card_id
        face = option.blueprint_id
        where = "" if card is None else _place(table, table.card(card), titles)
        label = option.text or titles.title(face)
        named = "" if card is None or not option.text else f" - {titles.title(table.face_of(card) or face)}"
        mark = "" if option.selectable else "  (not selectable)"
        yield f"    {option.key:>6}  {label}{named}{where}{mark}"
    if len(question.options) > _MANY_OPTIONS:
        yield f"            … and {len(question.options) - _MANY_OPTIONS} more"
    if question.can_pass:
        yield "      pass"


def answer_line(question: Question, wire: str, titles: Titles) -> str:
    """What was answered, in the words of the options."""
    chosen = set(wire.split(","))
    labels = [
        option.text or titles.title(option.blueprint_id)
        for option in question.options
        if option.key in chosen
    ]
    return f"  > {', '.join(labels) or wire or 'pass'}"


def why_lines(question: Question, verdict: VerdictLine, titles: Titles) -> Iterator[str]:
    """Why an answer was given, and what else was weighed, in Force."""
    if verdict.parts:
        told = "; ".join(f"{part.reason}{_force(part.force)}" for part in verdict.parts)
        total = sum(part.force for part in verdict.parts)
        yield f"    because {told}" + (f" = {total:+.2f}" if len(verdict.parts) > 1 else "")
    others = [
        f"{answer_line(question, other.answer, titles).strip(' >')} {other.score:+.2f}"
        for other in verdict.alternatives
        if other.score is not None
    ]
    if others:
        yield f"    rather than {', '.join(others)}"
    if verdict.fallback is not None:
        yield f"    by a fallback: {verdict.fallback}"


def _force(force: float) -> str:
    return f" {force:+.2f}" if force else ""


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


def _player(table: Table, name: PlayerName) -> str:
    player = table.player(name)
    us = " (us)" if name == table.me else ""
    clock = "" if player.clock is None else f"  clock {player.clock // 60}:{player.clock % 60:02}"
    zones = player.zones
    if zones is None:
        return f"  {player.side.value:<5} {name}{us}{clock}"
    return (
        f"  {player.side.value:<5} {name}{us}  life Force {player.life_force}"
        f" (Reserve {zones.reserve_deck}, Force {zones.force_pile}, Used {zones.used_pile})"
        f"  lost {zones.lost_pile}  hand {zones.hand}"
        f"  generation {player.force_generation:g}{clock}"
    )


def _location(table: Table, location: Location, titles: Titles) -> Iterator[str]:
    name = titles.title(None if location.card is None else location.card.blueprint_id)
    dark, light = _number(location.dark_power), _number(location.light_power)
    battle = table.battle
    here = "  << battle" if battle is not None and battle.column == location.index else ""
    yield f"  {location.index:>2} {name}  dark {dark} : light {light}{here}"
    for side in (Side.DARK, Side.LIGHT):
        cards = [
            card
            for card in table.cards_at(location.index)
            if card.zone_owner is not None and table.side_of(card.zone_owner) is side
        ]
        if cards:
            yield f"       {side.value.lower():<5}  {'; '.join(_card(table, card, titles) for card in cards)}"


def _card(table: Table, card: Card, titles: Titles) -> str:
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


def _place(table: Table, card: Card | None, titles: Titles) -> str:
    if card is None:
        return ""
    column = table.column_of(card.id)
    if column is None or card.zone is Zone.LOCATIONS:
        return f"  in {card.zone.value.lower().replace('_', ' ')}" if column is None else f"  (at {column})"
    location = table.locations[column].card
    return f"  at {column} {titles.title(None if location is None else location.blueprint_id)}"


def _number(power: float | None) -> str:
    return "-" if power is None else f"{power:g}"


def log_lines(messages: tuple[str, ...]) -> Iterator[str]:
    """Lines of the game log as plain text."""
    for message in messages:
        yield f"    | {plain(message)}"
