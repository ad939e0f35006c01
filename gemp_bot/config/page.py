"""The page about the configuration, `docs/config.md`, made of `config.example.toml`."""

import re
from typing import Final

_HEAD: Final = """\
# Every key of the configuration

For operators, and for those who want to know what can be set.

The configuration is a TOML file, `config.toml` unless `--config` or the variable `GEMP_BOT_CONFIG` names
another one. `config.example.toml` is this page as a file to copy. Every section and every key may be left
out; below each text stand its keys with their defaults. `gemp-bot config check` tells what is wrong with a
file, and what would be right; [a game on a server](server.md#configuration-and-passwords) tells what outranks
the file, and where passwords are.

Paths may begin with `~`, and relative ones count from the folder the bot is started in; `""` is "none".
"""
_SECTION: Final = re.compile(r"^\[+[a-z_]+\]+$", re.MULTILINE)
_KEY: Final = re.compile(r"^[a-z_]+ = ")
_PAGE: Final = re.compile(r"docs/([\w-]+\.md)")


def page(example: str) -> str:
    """The page, in Markdown.

    Args:
        example: the text of `config.example.toml`: what a key means stands above it, an empty line ends what
            belongs together, and the section at the end is commented out.
    """
    text = re.sub(r"^# ?", "", example, flags=re.MULTILINE)
    heads, bodies = _SECTION.findall(text), _SECTION.split(text)[1:]
    sections = (f"## `{head}`\n\n{_section(body)}" for head, body in zip(heads, bodies, strict=True))
    return "\n".join((_HEAD, *sections))


def _section(body: str) -> str:
    return "\n".join(_block(block.splitlines()) for block in re.split(r"\n\n+", body.strip()))


def _block(lines: list[str]) -> str:
    """What some keys mean, and the keys; or what a section is for."""
    keys = [line for line in lines if _KEY.match(line)]
    about = "".join(f"{line}\n" for line in lines[: len(lines) - len(keys)])
    shown = "\n".join(("```toml", *keys, "```\n")) if keys else ""
    return _PAGE.sub(r"[\1](\1)", about) + ("\n" if about and shown else "") + shown
