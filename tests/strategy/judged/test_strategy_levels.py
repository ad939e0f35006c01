"""The strategies that come as files: they load, see what they say they see, and weigh as they are told."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from judged_games import (
    GAMES,
    SHORT,
    Decided,
    Scales,
    decided,
    from_text,
    index,
    memory_of,
    name_of,
    other_face,
    procedures_of,
    reader_of,
    renamed,
    strategy_of,
)
from recordings import updates

from gemp_bot.decisions import ActionKind, Option, PromptKind
from gemp_bot.evaluators import battles
from gemp_bot.evaluators.menus import BATTLES, MOVES
from gemp_bot.procedures import Procedures, Type, Value, load_strategy
from gemp_bot.search.playout import Playouts
from gemp_bot.strategy import Verdict, make_strategy, strategy_names
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.valuation.weights import Capabilities, Weights

pytestmark = pytest.mark.thorough

SHORTER = next(path for path in GAMES if name_of(path) == "open40-light-vs-player")
LEVELS = ("easy", "medium", "strong")


def play(strategy: JudgedStrategy, paths: Sequence[Path] = tuple(SHORT[:3])) -> Iterator[Decided]:
    """The short games, one after the other; the strategy is for the first, the others get one like it."""
    for path in paths:
        yield from decided(updates(path), again(strategy))


@cache
def of_level(name: str, path: Path) -> tuple[Decided, ...]:
    """What a level decides; the table is at its end."""
    return tuple(decided(updates(path), strategy_of(name)))


def by_strong(paths: Sequence[Path] = tuple(SHORT)) -> Iterator[Decided]:
    """What `strong` decides in several games."""
    for path in paths:
        yield from of_level("strong", path)


def verdicts(name: str, path: Path) -> list[Verdict]:
    """The verdicts of a level."""
    return [found.verdict for found in of_level(name, path)]


def again(strategy: JudgedStrategy) -> JudgedStrategy:
    return JudgedStrategy(0, strategy._procedures, index=index())


def chosen(found: Decided) -> Option | None:
    """The action that was chosen, of a menu."""
    keys = found.verdict.answer.wire
    return next((option for option in found.question.options if option.key == keys), None)


def acts(found: Decided) -> ActionKind | None:
    option = chosen(found)
    return None if option is None or option.reading is None else option.reading.effect


# -- loading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
class TestLevels:
    def test_it_is_made_by_its_name(self, name: str) -> None:
        assert name in strategy_names()
        assert make_strategy(name, 3).name == name

    @pytest.mark.parametrize("path", SHORT[:2], ids=name_of)
    def test_it_plays_and_the_same_each_time(self, name: str, path: Path) -> None:
        again = [each.verdict for each in decided(updates(path), strategy_of(name))]
        assert again == verdicts(name, path)

    def test_it_takes_part(self, name: str) -> None:
        """A level that only passes would be legal, too."""
        kinds = {acts(found) for path in SHORT for found in of_level(name, path)}
        assert {ActionKind.ACTIVATE_FORCE, ActionKind.FORCE_DRAIN, ActionKind.DEPLOY} <= kinds


def test_the_levels_differ() -> None:
    path = SHORT[0]
    wires = [[each.answer.wire for each in verdicts(name, path)] for name in LEVELS]
    assert wires[0] != wires[1]
    assert wires[1] != wires[2]
    assert wires[0] != wires[2]


def test_a_seed_changes_only_what_is_drawn() -> None:
    path = SHORT[0]

    def wires(name: str, seed: int) -> list[str]:
        return [each.verdict.answer.wire for each in decided(updates(path), strategy_of(name, seed=seed))]

    assert wires("easy", 1) != wires("easy", 2)
    assert wires("strong", 1) == wires("strong", 2)


def test_a_fault_of_playing_out_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `strong` chose is answered."""
    asked = []

    def fails(self: Playouts, chosen: object, *_: object) -> None:
        asked.append(chosen)
        raise AttributeError("a card without a text")

    monkeypatch.setattr(Playouts, "better", fails)
    path = SHORT[0]
    found = [each.verdict.answer for each in decided(updates(path), strategy_of("expert"))]
    assert found == [each.answer for each in verdicts("strong", path)]
    assert asked


