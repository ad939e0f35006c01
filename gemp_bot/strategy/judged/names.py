"""Titles, personas, icons and decks, as strategy files name them. The index is loaded when a file does."""

from collections.abc import Callable, Mapping
from functools import cache

from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.search import known_words, suggestions
from gemp_bot.cards.titles import folded, read_title
from gemp_bot.files.problems import meant
from gemp_bot.procedures import Names

TITLE, PERSONA, ICON, DECK = "title", "persona", "icon", "deck"


def title_of(text: str) -> str:
    """A title as it is compared: without dots, `(V)`, case, accents and the signs people leave out."""
    return folded(read_title(text).name)


def names_of_cards(load: Callable[[], CardIndex] = CardIndex.load) -> Mapping[str, Names]:
    """Names by what they are called in facts.

    Args:
        load: loads the index; it is called once, when a name is looked at first.
    """
    index = cache(load)

    @cache
    def personas() -> dict[str, str]:
        return {folded(name): name for card in index() for name in card.personas}

    @cache
    def icons() -> dict[str, str]:
        return {folded(name): name for name in known_words(index())["icon"]}

    def no_title(text: str) -> str:
        if title_of(text) in index().titles():
            return ""
        close = suggestions(index(), text)
        if not close:
            return "`gemp-bot cards search` finds titles"
        return f"did you mean {' or '.join(map(repr, close))}?"

    def none_of(known: Callable[[], dict[str, str]]) -> Callable[[str], str]:
        def refused(text: str) -> str:
            if folded(text) in known():
                return ""
            # People write one word of a name.
            words = set(folded(text).split())
            whole = [name for key, name in known().items() if words and words <= set(key.split())]
            return (
                f"did you mean {' or '.join(map(repr, whole[:3]))}?"
                if whole
                else meant(text, known().values())
            )

        return refused

    return {
        TITLE: Names(title_of, no_title),
        PERSONA: Names(folded, none_of(personas)),
        ICON: Names(folded, none_of(icons)),
        DECK: Names(str.casefold, lambda _: ""),
    }
