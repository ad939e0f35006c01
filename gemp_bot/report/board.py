"""A board, a question and a choice explained in full, as lines of typed words for the terminal."""

from collections.abc import Iterator, Sequence

import msgspec

from gemp_bot.cards.index import CardIndex
from gemp_bot.decisions import Question
from gemp_bot.decisions.describing import DescribedQuestion, tell
from gemp_bot.journal import ScorePart, VerdictLine
from gemp_bot.journal.reader import WeighedAnswer
from gemp_bot.protocol.decisions import IntegerChoice
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.html import plain
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.replay import Relive
from gemp_bot.report.story_lines import (
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
from gemp_bot.strategy import Alternative, Explanation, Thought
from gemp_bot.strategy.explanation import BattleForecast, DestinyOutlook, KnownPile, Plan, PlanStep
from gemp_bot.view.boards import BESIDE
from gemp_bot.view.names import Titles

_LOG_LINES = 12
"""At most so many new lines of the game log are shown before a board."""


class Boards:
    """Shows the table at questions, in the order of the game."""

    def __init__(self, titles: Titles) -> None:
        self._titles = titles
        self._shown = 0

    def told(self, table: Table, question: Question) -> DescribedQuestion:
        """A question in the words of players; to be made while the table is as it was asked."""
        return tell(table, question, self._titles.title, self._titles.text)

    def lines(self, table: Table, number: int, described: DescribedQuestion) -> Iterator[Line]:
        """What is new in the log since the last board, the board, the question."""
        fresh = max(0, table.log_length - self._shown)
        self._shown = table.log_length
        if fresh:
            yield from log_lines(table.messages[-min(fresh, _LOG_LINES) :])
        yield from board_lines(table, self._titles)
        yield from question_lines(number, described)


def titles_told(relive: Relive, index: CardIndex) -> Titles:
    """Every title in the recording, also of later lines: titles of cards are no secret."""
    titles = Titles(index)
    for step in Relive(relive.path, relive.catalogue):
        if step.update is not None:
            titles.learn(step.update.events)
    return titles


_MANY_OPTIONS = 40


def board_lines(table: Table, titles: Titles) -> Iterator[Line]:
    """The whole table: frame, both players, locations left to right, our hand."""
    yield row(strong(_frame(table)))
    for name in table.players:
        yield _player(table, name)
    for location in table.locations:
        yield from _location(table, location, titles)
    for name in table.players:
        aside = [titles.title(card.blueprint_id) for card in table.cards(*BESIDE, owner=name)]
        if aside:
            yield row(f"  beside the table, {name}: {', '.join(sorted(aside))}")
    if table.me is not None:
        hand = sorted(titles.title(card.blueprint_id) for card in table.hand)
        yield row(strong(f"  our hand ({len(hand)}): "), ", ".join(hand) or "empty")


def question_lines(number: int, described: DescribedQuestion) -> Iterator[Line]:
    """One question with its options, as a person would want to read it."""
    question = described.question
    kind = quiet(f"  [{question.kind.value}{_bounds(question)}]")
    yield row(strong(f"? {number}. {question.prompt or '(no prompt)'}"), kind)
    for choice in described.choices[:_MANY_OPTIONS]:
        option = choice.option
        if option.selectable:
            yield row(f"    {option.key:>6}  {choice.words}")
        else:
            yield row(quiet(f"    {option.key:>6}  {choice.words}  (not selectable)"))
    if len(described.choices) > _MANY_OPTIONS:
        yield row(f"            … and {len(described.choices) - _MANY_OPTIONS} more")
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


_MANY_ANSWERS = 30
_SHOWN_AS_ZERO = 0.005


def answer_line(described: DescribedQuestion, wire: str) -> str:
    """What was answered, in the words of players."""
    return f"  > {described.words(wire)}"


def why_lines(described: DescribedQuestion, verdict: VerdictLine) -> Iterator[str]:
    """Why an answer was given, and what else was weighed, in Force."""
    yield from _why(described, verdict.parts, verdict.alternatives)
    if verdict.fallback is not None:
        yield f"    by a fallback: {verdict.fallback}"


def difference_lines(described: DescribedQuestion, thought: Thought, was: str) -> Iterator[str]:
    """What was answered, and what a strategy answers instead, each with its worth where it has one."""
    verdict = thought.verdict
    weighed = {each.answer.wire: each.score for each in verdict.alternatives}
    score = weighed.get(was)
    yield f"    was {described.words(was)}" + ("" if score is None else f" {score:+.2f}")
    wire = verdict.answer.wire
    worth = _worth([part.force for part in verdict.reasons])
    yield f"    now {described.words(wire)}{_copy(described, wire, was)}{worth}"
    yield from _reasons(described, thought)


def thought_lines(
    described: DescribedQuestion, thought: Thought, name: str, was: str | None, *, brief: bool = False
) -> Iterator[str]:
    """What a strategy says at a question where `was` was answered; `brief`: without the reasons."""
    verdict = thought.verdict
    wire = verdict.answer.wire
    doing = "does the same" if wire == was else f"would: {described.words(wire)}{_copy(described, wire, was)}"
    yield f"    {name} {doing}{_worth([part.force for part in verdict.reasons])}"
    if not brief:
        yield from _reasons(described, thought)
    elif thought.fallback is not None:
        yield f"    by a fallback: {thought.fallback.value}"


def _reasons(described: DescribedQuestion, thought: Thought) -> Iterator[str]:
    verdict = thought.verdict
    parts = [ScorePart(part.text, part.force) for part in verdict.reasons]
    others = [WeighedAnswer(each.answer.wire, each.score) for each in verdict.alternatives]
    yield from _why(described, parts, others)
    if thought.fallback is not None:
        yield f"    by a fallback: {thought.fallback.value}"


def _copy(described: DescribedQuestion, wire: str, was: str | None) -> str:
    """A mark where two different answers have the same words."""
    return " (another copy)" if was is not None and described.words(wire) == described.words(was) else ""


def _why(
    described: DescribedQuestion, parts: Sequence[ScorePart], alternatives: Sequence[WeighedAnswer]
) -> Iterator[str]:
    if parts:
        said = "; ".join(f"{part.reason}{_force(part.force)}" for part in parts)
        several = sum(_force(part.force) != "" for part in parts) > 1
        total = sum(part.force for part in parts)
        yield f"    because {said}" + (f" = {total:+.2f}" if several else "")
    others = [
        f"{described.words(other.answer)} {other.score:+.2f}"
        for other in alternatives
        if other.score is not None
    ]
    if others:
        yield f"    rather than {'; '.join(others)}"


def _worth(forces: Sequence[float]) -> str:
    return f" {sum(forces):+.2f}" if any(forces) else ""


def _force(force: float) -> str:
    return f" {force:+.2f}" if abs(force) >= _SHOWN_AS_ZERO else ""


def explained_lines(described: DescribedQuestion, thought: Thought, name: str) -> Iterator[Line]:
    """What a strategy weighed at a question, and what it knew."""
    verdict = thought.verdict
    answers = _answers(thought)
    others = verdict.alternatives
    scored = [each for each in others if each.score is not None]
    yield _heading(f"What {name} weighed, in Force")
    if not scored and len(described.choices) + described.question.can_pass > 1:
        yield _row("it tells of no other answer")
    groups = list(_grouped(described, answers))
    for number, (each, copies) in enumerate(groups[:_MANY_ANSWERS]):
        yield from _answer(described, each, copies, chosen=number == 0)
    if len(groups) > _MANY_ANSWERS:
        yield _row(f"... and {len(groups) - _MANY_ANSWERS} more")
    weighed = {key for each in answers for key in each.answer.wire.split(",")}
    left = [
        choice.words
        for choice in described.choices
        if choice.option.selectable and choice.option.key not in weighed
    ]
    if left:
        yield _row(quiet(f"not weighed alone: {', '.join(left[:_MANY_ANSWERS])}"))
    if scored and answers[0].score is not None and thought.fallback is None:
        yield from _margin(described, verdict.answer.wire, answers[0].score, scored)
    if verdict.explanation is not None:
        yield from _rest(verdict.explanation)


def _answers(thought: Thought) -> list[Alternative]:
    """The chosen answer, then the others."""
    verdict = thought.verdict
    score = sum(reason.force for reason in verdict.reasons) if verdict.reasons else None
    return [Alternative(verdict.answer, score, verdict.reasons), *verdict.alternatives]


def _grouped(
    described: DescribedQuestion, answers: Sequence[Alternative]
) -> Iterator[tuple[Alternative, int]]:
    """The answers, those that differ by the copy of a card only once, each with how many these are."""
    groups: dict[tuple[object, ...], list[Alternative]] = {}
    for each in answers:
        key = described.words(each.answer.wire), each.score, each.reasons, each.forbidden
        groups.setdefault(key, []).append(each)
    for group in groups.values():
        yield group[0], len(group)


def _answer(described: DescribedQuestion, each: Alternative, copies: int, *, chosen: bool) -> Iterator[Line]:
    score = "     ?" if each.score is None else f"{each.score:+6.2f}"
    said = described.words(each.answer.wire)
    mark = "  (chosen)" if chosen else ""
    if copies > 1:
        mark += f"  (one of {copies} alike)"
    why = each.reasons if len(each.reasons) > 1 else ()
    if each.reasons and not why:
        mark += f": {each.reasons[0].text}"
    yield _row(score, "  ", strong(said) if chosen else said, quiet(mark))
    for reason in why:
        yield _row(quiet(f"{_force_column(reason.force)}  {reason.text}"), depth=6)
    if each.forbidden:
        yield _row(quiet(f"        forbidden by {each.forbidden}"), depth=6)


def _force_column(force: float) -> str:
    return f"{force:+6.2f}" if abs(force) >= _SHOWN_AS_ZERO else "      "


def _margin(
    described: DescribedQuestion, answer: str, best: float, scored: list[Alternative]
) -> Iterator[Line]:
    """How close the second was; another copy of the same card is no second."""
    chosen = described.words(answer)
    second = next((each for each in scored if described.words(each.answer.wire) != chosen), None)
    if second is None:
        return
    name = described.words(second.answer.wire)
    ahead = best - (second.score or 0.0)
    if abs(ahead) < _SHOWN_AS_ZERO:
        said = f"no difference to {name}"
        worse = next((each for each in scored if best - (each.score or 0.0) >= _SHOWN_AS_ZERO), None)
        if worse is not None:
            ahead = best - (worse.score or 0.0)
            said += f"; {ahead:.2f} Force ahead of {described.words(worse.answer.wire)}"
    elif ahead > 0:
        said = f"{ahead:.2f} Force ahead of the second: {name}"
    else:
        said = f"{-ahead:.2f} Force behind {name}: see what overruled it above"
    yield _row(said)


def explained_json(described: DescribedQuestion, thought: Thought) -> dict[str, object]:
    """The same for a program (docs/json.md)."""
    explanation = thought.verdict.explanation
    return {
        "prompt": described.question.prompt,
        "kind": described.question.kind.value,
        "answers": [
            {
                "answer": each.answer.wire,
                "words": described.words(each.answer.wire),
                "score": each.score,
                "reasons": [{"text": reason.text, "force": reason.force} for reason in each.reasons],
                "forbidden": each.forbidden or None,
                "chosen": number == 0,
            }
            for number, each in enumerate(_answers(thought))
        ],
        "rests_on": None if explanation is None else msgspec.to_builtins(explanation),
    }


# -- what it rests on -------------------------------------------------------------------------------


def _rest(known: Explanation) -> Iterator[Line]:
    now = known.standing
    yield _heading("How the game stands")
    learned = "" if now.learned_chance is None else f", {now.learned_chance:.0%} by the whole table"
    yield _row(
        f"life force {now.life} to {now.their_life}: {now.chance:.0%} to win by that alone{learned}; a unit "
        f"that we lose counts {now.price:.2f}, one that they lose {now.their_price:.2f}"
    )
    yield _row(
        f"{now.force} in our Force Pile, a Force used costs {now.force_price:.2f}; what is held now is "
        f"expected to count for {now.turns:.1f} turns"
    )
    if known.pursued:
        yield _row(f"this is part of: {known.pursued}")
    if any(known.due):
        damage, attrition = known.due
        yield _row(f"we have to pay: battle damage {damage:g}, attrition {attrition:g}")
    if known.plan is not None:
        yield from _plan(known.plan)
    if known.battles:
        yield _heading("Battles as they are foreseen")
        for battle in known.battles:
            yield _row(Word(battle.place), ": ", *_battle(battle))
    if known.destinies:
        yield _heading("The next destiny")
        for each in known.destinies:
            yield from _destiny(each)
    if known.piles:
        yield _heading("What is known of hidden cards")
        for pile in known.piles:
            yield from _pile(pile)


_TOLD_RISK = 0.05
"""Force a turn below which a risk is not described."""


def _plan(plan: Plan) -> Iterator[Line]:
    if plan.steps:
        yield from _turn("The plan of this phase", plan.steps, plan.gain)
        if plan.chance is not None:
            yield _row(f"with it done, before any battle: {plan.chance:.0%} to win by the whole table")
    else:
        yield _heading("The plan of this phase: deploy nothing that fights, and save")
    for move in plan.moves:
        yield _row(
            "then ", strong(" and ".join(move.cards)),
            f" from {move.origin} to {move.place} for {move.cost:g} Force {move.gain:+.2f}",
        )  # fmt: skip
    if plan.draws:
        yield _row(f"then {plan.draws:g} card{'s' if plan.draws != 1 else ''} to draw")
    for each in plan.feared:
        yield _row(f"feared in their turn: {each.chance:.0%} that nobody of us is left at ", Word(each.place))
    if plan.later:
        yield from _turn("The plan of our next turn", plan.later, plan.later_gain)
    if plan.later or plan.moves or plan.draws:
        yield _row(f"all of it together: {plan.worth:+.2f}, by which plans are compared")


def _turn(title: str, steps: Sequence[PlanStep], gain: float) -> Iterator[Line]:
    cost = sum(step.cost for step in steps)
    yield _heading(f"{title}: {cost:g} Force, worth {gain:+.2f} with its price taken off")
    for step in steps:
        yield _row(*_step(step))
        if step.battle is not None:
            yield _row("    a battle there: ", *_battle(step.battle), depth=2)


def _step(step: PlanStep) -> tuple[Part, ...]:
    return (
        strong(" and ".join(step.cards)),
        f" to {step.place} for {step.cost:g} Force: {step.reason} {step.gain:+.2f}",
        f"; being attacked there may cost {step.risk:.1f} a turn" if step.risk >= _TOLD_RISK else "",
    )


def _battle(battle: BattleForecast) -> tuple[Part, ...]:
    tied = f", {battle.tied:.0%} a tie" if battle.tied >= _SHOWN_AS_ZERO else ""
    about = "" if battle.exact else "about "
    return (
        f"power {battle.power:g} and {_drawn(battle.draws, battle.destiny)} against ",
        f"{battle.their_power:g} and {_drawn(battle.their_draws, battle.their_destiny)}; ",
        f"{battle.ahead:.0%} that our total is the higher one{tied}; ",
        f"it costs us {about}{battle.ours:.1f} Force and them {about}{battle.theirs:.1f}",
    )


def _drawn(draws: float, mean: float) -> str:
    if draws < 1:
        return "no destiny"
    return f"{draws:g} destin{'y' if draws == 1 else 'ies'} of {mean:.1f} on average"


def _destiny(odds: DestinyOutlook) -> Iterator[Line]:
    whose = "ours" if odds.own else "theirs"
    top = f", it is {odds.top}" if odds.top else ""
    chances = ", ".join(f"{value:g}: {chance:.0%}" for value, chance in odds.chances if chance >= 0.005)  # noqa: PLR2004 - what is shown as 0 %
    yield _row(strong(whose), f": {odds.mean:.2f} on average, {odds.cards} cards to draw{top}")
    yield _row(quiet(f"{chances} ({odds.why})"), depth=2)


def _pile(pile: KnownPile) -> Iterator[Line]:
    whose = "our" if pile.own else "their"
    yield _row(
        strong(f"{whose} {pile.pile}"), f", {pile.size} cards", quiet(f" ({pile.why})" if pile.why else "")
    )
    if pile.sure:
        yield _row(f"for certain: {', '.join(pile.sure)}", depth=2)
    if pile.likely:
        likely = ", ".join(f"{each.title} {each.chance:.0%}" for each in pile.likely)
        yield _row(quiet(f"perhaps: {likely}"), depth=2)


def _heading(text: str) -> Line:
    return Sentence(words(strong(text)), depth=2, apart=True)


def _row(*parts: Part, depth: int = 2) -> Line:
    return Sentence(words(*parts), depth=depth)
