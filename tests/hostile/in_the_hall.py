"""What a hall, its tables, decks and accounts can be said to be."""

from hostile_run import PLAY, Scenario
from hostile_settings import Setting, answering, as_it_should, both, calls_of, lines_of
from on_the_line import HALL, TABLES
from wicked import COOKIE, PASSWORD, THEM, Wicked, hall, reply

DECKS, DOCTOR = ("decks", "show"), ("doctor",)
_ESCAPES = "".join(f"&#{ord(char)};" for char in "\x1b[31mred\x1b]0;title\x07\u202e\x9b31m")
"""What would colour a terminal and name its window; as references, as XML allows some of it no other way."""
_SECRETS = f"{PASSWORD} and {COOKIE}"
_DOCUMENTS = {
    "empty": "",
    "page of a proxy": "<html><body>502 Bad Gateway</body></html>",
    "JSON": '{"error": 1}',
    "wrong root": "<decks/>",
    "no channel": "<hall/>",
    "channel of 5,000 digits": f'<hall channelNumber="{"9" * 5000}"/>',
    "not well-formed": "<hall",
    "file as an entity": '<!DOCTYPE h [<!ENTITY x SYSTEM "file:///etc/passwd">]><hall motd="&x;"/>',
    "entities of entities": '<!DOCTYPE h [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><hall motd="&b;"/>',
    "DTD in UTF-16": '<!DOCTYPE h [<!ENTITY a "1">]><hall channelNumber="&a;"/>'.encode("utf-16"),
    "deep": lambda: f"<hall>{'<a>' * 100_000}{'</a>' * 100_000}</hall>",
    "millions of tags": lambda: f'<hall channelNumber="1">{"<a/>" * 3_000_000}</hall>',
    "huge attribute": lambda: f'<hall channelNumber="1" motd="{"x" * 15_000_000}"/>',
    "a million attributes": lambda: "<hall " + " ".join(f'a{n}="1"' for n in range(1_000_000)) + "/>",
    "id of megabytes": lambda: f'<hall channelNumber="1"><table id="{"x" * 5_000_000}"/></hall>',
    "fifty thousand rows": lambda: hall("".join(f'<table id="{n}"/>' for n in range(50_000))),
    "our secrets": f"<{COOKIE}>{_SECRETS}<",
}
_LIES = (
    f'<table id="t1" players="{"(DARK:" * 5000}" status="{_ESCAPES}" tournament="{"x" * 1_000_000}"/>'
    f'<table id="t2" players="{_ESCAPES},,,(LIGHT)" gameId="../../etc" statusDescription="Life Force: x"/>'
    '<queue id="q" cost="1e99" playerCount="-5"/><tournament id="x" round="NaN"/><table id="t3" action="x"/>'
)
_STATUSES = ("400 Bad", "401 No", "403 No", "404 No", "409 No", "410 No", "418 No", "500 No", "503 No")
_NO_LOGIN = ("401", "403", "409")


def _taken_tables(server: Wicked) -> None:
    """The table we want is there, and taken, each time."""
    row = f'<table action="add" id="t9" gameId="" status="WAITING" players="{THEM} (DARK)" playing="false"/>'
    server.answers["GET /hall"] = server.answers["POST /hall/update"] = reply(hall(row))
    server.answers["POST /hall/t9"] = reply('<error message="This table is already taken or was removed"/>')


def _many_games() -> str:
    return hall("".join(f'<newGame id="g{number}"/>' for number in range(10_000)))


def _refusing(message: str) -> Setting:
    return answering("POST /hall", f'<error message="{message}"/>')


SCENARIOS = (
    *(
        Scenario(f"hall: {name}", TABLES, answering(HALL, body), says="gemp-bot: ")
        for name, body in _DOCUMENTS.items()
    ),
    Scenario("hall: rows with lies", TABLES, answering(HALL, hall(_LIES)), frozenset({0})),
    *(
        Scenario(
            f"{call} says {status[:3]}",
            words,
            answering(call, "", status),
            frozenset({4 if call == "POST /login" and status[:3] in _NO_LOGIN else 1}),
            says=status[:3],
        )
        for words, call in ((TABLES, HALL), (DECKS, "GET /deck/list"), (TABLES, "POST /login"))
        for status in _STATUSES
    ),
    # -- decks and the doctor -------------------------------------------------------------------------
    Scenario(
        "decks: names of all kinds",
        DECKS,
        answering("GET /deck/list", f"<decks><darkDeck>{_ESCAPES}{'x' * 1_000_000}</darkDeck></decks>"),
        frozenset({0}),
    ),
    Scenario(
        "decks: tens of thousands",
        DECKS,
        answering("GET /deck/list", lambda: f"<decks>{'<otherDeck>x</otherDeck>' * 40_000}</decks>"),
        frozenset({0}),
    ),
    Scenario("decks: not XML", DECKS, answering("GET /deck/list", f"{_SECRETS} {_ESCAPES}"), says="not XML"),
    Scenario("doctor: nothing is wrong", DOCTOR, as_it_should, frozenset({0})),
    Scenario("doctor: a page of megabytes", DOCTOR, answering("GET /", lambda: "<div cardHint" * 1_000_000)),
    Scenario("doctor: our secrets", DOCTOR, answering(HALL, f"{_SECRETS} <"), says="hall"),
    Scenario(
        "doctor: an admin",
        DOCTOR,
        answering("GET /playerStats/playerInfo", '{"name":"bot","type":"au"}'),
        frozenset({4}),
    ),
    Scenario("doctor: deep JSON", DOCTOR, answering("GET /playerStats/playerInfo", "[" * 1_000_000)),
    # -- tables and seats -----------------------------------------------------------------------------
    Scenario("refusal: our secrets", PLAY, _refusing(_SECRETS), says=r"\*\*\* and \*\*\*"),
    Scenario("refusal: megabytes", PLAY, _refusing("no " * 1_200_000), says="3,599,999 characters"),
    Scenario("refusal: escapes", PLAY, _refusing(f"no {_ESCAPES}"), says="no"),
    Scenario(
        "information: our secrets",
        PLAY,
        answering("POST /hall", f'<response message="{_SECRETS} {"x" * 3_000_000}"/>'),
        frozenset({0}),
        also=lines_of("hall_says", 1),
    ),
    Scenario(
        "hall: ten thousand running games",
        PLAY,
        both(answering(HALL, _many_games), answering("GET /game/*", "", "404 Not Found")),
        also=lines_of("running_games_left", 1),
        seconds=60,
    ),
    Scenario(
        "hall: the table is always taken",
        ("play", "--deck", "mine", "--versus", f"join:{THEM}", "--wait", "12"),
        _taken_tables,
        also=calls_of("POST /hall/t9", 60),
    ),
    Scenario("hall: the table never appears", PLAY, answering("POST /hall/update", hall()), seconds=180),
)
