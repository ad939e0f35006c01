"""What holds for every table, whatever lies on it."""

from gemp_bot.cards.text import Condition, ConditionKind, FactKind, Mode, Share, Stat, TextFact
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_table import MadeTable, bonus, card, character, fact, site, starship, system
from reckoned_numbers import Number

from gemp_bot.cards import Card, CardType, Icon
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId

C = ConditionKind
_WHO = (
    "your Rebels",
    "opponent's characters here",
    "all spies on table",
    "each of your other Rebels at same site",
)
_WHERE = ("", "here", "Endor", "same site as Luke", "sites you control")
_CONDITIONS = (
    Condition(C.ALONE),
    Condition(C.WITH, what="spy"),
    Condition(C.CONTROLS, who="you"),
    Condition(C.AT, where="Endor"),
    Condition(C.WITH, what="something nobody knows"),
    Condition(C.PILOTING),
)
_PLACES = (
    site(1, "Endor: Hill"),
    site(
        2,
        "Hoth: Plain",
        fact(FactKind.DRAIN_BONUS, 1.0, Condition(C.CONTROLS, who="you"), mode=Mode.DARK_SIDE),
    ),
    system(3, "Endor"),
)
_sides = st.sampled_from(list(Side))
_conditions = st.lists(st.sampled_from(_CONDITIONS), max_size=2).map(tuple)
_stats = st.sampled_from((Stat.POWER, Stat.FORFEIT, Stat.ABILITY, Stat.DESTINY))
_amounts = st.integers(-6, 6).map(float)


@st.composite
def _bonuses(draw: st.DrawFn) -> TextFact:
    who = draw(st.sampled_from(("", *_WHO)))
    where = draw(st.sampled_from(_WHERE))
    return bonus(draw(_stats), draw(_amounts), *draw(_conditions), who=who, where=where)


@st.composite
def _cards(draw: st.DrawFn, number: int) -> Card:
    text = draw(st.lists(_bonuses(), max_size=3))
    side = draw(_sides)
    shown = {
        "understood": draw(st.sampled_from(list(Share))),
        "characteristics": draw(st.sampled_from(((), ("spy",)))),
        "power": draw(st.integers(0, 7)),
    }
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return starship(number, f"Ship {number}", side, *text, **shown)
    if kind == 1:
        return card(number, f"Effect {number}", CardType.EFFECT, side, *text, understood=shown["understood"])
    icons = draw(st.sampled_from(((), ((Icon.PILOT, 1),))))
    return character(number, f"Someone {number}", side, *text, icons=icons, **shown)


@st.composite
def tables(draw: st.DrawFn) -> MadeTable:
    """A table of three places with up to eight cards, some aboard others, some in our hand."""
    count = draw(st.integers(0, 8))
    faces = [draw(_cards(100 + number)) for number in range(count)]
    table = MadeTable(*_PLACES, *faces)
    for column, place in enumerate(_PLACES):
        table.place_there(place, column)
    put: list[CardId] = []
    for face in faces:
        host = draw(st.sampled_from([None, *put])) if face.type != CardType.EFFECT else None
        if draw(st.integers(0, 6)) == 0 and face.side is Side.LIGHT:
            put.append(table.put(face, Zone.HAND))
        elif face.type == CardType.EFFECT:
            table.put(face, Zone.SIDE_OF_TABLE)
        else:
            put.append(table.put(face, column=draw(st.integers(0, 2)), on=host, frozen=draw(st.booleans())))
    return table


def numbers_of(table: MadeTable) -> list[Number]:
    """Every number of a table."""
    reckoned = table.reckon()
    found = [
        number
        for one in reckoned.cards.values()
        for number in (one.power, one.ability, one.forfeit, one.destiny, one.deploy)
        if number is not None
    ]
    for place in reckoned.places:
        for side in (place.dark, place.light):
            found += [side.drain, side.generation]
    return found + list(reckoned.generation.values())


_quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_quick
@given(tables())
def test_numbers_are_what_their_parts_make(table: MadeTable) -> None:
    for number in numbers_of(table):
        assert number.value >= 0
        assert number.understood is (not number.why_not)
        resets = [part.amount for part in number.parts if part.resets]
        # Copies count once, so that the parts may be more than their number; here no card lies twice.
        expected = min(resets) if resets else sum(part.amount for part in number.parts)
        assert number.value == max(0, expected)


@_quick
@given(tables())
def test_reckoning_changes_nothing_and_is_repeatable(table: MadeTable) -> None:
    before = list(table.table.cards())
    assert table.reckon() == table.reckon()
    assert list(table.table.cards()) == before


@_quick
@given(tables())
def test_presence_and_control_agree(table: MadeTable) -> None:
    reckoned = table.reckon()
    for one in reckoned.cards.values():
        assert one.column is None or one in reckoned.cards_at(one.column, one.side)
    for place in reckoned.places:
        assert not (place.dark.controls and place.light.controls)
        assert not place.dark.controls or place.dark.presence
        assert place.of(Side.DARK) is place.dark
