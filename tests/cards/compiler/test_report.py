"""The table of what is understood."""

import json
from pathlib import Path

import pytest

from gemp_bot.cards.compiler.report import Texts, load, main, pick, rank, ranking_of, table, tally
from gemp_bot.cards.text import FactKind, Share


def test_a_tally_counts_cards_clauses_and_facts() -> None:
    counted = tally(
        [
            Texts("Vosk", "Character", ("Power +1. Power +2 while alone.",)),
            Texts("Cook", "Character", ("Power +1. Likes soup very much.",)),
            Texts("Fog", "Effect", ("Nobody knows what it does.", "Nor why.")),
        ]
    )
    assert counted.total == {Share.ALL: 1, Share.SOME: 1, Share.NONE: 1}
    assert (counted.clauses, counted.clauses_understood) == (6, 3)
    assert (counted.facts[FactKind.STAT_BONUS], counted.cards_of[FactKind.STAT_BONUS]) == (3, 2)
    text = table(counted, counted)
    assert "| Character | 2 | 1 (50 %) | 1 (50 %) | 0 (0 %) |" in text
    assert "| `stat_bonus` | 3 | 2 | 3 | 2 |" in text
    assert "soup" not in text


def test_rank_puts_what_is_in_most_decks_first() -> None:
    assert rank([["1_1", "1_1", "1_2"], ["1_2"], ["1_3"]]) == ["1_2", "1_1", "1_3"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("Light", "Dark", "LightLegacy", "DarkLegacy"):
        card = {
            "front": {"title": f"•{name} Vosk", "type": "Character", "gametext": "Power +1."},
            "gempId": "" if "Legacy" in name else f"{len(name)}_1",
            "side": name.removesuffix("Legacy"),
        }
        (tmp_path / f"{name}.json").write_text(json.dumps({"cards": [card, card]}), "utf-8")
    return tmp_path


def test_load_keeps_the_first_printing(folder: Path) -> None:
    assert list(load(folder)) == ["5_1", "4_1", "Light:lightlegacy vosk", "Dark:darklegacy vosk"]


def test_pick_finds_by_id_and_by_title(folder: Path) -> None:
    picked = pick(
        load(folder), [("601_9", "DarkLegacy Vosk"), ("4_1", "?"), ("9_9", "Nobody"), ("5_1", "")], 2
    )
    assert [card.title for card in picked] == ["•DarkLegacy Vosk", "•Dark Vosk"]


def test_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ranking = folder / "ranking.tsv"
    ranking.write_text("5_1\tLight Vosk\n", "utf-8")
    assert main(["--from", str(folder), "--ranking", str(ranking)]) == 0
    out = capsys.readouterr().out
    assert "## The 1 cards commonest" in out
    assert "## All 4 cards" in out


def test_the_order_is_made_of_decks(tmp_path: Path) -> None:
    def deck(number: int, *entries: tuple[str, str, int]) -> None:
        cards = [{"blueprint_id": one, "title": title, "count": count} for one, title, count in entries]
        (tmp_path / f"{number}.json").write_text(
            json.dumps({"name": "x", "cards": cards, "outside": cards[:1]})
        )

    deck(1, ("1_1", "Rover", 1), ("1_2", "Fido", 5))
    deck(2, ("1_1", "Rover", 1), ("1_3", "Rex", 1))
    assert ranking_of(tmp_path) == [("1_1", "Rover"), ("1_2", "Fido"), ("1_3", "Rex")]
