"""`why` names only what lies face up on the table; nothing of the hand or of a plan comes out."""

import pytest
from fakes import events, questions
from fakes.events import CardAttributes
from play_scene import ME, THEM, Scene

from gemp_bot.decisions import Question
from gemp_bot.play.requests import OwnActions
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.ids import BlueprintId
from gemp_bot.sandbox.server.questions import Action
from gemp_bot.service.chat import tell_why
from gemp_bot.strategy import Reason, Verdict

SITE, TROOPER, VADER, HUT = "1_128", "1_28", "1_168", "1_139"
PLANTED = {f"9_{number}": f"Secret Marked{number}" for number in range(6)} | {"9_7": "More Power Here"}
TITLES = {
    SITE: "Tatooine: Cantina",
    TROOPER: "Rebel Trooper",
    VADER: "Darth Vader",
    HUT: "Obi-Wan's Hut",
    **PLANTED,
}


def title_of(face: BlueprintId) -> str:
    return TITLES.get(face, "")


class Played(Scene):
    """A table with a planted hand of marked cards, and what we did there."""

    def __init__(self) -> None:
        super().__init__()
        self.deeds = OwnActions()
        for number, face in enumerate([*PLANTED, TROOPER]):
            self.tell(
                events.put(CardAttributes(card_id=100 + number, blueprint=face, owner=ME, zone=Zone.HAND))
            )
        self.stands(2, TROOPER)
        self.stands(3, VADER, THEM)

    def stands(self, number: int, face: str, owner: str = ME) -> None:
        self.tell(
            events.put(
                CardAttributes(card_id=number, blueprint=face, owner=owner, zone=Zone.AT_LOCATION, column=0)
            )
        )

    def answers(self, question: Question, key: str, *reasons: Reason) -> None:
        wanted = next(answer for answer in question.answers() if answer.wire == key)
        self.deeds.note(self.table, question, Verdict(wanted, reasons))
        self.table.answered()

    def does(self, action: Action, *reasons: str, came: bool = True) -> str:
        """Choose an action; the game goes on, and somebody asks why."""
        self.answers(self.menu(action), "0", *(Reason(text, 1.0) for text in reasons))
        if came:
            self.tell(events.message("something happened"))
        self.answers(self.menu(), "")
        return self.why()

    def why(self) -> str:
        return tell_why(self.table, self.deeds.last, title_of)


DRAIN = Action("Force drain", 1)


def test_a_move_with_cards_on_the_table_is_told_with_its_reason() -> None:
    assert (
        Played().does(DRAIN, "they lose 2 Force") == "I drained Force at Tatooine: Cantina: you lose 2 Force."
    )
    moved = Played().does(Action("Move using landspeed", 2), "more worth at Tatooine: Cantina")
    assert moved == "I moved Rebel Trooper: more worth at Tatooine: Cantina."


@pytest.mark.parametrize(
    "reason",
    [
        "makes room for Secret Marked0",
        "secret marked0 comes next",
        "our power exceeds theirs with Secret Marked3 and Darth Vader",
        "More Power Here",
        "Rebel Trooper and Rebel Trooper Guard",
        "Darth Vader's Lightsaber works for us",
        "the plan of this turn",
        "all but a few cards for destiny",
        "a card found is a card more",
        "a place more for us, then Secret Marked1",
        "they lose 2 Force; the hand keeps 9_3",
    ],
)
def test_a_reason_that_speaks_of_anything_else_is_kept(reason: str) -> None:
    told = Played().does(DRAIN, reason)
    assert told == "I drained Force at Tatooine: Cantina: it looked best, and more I do not tell."


def test_whatever_a_strategy_says_no_card_of_the_hand_is_named() -> None:
    words = [
        "they",
        "lose",
        "Force",
        "more",
        "worth",
        "at",
        "Tatooine: Cantina",
        "Rebel Trooper",
        *PLANTED.values(),
    ]
    for first in words:
        for second in words:
            for reason in (f"{first} {second}", f"{first}{second}", f"{first}, {second} worth"):
                told = Played.why(scene := _with(reason))
                assert not any(title in told for title in PLANTED.values()), reason
                assert scene.deeds.last is not None


