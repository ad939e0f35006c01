"""How single things are told: reasons, moves that lead nowhere, shots, close battles and crushing ones."""

import re
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.report.story import StoryTeller, StoryWriter, tell
from gemp_bot.report.story_lines import LifeBars, Line, Sentence, plain_page
from gemp_bot.view.model import Battle, BattleSide, BoardView, Deed, DeedKind, Destiny, Frame, PlayerView
from gemp_bot.view.names import NamedCard, Why

DARK, LIGHT = Side.DARK, Side.LIGHT
HILL, VALLEY = NamedCard(1, "Hill", "1_1", DARK), NamedCard(2, "Valley", "1_2", LIGHT)
GUARD, OTHER = NamedCard(3, "Guard", "1_3", DARK), NamedCard(4, "Guard", "1_3", DARK)
BLADE, WALKER = NamedCard(5, "Blade", "1_5", DARK), NamedCard(8, "Walker", "1_8", DARK)
REBEL, FATE = NamedCard(6, "Rebel", "1_6", LIGHT), NamedCard(7, "Card of fate", "1_7", LIGHT)


def players(dark: int = 50, light: int = 50) -> tuple[PlayerView, ...]:
    return PlayerView(DARK, "a", hand=4, life=dark), PlayerView(LIGHT, "b", hand=4, life=light)


def phase(name: Phase, dark: int = 50, light: int = 50) -> Deed:
    return Deed(DeedKind.PHASE_BEGAN, DARK, what=name.value, players=players(dark, light))


TURN = Deed(DeedKind.TURN_BEGAN, DARK, amount=1, players=players())


def came(
    card: NamedCard, host: NamedCard | None = None, cost: float | None = 2, why: Why | None = None
) -> Deed:
    return Deed(
        DeedKind.DEPLOYED, DARK, (card,), location=HILL, host=host, amount=cost, source=Zone.HAND, why=why
    )


def told(*deeds: Deed) -> list[Line]:
    frame = Frame(0, 0, BoardView(), deeds=(TURN, phase(Phase.CONTROL), *deeds))
    return list(tell([frame]))


def texts(*deeds: Deed) -> list[str]:
    return [line.text for line in told(*deeds) if isinstance(line, Sentence)]


def test_deployments_at_one_place_are_one_sentence() -> None:
    found = texts(came(GUARD), came(OTHER), came(BLADE, GUARD, 1), phase(Phase.BATTLE))
    assert found[-1] == "Deploys Guard (2) and Blade (with Guard) at Hill for 5 Force."


def test_an_unsure_cost_is_not_told() -> None:
    assert texts(came(GUARD), came(OTHER, cost=None))[-1] == "Deploys Guard (2) at Hill."
    assert texts(came(GUARD, cost=0))[-1] == "Deploys Guard at Hill for nothing."


def test_the_weightiest_reason_is_told_once() -> None:
    found = texts(came(GUARD, why=Why("it guards", 1.5)), came(OTHER, why=Why("it stands", 1.0)))
    assert found[-1] == "Deploys Guard (2) at Hill for 4 Force (it guards, +1.5 Force)."


def test_who_was_to_come_along_is_told_of_a_card_that_comes_alone() -> None:
    why = Why("power 8 against 7", 1.5, "Other")
    assert texts(came(GUARD, why=why))[-1].endswith("(with Other: power 8 against 7, +1.5 Force).")
    assert texts(came(GUARD, why=why), came(OTHER))[-1].endswith("(power 8 against 7, +1.5 Force).")


def laid(location: NamedCard, converted: NamedCard | None = None) -> Deed:
    return Deed(DeedKind.DEPLOYED, location.side, (location,), location=location, converted=converted)


def test_a_location_that_converts_another_one_is_not_added() -> None:
    theirs = replace(HILL, side=LIGHT, blueprint="1_9")
    old = replace(HILL, title="Old Hill", blueprint="1_10")
    assert texts(laid(HILL, theirs))[-1] == "Converts Light's Hill."
    assert texts(laid(HILL, old))[-1] == "Converts its own Old Hill to Hill."
    assert texts(laid(VALLEY), laid(HILL, theirs))[-2:] == ["Converts Light's Hill.", "Light adds Valley."]


def quiet(*deeds: Deed) -> list[str]:
    """What is told of a turn, without its heading."""
    return texts(*deeds, phase(Phase.END_OF_TURN))[1:]


def test_a_turn_of_which_nothing_was_seen_says_so() -> None:
    assert quiet() == ["There is nothing to tell of this turn."]
    assert quiet(came(GUARD)) == ["Deploys Guard at Hill for 2 Force."]


