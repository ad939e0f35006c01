"""Leagues: the list, and one with its series and standings (PROTOCOL 3.8)."""

from datetime import date

import msgspec
from lxml import etree

from gemp_bot.protocol import elements
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


class Standing(msgspec.Struct, frozen=True):
    """A player's place in a league, a series or a tournament.

    Attributes:
        opponent_win: strength of the opponents met, in the server's words.
    """

    player: PlayerName
    place: int | None = None
    points: int | None = None
    games: int | None = None
    opponent_win: str = ""


class Match(msgspec.Struct, frozen=True):
    """One of our own matches in a series."""

    winner: PlayerName
    loser: PlayerName


class Series(msgspec.Struct, frozen=True):
    """A part of a league, with a format of its own."""

    name: str
    format_code: str = ""
    format_name: str = ""
    collection: str = ""
    limited: bool = False
    max_matches: int | None = None
    start: date | None = None
    end: date | None = None
    matches: tuple[Match, ...] = ()
    standings: tuple[Standing, ...] = ()


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
    series: tuple[Series, ...] = ()
    standings: tuple[Standing, ...] = ()


def read_leagues(body: bytes, reader: XmlReader) -> tuple[League, ...]:
    """Decode the list of leagues.

    Raises:
        WireError: no such answer, or a league without its code.
    """
    root = elements.read_document(reader, body, "leagues")
    return tuple(_league(row) for row in root.iter("league"))


def read_league(body: bytes, reader: XmlReader) -> LeagueDetails:
    """Decode one league.

    Raises:
        WireError: no such answer, or one without the code of the league.
    """
    root = elements.read_document(reader, body, "league")
    return LeagueDetails(
        league=_league(root),
        joinable=elements.flag(root, "joinable"),
        draftable=elements.flag(root, "draftable"),
        invitation_only=elements.flag(root, "invitationOnly"),
        registration=plain(root.get("registrationInfo", "")),
        cost=elements.whole(root, "cost"),
        allow_time_extensions=elements.flag(root, "allowTimeExtensions"),
        allow_spectators=elements.flag(root, "allowSpectators"),
        show_player_names=elements.flag(root, "showPlayerNames"),
        decision_seconds=elements.whole(root, "decisionTimeoutSeconds"),
        player_minutes=elements.whole(root, "timePerPlayerMinutes"),
        locked_deck=root.get("lockedDeckType", ""),
        series=tuple(_series(row) for row in root.iter("serie")),
        standings=tuple(standing(row) for row in root.iter("leagueStanding")),
    )


def standing(row: etree._Element) -> Standing:
    """A place in a ranking, whatever its element is called.

    Raises:
        MalformedAnswerError: without the player.
    """
    return Standing(
        player=PlayerName(elements.needed(row, "player")),
        place=elements.whole(row, "standing"),
        points=elements.whole(row, "points"),
        games=elements.whole(row, "gamesPlayed"),
        opponent_win=printable(row.get("opponentWin", "")),
    )


def _league(row: etree._Element) -> League:
    return League(
        code=elements.needed(row, "type"),
        name=printable(row.get("name", "")),
        member=elements.flag(row, "member"),
        start=elements.day(row, "start"),
        end=elements.day(row, "end"),
    )


def _series(row: etree._Element) -> Series:
    return Series(
        name=printable(row.get("type", "")),
        format_code=row.get("formatType", ""),
        format_name=printable(row.get("format", "")),
        collection=printable(row.get("collection", "")),
        limited=elements.flag(row, "limited"),
        max_matches=elements.whole(row, "maxMatches"),
        start=elements.day(row, "start"),
        end=elements.day(row, "end"),
        matches=tuple(
            Match(PlayerName(elements.needed(match, "winner")), PlayerName(elements.needed(match, "loser")))
            for match in row.iter("match")
        ),
        standings=tuple(standing(place) for place in row.iter("standing")),
    )
