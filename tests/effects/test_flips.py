"""What objectives want held: read from the conditions of their flips, counted on the board."""

from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_table import (
    REBEL,
    THEM,
    MadeCard,
    MadeTable,
    action,
    both,
    card,
    character,
    effect,
    on,
    site,
    term,
    titled,
)

from gemp_bot.cards import Card, CardIndex, CardType
from gemp_bot.cards.packing import CardTexts
from gemp_bot.cards.texts import CardText, Moment, Term
from gemp_bot.effects import CardEffects, Need
from gemp_bot.effects.coverage import coverage
from gemp_bot.effects.flips import A_TURN, FlipEntryError, read_flips, shipped_flips
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import BlueprintId

SITES = [site(10 + number, f"Ralltiir: Site {number}") for number in range(4)]
ALLY, FOE = character(30, "Ally"), character(31, "Foe", Side.DARK)
RALLTIIR = on("Ralltiir")


def flips(number: int, *when: Term) -> MadeCard:
    """An objective of ours that flips when all of this holds."""
    flip = action(
        "",
        effect("flip_card", card="$self"),
        moment=Moment.MUST_AFTER,
        when=(term("is_table_changed"), *when),
    )
    return card(number, "A Goal", CardType.OBJECTIVE, Side.LIGHT, flip)


def back(face: MadeCard) -> MadeCard:
    """The same on the other face."""
    return msgspec.structs.replace(face, blueprint_id=BlueprintId(f"{face.blueprint_id}_BACK"))


def held(number: int, *, control: bool, player: str = "$you") -> Term:
    return term("controls" if control else "occupies", player=player, count=number, where=RALLTIIR)


class Scene(MadeTable):
    """Four sites; we hold some of them, and they hold others."""

    def __init__(self, goal: Card, ours: set[int], theirs: set[int], *more: Card) -> None:
        super().__init__(goal, *SITES, ALLY, FOE, *more)
        self.put(goal, Zone.SIDE_OF_TABLE)
        for column, place in enumerate(SITES):
            self.place_there(place, column)
        for column in ours:
            self.put(ALLY, column=column)
        for column in theirs:
            self.put(FOE, column=column)

    def needs(self, side: Side = Side.LIGHT) -> tuple[Need, ...]:
        board = self.board()
        return self.lore.flips.needs(board, side, self.numbers())


def needs(ours: set[int], theirs: set[int], *, number: int = 3, control: bool = True) -> tuple[Need, ...]:
    return Scene(flips(1, held(number, control=control)), ours, theirs).needs()


def test_what_is_missing_is_counted_and_told_with_the_places_that_would_count() -> None:
    (need,) = needs({0, 1}, {1, 2})
    assert (need.title, need.held, need.number, need.columns) == ("A Goal", 1, 3, frozenset({1, 2, 3}))


def test_occupying_counts_beside_the_opponent_where_control_is_not_wanted() -> None:
    (need,) = needs({0, 1}, {1}, control=False)
    assert (need.held, need.columns) == (2, frozenset({2, 3}))


def test_who_has_to_stand_there() -> None:
    other = character(32, "Other", subtypes=())
    where = term("controls_with", player="$you", count=1, where=RALLTIIR, who=REBEL)
    scene = Scene(flips(1, where), set(), set(), other)
    scene.put(other, column=0)
    (need,) = scene.needs()
    assert (need.held, need.who) == (0, frozenset({ALLY.blueprint_id, FOE.blueprint_id}))
    scene.put(ALLY, column=1)
    assert [each.counting for each in scene.needs()] == [frozenset({1})]


def test_of_two_ways_the_nearer_one_is_told() -> None:
    either = term("or", of=(held(3, control=True), held(2, control=False)))
    assert [need.number for need in Scene(flips(1, either), {0}, {0}).needs()] == [2]
    assert [need.number for need in Scene(flips(1, either), {0, 1, 2}, set()).needs()] in ([2], [3])


