"""Renew the quotes of docs/one-game.md after the player has changed; what is said about them stays.

    python tests/cli/refresh_one_game.py

Read the page afterwards: a sentence may no longer fit what is quoted.
"""

import contextlib
import io
import re
import shlex
from pathlib import Path

from gemp_bot.cli.main import main

PAGE = Path(__file__).resolve().parent.parent.parent / "docs/one-game.md"
_COMMAND = re.compile(r"^```sh\ngemp-bot (.*)\n```$", re.MULTILINE)
_SECTION = re.compile(r"^(## (\d+)\. [^\n]+\n\n```text\n).*?(\n```\n)", re.MULTILINE | re.DOTALL)
_BOARD = re.compile(r"==|   ?\d+ |       (dark|light)|  our hand")
_ANSWER = ("  > ", "    strong", "    because", "    rather")


def printed(command: str) -> dict[str, list[str]]:
    """What the command prints, by question."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(shlex.split(command))
    found = {}
    for block in out.getvalue().split("\n\n"):
        asked = re.search(r"^\? (\d+)\.", block, re.MULTILINE)
        if asked is not None:
            found[asked[1]] = block.splitlines()
    return found


def quoted(number: str, lines: list[str], *, board: bool) -> str:
    """The board in short, the question, and what is said about the answer."""
    at = next(index for index, line in enumerate(lines) if line.startswith(f"? {number}."))
    shown = [line for line in lines[:at] if _BOARD.match(line)] if board else []
    return "\n".join([*shown, lines[at], *(line for line in lines[at + 1 :] if line.startswith(_ANSWER))])


def refresh() -> None:
    """Write the page anew."""
    text = PAGE.read_text(encoding="utf-8")
    (command,) = _COMMAND.findall(text)
    boards = printed(command)

    def renewed(section: re.Match[str]) -> str:
        head, number, tail = section.groups()
        return head + quoted(number, boards[number], board="\n==" in section[0]) + tail

    PAGE.write_text(_SECTION.sub(renewed, text), encoding="utf-8")


if __name__ == "__main__":
    refresh()
