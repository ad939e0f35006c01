"""How single things are told: reasons, moves that lead nowhere, shots, close battles and crushing ones."""

import re
from collections.abc import Sequence

import pytest

from gemp_bot.decisions.kinds import ActionKind
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.report.story.lines import LifeBars, Line, Sentence
from gemp_bot.report.story.phase_actions import Why
from gemp_bot.report.story.reasons import reason_of
from gemp_bot.report.story.rendering import plain_page
from gemp_bot.report.story.story_table import StoryCard
from gemp_bot.report.story.writer import tell
from gemp_bot.sandbox.engine.game_events import (
    ActionTaken,
    BattleBegan,
    BattleEnded,
    CardDrawn,
    CardMoved,
    DestinyDrawn,
    ForceLost,
    Forfeited,
    GameEnded,
    Happened,
    PhaseBegan,
    PowerTotalled,
    TurnBegan,
    WeaponFired,
)
from gemp_bot.sandbox.engine.outcome import Reason
from gemp_bot.strategy.base import Reason as Part
from gemp_bot.strategy.base import Verdict

DARK, LIGHT = Side.DARK, Side.LIGHT
CAST = {
    1: StoryCard("Hill", DARK),
    2: StoryCard("Valley", LIGHT),
    3: StoryCard("Guard", DARK),
    4: StoryCard("Guard", DARK),
    5: StoryCard("Blade", DARK),
    6: StoryCard("Rebel", LIGHT),
    7: StoryCard("Card of fate", LIGHT),
    8: StoryCard("Walker", DARK),
}
LAID: tuple[Happened, ...] = (
    CardMoved(1, DARK, Zone.RESERVE_DECK, Zone.LOCATIONS, 0),
    CardMoved(2, LIGHT, Zone.RESERVE_DECK, Zone.LOCATIONS, 1),
    *(CardMoved(card, CAST[card].side, Zone.RESERVE_DECK, Zone.HAND) for card in (3, 4, 5, 6, 8)),
    TurnBegan(DARK, 1),
)
DEPLOYED: tuple[Happened, ...] = (
    *LAID,
    PhaseBegan(Phase.DEPLOY),
    ActionTaken(DARK, ActionKind.DEPLOY, 3, 1, 2),
    CardMoved(3, DARK, Zone.HAND, Zone.AT_LOCATION, 0),
    ActionTaken(DARK, ActionKind.DEPLOY, 4, 1, 2),
    CardMoved(4, DARK, Zone.HAND, Zone.AT_LOCATION, 0),
    ActionTaken(DARK, ActionKind.DEPLOY, 5, 3, 1),
    CardMoved(5, DARK, Zone.HAND, Zone.ATTACHED, 0, 3),
    CardMoved(6, LIGHT, Zone.HAND, Zone.AT_LOCATION, 0),
)


def texts(happened: Sequence[Happened], *, why: bool = False) -> list[str]:
    def reason(_side: Side, _kind: ActionKind, card: int) -> Why | None:
        return {3: Why("it guards", 1.5), 4: Why("it guards", 1.0), 5: None}.get(card)

    lines: list[Line] = list(tell(CAST, happened, reason) if why else tell(CAST, happened))
    return [line.text for line in lines if isinstance(line, Sentence)]


def test_deployments_at_one_place_are_one_sentence() -> None:
    found = texts((*DEPLOYED[:-1], PhaseBegan(Phase.BATTLE)))
    assert found[-1] == "Deploys Guard (2) and Blade (with Guard) at Hill for 5 Force."


def test_reasons_are_told_once_with_all_they_promise() -> None:
    found = texts((*DEPLOYED[:-1], PhaseBegan(Phase.BATTLE)), why=True)
    assert found[-1].endswith("at Hill for 5 Force (it guards, +2.5 Force).")


def test_a_turn_without_a_deed_says_so() -> None:
    found = texts((*LAID, PhaseBegan(Phase.CONTROL), PhaseBegan(Phase.END_OF_TURN)))
    start = found.index("Turn 1, Dark: 0 Force, 4 cards in hand")
    assert found[start + 1] == "Does nothing."


