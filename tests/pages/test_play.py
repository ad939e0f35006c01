"""The play page without a browser: whole games through its JSON, and all it must refuse."""

import asyncio
import random
from collections import defaultdict
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from play_page_scene import (
    Browser,
    PlayHouse,
    answered,
    any_answer,
    begun,
    browser,
    first_question,
    play_out,
    question_after,
)

from gemp_bot.decisions import Catalogue, PromptKind, Question, ask
from gemp_bot.pages.play import MOST_STREAMS
from gemp_bot.pages.play_view import help_for, owed, verdict_of
from gemp_bot.pages.render import static_text
from gemp_bot.protocol.decisions import ActionOption, CardActionChoice
from gemp_bot.protocol.ending import EndReason
from gemp_bot.protocol.enums import Phase, Side
from gemp_bot.protocol.events import SnapshotStart, Statistics
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.sandbox.box import Box
from gemp_bot.state import Table
from gemp_bot.view.model import EndView


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


@pytest.mark.long
@pytest.mark.parametrize("side", ["DARK", "LIGHT"])
async def test_a_whole_game_is_played_through_the_page(box: Box, side: str) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        status, _ = await page.post("/play/new", {"side": side, "strategy": "steady"})
        assert status == 200
        state, asked, refused = await play_out(page, random.Random(5))
        assert state["stage"] == "over", state.get("trouble")
        assert not refused
        assert asked > 50
        assert state["me"] == side
        assert state["ending"]["winner"] in ("DARK", "LIGHT")
        assert any("wins" in word["text"] for line in state["story"] for word in line.get("words", []))


# -- what is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [["nix"], ["0", "0"], [], 7, ["0", "1"]])
async def test_an_illegal_answer_is_refused_with_one_line(box: Box, answer: object) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        state = await begun(page)
        n, sent = state["question"]["n"], len(house.server.answers())
        status, told = await page.post("/play/answer", {"n": n, "answer": answer})
        assert status == 409
        assert "\n" not in told["error"]
        assert (await page.state())["question"] == state["question"]
        assert len(house.server.answers()) == sent


async def test_an_answer_to_an_old_question_is_refused(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        first = await begun(page)
        old, answer = first["question"]["n"], any_answer(first, random.Random(1))
        assert (await page.post("/play/answer", {"n": old, "answer": answer}))[0] == 200
        state = await question_after(page, old)
        status, told = await page.post("/play/answer", {"n": old, "answer": ["0"]})
        assert status == 409
        assert f"question {old} does not wait any more" in told["error"]
        assert (await page.state())["question"]["n"] == state["question"]["n"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"side": "GREY", "strategy": "steady"}, "GREY"),
        ({"side": "DARK", "strategy": "nobody"}, "no such strategy"),
        ({"side": "DARK", "strategy": "steady", "deck": "Rebel fleet"}, "no such deck for the dark side"),
        ({"side": "DARK", "strategy": "steady", "seed": 1}, "seed"),
        (["DARK"], "object"),
    ],
)
async def test_a_wrong_choice_is_refused_and_leaves_no_session(box: Box, body: object, why: str) -> None:
    async with PlayHouse(box, most=1) as house, browser(house) as page:
        status, told = await page.post("/play/new", body)
        assert status == 409
        assert why in told["error"]
        await begun(page)


