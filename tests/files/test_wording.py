"""What somebody may have meant by a word that is unknown."""

import pytest

from gemp_bot.files.problems import meant


@pytest.mark.parametrize(
    ("word", "known", "told"),
    [
        ("batle", ("battle_threshold", "battle_share", "hand"), "'battle_threshold' or 'battle_share'?"),
        ("reserv", ("them.reserve", "keep_destiny"), "'them.reserve'?"),
        ("batle", tuple(f"battle_of_number_{n}" for n in "dcba"), "'battle_of_number_d' or"),
        ("xyzzy", ("battle_threshold", "hand"), "there are battle_threshold, hand"),
        ("han", ("hand_size",), "there are hand_size"),
    ],
)
def test_a_part_of_a_name_is_understood(word: str, known: tuple[str, ...], told: str) -> None:
    assert meant(word, known).removeprefix("did you mean ").startswith(told)
