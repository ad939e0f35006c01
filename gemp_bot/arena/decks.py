"""The decks of a measurement: named ones looked up, drawn at random from the library, or made of such.

A deck that is made has a third of its fighters and Interrupts exchanged by seed, so that nobody has seen it.
A card is exchanged for one of the same kind and era: same side, type and subtypes, same episodes, virtual or
not, of the same set, or else of another set that the deck has cards of, so that a format allows it as it
allowed the deck. Among these the nearest in deploy cost is taken. Everything else stays: objective, starting
cards, locations, Effects, and what the objective names.
"""

import hashlib
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import TypeAlias

from gemp_bot.arena.jobs import JobDeck, Pair
from gemp_bot.arena.spec import (
    MADE,
    DeckFileSpec,
    DeckSpec,
    PairSpec,
    RandomPairsSpec,
    Spec,
    SpecError,
    TakenError,
)
from gemp_bot.cards.deck import DeckError, DeckList, deck_digest, deck_side, faults, parse_deck
from gemp_bot.cards.index import CardIndex
from gemp_bot.cards.kinds import CardType, Icon, SubType
from gemp_bot.cards.model import Card
from gemp_bot.cards.printed import known
from gemp_bot.cards.texts import CardAction, Standing, Value, terms_in
from gemp_bot.files.problems import meant
from gemp_bot.protocol.client import GempClient
from gemp_bot.protocol.decks import FormatCheck
from gemp_bot.protocol.enums import Side
from gemp_bot.strategy.identity import short
from gemp_bot.terminal import plain

KINDS = ((CardType.CHARACTER,), (CardType.STARSHIP, CardType.VEHICLE), (CardType.INTERRUPT,))
"""Cards of these types are exchanged, a third of each kind."""
_SHARE = 3
_Kind: TypeAlias = tuple[object, ...]
"""What is alike in cards that are exchanged, but for their sets."""
_EPISODES = (Icon.EPISODE_I, Icon.EPISODE_VII)


