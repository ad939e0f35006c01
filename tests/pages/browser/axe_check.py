"""Asks axe what is wrong with a page for people who do not see it, or see it badly."""

import gzip
from functools import cache
from pathlib import Path

from chromium import Tab

FOLDER = Path(__file__).parent / "axe"
_RUN = """
axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] })
.then(({ violations, passes }) => ({
  rules: passes.length,
  wrong: violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}: ${node.failureSummary}`)),
}))
"""


@cache
def _source() -> str:
    return gzip.decompress((FOLDER / "axe.min.js.gz").read_bytes()).decode()


async def barriers(tab: Tab) -> list[str]:
    """What is against the rules, a line each; empty if nothing is."""
    await tab.run(f"{_source()}\n;0")
    found = await tab.run(_RUN)
    assert found["rules"] > 5, "axe has looked at nothing"
    return list(found["wrong"])
