"""Journals: written as it happens, readable whatever happened, no secrets."""

import gzip
import json
import os
import stat
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import process_time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemp_bot.journal import (
    Head,
    JournalError,
    JournalReader,
    JournalWriter,
    ScorePart,
    VerdictLine,
    WeighedAnswer,
)
from gemp_bot.journal.folder import JournalFolder, chains, predecessors
from gemp_bot.journal.pseudonyms import Pseudonyms
from gemp_bot.journal.reader import JournalTail
from gemp_bot.protocol.decode import GameDecoder
from gemp_bot.protocol.exchange import Exchange
from gemp_bot.protocol.ids import GameId

HEAD = Head(bot="0.1.0", strategy="random", version=1, seed=7, deck="1_1|13_51")
POST = Exchange(
    method="POST",
    path="/game/g",
    form={"channelNumber": "0", "decisionId": "1", "decisionValue": ""},
    status=200,
    ms=1.5,
    body="<update cn='0'/>",
    t=0.2,
)
VERDICT = VerdictLine(n=1, answer="", parts=(ScorePart("drawn at random"),), work=1)


def lines_of(path: Path) -> list[object]:
    return [line for _, line in JournalReader(path)]


def followed(path: Path) -> list[object]:
    with closing(JournalTail(path)) as tail:
        return list(tail.new())


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.jsonl.gz"
    with JournalWriter(path) as writer:
        writer.head(HEAD)
        writer.exchange(POST)
        writer.verdict(VERDICT)
    reader = JournalReader(path)
    assert [line for _, line in reader] == [HEAD, POST, VERDICT]
    assert not reader.truncated


def test_a_journal_whose_writer_died_is_read_to_its_last_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.gz"
    writer = JournalWriter(path)
    writer.head(HEAD)
    for _ in range(50):
        writer.exchange(POST)
    dead = tmp_path / "dead.jsonl.gz"
    dead.write_bytes(path.read_bytes())
    writer.close()
    reader = JournalReader(dead)
    assert len(list(reader)) == 51
    assert reader.truncated


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_only_its_owner_may_read_a_journal_and_what_is_in_its_folder(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "journals"
    before = os.umask(umask)
    try:
        with JournalFolder(folder).new(GameId("g")) as writer:
            writer.head(HEAD)
        with JournalWriter(tmp_path / "other/game.jsonl.gz") as other:
            other.head(HEAD)
    finally:
        os.umask(before)
    for file in (writer.path, other.path):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.gz"
    JournalWriter(path).close()
    with pytest.raises(FileExistsError):
        JournalWriter(path)


@given(st.sampled_from(["password", "cookie", "token"]), st.text(min_size=4))
def test_secret_fields_are_masked_whoever_recorded_them(field: str, secret: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl.gz"
        with JournalWriter(path) as writer:
            writer.exchange(msgspec.structs.replace(POST, form={"login": "al", field: secret}))
        (line,) = lines_of(path)
    assert isinstance(line, Exchange)
    assert line.form == {"login": "al", field: "***"}


def test_an_exchange_has_the_form_of_every_recording(tmp_path: Path, fixtures: Path) -> None:
    path = tmp_path / "game.jsonl.gz"
    with JournalWriter(path) as writer:
        writer.exchange(POST)
    ours = json.loads(gzip.decompress(path.read_bytes()))
    with gzip.open(fixtures / "games" / "edge-cases.jsonl.gz", "rt") as file:
        theirs = json.loads(file.readline())
    assert set(ours) == set(theirs)


def test_lines_of_a_later_version_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b'{"kind":"mood","is":"good"}\n' + msgspec.json.encode(POST) + b"\n")
    assert lines_of(path) == [POST]


# -- damage -------------------------------------------------------------------------------------


@given(cut=st.integers(min_value=30, max_value=3000))
def test_a_file_cut_anywhere_is_read_as_far_as_it_goes(cut: int) -> None:
    import tempfile

    whole = b"".join(msgspec.json.encode(msgspec.structs.replace(POST, t=n)) + b"\n" for n in range(200))
    packed = gzip.compress(whole, mtime=0)
    cut = min(cut, len(packed) - 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cut.jsonl.gz"
        path.write_bytes(packed[:cut])
        reader = JournalReader(path)
        found = [line for _, line in reader]
    assert reader.truncated
    assert [line.t for line in found] == list(range(len(found)))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bad-line-20.jsonl", "line 20 is damaged"),
        ("flipped-bits.jsonl.gz", "compressed data is damaged after line "),
        ("empty.jsonl", "empty file"),
        ("not-a-recording.jsonl", "no recorded game: its first line is not of one ("),
        ("missing.jsonl", "No such file"),
        (".", "a directory"),
    ],
)
def test_damage_is_one_line_that_names_file_and_place(fixtures: Path, name: str, says: str) -> None:
    path = fixtures / "damaged" / name
    with pytest.raises(JournalError) as fault:
        lines_of(path)
    text = str(fault.value)
    assert says in text
    assert str(path) in text
    assert "\n" not in text
    assert "Error -" not in text


