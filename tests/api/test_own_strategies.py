"""A strategy of somebody's own in the box: what it is asked, what it may answer, and what it is told."""

from collections.abc import Callable
from pathlib import Path

import pytest

import gemp_bot
from gemp_bot import Game, Question
from gemp_bot.api.strategy import Choice
from gemp_bot.decisions import Catalogue
from gemp_bot.replay import Redecide, Relive
from gemp_bot.strategy import StrategyRunner
from gemp_bot.strategy.foreign import StrategyFaultError
from gemp_bot.strategy.steady import SteadyStrategy

pytestmark = pytest.mark.usefixtures("small_decks")

JOURNAL = Path(__file__).resolve().parents[2] / "fixtures" / "games" / "anh-light-vs-server-ai.jsonl.gz"
Decide = Callable[[Game, Question], Choice]


def strategy(decide: Decide, **more: object) -> type[gemp_bot.Strategy]:
    return type(
        "Mine", (gemp_bot.Strategy,), {"decide": lambda _, *seen: decide(*seen), "fallback": "steady", **more}
    )


def play(decide: Decide, **more: object) -> gemp_bot.Results:
    return gemp_bot.selfplay(strategy(decide, **more), "random", games=2)


@pytest.fixture(scope="module")
def its() -> gemp_bot.Results:
    """The games of `steady` itself."""
    return gemp_bot.selfplay("steady", "random", games=2)


def test_who_leaves_everything_to_the_fallback_plays_as_the_fallback_does(its: gemp_bot.Results) -> None:
    mine = play(lambda *_: None)
    assert [(one.result, one.life, one.turns, one.choices) for one in mine] == [
        (one.result, one.life, one.turns, one.choices) for one in its
    ]
    assert not any(one.fallbacks or one.mistakes for one in mine)


def test_who_wraps_another_strategy_plays_as_that_does(its: gemp_bot.Results) -> None:
    mine = play(lambda game, _: game.ask("steady"), fallback="random")
    assert [(one.life, one.opponent_life, one.turns) for one in mine] == [
        (one.life, one.opponent_life, one.turns) for one in its
    ]


def test_what_is_seen_of_the_game_and_of_a_question() -> None:
    seen: dict[str, int] = {}

    def look(game: Game, question: Question) -> None:
        assert question.raw.is_choice
        assert game.side in gemp_bot.Side
        assert len(game.hand) == game.me.hand
        assert game.opponent.side is game.me.side.other
        assert game.deck is not None
        assert len(game.deck.cards) == 24
        assert all(option.words for option in question.options)
        for option in question.of_kind("DEPLOY"):
            seen["deploy"] = seen.get("deploy", 0) + 1
            assert option.card in game.hand
            assert option.title == option.card.title
            assert option.title in option.words
            assert question.find(option.words.upper()) is not None
            assert question.chosen(question.answer(option)) == (option,)
            assert game.location(option) is None
        for option in question.of_kind("FORCE_DRAIN"):
            place = game.location(option)
            assert place is not None
            assert place.card is not None
            assert place.card.title == option.location
            assert (place.power(game.side) or 0) >= 0
            assert {card.side for card in place.cards(game.side) if not card.flags} <= {game.side}
            assert place.drain(game.side) in (place.dark_drain, place.light_drain)
            seen["drain"] = seen.get("drain", 0) + 1
        if game.turn > 2:
            seen["board"] = seen.get("board", 0) + 1
            assert len(game.board.locations) == len(game.table.locations)
            assert {player.life for player in game.board.players} == {game.me.life, game.opponent.life}
            assert {card.title for card in game.board.hand} == {card.title for card in game.hand}
        for shown in (game, question, *question.options):
            assert repr(shown).startswith("<")
            assert len(repr(shown)) < 300

    play(look)
    assert min(seen["deploy"], seen["board"], seen["drain"]) > 5


def test_what_may_be_answered() -> None:
    """An option, several, a number, nothing, an answer, a verdict: each is given as it was meant."""
    given: dict[str, int] = {}

    def answer(game: Game, question: Question) -> Choice:
        def note(what: str, choice: Choice) -> Choice:
            given[what] = given.get(what, 0) + 1
            return choice

        able = [option for option in question.options if option.selectable]
        if not question.options:
            return note("number", question.max)
        if question.kind is gemp_bot.PromptKind.PHASE_ACTION and given.get("option", 0) % 3 == 0:
            return note("option", game.random.choice(able))
        if question.can_pass:
            given["option"] = given.get("option", 0) + 1
            return note("pass", [])
        if question.min > 1:
            return note("several", able[: question.min])
        verdict = gemp_bot.Verdict(question.answer(able[0]), (gemp_bot.Reason("the first"),))
        return note("verdict", verdict) if given.get("answer") else note("answer", verdict.answer)

    results = play(answer)
    assert set(given) >= {"number", "option", "pass", "answer", "verdict"}
    assert not any(one.mistakes or one.warnings for one in results)


