"""Reads all definitions of a checkout of the server."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tools.card_facts.library import CARDS, Library
from tools.card_facts.records import Definition, read_definition


class BuiltTexts(NamedTuple):
    """What was read of a checkout.

    Attributes:
        digest: of the definitions. sets: names of sets by number.
        definitions: by blueprint id, in the order of the files.
        unreadable: definitions that could not be read, with the reason; these cards keep what is printed.
        problems: what was not followed, with how often.
    """

    digest: str
    sets: Mapping[str, str]
    definitions: Mapping[str, Definition]
    unreadable: Mapping[str, str]
    problems: Counter[str]


def source_root(folder: Path) -> Path | None:
    """Where the definitions are in a checkout; None if there are none."""
    return next((each for each in (folder, folder / "src") if (each / CARDS).is_dir()), None)


def build_texts(root: Path) -> BuiltTexts:
    """Read all definitions; the same checkout gives the same."""
    library = Library(root)
    definitions: dict[str, Definition] = {}
    unreadable: dict[str, str] = {}
    problems: Counter[str] = Counter()
    digest = sha256()
    for blueprint, file in library.definitions():
        digest.update(f"{blueprint} ".encode() + file.read_bytes())
        try:
            found = definitions[blueprint] = read_definition(library, file)
        except (SyntaxError, RecursionError, ValueError) as error:
            unreadable[blueprint] = str(error) or type(error).__name__
            continue
        problems.update(found.problems)
    return BuiltTexts(digest.hexdigest()[:16], library.sets, definitions, unreadable, problems)