@given(st.binary(max_size=400))
def test_any_bytes_are_lines_or_one_error(junk: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for data in (junk, gzip.compress(junk), b"\x1f\x8b" + junk):
            path = Path(folder) / "junk"
            path.write_bytes(data)
            try:
                lines_of(path)
            except JournalError as fault:
                assert "\n" not in str(fault)  # noqa: PT017 - not every junk is refused


# -- pseudonyms ---------------------------------------------------------------------------------


def test_people_get_other_names_and_everything_else_stays(fixtures: Path) -> None:
    names = Pseudonyms()
    decoder = GameDecoder()
    seen = 0
    for _, line in JournalReader(fixtures / "games" / "open40-light-vs-player.jsonl.gz"):
        assert isinstance(line, Exchange)
        masked = names.exchange(line)
        assert "probeA" not in masked.body
        assert "probeB" not in masked.body
        if line.path.startswith("/game/"):
            was, now = decoder.decode(line.body.encode()), decoder.decode(masked.body.encode())
            assert [type(event) for event in was.events] == [type(event) for event in now.events]
            assert all(name.startswith("player") for name in now.clocks)
            seen += len(now.events)
    assert seen > 1000


def test_a_player_may_be_called_like_a_word_of_the_wire() -> None:
    body = (
        '<update cn="0"><ge allParticipantIds="type,D" participantId="type" type="P"/>'
        '<ge message="D says type" type="M"/><ge phase="Draw" type="GPC"/></update>'
    )
    masked = Pseudonyms().exchange(msgspec.structs.replace(POST, body=body))
    update = GameDecoder().decode(masked.body.encode())
    assert [event.wire_code() for event in update.events] == ["P", "M", "GPC"]
    assert "player1" in masked.body


def test_any_number_of_names_is_replaced_in_one_pass(tmp_path: Path) -> None:
    names = ",".join(f"p{number}" for number in range(5000))
    body = f'<gameState cn="1"><ge type="P" allParticipantIds="{names}"/><x>p7 and p70</x></gameState>'
    replaced = Pseudonyms().exchange(msgspec.structs.replace(POST, body=body)).body
    assert "<x>player8 and player71</x>" in replaced
    assert "p4999" not in replaced


# -- what is larger or later than any journal ------------------------------------------------------


@pytest.mark.parametrize("deep", ["[", '{"x":['])
def test_a_line_nested_too_deeply_is_damage(tmp_path: Path, deep: str) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_bytes(msgspec.json.encode(POST) + b'\n{"x":' + deep.encode() * 100_000)
    reader = JournalReader(path)
    assert [line for _, line in reader] == [POST]
    assert reader.truncated
    path.write_bytes(msgspec.json.encode(POST) + b'\n{"x":' + deep.encode() * 100_000 + b"\n" + b"{}\n")
    with pytest.raises(JournalError, match="line 2 is damaged: nested too deeply"):
        lines_of(path)


@pytest.mark.parametrize("version", [99, 2, 0, -1])
def test_a_journal_of_another_format_is_refused_in_one_line(tmp_path: Path, version: int) -> None:
    path = tmp_path / "later.jsonl"
    head = msgspec.structs.replace(HEAD, version=version)
    path.write_bytes(msgspec.json.encode(head) + b"\n" + msgspec.json.encode(POST) + b"\n")
    with pytest.raises(JournalError, match=f"line 1: a journal of format {version}") as caught:
        lines_of(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("zeros", [10, 256 * 1024, 3 * 1024 * 1024])
@pytest.mark.parametrize("more", [False, True])
def test_zeros_behind_a_compressed_file_are_no_damage(tmp_path: Path, zeros: int, more: bool) -> None:
    packed = gzip.compress(msgspec.json.encode(POST) + b"\n")
    path = tmp_path / "padded.jsonl.gz"
    path.write_bytes(packed + bytes(zeros) + (packed if more else b""))
    reader = JournalReader(path)
    assert [line for _, line in reader] == [POST] * (1 + more)
    assert not reader.truncated


def test_more_lines_than_any_game_has_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl.gz"
    path.write_bytes(gzip.compress(msgspec.json.encode(POST) + b"\n" * 3_000_000, 1))
    given = iter(JournalReader(path))
    assert next(given).line == POST
    with pytest.raises(JournalError, match="has more than 1,000,000 lines: no recorded game does"):
        next(given)


def test_more_bytes_than_any_game_has_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemp_bot.journal.reader.MAX_BYTES", 1_000_000)
    path = tmp_path / "bytes.jsonl.gz"
    line = msgspec.json.encode(msgspec.structs.replace(POST, body="x" * 100_000)) + b"\n"
    path.write_bytes(gzip.compress(line * 20))
    with pytest.raises(JournalError, match="holds more than 1,000,000 bytes"):
        lines_of(path)


@pytest.mark.parametrize("read", [lines_of, followed])
def test_a_line_without_end_costs_what_is_read_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], object]
) -> None:
    """Neither is it unpacked beyond the limit, nor is the same byte looked at again and again."""
    path = tmp_path / "line.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * (256 * 1024 * 1024), 1))
    spent = {}
    for limit in (4, 32):
        monkeypatch.setattr("gemp_bot.journal.reader.MAX_LINE_BYTES", limit * 1024 * 1024)
        tracemalloc.start()
        began = process_time()
        with pytest.raises(JournalError, match="line 1 is longer than"):
            read(path)
        spent[limit] = process_time() - began
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 3 * limit * 1024 * 1024 + 4 * 1024 * 1024
    assert spent[32] < 3 * 8 * spent[4] + 0.2


