"""Decks that nobody has seen: a deck with a third of its fighters and Interrupts exchanged by seed.

A card is exchanged for one of the same kind and era: same side, type and subtypes, same episodes, virtual or
not, of the same set, or else of another set that the deck has cards of, so that a format allows it as it
allowed the deck. Among these the nearest in deploy cost is taken. Everything else stays: objective, starting
cards, locations, Effects, and what the objective names.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from gemp_bot.cards.deck import DeckList, faults
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType, Icon, SubType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import known
from gemp_bot.cards.texts import CardAction, Standing, Value, terms_in

KINDS = ((CardType.CHARACTER,), (CardType.STARSHIP, CardType.VEHICLE), (CardType.INTERRUPT,))
"""Cards of these types are exchanged, a third of each kind."""
_SHARE = 3
_Kind: TypeAlias = tuple[object, ...]
"""What is alike in cards that are exchanged, but for their sets."""
_EPISODES = (Icon.EPISODE_I, Icon.EPISODE_VII)


def make_deck(deck: DeckList, index: CardIndex, seed: str) -> DeckList:
    """Exchange a third of the characters, of the starships and vehicles, and of the Interrupts of a deck.

    Args:
        deck: of known cards as far as they are to be exchanged; what is outside of it stays.
        index: the cards there are.
        seed: of the choice; the same gives the same deck.
    """
    chance = Random(seed)  # noqa: S311 - a drawing that can be repeated
    kept, pool = _kept(deck, index), _pool(deck, index)
    made, new = list(deck.cards), set[str]()
    for kind in KINDS:
        cards = [(place, index.get(one)) for place, one in enumerate(deck.cards)]
        places = [(place, card) for place, card in cards if card is not None and card.type in kind]
        wanted = len(places) // _SHARE
        chance.shuffle(places)
        for place, card in places:
            if not wanted:
                break
            if card.title in kept or card.is_a(SubType.STARTING):
                continue
            for other in _nearest(card, pool[_kind(card)], chance):
                changed = [*made[:place], other.blueprint_id, *made[place + 1 :]]
                again = other.title in new
                if not again and not faults(DeckList(tuple(changed), deck.outside), index, size=len(made)):
                    made = changed
                    new.add(other.title)
                    wanted -= 1
                    break
    return DeckList(tuple(made), deck.outside)


def _pool(deck: DeckList, index: CardIndex) -> Mapping[_Kind, list[Card]]:
    """The cards a deck could have as well, by kind: of the sets it has cards of."""
    cards = [card for one in deck.cards if (card := index.get(one)) is not None]
    titles, sets = {card.title for card in cards}, {card.set for card in cards}
    found: dict[_Kind, list[Card]] = defaultdict(list)
    for card in index:
        if card.set in sets and card.title not in titles:
            found[_kind(card)].append(card)
    return found


def _nearest(card: Card, pool: Sequence[Card], chance: Random) -> list[Card]:
    """What a card may be exchanged for: of its set, else of any; the nearest in deploy cost first."""
    found = [one for one in pool if one.set == card.set] or list(pool)
    chance.shuffle(found)
    cost = known(card.deploy) or 0.0
    return sorted(found, key=lambda one: abs((known(one.deploy) or 0.0) - cost))


def _kind(card: Card) -> _Kind:
    episodes = tuple(card.icon(icon) > 0 for icon in _EPISODES)
    return card.side, card.type, card.subtypes, card.virtual, card.is_back, episodes


# -- what the objective names -----------------------------------------------------------------------


def _kept(deck: DeckList, index: CardIndex) -> set[str]:
    """Titles of the cards that the objective names, by title, persona or what it fetches."""
    cards = [card for one in deck.cards if (card := index.get(one)) is not None]
    faces = [card for card in cards if card.type == CardType.OBJECTIVE]
    faces += [back for card in faces if (back := index.back_of(card)) is not None]
    pulled = {one for face in faces for one in face.pulls}
    texts = [index.texts.of(face.blueprint_id) for face in faces]
    told = [each for text in texts for each in text.told]
    words = [f" {_words(phrase)} " for each in told for phrase in _phrases(each)]
    return {
        card.title
        for card in cards
        if card.blueprint_id in pulled
        or any(f" {_words(name)} " in phrase for name in _names(card) for phrase in words)
    }


def _names(card: Card) -> Iterator[str]:
    """What a text may call a card: its title, its personas, and the first or last word of one (`Vader`)."""
    yield card.title
    for persona in card.personas:
        words = persona.split()
        yield from (persona, words[0], words[-1])


def _words(phrase: str) -> str:
    """A phrase in small letters without its marks; `Luke's site` names Luke."""
    plain = phrase.casefold().replace("'s", "")
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def _phrases(value: Value | CardAction | Standing) -> Iterator[str]:
    """Every word that stands in what a text says."""
    for term in terms_in(value):
        yield from (each.replace("_", " ") for each in term.args.values() if isinstance(each, str))
