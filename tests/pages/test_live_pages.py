"""The live pages: what they show, whom they refuse, and that nothing on them is taken for markup."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession
from growing import Growing, catch_up, lines, live_games, old, pages
from lxml.html import fromstring
from two_journals import two_journals
from yarl import URL

from gemp_bot.history.database import open_database, read_key
from gemp_bot.history.importing import write_game
from gemp_bot.history.records import HistoryRecord
from gemp_bot.pages.live import LiveSettings, read_history
from gemp_bot.pages.live_games import game_name
from gemp_bot.pages.render import SIGN_IN

TOKEN = "a token of a good length"
MARKUP = "&lt;img src=x onerror=alert(1)&gt;"


async def test_games_now_and_one_of_them(tmp_path: Path, client: ClientSession) -> None:
    Growing(tmp_path / "a.jsonl", 300)
    with live_games(tmp_path) as games:
        async with pages(games) as server:
            async with client.get(server.make_url("/")) as answer:
                assert "No game is being recorded" in await answer.text()
            await games.look()
            async with client.get(server.make_url("/")) as answer:
                text = await answer.text()
            assert '<a href="/game/a">DarkBot against LightBot</a>' in text
            async with client.get(server.make_url("/game/a")) as answer:
                text = await answer.text()
                assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
            assert "We play by strong" in text
            assert "Turn 1" in text, "the story is there without scripts"
            async with client.get(server.make_url("/game/a/state?story=0")) as answer:
                state = await answer.json()
    assert state["board"]["locations"]
    assert "hand" not in state["board"]
    assert state["answered"]["n"] >= 1
    assert state["story"]


async def test_a_recorded_game(tmp_path: Path, client: ClientSession) -> None:
    old(Growing(tmp_path / "a.jsonl", len(lines())).path)
    with live_games(tmp_path) as games:
        async with pages(games) as server, client.get(server.make_url("/game/a")) as answer:
            text = await answer.text()
    assert "Light won" in text or "Dark won" in text


async def test_games_of_folders_in_the_folder(tmp_path: Path, client: ClientSession) -> None:
    """`demo` records into a folder for each seat; both files may have one name."""
    for name in ("DarkBot", "LightBot"):
        (tmp_path / name).mkdir()
        Growing(tmp_path / name / "a.jsonl", 60)
    with live_games(tmp_path) as games:
        await catch_up(games)
        assert {game.name for game in games.games()} == {"DarkBot/a", "LightBot/a"}
        async with pages(games) as server:
            async with client.get(server.make_url("/")) as answer:
                links = re.findall('href="(/game/[^"]+)"', await answer.text())
            assert len(links) == 2
            for link in (*links, "/game/DarkBot%2Fa", "/game/DarkBot%2Fa/state"):
                async with client.get(URL(str(server.make_url("/"))[:-1] + link, encoded=True)) as answer:
                    assert answer.status == 200, link


async def test_a_game_in_two_journals_is_one_game(tmp_path: Path, client: ClientSession) -> None:
    for path in two_journals(tmp_path / "journals").iterdir():
        old(path)
    told = []
    with live_games(tmp_path / "journals") as games:
        async with pages(games) as server:
            for path in games.paths():
                address = server.make_url(f"/game/{game_name(path, games.folder)}/state")
                async with client.get(address) as answer:
                    told.append((await answer.json())["story"])
    first, second = told
    assert first == second
    assert any(line.startswith("Turn 1,") for line in first)
    assert any("wins: " in line for line in first)


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        ("/game/nothing", 404, "There is no recorded game of this name in the folder of journals."),
        ("/game/..%2fa", 404, "There is no recorded game of this name in the folder of journals."),
        ("/nothing", 404, "There is no such page."),
        ("/history", 404, "No history is kept here"),
        ("/game/a/state?story=x", 400, "story= is the number of lines"),
    ],
)
async def test_what_is_not_there(
    path: str, status: int, why: str, tmp_path: Path, client: ClientSession
) -> None:
    old(Growing(tmp_path / "a.jsonl", 60).path)
    with live_games(tmp_path) as games:
        async with pages(games) as server, client.get(f"{server.make_url('/')}{path[1:]}") as answer:
            assert answer.status == status
            assert why in await answer.text()


async def test_nothing_is_changed(tmp_path: Path, client: ClientSession) -> None:
    with live_games(tmp_path) as games:
        async with pages(games) as server:
            for method in ("POST", "PUT", "DELETE"):
                async with client.request(method, server.make_url("/")) as answer:
                    assert answer.status == 405


async def news(stream: AsyncIterator[bytes]) -> dict[str, int]:
    async for line in stream:
        if line.startswith(b"data: "):
            found: dict[str, int] = json.loads(line.removeprefix(b"data: "))
            return found
    raise AssertionError


async def test_news_when_a_line_is_written(tmp_path: Path, client: ClientSession) -> None:
    journal = Growing(tmp_path / "a.jsonl", 60)
    with live_games(tmp_path) as games:
        await games.look()
        async with pages(games) as server, client.get(server.make_url("/events")) as answer:
            assert answer.content_type == "text/event-stream"
            stream = aiter(answer.content)
            before = await news(stream)
            journal.grow(60)
            await games.look()
            async with asyncio.timeout(20):
                after = await news(stream)
    assert after["a"] > before["a"]


async def test_names_with_markup_are_text(tmp_path: Path, client: ClientSession) -> None:
    Growing(tmp_path / "a.jsonl", 400, name=MARKUP)
    with live_games(tmp_path) as games:
        async with pages(games) as server:
            await games.look()
            for path in ("/", "/game/a"):
                async with client.get(server.make_url(path)) as answer:
                    text = await answer.text()
                assert "<img" not in text
                assert "&lt;img" in text
            assert "\\u003cimg" in text, "JSON in the page ends no element"


@pytest.mark.parametrize("path", ["/", "/now", "/events", "/game/a", "/game/a/state", "/history"])
async def test_who_may_look(path: str, tmp_path: Path, client: ClientSession) -> None:
    Growing(tmp_path / "a.jsonl", 60)
    with live_games(tmp_path) as games:
        await games.look()
        async with pages(games, LiveSettings(token=TOKEN)) as server:
            url = server.make_url(path)
            for headers, status in (
                ({}, 401),
                ({"Host": "evil.example"}, 421),
                ({"Origin": "http://evil.example"}, 403),
            ):
                async with client.get(url, headers=headers) as answer:
                    assert answer.status == status
                    assert "LightBot" not in await answer.text()
            origin = {"Origin": str(server.make_url("/"))[:-1]}
            async with client.post(
                server.make_url(SIGN_IN), data={"token": TOKEN}, headers=origin, allow_redirects=False
            ) as answer:
                assert answer.status == 303
            async with client.get(url) as answer:
                assert answer.status == (404 if path == "/history" else 200)


@pytest.fixture
def history(tmp_path: Path) -> Path:
    file = tmp_path / "games.db"
    key = read_key(file)
    database = open_database(file, key)
    for number, (opponent, deck, result) in enumerate(
        [("bob", "Rebels", "win"), ("carol", "Rebels", "loss"), ("<b>dave", "Walkers", None)]
    ):
        record = HistoryRecord(
            account="bot", server="here", game=f"g{number}", begun=1_000.0 + number, opponent=opponent,
            deck=deck, result=result, strategy="strong", journal="a.jsonl" if number == 0 else None,
        )  # fmt: skip
        write_game(database, key, record, named=True)
    database.close()
    return file


@pytest.mark.parametrize(
    ("asked", "opponents"),
    [
        ("", ["<b>dave", "carol", "bob"]),
        ("opponent=bob", ["bob"]),
        ("deck=Rebels&result=loss", ["carol"]),
        ("result=running", ["<b>dave"]),
        ("strategy=steady", []),
        ("opponent=%27%20OR%201%3D1", []),
    ],
)
async def test_the_history_is_filtered(
    asked: str, opponents: list[str], history: Path, tmp_path: Path, client: ClientSession
) -> None:
    old(Growing(tmp_path / "a.jsonl", 60).path)
    with live_games(tmp_path) as games:
        async with (
            pages(games, LiveSettings(history=history)) as server,
            client.get(f"{server.make_url('/history')}?{asked}") as answer,
        ):
            text = await answer.text()
    assert answer.status == 200
    assert "<b>" not in text
    assert f"<p>{len(opponents)} game{'' if len(opponents) == 1 else 's'}</p>" in text
    for name in ("bob", "carol"):
        assert (f"<td>{name}</td>" in text) is (name in opponents)
    assert ('<a href="/game/a">' in text) is ("bob" in opponents)


async def test_a_running_game_of_the_history_leads_to_its_page(
    history: Path, tmp_path: Path, client: ClientSession
) -> None:
    running = Growing(tmp_path / "running.jsonl", 0)
    running.path.write_text(json.dumps(json.loads(lines()[0]) | {"game": "g2"}) + "\n")
    running.written = 1
    running.grow(60)
    with live_games(tmp_path) as games:
        await games.look()
        (game,) = games.games()
        assert game.head.me is not None
        async with (
            pages(games, LiveSettings(history=history)) as server,
            client.get(f"{server.make_url('/history')}?result=running") as answer,
        ):
            page = fromstring(await answer.text())
    (row,) = page.xpath("//tbody/tr")
    assert row.xpath(".//a/@href") == ["/game/running"]
    assert game.head.me.value in [cell.text_content() for cell in row.xpath("td")]


async def test_a_label_stands_with_its_field_and_words_apart(
    history: Path, tmp_path: Path, client: ClientSession
) -> None:
    Growing(tmp_path / "a.jsonl", 60)
    with live_games(tmp_path) as games:
        await games.look()
        async with pages(games, LiveSettings(history=history)) as server:
            async with client.get(server.make_url("/history")) as answer:
                fields = fromstring(await answer.text()).xpath("//form//input | //form//select")
            async with client.get(server.make_url("/game/a")) as answer:
                (connection,) = fromstring(await answer.text()).xpath("//*[@id='connection']")
    assert len(fields) == 4
    assert all(field.getparent().tag == "label" for field in fields), "a line ends between none of them"
    before = connection.getprevious()
    text = connection.getparent().text if before is None else before.tail
    assert text[-1:].isspace(), "the sentence before ends with a space"


def test_pages_of_the_history(history: Path) -> None:
    found, total = read_history(history, {}, 2)
    assert (found, total) == ([], 3)


async def test_a_history_that_is_none(tmp_path: Path, client: ClientSession) -> None:
    (tmp_path / "none.db").write_text("nonsense " * 500)
    with live_games(tmp_path) as games:
        settings = LiveSettings(history=tmp_path / "none.db")
        async with pages(games, settings) as server, client.get(server.make_url("/history")) as answer:
            assert answer.status == 503
            text = await answer.text()
    assert "none.db" in text
    assert str(tmp_path) not in text