def test_what_they_must_not_control_is_to_be_contested() -> None:
    goal = flips(1, held(1, control=True), term("not", of=held(1, control=True, player="$opponent")))
    ours, blocked = Scene(goal, {0}, {2, 3}).needs()
    assert ours.met
    assert (blocked.columns, blocked.number, blocked.control) == (frozenset({2, 3}), 2, False)
    assert ours.a_turn == blocked.a_turn == A_TURN / 2


def test_a_card_that_has_to_be_at_a_place() -> None:
    who = both(titled("Ally"), term("at", who=RALLTIIR))
    (need,) = Scene(flips(1, term("can_spot", count=1, who=who)), set(), {1}).needs()
    assert (need.held, need.number, need.who) == (0, 1, frozenset({ALLY.blueprint_id}))


def test_so_many_cards_on_table_are_so_many_to_come() -> None:
    (need,) = Scene(
        flips(1, term("can_spot", count=4, who=both(REBEL, term("your", card="$self")))), {0}, set()
    ).needs()
    assert (need.held, need.number, len(need.columns)) == (1, 4, 4)


def test_captives_that_have_to_be_at_a_place_are_no_cards_that_we_send_there() -> None:
    """Trap: 28 Force went into moves between two sites that our captors held already."""
    captive = both(term("captive"), term("at", who=RALLTIIR))
    scene = Scene(flips(1, term("can_spot", count=1, who=captive)), set(), set())
    assert scene.needs() == ()
    assert Scene(flips(1, term("can_spot", count=1, who=term("at", who=RALLTIIR))), set(), set()).needs()


@pytest.mark.parametrize("held", [False, True])
def test_a_frozen_captive_is_freed_where_we_control(*, held: bool) -> None:
    """Trap: nobody went to the empty site where Han lay frozen, next to all of us, in a whole game."""
    free = both(titled("Hero"), term("on", name="Ralltiir"), term("not", of=term("captive")))
    hero = character(33, "Hero")
    scene = Scene(flips(1, term("can_spot", count=1, who=free)), {1, 2} if held else {1}, set(), hero)
    assert [each.who for each in scene.needs()] == [frozenset({hero.blueprint_id})]
    scene.put(hero, column=2, on_side_of=THEM, frozen=True)
    (need,) = scene.needs()
    assert (need.columns | need.counting, need.met, need.control, need.who) == ({2}, held, True, None)
    assert need.frees
    assert not need.at_once, "we have to free it"
    assert not any(each.frees for each in scene.needs(Side.DARK))


def test_one_card_counts_for_two_needs() -> None:
    """Trap: three of a kind, or two and one that is more: it was told that both are two cards away."""
    rebel, named = both(REBEL, term("on_table")), both(REBEL, titled("Ally"))
    three = term("can_spot", count=3, who=rebel)
    for more in (1, 2):
        two = term("and", of=(term("can_spot", count=2, who=rebel), term("can_spot", count=more, who=named)))
        found = Scene(flips(1, term("or", of=(three, two))), set(), set()).needs()
        assert [need.number for need in found] == [2, more]


