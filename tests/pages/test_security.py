"""Who may ask for a page, and what its answer lets a browser do."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from gemp_bot.pages.render import COOKIE, SIGN_IN, add_static_files, is_loopback, protect

TOKEN = "a token of a good length"


async def hello(_: web.Request) -> web.Response:
    return web.Response(text="hello")


async def stream(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    await response.write(b"hello")
    return response


def served(token: str | None = None) -> TestServer:
    app = web.Application()
    protect(app, hosts=["Pages.Example"], token=token)
    add_static_files(app)
    app.router.add_get("/", hello)
    app.router.add_get("/stream", stream)
    app.router.add_post("/do", hello)
    return TestServer(app)


@pytest.fixture
async def server() -> AsyncIterator[TestServer]:
    async with served() as running:
        yield running


@pytest.fixture
async def guarded() -> AsyncIterator[TestServer]:
    async with served(TOKEN) as running:
        yield running


@pytest.mark.parametrize(
    "host", ["localhost:80", "127.0.0.1", "[::1]:9", "pages.example", "PAGES.example:443"]
)
async def test_names_of_this_machine_and_given_ones_are_served(
    server: TestServer, client: ClientSession, host: str
) -> None:
    async with client.get(server.make_url("/"), headers={"Host": host}) as answer:
        assert answer.status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "pages.example.", "a b"],
)
async def test_a_name_that_was_rebound_is_refused(
    server: TestServer, client: ClientSession, host: str
) -> None:
    async with client.get(server.make_url("/"), headers={"Host": host}) as answer:
        assert answer.status in (400, 421)
        assert "hello" not in await answer.text()


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "file://localhost"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_nothing_is_done_for_a_page_of_another_site(
    server: TestServer, client: ClientSession, headers: dict[str, str]
) -> None:
    async with client.post(server.make_url("/do"), headers=headers) as answer:
        assert answer.status == 403
    async with client.get(server.make_url("/"), headers=headers) as answer:
        assert answer.status == 403


async def test_a_link_on_another_site_may_lead_here(server: TestServer, client: ClientSession) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    async with client.get(server.make_url("/"), headers=headers) as answer:
        assert answer.status == 200
    async with client.post(server.make_url("/do"), headers=headers) as answer:
        assert answer.status == 403


async def test_our_own_pages_and_programs_may_act(server: TestServer, client: ClientSession) -> None:
    url = server.make_url("/do")
    async with client.post(url, headers={"Origin": str(url.origin())}) as answer:
        assert answer.status == 200
    async with client.post(url) as answer:
        assert answer.status == 200
    proxied = {"Origin": "https://pages.example", "Host": "pages.example"}
    async with client.post(url, headers=proxied) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("path", ["/", "/stream", "/static/app.css", "/nothing"])
async def test_every_answer_has_the_headers(server: TestServer, client: ClientSession, path: str) -> None:
    async with client.get(server.make_url(path)) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"


async def test_nothing_but_the_form_without_the_token(guarded: TestServer, client: ClientSession) -> None:
    async with client.get(guarded.make_url("/")) as answer:
        assert answer.status == 401
        assert "hello" not in await answer.text()
    async with client.get(guarded.make_url("/"), headers={"Accept": "text/html"}) as answer:
        assert answer.status == 401
        assert f'action="{SIGN_IN}"' in await answer.text()
    async with client.get(guarded.make_url("/static/app.css")) as answer:
        assert answer.status == 200
    async with client.get(guarded.make_url("/").with_query(token=TOKEN)) as answer:
        assert answer.status == 401
    async with client.get(guarded.make_url("/static/../")) as answer:
        assert answer.status == 401


async def test_the_token_is_posted_once(guarded: TestServer, client: ClientSession) -> None:
    for wrong in ("", "wrong", TOKEN + " "):
        async with client.post(guarded.make_url(SIGN_IN), data={"token": wrong}) as answer:
            assert answer.status == 403
            assert COOKIE not in answer.cookies
    async with client.post(guarded.make_url(SIGN_IN), data={"token": TOKEN}, allow_redirects=False) as answer:
        assert answer.status == 303
        cookie = answer.cookies[COOKIE]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"
        assert TOKEN not in str(answer.headers)
    async with client.get(guarded.make_url("/")) as answer:
        assert await answer.text() == "hello"


async def test_the_form_says_that_a_token_is_wrong(guarded: TestServer, client: ClientSession) -> None:
    async with client.post(guarded.make_url(SIGN_IN), data={"token": "<script>"}) as answer:
        text = await answer.text()
    assert "This is not the token." in text
    assert "<script>" not in text


def test_a_short_token_is_none() -> None:
    with pytest.raises(ValueError, match="must have 16"):
        protect(web.Application(), token="short")


@pytest.mark.parametrize(
    ("host", "own"),
    [("localhost", True), ("127.8.8.8", True), ("::1", True), ("192.0.2.1", False), ("x", False)],
)
def test_loopback(host: str, own: bool) -> None:
    assert is_loopback(host) is own
