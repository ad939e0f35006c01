"""The index of cards: loading it, looking a card up, holding it in memory."""

import gc
import json
import subprocess
import sys
import timeit
from collections.abc import Iterator
from time import perf_counter

import msgspec

from benchmarks import Row
from gemp_bot.cards import CardIndex

ROUNDS = 9
LOOKUPS = 20_000
LOAD_BAR = 1.5
LOOKUP_BAR = 4.0
MEMORY_BAR_MB = 25.0
_MEMORY = """
import resource
from gemp_bot.cards import CardIndex

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

before = resident()
index = CardIndex.load()
print((resident() - before) / 2**20)
"""


def load_ratio() -> float:
    """Loading, against `json.loads` of the same facts as JSON."""
    same = msgspec.json.encode([msgspec.to_builtins(card) for card in CardIndex.load()])
    ours, reference = [], []
    gc.disable()
    try:
        for _ in range(ROUNDS):
            began = perf_counter()
            index = CardIndex.load()
            ours.append(perf_counter() - began)
            began = perf_counter()
            plain = json.loads(same)
            reference.append(perf_counter() - began)
            del index, plain
    finally:
        gc.enable()
    return min(ours) / min(reference)


def lookup_ratio() -> float:
    """Looking cards up, against `dict.get` with the same ids."""
    index = CardIndex.load()
    ids = [card.blueprint_id for card in index]
    asked = (ids * (LOOKUPS // len(ids) + 1))[:LOOKUPS]
    table = {card.blueprint_id: card for card in index}
    scope = {"asked": asked}
    ours = timeit.repeat(
        "for one in asked: get(one)", globals=scope | {"get": index.get}, number=1, repeat=ROUNDS
    )
    bare = timeit.repeat(
        "for one in asked: get(one)", globals=scope | {"get": table.get}, number=1, repeat=ROUNDS
    )
    return min(ours) / min(bare)


def rows() -> Iterator[Row]:
    yield Row("cards: load the index", load_ratio(), "times json.loads of the same", LOAD_BAR)
    yield Row("cards: look one up", lookup_ratio(), "times dict.get", LOOKUP_BAR)
    if sys.platform.startswith("linux"):
        found = subprocess.run([sys.executable, "-c", _MEMORY], check=True, stdout=subprocess.PIPE, text=True)
        yield Row("cards: the index in memory", float(found.stdout), "MB", MEMORY_BAR_MB)
