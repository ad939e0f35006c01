"""What the sandbox sends beside a real server: python -m tools.wire [--markdown] RECORDING..."""

import sys
from pathlib import Path
from typing import Annotated

from gemp_bot.cli.command import Args, Result, arg, command
from gemp_bot.cli.exits import FAILURE, OK
from gemp_bot.cli.main import main as run_main
from gemp_bot.cli.output import Output
from gemp_bot.journal import JournalError
from gemp_bot.logs import Secrets, set_up_logs
from gemp_bot.sandbox import compare as wires
from gemp_bot.sandbox.box import Box


class WireArgs(Args):
    files: list[Path] = arg("FILE", "a recording of a real server")
    markdown: bool = arg("--markdown", "print the document docs/sandbox-wire.md")


class WireType(Result):
    type: Annotated[str, "of event or decision, or the child of an event"]
    recorded: int
    sandbox: int
    both: Annotated[list[str], "attributes or parameters of both"]
    only_recorded: list[str]
    only_sandbox: list[str]
    explained: Annotated[bool, "there is no difference, or a known reason for each"]


class WireResult(Result):
    types: list[WireType]
    games: Annotated[int, "whole games in the recordings"]
    unexplained: int
    damaged: int


@command(
    json=WireResult,
    about="""
Compare recordings of a real server with games of the sandbox: for each type of
event and of decision that both know, the attributes and parameters it carries.
A difference without a reason is a failure (exit code 1). The recordings
should be of several whole games: what a few events do not carry may be rare.

--markdown prints the whole document docs/sandbox-wire.md.""",
    examples="""
  python -m tools.wire journals/*.jsonl.gz
  python -m tools.wire --markdown fixtures/games/*.jsonl.gz""",
)
def wire(args: WireArgs, out: Output) -> int:
    set_up_logs(Secrets(), level="warning")
    files: list[Path] = args.files
    real = wires.Shapes()
    damaged: list[Path] = []
    for file in files:
        try:
            wires.add_recorded(real, file)
        except JournalError as fault:
            damaged.append(file)
            out.note(f"gemp-bot: {fault}")
    if len(damaged) == len(files):
        return FAILURE
    rows = wires.compare(real, wires.played(Box()))
    wrong = [row for row in rows if not row.explained]
    if args.markdown:
        for line in wires.as_markdown(rows).splitlines():
            out.line(line)
    else:
        out.table(("type", "recorded", "sandbox", "differs", "why"), [_cells(row) for row in rows])
    if len(real.ended) < wires.ENOUGH:
        out.note(
            f"gemp-bot: whole games recorded: {len(real.ended)}; below {wires.ENOUGH}, what only the sandbox "
            "sends may just not have come about in them"
        )
    for row in wrong:
        what = _differs(row) or "the sandbox never sends it"
        out.note(f"gemp-bot: {row.key}: {what}, and no reason is known")
    out.json(
        WireResult(
            types=[
                WireType.of(
                    row,
                    type=row.key,
                    recorded=row.real,
                    sandbox=row.box,
                    only_recorded=row.only_real,
                    only_sandbox=row.only_box,
                )
                for row in rows
            ],
            games=len(real.ended),
            unexplained=len(wrong),
            damaged=len(damaged),
        )
    )
    return FAILURE if wrong or damaged else OK


COMMAND = wire


def _cells(row: wires.Row) -> tuple[str, ...]:
    return row.key, str(row.real), str(row.box), _differs(row), "; ".join(row.reasons)


def _differs(row: wires.Row) -> str:
    parts = [f"-{name}" for name in row.only_real] + [f"+{name}" for name in row.only_box]
    return " ".join(parts)


def main(argv: list[str] | None = None) -> int:
    return run_main(argv, ("python -m tools.wire", COMMAND))


if __name__ == "__main__":
    sys.exit(main())