async def test_calls_need_a_game_and_its_question(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        assert (await page.state()) == {"version": 0, "stage": "none"}
        for path, body in (
            ("/play/answer", {"n": 1, "answer": None}),
            ("/play/undo", {"n": 1}),
            ("/play/concede", {}),
            ("/play/rematch", {}),
        ):
            status, told = await page.post(path, body)
            assert (status, told["error"]) == (409, "no game goes on: begin one")
        assert (await page.get("/play/hint?n=1"))[0] == 409
        first = await begun(page)
        status, told = await page.post("/play/undo", {"n": first["question"]["n"]})
        assert status == 409
        assert told["error"].startswith("you have done nothing yet")


async def test_nothing_is_changed_by_get_or_from_elsewhere(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        await begun(page)
        for path in ("new", "answer", "undo", "concede", "rematch"):
            async with page.http.get(f"{page.url}/play/{path}") as answer:
                assert answer.status in (404, 405), path
        for headers in (
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": page.url.replace("127.0.0.1", "localhost")},
            {"Origin": page.url, "Host": "evil.example"},
        ):
            status, _ = await page.post("/play/concede", {}, **headers)
            assert status in (403, 421), headers
        async with page.http.get(page.url, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 421
        form = {"side": "LIGHT", "strategy": "steady"}
        async with page.http.post(page.url + "/play/new", data=form) as answer:
            assert answer.status == 409
        assert (await page.state())["stage"] == "asked"


async def test_the_api_of_the_sandbox_is_checked_too_and_still_serves_programs(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        url = page.url + "/gemp-swccg-server/login"
        form = {"login": "alice", "password": "test"}
        async with page.http.post(url, data=form, headers={"Origin": "http://evil.example"}) as answer:
            assert answer.status == 403
        async with page.http.post(url, data=form) as answer:
            assert answer.status == 200


async def in_two_parts(page: Browser, path: str, body: bytes) -> bytes:
    """Post JSON whose body comes in two parts, after the head; gives the first line of what is answered."""
    host, port = page.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    kept = "; ".join(f"{cookie.key}={cookie.value}" for cookie in page.http.cookie_jar)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"Cookie: {kept}\r\nOrigin: {page.url}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + body[:5])
    await writer.drain()
    await page.state()  # the server has served another call meanwhile
    writer.write(body[5:])
    line = await reader.readline()
    writer.close()
    return line


async def test_a_call_may_come_in_two_parts(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        body = msgspec.json.encode({"side": "LIGHT", "strategy": "steady"})
        assert b" 200 " in await in_two_parts(page, "/play/new", body)


async def test_a_call_is_not_endless(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        status, told = await page.post("/play/new", {"side": "LIGHT", "strategy": "s" * 40_000})
        assert (status, "bytes" in told["error"]) == (409, True)


async def test_a_browser_follows_its_game_in_some_tabs_and_no_more(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        await begun(page)
        async with AsyncExitStack() as tabs:
            for _ in range(MOST_STREAMS):
                stream = await tabs.enter_async_context(page.http.get(page.url + "/play/events"))
                assert stream.status == 200
            status, told = await page.get("/play/events")
            assert (status, str(MOST_STREAMS) in told["error"]) == (409, True)
        status = 0
        while status != 200:  # the server hears in its own time that the tabs were closed
            async with page.http.get(page.url + "/play/events") as stream:
                status = stream.status


# -- sessions -----------------------------------------------------------------------------------------


async def test_sessions_are_bounded_and_a_stranger_sees_no_game(box: Box) -> None:
    async with PlayHouse(box, most=1) as house, browser(house) as one, browser(house) as two:
        state = await begun(one)
        assert (await two.state())["stage"] == "none"
        answer = {"n": state["question"]["n"], "answer": ["0"]}
        assert (await two.post("/play/answer", answer))[0] == 409
        status, told = await two.post("/play/new", {"side": "DARK", "strategy": "steady"})
        assert status == 409
        assert "already" in told["error"]
        (cookie,) = one.http.cookie_jar
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"


async def test_an_idle_session_concedes_its_game_and_makes_room(box: Box) -> None:
    async with PlayHouse(box, most=1) as house, browser(house) as one, browser(house) as two:
        await begun(one)
        house.time = 29 * 60.0
        await house.sessions.sweep()
        assert (await one.state())["stage"] == "asked"
        house.time += 31 * 60.0
        await house.sessions.sweep()
        (game,) = house.server.games.values()
        assert game.outcome is not None
        assert game.outcome.lost == "Conceded"
        assert (await one.state())["stage"] == "none"
        await begun(two)


# -- the game -----------------------------------------------------------------------------------------


async def test_no_clock_runs_against_a_person_and_no_fallback_answers(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        state = await begun(page)
        (game,) = house.server.games.values()
        began, sent = house.server.world.now(), len(house.server.answers())
        house.server.hall.now = house.server.world.now = game._now = lambda: began + 7_200.0
        game.tick()
        assert game.outcome is None
        assert (await page.state())["question"]["n"] == state["question"]["n"]
        assert len(house.server.answers()) == sent


async def test_conceding_ends_the_game_and_answers_nothing(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        await begun(page)
        (game,) = house.server.games.values()
        before = list(game.answered)
        assert (await page.post("/play/concede", {}))[0] == 200
        async for state in page.news():
            if state["stage"] == "over":
                break
        assert state["ending"] == {"winner": "DARK", "reason": "conceded"}
        assert state["verdict"] == "You lose: you conceded."
        assert game.answered == before


async def test_a_rematch_has_the_same_decks(box: Box) -> None:
    async with PlayHouse(box) as house, browser(house) as page:
        first = await begun(page)
        status, _ = await page.post("/play/rematch", {})
        assert status == 409
        await page.post("/play/concede", {})
        async for state in page.news():
            if state["stage"] == "over":
                break
        assert (await page.post("/play/rematch", {}))[0] == 200
        again = await first_question(page)
        assert again["game"] == 2
        assert again["choice"] == first["choice"]
        await page.post("/play/concede", {})
        async for state in page.news():
            if state["stage"] == "over":
                break
        assert (await page.post("/play/rematch", {"swapped": True}))[0] == 200
        swapped = await first_question(page)
        assert swapped["me"] == "DARK"
        assert swapped["choice"]["deck"] == first["choice"]["opponent_deck"]
        assert swapped["choice"]["opponent_deck"] == first["choice"]["deck"]


async def test_the_game_is_taken_back(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        rng = random.Random(2)
        state = await begun(page)
        while not (
            state.get("turn", 0) >= 2
            and state["whose"] == "LIGHT"
            and state["phase"] == "MOVE"
            and state["asking"].get("can_revert")
        ):
            state = await answered(page, state, any_answer(state, rng))
        n = state["question"]["n"]
        assert (await page.post("/play/undo", {"n": n, "listed": True}))[0] == 200
        state = await question_after(page, n)
        assert state["question"]["kind"] == "REVERT_TO"
        words = [option["words"] for option in state["question"]["options"]]
        assert words[0] == "Take nothing back"
        assert "move phase, turn" in words[1]
        assert not [each for each in words if "you-" in each or "#" in each]
        state = await answered(page, state, ["0"])
        assert (state["whose"], state["phase"]) != ("LIGHT", "MOVE")
        assert any("taken back" in word["text"] for line in state["story"] for word in line.get("words", []))
        for _ in range(10):
            state = await answered(page, state, any_answer(state, rng))
        assert state["stage"] == "asked"


async def test_strong_gives_a_hint_with_reasons_and_it_is_legal(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        for _ in range(60):
            n = state["question"]["n"]
            status, hint = await page.get(f"/play/hint?n={n}")
            assert status == 200, hint
            assert hint["prompt"] == state["question"]["prompt"]
            assert hint["chosen"]
            assert hint["reasons"]
            shape = state["asking"]["shape"]
            wire = hint["answer"]
            given = int(wire) if shape == "number" else wire.split(",") if wire else None
            state = await answered(page, state, given)
        assert (await page.get("/play/hint?n=1"))[0] == 409
        assert (await page.get("/play/hint"))[0] == 409


# -- injection ----------------------------------------------------------------------------------------


async def test_names_with_markup_are_text(tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)>"
    box = Box()
    deck = next(deck for deck in box.decks.values() if deck.side is Side.LIGHT)
    box.decks[evil] = msgspec.structs.replace(deck, name=evil, about="</option><script>alert(1)</script>")
    async with PlayHouse(box) as house, browser(house) as page:
        async with page.http.get(page.url) as answer:
            html = await answer.text()
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert evil not in html
        assert "<script>alert" not in html
        assert "&lt;img src=x onerror=alert(1)&gt;" in html
        state = await begun(page, deck=evil)
        assert state["choice"]["deck"] == evil


@pytest.mark.parametrize("name", ["play.js", "play_parts.js", "board.js"])
def test_the_scripts_of_the_page_make_no_html_of_text(name: str) -> None:
    script = static_text(name)
    for door in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert door not in script


# -- for a person who has never played ----------------------------------------------------------------


async def test_questions_say_what_they_are_about_and_players_have_plain_names(box: Box) -> None:
    helps: dict[str, set[str]] = defaultdict(set)
    names: set[tuple[str, ...]] = set()
    chance = random.Random(5)
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        await page.post("/play/standing", {"allow": False, "pass_alone": False, "activate": False})
        for _ in range(60):
            helps[state["question"]["kind"]].add(state["asking"].get("help", ""))
            names.add(tuple(sorted(player["name"] for player in state["board"].get("players", ()))))
            state = await answered(page, state, any_answer(state, chance))
    assert names - {()} == {("You", "steady")}
    assert any("pays for everything" in text for text in helps["PHASE_ACTION"])
    for kind in ("STARTING_LOCATION", "FORCE_TO_ACTIVATE", "FORCE_TO_ALLOW", "LOSE_FORCE"):
        assert all(helps[kind]), kind
        assert helps[kind], kind


@pytest.mark.parametrize(
    ("winner", "reason", "told"),
    [
        (Side.DARK, EndReason.LIFE_FORCE, "You lose: you have no life force left."),
        (Side.LIGHT, EndReason.LIFE_FORCE, "You win: your opponent has no life force left."),
        (Side.LIGHT, EndReason.CONCEDED, "You win: your opponent conceded."),
        (Side.DARK, EndReason.CLOCK, "You lose: your time ran out."),
        (None, EndReason.AGREED, "The game was called off: both players wanted it."),
    ],
)
def test_who_won_is_told_with_the_reason(winner: Side | None, reason: EndReason, told: str) -> None:
    assert verdict_of(EndView(winner, reason.value), Side.LIGHT) == told


def table_owing(side: Side, **numbers: float | bool) -> Table:
    """A table at which we play a side, with these numbers of a battle."""
    names = PlayerName("dark"), PlayerName("light")
    table = Table()
    me = names[0] if side is Side.DARK else names[1]
    table.apply_event(SnapshotStart(participant_id=me, all_participant_ids=names))
    table.apply_event(Statistics(**numbers))  # type: ignore[arg-type]
    return table


@pytest.mark.parametrize(
    ("side", "kind", "numbers", "told"),
    [
        (Side.DARK, PromptKind.LOSE_FORCE, {"dark_battle_damage_remaining": 3}, "damage 3."),
        (
            Side.LIGHT,
            PromptKind.LOSE_FORCE_OR_FORFEIT,
            {"light_battle_damage_remaining": 2, "light_battle_attrition_remaining": 4.5},
            "damage 2, attrition 4.5.",
        ),
        (
            Side.LIGHT,
            PromptKind.FORFEIT,
            {"light_battle_attrition_remaining": 4, "light_immune_to_remaining_attrition": True},
            "",
        ),
        (Side.DARK, PromptKind.LOSE_FORCE, {"light_battle_damage_remaining": 3}, ""),
        (Side.DARK, PromptKind.OPTIONAL_RESPONSES, {"dark_battle_damage_remaining": 3}, ""),
    ],
)
def test_a_payment_says_what_the_battle_still_costs(
    side: Side, kind: PromptKind, numbers: dict[str, float | bool], told: str
) -> None:
    assert owed(kind, table_owing(side, **numbers)).removeprefix("Still due for the battle: ") == told


def menu(*labels: str) -> Question:
    """A menu with these actions."""
    offered = tuple(
        ActionOption(str(n), CardId(n + 1), BlueprintId("1_1"), label) for n, label in enumerate(labels)
    )
    return ask(
        CardActionChoice(text="Choose Deploy action or Pass", actions=offered), {}.get, Catalogue.load()
    )


@pytest.mark.parametrize("phase", list(Phase)[1:7])
def test_every_phase_is_explained_and_the_opponents_turn_too(phase: Phase) -> None:
    mine, theirs = (help_for(menu(), phase, mine=mine) for mine in (True, False))
    assert mine != theirs
    assert "opponent's turn" in theirs


def test_what_is_activated_is_not_asked_for() -> None:
    before, after = (
        help_for(menu(*labels), Phase.ACTIVATE, mine=True) for labels in (["Activate Force"], [])
    )
    assert before.startswith("Activate Force first")
    assert "is activated" in after
