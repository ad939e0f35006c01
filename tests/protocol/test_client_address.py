"""Where we may go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.protocol.errors import PolicyError
from gemp_bot.protocol.settings import ClientSettings, ServerAddress


@pytest.mark.parametrize(
    ("url", "api"),
    [
        ("http://127.0.0.1:17001", "http://127.0.0.1:17001/gemp-swccg-server"),
        ("http://127.0.0.1:17001/", "http://127.0.0.1:17001/gemp-swccg-server"),
        ("http://host/gemp-swccg-server/", "http://host/gemp-swccg-server"),
        ("http://host/gemp-swccg-server", "http://host/gemp-swccg-server"),
        ("https://Host.Example/gemp-swccg/", "https://host.example/gemp-swccg-server"),
        ("https://host/proxy/", "https://host/proxy/gemp-swccg-server"),
        ("https://host:443", "https://host/gemp-swccg-server"),
        (" http://[::1]:80 ", "http://[::1]/gemp-swccg-server"),
    ],
)
def test_every_usual_url_leads_to_the_api(url: str, api: str):
    assert ServerAddress.parse(url).api == api


@pytest.mark.parametrize(
    "url",
    [
        "",
        "host",
        "ftp://host",
        "http://",
        "http://me:secret@host",
        "http://127.0.0.1:1@evil.example",
        "http://host:99999",
        "http://host:0",
        "http://host/?a=b",
        "http://host/#x",
        "http://ho st",
        "http://host\\@other",
        "http://[::1",
        "http://ho\nst",
    ],
)
def test_no_url(url: str):
    with pytest.raises(PolicyError, match=r"server\.url") as refused:
        ServerAddress.parse(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.text())
def test_any_text_is_an_address_or_a_policy_error(url: str):
    for text in (url, "http://" + url):
        try:
            address = ServerAddress.parse(text)
        except PolicyError:
            continue
        assert ServerAddress.parse(address.api) == address


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("[::1]", True),
        ("[::ffff:127.0.0.1]", True),
        ("localhost", True),
        ("a.localhost", True),
        ("127.0.0.1.example.org", False),
        ("localhost.example.org", False),
        ("192.168.0.2", False),
        ("0.0.0.0", False),  # noqa: S104  it is a name in a test, nothing is bound
    ],
)
def test_what_this_machine_is(host: str, loopback: bool):
    assert ServerAddress.parse(f"http://{host}").is_loopback is loopback


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({}, "server.allow_public_host"),
        ({"allow_public_host": True, "contact": "me@example.org"}, "server.allow_plain_http"),
        ({"allow_public_host": True, "allow_plain_http": True, "contact": " "}, "server.contact"),
    ],
)
def test_manners_name_the_key_to_set(changes: dict, key: str):
    with pytest.raises(PolicyError) as refused:
        ClientSettings(url="http://gemp.example", **changes).checked_address()
    assert key in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_polite_client_may():
    polite = ClientSettings(url="https://gemp.example", allow_public_host=True, contact="me@example.org")
    assert polite.checked_address().host == "gemp.example"
    assert polite.user_agent.endswith("(+me@example.org)")
    assert ClientSettings(url="http://127.0.0.1").checked_address().port == 80
    assert ClientSettings(url="http://127.0.0.1").user_agent.endswith("(+loopback)")


def test_a_bare_address_is_as_good_as_a_name():
    settings = ClientSettings(url="https://192.0.2.7", allow_public_host=True, contact="me@example.org")
    assert settings.checked_address().api == "https://192.0.2.7/gemp-swccg-server"


def test_a_contact_cannot_smuggle_a_header():
    with pytest.raises(PolicyError, match=r"server\.contact"):
        ClientSettings(url="http://127.0.0.1", contact="a\r\nX: y").checked_address()
