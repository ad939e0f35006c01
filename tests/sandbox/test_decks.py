"""The decks of the sandbox: what they promise, and what a deck file that is wrong is told."""

from collections import Counter
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

from gemp_bot.board.card_facts import CardFactsCache
from gemp_bot.cards import Card, CardIndex, CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.deck import faults, parse_deck
from gemp_bot.decisions.kinds import PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game import Engine, PickCards
from gemp_bot.game.understanding import Share, understood
from gemp_bot.protocol.decks import deck_ids
from gemp_bot.protocol.enums import Side
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.deck_files import DeckFile, DeckFileError, read_deck, read_decks, shipped_decks
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.seats import SeatedPlayer
from tools import pages

ROOT = Path(__file__).parents[2]
NAMES = (
    "Army of Naboo",
    "Rebel fleet",
    "Rebels of Tatooine",
    "Hunters of Jabba",
    "Star Destroyers",
    "Walkers of Hoth",
)


@pytest.fixture(scope="module")
def index() -> CardIndex:
    return CardIndex.load()


@pytest.fixture(scope="module")
def decks(index: CardIndex) -> dict[str, DeckFile]:
    return {deck.name: deck for deck in shipped_decks(index)}


@pytest.fixture(params=NAMES)
def deck(request: pytest.FixtureRequest, decks: dict[str, DeckFile]) -> DeckFile:
    return decks[request.param]


def of_type(deck: DeckFile, kind: CardType) -> list[Card]:
    return [card for card in deck.cards if card.type == kind]


# -- what the decks promise ----------------------------------------------------------------------------


def test_there_are_three_decks_of_each_side(decks: dict[str, DeckFile]) -> None:
    assert tuple(decks) == NAMES
    assert Counter(deck.side for deck in decks.values()) == {Side.LIGHT: 3, Side.DARK: 3}


def test_a_deck_is_legal_as_far_as_cards_tell(deck: DeckFile, index: CardIndex) -> None:
    assert len(deck.cards) == 60
    assert {card.side for card in deck.cards} == {deck.side}
    assert all(card.known and not card.pre_errata and not card.virtual for card in deck.cards)
    assert faults(deck.deck, index) == ()
    assert len(deck.name) <= 45
    assert deck.about.endswith(".")


def test_the_text_of_a_deck_is_read_as_its_cards(deck: DeckFile) -> None:
    ids = tuple(card.blueprint_id for card in deck.cards)
    assert deck_ids(deck.text) == (ids, ())
    assert parse_deck(deck.text) == deck.deck


def test_a_deck_starts_at_a_location_of_its_own(deck: DeckFile) -> None:
    assert deck.start in of_type(deck, CardType.LOCATION)
    assert deck.start.force_icons(deck.side) >= 2
    assert deck.start.uniqueness is Uniqueness.UNIQUE


def test_the_text_of_a_deck_is_understood(deck: DeckFile, index: CardIndex) -> None:
    # What is never fired counts as not understood, however well its text is read.
    idle = {card.blueprint_id for card in deck.never_fired(index)}
    shares = Counter(
        share
        for card in deck.cards
        if (share := understood(index.texts.of(card.blueprint_id))) and card.blueprint_id not in idle
    )
    assert deck.understood(index) == shares[Share.ALL] / 60 >= 0.55
    assert shares[Share.NONE] <= 0.15 * 60


def test_a_permanent_weapon_that_is_never_fired_is_not_understood(tmp_path: Path, index: CardIndex) -> None:
    """The riot gun of IG-88 captures, which the sandbox does not play."""
    cards = '[{ id = "1_290" }, { count = 30, id = "109_11" }, { count = 29, id = "108_5" }]'
    file = tmp_path / "guns.toml"
    file.write_text(f'name = "Guns"\nside = "dark"\nstart = "1_290"\ncards = {cards}\n', "utf-8")
    deck = read_deck(file, index)
    assert [card.title for card in deck.never_fired(index)] == ["IG-88 With Riot Gun"]
    assert deck.understood(index) == 30 / 60