_SCENES: list[Played] = []


def _with(reason: str) -> Played:
    """The same scene, with another reason: thousands of scenes would take long."""
    if not _SCENES:
        scene = Played()
        scene.does(DRAIN, "first")
        _SCENES.append(scene)
    scene = _SCENES[0]
    assert scene.deeds.last is not None
    last = scene.deeds.last
    scene.deeds.last = type(last)(last.option, last.blueprint, (Reason(reason, 1.0),))
    return scene


def test_the_label_of_an_action_is_never_repeated() -> None:
    told = Played().does(Action("Take Secret Marked2 into hand from Reserve Deck", 2), "they lose 1 Force")
    assert told == "I used Rebel Trooper: you lose 1 Force."


def test_a_deployed_card_is_told_once_it_is_there() -> None:
    scene = Played()
    deploy = Action("Deploy", 107, TROOPER)
    scene.answers(scene.menu(deploy, phase=Phase.DEPLOY), "0", Reason("a place more for us", 1))
    assert scene.why() == "I have made no move yet that you saw."
    scene.tell(events.remove([107]), events.message("me deploys a card"))
    scene.stands(50, TROOPER)
    scene.answers(scene.menu(phase=Phase.DEPLOY), "")
    assert scene.why() == "I deployed Rebel Trooper: a place more for me."


def test_a_deployment_that_was_called_off_leaves_nothing_behind() -> None:
    scene = Played()
    # A copy lies on the table, so the name alone would give nothing away; that we hold another one would.
    assert (
        scene.does(Action("Deploy", 107, TROOPER), "they lose 1 Force")
        == "I have made no move yet that you saw."
    )
    assert (
        scene.does(Action("Deploy", 100, "9_0"), "they lose 1 Force")
        == "I have made no move yet that you saw."
    )


def test_a_move_that_was_called_off_leaves_the_one_before() -> None:
    scene = Played()
    first = scene.does(DRAIN, "they lose 2 Force")
    assert scene.does(Action("Move using landspeed", 2), "more worth at Obi-Wan's Hut", came=False) == first


def test_a_card_played_from_the_hand_that_never_lay_on_the_table_is_not_told() -> None:
    scene = Played()
    told = scene.does(Action("Play a Lost Interrupt", 101, "9_1"), "they lose 1 Force")
    assert told == "I have made no move yet that you saw."


def test_a_card_that_has_left_the_table_is_not_named() -> None:
    scene = Played()
    scene.does(Action("Move using landspeed", 2), "they lose 1 Force")
    scene.tell(events.remove([2]))
    assert "Trooper" not in scene.why()


def test_face_down_cards_and_piles_are_not_on_the_table() -> None:
    for zone in (
        Zone.STACKED_FACE_DOWN,
        Zone.SIDE_OF_TABLE_FACE_DOWN_NOT_IN_PLAY,
        Zone.TOP_OF_RESERVE_DECK,
        Zone.HAND,
    ):
        scene = Played()
        scene.tell(events.put(CardAttributes(card_id=60, blueprint="9_2", owner=ME, zone=zone)))
        assert (
            scene.does(Action("Use it", 60), "they lose 1 Force") == "I have made no move yet that you saw."
        )


def test_a_reason_against_it_is_no_reason() -> None:
    scene = Played()
    scene.answers(scene.menu(DRAIN), "0", Reason("they lose 2 Force", -1.0), Reason("costs Force", 0.0))
    scene.tell(events.message("a drain"))
    scene.answers(scene.ask(questions.optional_responses()), "")
    scene.answers(scene.menu(), "")
    assert scene.why() == "I drained Force at Tatooine: Cantina: it looked best, and more I do not tell."
