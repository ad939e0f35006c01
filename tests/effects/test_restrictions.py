"""What texts on table forbid or bound: drains and deployments."""

from made_table import (
    MadeTable,
    action,
    card,
    character,
    effect,
    on,
    site,
    standing,
    system,
    term,
    titled,
)

from gemp_bot.board.card import CardInPlay
from gemp_bot.cards import Card, CardIndex, CardType
from gemp_bot.cards.texts import Moment
from gemp_bot.effects import CardEffects
from gemp_bot.effects.drains import stopped_drains
from gemp_bot.game.arrivals import Arrivals
from gemp_bot.protocol.enums import Side, Zone

PLAIN = card(1, "A Goal", CardType.OBJECTIVE)
AT_MOST_ONE = card(
    2, "Hidden", CardType.OBJECTIVE, Side.LIGHT,
    standing("limit_force_loss_from_force_drain", where=on("Ralltiir"), amount=1, player="$opponent"),
)  # fmt: skip
WE_LOSE_TWO = card(
    3, "Hardy", CardType.OBJECTIVE, Side.LIGHT,
    standing("limit_force_loss_from_force_drain", where=term("any"), amount=2, player="$you"),
)  # fmt: skip
NO_ALLIES = card(
    4, "Lonely", CardType.OBJECTIVE, Side.LIGHT, standing("may_not_deploy", who=titled("Ally"), player="$you")
)
IF_FOE = card(
    5, "Wary", CardType.OBJECTIVE, Side.LIGHT,
    standing("may_not_deploy", who=titled("Ally"), when=term("on_table", who=titled("Foe")), player="$you"),
)  # fmt: skip
VAGUE = card(
    6, "Vague", CardType.OBJECTIVE, Side.LIGHT,
    standing("may_not_deploy", who=term("lore_contains", words="Ally"), player="$you"),
)  # fmt: skip
ENDOR = on("Endor")
CANCELED = card(
    7, "Calm", CardType.OBJECTIVE, Side.LIGHT,
    action(
        "", effect("cancel_force_drain"), moment=Moment.MUST_AFTER,
        when=(term("force_drain_initiated_by", player="$you", where=ENDOR),),
    ),
)  # fmt: skip
LASTING = card(
    8, "Lasting", CardType.OBJECTIVE, Side.LIGHT,
    action(
        "",
        effect(
            "add_until_end_of_game_modifier",
            modifier=term("may_not_force_drain_at_location", where=ENDOR, player="$you"),
        ),
        moment=Moment.SET_UP,
    ),
)  # fmt: skip
WHERE_ALLIES = card(
    9, "Shy", CardType.OBJECTIVE, Side.LIGHT,
    standing(
        "may_not_force_drain_at_location", where=term("same_location_as", who=titled("Ally")), player="$you"
    ),
)  # fmt: skip
GOALS = (PLAIN, AT_MOST_ONE, WE_LOSE_TWO, NO_ALLIES, IF_FOE, VAGUE, CANCELED, LASTING, WHERE_ALLIES)
SITES = [site(10, "Ralltiir: Site"), site(11, "Endor: Site")]
ALLY, OTHER, FOE = character(30, "Ally"), character(32, "Other"), character(31, "Foe", Side.DARK)
SHIP_ONLY = character(33, "Flier", Side.LIGHT, selectors={"deploy_on": term("subtype", subtype="system")})


class Scene(MadeTable):
    """Two sites of two planets, and an objective of ours; our ally stands at the first site."""

    def __init__(self, goal: Card) -> None:
        super().__init__(*GOALS, *SITES, ALLY, OTHER, FOE, SHIP_ONLY)
        self.put(goal, Zone.SIDE_OF_TABLE)
        for column, place in enumerate(SITES):
            self.place_there(place, column)
        self.put(ALLY)

    def drains(self, side: Side) -> dict[int, float]:
        """By column what a Force drain of a side brings at the most, where a text bounds it."""
        board, numbers = self.board(), self.numbers()
        found: dict[int, float] = {}
        for place in board.locations:
            limits = numbers.drain_limits(side, place)
            if place.column in stopped_drains(board, side, numbers) or numbers.drain_forbidden(side, place):
                limits = (0.0,)
            if limits:
                found[place.column] = min(limits)
        return found

    def may_deploy(self, face: Card, side: Side = Side.LIGHT) -> bool:
        return self.numbers().may_play(CardInPlay.supposed(self.lore.facts.of(face), side))