@pytest.mark.parametrize("strategy", ["strong", "easy"])
def test_a_deck_of_the_box_starts_where_its_file_wishes(strategy: str) -> None:
    box = Box()
    decks = [[deck for deck in box.decks.values() if deck.side is side] for side in (Side.DARK, Side.LIGHT)]
    for dark, light in product(*decks):
        script = box.game(dark.text, light.text, 1)
        game = ServedGame("g", ("dark", "light"), script, now=float, random=Random(1))
        seats = [
            SeatedPlayer(name, deck.side.name, deck.name, deck.text, bot=True, strategy=strategy)
            for name, deck in (("dark", dark), ("light", light))
        ]
        players = [box.in_process_player(game, seat, 1) for seat in seats]
        laid: list[str] = []
        while len(laid) < 2:
            assert any([player.step() for player in players])  # noqa: C419 - each of them steps
            assert script.course is not None
            laid = [place.laid.card.title for place in script.course.engine.state.locations]
        assert sorted(laid) == sorted([dark.start.title, light.start.title])


def test_a_player_may_start_elsewhere_than_the_file_suggests(deck: DeckFile, index: CardIndex) -> None:
    other = next(one for one in shipped_decks(index) if one.side is not deck.side)
    cards = {one.side: [card.blueprint_id for card in one.cards] for one in (deck, other)}
    engine = Engine(cards, 0, effects=CardEffects(index))
    engine.begin()
    choice = engine.choice
    assert isinstance(choice, PickCards)
    if choice.player is not deck.side:
        engine.step(choice.cards[:1])
        choice = engine.choice
    assert isinstance(choice, PickCards)
    assert choice.prompt is PromptKind.STARTING_LOCATION
    offered = {engine.state.card(card).card.title for card in choice.cards}
    assert deck.start.title in offered
    assert len(offered) > 1


def test_unique_cards_are_not_hoarded(deck: DeckFile) -> None:
    most = {Uniqueness.UNIQUE: 2, Uniqueness.RESTRICTED_2: 2, Uniqueness.RESTRICTED_3: 3}
    copies = Counter(card.title for card in deck.cards)
    for card in deck.cards:
        allowed = 1 if card.type == CardType.LOCATION else most.get(card.uniqueness, 7)
        assert copies[card.title] <= allowed, card.title


def test_a_persona_is_there_by_three_cards_at_most(deck: DeckFile) -> None:
    personas = Counter(persona for card in deck.cards for persona in card.personas)
    assert all(copies <= 3 for copies in personas.values())


def test_there_is_ground_to_generate_force_and_to_fight_on(deck: DeckFile) -> None:
    places = of_type(deck, CardType.LOCATION)
    assert 8 <= len(places) <= 10
    assert sum(place.force_icons(deck.side) for place in places) >= 14
    both = [place for place in places if place.force_dark and place.force_light]
    assert len(both) >= 6
    assert any(place.is_a(SubType.SYSTEM) for place in both)
    assert any(place.is_a(SubType.SITE) for place in both)
    assert sum(not place.is_a(SubType.SYSTEM) for place in places) >= 2


def test_there_are_people_cheap_and_dear(deck: DeckFile) -> None:
    people = of_type(deck, CardType.CHARACTER)
    costs = [cost for card in people if isinstance(cost := card.deploy, int | float)]
    assert 25 <= len(people) <= 31
    assert sum(cost <= 3 for cost in costs) >= 12
    assert sum(cost >= 4 for cost in costs) >= 4
    assert sum(card.icon(Icon.WARRIOR) > 0 for card in people) >= 8
    assert sum(card.icon(Icon.PILOT) > 0 for card in people) >= 5


