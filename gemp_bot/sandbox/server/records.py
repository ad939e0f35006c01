"""What is left of games that ended: history and replays; and the small lists beside them (PROTOCOL 3.6)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from gemp_bot.protocol.wording import RECORDED_CANCEL
from gemp_bot.sandbox.server.event_xml import event_node
from gemp_bot.sandbox.server.game import ServedGame
from gemp_bot.sandbox.server.http import HttpCall, HttpRefusal, HttpReply, xml_reply
from gemp_bot.sandbox.server.xml import Node, document, node

_MOST_ROWS = 100
MOST_OVER = 100
"""Games that are over and still known; the oldest is forgotten for a new one."""


@dataclass(slots=True)
class Records:
    """Games that ended, oldest first."""

    new_id: Callable[[], str]
    rows: list[tuple[frozenset[str], Node]] = field(default_factory=list)
    replays: dict[str, Node] = field(default_factory=dict)

    def keep(self, game: ServedGame, format_name: str, started: float, ended: float) -> None:
        """Write a game down; cancelled ones too, with an arbitrary winner."""
        outcome = game.outcome
        won = outcome is not None and outcome.winner is not None
        recording = self.new_id()
        if len(self.rows) >= MOST_OVER:
            players, oldest = self.rows.pop(0)
            for player in players:
                del self.replays[f"{player}${oldest.attrs['gameRecordingId']}"]
        row = node(
            "historyEntry",
            winner=outcome.winner if outcome and won else game.players[0],
            loser=outcome.loser if outcome and won else game.players[1],
            winReason=outcome.won if outcome and won else RECORDED_CANCEL,
            loseReason=outcome.lost if outcome and won else RECORDED_CANCEL,
            winnerDeckArchetype="",
            loserDeckArchetype="",
            formatName=format_name,
            tournament="Casual",
            gameRecordingId=recording,
            startTime=int(started * 1000),
            endTime=int(ended * 1000),
        )
        self.rows.append((frozenset(game.players), row))
        for player in game.players:
            self.replays[f"{player}${recording}"] = node(
                "gameReplay", *map(event_node, game.table.snapshot(player))
            )

    def history(self, call: HttpCall) -> HttpReply:
        """Answer `gameHistory`, newest first."""
        start, count = call.number("start"), call.number("count")
        if start < 0 or not 1 <= count <= _MOST_ROWS:
            raise HttpRefusal(400, f"start={start}, count={count}: from 0, and 1 to {_MOST_ROWS}")
        mine = [row for players, row in reversed(self.rows) if call.user in players]
        found = mine[start : start + count]
        return xml_reply(node("gameHistory", *found, count=len(mine), playerId=call.user))

    def replay(self, name: str) -> HttpReply:
        """Answer `replay/<player>$<recording>`; the name is taken as it came, not decoded."""
        if name not in self.replays:
            raise HttpRefusal(404, f"no replay {name}")
        return HttpReply(document(self.replays[name]), content_type="application/html; charset=UTF-8")
