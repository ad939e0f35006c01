"""The report, word by word."""

import msgspec
from arena_scene import AI, TABLE, record, records, spec
from msgspec.structs import replace

from gemp_bot.arena.record import ArenaOutcome, GameRecord
from gemp_bot.arena.report import MeasurementReport, make_report, markdown

W, L, D, T = ArenaOutcome.WIN, ArenaOutcome.LOSS, ArenaOutcome.DRAW, ArenaOutcome.TIMEOUT


def games() -> list[GameRecord]:
    return [
        *(
            replace(game, deck=f"{game.side.lower()} deck", opponent_deck=f"{game.side.other.lower()} deck")
            for game in records([W, W, W, L, D, W, T, W])
        ),
        record(8, L, pair=2, deck="strong", opponent="random", opponent_version="gemp-bot 0", warnings=2),
        record(
            9,
            ArenaOutcome.ERROR,
            pair=2,
            deck="theirs",
            opponent_deck="strong",
            opponent="random",
            fault="broken",
            aborted=True,
        ),
    ]


def report() -> MeasurementReport:
    wanted = spec(games=6, player={"strategy": "steady"}, opponent=[AI, TABLE])
    return make_report("morning", wanted, games())


GOLDEN = """\
# morning: steady

10 of 12 games played, 8 decided.

| games | n | won | rate | life margin | turns | unfinished | faults |
| --- | --- | --- | --- | --- | --- | --- | --- |
| vs ai:RANDO | 7 | 5 + 1 drawn | 79 % [42-95] | +6.3 ± 7.2 | 10.0 | timeout 1 | - |
| vs random | 1 | 0 | 0 % [0-79] | -8.0 | 10.0 | error 1 | warnings 2, aborted 1 |
| 1. light deck / dark deck | 7 | 5 + 1 drawn | 79 % [42-95] | +6.3 ± 7.2 | 10.0 | timeout 1 | - |
| 2. strong / theirs | 1 | 0 | 0 % [0-79] | -8.0 | 10.0 | error 1 | warnings 2, aborted 1 |
| light | 4 | 2 + 1 drawn | 62 % [22-91] | +2.0 ± 11.3 | 10.0 | timeout 1 | warnings 2 |
| dark | 4 | 3 | 75 % [30-95] | +7.0 ± 9.8 | 10.0 | error 1 | aborted 1 |
| total | 8 | 5 + 1 drawn | 69 % [36-90] | +4.5 ± 7.2 | 10.0 | error 1, timeout 1 | warnings 2, aborted 1 |

Intervals hold with 95 %: Wilson's for rates, normal for margins.

Pairs (the same decks, sides changed): 1 won twice, 1 split, 0 lost twice, 1 with one drawn: 75 % [35-100], margin +5.3 ± 6.5; too few to tell the players apart: about 16 in all, if the rate stays.

Ratings (Elo, steady at 0): random +191 [-365, +747], ai:RANDO -191 [-469, +87].

Played by: gemp-bot 0; gemp-bot 1.
"""  # noqa: E501 - lines as they are told


def test_the_report() -> None:
    assert "\n".join(markdown(report())) + "\n" == GOLDEN


def test_the_report_as_json_holds_the_same() -> None:
    values = msgspec.json.decode(msgspec.json.encode(report()))
    total, first, second, *_ = values["groups"]
    assert (total["kind"], total["games"], total["rate"]["value"]) == ("total", 8, 5.5 / 8)
    assert (first["kind"], first["label"], first["won"]) == ("opponent", "vs ai:RANDO", 5)
    assert second["unfinished"] == {"error": 1}
    assert [group["kind"] for group in values["groups"][3:]] == ["pair", "pair", "side", "side"]
    assert values["sprt"] is None
    assert values["wanted"] == 12


def test_a_player_who_changed_meanwhile_is_told() -> None:
    games = [record(0), record(1, player_version="gemp-bot 2")]
    told = "Played by: gemp-bot 1; gemp-bot 2. Mixed: the player changed while it was measured."
    assert told in markdown(make_report("x", spec(), games))


def test_the_report_of_nothing() -> None:
    lines = markdown(make_report("morning", spec(sprt={}), []))
    assert "| total | 0 | 0 | - | - | - | - | - |" in lines
    assert "SPRT: open; LLR 0.00 in [-2.94, 2.94], 0 pairs [0, 0, 0, 0, 0]." in lines


def test_a_player_may_meet_himself() -> None:
    mirror = [record(n, outcome, opponent="random") for n, outcome in enumerate([W, W, W, L])]
    lines = markdown(make_report("mirror", spec(opponent=[TABLE]), mirror))
    assert "random (opponent) -147 [" in "\n".join(lines)