def test_starships_and_vehicles_find_their_pilots(deck: DeckFile, index: CardIndex) -> None:
    facts = index.derived(CardFactsCache)
    crafts = [
        card
        for card in of_type(deck, CardType.STARSHIP) + of_type(deck, CardType.VEHICLE)
        if not card.is_a(SubType.CREATURE_VEHICLE)
    ]
    assert len(of_type(deck, CardType.STARSHIP)) >= 5
    unmanned = [card for card in crafts if not facts.of(card).crew]
    pilots = [card for card in of_type(deck, CardType.CHARACTER) if card.icon(Icon.PILOT)]
    assert len(pilots) >= len(unmanned)
    assert len(crafts) - len(unmanned) >= 2


def test_weapons_find_their_bearers(deck: DeckFile, index: CardIndex) -> None:
    printed = index.derived(CardEffects).printed
    for weapon in of_type(deck, CardType.WEAPON):
        bearers = index.texts.of(weapon.blueprint_id).selectors["deploy_on"]
        assert any(printed.may_mean(bearers, card.blueprint_id) for card in deck.cards), weapon.title


def test_a_unique_starship_can_have_a_pilot_it_likes(decks: dict[str, DeckFile], index: CardIndex) -> None:
    # The fleet is built on matching pilots: each of its starships that waits for one has it in the deck.
    fleet = decks["Rebel fleet"]
    mine = {card.blueprint_id for card in fleet.cards}
    waiting = [
        card
        for card in of_type(fleet, CardType.STARSHIP)
        if not card.icon(Icon.PILOT) and not card.icon(Icon.PERMANENT_PILOT)
    ]
    assert len(waiting) == 5
    assert [card.title for card in waiting if not mine & set(card.matching)] == []


def test_decks_differ(decks: dict[str, DeckFile]) -> None:
    for one, other in combinations(decks.values(), 2):
        mine, theirs = (
            Counter(card.blueprint_id for card in deck.cards if card.type != CardType.LOCATION)
            for deck in (one, other)
        )
        shared = (mine & theirs).total()
        assert shared <= min(mine.total(), theirs.total()) / 2, (one.name, other.name)
        assert one.start != other.start


def test_one_deck_is_of_the_first_episode(decks: dict[str, DeckFile]) -> None:
    first = {deck.name for deck in decks.values() if any(card.icon(Icon.EPISODE_I) for card in deck.cards)}
    assert first == {"Army of Naboo"}


def test_every_card_stands_once_with_its_title(deck: DeckFile) -> None:
    assert len({row.card.blueprint_id for row in deck.rows}) == len(deck.rows)


def test_the_page_is_made_of_the_decks(index: CardIndex) -> None:
    assert (ROOT / "docs/sandbox-decks.md").read_text("utf-8") == pages.decks(index)


# -- deck files of people ------------------------------------------------------------------------------

GOOD = """\
name = "Mine"
side = "light"
about = "Luke alone."
start = "1_133"
cards = [
  { count = 1, id = "1_133", title = "Tatooine: Mos Eisley" },
  { count = 59, id = "108_3", title = "Luke With Lightsaber" },
]
"""


def written(tmp_path: Path, old: str = "", new: str = "") -> Path:
    assert old in GOOD
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace(old, new, 1), "utf-8")
    return file


