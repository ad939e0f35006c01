"""The configuration: layers, its manual, and one clear line for everything that can be wrong."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from gemp_bot.config import ConfigError
from gemp_bot.config.load import TABLES, expected, find_config_file, load_config
from gemp_bot.config.model import Config, TableSection
from gemp_bot.config.passwords import find_password, read_password_file
from gemp_bot.protocol.settings import ClientSettings
from tools import pages

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "config.example.toml"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import os

    for name in list(os.environ):
        if name.upper().startswith("GEMP_BOT_") or name == "CREDENTIALS_DIRECTORY":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def written(tmp_path: Path, text: str | bytes) -> Path:
    file = tmp_path / "c.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def plain_defaults() -> dict[str, dict[str, Any]]:
    """The defaults as TOML would write them."""
    return {
        section: {key: "" if value is None else value for key, value in keys.items()}
        for section, keys in Config().as_json().items()
        if section != TABLES
    }


def table_defaults() -> dict[str, Any]:
    """The defaults of a `[[table]]` as TOML would write them."""
    return {key: [] if value == () else value for key, value in asdict(TableSection()).items()}


def test_example_lists_every_key_with_its_default_and_nothing_else() -> None:
    data = tomllib.loads(EXAMPLE.read_text("utf-8"))
    assert data == plain_defaults()
    assert [list(keys) for keys in data.values()] == [list(keys) for keys in plain_defaults().values()]
    assert load_config(EXAMPLE) == Config()


def test_the_page_has_every_key_with_its_default_below_a_text() -> None:
    """To make it anew: see docs/contributing.md."""
    text = (ROOT / "docs/config.md").read_text("utf-8")
    assert text == pages.config(EXAMPLE.read_text("utf-8"))
    _, *parts = re.split(r"^## `\[+([a-z_]+)\]+`$", text, flags=re.MULTILINE)
    found = {}
    for section, body in zip(parts[::2], parts[1::2], strict=True):
        *blocks, rest = re.split(r"^```$", body, flags=re.MULTILINE)
        assert not rest.strip()
        about, shown = zip(*(block.split("```toml\n") for block in blocks), strict=True)
        assert all(each.strip() for each in about)
        found[section] = tomllib.loads("".join(shown))
    assert found == {**plain_defaults(), TABLES: table_defaults()}


def test_example_lists_every_key_of_a_table_with_its_default() -> None:
    lines = EXAMPLE.read_text("utf-8").partition("# [[table]]\n")[2].splitlines()
    keys = [line.removeprefix("# ") for line in lines if re.match(r"# [a-z_]+ = ", line)]
    assert tomllib.loads("\n".join(keys)) == table_defaults()
    assert [key.partition(" ")[0] for key in keys] == list(table_defaults())


def test_example_names_every_range() -> None:
    text = EXAMPLE.read_text("utf-8")
    for section, keys in [*plain_defaults().items(), (TABLES, TableSection.__struct_fields__)]:
        for key in keys:
            words = expected(section, key)
            if words.startswith("one of "):
                for choice in words.removeprefix("one of ").split(", "):
                    assert choice in text


def test_defaults_are_those_of_the_client() -> None:
    url = Config().server.url
    assert Config().client_settings() == ClientSettings(url=url)


def test_every_setting_of_a_client_can_be_set(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """
        [server]
        url = "https://gemp.example"
        allow_public_host = true
        allow_plain_http = true
        contact = "me@example.org"
        ca_file = "~/ca.pem"
        [pace]
        game_poll_interval = 2
        hall_poll_interval = 3
        chat_poll_interval = 4
        other_interval = 5.5
        calls_per_minute = 6
        pace_loopback = true
        [limits]
        connect_timeout = 7
        poll_timeout = 8
        answer_timeout = 9
        max_answer_bytes = 100000
        attempts = 2
        max_wait = 11
        """,
    )
    settings, defaults = load_config(file).client_settings(), ClientSettings(url="")
    ours = {"product", "version"}
    for name in ClientSettings.__struct_fields__:
        assert (getattr(settings, name) == getattr(defaults, name)) is (name in ours), name
    assert settings.ca_file == Path.home() / "ca.pem"


def test_command_line_over_environment_over_file_over_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, '[server]\nurl = "http://file"\ncontact = "file"\n[account]\nuser = "file"\n')
    monkeypatch.setenv("GEMP_BOT_SERVER__URL", "http://env")
    monkeypatch.setenv("gemp_bot_server__contact", "env")
    monkeypatch.setenv("GEMP_BOT_PLAY__SEED", "12")
    monkeypatch.setenv("GEMP_BOT_PASSWORD", "is no key")
    config = load_config(file, {"server": {"url": "http://cli"}, "account": {}})
    assert config.server.url == "http://cli"
    assert config.server.contact == "env"
    assert config.account.user == "file"
    assert config.play.seed == 12
    assert config.server.allow_public_host is False


def test_which_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_config_file(None) is None
    Path("config.toml").touch()
    assert find_config_file(None) == Path("config.toml")
    monkeypatch.setenv("GEMP_BOT_CONFIG", "other.toml")
    assert find_config_file(None) == Path("other.toml")
    assert find_config_file(Path("named.toml")) == Path("named.toml")


TABLE = '[[table]]\ndecks = ["Deck"]\n\n'
WRONG = [
    ('[server]\nurll = "x"\n', "[server] urll is no key: did you mean url?"),
    ('[servr]\nurl = "x"\n', "[servr] is no section: did you mean [server]?"),
    ("[zzz]\n", "[zzz] is no section: there are [server], [account]"),
    ("[server]\nseed = 1\n", "[server] seed is no key here: it belongs under [play]"),
    ('url = "x"\n', "url stands outside a section: put it under [server]"),
    ("server = 1\n", "server is a section: write [server] and its keys below"),
    ("[server]\nurl = 5\n", "[server] url = 5: must be a text in quotes"),
    ("[pace]\ncalls_per_minute = -1\n", "calls_per_minute = -1: must be a whole number from 0 to 6000"),
    ("[limits]\npoll_timeout = nan\n", "poll_timeout = NaN: must be a number of seconds"),
    ('[play]\nversus = "RANDO"\n', 'versus = "RANDO": must be one of "ai:RANDO", "ai:ADVANCED"'),
    ("[journal]\ndirectory = 3\n", 'directory = 3: must be a path in quotes ("" for none)'),
    ('[log]\nlevel = "loud"\n', 'level = "loud": must be one of "debug", "info"'),
    ("[server]\nurl = \n", ":2: not TOML: invalid value (column 7)"),
    ('[server]\nurl = "x"\n\n[pace]\nzzz = 1\n', ":5: [pace] zzz is no key"),
    ("table = 1\n", "table is a list of tables: write [[table]] for each"),
    (TABLE + "[[table]]\n", ":4: [[table]] decks is missing: a list of decks in quotes"),
    (TABLE + TABLE + 'fund = "ai"\n', ":7: [[table]] fund is no key: did you mean find?"),
    (TABLE + 'find = "hots"\n', ':4: [[table]] find = "hots": must be one of "host", "join", "ai", "queue"'),
    (TABLE + 'find = "ai"\n', "opponent_decks is missing"),
    (TABLE + 'find = "queue"\n', "queue is missing"),
    (TABLE + 'hours = "25:00-26:00"\n', 'hours like "18:00-23:30"'),
    (TABLE + "weights = [1, 2]\n", ":4: [[table]] weights has 2 numbers for 1 decks"),
    (TABLE + 'name = "a"\n' + TABLE + 'name = "a"\n', ':8: [[table]] name = "a": there are two tables'),
    (b"\xff\xfe[\x00", "is not UTF-8 text"),
    ("x = " + "[" * 5000, "deep"),
]


@pytest.mark.parametrize(("text", "line"), WRONG)
def test_a_wrong_file_gives_one_line(tmp_path: Path, text: str | bytes, line: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    message = str(caught.value)
    assert re.match(rf"{re.escape(str(file))}(:\d+)?: ", message)
    assert line.lower() in message.lower()
    assert "\n" not in message


def test_everything_that_is_wrong_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMP_BOT_SERVR__URL", "x")
    file = written(
        tmp_path,
        '[server]\nurll = "x"\nurl = 5\n[pace]\ncalls_per_minute = -1\n[servr]\n'
        '[[table]]\nfund = "ai"\nfind = "hots"\n',
    )
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    assert [str(problem).removeprefix(f"{file}:") for problem in caught.value.problems] == [
        "2: [server] urll is no key: did you mean url?",
        "3: [server] url = 5: must be a text in quotes",
        "5: [pace] calls_per_minute = -1: must be a whole number from 0 to 6000",
        "6: [servr] is no section: did you mean [server]?",
        "8: [[table]] fund is no key: did you mean find?",
        '9: [[table]] find = "hots": must be one of "host", "join", "ai", "queue"',
        "GEMP_BOT_SERVR__URL in the environment: no section servr: did you mean [server]?",
    ]
    assert str(caught.value).endswith("did you mean url? (and 6 more: gemp-bot doctor --offline)")


def test_every_wrong_variable_and_option_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMP_BOT_LIMITS__ATTEMPTS", "0")
    with pytest.raises(ConfigError) as caught:
        load_config(None, {"play": {"seed": -5}})
    assert sorted(str(problem).partition(" = ")[0] for problem in caught.value.problems) == [
        "GEMP_BOT_LIMITS__ATTEMPTS in the environment",
        "the command line: play.seed",
    ]


@pytest.mark.parametrize(
    "text",
    [
        '[account]\npassword = "hunter22"\n',
        '[account]\nPassword = "hunter22"\n',
        '[account]\npasswd = "hunter22"\n',
        '[server]\npassword = "hunter22"\n',
        'password = "hunter22"\n',
    ],
)
def test_a_password_in_the_file_is_refused_and_not_shown(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"a password never goes here.*chmod 600.*password_file") as caught:
        load_config(written(tmp_path, text))
    assert "hunter22" not in str(caught.value)


def test_misspelt_password_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean password_file"):
        load_config(written(tmp_path, '[account]\npasword_file = "x"\n'))


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("GEMP_BOT_SERVR__URL", "x", "no section servr: did you mean [server]?"),
        ("GEMP_BOT_ACCOUNT__PASSWORD", "hunter22", "a password never goes here"),
        ("GEMP_BOT_TABLE__NAME", "x", "[[table]] can stand in the file only"),
        ("GEMP_BOT_SERVER", "{}", "set one key each, like GEMP_BOT_SERVER__URL"),
        ("GEMP_BOT_PASWORD", "hunter22", "no such variable: did you mean GEMP_BOT_PASSWORD?"),
        ("GEMP_BOT_SERVER_URL", "x", "did you mean GEMP_BOT_SERVER__URL?"),
        ("GEMP_BOT_PASSWORD_FILE", "x", "did you mean GEMP_BOT_ACCOUNT__PASSWORD_FILE?"),
        ("GEMP_BOT_FORMAT", "x", "did you mean GEMP_BOT_PLAY__FORMAT or GEMP_BOT_LOG__FORMAT?"),
        ("GEMP_BOT_PLAY__SEED", "x", 'in the environment = "x": must be a whole number'),
        ("GEMP_BOT_PACE__PACE_LOOPBACK", "perhaps", '= "perhaps": must be true or false'),
        ("GEMP_BOT_GUESTS__BLOCKED", "a, b", '= "a, b": must be a list of login names in quotes'),
    ],
)
def test_a_wrong_variable_gives_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, line: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as caught:
        load_config()
    assert str(caught.value).startswith(name)
    assert line in str(caught.value)
    assert "hunter22" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("SERVER__ALLOW_PUBLIC_HOST", "Yes", True),
        ("SERVER__ALLOW_PUBLIC_HOST", "0", False),
        ("GUESTS__BLOCKED", '["a", "b"]', ("a", "b")),
        ("JOURNAL__DIRECTORY", "", None),
        ("PACE__OTHER_INTERVAL", "2", 2.0),
        ("SERVER__CONTACT", "5", "5"),
    ],
)
def test_a_variable_stands_for_a_value(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: object
) -> None:
    monkeypatch.setenv(f"GEMP_BOT_{name}", text)
    section, key = name.lower().split("__")
    assert getattr(getattr(load_config(), section), key) == value


def test_a_variable_of_something_else_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GEMP_BOT_CONFIG", "GEMP_BOT_PASSWORD", "GEMP_BOT_HOME", "GEMP_BOT_XYZ"):
        monkeypatch.setenv(name, "x")
    assert load_config() == Config()


def test_a_wrong_option_is_told_from_a_wrong_file() -> None:
    with pytest.raises(ConfigError, match=r"^the command line: play.seed = -5: must be a whole number"):
        load_config(None, {"play": {"seed": -5}})


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nosuch\.toml: no such file \(config\.example\.toml"):
        load_config(tmp_path / "nosuch.toml")
    with pytest.raises(ConfigError, match="is a directory, not a TOML file"):
        load_config(tmp_path)


def private(tmp_path: Path, text: bytes, mode: int = 0o600) -> Path:
    file = tmp_path / "password"
    file.write_bytes(text)
    file.chmod(mode)
    return file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_holds_no_password(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(ConfigError, match="pipe: is no ordinary file: it must be a file that holds the pass"):
        read_password_file(tmp_path / "pipe")


def test_password_file_comes_first_then_credentials_then_variable_then_prompt(tmp_path: Path) -> None:
    file = private(tmp_path, b"from file\n")
    folder = tmp_path / "credentials"
    folder.mkdir()
    (folder / "password").write_text("from credentials\n")
    environ = {"CREDENTIALS_DIRECTORY": str(folder), "GEMP_BOT_PASSWORD": "from variable"}
    assert find_password("bot", file, environ=environ) == "from file"
    assert find_password("bot", environ=environ) == "from credentials"
    del environ["CREDENTIALS_DIRECTORY"]
    assert find_password("bot", environ=environ) == "from variable"
    asked: list[str] = []
    assert find_password("b\x1bot", environ={}, ask=lambda prompt: asked.append(prompt) or "typed") == "typed"
    assert asked == ["Password of bot: "]


def test_no_password_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="give --password-file FILE or set GEMP_BOT_PASSWORD"):
        find_password("bot", environ={})
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(ConfigError, match="there is no terminal to ask on"):
        find_password("bot", environ={})
    with pytest.raises(ConfigError, match="was typed"):
        find_password("bot", environ={}, ask=lambda _prompt: "")


@pytest.mark.parametrize(
    ("text", "mode", "line"),
    [
        (b"pw\n", 0o644, "others can read this password file: chmod 600 "),
        (b"pw\n", 0o640, "chmod 600"),
        (b"", 0o600, "is empty"),
        (b"\n", 0o600, "is empty"),
        (b"a\nb\n", 0o600, "more than one line"),
        (b"x" * 5000, 0o600, "must hold the password and nothing else"),
        (b"\xff\xfe", 0o600, "one line of UTF-8"),
    ],
)
def test_password_files_that_are_refused(tmp_path: Path, text: bytes, mode: int, line: str) -> None:
    with pytest.raises(ConfigError, match=line):
        read_password_file(private(tmp_path, text, mode))


@pytest.mark.parametrize("option", ["--record", "--password-file"])
def test_an_empty_path_on_the_command_line_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    from gemp_bot.cli.parser import parse

    place = {"--record": ("journal", "directory"), "--password-file": ("account", "password_file")}[option]
    section, key = place
    file = written(tmp_path, f'[{section}]\n{key} = "somewhere"\n')
    value = getattr(parse(["play", option, ""])[1], option[2:].replace("-", "_"))
    config = load_config(file, {section: {key: value}})
    assert getattr(getattr(config, section), key) is None
    named = getattr(parse(["play", option, "x"])[1], option[2:].replace("-", "_"))
    assert named == Path("x")


def test_a_password_keeps_its_blanks(tmp_path: Path) -> None:
    assert read_password_file(private(tmp_path, b" p w \r\n")) == " p w "


def test_password_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such password file"):
        read_password_file(tmp_path / "nosuch")
    with pytest.raises(ConfigError, match="is a directory"):
        read_password_file(tmp_path)
