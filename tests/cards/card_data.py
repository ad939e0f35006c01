"""A small folder of card data, made by hand in the layout of the Players Committee's."""

import json
from pathlib import Path
from typing import Any

from gemp_bot.cards.index import CardIndex, IndexFile
from gemp_bot.cards.model import Made
from tools import card_index
from tools.card_data.source import CARD_FILES

Data = dict[str, Any]
EMPTY = CardIndex(IndexFile(Made("", 0, 0, 0, 0, 0, 0), (), ()))


def build(*sources: Path, present: CardIndex = EMPTY) -> tuple[bytes, card_index.Report]:
    """Build an index, by default with nothing to keep of another one."""
    return card_index.build(sources, lambda: present)


def face(title: str, kind: str = "Character", **more: Any) -> Data:
    return {"title": title, "type": kind, "destiny": "2", **more}


def card(number: int, face: Data, **more: Any) -> Data:
    """A card; `gempId` follows the number unless it is given, and None leaves it out."""
    found = {
        "id": number,
        "gempId": f"1_{number}",
        "side": "Dark",
        "rarity": "C1",
        "set": "1",
        "legacy": False,
        "printings": [{"set": "1"}],
        "front": face,
        **more,
    }
    return {key: value for key, value in found.items() if value is not None}


def legacy(number: int, title: str, side: str = "Dark") -> Data:
    return card(number, face(title), gempId=None, legacy=True, set="1001", side=side)


def write(folder: Path, **files: Any) -> Path:
    """Write all files of a folder; `Dark=[...]` are the cards of Dark.json, no cards where none are given.

    A folder without any card is none to build from, so there is one then.
    """
    if not files:
        files = {"Dark": [card(999, face("Nobody"))]}
    folder.mkdir(exist_ok=True)
    for name in CARD_FILES:
        cards = files.pop(name.removesuffix(".json"), [])
        (folder / name).write_text(json.dumps({"cards": cards}), "utf-8")
    names = {"1": "Premiere", "2": "Second", "1001": "Legacy"}
    sets = files.pop(
        "sets", [{"id": code, "name": name, "abbr": name[0], "legacy": False} for code, name in names.items()]
    )
    (folder / "sets.json").write_text(json.dumps(sets), "utf-8")
    assert not files
    return folder