def test_a_deck_of_a_person_is_read(tmp_path: Path, index: CardIndex) -> None:
    deck = read_deck(written(tmp_path), index)
    assert (deck.name, deck.side, deck.about) == ("Mine", Side.LIGHT, "Luke alone.")
    assert deck.start.blueprint_id == "1_133"
    assert deck.text == "1_133," + ",".join(["108_3"] * 59) + "|"
    assert deck.count(CardType.CHARACTER) == 59
    assert deck.understood(index) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "108_3", title = "Luke With Lightsaber"', 'title = "luke with lightsaber"'),
        ('id = "108_3", title = "Luke With Lightsaber"', 'id = "108_3"'),
        ('"108_3"', '"108_3*"'),
        ('start = "1_133"', 'start = "Tatooine: Mos Eisley"'),
        ('side = "light"', 'side = "Light"'),
        ("count = 1, ", ""),
    ],
)
def test_a_card_is_named_by_id_or_title(tmp_path: Path, index: CardIndex, old: str, new: str) -> None:
    assert read_deck(written(tmp_path, old, new), index).text == read_deck(written(tmp_path), index).text


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('name = "Mine"\n', "", "1: name: is missing: what the deck is called"),
        ('"Mine"', '""', "1: name: '': a text in quotes"),
        ('"Mine"', f'"{"x" * 46}"', "1: name: has 46 letters: a server takes at most 45"),
        ("about", "abuot", "3: abuot: is no key: did you mean 'about'?"),
        ('"light"', '"grey"', "2: side: 'grey': write light or dark"),
        ("count = 59", "count = 58", "5: cards: the deck has 59 cards, not 60"),
        ("count = 59", "count = 9999999999", "5: cards: the deck has 10000000000 cards, not 60"),
        ("count = 59", "count = 0", "7: cards[2].count: '0': a number from 1 on"),
        ("count = 59", "count = true", "7: cards[2].count: 'True': a number from 1 on"),
        ("count = 59", "copies = 59", "7: cards[2].copies: is no key: there are count, id, title"),
        (
            '"108_3"',
            '"108_399"',
            "7: cards[2].id: there is no card '108_399': `gemp-bot cards search WORD` finds",
        ),
        ('"108_3"', '"108-3"', "7: cards[2].id: there is no card '108-3': blueprint ids are like 108_3"),
        (
            'id = "108_3", title = "Luke With Lightsaber"',
            'title = "Luke With Lightsabre"',
            "7: cards[2].title: there is no card 'Luke With Lightsabre': did you mean 'Luke With Lightsaber'",
        ),
        (
            "Luke With Lightsaber",
            "Obi-Wan With Lightsaber",
            "7: cards[2].title: 'Obi-Wan With Lightsaber': 108_3 is 'Luke With Lightsaber'",
        ),
        (
            'id = "108_3", title = "Luke With Lightsaber"',
            'id = "108_6"',
            "7: cards[2].id: 'Darth Vader With Lightsaber' (108_6) is a dark card, and the deck is light",
        ),
        (
            'id = "108_3", title = "Luke With Lightsaber"',
            'title = "Vader\'s Lightsaber"',
            '7: cards[2].title: "Vader\'s Lightsaber" (1_324) is a dark card, and the deck is light',
        ),
        (
            'id = "108_3", title = "Luke With Lightsaber"',
            'title = "Qui-Gon Jinn\'s Lightsaber"',
            '7: cards[2].title: 2 cards are called "Qui-Gon Jinn\'s Lightsaber": write id = 11_49 or 11_50',
        ),
        (
            'count = 59, id = "108_3", title = "Luke With Lightsaber"',
            "count = 59",
            "7: cards[2]: names no card: write its id or its title",
        ),
        ('start = "1_133"\n', "", "1: start: is missing: the id or the title of the starting location"),
        (
            'start = "1_133"',
            'start = "1_132"',
            "4: start: '1_132' is not in the deck: there are Tatooine: Mos Eisley",
        ),
        ('start = "1_133"', 'start = "Mos Eisly"', "4: start: there is no card 'Mos Eisly': "),
        (
            'start = "1_133"',
            'start = "108_3"',
            "4: start: 'Luke With Lightsaber' is no location but of type Character",
        ),
        ("cards = [", "other = [", "5: other: is no key: there are about, cards, name, side, start"),
        (
            '{ count = 1, id = "1_133", title = "Tatooine: Mos Eisley" }',
            '"1_133"',
            "5: cards: write it as a list",
        ),
    ],
)
def test_a_wrong_deck_is_told_in_one_line(
    tmp_path: Path, index: CardIndex, old: str, new: str, fault: str
) -> None:
    file = written(tmp_path, old, new)
    with pytest.raises(DeckFileError) as caught:
        read_deck(file, index)
    assert str(caught.value).startswith(f"{file}:{fault}")
    assert "\n" not in str(caught.value)


