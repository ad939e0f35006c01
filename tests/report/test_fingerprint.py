"""How both players of a game play: a game written by hand, and seats of which the cost is known."""

import json
from pathlib import Path

import pytest

from benchmarks.blunders import main
from benchmarks.fingerprint import FIGURES, HumanFigures, Seat, costliest, fingerprint, seats_of
from gemp_bot.cards import CardIndex
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.view.model import (
    Battle,
    BattleSide,
    BoardView,
    Deed,
    DeedKind,
    EndView,
    Frame,
    GameHead,
    GameView,
    Players,
    PlayerView,
)
from gemp_bot.view.names import NamedCard
from gemp_bot.view.watcher import curves_of

LOST = Path(__file__).parent / "lost"
DARK, LIGHT = Side.DARK, Side.LIGHT
HOTH, ENDOR = NamedCard(1, "Hoth"), NamedCard(2, "Endor")


def players(force: int, hand: int = 0, lives: tuple[int, int] = (40, 40)) -> Players:
    """Dark with so much Force and so many cards, and a generation of 4."""
    return (
        PlayerView(DARK, "one", hand=hand, force=force, generation=4, life=lives[0]),
        PlayerView(LIGHT, "other", life=lives[1]),
    )


def phase(which: Phase, force: int, hand: int = 0) -> Deed:
    return Deed(DeedKind.PHASE_BEGAN, DARK, what=which, players=players(force, hand))


def drain(side: Side, where: NamedCard, amount: float) -> Deed:
    return Deed(DeedKind.DRAINED, side, location=where, amount=amount)


def battle(began: Side, dark: float, light: float) -> Deed:
    sides = BattleSide(DARK, power=dark, total=dark), BattleSide(LIGHT, power=light, total=light)
    return Deed(DeedKind.BATTLE_ENDED, began, battle=Battle(1, HOTH, *sides, began=began, over=True))


def game(*deeds: Deed, winner: Side = LIGHT) -> GameView:
    frames = tuple(Frame(index, index, BoardView(), deeds=(deed,)) for index, deed in enumerate(deeds))
    return GameView(GameHead(me=DARK), frames, curves_of(frames), ending=EndView(winner, "life_force"))


def figures(view: GameView) -> list[dict[str, float | None]]:
    return [fingerprint([seat]) for seat in seats_of(view, CardIndex.load())]


def test_a_game_is_told_of_both_seats() -> None:
    ours, theirs = figures(
        game(
            Deed(DeedKind.TURN_BEGAN, DARK, amount=1),
            phase(Phase.ACTIVATE, 0),
            phase(Phase.CONTROL, 3),
            drain(DARK, HOTH, 2),
            drain(DARK, ENDOR, 0),
            Deed(DeedKind.DEPLOYED, DARK, amount=2),
            Deed(DeedKind.DEPLOYED, LIGHT, amount=9),
            phase(Phase.END_OF_TURN, 1, hand=6),
            Deed(DeedKind.TURN_BEGAN, LIGHT, amount=1),
            drain(LIGHT, HOTH, 1),
            Deed(DeedKind.TURN_BEGAN, DARK, amount=4),
            drain(DARK, HOTH, 3),
            battle(DARK, 9, 4),
            Deed(DeedKind.TURN_BEGAN, LIGHT, amount=4),
            battle(LIGHT, 5, 3),
            Deed(DeedKind.ENDED, LIGHT, players=players(0, lives=(0, 12))),
        )
    )
    assert (ours["Force drains"], ours["Force drained"]) == (2, 5), "a drain of nothing is none"
    assert (ours["locations drained by own turn 4"], theirs["locations drained by own turn 4"]) == (1, 1)
    assert ours["locations drained by own turn 8"] is None, "it never came to that turn"
    assert ours["share of generation activated, own turns 1 to 3"] == 0.75
    assert ours["Force into deployment in own turn 1"] == 2
    assert theirs["Force into deployment in own turn 1"] == 0, "a react in our turn is none of theirs"
    assert ours["Force left at the end of own turns"] == 1
    assert ours["cards in hand at the end of own turns"] == 6
    assert (ours["own turn of the first own battle"], ours["power ahead in own battles"]) == (4, 5)
    assert (ours["share of own battles won"], theirs["share of own battles won"]) == (1, 0)
    assert theirs["power ahead in own battles"] == -2
    assert ours["share of won games without a battle"] is None, "it did not win"


def test_force_is_kept_from_the_fifth_turn_on() -> None:
    early = [phase(Phase.CONTROL, 10), phase(Phase.END_OF_TURN, 10)]
    late = [phase(Phase.CONTROL, 8), phase(Phase.END_OF_TURN, 2)]
    ours, _ = figures(
        game(
            Deed(DeedKind.TURN_BEGAN, DARK, amount=4),
            *early,
            Deed(DeedKind.TURN_BEGAN, DARK, amount=5),
            *late,
        )
    )
    assert ours["share of Force kept, from own turn 5"] == 0.25
    assert ours["Force left at the end of own turns"] == 6


def test_a_game_without_an_end_has_no_seats() -> None:
    view = game(Deed(DeedKind.TURN_BEGAN, DARK, amount=1))
    assert seats_of(GameView(view.head, view.frames, view.curves), CardIndex.load()) == ()


def test_what_costs_most_is_the_difference_that_goes_along_with_losing() -> None:
    wanted: dict[str, tuple[float, float]]
    wanted = {"Force drains": (6, 8), "own battles": (5, 5), "Interrupts played": (30, 30)}
    human = HumanFigures("", counted=wanted, advised={})
    # A drain more is a margin of 3 more, a battle or an Interrupt more one of 3 less.
    seats = [
        Seat(
            ours=drains < 4,
            margin=3 * drains,
            figures={
                "Force drains": (drains, 1),
                "own battles": (9 - drains, 1),
                "Interrupts played": (20 - drains, 1),
            },
        )
        for drains in range(2, 12)
    ]
    found = [(each.figure, each.missing, each.cost) for each in costliest(seats, human)]
    assert found == [("Force drains", 3.5, 10.5), ("own battles", -1.5, 4.5)]
    assert costliest(seats[:9], human) == [], "a line through a few seats tells nothing"


def test_every_figure_of_the_human_is_one_that_is_counted() -> None:
    assert set(HumanFigures.load().figures) <= set(FIGURES)


def test_the_command_tells_both_seats_beside_the_human(capsys: pytest.CaptureFixture[str]) -> None:
    path = LOST / "left-contested.jsonl.gz"
    assert main([str(path), "--fingerprint", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    we, they = found["groups"]["lost"]["we"], found["groups"]["lost"]["they"]
    assert (we["Force drains"], they["Force drains"]) == (0, 6)
    assert (we["Force drained"], they["Force drained"]) == (0, 11)
    assert main([str(path), "--fingerprint"]) == 0
    (row,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("Force drains"))
    assert row.split()[2:] == ["0.0", "6.0", "0.0", "6.0", "5.3"]


def test_games_without_an_end_have_no_fingerprint(capsys: pytest.CaptureFixture[str]) -> None:
    cut = Path(__file__).parents[2] / "fixtures/damaged/cut-line.jsonl"
    assert main([str(cut), "--fingerprint"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert (
        told.err.splitlines()[-1] == "no game to count: name journals of games that ended, played from a seat"
    )
