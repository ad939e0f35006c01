"""Makes the packed texts of all cards of a checkout of the server's definitions."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from gemp_bot.cards.packing import PackedTexts, pack_texts
from gemp_bot.cards.texts import CardText, Value
from tools.card_facts.library import CARDS, Library
from tools.card_facts.records import read_definition


class DefinitionsError(Exception):
    """A folder has no definitions of cards."""


class BuiltTexts(NamedTuple):
    """What was read of a checkout.

    Attributes:
        packed: what cards do. printed: of each card the numbers and title of its definition.
        unreadable: definitions that could not be read, with the reason; these cards keep what is printed.
        problems: what was not followed, with how often.
    """

    packed: PackedTexts
    printed: Mapping[str, Mapping[str, Value]]
    unreadable: Mapping[str, str]
    problems: Counter[str]


def source_root(folder: Path) -> Path | None:
    """Where the definitions are in a checkout; None if there are none."""
    return next((each for each in (folder, folder / "src") if (each / CARDS).is_dir()), None)


def build_texts(folder: Path) -> BuiltTexts:
    """Read all definitions; the same checkout gives the same.

    Raises:
        DefinitionsError: there are none.
    """
    root = source_root(folder)
    if root is None:
        raise DefinitionsError(f"{folder}: has no definitions of cards ({CARDS} in it or in its src folder)")
    library = Library(root)
    texts: list[tuple[str, CardText]] = []
    printed: dict[str, Mapping[str, Value]] = {}
    unreadable: dict[str, str] = {}
    problems: Counter[str] = Counter()
    digest = sha256()
    for blueprint, file in sorted(library.definitions()):
        digest.update(f"{blueprint} ".encode() + file.read_bytes())
        try:
            found = read_definition(library, file)
        except (SyntaxError, RecursionError) as error:
            unreadable[blueprint] = str(error)
            continue
        texts.append((blueprint, found.text))
        printed[blueprint] = found.printed
        problems.update(found.problems)
    if not texts:
        raise DefinitionsError(f"{folder}: none of its definitions of cards can be read")
    return BuiltTexts(pack_texts(texts, digest.hexdigest()[:16]), printed, unreadable, problems)
