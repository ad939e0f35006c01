"""Running a command in-process against a fake server."""

import io
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from gemp_bot.cli import doctor
from gemp_bot.cli.output import Output
from gemp_bot.cli.parser import parse
from gemp_bot.sandbox.server.fake import EPOCH


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
    found, args = parse([*words, "--server", url, "--user", user])
    stdout, stderr = io.StringIO(), io.StringIO()
    out = Output(as_json=args.json, stdout=stdout, stderr=stderr)
    now = datetime.fromtimestamp(EPOCH + seconds_ahead, UTC)
    if found is doctor.COMMAND:
        code = await doctor.examine(args, out, now=lambda: now)
    else:
        ended = found.run(args, out)
        code = ended if isinstance(ended, int) else await ended
    return Ran(code, stdout.getvalue(), stderr.getvalue())
