"""The site as `make docs` builds it, opened from a disk in a real browser."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from chromium import Tab

pytest.importorskip("zensical", reason="the group `docs` is not installed")
pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

ROOT = Path(__file__).parents[3]
_SEARCH = "[...document.body.children].find((part) => part.shadowRoot).shadowRoot"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The site, built beside the one of the tree."""
    for name in ("mkdocs.yml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("docs", "gemp_bot", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    build = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True)  # noqa: S603
    return tmp_path / "build/site"


async def test_the_search_finds_pages_and_nothing_comes_from_elsewhere(site: Path, tab: Tab) -> None:
    await tab.open((site / "index.html").as_uri())
    await tab.until(f"!!{_SEARCH}")
    await tab.run("document.querySelector('label[for=__search]').click()")
    await tab.until(f"{_SEARCH}.activeElement?.matches('input')")
    await tab.call("Input.insertText", text="pseudonyms")
    await tab.until(f"{_SEARCH}.querySelector('a[href]') !== null")
    links = await tab.run(f"[...{_SEARCH}.querySelectorAll('a')].map((link) => link.href)")
    assert (site / "history.html").as_uri() + "#people" in links
    assert tab.complaints == []
    assert {address.partition(":")[0] for address in tab.requested} <= {"file", "data", "about"}
