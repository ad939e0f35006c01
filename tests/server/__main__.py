"""`make check-server`: the checks that need a real GEMP server (docs/check-server.md)."""

import argparse
import asyncio
import json
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import agreement
import check_faults
import check_games
import check_snapshots
from check_games import Job, plan_jobs
from journal_checks import JournalCheck, coverage, never_met
from setup_server import Pair, Pool, client_settings, find_pairs, make_bots

from gemp_bot.decisions import Catalogue
from gemp_bot.protocol.errors import GempError, PolicyError

_SHOWN = 20


def main() -> int:
    """Run the checks that are wanted; 0 if nothing was wrong."""
    args = _parser().parse_args()
    try:
        settings = client_settings(args.server)
    except PolicyError as fault:
        print(f"check-server: {fault} (here: ALLOW_PUBLIC=1 and CONTACT=...)", file=sys.stderr)
        return 3
    folder: Path = args.out or Path("build/check-server") / time.strftime("%Y%m%dT%H%M%S")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return asyncio.run(_Checks(args, settings, folder.resolve()).run())
    except GempError as fault:
        print(f"check-server: {fault}", file=sys.stderr)
        return 3
    except asyncio.CancelledError:
        return 130


class _Checks:
    def __init__(self, args: argparse.Namespace, settings: Any, folder: Path) -> None:
        self._args = args
        self._settings = settings
        self._folder = folder
        self._wrong: list[str] = []
        self._journals: list[JournalCheck] = []
        self._out: list[str] = []
        self._json: dict[str, Any] = {}

    async def run(self) -> int:
        """Play, judge, tell."""
        args = self._args
        began = time.monotonic()
        bots = await make_bots(self._settings, args.accounts, 2 * args.parallel)
        pairs = await find_pairs(self._settings, bots[0], args.seed)
        pool = Pool(bots)
        self._stop_in_time(pool)
        decks = {deck for pair in pairs for deck in (pair.dark, pair.light)}
        self._say(
            f"{self._settings.url}: {len(decks)} library decks, {len(pairs)} pairs, {len(bots)} accounts"
        )
        self._json |= {"server": self._settings.url, "seed": args.seed, "decks": len(decks)}
        if not pairs:
            self._say("check-server: no two decks of the library are legal in one format")
            return 3
        if "A" in args.only and args.games:
            await self._games(pairs, pool)
        if "B" in args.only and args.snapshots:
            await self._snapshots(pairs, pool)
        if "C" in args.only and (args.kills or args.broken):
            await self._faults(pairs, pool)
        if "D" in args.only and args.agreement:
            await self._agreement(pairs, pool)
        if self._journals:
            self._table("Texts and events of all journals", self._knowledge())
        self._json["seconds"] = round(time.monotonic() - began, 1)
        self._json["wrong"] = self._wrong
        self._tell_end()
        return 1 if self._wrong else 0

    def _stop_in_time(self, pool: Pool) -> None:
        """After the time, and at the first Ctrl-C, games that run are still played and judged."""
        loop = asyncio.get_running_loop()
        whole = asyncio.current_task()

        def interrupt() -> None:
            if pool.stopped and whole is not None:
                whole.cancel()
            self._say("check-server: nothing further is begun; Ctrl-C once more ends at once")
            pool.stop()

        loop.add_signal_handler(signal.SIGINT, interrupt)
        if self._args.minutes:
            loop.call_later(60 * self._args.minutes, pool.stop)

    # -- the checks -----------------------------------------------------------------------------

    def _told(self, folder: str) -> dict[str, Any]:
        """What every check is told: how many at once, where its files go, who hears of it."""
        return {"parallel": self._args.parallel, "folder": self._folder / folder, "tell": self._say}

    def _note(self, letter: str, found: Any, games: Iterable[Any]) -> None:
        """Keep the journals of a check, and what was wrong in it and in its games."""
        self._journals += found.checks
        self._wrong += [f"{letter}: {fault}" for fault in found.faults]
        self._wrong += [
            f"{letter}: game {game.job.number}: {fault}" for game in games for fault in game.faults
        ]

    async def _games(self, pairs: list[Pair], pool: Pool) -> None:
        args = self._args
        at_once = 1 if args.games < 4 * len(check_games.KINDS) * 2 else 2
        jobs = list(plan_jobs(pairs, args.games, at_once=at_once, strategies=args.strategies, seed=args.seed))
        found = await check_games.check_games(self._settings.url, jobs, pool, **self._told("games"))
        self._note("A", found, found.played)
        begun = len({played.game["game_id"] for played in found.played})
        if begun < args.games and not pool.stopped:
            self._wrong.append(f"A: {begun} of {args.games} games were played")
        self._json["A"] = [played.as_json() for played in found.played]
        self._table("A. Full games", check_games.tables(found))

    async def _snapshots(self, pairs: list[Pair], pool: Pool) -> None:
        args = self._args
        # Other pairs than in A, as far as there are any.
        others = pairs[len(pairs) // 3 :] + pairs[: len(pairs) // 3]
        jobs = list(
            plan_jobs(others, args.snapshots, at_once=1, strategies=args.strategies, seed=args.seed + 1)
        )
        found = await check_snapshots.check_snapshots(self._settings, jobs, pool, **self._told("snapshots"))
        self._note("B", found, found.games)
        self._json["B"] = [
            {
                "deck": game.deck,
                "versus": game.job.kind,
                "format": game.job.pair.format_code,
                "questions": game.questions,
                "compared": game.compared,
                "not_comparable": game.unseen,
                "mismatches": game.wrong,
                "end": game.end,
                "faults": game.faults,
            }
            for game in found.games
        ]
        self._table("B. Snapshots", check_snapshots.tables(found))

    async def _faults(self, pairs: list[Pair], pool: Pool) -> None:
        args = self._args
        others = pairs[len(pairs) // 2 :] + pairs[: len(pairs) // 2]
        whats = ["kill"] * args.kills + ["broken line"] * args.broken + ["outage"] * bool(args.broken)
        skills = [kind for kind in check_games.KINDS if kind != "table"]
        planned = plan_jobs(others, len(whats), at_once=1, strategies=args.strategies, seed=args.seed + 2)
        jobs: list[tuple[Job, str]] = [
            (
                # Some processes are killed in the middle of two games.
                replace(
                    job, kind=skills[number % len(skills)], games=1 + (what == "kill" and number % 5 == 4)
                ),
                what,
            )
            for number, (job, what) in enumerate(zip(planned, whats, strict=True))
        ]
        # The slow ones first, or they would be waited for in the end.
        jobs.sort(key=lambda job: job[1] == "kill")
        found = await check_faults.check_faults(self._settings, jobs, pool, **self._told("faults"))
        self._note("C", found, found.games)
        self._json["C"] = [
            {
                "what": game.what,
                "versus": game.job.kind,
                "kills": [f"{kill.name} {kill.at}" for kill in game.kills],
                "proxy": dict(game.counts),
                "processes": game.starts,
                "resyncs": game.resyncs,
                "warnings": game.warnings,
                "games": sorted(game.games),
                "finished": sorted(game.finished),
                "result": game.result,
                "seconds": round(game.seconds, 1),
                "faults": game.faults,
            }
            for game in found.games
        ]
        self._table("C. Faults", check_faults.tables(found))

    async def _agreement(self, pairs: list[Pair], pool: Pool) -> None:
        args = self._args
        planned = plan_jobs(pairs, args.agreement, at_once=1, strategies=("steady",), seed=args.seed + 3)
        skills = [kind for kind in check_games.KINDS if kind != "table"]
        # Each side in turn: whose hand and whose texts are compared depends on it.
        jobs = [
            replace(job, kind=skills[job.number % len(skills)], games=1, dark=job.number % 2 == 0)
            for job in planned
        ]
        found = await agreement.check_agreement(self._settings, jobs, pool, **self._told("agreement"))
        self._wrong += [f"D: {fault}" for fault in (*found.faults, *found.judged())]
        self._json["D"] = found.as_json()
        self._table("D. Numbers against cardInfo", agreement.tables(found))

    # -- telling --------------------------------------------------------------------------------

    def _knowledge(self) -> Iterable[str]:
        share = coverage(self._journals, Catalogue.load())
        known = share.texts_known / share.texts_seen if share.texts_seen else 1.0
        missing = never_met(self._journals)
        self._json["catalogue"] = {
            "prompt_share": share.prompt_share,
            "action_share": share.action_share,
            "texts_seen": share.texts_seen,
            "texts_known": share.texts_known,
            "unknown_prompts": share.unknown_prompts,
            "unknown_actions": share.unknown_actions,
        }
        self._json["never_met"] = missing
        occurred = share.prompts + share.actions
        understood = share.prompt_share * share.prompts + share.action_share * share.actions
        rows: list[tuple[str, object]] = [
            ("journals", len(self._journals)),
            ("prompts understood, by occurrence", f"{share.prompt_share:.2%} of {share.prompts}"),
            ("actions understood, by occurrence", f"{share.action_share:.2%} of {share.actions}"),
            ("both", f"{understood / occurred if occurred else 1.0:.2%} of {occurred}"),
            ("different texts understood", f"{known:.2%} of {share.texts_seen}"),
            ("event types never met", ", ".join(missing) or "none"),
        ]
        return ["| | |", "|---|--:|", *(f"| {name} | {value} |" for name, value in rows)]

    def _say(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    def _table(self, title: str, lines: Iterable[str]) -> None:
        text = "\n".join((f"\n### {title}\n", *lines))
        self._out.append(text)
        print(text, flush=True)
        self._write()

    def _write(self) -> None:
        (self._folder / "check.json").write_text(json.dumps(self._json, indent=1, default=str), "utf-8")
        (self._folder / "check.md").write_text("\n".join(self._out).lstrip() + "\n", "utf-8")

    def _tell_end(self) -> None:
        if self._wrong:
            print(f"\n{len(self._wrong)} faults:")
            for line in self._wrong[:_SHOWN]:
                print(f"- {line}")
            if len(self._wrong) > _SHOWN:
                print(f"- and {len(self._wrong) - _SHOWN} more")
        else:
            print("\nNothing was wrong.")
        self._write()
        print(f"Journals, logs, check.json and check.md: {self._folder}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="check-server", description=__doc__, allow_abbrev=False)
    parser.add_argument("--server", required=True, metavar="URL", help="address of the server")
    parser.add_argument(
        "--accounts",
        default="chk",
        metavar="WHAT",
        help="file of `name password` lines, or prefix of new names",
    )
    parser.add_argument("--games", type=int, default=20, metavar="N", help="A: full games")
    parser.add_argument("--snapshots", type=int, default=12, metavar="N", help="B: games with snapshots")
    parser.add_argument("--kills", type=int, default=20, metavar="N", help="C: games that are killed")
    parser.add_argument("--broken", type=int, default=4, metavar="N", help="C: games over a broken line")
    parser.add_argument("--agreement", type=int, default=12, metavar="N", help="D: games with card pages")
    parser.add_argument("--parallel", type=int, default=4, metavar="K", help="processes or games at once")
    parser.add_argument(
        "--minutes", type=float, default=0, metavar="N", help="begin no game after that (0: all)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument(
        "--strategies", type=lambda text: tuple(text.split(",")), default=("random", "steady"), metavar="A,B"
    )
    parser.add_argument("--only", default="ABCD", metavar="LETTERS", help="which checks, e.g. A or BC")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where results go (else build/check-server)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