def test_advisers_are_told_what_is_answered_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    real = SteadyStrategy.overruled

    def note(self: SteadyStrategy, view: object, question: object, answer: gemp_bot.Answer) -> None:
        told.append(answer.wire)
        real(self, view, question, answer)  # type: ignore[arg-type]

    monkeypatch.setattr(SteadyStrategy, "overruled", note)
    answered: list[str] = []

    def mine(_: Game, question: Question) -> Choice:
        drains = question.of_kind(gemp_bot.ActionKind.FORCE_DRAIN)
        answered.extend(option.raw.option.key for option in drains[:1])
        return drains[0] if drains else None

    play(mine)
    assert answered
    assert told == answered


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (
            lambda _, question: question.no_such_thing,
            "Mine: AttributeError: 'Question' object has no",
        ),
        (lambda *_: "Yes", "ArgumentError: answer: 'Yes': options of this question are needed"),
        (lambda *_: True, "ArgumentError: answer: True: options of this question"),
        (lambda _, question: question.options[:1] * 2, "IllegalAnswerError: .* in "),
        (
            lambda _, question: question.of_kind("FORCE_DRAINS"),
            "kind: 'FORCE_DRAINS': no kind of action: did you",
        ),
        (lambda game, _: game.location("Hoth"), "option: 'Hoth': an option of question.options is needed"),
        (lambda _, question: question.chosen("x"), "answer: 'x': what question.answer"),
        (lambda game, _: game.ask("stong"), "UnknownStrategyError: no strategy 'stong', did you mean"),
    ],
)
def test_a_fault_ends_the_game_and_is_told_with_its_cause(wrong: Decide, told: str) -> None:
    with pytest.raises(StrategyFaultError, match=told) as caught:
        play(wrong)
    assert isinstance(caught.value, gemp_bot.BotError)
    assert caught.value.__cause__ is not None
    assert "\n" not in str(caught.value)


def test_a_class_is_made_anew_for_each_game_and_an_object_is_kept() -> None:
    class Counting(gemp_bot.Strategy):
        fallback = "steady"
        made: list["Counting"] = []  # noqa: RUF012

        def __init__(self) -> None:
            self.asked = 0
            self.made.append(self)

        def decide(self, game: Game, question: Question) -> Choice:
            self.asked += 1
            return None

    gemp_bot.selfplay(Counting, "random", games=2)
    assert len([one for one in Counting.made if one.asked]) == 2
    kept = Counting()
    results = gemp_bot.selfplay(kept, "random", games=2)
    assert kept.asked == sum(one.choices for one in results)


def test_games_are_recorded_and_read_back(tmp_path: Path) -> None:
    def drain(_: Game, question: Question) -> Choice:
        return next(iter(question.of_kind("FORCE_DRAIN")), None)

    results = gemp_bot.selfplay(strategy(drain), "random", games=2, record=tmp_path)
    for game in results:
        assert game.journal is not None
        journal = gemp_bot.read_journal(game.journal)
        assert (journal.counts.whole, journal.counts.decisions) == (True, game.decisions)
        assert journal.head.strategy == "Mine"
        drains = [
            f.question
            for f in journal.questions
            if f.question and f.question.chosen.startswith("Force drain")
        ]
        assert drains
        assert all(question.reasons[0].text == question.chosen for question in drains)


class Told(gemp_bot.Strategy):
    """Writes down what it is told of the games."""

    fallback = "random"

    def __init__(self) -> None:
        self.told: list[object] = []

    def begin(self, game: Game) -> None:
        self.told.append(("begin", game.side))

    def decide(self, game: Game, question: Question) -> Choice:
        if self.told[-1] != "asked":
            self.told.append("asked")
        assert game.seconds_left is None
        return None

    def end(self, outcome: gemp_bot.GameOutcome) -> None:
        self.told.append(outcome)


def test_begin_and_end_of_each_game_are_told_once() -> None:
    kept = Told()
    results = gemp_bot.selfplay(kept, "random", games=2)
    heard = [*kept.told]
    for game in results:
        begin, asked, end, *heard = heard
        assert (begin, asked) == (("begin", game.side), "asked")
        assert isinstance(end, gemp_bot.GameOutcome)
        for key in ("result", "reason", "side", "opponent", "life", "opponent_life", "turns"):
            assert getattr(end, key) == getattr(game, key), key
    assert heard == []


def test_a_replay_tells_begin_and_end_of_the_recorded_game() -> None:
    told = Told()
    relive = Relive(JOURNAL, Catalogue.load())
    asked = [found.question for found in Redecide(relive, StrategyRunner(told.in_game(1, None)))]
    assert any(question.is_choice for question in asked)
    begin, *_, end = told.told
    assert begin == ("begin", relive.table.my_side)
    assert isinstance(end, gemp_bot.GameOutcome)
    assert end.result in (gemp_bot.Result.WIN, gemp_bot.Result.LOSS)
    assert len(told.told) == 3


def test_a_fault_at_the_end_is_told() -> None:
    class Late(Told):
        def end(self, outcome: gemp_bot.GameOutcome) -> None:
            raise KeyError("late")

    with pytest.raises(StrategyFaultError, match="Late: KeyError: 'late'"):
        gemp_bot.selfplay(Late, "random", games=2)
