"""Commands about what is known: `prompts`, `rules`, `cards`."""

import argparse
from functools import partial

from gemp_bot.cli import manual
from gemp_bot.cli.parsers.base import Commands, command, verbs_of
from gemp_bot.cli.parsers.values import path


def add_texts(commands: Commands, as_json: argparse.ArgumentParser) -> None:
    """`prompts ...` and `rules ...`."""
    local = partial(command, codes=manual.LOCAL_EXIT_CODES)
    verbs = verbs_of(local(commands, "prompts", "the catalogue of the server's texts", manual.PROMPTS))
    coverage = local(
        verbs,
        "coverage",
        "how much of the texts is understood",
        manual.COVERAGE,
        end=manual.COVERAGE_END,
        parents=[as_json],
    )
    coverage.add_argument(
        "files", metavar="FILE", nargs="+", type=path, help="a recording, or a folder of recordings"
    )
    coverage.add_argument(
        "--counts", metavar="FILE", type=path, help="write how often each kind of question was asked"
    )
    coverage.set_defaults(module="gemp_bot.cli.prompts")

    verbs = verbs_of(local(commands, "rules", "the rulebook, as far as we know it", manual.RULES))
    coverage = local(
        verbs,
        "coverage",
        "which function decides which rule",
        manual.RULE_COVERAGE,
        end=manual.RULE_COVERAGE_END,
        parents=[as_json],
    )
    coverage.add_argument("--markdown", action="store_true", help="print docs/rules.md")
    coverage.add_argument("--tests", metavar="DIR", type=path, help="where the tests are (else tests/rules)")
    coverage.add_argument("--played", action="store_true", help="count what runs in games and recordings")
    coverage.add_argument("--games", metavar="N", type=int, help="games of the box to play (else 200)")
    coverage.add_argument("files", metavar="FILE", nargs="*", type=path, help="a recording to decide again")
    coverage.set_defaults(module="gemp_bot.cli.rules")


def add_cards(commands: Commands, as_json: argparse.ArgumentParser) -> None:
    """`cards ...`."""
    codes = manual.LOCAL_EXIT_CODES
    cards = command(
        commands, "cards", "the facts of the cards", manual.CARDS, end=manual.CARDS_END, codes=codes
    )
    verbs = verbs_of(cards)

    def verb(
        name: str, summary: str, description: str, end: str = manual.CARDS_END
    ) -> argparse.ArgumentParser:
        added = command(verbs, name, summary, description, end=end, parents=[as_json], codes=codes)
        added.set_defaults(module="gemp_bot.cli.cards", verb=name)
        return added

    def index(added: argparse.ArgumentParser) -> None:
        added.add_argument(
            "--index", metavar="FILE", type=path, help="an index of your own (else the one that is shipped)"
        )

    show = verb("show", "show a card", manual.CARD_SHOW)
    show.add_argument("name", metavar="WORD", nargs="+", help="a title, nickname or blueprint id")
    index(show)
    search = verb("search", "find cards by words", manual.CARD_SEARCH)
    search.add_argument("words", metavar="WORD", nargs="*", help="part of a title or of any word of a card")
    search.add_argument("--side", choices=("dark", "light"), help="only cards of this side of the Force")
    search.add_argument("--type", metavar="TYPE", help="only cards of this type or subtype")
    search.add_argument("--icon", metavar="ICON", help="only cards with this icon")
    search.add_argument("--set", metavar="SET", help="only cards of this set: number, name or short name")
    index(search)
    index(verb("stats", "count cards and understood texts", manual.CARD_STATS))
    build = verb("build", "make an index of cards", manual.CARD_BUILD, manual.CARD_BUILD_END)
    build.add_argument(
        "sources",
        metavar="SOURCE",
        nargs="+",
        type=path,
        help="a folder of card data, or a checkout of a server's definitions",
    )
    build.set_defaults(index=None)
    build.add_argument("--out", metavar="FILE", type=path, required=True, help="the index to write")