class TestFlipped:
    def test_what_keeps_it_is_that_it_does_not_flip_back(self) -> None:
        face = back(flips(1, term("not", of=held(2, control=False))))
        (need,) = Scene(face, {1}, set()).needs()
        assert (need.held, need.number, need.keeps) == (1, 2, True)

    def test_what_flips_it_back_is_for_the_opponent_to_hold(self) -> None:
        """Trap: six power drained nothing next to the one system that would have flipped theirs back."""
        face = back(flips(1, held(2, control=True, player="$opponent")))
        scene = Scene(face, {1}, {0})
        (need,) = scene.lore.flips.undone(scene.board(), Side.DARK, scene.numbers())
        assert (need.held, need.number, need.control, need.undoes) == (1, 2, True, True)
        assert need.columns == frozenset({1, 2, 3})
        assert scene.lore.flips.undone(scene.board(), Side.LIGHT, scene.numbers()) == ()

    def test_cards_of_the_opponent_flip_it_back_where_they_stand(self) -> None:
        """Trap: a Jedi at a battleground would have ended twelve turns of losing Force; he stayed in hand."""
        foes = both(term("opponents", card="$self"), titled("Foe"), term("at", who=RALLTIIR))
        scene = Scene(back(flips(1, term("can_spot", count=1, who=foes))), set(), set())
        (need,) = scene.lore.flips.undone(scene.board(), Side.DARK, scene.numbers())
        assert (need.held, need.number, need.who) == (0, 1, frozenset({FOE.blueprint_id}))

    def test_as_many_as_they_have(self) -> None:
        def count(player: str) -> Term:
            who = both(RALLTIIR, term("controls", player=player))
            return term("count_top_locations_on_table", who=who)

        face = back(flips(1, term("more", left=count("$opponent"), right=count("$you"))))
        (need,) = Scene(face, {0}, {1, 2}).needs()
        assert (need.held, need.number, need.control) == (1, 2, True)
        assert Scene(face, {0}, set()).needs() == ()

    def test_what_the_other_face_wants_is_read_before_the_flip(self) -> None:
        front, other = flips(1, held(4, control=True)), back(flips(1, term("not", of=held(2, control=False))))
        scene = Scene(front, {0}, set(), other)
        board, numbers = scene.board(), scene.numbers()
        (need,) = scene.lore.flips.flipped(board, Side.LIGHT, front.blueprint_id, numbers)
        assert (need.held, need.number, need.keeps) == (1, 2, True)
        assert scene.lore.flips.flipped(board, Side.DARK, front.blueprint_id, numbers) == ()


columns = st.sets(st.integers(0, 3))


@given(columns, columns, st.integers(1, 4), st.booleans())
def test_each_place_counts_or_is_still_open(
    ours: set[int], theirs: set[int], number: int, control: bool
) -> None:
    counting = ours - theirs if control else ours
    (need,) = needs(ours, theirs, number=number, control=control)
    assert (need.held < number) == (len(counting) < number)
    assert need.counting == counting
    assert need.columns == frozenset(range(4)) - counting


@cache
def shipped() -> CardEffects:
    return CardEffects(CardIndex.load())


class TestOfTheIndex:
    """Objectives of the index among locations of the index."""

    @pytest.mark.parametrize(
        ("face", "wanted"),
        [
            ("7_300", [("ralltiir site", 3, True)]),
            ("208_26", [("battleground system", 2, True)]),
            ("14_113", [("throne room", 1, True), ("naboo", 1, True)]),
            ("10_26", [("battleground", 2, False)]),
            ("7_297", [("battleground site", 1, False)]),
        ],
    )
    def test_five_objectives(self, face: str, wanted: list[tuple[str, int, bool]]) -> None:
        lore = shipped()
        goal = lore.index.get(face)
        assert goal is not None
        assert goal.side is not None
        table = RealTable(lore, goal)
        needs = lore.flips.needs(table.board(), goal.side, table.numbers())
        meant = {
            "ralltiir site": {0, 1},
            "battleground system": {3, 5},
            "throne room": {4},
            "naboo": {5},
            "battleground": {0, 1, 2, 3, 4, 5},
            "battleground site": {0, 1, 2, 4},
        }
        found = [(each.columns | each.counting, each.number, each.control) for each in needs]
        assert found == [(frozenset(meant[name]), number, control) for name, number, control in wanted]
        assert all(not each.keeps for each in needs)

    @pytest.mark.parametrize("converted", [False, True])
    @pytest.mark.parametrize(
        ("goal", "planets", "sites", "operatives"),
        [
            ("7_137", ("2_64", "1_126"), ("7_121", "7_119"), ("7_24", "7_1")),
            ("7_137_BACK", ("2_64", "1_126"), ("7_121", "7_119"), ("7_24", "7_1")),
            ("7_298", ("2_146", "1_288"), ("7_284", "7_281"), ("7_183", "7_184")),
        ],
    )
    def test_the_planet_of_an_objective_is_where_its_owner_laid_his_first_location(
        self,
        goal: str,
        planets: tuple[str, str],
        sites: tuple[str, str],
        operatives: tuple[str, str],
        *,
        converted: bool,
    ) -> None:
        """Trap: three operatives of Alderaan went to Carida for the flip of Local Uprising."""
        lore, table = shipped(), MadeTable()
        table.lore = lore
        face = {each: lore.index.get(each) for each in (goal, *planets, *sites, *operatives)}
        side = Side.LIGHT if goal.startswith("7_137") else Side.DARK
        table.put(face[goal], Zone.SIDE_OF_TABLE)
        table.place_there(next(each for each in lore.index.titled("Naboo") if each.side is side.other))
        kashyyyk = lore.index.titled("Kashyyyk")
        table.place_there(next(each for each in kashyyyk if (each.side is side) is not converted))
        table.place_there(face[sites[0]], system="Kashyyyk")
        table.place_there(face[planets[1]])
        table.place_there(face[sites[1]], system="Kessel")
        (need,) = lore.flips.needs(table.board(), side, table.numbers())
        meant = {table.board().locations[column].laid.card.blueprint_id for column in need.columns}
        assert meant == {sites[0]}
        if not need.keeps:
            assert need.who is not None
            assert [each in need.who for each in operatives] == [True, False]


