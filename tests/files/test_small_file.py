"""Files that people write: what is no ordinary small file is told in one line, and nobody waits for it."""

import os
from pathlib import Path

import pytest

from gemp_bot.files import NotReadError, parse_toml, read_small, read_toml
from gemp_bot.files.small_file import LARGEST
from gemp_bot.files.toml import MOST_PARTS, NotTomlError


def refused(path: Path) -> str:
    with pytest.raises(NotReadError) as caught:
        read_small(path, "a list")
    return str(caught.value)


def test_a_file_is_read_up_to_the_bound(tmp_path: Path) -> None:
    file = tmp_path / "list"
    file.write_bytes(b"x" * LARGEST)
    assert len(read_small(file, "a list")) == LARGEST
    file.write_bytes(b"x" * (LARGEST + 1))
    assert refused(file) == "has more than 256 KiB, which is too large for a list"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        assert refused(path) == "is no ordinary file: it must be a list"
    assert refused(tmp_path) == "is a directory, not a list"
    assert refused(tmp_path / "none") == "no such file"
    assert refused(Path("a\0b")).startswith("cannot be read: ")


@pytest.mark.parametrize(
    "text",
    [
        "a = 1\n" + "a." * 50_000 + "a = 1",
        "a = 1\n" + "'a'  . " * 50_000 + "a = 1",
        "a = 1\n[" + "a." * 50_000 + "a]",
        "a = 1\n" + '"a\\"b".' * 50_000 + "a = 1",
        "a = 1\nb = { " + "a." * 50_000 + "a = 1 }",
    ],
    ids=["bare", "quoted", "table", "escaped", "inline"],
)
def test_a_key_of_many_parts_is_refused_before_it_costs_anything(text: str) -> None:
    with pytest.raises(NotTomlError, match=f"a key has more than {MOST_PARTS} parts") as caught:
        parse_toml(text)
    assert caught.value.line == 2


def test_a_key_of_some_parts_and_a_text_with_points_are_fine() -> None:
    key = ".".join("a" * MOST_PARTS)
    assert parse_toml(f"{key} = 'such a text ... goes on. and on.'")["a"]
    assert parse_toml("a = [" + "1.5, " * 5000 + "]")


def test_a_long_fault_of_a_file_is_cut(tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    name = "x" * 50_000
    file.write_text(f"[{name}]\n[{name}]\n")
    with pytest.raises(ValueError, match=r"stands twice|cannot declare") as caught:
        read_toml(file, "none", ValueError)
    assert len(str(caught.value)) < 500
