"""What cards cost the other player: the shipped entries name cards, and a wrong file is one clear line."""

import pytest

from gemp_bot.cards import CardIndex
from gemp_bot.effects import CardEffects
from gemp_bot.effects.tolls import TollEntryError, read_tolls


def test_every_shipped_entry_is_of_a_card_and_costs_something() -> None:
    index = CardIndex.load()
    for face, toll in index.derived(CardEffects).tolls.items():
        assert index.get(face) is not None
        assert (toll.turn > 0) != (toll.battle > 0)


@pytest.mark.parametrize("toml", [b"[[toll]]\ncard = 3", b"toll = 1", b"[[toll]]\ncard = '5_149'\nturns = 1"])
def test_what_is_no_entry_is_one_clear_line(toml: bytes) -> None:
    with pytest.raises(TollEntryError, match=r"^tolls\.toml: .+$"):
        read_tolls(toml)