class RealTable(MadeTable):
    """Locations of the index, and an objective of its owner."""

    PLACES = (
        "Forest",
        "Jungle",
        "Tatooine: Cantina",
        "Tatooine",
        "Naboo: Theed Palace Throne Room",
        "Naboo",
    )

    def __init__(self, lore: CardEffects, goal: Card) -> None:
        super().__init__()
        self.lore = lore
        self.put(goal, Zone.SIDE_OF_TABLE)
        for column, title in enumerate(self.PLACES):
            place = lore.index.titled(title)[0]
            self.place_there(place, column, system=None if place.system else "Ralltiir")


def test_most_flips_of_the_index_are_understood() -> None:
    flips_of_objectives = coverage(CardIndex.load())[0]
    assert flips_of_objectives.known >= 0.9 * flips_of_objectives.of


def test_every_shipped_entry_is_of_an_objective() -> None:
    index = CardIndex.load()
    entries = shipped_flips()
    assert len({entry.card for entry in entries}) == len(entries)
    assert all(index.get(entry.card).type == CardType.OBJECTIVE for entry in entries)


@pytest.mark.parametrize(
    "toml", ["[[flip]]\ncard = 3", "flip = 1", "[[flip", '[[flip]]\ncard = "1"\nplace = []']
)
def test_what_is_no_entry_is_one_clear_line(toml: str) -> None:
    with pytest.raises(FlipEntryError, match=r"^flips\.toml: .+$"):
        read_flips(toml)


def test_whom_a_need_means_is_looked_at_card_by_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the texts of all cards of the index took a second at the first question of a game."""
    effects = CardEffects(CardIndex.load())
    titles = "Darth Vader", "Luke Skywalker"
    vader, luke = (effects.index.titled(title)[0].blueprint_id for title in titles)
    read, of = list[str](), CardTexts.of

    def reading(texts: CardTexts, face: str) -> CardText:
        read.append(face)
        return of(texts, face)

    monkeypatch.setattr(CardTexts, "of", reading)
    meant = effects.printed.meant(term("persona", persona="vader"))
    assert meant is not None
    assert (vader in meant, luke in meant, "999_1" in meant) == (True, False, False)
    assert meant.isdisjoint({luke})
    assert len(read) < 5
    assert vader in set(meant)
    assert effects.printed.meant(term("any")) is None
    assert effects.printed.fighters(term("persona", persona="vader"))
    assert not effects.printed.fighters(term("type", type="effect"))
