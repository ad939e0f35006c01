"""The site: every page has its place and says for whom it is; what it shows can be typed and clicked."""

import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import gemp_bot
from gemp_bot.cli.parser import parse

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\]\(([^)\s]+)\)")
_NAMED = re.compile(r"(?<![\w./-])docs/([\w-]+\.md)")
_CODE = (".py", ".toml", ".md", ".yml", ".service", ".html", ".js", "")

every_page = pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)


def blocks(page: Path, *languages: str) -> list[str]:
    """What a page shows between fences, without the space before each line."""
    found = _FENCE.findall(page.read_text("utf-8"))
    return [
        re.sub(f"^{space}", "", text, flags=re.MULTILINE) for space, name, text in found if name in languages
    ]


def anchors(page: Path) -> set[str]:
    """Where a link into a page can lead: its headings, as Python-Markdown names them."""
    heads = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", head) for head in heads)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in plain}


def in_navigation(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        for place in entry.values():
            yield from in_navigation(place) if isinstance(place, list) else [place]


def test_every_page_has_one_place_in_the_navigation() -> None:
    assert Counter(in_navigation(SITE["nav"])) == Counter(page.name for page in PAGES)


def test_what_the_search_needs_on_a_disk_is_in_the_tree() -> None:
    """`offline` would take the shim of its worker from another host, unless one is named."""
    assert "offline" in SITE["plugins"]
    shims = SITE["extra"]["polyfills"]
    assert any("iframe-worker" in shim for shim in shims)
    assert all((DOCS / shim).is_file() for shim in shims)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_says_first_for_whom_it_is(page: Path) -> None:
    title, first = [line for line in page.read_text("utf-8").splitlines() if line][:2]
    assert title.startswith("# ")
    assert first.startswith("For ")


def test_maintainers_stand_apart() -> None:
    (theirs,) = (entry["Maintainers"] for entry in SITE["nav"] if "Maintainers" in entry)
    first = {page.name: [line for line in page.read_text("utf-8").splitlines() if line][1] for page in PAGES}
    assert set(in_navigation(theirs)) == {name for name in first if first[name].startswith("For maintainers")}


@every_page
def test_links_lead_to_pages_and_headings(page: Path) -> None:
    for target in _LINK.findall(_FENCE.sub("", page.read_text("utf-8"))):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        place = page.parent / path if path else page
        assert place.exists(), target
        assert not anchor or anchor in anchors(place), target
        if page.parent == DOCS:
            assert place.resolve().is_relative_to(DOCS), f"{target}: not on the site"


@every_page
def test_commands_that_are_shown_can_be_typed(page: Path) -> None:
    lines = "".join(blocks(page, "sh", "")).replace("\\\n", " ").splitlines()
    for line in lines:
        typed = line.removeprefix("$ ").strip()
        if not typed.startswith("gemp-bot ") or re.search(r"[A-Z]{4,}\.\.\.|\||--help$", typed):
            continue
        words = shlex.split(typed, comments=True)[1:]
        if ">" in words:
            words = words[: words.index(">")]
        assert parse(words), typed


@every_page
def test_what_is_shown_can_be_read(page: Path) -> None:
    for text in blocks(page, "toml"):
        tomllib.loads(text)
    for text in blocks(page, "python"):
        compile(text, str(page), "exec", dont_inherit=True, flags=0x2000)  # await outside of functions, too


def test_pages_that_the_program_names_exist() -> None:
    for folder in ("gemp_bot", "tests", "deploy", "strategies", "benchmarks", "tools", ".ci"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and file.suffix in _CODE and "__pycache__" not in file.parts:
                for name in _NAMED.findall(file.read_text("utf-8")):
                    assert (DOCS / name).exists(), (file, name)


def test_the_reference_holds_every_public_name() -> None:
    named = Counter(
        re.findall(r"^::: gemp_bot\.(\w+)$", (DOCS / "api-reference.md").read_text("utf-8"), re.MULTILINE)
    )
    assert named == Counter(name for name in gemp_bot.__all__ if name != "__version__")
