"""What the text of a card that does not fight is worth: all places with it, less all without it."""

import pytest
from judged_table import ALL, KNIGHT, LUKE, TROOPER, VADER, Seat, menu, offers, pick
from made_table import CHARACTER, SITE, YOURS, action, both, card, effect, index_of, standing, term, titled

from gemp_bot.cards import Card, CardType
from gemp_bot.cards.texts import Moment, Term
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.vocabulary import make_vocabulary
from gemp_bot.valuation.weights import Weights

USUAL = Weights().effect


def _power(number: int, who: str, amount: float, *more: object, **selectors: object) -> Card:
    text = standing("power", who=both(YOURS, titled(who)), amount=amount)
    return card(number, f"Text {number}", CardType.EFFECT, Side.LIGHT, text, *more, selectors=selectors)


WEAKER = _power(80, "Knight", -3)
STRONGER = _power(81, "Knight", 3)
BUSY = _power(82, "Knight", -3, action("Do something"))
DRAINS = card(
    83, "Drains", CardType.EFFECT, Side.LIGHT,
    standing("force_drain", where=term("any"), amount=1, player="$you"),
    selectors={"deploy_on": SITE},
)  # fmt: skip
HERE = card(
    84, "Here", CardType.EFFECT, Side.LIGHT,
    standing("power", who=both(YOURS, titled("Knight"), term("at", where="$self")), amount=-3),
    selectors={"deploy_on": SITE},
)  # fmt: skip
_IN_IT = both(CHARACTER, term("present", card="$self"), term("not", of=term("unread_selector")))


def _takes(number: int, *when: object) -> Card:
    """It takes all characters of both sides that are where it is."""
    takes = effect("go_missing", characters_to_go_missing=term("filter_active", who=_IN_IT))
    text = action("", takes, moment=Moment.MUST_AFTER, when=(term("is_table_changed"), *when))
    return card(number, f"Storm {number}", CardType.EFFECT, Side.LIGHT, text, selectors={"deploy_on": SITE})


STORM = _takes(85)
LATER = _takes(86, term("captured", who=CHARACTER))
TURNED = card(
    87, "Turned", CardType.EFFECT, Side.LIGHT,
    standing("rotate_location", where=term("has_attached", card="$self")),
    standing("defined_by_game_text_deploy_cost", while_="always", amount=3),
    selectors={"deploy_on": SITE},
)  # fmt: skip
"""As Revolution: nothing of it is understood but its cost."""
_SIDE, _SITE = "Deploy on your side of table", "Deploy on any site"


def _way(number: int) -> Term:
    return term("play_card_option_id", card="$self", option_id=f"play_card_option_{number}")


WAYS = card(
    88, "Ways", CardType.EFFECT, Side.LIGHT,
    standing("force_drain", where=titled("Nowhere"), when=_way(1), amount=1, player="$you"),
    standing("force_drain", where=term("here", card="$self"), when=_way(2), amount=-1, player="$opponent"),
    selectors={
        "options": (
            term("play_card_option", **{"0": "play_card_option_1", "1": "your_side_of_table", "2": _SIDE}),
            term("play_card_option", **{"0": "play_card_option_2", "1": "attached", "2": _SITE}),
        ),
        "deploy_on": term(
            "choose", when=term("equal", left="$play_card_option_id", right="play_card_option_2"),
            then=SITE, otherwise=term("none"),
        ),
    },
)  # fmt: skip
"""As Projection Of A Skywalker."""
GAME = card(
    89, "Game", CardType.INTERRUPT, Side.LIGHT, action("", effect("satisfy_all_battle_damage", player="$you"))
)
"""As Houjix, which may be laid on a holosite."""
MADE = (WAYS, GAME, WEAKER, STRONGER, BUSY, DRAINS, HERE, STORM, LATER, TURNED)


@pytest.fixture
def seat() -> Seat:
    """Our knight at the Docks."""
    made = Seat()
    made.strategy = JudgedStrategy(
        0, load_strategy("strong", make_vocabulary()), index=index_of((*ALL, *MADE))
    )
    made.put(KNIGHT)
    made.tell(mine=(5, -1, -1))
    return made


def score(seat: Seat, face: Card) -> float:
    """What deploying a card is worth, its price aside."""
    (held,) = seat.held(face)
    (found,) = [each for each in seat.weighed(offers(seat, held)) if each.option is not None]
    seat.gone(held)
    return found.parts[0].force


def face_vader(seat: Seat) -> None:
    seat.put(VADER)
    seat.tell(mine=(5, -1, -1), theirs=(6, -1, -1))


def clear(seat: Seat) -> None:
    seat.gone(*(card.id for card in seat.table.cards(Zone.AT_LOCATION)))
    seat.tell()


@pytest.mark.parametrize("faced", [False, True])
@pytest.mark.parametrize("face", [WEAKER, BUSY])
def test_a_text_that_takes_power_of_ours_alone_is_never_worth_anything(
    seat: Seat, face: Card, faced: bool
) -> None:
    """Trap: a fleet of ours was halved by an Effect worth 0.8 as any other, and the game was lost."""
    if faced:
        face_vader(seat)
    assert score(seat, face) <= 0


