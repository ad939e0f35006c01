"""Tables of all kinds, with whatever texts lie on them."""

from hypothesis import strategies as st
from made_table import (
    REBEL,
    YOURS,
    MadeCard,
    MadeTable,
    both,
    card,
    character,
    keyword,
    on,
    site,
    standing,
    starship,
    system,
    term,
)

from gemp_bot.cards import CardType, Icon
from gemp_bot.cards.texts import Standing
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId

_WHO = (
    "$self",
    both(YOURS, REBEL),
    both(term("opponents", card="$self"), term("here", card="$self")),
    keyword("spy"),
    both(YOURS, term("other", card="$self"), term("at_same_site", card="$self")),
)
_CONDITIONS = (
    None,
    term("alone", card="$self"),
    term("with", card="$self", who=keyword("spy")),
    term("occupies", player="$you", where=on("Endor")),
    term("at", card="$self", where=term("part_of_system", system="Endor")),
    term("not", of=term("controls", player="$opponent", where=term("battleground"))),
    term("piloting", card="$self"),
    term("whom_fate_favors"),
)
_PLACES = (
    site(1, "Endor: Hill"),
    site(
        2,
        "Hoth: Plain",
        standing(
            "force_drain", while_="dark", amount=1, player="$you",
            when=term("controls", player="$you", location="$self"),
        ),
    ),
    system(3, "Endor"),
)  # fmt: skip
_sides = st.sampled_from(list(Side))
_conditions = st.sampled_from(_CONDITIONS)
_amounts = st.integers(-6, 6)


@st.composite
def _texts(draw: st.DrawFn) -> Standing:
    name = draw(st.sampled_from(("power", "forfeit", "ability", "force_drain", "deploy_cost")))
    when = draw(_conditions)
    more = {} if when is None else {"when": when}
    if name == "force_drain":
        return standing(name, where=term("battleground"), player="$you", amount=draw(_amounts), **more)
    return standing(name, who=draw(st.sampled_from(_WHO)), amount=draw(_amounts), **more)


@st.composite
def _cards(draw: st.DrawFn, number: int) -> MadeCard:
    text = draw(st.lists(_texts(), max_size=3))
    side = draw(_sides)
    shown = {
        "characteristics": draw(st.sampled_from(((), ("spy",)))),
        "power": draw(st.integers(0, 7)),
    }
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return starship(number, f"Ship {number}", side, *text, **shown)
    if kind == 1:
        return card(number, f"Effect {number}", CardType.EFFECT, side, *text)
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
