"""Leagues and tournaments: lists, series and standings, and the calls about them (PROTOCOL 3.8, 3.9)."""

from datetime import date

import msgspec
from lxml import etree

from gemp_bot.protocol import xml
from gemp_bot.protocol.calls import Call, Caller, Repeat
from gemp_bot.protocol.errors import GempError, RefusedError
from gemp_bot.protocol.html import plain, printable
from gemp_bot.protocol.ids import PlayerName
from gemp_bot.protocol.xml import XmlReader


class League(msgspec.Struct, frozen=True):
    """A league that has not expired.

    Attributes:
        code: its `type`, which also is a format code of the hall.
        member: whether we are in it.
        start, end: first and last day.
    """

    code: str
    name: str
    member: bool = False
    start: date | None = None
    end: date | None = None


class PlayerStanding(msgspec.Struct, frozen=True):
    """A player's place in a league, a series or a tournament.

    Attributes:
        opponent_win: strength of the opponents met, in the server's words.
    """

    player: PlayerName
    place: int | None = None
    points: int | None = None
    games: int | None = None
    opponent_win: str = ""


class SeriesMatch(msgspec.Struct, frozen=True):
    """One of our own matches in a series."""

    winner: PlayerName
    loser: PlayerName


class LeagueSeries(msgspec.Struct, frozen=True):
    """A part of a league, with a format of its own."""

    name: str
    format_code: str = ""
    format_name: str = ""
    collection: str = ""
    limited: bool = False
    max_matches: int | None = None
    start: date | None = None
    end: date | None = None
    matches: tuple[SeriesMatch, ...] = ()
    standings: tuple[PlayerStanding, ...] = ()


class LeagueDetails(msgspec.Struct, frozen=True):
    """All about one league.

    Attributes:
        cost: price of joining in the game's own money.
        decision_seconds: limit of one decision; lasts longer than that and the game is lost.
        player_minutes: whole clock of a player.
        locked_deck: code of the way decks are locked in; empty for none.
    """

    league: League
    joinable: bool = False
    draftable: bool = False
    invitation_only: bool = False
    registration: str = ""
    cost: int | None = None
    allow_time_extensions: bool = False
    allow_spectators: bool = False
    show_player_names: bool = False
    decision_seconds: int | None = None
    player_minutes: int | None = None
    locked_deck: str = ""
    series: tuple[LeagueSeries, ...] = ()
    standings: tuple[PlayerStanding, ...] = ()


def read_leagues(body: bytes, reader: XmlReader) -> tuple[League, ...]:
    """Decode the list of leagues.

    Raises:
        WireError: no such answer, or a league without its code.
    """
    root = xml.read_document(reader, body, "leagues")
    return tuple(_league(row) for row in root.iter("league"))


def read_league(body: bytes, reader: XmlReader) -> LeagueDetails:
    """Decode one league.

    Raises:
        WireError: no such answer, or one without the code of the league.
    """
    root = xml.read_document(reader, body, "league")
    return LeagueDetails(
        league=_league(root),
        joinable=xml.flag(root, "joinable"),
        draftable=xml.flag(root, "draftable"),
        invitation_only=xml.flag(root, "invitationOnly"),
        registration=plain(root.get("registrationInfo", "")),
        cost=xml.whole(root, "cost"),
        allow_time_extensions=xml.flag(root, "allowTimeExtensions"),
        allow_spectators=xml.flag(root, "allowSpectators"),
        show_player_names=xml.flag(root, "showPlayerNames"),
        decision_seconds=xml.whole(root, "decisionTimeoutSeconds"),
        player_minutes=xml.whole(root, "timePerPlayerMinutes"),
        locked_deck=root.get("lockedDeckType", ""),
        series=tuple(_series(row) for row in root.iter("serie")),
        standings=tuple(standing(row) for row in root.iter("leagueStanding")),
    )


def standing(row: etree._Element) -> PlayerStanding:
    """A place in a ranking, whatever its element is called.

    Raises:
        MalformedAnswerError: without the player.
    """
    return PlayerStanding(
        player=PlayerName(xml.needed(row, "player")),
        place=xml.whole(row, "standing"),
        points=xml.whole(row, "points"),
        games=xml.whole(row, "gamesPlayed"),
        opponent_win=printable(row.get("opponentWin", "")),
    )


def _league(row: etree._Element) -> League:
    return League(
        code=xml.needed(row, "type"),
        name=printable(row.get("name", "")),
        member=xml.flag(row, "member"),
        start=xml.day(row, "start"),
        end=xml.day(row, "end"),
    )


def _series(row: etree._Element) -> LeagueSeries:
    return LeagueSeries(
        name=printable(row.get("type", "")),
        format_code=row.get("formatType", ""),
        format_name=printable(row.get("format", "")),
        collection=printable(row.get("collection", "")),
        limited=xml.flag(row, "limited"),
        max_matches=xml.whole(row, "maxMatches"),
        start=xml.day(row, "start"),
        end=xml.day(row, "end"),
        matches=tuple(
            SeriesMatch(PlayerName(xml.needed(match, "winner")), PlayerName(xml.needed(match, "loser")))
            for match in row.iter("match")
        ),
        standings=tuple(standing(place) for place in row.iter("standing")),
    )


class Tournament(msgspec.Struct, frozen=True):
    """A tournament.

    Attributes:
        stage: the server's word: `Drafting`, `Deck building`, `Playing games`, `Finished`.
        standings: only where one tournament was asked for.
    """

    id: str
    name: str
    format_name: str = ""
    collection: str = ""
    round: int | None = None
    stage: str = ""
    standings: tuple[PlayerStanding, ...] = ()


def read_tournaments(body: bytes, reader: XmlReader) -> tuple[Tournament, ...]:
    """Decode a list of tournaments.

    Raises:
        WireError: no such answer, or a tournament without its id.
    """
    root = xml.read_document(reader, body, "tournaments")
    return tuple(_tournament(row) for row in root.iter("tournament"))


def read_tournament(body: bytes, reader: XmlReader) -> Tournament:
    """Decode one tournament with its standings.

    Raises:
        WireError: no such answer, or one without the id of the tournament.
    """
    return _tournament(xml.read_document(reader, body, "tournament"))


def _tournament(row: etree._Element) -> Tournament:
    return Tournament(
        id=xml.needed(row, "id"),
        name=printable(row.get("name", "")),
        format_name=printable(row.get("format", "")),
        collection=printable(row.get("collection", "")),
        round=xml.whole(row, "round"),
        stage=printable(row.get("stage", "")),
        standings=tuple(standing(place) for place in row.iter("tournamentStanding")),
    )


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
