"""Where cards can be, deploying, personas, room aboard."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.enums import Phase
from gemp_bot.rules.aboard import Capacity, Load, capacity_refusals
from gemp_bot.rules.deploying import (
    Deployment,
    deploy_phase_refusals,
    deploy_refusals,
    foothold_refusals,
    location_refusals,
    objective_refusals,
    rules_refusals,
)
from gemp_bot.rules.facts import NEED_FOOTHOLD, CardKind, LocationFacts, PlaceKind
from gemp_bot.rules.locations import never_refusals, trench_refusals
from gemp_bot.rules.mark import Refusals
from gemp_bot.rules.uniqueness import (
    CardIdentity,
    CardState,
    Known,
    identity_refusals,
    operative_refusals,
    surplus_personas,
)

FLAGS = {
    name: st.booleans()
    for name in (
        "interior",
        "exterior",
        "docking_bay",
        "asteroid",
        "cloud",
        "holosite",
        "trench",
        "forbidding",
    )
}
LOCATIONS = st.builds(
    LocationFacts, name=st.just("x"), kind=st.sampled_from(PlaceKind), shielded=st.booleans(), **FLAGS
)
DEPLOYMENTS = st.builds(
    Deployment,
    kind=st.sampled_from(CardKind),
    to=LOCATIONS,
    presence=st.booleans(),
    my_icons=st.integers(0, 3),
    **{
        name: st.booleans()
        for name in (
            "dark", "spy", "aboard", "flies_in_clouds", "forbidden_there", "objective_forbids",
            "objective_missing", "ignores_location", "my_turn", "any_phase",
        )
    },
)  # fmt: skip
SYSTEM = LocationFacts(name="Hoth", kind=PlaceKind.SYSTEM, system="Hoth")
BELT = LocationFacts(name="Belt", kind=PlaceKind.SECTOR, asteroid=True)
CLOUDS = LocationFacts(name="Clouds", kind=PlaceKind.SECTOR, cloud=True)
OUTSIDE = LocationFacts(name="Plains", kind=PlaceKind.SITE, exterior=True)
INSIDE = LocationFacts(name="War Room", kind=PlaceKind.SITE, interior=True)
BAY = LocationFacts(name="Bay", kind=PlaceKind.SITE, interior=True, exterior=True, docking_bay=True)
HOLOSITE = LocationFacts(name="Holotable", kind=PlaceKind.SITE, interior=True, holosite=True)
TRENCH = LocationFacts(name="Trench", kind=PlaceKind.SITE, exterior=True, trench=True)
ALL = (SYSTEM, BELT, CLOUDS, OUTSIDE, INSIDE, BAY, HOLOSITE)


def numbers(refusals: Refusals) -> set[str]:
    return {refusal.rule for refusal in refusals}


@pytest.mark.rule("13.1", "13.2", "13.3", "13.4", "13.5")
@pytest.mark.parametrize(
    ("kind", "legal"),
    [
        (CardKind.CHARACTER, {"Plains", "War Room", "Bay"}),
        (CardKind.VEHICLE, {"Plains", "Bay"}),
        (CardKind.CAPITAL_STARSHIP, {"Hoth", "Belt"}),
        (CardKind.STARFIGHTER, {"Hoth", "Belt", "Clouds", "Plains", "Bay"}),
    ],
)
def test_where_a_kind_can_be(kind: CardKind, legal: set[str]) -> None:
    assert {place.name for place in ALL if not never_refusals(kind, place)} == legal


def test_exceptions_to_where_cards_can_be() -> None:
    assert not never_refusals(CardKind.VEHICLE, CLOUDS, flies_in_clouds=True)
    assert not never_refusals(CardKind.CHARACTER, SYSTEM, aboard=True)
    assert trench_refusals(CardKind.CHARACTER, TRENCH)
    assert not trench_refusals(CardKind.CHARACTER, TRENCH, aboard=True)
    assert not trench_refusals(CardKind.STARFIGHTER, TRENCH)
    assert never_refusals(CardKind.WEAPON, HOLOSITE, aboard=True)


@pytest.mark.rule("21.2", "21.3")
@pytest.mark.parametrize("kind", CardKind)
def test_who_needs_presence_or_an_icon(kind: CardKind) -> None:
    bare = Deployment(kind=kind, to=OUTSIDE)
    assert bool(foothold_refusals(bare)) is (kind in NEED_FOOTHOLD)
    for change in ({"presence": True}, {"my_icons": 1}, {"spy": True}):
        assert not foothold_refusals(msgspec.structs.replace(bare, **change))


def test_restrictions_of_a_location_can_be_ignored_and_no_others() -> None:
    dagobah = msgspec.structs.replace(OUTSIDE, forbidding=True)
    shielded = msgspec.structs.replace(OUTSIDE, shielded=True)
    luke = Deployment(kind=CardKind.CHARACTER, to=dagobah, presence=True)
    assert location_refusals(luke)
    assert not location_refusals(msgspec.structs.replace(luke, kind=CardKind.DEVICE))
    assert location_refusals(msgspec.structs.replace(luke, kind=CardKind.UTINNI_EFFECT))
    vader = msgspec.structs.replace(luke, to=shielded, dark=True)
    assert location_refusals(vader)
    assert not location_refusals(msgspec.structs.replace(vader, dark=False))
    assert location_refusals(Deployment(kind=CardKind.DEVICE, to=OUTSIDE, forbidden_there=True))
    for blocked in (luke, vader, Deployment(kind=CardKind.CHARACTER, to=OUTSIDE)):
        assert not deploy_refusals(msgspec.structs.replace(blocked, ignores_location=True))
    ship = Deployment(kind=CardKind.CAPITAL_STARSHIP, to=OUTSIDE, ignores_location=True)
    assert numbers(deploy_refusals(ship)) == {"13.3"}
    bound = Deployment(kind=CardKind.DEVICE, to=OUTSIDE, ignores_location=True, objective_forbids=True)
    assert numbers(deploy_refusals(bound)) == {"21.6"}
    assert objective_refusals(Deployment(kind=CardKind.DEVICE, to=OUTSIDE, objective_missing=True))


def test_rules_are_not_ignored() -> None:
    """Of sites, a starfighter is deployed to docking bays only; it may land at any other one in the open."""
    fighter = Deployment(kind=CardKind.STARFIGHTER, to=OUTSIDE, presence=True)
    assert numbers(rules_refusals(fighter)) == {"21.5"}
    assert not rules_refusals(msgspec.structs.replace(fighter, to=BAY))
    assert not rules_refusals(msgspec.structs.replace(fighter, to=SYSTEM))
    assert rules_refusals(msgspec.structs.replace(fighter, ignores_location=True))


def test_the_time_to_deploy() -> None:
    weapon = Deployment(kind=CardKind.WEAPON, to=OUTSIDE)
    assert not deploy_phase_refusals(weapon)
    for change in ({"my_turn": False}, {"phase": Phase.BATTLE}):
        late = msgspec.structs.replace(weapon, **change)
        assert numbers(deploy_refusals(late)) == {"21.1"}
        assert not deploy_refusals(msgspec.structs.replace(late, any_phase=True))


@pytest.mark.rule("21.7")
@given(DEPLOYMENTS)
def test_legality_of_a_deployment_is_monotone(deployment: Deployment) -> None:
    found = set(deploy_refusals(deployment))
    for help_ in ({"presence": True}, {"my_icons": 9}, {"ignores_location": True}, {"any_phase": True}):
        assert set(deploy_refusals(msgspec.structs.replace(deployment, **help_))) <= found
    for harm in ({"forbidden_there": True}, {"objective_forbids": True}, {"objective_missing": True}):
        assert set(deploy_refusals(msgspec.structs.replace(deployment, **harm))) >= found
    shielded = msgspec.structs.replace(deployment.to, shielded=True)
    assert set(deploy_refusals(msgspec.structs.replace(deployment, to=shielded))) >= found


LUKE = CardIdentity(title="Luke Skywalker", personas=frozenset({"Luke"}))
JEDI = CardIdentity(title="Luke, Jedi Knight", personas=frozenset({"Luke"}))
TROOPER = CardIdentity(title="Stormtrooper", copies=None)
LORD = CardIdentity(title="Lord", copies=2)


@pytest.mark.rule("21.11")
def test_captives_and_stolen_cards_block_their_owner() -> None:
    captive = Known(identity=LUKE, mine=True, held_by_me=False)
    assert numbers(identity_refusals(JEDI, [captive])) == {"21.11"}
    stolen_by_me = Known(identity=LUKE, mine=False, held_by_me=True)
    assert numbers(identity_refusals(JEDI, [stolen_by_me])) == {"21.10"}
    assert not identity_refusals(JEDI, [Known(identity=LUKE, mine=False, held_by_me=False)])


@pytest.mark.rule("21.12")
def test_copies_of_a_card() -> None:
    assert not identity_refusals(TROOPER, [Known(identity=TROOPER)] * 9)
    assert not identity_refusals(LORD, [Known(identity=LORD)])
    assert numbers(identity_refusals(LORD, [Known(identity=LORD)] * 2)) == {"21.12"}


@pytest.mark.rule("21.13")
def test_out_of_play() -> None:
    gone = Known(identity=LUKE, state=CardState.OUT_OF_PLAY)
    assert numbers(identity_refusals(JEDI, [gone])) == {"21.13"}
    assert not identity_refusals(JEDI, [msgspec.structs.replace(gone, mine=False, held_by_me=False)])
    assert not identity_refusals(TROOPER, [Known(identity=TROOPER, state=CardState.OUT_OF_PLAY)])


KNOWN = st.lists(
    st.builds(
        Known,
        identity=st.sampled_from([LUKE, JEDI, TROOPER, LORD]),
        mine=st.booleans(),
        held_by_me=st.booleans(),
        state=st.sampled_from(CardState),
    ),
    max_size=4,
)


@given(st.sampled_from([LUKE, JEDI, TROOPER, LORD]), KNOWN, KNOWN)
def test_more_cards_on_table_never_help(card: CardIdentity, some: list[Known], more: list[Known]) -> None:
    assert set(identity_refusals(card, some)) <= set(identity_refusals(card, [*some, *more]))


def test_two_of_a_persona() -> None:
    assert surplus_personas([Known(identity=LUKE), Known(identity=JEDI, mine=False)]) == {"Luke"}
    assert not surplus_personas([Known(identity=LUKE), Known(identity=JEDI, held_by_me=False)])


COUNTS = st.integers(0, 3)
LOADS = st.builds(Load, **dict.fromkeys(("pilots", "passengers", "vehicles", "starfighters"), COUNTS))
ROOMS = st.builds(
    Capacity, **dict.fromkeys(("pilots", "passengers", "either", "vehicles", "starfighters"), COUNTS)
)


@given(ROOMS, LOADS)
def test_more_room_never_hurts_and_a_larger_load_never_helps(room: Capacity, load: Load) -> None:
    found = set(capacity_refusals(room, load))
    for name in ("pilots", "passengers", "either", "vehicles", "starfighters"):
        larger = msgspec.structs.replace(room, **{name: getattr(room, name) + 1})
        assert set(capacity_refusals(larger, load)) <= found
    for name in ("pilots", "passengers", "vehicles", "starfighters", "creatures"):
        fuller = msgspec.structs.replace(load, **{name: getattr(load, name) + 1})
        assert set(capacity_refusals(room, fuller)) >= found


def test_seats_for_either() -> None:
    falcon = Capacity(pilots=2, passengers=2, either=1)
    assert not capacity_refusals(falcon, Load(pilots=3, passengers=2))
    assert not capacity_refusals(falcon, Load(pilots=2, passengers=3))
    assert capacity_refusals(falcon, Load(pilots=3, passengers=3))


@pytest.mark.rule("21.18")
def test_one_operative_of_a_title_stands_at_a_site_of_its_planet() -> None:
    assert operative_refusals("Eriadu Operative", ["Eriadu Operative"])
    assert not operative_refusals("Eriadu Operative", ["Kessel Operative"])