def test_the_heading_of_a_turn_has_no_numbers_of_the_turn_before() -> None:
    """Force and hand are told as they are once Force is activated; a page shows the heading before."""
    telling = StoryTeller()
    assert list(telling.take([Frame(0, 0, BoardView(), deeds=(TURN, phase(Phase.ACTIVATE)))])) == []
    (heading,) = telling.pending_lines()
    assert isinstance(heading, Sentence)
    assert heading.text == "Turn 1, Dark"
    control = replace(phase(Phase.CONTROL), players=(PlayerView(DARK, "a", force=8, hand=8),))
    (heading,) = telling.take([Frame(1, 0, BoardView(), deeds=(control,))])
    assert isinstance(heading, Sentence)
    assert heading.text == "Turn 1, Dark: 8 Force, 8 cards in hand"


def test_a_quiet_turn_tells_what_was_seen_of_it() -> None:
    activated = Deed(DeedKind.ACTIVATED, DARK, amount=2)
    used = Deed(DeedKind.ACTED, DARK, location=HILL)
    theirs = Deed(DeedKind.ACTED, LIGHT, (REBEL,))
    assert quiet(activated, used, theirs) == [
        "Activates 2 Force and uses Hill.",
        "Light uses Rebel.",
        "There is nothing else to tell.",
    ]


def test_force_lost_after_a_location_was_used_is_not_told_as_its_doing() -> None:
    assert quiet(Deed(DeedKind.ACTED, DARK, location=HILL), lost(LIGHT, 1)) == ["Light loses 1 Force."]


def test_what_the_other_one_does_names_him() -> None:
    played = Deed(DeedKind.PLAYED, LIGHT, (FATE,))
    drew = Deed(DeedKind.TOOK, LIGHT, amount=2, source=Zone.RESERVE_DECK)
    assert texts(played, drew)[-2:] == [
        "Light plays Card of fate.",
        "Light takes 2 cards into hand from the Reserve Deck.",
    ]


def test_a_flip_names_both_faces() -> None:
    flipped = Deed(DeedKind.FLIPPED, DARK, (OTHER,), left=WALKER)
    assert texts(flipped)[-1] == "Walker flips to Guard."
    unseen = Deed(DeedKind.FLIPPED, DARK, (OTHER,), left=NamedCard(4))
    assert texts(unseen)[-1] == "Guard is flipped."


def move(card: NamedCard, origin: NamedCard, goal: NamedCard) -> Deed:
    return Deed(DeedKind.MOVED, DARK, (card,), location=goal, origin=origin)


def test_a_card_that_ends_where_it_began_did_not_move() -> None:
    there, back = move(GUARD, HILL, VALLEY), move(GUARD, VALLEY, HILL)
    assert not any("Moves" in text for text in texts(there, back))
    assert texts(there)[-1] == "Moves Guard from Hill to Valley."


def lost(side: Side, amount: int, source: Zone = Zone.RESERVE_DECK) -> Deed:
    return Deed(DeedKind.LOST, side, amount=amount, source=source)


def test_what_is_lost_to_a_drain_is_told_with_it_and_the_rest_with_its_cause() -> None:
    found = texts(
        Deed(DeedKind.DRAINED, DARK, location=HILL, amount=2),
        lost(LIGHT, 1),
        lost(LIGHT, 1, Zone.HAND),
        Deed(DeedKind.ACTED, None, (FATE,)),
        lost(DARK, 3),
    )
    assert found[-2:] == [
        "Drains 2 at Hill; Light loses 2 Force (1 from hand).",
        "Dark loses 3 Force to Card of fate.",
    ]


def battle(dark: float, light: float, damage: float, *middle: Deed, end: Battle | None = None) -> list[str]:
    began = Deed(DeedKind.BATTLE_BEGAN, LIGHT, (REBEL, GUARD, OTHER), location=HILL)
    loser = None if dark == light else LIGHT if dark > light else DARK
    fought = Battle(
        1,
        HILL,
        BattleSide(DARK, power=dark, total=dark, damage=damage if loser is DARK else 0),
        BattleSide(LIGHT, power=light, total=light, damage=damage if loser is LIGHT else 0),
    )
    totals = Deed(DeedKind.TOTALS, battle=end or fought)
    return texts(began, *middle, totals, Deed(DeedKind.BATTLE_ENDED, battle=end or fought))


def test_a_battle_is_a_scene() -> None:
    end = Battle(
        1,
        HILL,
        BattleSide(DARK, power=5, total=5, damage=3, forfeited=(GUARD,), fallen=(BLADE,)),
        BattleSide(LIGHT, power=2, total=8),
        destinies=(Destiny(LIGHT, FATE, 6),),
    )
    found = battle(
        5,
        8,
        3,
        Deed(DeedKind.WEAPON, DARK, (BLADE, REBEL)),
        Deed(DeedKind.DESTINY, DARK, (FATE,), amount=2, what="weapon destiny"),
        Deed(DeedKind.DESTINY, LIGHT, (FATE,), amount=6, what="battle destiny"),
        Deed(DeedKind.FORFEITED, DARK, (GUARD,), amount=2),
        end=end,
    )
    assert found[-8:] == [
        "Battle at Hill: Light attacks.",
        "Light: Rebel",
        "Dark: Guard (2)",
        "Blade at Rebel: 2 (Card of fate): a miss.",
        "Light draws battle destiny 6 (Card of fate).",
        "Light 2 + 6 = 8 against Dark 5: Light wins by 3. Destiny turns it!",
        "Dark owes battle damage 3.",
        "Dark forfeits Guard (2) and also loses Blade.",
    ]


