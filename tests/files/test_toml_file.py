"""A TOML file is read whole, or one line says what is wrong with it, and where."""

from pathlib import Path

import pytest

from gemp_bot.files import NotTomlError, TomlReader, parse_toml, read_toml
from gemp_bot.files.problems import ProblemsError


class OddError(ProblemsError):
    """What these files are refused with."""


def test_line_ends_and_a_mark_at_the_beginning_are_no_matter(tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_bytes(b"\xef\xbb\xbfa = 1\r\n\r\n[b]\r\nc = 'x'\r\n")
    read = read_toml(file, "no hint", OddError)
    assert (read.path, read.data) == (file, {"a": 1, "b": {"c": "x"}})
    assert [read.line(place) for place in (("a",), ("b", "c"), ("b", "d"), ("e",))] == [1, 4, 3, 1]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"a = 1\nb = = 2\nc = 3\n", ":2: not TOML: invalid value (column 5)"),
        (b"a = 1\nb = [2,", ":2: not TOML: invalid value (at the end of the file)"),
        (b"a = " + b"[" * 5000, ":1: is nested too deeply, or a number is too long"),
        (b"a = " + b"9" * 5000, ":1: is nested too deeply, or a number is too long"),
        (b"a = '\xff'", ": is not UTF-8 text, so not TOML"),
    ],
)
def test_what_is_no_toml_is_one_line(content: bytes, fault: str, tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_bytes(content)
    with pytest.raises(OddError) as caught:
        read_toml(file, "no hint", OddError)
    assert str(caught.value) == f"{file}{fault}"


def test_what_is_no_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(OddError) as caught:
        read_toml(tmp_path / "\x1b[31mnone.toml", "here is one", OddError)
    assert str(caught.value) == f"{tmp_path}/none.toml: no such file (here is one)"
    with pytest.raises(OddError) as caught:
        read_toml(tmp_path, "here is one", OddError)
    assert str(caught.value) == f"{tmp_path}: is a directory, not a TOML file"


def test_a_reader_names_the_line_and_the_key(tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_text("[[row]]\nname = ' a\\u0009 b '\n[[row]]\nname = 3\nnmae = 'x'\n".replace("'", '"'))
    reader = TomlReader(read_toml(file, "no hint", OddError), OddError)
    first, second = reader.file.data["row"]
    assert reader.text(first, ("row", 0, "name")) == "a b"
    assert reader.text(first, ("row", 0, "other")) is None
    reader.check()
    assert reader.needed(first, ("row", 0, "other"), "what it is") == ""
    assert reader.text(second, ("row", 1, "name")) is None
    assert not reader.check_keys(second, ("name",), ("row", 1))
    reader.wrong((), "says nothing")
    with pytest.raises(OddError) as caught:
        reader.check()
    assert [str(problem) for problem in caught.value.problems] == [
        f"{file}:1: row[1].other: is missing: what it is",
        f"{file}:4: row[2].name: '3': a text in quotes",
        f"{file}:5: row[2].nmae: is no key: did you mean 'name'?",
        f"{file}:1: says nothing",
    ]


def test_a_table_that_stands_twice_is_named() -> None:
    with pytest.raises(NotTomlError, match=r"the table \[play\.pace\] stands twice: put its keys together"):
        parse_toml("[play.pace]\na = 1\n[play.pace]\nb = 2\n")
