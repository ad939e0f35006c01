"""What an action of a card is called in a menu, as a number: equal for what is called the same."""

import re
from hashlib import blake2b
from typing import Final

_CARD: Final = re.compile(r"<div[^>]*>.*?</div>", re.DOTALL)
_NO_LETTER: Final = re.compile(r"[^a-z0-9*]+")
_NUMBERED: Final = re.compile(r"#([0-9a-f]{12})")
_MODE: Final = re.compile(r"^(?:used|lost|starting|used or lost|lost or starting|used or starting): ")


def normal_label(text: str) -> str:
    """A label without case and signs; `*` stands for a card that is named in it, and for an amount.

    A prefix that tells how an Interrupt is played is left out.
    """
    bare = _MODE.sub("", _CARD.sub("*", text).casefold().strip())
    words = _NO_LETTER.sub(" ", bare).split()
    return re.sub(r"\*[ *]*", "* ", " ".join(words)).strip()


def numbered(digest: int) -> str:
    """What a label has in place of words that are not known but for the number that stands for them."""
    return f"#{digest:012x}"


def split_number(text: str) -> tuple[str, int | None]:
    """A label without the number that stands for words in it, and the number; None for a label without."""
    told = _NUMBERED.search(text)
    if told is None:
        return text, None
    return " ".join(f"{text[: told.start()]} {text[told.end() :]}".split()), int(told[1], 16)


def label_digest(text: str) -> int:
    """A number of 48 bits that stands for a label; 0 for none."""
    _, number = split_number(text)
    if number is not None:
        return number
    normal = normal_label(text)
    return int.from_bytes(blake2b(normal.encode(), digest_size=6).digest(), "big") if normal else 0
