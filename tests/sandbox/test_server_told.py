"""What the server tells whoever runs it: why a call was refused, and that something was no HTTP."""

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import pytest
from fakes.server import FakeGemp
from raw_client import Enter, Raw
from test_server_rooms import BOT_TABLE

POST = b"POST /gemp-swccg-server/login HTTP/1.1\r\nHost: x\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded"


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
async def server(told: list[str]) -> AsyncIterator[FakeGemp]:
    async with FakeGemp(idle_seconds=0.0, tell=told.append) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "form", "expected"),
    [
        ("hall/update", {}, "500, no field channelNumber"),
        ("hall/update", {"channelNumber": "x"}, "500, channelNumber=x: no whole number"),
        ("hall/update", {"channelNumber": "7"}, "410, no channel is open"),
        ("hall", {**BOT_TABLE, "format": "nix"}, "This format is not supported: nix"),
        ("hall", {**BOT_TABLE, "deckName": "mine"}, "You don't have a deck"),
        ("game/none", {"channelNumber": "0"}, "404, no such game"),
        ("nothing", {}, "404, no such call"),
        ("deck", {"deckName": "d", "deckContents": "1_1,frog|"}, "500, 'frog' is no blueprint id"),
        ("admin/shutdown", {"enabled": "true"}, "403, for admins only"),
    ],
)
async def test_a_refused_call_is_told(
    path: str, form: dict[str, str], expected: str, enter: Enter, told: list[str]
) -> None:
    alice = await enter("alice")
    await alice.post(path, **form)
    assert len(told) == 1
    assert told[0].startswith(f"alice: POST /{path}: ")
    assert expected in told[0]


async def test_a_wrong_password_is_told_but_not_shown(
    server: FakeGemp, enter: Enter, told: list[str]
) -> None:
    stranger = Raw(server, (await enter("bob")).session)
    got = await stranger.login("alice", "sesame")
    assert (got.status, got.body) == (401, b"")
    assert told == ["POST /login: 401, wrong name or password of 'alice'"]


async def test_an_ignored_answer_is_told_and_a_legal_one_is_not(
    server: FakeGemp, enter: Enter, told: list[str]
) -> None:
    alice = await enter("alice")
    await alice.post("hall", **BOT_TABLE)
    (game,) = server.games
    await alice.get(f"game/{game}")
    await alice.post(f"game/{game}", channelNumber="0", decisionId="9", decisionValue="0")
    assert len(told) == 1
    assert "decisionId=9, decisionValue=0: ignored" in told[0]
    await alice.post(f"game/{game}", channelNumber="0", decisionId="1", decisionValue="0")
    assert len(told) == 1


async def test_only_calls_of_our_own_say_why(server: FakeGemp, enter: Enter) -> None:
    admin = await enter("asdf", "asdf")
    wrong = await admin.post("admin/faults", kind="cutt")
    assert (wrong.status, wrong.body) == (400, b"kind: 'cutt': did you mean 'cut'?")
    got = await admin.post("hall/update", channelNumber="7")
    assert (got.status, got.body, got.headers["message"]) == (410, b"", "")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"\x16\x03\x01 garbage\r\n\r\n", "is no HTTP"),
        (b"GET / HTTP/9.9\r\n\r\n", "is no HTTP"),
        (POST + b"Content-Length: abc\r\n\r\n", "is no HTTP"),
        (POST + FORM + b"\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "is no HTTP"),
        (
            POST + FORM + b"\r\nContent-Length: 6\r\n\r\n%ff=\xff1",
            "POST /login: 500, its form cannot be read",
        ),
        (POST + FORM + b"; charset=foo\r\nContent-Length: 3\r\n\r\na=b", "500, its form cannot be read"),
        (POST + FORM + b"\r\nContent-Length: 40000\r\n\r\n" + b"a" * 40_000, "POST /login: 413, more than"),
    ],
)
async def test_garbage_is_one_line_and_others_are_served(
    sent: bytes,
    expected: str,
    server: FakeGemp,
    enter: Enter,
    request: pytest.FixtureRequest,
) -> None:
    told: list[str] = request.getfixturevalue("told")
    caplog: pytest.LogCaptureFixture = request.getfixturevalue("caplog")
    host = urlsplit(server.url)
    reader, writer = await asyncio.open_connection(host.hostname, host.port)
    writer.write(sent)
    assert (await reader.read(12)).startswith(b"HTTP/1.")
    writer.close()
    assert len(told) == 1
    assert expected in told[0]
    assert "\n" not in told[0]
    assert caplog.records == []
    await enter("alice")
