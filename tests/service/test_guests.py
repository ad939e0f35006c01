"""Who may play: each rule alone, their order, and what can never match."""

from datetime import UTC, datetime, timedelta

import pytest

from gemp_bot.protocol.ids import PlayerName
from gemp_bot.service.guests import GuestRule, GuestRules, Guests, MemoryPast, advice

BOB, CAROL = PlayerName("bob"), PlayerName("carol")


class Days:
    """A time that is set by hand, the past, and the judge."""

    def __init__(self, **rules: object) -> None:
        self.now = datetime(2026, 8, 22, 12, tzinfo=UTC)
        self.past = MemoryPast(lambda: self.now)
        self.guests = Guests(GuestRules(**rules), self.past, lambda: self.now)  # type: ignore[arg-type]

    def played(self, *players: PlayerName, minutes: float = 0) -> None:
        for player in players:
            self.past.note(player, won=True)
            self.later(minutes)

    def later(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)

    def rule(self, player: PlayerName = BOB, *running: PlayerName) -> GuestRule | None:
        """The rule that refuses; None if the player is welcome."""
        judgement = self.guests.judge(player, running)
        assert judgement.reason
        return None if judgement.welcome else judgement.rule


def test_without_rules_everybody_is_welcome() -> None:
    days = Days()
    days.played(*[BOB] * 100)
    assert days.rule(BOB, BOB, BOB) is None
    assert days.guests.judge(BOB).rule is GuestRule.NOTHING


def test_names_are_compared_without_case() -> None:
    days = Days(blocked=frozenset({"BoB"}), person_games_a_day=1)
    days.played(PlayerName("CAROL"))
    assert days.rule(BOB) is GuestRule.BLOCKED
    assert days.rule(CAROL) is GuestRule.PERSON_DAY
    days.past.refuse(PlayerName("Dave"))
    assert days.rule(PlayerName("dave")) is GuestRule.STOPPED


def test_what_a_person_asked_for_comes_before_every_list_and_blocked_before_allowed() -> None:
    days = Days(allowed=frozenset({"bob", "carol"}), blocked=frozenset({"carol"}))
    assert days.rule(CAROL) is GuestRule.BLOCKED
    assert days.guests.judge(BOB).rule is GuestRule.ALLOWED
    days.past.refuse(BOB)
    assert days.rule(BOB) is GuestRule.STOPPED


def test_who_is_allowed_is_asked_for_nothing_else() -> None:
    days = Days(allowed=frozenset({"bob"}), allowed_only=True, games_a_day=1, twice_in_a_row=False)
    days.played(BOB, BOB)
    assert (days.rule(BOB), days.rule(CAROL)) == (None, GuestRule.ALLOWED)


def test_the_servers_own_players_are_no_guests() -> None:
    days = Days(allowed_only=True, games_a_day=1)
    assert days.guests.judge(PlayerName("~YodaBot")).rule is GuestRule.SERVER_AI
    days = Days(games_a_day=2)
    assert days.rule(BOB, PlayerName("~YodaBot"), PlayerName("~OzzelBot")) is None, "they take no place"


def test_other_bots_by_name() -> None:
    assert Days(bots=frozenset({"BOB"}), play_bots=False).rule() is GuestRule.BOT
    assert Days(bots=frozenset({"BOB"})).rule() is None


def test_games_a_day_over_all() -> None:
    days = Days(games_a_day=3)
    days.played(BOB, CAROL)
    assert days.rule(PlayerName("dave")) is None
    assert days.rule(PlayerName("dave"), CAROL) is GuestRule.GAMES_A_DAY, "a game that runs counts"
    days.later(24 * 60 + 1)
    assert days.rule(PlayerName("dave"), CAROL) is None


def test_games_of_one_person_an_hour_and_a_day() -> None:
    days = Days(person_games_an_hour=2, person_games_a_day=3)
    days.played(BOB, BOB, minutes=5)
    assert (days.rule(BOB), days.rule(CAROL)) == (GuestRule.PERSON_HOUR, None)
    days.later(60)
    assert days.rule(BOB) is None
    assert days.rule(BOB, BOB) is GuestRule.PERSON_DAY
    days.later(24 * 60)
    assert days.rule(BOB) is None


def test_not_twice_in_a_row() -> None:
    days = Days(twice_in_a_row=False)
    days.played(BOB)
    assert (days.rule(BOB), days.rule(CAROL)) == (GuestRule.TWICE, None)
    assert days.rule(CAROL, CAROL) is GuestRule.TWICE
    days.played(CAROL)
    assert days.rule(BOB) is None


def test_a_pause_after_some_games_with_one_person() -> None:
    days = Days(pause_after=3, pause_minutes=60)
    days.played(BOB, BOB, minutes=20)
    assert days.rule() is None
    assert days.rule(BOB, BOB) is GuestRule.PAUSE
    days.played(BOB)
    assert (days.rule(), days.rule(CAROL)) == (GuestRule.PAUSE, None)
    days.later(59)
    assert days.rule() is GuestRule.PAUSE
    days.later(2)
    assert days.rule() is None, "the pause is over, and the count begins anew"
    days.played(BOB)
    assert days.rule() is None


def test_slots_are_kept_for_people_we_never_met() -> None:
    days = Days(at_once=4, kept_for_new=1)
    days.played(BOB)
    others = [PlayerName(f"p{number}") for number in range(3)]
    assert days.rule(BOB, *others[:2]) is None
    assert (days.rule(BOB, *others), days.rule(CAROL, *others)) == (GuestRule.NEW_PEOPLE, None)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"allowed": frozenset({"Bob"}), "blocked": frozenset({"bob"})}, "bob is allowed and blocked"),
        ({"blocked": frozenset({"much too long a name"})}, "no player can have this name"),
        ({"allowed_only": True}, "nobody is welcome"),
        (
            {"allowed_only": True, "allowed": frozenset({"bob"}), "games_a_day": 3},
            "games_a_day: never looked at",
        ),
        ({"bots": frozenset({"bob"})}, "play_bots is on"),
        ({"play_bots": False}, "no bots are listed"),
        ({"person_games_an_hour": 5, "person_games_a_day": 5}, "person_games_an_hour can never match"),
        ({"person_games_a_day": 9, "games_a_day": 5}, "person_games_a_day can never match"),
        ({"pause_after": 9, "person_games_a_day": 5}, "pause_after can never match"),
        ({"pause_after": 3, "pause_minutes": 0}, "pause_after without pause_minutes"),
        ({"at_once": 2, "kept_for_new": 2}, "takes every seat"),
    ],
)
def test_advice_about_what_can_never_match(rules: dict[str, object], told: str) -> None:
    (line,) = advice(GuestRules(**rules))  # type: ignore[arg-type]
    assert told in line


def test_good_rules_need_no_advice() -> None:
    rules = GuestRules(
        blocked=frozenset({"eve"}), allowed=frozenset({"bob"}), bots=frozenset({"botty"}), play_bots=False,
        games_a_day=100, person_games_an_hour=3, person_games_a_day=10, twice_in_a_row=False,
        pause_after=5, at_once=4, kept_for_new=1,
    )  # fmt: skip
    assert advice(rules) == advice(GuestRules()) == []
