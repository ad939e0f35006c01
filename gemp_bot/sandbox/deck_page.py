"""The page about the decks of the sandbox, `docs/sandbox-decks.md`: made of the decks, so it stays true."""

from collections.abc import Iterable, Sequence
from typing import Final

from gemp_bot.cards.deck import describe
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType
from gemp_bot.sandbox.deck_files import DeckFile, shipped_decks

_HEAD: Final = """\
# Decks of the sandbox

For those who play in the box, with its decks or with their own.

Six decks of our own making, three a side. The sandbox's own engine plays
printed numbers, icons and what is understood of a game text: so they are mostly locations, characters,
starships, vehicles and weapons, and at least 90 % of their cards are understood as a whole. They have no
objective and no Starting Interrupt: each player chooses a starting location among those of his deck. The
file names the one its builder wishes for; strategies of files (`easy` to `strong`, and your own) take it,
unless the file says otherwise. They are 60 cards of one side, none of them virtual, and only
one deck has cards of Episode I: so an open format of a server should take them all.
"""

_SHARE: Final = """\
*Understood* is the share of cards whose game text is understood as a whole: the column `all text` of
`gemp-bot cards stats`, counted over the 60 cards, but for weapons and cards with a permanent weapon that the
sandbox never fires (`gemp-bot sandbox rules` names them). *Destiny* is the average
printed one, *icons* are the Force icons of its own side at its locations.

How they want to win, and the starting location they wish for:
"""

_OWN: Final = """\
## A deck of your own

A deck is a TOML file; its cards are named by blueprint id, by title, or by both, which then must agree.

```toml
name = "My deck"
side = "light"
about = "How it wants to win."
start = "1_133" # the starting location you wish for, one of the cards

cards = [
  { count = 1, id = "1_133", title = "Tatooine: Mos Eisley" },
  { count = 2, title = "Luke With Lightsaber" },
]
```

A deck as a server has it is a `.txt` file with the line of ids that `gemp-bot decks show` prints last. It is
called like its file and begins at any of its locations; cards beside the deck are left out.

What is wrong with a file is told in one line: its line, the key, and what would be right.
"""

_COLUMNS: Final = (
    CardType.LOCATION,
    CardType.CHARACTER,
    CardType.STARSHIP,
    CardType.VEHICLE,
    CardType.WEAPON,
    CardType.DEVICE,
)
_REST: Final = (CardType.EFFECT, CardType.INTERRUPT)


def page(index: CardIndex | None = None) -> str:
    """The page, in Markdown.

    Args:
        index: the cards; None for those of the package.
    """
    index = index or CardIndex.load()
    decks = shipped_decks(index)
    parts = (_HEAD, "## The decks\n", _table(decks, index), _SHARE, _themes(decks), _OWN)
    return "\n".join(parts)


def _table(decks: Sequence[DeckFile], index: CardIndex) -> str:
    kinds = [f"{kind.lower()}s" for kind in _COLUMNS]
    head = ["deck", "side", *kinds, "Effects, Interrupts", "icons", "destiny", "understood"]
    lines = [_row(head), _row(["---", "---", *["---:"] * (len(head) - 2)])]
    lines.extend(_row(_numbers(deck, index)) for deck in decks)
    return "\n".join(lines) + "\n"


def _numbers(deck: DeckFile, index: CardIndex) -> list[str]:
    destiny = describe(deck.deck, index).destiny
    return [
        deck.name,
        deck.side.value.lower(),
        *(str(deck.count(kind)) for kind in _COLUMNS),
        str(deck.count(*_REST)),
        str(sum(card.force_icons(deck.side) for card in deck.cards)),
        "" if destiny is None else f"{destiny:.1f}",
        f"{deck.understood(index):.0%}",
    ]


def _themes(decks: Iterable[DeckFile]) -> str:
    begun = ((deck, "any location" if deck.start is None else deck.start.title) for deck in decks)
    return "".join(f"- **{deck.name}** ({start}). {deck.about}\n" for deck, start in begun)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