def test_a_card_that_ends_where_it_began_did_not_move() -> None:
    there = CardMoved(3, DARK, Zone.AT_LOCATION, Zone.AT_LOCATION, 1)
    back = CardMoved(3, DARK, Zone.AT_LOCATION, Zone.AT_LOCATION, 0)
    before = (*DEPLOYED, PhaseBegan(Phase.MOVE))
    assert not any("Moves" in text for text in texts((*before, there, back, PhaseBegan(Phase.DRAW))))
    assert texts((*before, there, PhaseBegan(Phase.DRAW)))[-1] == "Moves Guard from Hill to Valley."


def test_what_is_aboard_is_where_its_host_is() -> None:
    before = (*DEPLOYED, PhaseBegan(Phase.MOVE))
    there = CardMoved(3, DARK, Zone.AT_LOCATION, Zone.AT_LOCATION, 1)
    aboard = CardMoved(8, DARK, Zone.HAND, Zone.ATTACHED, 1, 3)
    found = texts((*before, there, PhaseBegan(Phase.DEPLOY), aboard, PhaseBegan(Phase.BATTLE)))
    assert found[-1] == "Deploys Walker (with Guard) at Valley for nothing."


def battle(dark: float, light: float, damage: float, *middle: Happened) -> list[str]:
    winner = None if dark == light else DARK if dark > light else LIGHT
    return texts(
        (
            *DEPLOYED,
            PhaseBegan(Phase.BATTLE),
            BattleBegan(LIGHT, 1, 0, (6, 3, 4)),
            *middle,
            PowerTotalled(dark, light, None, None, winner, damage),
            BattleEnded(1),
        )
    )


def test_a_battle_is_a_scene() -> None:
    found = battle(
        5,
        8,
        3,
        DestinyDrawn(DARK, 7, 2, "weapon destiny"),
        WeaponFired(DARK, 5, 6, 3, 4, hit=False),
        DestinyDrawn(LIGHT, 7, 6, "battle destiny"),
        CardMoved(5, DARK, Zone.ATTACHED, Zone.LOST_PILE),
        CardMoved(3, DARK, Zone.AT_LOCATION, Zone.LOST_PILE),
        Forfeited(DARK, 3, 2),
    )
    assert found[-8:] == [
        "Battle at Hill: Light attacks.",
        "Light: Rebel",
        "Dark: Guard (2)",
        "Blade at Rebel: 2 (Card of fate) makes 3, not more than defense value 4: a miss.",
        "Light draws battle destiny 6 (Card of fate).",
        "Light 2 + 6 = 8 against Dark 5: Light wins by 3. Destiny turns it!",
        "Dark owes battle damage 3.",
        "Dark forfeits Guard (2) and also loses Blade.",
    ]


def test_crushing_close_and_tied_battles_are_marked() -> None:
    assert any("A crushing blow!" in text for text in battle(12, 2, 10))
    assert not any("A crushing blow!" in text for text in battle(12, 3, 9)), "that is no large number"
    assert any("A close one!" in text for text in battle(5, 4, 1))
    tied = battle(4, 4, 0)
    assert any(text.endswith("a tie.") for text in tied)
    assert tied[-1] == "Nobody falls."
    assert not any("!" in text for text in (*tied, *battle(6, 3, 3)))


def test_a_blow_is_called_crushing_once_a_game() -> None:
    blows = [
        told
        for damage in (10, 20)
        for told in (
            BattleBegan(LIGHT, 1, 0, (6, 3, 4)),
            PowerTotalled(damage + 2, 2, None, None, DARK, damage),
            BattleEnded(1),
        )
    ]
    found = texts((*DEPLOYED, PhaseBegan(Phase.BATTLE), *blows))
    assert sum("A crushing blow!" in text for text in found) == 1
    assert "Light 2 against Dark 12: Dark wins by 10. A crushing blow!" in found