@pytest.mark.parametrize("power", range(1, 13))
def test_it_is_so_whatever_power_stands_there(seat: Seat, power: int) -> None:
    """By what is known of places a group may be worth more with less power: fewer come against it."""
    for theirs in (-1, 1, 6, 12):
        if theirs == 1:
            seat.put(TROOPER)
        seat.tell(mine=(power, -1, -1), theirs=(theirs, -1, -1))
        assert score(seat, WEAKER) <= 0


@pytest.mark.parametrize("faced", [False, True])
def test_power_for_ours_is_worth_something(seat: Seat, faced: bool) -> None:
    if faced:
        face_vader(seat)
    assert score(seat, STRONGER) > 0


def test_who_is_still_in_hand_counts_as_well(seat: Seat) -> None:
    clear(seat)
    seat.held(KNIGHT, KNIGHT)
    assert score(seat, WEAKER) == pytest.approx(-6 * Weights().table_power)
    assert score(seat, STRONGER) == pytest.approx(6 * Weights().table_power)


def test_a_text_that_changes_no_number_now_is_worth_what_any_is(seat: Seat) -> None:
    clear(seat)
    seat.put(LUKE)
    seat.tell(mine=(5, -1, -1))
    assert score(seat, WEAKER) == score(seat, STRONGER) == USUAL


def test_what_the_server_tells_is_what_is_changed(seat: Seat) -> None:
    """It tells of 9 power where the board comes to 5: 3 less is 6."""
    seat.tell(mine=(9, -1, -1))
    ctx = seat.context()
    laid = ctx.reader.laid
    assert laid is not None
    found = laid.change(ctx.facts(WEAKER.blueprint_id), None, Side.LIGHT, ctx.position.places)
    assert found is not None
    (change,) = found.places
    assert (change.now.mine.power, change.then.mine.power) == (9, 6)


def test_the_table_stays_as_it_is(seat: Seat) -> None:
    before = seat.context().reader.version
    score(seat, WEAKER)
    assert seat.context().position.places[0].mine.power == 5
    assert seat.context().reader.version[0] is before[0]


def test_a_drain_that_grows_is_worth_more_than_nothing(seat: Seat) -> None:
    assert score(seat, DRAINS) > 0


def test_a_card_that_may_go_where_it_does_no_harm_is_not_refused(seat: Seat) -> None:
    assert score(seat, HERE) == USUAL


def goes_to(seat: Seat, face: Card) -> str:
    """Which site is chosen for a card; empty for none."""
    (held,) = seat.held(face)
    seat.choose(seat.question(offers(seat, held)).options[0])
    return seat.answer(
        pick(f"Choose where to deploy {face.title}, or click 'Done' to cancel", seat.docks, seat.field)
    )


def test_a_text_that_takes_our_own_cards_is_not_deployed_on_them(seat: Seat) -> None:
    """Trap: three characters of ours went missing in an Ice Storm of ours, and the game was lost."""
    seat.put(TROOPER, column=0)
    seat.put(KNIGHT, column=1)
    seat.tell(mine=(5, 5, -1), theirs=(1, -1, -1))
    assert score(seat, STORM) < 0
    assert goes_to(seat, STORM) == ""


def test_it_is_deployed_where_only_theirs_are(seat: Seat) -> None:
    seat.put(VADER, column=1)
    seat.tell(mine=(5, -1, -1), theirs=(-1, 6, -1))
    assert score(seat, STORM) > 0
    assert goes_to(seat, STORM) == str(seat.field)


def test_what_takes_nobody_now_is_worth_what_any_is(seat: Seat) -> None:
    clear(seat)
    assert score(seat, STORM) == USUAL
    seat.put(KNIGHT)
    seat.put(KNIGHT, column=1)
    seat.tell(mine=(5, 5, -1))
    assert score(seat, LATER) == USUAL, "it takes somebody only once something has come about"


def test_what_is_not_understood_is_worth_nothing_on_a_location(seat: Seat) -> None:
    """Trap: Revolution was paid for to turn a location of our own."""
    (held,) = seat.held(TURNED)
    (menu,) = [each for each in seat.weighed(offers(seat, held)) if each.option is not None]
    assert menu.score < 0
    assert menu.option is not None
    seat.choose(menu.option)
    hint = f"<div class='cardHint' value='{TURNED.blueprint_id}'>•Turned</div>"
    asked = pick(
        f"Choose where to deploy {hint} as attached, or click 'Done' to cancel", seat.docks, seat.field
    )
    assert [each.score for each in seat.weighed(asked) if each.option is not None] == [0, 0]


def test_a_card_with_several_ways_is_worth_what_its_text_changes_in_each(seat: Seat) -> None:
    """Trap: a Projection was laid beside the table as "a card found", where it did nothing at all."""
    (held,) = seat.held(WAYS)
    asked = menu((held, _SIDE), (held, _SITE))
    assert [each.score for each in seat.weighed(asked) if each.option is not None] == [0, 0]
    seat.put(VADER, column=1)
    seat.tell(mine=(5, -1, -1), theirs=(-1, 6, -1))
    side, site = [each.score for each in seat.weighed(asked) if each.option is not None]
    assert side == 0 < site


def test_an_interrupt_is_not_laid_for_a_text_that_is_for_being_played(seat: Seat) -> None:
    """Trap: Houjix was laid on a holosite, where it cancels no battle damage, as "a card found"."""
    (held,) = seat.held(GAME)
    assert seat.answer(menu((held, "Deploy to holosite"))) == ""