def make_deck(deck: DeckList, index: CardIndex, seed: str) -> DeckList:
    """Exchange a third of the characters, of the starships and vehicles, and of the Interrupts of a deck.

    The same seed gives the same deck.
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


_SALT = "gemp-bot library split 2"

_LOOKED_AT = frozenset(
    {
        "Classic (no V) Bring Him Before Me",
        "Classic (no V) ISB Operations",
        "Classic (no V) Kessel Run",
        "Classic Hoth Attack",
        "Decipher Only All Your Base - Winkelhaus",
        "Decipher Only Dark Combat - Thorp",
        "Decipher Only Hunt Down - Warren",
        "Decipher Only Light Combat - Reinhold",
        "Decipher Only Ten Numb Superstar - Gemme",
        "Decipher Only WYS - Jim Li",
        "Legacy Communing - Worlds 2014",
        "Legacy HDv - Worlds 2014",
        "Legacy Mistryl - MPC 2012",
        "Legacy WHAP",
        "Open 40 card - Beginner Dark",
        "Open 40 card - Beginner Light",
        "P-ANH (Dark)",
        "P-ANH (Light)",
        "P-ANH 1996 World Champion (Dark)",
        "P-ANH 1996 World Champion (Light)",
        "P-DSII EBO-Jim Li",
        "P-DSII Hunt Down-Justin Warren",
        "P-DSII ROps-Kevin Shannon",
        "P-DSII TRM Nudjs-Hayes Hunter",
        "P-RefII AOBS-Alex Tennet",
        "P-RefII BHBM-Steven Lewis",
        "P-RefII Court Scum-Joe Olson",
        "P-RefII RST-Eric Hunter",
        "P-RefII WYS-Bastian Winkelhaus",
        "P-SE 1998 World Champion (Dark)",
        "P-SE 1998 World Champion (Light)",
        "Precon Open Demo Deck (Dark)",
        "Precon Open Demo Deck (Light)",
        "Precon Premiere Intro 2PG (Dark)",
        "Precon Premiere Intro 2PG (Light)",
    }
)
"""Decks whose games were read question by question, or that are named in the log of results."""


class LibraryHalf(StrEnum):
    """The two halves of the library: one to look at while tuning, one never looked at."""

    DEVELOPMENT = "development"
    CHECKING = "checking"


def half_of(name: str) -> LibraryHalf:
    """Which half a library deck belongs to; by its name alone, so that a server's changes do not move it.

    A deck that was ever looked at is for development. When checking decks have been used up by tuning, the
    library is cut anew: with another salt, and what was looked at added to the list.
    """
    if name in _LOOKED_AT:
        return LibraryHalf.DEVELOPMENT
    digest = hashlib.sha256(f"{_SALT}/{name}".encode()).digest()
    return LibraryHalf.CHECKING if digest[0] & 1 else LibraryHalf.DEVELOPMENT


async def find_pairs(spec: Spec, folder: Path, client: GempClient) -> tuple[Pair, ...]:
    """The decks a spec asks for.

    Raises:
        SpecError: no such deck or format, or too few legal decks.
        GempError: the server does not tell.
    """
    search = DeckSearch(client, folder, CardIndex.load())
    formats = {found.code: found.name for found in (await client.hall.open()).formats}
    if spec.pairs is not None:
        _known_format("pairs", spec.pairs.format, formats)
        return await search.random(spec.pairs, formats[spec.pairs.format])
    pairs = []
    for number, pair in enumerate(spec.pair, start=1):
        _known_format(f"pair[{number}]", pair.format, formats)
        pairs.append(await search.chosen(f"pair[{number}]", pair))
    return tuple(pairs)


async def check_pairs(spec: Spec, folder: Path, known: Sequence[Pair], client: GempClient) -> None:
    """Refuse to go on with decks that have changed.

    Raises:
        TakenError: one line that names the decks.
        GempError: the server does not tell.
    """
    search = DeckSearch(client, folder, CardIndex.load())
    if spec.pairs is None:
        today = [await search.chosen(f"pair[{number}]", pair) for number, pair in enumerate(spec.pair, 1)]
    else:
        today = [await search.again(pair) for pair in known]
    changes = [
        f"deck {was.name} was {short(deck_digest(was.text))}, is {short(deck_digest(now.text))}"
        for before, after in zip(known, today, strict=True)
        for was, now in ((before.light, after.light), (before.dark, after.dark))
        if deck_digest(was.text) != deck_digest(now.text)
    ]
    if changes:
        told = "; ".join(dict.fromkeys(changes))
        raise TakenError(f"the results are of games with other decks than today's: {told}")


def combine(
    lights: Sequence[JobDeck], darks: Sequence[JobDeck], count: int, seed: int
) -> list[tuple[JobDeck, JobDeck]]:
    """Draw different pairs, each deck about as often as any other of its side.

    Raises:
        SpecError: there are not so many.
    """
    if count > len(lights) * len(darks):
        raise SpecError(
            f"pairs.random = {count}: only {len(lights) * len(darks)} pairs can be made "
            f"of {len(lights)} light and {len(darks)} dark decks"
        )
    chance = random.Random(seed)  # noqa: S311 - a drawing that can be repeated
    light, dark = list(lights), list(darks)
    chance.shuffle(light)
    chance.shuffle(dark)
    # Both go round; where they would meet as before, one takes a step more.
    together = math.lcm(len(light), len(dark))
    return [
        (light[number % len(light)], dark[(number + number // together) % len(dark)])
        for number in range(count)
    ]


class DeckSearch:
    """Looks decks up on a server, each once."""

    def __init__(self, client: GempClient, folder: Path, index: CardIndex) -> None:
        self._client = client
        self._folder = folder
        self._index = index
        self._names: dict[Side, tuple[str, ...]] | None = None
        self._decks: dict[str, JobDeck] = {}

    async def chosen(self, place: str, pair: PairSpec) -> Pair:
        """The decks of one `[[pair]]`."""
        if pair.ours is not None and pair.theirs is not None:
            ours = await self._deck(f"{place}.ours", pair.ours)
            theirs = await self._deck(f"{place}.theirs", pair.theirs)
            if ours.side is theirs.side:
                raise SpecError(f"{place}: both decks are {ours.side.lower()}: ours and theirs must differ")
            light, dark = (ours, theirs) if ours.side is Side.LIGHT else (theirs, ours)
            return Pair(pair.format, light, dark, ours.side)
        found = []
        for side, wanted in ((Side.LIGHT, pair.light), (Side.DARK, pair.dark)):
            if wanted is None:
                raise SpecError(f"{place}.{side.lower()} is missing")
            deck = await self._deck(f"{place}.{side.lower()}", wanted)
            if deck.side is not side:
                raise SpecError(f"{place}.{side.lower()}: {deck.name!r} is a {deck.side.lower()} deck")
            found.append(deck)
        return Pair(pair.format, found[0], found[1])

    async def random(self, wanted: RandomPairsSpec, format_name: str) -> tuple[Pair, ...]:
        """Pairs of library decks that the server calls legal in a format."""
        legal: dict[Side, list[JobDeck]] = {Side.LIGHT: [], Side.DARK: []}
        for name in await self.library():
            if wanted.split not in (None, MADE, half_of(name)):
                continue
            deck = await self.library_deck(name)
            if deck is not None and wanted.split == MADE:
                deck = self._made(deck, wanted.seed)
            if deck is None:
                continue
            verdict = await self.verdict(deck, format_name)
            if verdict is not None and verdict.valid:
                legal[deck.side].append(deck)
        for side, decks in legal.items():
            if not decks:
                raise SpecError(f"pairs: no {side.lower()} deck of the library is legal in {wanted.format}")
        drawn = combine(legal[Side.LIGHT], legal[Side.DARK], wanted.random, wanted.seed)
        return tuple(Pair(wanted.format, light, dark) for light, dark in drawn)

    async def again(self, pair: Pair) -> Pair:
        """The same decks of the library as it is now; those that were made of it stay what they were."""
        light, dark = [
            await self._deck("pairs", deck.name) if deck.library else deck for deck in (pair.light, pair.dark)
        ]
        return Pair(pair.format, light, dark, pair.ours)

    def _made(self, deck: JobDeck, seed: int) -> JobDeck | None:
        """A deck of our own made of one of the library; None if nothing of it can be exchanged."""
        text = make_deck(parse_deck(deck.text), self._index, f"{seed}/{deck.name}").text
        if deck_digest(text) == deck_digest(deck.text):
            return None
        return JobDeck(_own_name(MADE, deck.name, text), deck.side, text)

    async def _deck(self, place: str, wanted: DeckSpec) -> JobDeck:
        if isinstance(wanted, DeckFileSpec):
            return self._deck_of_file(place, self._folder / wanted.file, wanted.start)
        names = await self.library()
        if wanted not in names:
            raise SpecError(
                f"{place}: the library holds no deck named {plain(wanted)!r}: {meant(wanted, names)}"
            )
        deck = await self.library_deck(wanted)
        if deck is None:
            raise SpecError(f"{place}: {plain(wanted)!r} is of no side of the Force, by its cards")
        return deck

    def _deck_of_file(self, place: str, file: Path, start: str) -> JobDeck:
        try:
            cards = parse_deck(file.read_text("utf-8"), str(file))
        except OSError as fault:
            raise SpecError(f"{place}: {file}: {fault.strerror or type(fault).__name__}") from None
        except DeckError as fault:
            raise SpecError(f"{place}: {problem}" for problem in fault.problems) from None
        except UnicodeDecodeError as fault:
            raise SpecError(f"{place}: {file}: {fault}") from None
        side = deck_side(cards, self._index)
        if side is None:
            raise SpecError(f"{place}: {file}: is of no side of the Force, by its cards")
        name = _own_name("arena", file.stem, cards.text)
        return JobDeck(name, side, cards.text, start=start)

    async def verdict(self, deck: JobDeck, format_name: str) -> FormatCheck | None:
        """Whether the server allows a deck in a format; None if it does not judge."""
        return (await self._client.decks.validate(deck.text)).verdict(format_name)

    async def library(self, side: Side | None = None) -> list[str]:
        """The names of the library decks in their order; of one side, or all."""
        if self._names is None:
            found = await self._client.decks.library()
            self._names = {Side.LIGHT: found.light, Side.DARK: found.dark}
        return sorted({name for each in (Side if side is None else (side,)) for name in self._names[each]})

    async def library_deck(self, name: str) -> JobDeck | None:
        """A library deck; None if its cards are of no one side."""
        if name not in self._decks:
            text = (await self._client.decks.show(name, library=True)).text
            side = deck_side(parse_deck(text), self._index)
            if side is None:
                return None
            self._decks[name] = JobDeck(name, side, text, library=True)
        return self._decks[name]


def _own_name(kind: str, name: str, text: str) -> str:
    """What a deck of ours is called in our accounts: a server takes names of at most 45 characters."""
    return f"{kind} {name[:30]} {short(deck_digest(text))}"


def _known_format(place: str, code: str, formats: dict[str, str]) -> None:
    if code not in formats:
        raise SpecError(f"{place}.format: the server has no format {plain(code)!r}: {meant(code, formats)}")