def test_all_mistakes_of_a_deck_are_told(tmp_path: Path, index: CardIndex) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'nmae = "Mine"\nside = "lihgt"\nstart = "1_9999"\ncards = [\n'
        '{ count = 0, id = "1_19" },\n{ titel = "Luke Skywalker" },\n{ title = "Luke Skywalkr" },\n]\n',
        "utf-8",
    )
    with pytest.raises(DeckFileError) as caught:
        read_deck(file, index)
    told = [str(problem).removeprefix(f"{file}:").split(":")[:2] for problem in caught.value.problems]
    assert told == [
        ["1", " nmae"], ["1", " name"], ["2", " side"], ["5", " cards[1].count"], ["6", " cards[2].titel"],
        ["7", " cards[3].title"], ["3", " start"],
    ]  # fmt: skip
    assert "did you mean 'Luke Skywalker'" in str(caught.value.problems[5])


def test_cards_are_needed(tmp_path: Path, index: CardIndex) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "Mine"\nside = "dark"\nstart = "1_133"\n', "utf-8")
    with pytest.raises(DeckFileError, match="cards: is missing: a list of"):
        read_deck(file, index)


def test_the_back_of_a_card_is_no_card_of_a_deck(tmp_path: Path, index: CardIndex) -> None:
    back = next(card for card in index if card.is_back and card.side is Side.LIGHT)
    file = written(tmp_path, 'id = "108_3", title = "Luke With Lightsaber"', f'id = "{back.blueprint_id}"')
    front = back.blueprint_id.removesuffix("_BACK")
    with pytest.raises(DeckFileError, match=f"is the back of a card: write {front}$"):
        read_deck(file, index)


def test_what_no_server_takes_is_told(tmp_path: Path, index: CardIndex) -> None:
    goal = next(card for card in index if card.type == CardType.OBJECTIVE and card.side is Side.LIGHT)
    file = written(tmp_path, 'id = "108_3", title = "Luke With Lightsaber"', f'id = "{goal.blueprint_id}"')
    with pytest.raises(DeckFileError, match="5: cards: the deck has 59 objectives, more than 1"):
        read_deck(file, index)


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"name = ", ":1: not TOML: "), (b"\xff\xfe", ": is not UTF-8 text, so not TOML")],
)
def test_a_file_that_is_no_toml(tmp_path: Path, index: CardIndex, content: bytes, fault: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(DeckFileError) as caught:
        read_deck(file, index)
    assert str(caught.value).startswith(f"{file}{fault}")


def test_a_file_or_folder_that_is_not_there(tmp_path: Path, index: CardIndex) -> None:
    with pytest.raises(DeckFileError, match="no such file"):
        read_deck(tmp_path / "none.toml", index)
    file = tmp_path / "notes.md"
    file.write_text("no deck", encoding="utf-8")
    with pytest.raises(DeckFileError, match="is a file"):
        read_decks(file, index)
    with pytest.raises(DeckFileError, match="no such folder"):
        read_decks(tmp_path / "none", index)
    with pytest.raises(DeckFileError, match="holds no deck"):
        read_decks(tmp_path, index)


def test_a_folder_of_decks(tmp_path: Path, index: CardIndex) -> None:
    written(tmp_path)
    (tmp_path / "notes.md").write_text("no deck", "utf-8")
    assert [deck.name for deck in read_decks(tmp_path, index)] == ["Mine"]
    (tmp_path / "again.toml").write_text(GOOD.replace("Mine", "mine"), "utf-8")
    with pytest.raises(DeckFileError, match=r"mine\.toml: name: again\.toml is called 'Mine', too"):
        read_decks(tmp_path, index)


def test_no_terminal_is_steered_by_a_deck_file(tmp_path: Path, index: CardIndex) -> None:
    file = written(tmp_path, '"108_3"', '"\\u001b[31m108"')
    with pytest.raises(DeckFileError) as caught:
        read_deck(file, index)
    assert "\x1b" not in str(caught.value)
