"""What the play page offers beside the bare game: numbers, cards, steps, shortcuts, taking back, restarts."""

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from play_page_scene import (
    Browser,
    PlayHouse,
    answered,
    any_answer,
    begun,
    browser,
    question_after,
)

from gemp_bot.journal.folder import JournalFolder
from gemp_bot.pages.play_kept import KeptGames
from gemp_bot.pages.play_offer import offer_of
from gemp_bot.pages.play_puzzles import Puzzles
from gemp_bot.pages.play_record import PlayRecord
from gemp_bot.positions import shipped_positions
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.html import plain
from gemp_bot.report.story import tell
from gemp_bot.sandbox.box import Box
from gemp_bot.sandbox.server.engine_script import Course
from gemp_bot.view.watcher import JournalWatcher

MANY = 150
ABOARD, WEAKENED = "a-drain-that-ends-our-objective", "a-powerless-ship-stays"
MOST_CLICKS = 8


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


async def advised(page: Browser, state: Any) -> list[str] | int | None:
    """What the adviser would answer."""
    status, hint = await page.get(f"/play/hint?n={state['question']['n']}")
    if status != 200:
        return any_answer(state, random.Random(1))
    wire, shape = hint["answer"], state["asking"]["shape"]
    if shape == "number":
        return int(wire)
    return wire.split(",") if wire else [] if shape == "cards" else None


def options(state: Any, words: str) -> list[Any]:
    return [each for each in state["question"].get("options", ()) if each["words"].startswith(words)]


def note(state: Any, option: Any) -> str:
    return str(state["asking"].get("notes", {}).get(option["key"], ""))


def player(state: Any, side: str) -> Any:
    """The piles of a side; an empty pile is not sent."""
    found = next((each for each in state["board"].get("players", ()) if each["side"] == side), {})
    return {"force": 0, "hand": 0, "life": 0} | found


# -- numbers ------------------------------------------------------------------------------------------


async def test_notes_come_true(box: Box) -> None:
    """A deployment costs what its note says, brings the power it says, and a drain what it says."""
    paid = powers = drains = 0
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        for _ in range(MANY):
            answer = await advised(page, state)
            question = state["question"]
            chosen = next((each for each in question.get("options", ()) if [each["key"]] == answer), None)
            said = "" if chosen is None else note(state, chosen)
            force, life = player(state, "LIGHT")["force"], player(state, "DARK")
            after = await answered(page, state, answer)
            if question["kind"] == "CHOOSE_DEPLOY_TARGET" and " · power then" in said:
                cost = 0 if said.startswith("free") else int(said.split(" Force")[0])
                assert force - player(after, "LIGHT")["force"] == cost, said
                paid += cost > 0
                mine, theirs = said.split("power then ")[1].split(", now")[0].split(" against ")
                column = [
                    each
                    for each in after["board"]["locations"]
                    if each["card"]["id"] == chosen["card"]
                    or any(card["id"] == chosen["card"] for card in each.get("light", ()))
                ]
                assert column[0].get("light_power") or float(mine) == 0
                assert (column[0].get("dark_power") or 0) == float(theirs)
                powers += 1
            elif chosen is not None and chosen["words"].startswith("Force drain"):
                now = player(after, "DARK")
                lost = life["life"] + life["hand"] - now["life"] - now["hand"]
                assert said == f"your opponent loses {lost} Force"
                drains += 1
            state = after
            if state["stage"] != "asked" or min(paid, powers, drains) > 1:
                break
    assert min(paid, powers, drains) > 0


