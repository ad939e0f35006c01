"""Decks: found by name, by file, or drawn at random."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from arena_scene import OPEN, OPEN_40, deck, spec
from fakes.server import FakeGemp
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.arena.decks import LibraryHalf, check_pairs, combine, find_pairs, half_of
from gemp_bot.arena.jobs import Pair
from gemp_bot.arena.spec import SpecError
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.settings import ClientSettings
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.contents import DARK_60, LIGHT_40, LIGHT_60

CARDS = ",".join(["1_19"] * 60) + "|"


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_pairs_are_different_and_decks_come_evenly(light: int, dark: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, light * dark))
    lights = [deck(f"l{n}") for n in range(light)]
    darks = [deck(f"d{n}", Side.DARK) for n in range(dark)]
    drawn = combine(lights, darks, count, seed=count)
    assert len({(one.name, other.name) for one, other in drawn}) == count
    for place, decks in ((0, lights), (1, darks)):
        uses = Counter(pair[place].name for pair in drawn)
        assert max(uses.values()) - min(uses[one.name] for one in decks) <= 1


def test_drawing_can_be_repeated_and_has_an_end() -> None:
    lights, darks = [deck(f"l{n}") for n in range(5)], [deck(f"d{n}", Side.DARK) for n in range(4)]
    assert combine(lights, darks, 6, 1) == combine(lights, darks, 6, 1) != combine(lights, darks, 6, 2)
    with pytest.raises(SpecError, match="only 20 pairs can be made of 5 light and 4 dark decks"):
        combine(lights, darks, 21, 1)


def test_the_split_is_even_and_stays_as_it_is() -> None:
    halves = Counter(half_of(f"deck {number}") for number in range(1000))
    assert 440 < halves[LibraryHalf.CHECKING] < 560
    # A changed split would let decks that were looked at into the checking half.
    assert [half_of(f"deck {number}") for number in range(4)] == [
        LibraryHalf.CHECKING, LibraryHalf.CHECKING, LibraryHalf.DEVELOPMENT, LibraryHalf.DEVELOPMENT,
    ]  # fmt: skip


def test_a_deck_that_was_looked_at_is_for_development() -> None:
    assert {half_of(name) for name in (LIGHT_60, DARK_60, "Classic Hoth Attack", "P-ANH (Light)")} == {
        LibraryHalf.DEVELOPMENT
    }


async def found(folder: Path = Path(), *, server: FakeGemp | None = None, **more: Any) -> tuple[Pair, ...]:
    async with (
        server or FakeGemp(idle_seconds=0) as running,
        GempClient(ClientSettings(url=running.url)) as client,
    ):
        await client.login("alice", "test")
        return await find_pairs(spec(**more), folder, client)


async def test_named_decks_are_found() -> None:
    first, second = await found(pair=[OPEN, OPEN_40])
    assert (first.light.name, first.dark.name, first.ours) == (LIGHT_60, DARK_60, None)
    assert first.light.text.count("_") == 60
    assert second.format == "open40card"


async def test_our_deck_may_be_fixed() -> None:
    (one,) = await found(pair=[{"format": "open", "ours": DARK_60, "theirs": LIGHT_60, "swap": False}])
    assert (one.ours, one.dark.name) == (Side.DARK, DARK_60)


async def test_a_deck_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(CARDS)
    (one,) = await found(tmp_path, pair=[OPEN | {"light": {"file": "mine.txt"}}])
    assert not one.light.library
    assert one.light.text == CARDS
    assert one.light.name.startswith("arena mine ")
    assert len(one.light.name) <= 45


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            {"pair": [OPEN | {"format": "opne"}]},
            "pair[1].format: the server has no format 'opne': did you mean 'open'?",
        ),
        (
            {"pair": [OPEN, OPEN | {"dark": "Precon Open Demo Deck (Drak)"}]},
            "pair[2].dark: the library holds no deck named 'Precon Open Demo Deck (Drak)': did",
        ),
        (
            {"pair": [OPEN | {"dark": LIGHT_60}]},
            "pair[1].dark: 'Precon Open Demo Deck (Light)' is a light deck",
        ),
        (
            {"pair": [{"format": "open", "ours": LIGHT_40, "theirs": LIGHT_60, "swap": False}]},
            "pair[1]: both decks are light",
        ),
        (
            {"pair": [OPEN | {"light": {"file": "none.txt"}}]},
            "pair[1].light: none.txt: No such file or directory",
        ),
        (
            {"pair": [], "pairs": {"random": 2, "format": "open"}},
            "pairs.random = 2: only 1 pairs can be made",
        ),
        (
            {"pair": [], "pairs": {"random": 1, "format": "open", "split": "checking"}},
            "pairs: no light deck of the library is legal in open",
        ),
    ],
    ids=lambda value: str(value)[:50],
)
async def test_decks_that_are_not_there(change: dict[str, Any], line: str) -> None:
    with pytest.raises(SpecError) as caught:
        await found(**change)
    assert str(caught.value).startswith(line)


async def test_random_pairs_are_legal_ones_of_the_half_that_is_asked_for() -> None:
    (one,) = await found(pair=[], pairs={"random": 1, "format": "open40card"})
    assert one.light.name == LIGHT_40
    server = FakeGemp(idle_seconds=0)
    for owner in server.world.decks.saved.values():
        for number in range(12):
            owner[f"light {number}"], owner[f"dark {number}"] = owner[LIGHT_60], owner[DARK_60]
        break
    drawn = await found(
        server=server, pair=[], pairs={"random": 4, "format": "open", "split": "checking", "seed": 2}
    )
    names = [name for pair in drawn for name in (pair.light.name, pair.dark.name)]
    assert len(drawn) == 4
    assert {half_of(name) for name in names} == {LibraryHalf.CHECKING}
    shown = [request.form.get("deckName") for request in server.requests if "library" in request.path]
    assert all(half_of(name) is LibraryHalf.CHECKING for name in shown if name), "no other deck is looked at"


async def test_made_pairs_are_of_decks_that_nobody_has_and_stay_what_they_are() -> None:
    box = Box()
    made = [
        spec(pair=[], pairs={"random": 9, "format": "open", "split": "made", "seed": seed}) for seed in (1, 2)
    ]
    async with (
        FakeGemp(idle_seconds=0, contents=box.contents()) as running,
        GempClient(ClientSettings(url=running.url)) as client,
    ):
        await client.login("alice", "test")
        first, again, other = [await find_pairs(one, Path(), client) for one in (made[0], *made)]
        await check_pairs(made[0], Path(), first, client)
    assert first == again
    assert len(first) == 9
    texts = {deck.text for pair in first for deck in (pair.light, pair.dark)}
    assert not texts & {deck.text for deck in box.decks.values()}
    assert not texts & {deck.text for pair in other for deck in (pair.light, pair.dark)}
    for own in (one for pair in first for one in (pair.light, pair.dark)):
        assert not own.library
        assert own.name.startswith("made ")
        assert len(own.name) <= 45
