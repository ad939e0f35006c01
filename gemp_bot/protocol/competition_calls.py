"""The calls about leagues and tournaments (PROTOCOL 3.8, 3.9)."""

from gemp_bot.protocol.calls import Call, Caller, Repeat
from gemp_bot.protocol.errors import GempError, RefusedError
from gemp_bot.protocol.leagues import League, LeagueDetails, read_league, read_leagues
from gemp_bot.protocol.tournaments import Tournament, read_tournament, read_tournaments
from gemp_bot.protocol.xml import XmlReader


def _may_not_join(message: str) -> GempError:
    return RefusedError(f"{message}: already in it, by invitation only, or not enough money", status=409)


class LeagueCalls:
    """Leagues."""

    def __init__(self, caller: Caller, reader: XmlReader) -> None:
        self._caller = caller
        self._reader = reader

    async def list(self) -> tuple[League, ...]:
        """The leagues that have not expired."""
        call = Call(what="leagues", segments=("league",))
        return await self._caller.ask(call, lambda body: read_leagues(body, self._reader))

    async def show(self, code: str) -> LeagueDetails:
        """All about one league.

        Raises:
            NotFoundError: no such league.
        """
        call = Call(what=f"league {code}", segments=("league", code))
        return await self._caller.ask(call, lambda body: read_league(body, self._reader))

    async def join(self, code: str) -> None:
        """Join a league; costs its price.

        Raises:
            NotFoundError: no such league.
            RefusedError: 409: already in it, by invitation only, or not enough money.
        """
        await self._caller.call(
            Call(
                what=f"league {code}",
                segments=("league", code),
                method="POST",
                repeat=Repeat.UNSENT,
                status={409: _may_not_join},
            )
        )


class TournamentCalls:
    """Tournaments; needs no login. Queues and dropping out are calls of the hall."""

    def __init__(self, caller: Caller, reader: XmlReader) -> None:
        self._caller = caller
        self._reader = reader

    async def list(self) -> tuple[Tournament, ...]:
        """The running tournaments."""
        call = Call(what="tournaments", segments=("tournament",))
        return await self._caller.ask(call, lambda body: read_tournaments(body, self._reader))

    async def history(self) -> tuple[Tournament, ...]:
        """The tournaments that are over."""
        call = Call(what="tournaments", segments=("tournament", "history"))
        return await self._caller.ask(call, lambda body: read_tournaments(body, self._reader))

    async def show(self, tournament_id: str) -> Tournament:
        """One tournament with its standings.

        Raises:
            NotFoundError: no such tournament.
        """
        call = Call(what=f"tournament {tournament_id}", segments=("tournament", tournament_id))
        return await self._caller.ask(call, lambda body: read_tournament(body, self._reader))