def test_whatever_a_verdict_says_can_be_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl.gz"
    odd = VerdictLine(
        n=1,
        answer="0",
        parts=(ScorePart("half \ud800 a letter", float("nan")), ScorePart("fine", 1.5)),
        alternatives=(WeighedAnswer("1", float("inf")), WeighedAnswer("2", 0.5), WeighedAnswer("3")),
    )
    with JournalWriter(path) as writer:
        writer.verdict(odd)
    (line,) = lines_of(path)
    assert isinstance(line, VerdictLine)
    assert line.parts == (ScorePart("half ? a letter", 0.0), ScorePart("fine", 1.5))
    assert line.alternatives == (WeighedAnswer("1"), WeighedAnswer("2", 0.5), WeighedAnswer("3"))


def test_a_file_of_lines_that_are_none_of_a_journal_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"kind": "game_over", "level": "info"}\n' * 3)
    with pytest.raises(JournalError, match="no recorded game: none of its lines is one of a journal"):
        lines_of(path)


@pytest.mark.parametrize("previous", [".", "/", "..", "x/y", "a.jsonl", "../a.jsonl", ""])
def test_what_a_head_names_before_it_is_a_file_beside_it_or_nothing(tmp_path: Path, previous: str) -> None:
    head = {"kind": "head", "bot": "gemp-bot", "strategy": "steady", "format": 1, "game": "g"}
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text(f"{json.dumps(head)}\n")
    second.write_text(f"{json.dumps(head | {'previous': previous})}\n")
    one = previous.endswith("a.jsonl")
    assert chains([first, second]) == ([[first, second]] if one else [[first], [second]])
    assert predecessors(second) == ([first] if one else [])
