"""The calls of the hall (PROTOCOL 3.2)."""

from gemp_bot.protocol.calls import CHANNEL_STATUS, Call, Caller, Repeat
from gemp_bot.protocol.enums import AiSkill
from gemp_bot.protocol.hall import Hall, read_hall, read_hall_reply
from gemp_bot.protocol.ids import ChannelNumber, PlayerName, TableId
from gemp_bot.protocol.pace import CallKind
from gemp_bot.protocol.xml import XmlReader


class HallCalls:
    """The hall. Poll it at least once a minute while you wait: silence removes your table.

    Every call may raise `SessionGoneError` and what `errors` lists for the connection.
    """

    def __init__(self, caller: Caller, reader: XmlReader) -> None:
        self._caller = caller
        self._reader = reader

    async def open(self) -> Hall:
        """Open a hall channel and read everything; an older channel of the account is closed.

        The way to find a game to rejoin: `new_games` holds all running games of the account.

        Raises:
            WireError: the answer is none of a hall.
        """
        call = Call(what="hall", segments=("hall",), kind=CallKind.HALL_CALL, status=CHANNEL_STATUS)
        return await self._caller.ask(call, lambda body: read_hall(body, self._reader))

    async def poll(self, channel: ChannelNumber) -> Hall:
        """Wait up to 3.5 s for differences.

        A poll whose answer was lost took its differences with it and is not repeated: open the hall anew.

        Raises:
            ChannelTakenOverError: the hall was opened anew under this name.
            ChannelExpiredError: silent for more than a minute; tables and queues are lost.
            UnreachableError: differences may be lost.
            WireError: the answer is none of a hall.
        """
        call = Call(
            what="hall",
            segments=("hall", "update"),
            method="POST",
            form={"channelNumber": str(channel)},
            kind=CallKind.HALL_POLL,
            repeat=Repeat.UNSENT,
            status=CHANNEL_STATUS,
        )
        return await self._caller.ask(call, lambda body: read_hall(body, self._reader))

    async def create_table(
        self,
        format_code: str,
        deck: str,
        *,
        library: bool = False,
        description: str = "",
        private_for: PlayerName | None = None,
    ) -> str | None:
        """Open a table and wait for an opponent. The ids come with the next polls of the hall.

        Args:
            format_code: a code of `Hall.formats`.
            deck: name of a deck of ours, or of a library deck.
            library: the deck is one of the library.
            description: shown beside the table; a private table has none.
            private_for: the one player who may join, by exact name.

        Returns:
            None, or what the server has to say about the table, which was made (lock-in leagues).

        Raises:
            HallRefusedError: with the server's reason and its kind.
            NotOperationalError: no game can start on this server now.
            SessionGoneError: also if the server has no library at all.
        """
        form = {
            "format": format_code,
            "deckName": deck,
            "sampleDeck": _flag(library),
            # The description of a private table names its guest.
            "tableDesc": description if private_for is None else private_for,
            "isPrivate": _flag(private_for is not None),
            "playVsAi": "false",
        }
        return await self._ask(f"table in {format_code}", ("hall",), form, repeat=Repeat.NEVER)

    async def create_ai_table(
        self,
        format_code: str,
        deck: str,
        *,
        library: bool,
        skill: AiSkill | str,
        ai_deck: str,
        ai_deck_own: bool = False,
    ) -> str | None:
        """Start a game against one of the server's own AIs. The id of the game comes with the hall.

        Args:
            format_code: a code of `Hall.formats`.
            deck: name of our deck.
            library: our deck is one of the library.
            skill: which AI; for the sandbox the name of a strategy, too.
            ai_deck: name of the AI's deck, of the other side.
            ai_deck_own: the AI's deck is one of ours, not of the library.

        Raises:
            HallRefusedError: with the server's reason and its kind.
            NotOperationalError: no game can start on this server now.
            SessionGoneError: also if the server has no library at all, which every bot table needs.
        """
        form = {
            "format": format_code,
            "deckName": deck,
            "sampleDeck": _flag(library),
            "tableDesc": "",
            "isPrivate": "false",
            "playVsAi": "true",
            "aiSkill": str(skill),
            "aiDeckName": ai_deck,
            "aiDeckSample": _flag(not ai_deck_own),
        }
        return await self._ask(f"bot table in {format_code}", ("hall",), form, repeat=Repeat.NEVER)

    async def join_table(self, table_id: TableId, deck: str, *, library: bool = False) -> str | None:
        """Sit down at a table; the game starts inside this call.

        Raises:
            HallRefusedError: with the server's reason and its kind: the table is gone, same side, ...
            NotOperationalError: no game can start on this server now.
        """
        form = {"deckName": deck, "sampleDeck": _flag(library)}
        return await self._ask(f"table {table_id}", ("hall", table_id), form, repeat=Repeat.NEVER)

    async def leave_table(self, table_id: TableId) -> None:
        """Leave a waiting table. Not sitting there is fine, too."""
        await self._ask(f"table {table_id}", ("hall", table_id, "leave"), {}, repeat=Repeat.SAFE)

    async def join_queue(self, queue_id: str, deck: str = "", *, library: bool = False) -> str | None:
        """Join the queue of a tournament.

        Raises:
            HallRefusedError: with the server's reason and its kind.
        """
        form = {"deckName": deck, "sampleDeck": _flag(library)}
        return await self._ask(f"queue {queue_id}", ("hall", "queue", queue_id), form, repeat=Repeat.UNSENT)

    async def _ask(
        self, what: str, segments: tuple[str, ...], form: dict[str, str], *, repeat: Repeat
    ) -> str | None:
        call = Call(
            what=what,
            segments=segments,
            method="POST",
            form=form,
            kind=CallKind.HALL_CALL,
            repeat=repeat,
            # A table may start a game, and an AI may think, inside the call (PROTOCOL 9.2).
            silence=self._caller.settings.answer_timeout,
        )
        told = await self._caller.ask(call, lambda body: read_hall_reply(body, self._reader))
        return None if told is None else self._caller.tidy(told)


def _flag(value: bool) -> str:
    return "true" if value else "false"