def test_a_shot_that_hits_says_so() -> None:
    found = battle(5, 8, 3, Deed(DeedKind.WEAPON, DARK, (BLADE, REBEL)), Deed(DeedKind.HIT, LIGHT, (REBEL,)))
    assert "Blade at Rebel: hit." in found


def test_crushing_close_and_tied_battles_are_marked() -> None:
    assert any("A crushing blow!" in text for text in battle(12, 2, 10))
    assert not any("A crushing blow!" in text for text in battle(12, 3, 9)), "that is no large number"
    assert any("A close one!" in text for text in battle(5, 4, 1))
    tied = battle(4, 4, 0)
    assert any(text.endswith("a tie.") for text in tied)
    assert tied[-1] == "Nobody falls."
    assert not any("!" in text for text in (*tied, *battle(6, 3, 3)))


def bars(*deeds: Deed, dark: int = 50, light: int = 50) -> list[str]:
    """The bars after a turn of the Dark player in which all this came about, without the bars themselves."""
    last = [
        line for line in told(*deeds, phase(Phase.END_OF_TURN, dark, light)) if isinstance(line, LifeBars)
    ][-1]
    return [re.sub(r"\[[#.]+\]", "[]", text) for text in plain_page(last)]


def test_life_force_that_was_drawn_is_told_from_what_was_lost() -> None:
    drawn = Deed(DeedKind.DREW, LIGHT, amount=1, source=Zone.FORCE_PILE)
    assert bars(drawn, light=49) == ["  Light [] 49 (1 drawn); Dark 50"]
    assert bars(lost(LIGHT, 2), light=48) == ["  Light [] 48 (2 lost); Dark 50"]
    assert bars(lost(LIGHT, 2), lost(LIGHT, 1, Zone.HAND), light=48) == ["  Light [] 48 (2 lost); Dark 50"]
    assert bars(drawn, lost(LIGHT, 2), light=47) == ["  Light [] 47 (1 drawn, 2 lost); Dark 50"]
    assert bars(light=52) == ["  Light [] 52 (+2); Dark 50"]
    pulled = replace(came(GUARD), source=Zone.RESERVE_DECK)
    assert bars(pulled, dark=49) == ["  Dark  [] 49 (1 deployed); Light 50"]


@pytest.mark.parametrize(
    ("side", "reason", "line"),
    [
        (LIGHT, "life_force", "Light wins: Dark has no life force left, Light has 50."),
        (DARK, "conceded", "Dark wins: Light concedes, Dark has 50."),
        (None, "agreed", "Nobody wins: both players called it off."),
    ],
)
def test_how_it_ended(side: Side | None, reason: str, line: str) -> None:
    assert line in texts(Deed(DeedKind.ENDED, side, what=reason, players=players()))


def taken_back(frames: Sequence[Frame]) -> list[str]:
    return [line.text for line in tell(frames) if isinstance(line, Sentence)]


def test_what_was_taken_back_is_not_told() -> None:
    first = Frame(0, 0, BoardView(), deeds=(TURN, phase(Phase.CONTROL)))
    gone = Frame(1, 1, BoardView(), deeds=(came(GUARD), phase(Phase.BATTLE)), taken_back=True)
    again = Frame(2, 2, BoardView(), deeds=(came(OTHER, cost=1), phase(Phase.BATTLE)))
    assert taken_back([first, gone, again])[-1] == "Deploys Guard at Hill for 1 Force."
    assert len(taken_back([first, gone, again])) == 2


def test_what_is_taken_back_at_once_costs_one_telling_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = 0
    hear = StoryWriter.hear

    def counted(self: StoryWriter, deed: Deed) -> Iterator[Line]:
        nonlocal heard
        heard += 1
        return hear(self, deed)

    monkeypatch.setattr(StoryWriter, "hear", counted)
    first = Frame(0, 0, BoardView(), deeds=(TURN, phase(Phase.DEPLOY)))
    undone = [Frame(number, number, BoardView(), deeds=(came(GUARD),)) for number in range(1, 41)]
    telling, plain = StoryTeller(), StoryTeller()
    list(telling.take([first, *undone]))
    list(plain.take([first]))
    heard = 0
    list(telling.take([replace(frame, taken_back=True) for frame in undone]))
    assert heard == len(first.deeds)
    assert telling.tally == plain.tally