# -- what is seen ----------------------------------------------------------------------------------


class TestCapabilities:
    """Each switch does what it says; and with it on, the recordings show the thing."""

    def test_moves(self, tmp_path: Path) -> None:
        def moves(game: Iterable[Decided]) -> bool:
            return any(acts(found) in MOVES for found in game)

        assert moves(by_strong())
        assert not moves(play(from_text(tmp_path, "[capabilities]\nmoves = false")))

    def test_battles(self, tmp_path: Path) -> None:
        def begun(game: Iterable[Decided]) -> bool:
            return any(acts(found) in BATTLES for found in game)

        assert begun(by_strong())
        assert not begun(play(from_text(tmp_path, "[capabilities]\nbattles = false")))

    def test_responses(self, tmp_path: Path) -> None:
        def taken(game: Iterable[Decided]) -> bool:
            return any(
                found.question.kind is PromptKind.OPTIONAL_RESPONSES and found.verdict.answer.wire != ""
                for found in game
            )

        assert taken(by_strong())
        assert not taken(play(from_text(tmp_path, "[capabilities]\nresponses = false")))

    def test_losses(self, tmp_path: Path) -> None:
        def first(game: Iterable[Decided]) -> tuple[int, int]:
            """Losses that had the first option, and all losses."""
            found = [
                each
                for each in game
                if each.question.kind in (PromptKind.LOSE_FORCE, PromptKind.LOSE_FORCE_OR_FORFEIT)
                and each.question.is_choice
                and each.question.min == 1
            ]
            firsts = [
                each
                for each in found
                if each.verdict.answer.wire.split(",")[0] == each.question.selectable[0].key
            ]
            return len(firsts), len(found)

        some, every = first(by_strong())
        assert some < every
        some, every = first(play(from_text(tmp_path, "[capabilities]\nlosses = false")))
        assert some == every > 20

    def test_battle_odds(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []
        real = battles.odds

        def odds(*given: Any) -> Any:
            asked.append(1)
            return real(*given)

        monkeypatch.setattr(battles, "odds", odds)
        assert any(asked for _ in play(strategy_of("strong")))
        asked.clear()
        for _ in play(from_text(tmp_path, "[capabilities]\nbattle_odds = false")):
            pass
        assert not asked

    def test_deployment_plan(self, tmp_path: Path) -> None:
        def recruits(strategy: JudgedStrategy) -> Iterator[int]:
            """How many are planned for a place."""
            for path in SHORT:
                player = again(strategy)
                for _ in decided(updates(path), player):
                    plan = memory_of(player).deploys.plan
                    for step in () if plan is None else plan.steps:
                        yield len(step.cards) - len(step.crew)

        assert any(number > 1 for number in recruits(strategy_of("strong")))
        assert max(recruits(from_text(tmp_path, "[capabilities]\ndeployment_plan = false"))) == 1

    def test_turns_left(self, tmp_path: Path) -> None:
        def horizons(strategy: JudgedStrategy) -> Iterator[tuple[float, float]]:
            for path in SHORT[:2]:
                player = again(strategy)
                for _ in decided(updates(path), player):
                    ahead = reader_of(player).outlook
                    yield ahead.turns, ahead.urgency

        seen = horizons(strategy_of("strong"))
        first = next(seen)
        assert any(horizon != first for horizon in seen)
        assert set(horizons(from_text(tmp_path, "[capabilities]\nturns_left = false"))) == {
            (Weights().horizon, 1.0)
        }

    def test_game_texts(self, tmp_path: Path) -> None:
        def changed(strategy: JudgedStrategy) -> Iterator[bool]:
            """Of each card in play whether its power is not the printed one."""
            for path in (*SHORT[:2], SHORTER):
                player = again(strategy)
                for _ in decided(updates(path), player):
                    for place in reader_of(player).position.places:
                        for unit in place.mine.units:
                            yield unit.host is None and unit.power not in (unit.facts.power, 0)

        assert any(changed(strategy_of("strong")))
        printed = list(changed(from_text(tmp_path, "[capabilities]\ngame_texts = false")))
        assert not any(printed)
        assert len(printed) > 100

    @pytest.mark.parametrize("path", SHORT[:3], ids=name_of)
    def test_card_facts(self, tmp_path: Path, path: Path) -> None:
        """Who knows no card decides the same, whatever the cards are called."""
        strategy = from_text(tmp_path, "[capabilities]\ncard_facts = false")
        game = tuple(renamed(update, number=same, face=other_face) for update in updates(path))
        plain = [each.verdict for each in decided(updates(path), again(strategy))]
        assert [each.verdict for each in decided(game, again(strategy))] == plain
        assert verdicts("strong", path) != plain

    def test_every_switch_is_tried_here(self) -> None:
        names = {field.name for field in msgspec.structs.fields(Capabilities)}
        assert names == {name.removeprefix("test_") for name in dir(self)} & names


def same(number: int) -> int:
    return number


# -- how it weighs ---------------------------------------------------------------------------------

OTHER: Mapping[str, float] = {
    field.name: min(field.default * 2 + 1, 1.0) if field.default < 1 else field.default / 2
    for field in msgspec.structs.fields(Weights)
}


def test_numbers_tried_are_in_range_and_others() -> None:
    plain = Weights()
    tried = msgspec.convert(dict(OTHER), Weights)
    assert all(getattr(plain, name) != getattr(tried, name) for name in OTHER)


@pytest.mark.parametrize("name", sorted(OTHER))
def test_each_weight_changes_a_score(name: str, tmp_path: Path) -> None:
    """The same questions, weighed with the same memory but for this number."""
    changed = procedures_of(tmp_path, f"[weights]\n{name} = {OTHER[name]}")
    for path in (*SHORT, *GAMES):
        other = JudgedStrategy(0, changed, index=index())
        for verdict, found in zip(verdicts("strong", path), decided(updates(path), other), strict=True):
            if scores(verdict) != scores(found.verdict):
                return
    pytest.fail(f"{name} changes nothing in {len(GAMES)} games")


@pytest.mark.parametrize("name", ["lines", "replies", "moves"])
def test_each_number_of_the_search_changes_a_score(name: str, tmp_path: Path) -> None:
    """The same questions, searched with the same memory but for this number."""
    changed = procedures_of(tmp_path, f"[search]\n{name} = 0")
    for path in (*SHORT, *GAMES):
        other = JudgedStrategy(0, changed, index=index())
        for verdict, found in zip(verdicts("strong", path), decided(updates(path), other), strict=True):
            if scores(verdict) != scores(found.verdict):
                return
    pytest.fail(f"{name} changes nothing in {len(GAMES)} games")


def scores(verdict: Verdict) -> list[float | None]:
    own = sum(reason.force for reason in verdict.reasons)
    return [own, *(other.score for other in verdict.alternatives)]


# -- principles and facts --------------------------------------------------------------------------


def test_a_principle_vetoes(tmp_path: Path) -> None:
    text = (
        '[[principle]]\nname = "no drains"\non = ["PHASE_ACTION"]\n'
        'forbid = "option.action == \'FORCE_DRAIN\'"\nwhy = "they are friends"\n'
    )
    peaceful = from_text(tmp_path, text)
    found = list(play(peaceful))
    assert any(acts(each) is ActionKind.FORCE_DRAIN for each in by_strong())
    assert not [each for each in found if acts(each) is ActionKind.FORCE_DRAIN]
    told = [reason.text for each in found for reason in each.verdict.reasons if "no drains" in reason.text]
    assert told, "the reasons tell of it"
    assert all("they are friends" in text for text in told)


def test_where_nothing_else_is_left_a_principle_gives_way(tmp_path: Path) -> None:
    text = '[[principle]]\nname = "lose nothing"\non = ["LOSE_FORCE"]\nforbid = "true"\nwhy = "it hurts"\n'
    strategy = from_text(tmp_path, text)
    losses = [each for each in play(strategy) if each.question.kind is PromptKind.LOSE_FORCE]
    assert losses
    assert all(each.verdict.answer.wire for each in losses if not each.question.can_pass)


def test_a_step_of_its_own_decides(tmp_path: Path) -> None:
    text = '[[procedure.PHASE_ACTION]]\ndo = "pass"\nwhy = "a quiet life"\n'
    strategy = from_text(tmp_path, text)
    menus = [each for each in play(strategy) if each.question.kind is PromptKind.PHASE_ACTION]
    assert menus
    assert {each.verdict.answer.wire for each in menus} == {""}
    assert any("a quiet life" in reason.text for each in menus for reason in each.verdict.reasons)


ONE_ANSWER = {"option.number", "question.most"}
"""Numbers and sets of cards are weighed as one answer, about which there is nothing to choose."""
UNTOLD = {"deck.titles"}
"""These recordings do not tell our deck."""


TYPES: Mapping[Type, tuple[type, ...]] = {
    Type.FLAG: (bool,),
    Type.NUMBER: (int, float),
    Type.TEXT: (str,),
    Type.TEXTS: (frozenset,),
}


class Checked:
    """Procedures that look at the facts they are given."""

    def __init__(self, real: Procedures) -> None:
        self.real = real
        self.words = make_vocabulary()
        self.faults: set[str] = set()
        self.met: dict[str, set[Value]] = {fact.name: set() for fact in self.words.facts}
        self.kinds: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def choose(
        self,
        kind: str,
        situation: Mapping[str, Value],
        options: Sequence[Mapping[str, Value]],
        *rest: Any,
        **more: Any,
    ) -> Any:
        assert kind in self.words.kinds
        assert len(options) > 1
        self.kinds.add(kind)
        for fact in self.words.facts:
            for facts in options if fact.of_option else [situation]:
                value = facts[fact.name]
                self.met[fact.name].add(value)
                if not isinstance(value, TYPES[fact.type]) or (fact.choices and value not in fact.choices):
                    self.faults.add(f"{fact.name} = {value!r}")
        return self.real.choose(kind, situation, options, *rest, **more)


def test_facts_fit_the_vocabulary_and_each_one_varies() -> None:
    checked = Checked(load_strategy("strong", make_vocabulary()))
    for path in (*SHORT, SHORTER):
        strategy = JudgedStrategy(0, checked, index=index())  # type: ignore[arg-type]
        strategy.deck_name = name_of(path)
        for _ in decided(updates(path), strategy):
            pass
    assert not checked.faults
    assert len(checked.kinds) > 10
    dull = {name for name, values in checked.met.items() if len(values) < 2}
    assert dull <= ONE_ANSWER | UNTOLD, "these never change: they are given nowhere"


def test_what_was_weighed_is_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reasons add up to the score of the answer, and the best of the others are told."""
    scales = Scales(monkeypatch)
    for found in play(strategy_of("strong")):
        weighed = scales.take()
        if weighed is None:
            continue
        told = sum(reason.force for reason in found.verdict.reasons)
        answer = found.verdict.answer
        assert told == pytest.approx(max(each.score for each in weighed if each.answer == answer))
        others = sorted((each.score for each in weighed), reverse=True)
        given = [other.score for other in found.verdict.alternatives]
        assert given == sorted(given, key=lambda score: -(score or 0))
        assert len(given) == min(4, len(others) - 1)
