"""The calls about decks (PROTOCOL 3.5)."""

from gemp_bot.protocol.calls import Call, Caller, Repeat
from gemp_bot.protocol.decks import (
    Deck,
    DeckNames,
    DeckReport,
    SavedDeck,
    dropped_cards,
    read_deck,
    read_deck_names,
    read_deck_report,
)
from gemp_bot.protocol.errors import GempError, NotFoundError, RefusedError
from gemp_bot.protocol.xml import XmlReader


def _no_library(message: str) -> GempError:
    return RefusedError(f"{message}; or the server has no library at all", status=401)


class DeckCalls:
    """Decks of the account and of the server's library.

    Every call but those of the library may raise `SessionGoneError`, and all what `errors` lists for the
    connection.
    """

    def __init__(self, caller: Caller, reader: XmlReader) -> None:
        self._caller = caller
        self._reader = reader

    async def list(self) -> DeckNames:
        """The names of our decks."""
        call = Call(what="decks", segments=("deck", "list"))
        return await self._caller.ask(call, lambda body: read_deck_names(body, self._reader))

    async def library(self) -> DeckNames:
        """The names of the library's decks; needs no login.

        Raises:
            RefusedError: 401: the server has no library.
        """
        call = Call(what="library", segments=("deck", "libraryList"), status={401: _no_library})
        return await self._caller.ask(call, lambda body: read_deck_names(body, self._reader))

    async def show(self, name: str, *, library: bool = False) -> Deck:
        """The cards of a deck.

        Raises:
            NotFoundError: no deck of that name, or one without cards: the server shows both alike.
        """
        deck = await self._read(name, library=library)
        if not (deck.cards or deck.outside):
            where = "the library holds" if library else "the account has"
            raise NotFoundError(f"{where} no deck named {name!r}, or it is empty")
        return deck

    async def save(self, name: str, text: str) -> SavedDeck:
        """Save or overwrite a deck, and read it back: the server drops unknown cards silently.

        Args:
            name: at most 45 characters.
            text: blueprint ids, `id,id,...|id,...`; whether they make a legal deck is not checked.

        Raises:
            ServerFaultError: 500: an id is malformed, or the name too long.
        """
        await self._caller.call(
            Call(
                what=f"deck {name!r}",
                segments=("deck",),
                method="POST",
                form={"deckName": name, "deckContents": text},
            )
        )
        deck = await self._read(name, library=False)
        return SavedDeck(deck, dropped_cards(text, deck))

    async def rename(self, old: str, new: str) -> Deck:
        """Give a deck another name.

        Raises:
            NotFoundError: no deck of the old name.
        """
        call = Call(
            what=f"deck {old!r}",
            segments=("deck", "rename"),
            method="POST",
            form={"oldDeckName": old, "deckName": new},
            repeat=Repeat.UNSENT,
        )
        return await self._caller.ask(call, lambda body: read_deck(body, self._reader, name=new))

    async def delete(self, name: str) -> None:
        """Delete a deck. No such deck is fine, too."""
        await self._caller.call(
            Call(
                what=f"deck {name!r}",
                segments=("deck", "delete"),
                method="POST",
                form={"deckName": name},
            )
        )

    async def validate(self, text: str) -> DeckReport:
        """The server's verdict on a deck, format by format, without saving it.

        Raises:
            ServerFaultError: 500: an id is malformed.
            RefusedError: 400: no deck at all.
        """
        call = Call(
            what="deck report",
            segments=("deck", "stats"),
            method="POST",
            form={"deckContents": text},
        )
        most = self._caller.settings.max_answer_bytes
        return await self._caller.ask(call, lambda body: read_deck_report(body, max_bytes=most))

    async def _read(self, name: str, *, library: bool) -> Deck:
        call = Call(
            what=f"library deck {name!r}" if library else f"deck {name!r}",
            segments=("deck", "library") if library else ("deck",),
            form={"deckName": name},
            status={401: _no_library} if library else {},
        )
        return await self._caller.ask(call, lambda body: read_deck(body, self._reader, name=name))
