"""Signs of other languages in an expression that cannot be read, and what to write for them."""

import re
from collections.abc import Mapping

_OTHERS = re.compile(r"&&|\|\||!(?!=)|(?<![<>=!:])=(?!=)")
_MEANT: Mapping[str, str] = {"&&": "`and`", "||": "`or`", "!": "`not`", "=": "`==`"}
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")


def sign_meant(line: str) -> str:
    """What to write for a sign of other languages; empty if there is none outside of texts."""
    bare = _QUOTED.sub(lambda text: " " * len(text[0]), line)
    found = _OTHERS.search(bare)
    return "" if found is None else f"write {_MEANT[found[0]]} for {found[0]}, character {found.start() + 1}"
