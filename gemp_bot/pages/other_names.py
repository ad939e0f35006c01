"""Other names for the players of one game, in what is shown of it."""

import re
from collections.abc import Iterable

from gemp_bot.view.model import GameHead, GameView, LocationView

_AI = "~"
"""Begins the name of an AI of the server, which is nobody."""


class OtherNames:
    """Names the players `player1` (Dark) and `player2`.

    A name is replaced where it is a word, but not in the title of a card.

    Args:
        game: whose players they are.
    """

    def __init__(self, game: GameView) -> None:
        names = (game.head.dark, game.head.light)
        self._others = {
            name: f"player{number}"
            for number, name in enumerate(names, 1)
            if name and not name.startswith(_AI)
        }
        self._pattern = _pattern(self._others, game)
        longest = sorted(self._others, key=len, reverse=True)
        label = "|".join(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" for name in longest)
        self._in_labels = re.compile(label, re.IGNORECASE) if label else None
        self._folded = {name.casefold(): other for name, other in self._others.items()}

    def __call__(self, text: str) -> str:
        """A text with other names."""
        if self._pattern is None or not any(name in text for name in self._others):
            return text
        return self._pattern.sub(lambda found: self._others.get(found[0], found[0]), text)

    def label(self, text: str) -> str:
        """What people called a file or a deck, with other names.

        There a name may stand beside `-` and `_`, in small letters or capitals.
        """
        if self._in_labels is None:
            return text
        return self._in_labels.sub(lambda found: self._folded.get(found[0].casefold(), "player"), text)


def _pattern(names: Iterable[str], game: GameView) -> re.Pattern[str] | None:
    words = [rf"(?<![\w~-]){re.escape(name)}(?![\w-])" for name in sorted(names, key=len, reverse=True)]
    if not words:
        return None
    word = re.compile("|".join(words))
    titles = [
        re.escape(title) for title in sorted(_titles(game), key=len, reverse=True) if word.search(title)
    ]
    return re.compile("|".join([*titles, *words]))


def _titles(game: GameView) -> set[str]:
    """The titles of all cards that were seen; a title that is a name is one of a person all the same."""
    found = {card.title for frame in game.frames for deed in frame.deeds for card in deed.cards}
    places: dict[int, LocationView] = {
        id(place): place for frame in game.frames for place in frame.board.locations
    }
    cards = [
        card
        for board in {id(frame.board): frame.board for frame in game.frames}.values()
        for card in (*board.hand, *board.beside)
    ]
    for place in places.values():
        cards += [*place.dark, *place.light]
        if place.card is not None:
            found.add(place.card.title)
    while cards:
        card = cards.pop()
        found.add(card.title)
        cards += card.carries
    return found - {"", game.head.dark, game.head.light}


def shown_head(head: GameHead, rename: OtherNames | None) -> GameHead:
    """Who plays, as it is shown."""
    if rename is None:
        return head
    return GameHead(
        game=head.game,
        me=head.me,
        dark=rename(head.dark),
        light=rename(head.light),
        bot=head.bot,
        strategy=head.strategy,
        deck=rename.label(head.deck),
        seed=head.seed,
    )