def test_what_they_lose_at_the_most_bounds_our_drains_there() -> None:
    scene = Scene(AT_MOST_ONE)
    assert scene.drains(Side.LIGHT) == {0: 1}
    assert scene.drains(Side.DARK) == {}


def test_what_we_lose_at_the_most_bounds_theirs_everywhere() -> None:
    scene = Scene(WE_LOSE_TWO)
    assert scene.drains(Side.DARK) == {0: 2, 1: 2}
    assert scene.drains(Side.LIGHT) == {}


def test_a_drain_that_is_canceled_at_once_brings_its_owner_nothing() -> None:
    scene = Scene(CANCELED)
    assert scene.drains(Side.LIGHT) == {1: 0}
    assert scene.drains(Side.DARK) == {}


def test_what_holds_for_the_rest_of_the_game_is_no_action() -> None:
    scene = Scene(LASTING)
    assert scene.drains(Side.LIGHT) == {1: 0}
    assert scene.drains(Side.DARK) == {}


def test_it_may_ask_who_stands_there() -> None:
    assert Scene(WHERE_ALLIES).drains(Side.LIGHT) == {0: 0}


def test_cards_that_may_not_be_deployed_are_those_of_the_owner_of_the_text() -> None:
    scene = Scene(NO_ALLIES)
    assert not scene.may_deploy(ALLY)
    assert scene.may_deploy(OTHER)
    assert scene.may_deploy(ALLY, Side.DARK)


def test_it_is_so_while_its_condition_holds() -> None:
    scene = Scene(IF_FOE)
    assert scene.may_deploy(ALLY)
    scene.put(FOE)
    assert not scene.may_deploy(ALLY)


def test_a_card_that_may_be_meant_may_be_deployed() -> None:
    assert Scene(VAGUE).may_deploy(ALLY)


def test_where_its_own_text_lets_a_card_go() -> None:
    scene = Scene(PLAIN)
    scene.place_there(system(12, "Endor"), 2)
    scene.lore = CardEffects(scene.lore.index)
    numbers = scene.numbers()
    supposed = CardInPlay.supposed(scene.lore.facts.of(SHIP_ONLY), Side.LIGHT)
    assert numbers.bound(supposed)
    assert not any(numbers.may_go(supposed, place) for place in scene.board().locations[:2])


def test_of_the_index_hunt_down_leaves_where_it_drains_at_executor() -> None:
    lore = CardEffects(CardIndex.load())
    table = MadeTable()
    table.lore = lore
    goal, chamber = lore.index.get("7_297"), lore.index.titled("Executor: Meditation Chamber")[0]
    assert goal is not None
    table.put(goal, Zone.SIDE_OF_TABLE)
    table.place_there(chamber, 0)
    board, numbers = table.board(), table.numbers()
    assert stopped_drains(board, Side.DARK, numbers) == {0}
    assert stopped_drains(board, Side.LIGHT, numbers) == frozenset()


def test_a_lightsaber_adds_to_the_drains_of_its_bearer_as_they_are_foreseen() -> None:
    lore = CardEffects(CardIndex.load())
    saber = lore.index.get("1_155")
    assert saber is not None
    table = MadeTable()
    table.lore = lore
    for column, title in enumerate(("Tatooine: Cantina", "Tatooine: Mos Eisley")):
        table.place_there(lore.index.titled(title)[0], column)
    luke = lore.index.get("1_19")
    assert luke is not None
    bearer = table.put(luke)
    place = table.board().locations[0]
    before = table.numbers().drain(Side.LIGHT, place)
    table.put(saber, on=bearer)
    numbers = table.numbers()
    here, next_door = table.board().locations[:2]
    assert before > 0
    assert (numbers.drain(Side.LIGHT, here), numbers.drained(Side.LIGHT, here)) == (before, before + 1)
    assert numbers.drained(Side.LIGHT, next_door) == numbers.drain(Side.LIGHT, next_door)
    assert numbers.drained(Side.DARK, here) == numbers.drain(Side.DARK, here)
    arrival = Arrivals(table.board(), numbers, lore).moved(bearer, 1)
    assert arrival is not None
    assert arrival.there.drain.force == 1
    second = lore.index.get("3_71")
    assert second is not None
    table.put(second, on=bearer)
    # Trap: two lightsabers of one bearer were counted, of which it uses one (rules 22).
    assert table.numbers().drained(Side.LIGHT, table.board().locations[0]) == before + 1
