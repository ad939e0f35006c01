"""Running a command in-process against a fake server."""

import io
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from gemp_bot.cli import decks, doctor, history, play, tables, watch
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import build_parser
from gemp_bot.cli.session import Command
from gemp_bot.sandbox.server.fake import EPOCH

COMMANDS: dict[str, Command] = {
    "tables": tables.tables,
    "decks": decks.decks,
    "play": play.play,
    "history": history.fetch,
    "watch": watch.watch,
}


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        assert self.out.count("\n") == 1
        value: dict[str, Any] = json.loads(self.out)
        return value


async def command(url: str, *words: str, user: str = "alice", seconds_ahead: float = 0) -> Ran:
    """Run a command as `user`; its password comes from GEMP_BOT_PASSWORD, its clock from the server."""
    args = build_parser().parse_args([*words, "--server", url, "--user", user])
    stdout, stderr = io.StringIO(), io.StringIO()
    out = Output(as_json=args.json, stdout=stdout, stderr=stderr)
    now = datetime.fromtimestamp(EPOCH + seconds_ahead, UTC)
    if args.module.endswith(".doctor"):
        code = await doctor.doctor(args, out, now=lambda: now)
    else:
        code = await COMMANDS[args.module.rpartition(".")[2]](args, out)
    return Ran(code, stdout.getvalue(), stderr.getvalue())