async def test_a_battle_says_what_it_costs_and_brings(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        for _ in range(MANY):
            battles = options(state, "Initiate battle")
            if battles:
                break
            state = await answered(page, state, await advised(page, state))
        said = note(state, battles[0])
        place = next(each for each in state["board"]["locations"] if each["card"]["id"] == battles[0]["card"])
        assert said.startswith("uses 1 Force · ")
        assert f"power {place['light_power']:g} against {place['dark_power']:g}" in said
        assert "% to win" in said
        assert "damage on average: you" in said


# -- cards --------------------------------------------------------------------------------------------


def wire_number(course: Course, piece: int) -> int | None:
    """The id of a card on the wire; None for one that has none."""
    try:
        return course.view.number(piece)
    except KeyError:
        return None


async def test_a_card_is_told_of_only_to_who_may_see_it(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        for _ in range(MANY // 5):
            state = await answered(page, state, await advised(page, state))
        (game,) = house.server.games.values()
        own = state["board"]["hand"][0]
        status, sheet = await page.get(f"/play/card?card={own['id']}")
        assert (status, plain(sheet["title"]).lstrip("•◇")) == (200, own["title"])
        assert sheet["does"] or sheet["numbers"]
        course = game.table
        assert isinstance(course, Course)
        unseen = [
            card
            for side, zones in course.engine.state.board.piles.items()
            for zone, pile in zones.items()
            for card in pile.cards
            if zone is Zone.RESERVE_DECK or (zone is Zone.HAND and side is Side.DARK)
        ]
        numbers = [number for card in unseen if (number := wire_number(course, card.id)) is not None]
        answers = {(await page.get(f"/play/card?card={number}"))[0] for number in numbers}
        assert len(unseen) > 30
        assert numbers
        assert answers == {409}
        gone = await page.get(
            f"/play/card?card={numbers[0]}&face={state['board']['locations'][0]['card']['blueprint']}"
        )
        assert (gone[0], gone[1]["title"].lstrip("•")) == (
            200,
            state["board"]["locations"][0]["card"]["title"],
        )
        assert game.outcome is None


async def test_a_changed_number_says_what_changed_it(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        why: list[str] = []
        for _ in range(MANY):
            state = await answered(page, state, await advised(page, state))
            for place in state["board"].get("locations", ()):
                for card in (*place.get("light", ()), *place.get("dark", ())):
                    _, sheet = await page.get(f"/play/card?card={card['id']}")
                    for number in sheet.get("numbers", ()):
                        if number.get("printed") and number.get("why"):
                            why += number["why"]
            if why:
                break
        assert all(" by " in each for each in why)
        assert why


# -- steps --------------------------------------------------------------------------------------------


def begins(step: Any) -> bool:
    """Whether a step tells that a turn begins."""
    return any("begins turn" in word["text"] for line in step["lines"] for word in line)


async def test_the_opponents_turn_is_told_step_by_step(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        for _ in range(MANY // 3):
            state = await answered(page, state, await advised(page, state))
        _, steps = await page.get("/play/steps?after=0")
        told = ["".join(word["text"] for word in line) for step in steps for line in step["lines"]]
        assert len({step["n"] for step in steps}) == len(steps)
        assert steps[-1]["n"] == state["steps"]
        theirs = [step for step in steps if step.get("side") == "DARK" and not step.get("own")]
        assert any(step.get("marked") for step in theirs)
        turns = [(step["side"], step.get("own", False)) for step in steps if begins(step)]
        assert set(turns) == {("DARK", False), ("LIGHT", True)}
        assert any(line.startswith("Dark deploys ") for line in told)
        assert not any("draws 1 card" in one and "draws 1 card" in two for one, two in pairwise(told))
        _, later = await page.get(f"/play/steps?after={steps[-2]['n']}")
        assert [step["n"] for step in later] == [state["steps"]]


async def test_frames_of_single_deeds_tell_the_same_story(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Any] = []
    take = JournalWatcher.take

    def noted(self: JournalWatcher, number: int, line: Any) -> Any:
        lines.append(line)
        return take(self, number, line)

    monkeypatch.setattr(JournalWatcher, "take", noted)
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        for _ in range(MANY // 2):
            state = await answered(page, state, await advised(page, state))
    monkeypatch.undo()
    stories, frames = [], []
    for each_deed in (False, True):
        watcher = JournalWatcher(Path("one"), box.catalogue, box.effects, each_deed=each_deed)
        for number, line in enumerate(lines, 1):
            watcher.take(number, line)
        frames.append(len(watcher.watcher.frames))
        stories.append([str(line) for line in tell(watcher.watcher.frames)])
        battles = watcher.watcher.battles
        assert all(
            each.dark.total >= (each.dark.power or 0) for each in battles if each.dark.total is not None
        )
    assert stories[0] == stories[1]
    assert frames[0] < frames[1]


# -- fewer clicks -------------------------------------------------------------------------------------


SHORTCUTS = ("activate", "drain", "lose", "wait", "end")


async def shortcut(page: Browser, state: Any, kind: str, count: int = 0) -> Any:
    n = state["question"]["n"]
    status, told = await page.post("/play/shortcut", {"n": n, "kind": kind, "count": count})
    assert status == 200, told
    return await question_after(page, n)


def offered(state: Any) -> dict[str, Any]:
    return {each["kind"]: each for each in state["asking"].get("shortcuts", ())}


@pytest.mark.parametrize(
    ("side", "deck", "theirs"),
    [("LIGHT", "Rebel fleet", "Walkers of Hoth"), ("DARK", "Star Destroyers", "Army of Naboo")],
)
async def test_a_turn_takes_few_clicks_where_little_is_to_be_decided(
    box: Box, side: str, deck: str, theirs: str
) -> None:
    """A person who takes the shortcuts and deploys a card each turn, in a whole game."""
    clicks: Counter[tuple[int, bool]] = Counter()
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page, side=side, deck=deck, opponent_deck=theirs, strategy="easy")
        deployed = 0
        while state["stage"] == "asked":
            turn, mine = state.get("turn", 0), state.get("whose") == side
            clicks[turn, mine] += 1
            found = offered(state)
            deploys = [each for each in options(state, "Deploy") if "Reserve" not in each["words"]]
            kind = next((each for each in SHORTCUTS if each in found), "")
            if mine and state["phase"] == "DEPLOY" and kind and deploys and deployed < turn:
                deployed = turn
                state = await answered(page, state, [deploys[0]["key"]])
            elif kind:
                state = await shortcut(page, state, kind, min(2, found[kind].get("most", 0)))
            elif any(option.get("card") for option in state["question"].get("options", ())):
                state = await answered(page, state, await advised(page, state))
            else:
                state = await answered(page, state, any_answer(state, random.Random(1)))
    own = [count for (turn, mine), count in clicks.items() if mine and turn]
    other = [count for (turn, mine), count in clicks.items() if not mine and turn]
    assert len(own) > 5
    assert max(own) <= MOST_CLICKS, clicks
    assert median(other or [0]) <= MOST_CLICKS / 2, clicks


async def test_shortcuts_do_what_they_say(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        await page.post("/play/standing", {"activate": False})
        seen = set()
        for _ in range(2 * MANY):
            found = offered(state)
            before = player(state, "LIGHT")
            if "activate" in found:
                state = await shortcut(page, state, "activate")
                now = player(state, "LIGHT")
                assert now["force"] > before["force"]
                assert state["phase"] != "ACTIVATE" or not options(state, "Activate Force")
                seen.add("activate")
            elif "drain" in found:
                state = await shortcut(page, state, "drain")
                assert not options(state, "Force drain")
                seen.add("drain")
            elif state["phase"] == "DEPLOY" and seen == {"activate", "drain"} and before["force"] > 1:
                n, turn = state["question"]["n"], state["turn"]
                status, _ = await page.post("/play/shortcut", {"n": n, "kind": "end", "count": 99})
                assert status == 409
                state = await shortcut(page, state, "end", 2)
                assert (state["whose"], state["turn"]) != ("LIGHT", turn)
                assert player(state, "LIGHT")["hand"] >= before["hand"]
                seen.add("end")
            else:
                state = await answered(page, state, await advised(page, state))
            if len(seen) == 3:
                break
        assert seen == {"activate", "drain", "end"}
        status, told = await page.post(
            "/play/shortcut", {"n": state["question"]["n"], "kind": "lose", "count": 1}
        )
        assert (status, "not offered" in told["error"]) == (409, True)


async def test_what_is_set_is_answered_by_itself(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        kinds = []
        for _ in range(40):
            kinds.append((state["question"]["kind"], state["asking"]["shape"]))
            state = await answered(page, state, await advised(page, state))
        assert ("FORCE_TO_ALLOW", "number") not in kinds
        assert all(shape != "pass" for _, shape in kinds)
        await page.post("/play/standing", {"allow": False})
        kinds = []
        for _ in range(60):
            kinds.append((state["question"]["kind"], state["phase"], state["whose"]))
            state = await answered(page, state, await advised(page, state))
        assert any(kind == "FORCE_TO_ALLOW" for kind, _, _ in kinds)
        assert all(kind != "FORCE_TO_ACTIVATE" for kind, _, _ in kinds)


async def test_one_step_is_taken_back_with_one_call(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        done = 0
        for _ in range(MANY):
            deploys = options(state, "Deploy ")
            if state["question"]["kind"] == "PHASE_ACTION" and deploys and state["turn"] > 1:
                before = state
                state = await answered(page, state, [deploys[0]["key"]])
                while state["question"]["kind"] != "PHASE_ACTION":
                    state = await answered(page, state, any_answer(state, random.Random(1)))
                n = state["question"]["n"]
                status, told = await page.post("/play/undo", {"n": n})
                assert status == 200, told
                state = await question_after(page, n)
                assert state["question"]["kind"] == "PHASE_ACTION"
                assert state["board"]["hand"] == before["board"]["hand"]
                assert state["phase"] == before["phase"]
                done += 1
                if done == 2:
                    break
            state = await answered(page, state, await advised(page, state))
        assert done == 2


# -- a sandbox that ends ------------------------------------------------------------------------------


async def settled(page: Browser) -> Any:
    """The state once it is not played again any more."""
    async for state in page.news():
        if state["stage"] == "asked" and not state.get("resuming"):
            return state
    raise AssertionError("the stream ended")


async def test_a_game_goes_on_with_the_next_sandbox(box: Box, tmp_path: Path) -> None:
    kept = KeptGames(tmp_path / "kept")
    record = PlayRecord(JournalFolder(tmp_path / "journals"), "gemp-bot 0")
    house = PlayHouse(box, seed=3, kept=kept, record=record)
    async with house, browser(house) as page:
        state = await begun(page)
        for _ in range(70):
            state = await answered(page, state, await advised(page, state))
        port = int(house.server.url.rpartition(":")[2])
        cookies = {each.key: each.value for each in page.http.cookie_jar}
    again = PlayHouse(box, seed=99, kept=kept, record=record, port=port)
    async with again, browser(again) as page:
        page.http.cookie_jar.update_cookies(cookies)
        assert (await page.state())["stage"] == "waiting"
        assert await again.sessions.resume() == 1
        there = await settled(page)
        assert there["turn"] == state["turn"]
        assert there["question"]["prompt"] == state["question"]["prompt"]
        assert there["board"]["hand"] == state["board"]["hand"]
        assert there["board"]["locations"] == state["board"]["locations"]
        status, _ = await page.post(
            "/play/answer", {"n": there["question"]["n"], "answer": await advised(page, there)}
        )
        assert status == 200
        await page.post("/play/concede", {})
        async for state in page.news():
            if state["stage"] == "over":
                break
    assert list(kept.read()) == []
    assert len(list((tmp_path / "journals").iterdir())) == 1  # the whole game, once


async def test_a_file_that_is_no_game_is_left_out(box: Box, tmp_path: Path) -> None:
    (tmp_path / "you-1.play").write_bytes(b"{]\n")
    async with PlayHouse(box, kept=KeptGames(tmp_path)) as house:
        assert await house.sessions.resume() == 0


# -- what can be chosen -------------------------------------------------------------------------------


def test_opponents_stand_in_the_order_of_their_strength(box: Box) -> None:
    offer = offer_of(box.decks.values(), {*box.strategies, "mine"})
    names = [each.name for each in offer.opponents]
    ladder = ["random", "easy", "medium", "strong", "expert"]
    assert [name for name in names if name in ladder] == ladder
    assert names[-1] == "mine"
    assert all(each.about for each in offer.opponents)


async def test_a_pasted_list_is_played_with(box: Box) -> None:
    deck = box.decks["Rebel fleet"]
    listed = "\n".join(f"{row.count}x {row.card.blueprint_id}" for row in deck.rows)
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page, cards=f"My fleet:\n{listed}")
        assert state["choice"]["deck"] == "My deck"
        (game,) = house.server.games.values()
        assert game.outcome is None
        status, told = await page.post(
            "/play/new", {"side": "LIGHT", "strategy": "easy", "cards": "2 Luke Skywalkre\n1 Darth Vader"}
        )
        assert status == 409
        assert [each.partition(": ")[0] for each in told["problems"]] == ["the list:1", "the list:2"]
        assert "Luke Skywalker" in told["problems"][0]
        assert "dark card" in told["problems"][1]


# -- practice -----------------------------------------------------------------------------------------


async def test_an_opponent_is_chosen_by_kind_of_deck(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page, opponent_kind="space")
        assert state["choice"]["opponent_deck"] == "Star Destroyers"
        status, told = await page.post(
            "/play/new", {"side": "LIGHT", "strategy": "easy", "opponent_kind": "water"}
        )
        assert (status, told["error"]) == (409, "there is no such deck for the dark side")


async def test_a_puzzle_says_what_is_better_and_why(box: Box) -> None:
    files = [file.stem for file in shipped_positions()]
    drain, forfeit = files.index("take-the-free-drain") + 1, files.index("forfeit-the-lesser-card") + 1
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        status, state = await page.post("/play/puzzle", {"number": drain})
        assert (status, state["puzzle"]["number"], state["puzzle"]["of"]) == (200, drain, len(files))
        assert state["board"]["locations"]
        n = state["question"]["n"]
        await page.post("/play/answer", {"n": n, "answer": None})
        told = (await page.state())["puzzle"]
        assert (told["right"], told["chosen"]) == (False, "pass")
        assert any(each.startswith("Force drain at") for each in told["better"])
        assert told["why"]
        best = next(each for each in options(state, "Force drain") if each["words"] in told["better"])
        await page.post("/play/answer", {"n": n, "answer": [best["key"]]})
        told = (await page.state())["puzzle"]
        assert told["right"] is True
        assert "better" not in told
        status, sheet = await page.get(f"/play/card?card={best['card']}")
        assert (status, bool(sheet["title"])) == (200, True)
        _, state = await page.post("/play/puzzle", {"number": len(files) + forfeit})
        assert state["puzzle"]["number"] == forfeit
        _, state = await page.post("/play/puzzle", {"number": 0})
        assert state["stage"] == "none"


def test_the_board_says_of_a_site_aboard_what_it_is_and_a_lone_card_has_the_power_of_its_location(
    box: Box,
) -> None:
    puzzles = Puzzles(shipped_positions(), box.catalogue, box.effects)
    files = [file.stem for file in shipped_positions()]
    boards = [puzzles.open(files.index(name) + 1).state(1).board for name in (ABOARD, WEAKENED)]
    kinds = {each.card.title: (each.kind, each.system) for each in boards[0].locations if each.card}
    assert kinds["Executor: Meditation Chamber"] == ("site of a starship", "Executor")
    (squadron,) = (
        card for each in boards[1].locations for card in each.light if card.title == "Gold Squadron 1"
    )
    # Lateral Damage makes it 0: its text is not understood, and the server tells the power of the location.
    assert squadron.power == 0


async def test_a_game_goes_on_after_a_puzzle(box: Box) -> None:
    async with PlayHouse(box, seed=3) as house, browser(house) as page:
        state = await begun(page)
        await page.post("/play/puzzle", {"number": 1})
        assert (await page.state())["puzzle"]
        _, again = await page.post("/play/puzzle", {"number": 0})
        assert again["question"] == state["question"]
        assert (await answered(page, again, any_answer(again, random.Random(1))))["question"]


async def test_shipped_positions_are_puzzles(box: Box) -> None:
    puzzles = Puzzles(shipped_positions(), box.catalogue, box.effects)
    assert len(puzzles) > 40
    for number in range(1, len(puzzles) + 1, 9):
        state = puzzles.open(number).state(1)
        assert state.question is not None
        assert state.puzzle is not None
        assert state.puzzle.about