def bars(*happened: Happened, over: bool = False) -> list[str]:
    """The bars after a turn of the dark side in which all this came about, without the bars themselves."""
    end: Happened = GameEnded(None, Reason.TURNS) if over else PhaseBegan(Phase.END_OF_TURN)
    told = [line for line in tell(CAST, (*LAID, *happened, end)) if isinstance(line, LifeBars)]
    return [re.sub(r"\[[#.]+\]", "[]", text) for text in plain_page(told[-1])]


def test_life_force_that_was_drawn_is_told_from_what_was_lost() -> None:
    drawn = (CardMoved(7, LIGHT, Zone.FORCE_PILE, Zone.HAND), CardDrawn(LIGHT, 7))
    lost = tuple(
        told
        for _ in range(2)
        for told in (
            CardMoved(7, LIGHT, Zone.RESERVE_DECK, Zone.LOST_PILE),
            ForceLost(LIGHT, 7, Zone.RESERVE_DECK),
        )
    )
    assert bars(*drawn) == ["  Light []  0 (1 drawn); Dark 0"]
    assert bars(*lost) == ["  Light [] -1 (2 lost); Dark 0"]
    assert bars(*drawn, *lost) == ["  Light [] -2 (1 drawn, 2 lost); Dark 0"]
    gained = CardMoved(6, LIGHT, Zone.LOST_PILE, Zone.RESERVE_DECK)
    assert bars(gained) == ["  Light []  2 (+1); Dark 0"]


def test_sides_that_changed_have_a_bar_and_at_the_end_both_have() -> None:
    assert bars() == ["  Dark 0, Light 1, as before"]
    assert bars(over=True) == ["  Dark  []  0", "  Light []  1"]
    both = [
        CardMoved(card, side, Zone.RESERVE_DECK, Zone.LOST_PILE) for card, side in ((8, DARK), (7, LIGHT))
    ]
    assert bars(*both) == ["  Dark  [] -1 (1 lost)", "  Light []  0 (1 lost)"]


@pytest.mark.parametrize(
    ("light", "expected"),
    [(1, "1 turn each, no battle."), (0, "1 turn of Dark and 0 of Light, no battle.")],
)
def test_turns_are_counted_in_the_end_as_their_headings_count_them(light: int, expected: str) -> None:
    turns = [TurnBegan(LIGHT, 1)] * light
    found = texts((*LAID, PhaseBegan(Phase.CONTROL), *turns, GameEnded(None, Reason.TURNS)))
    assert expected in found


def test_a_game_that_ends_in_a_battle_is_told_to_its_end() -> None:
    found = texts(
        (
            *DEPLOYED,
            PhaseBegan(Phase.BATTLE),
            BattleBegan(DARK, 1, 0, (3, 6)),
            PowerTotalled(9, 1, None, None, DARK, 8),
            GameEnded(DARK, Reason.DEPLETED),
        )
    )
    assert "Dark wins: Light has no life Force left, Dark has 0." in found
    assert found[-1] == "Biggest battle: Hill (dark 9 to 1 light, Dark won)."


def test_a_game_nobody_wins_says_why() -> None:
    assert "Nobody wins: too many turns." in texts((*LAID, GameEnded(None, Reason.TURNS)))


def verdict(*parts: Part) -> Verdict:
    from gemp_bot.decisions.answer import _sealed

    return Verdict(_sealed(""), parts)


def test_the_reason_is_the_weightiest_part_and_the_promise_is_all_of_them() -> None:
    assert reason_of(verdict(Part("small", 0.25), Part("great", 2), Part("cost", -0.5))) == Why("great", 1.75)
    assert reason_of(verdict(Part("cost", -0.5), Part("nothing", 0))) is None
    assert reason_of(verdict()) is None


def test_a_reason_is_told_without_the_place_which_the_story_names_itself() -> None:
    assert reason_of(verdict(Part("to Hill: Top: drains 2", 1, "drains 2"))) == Why("drains 2", 1)
    assert reason_of(verdict(Part("to be, or: not to be", 1))) == Why("to be, or: not to be", 1)
