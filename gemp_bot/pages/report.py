"""Reports as pages: of a game, of a folder of games, of a lab; each one file to be opened in any browser."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from gemp_bot.pages.frame_codec import ChanceMark, Highlights, compressed, pack
from gemp_bot.pages.plots import Plot, Series, plot_of
from gemp_bot.pages.render import PageKind, csp_hash, render, static_text
from gemp_bot.protocol.enums import LIFE_FORCE, Side
from gemp_bot.report.blunders import Blunder
from gemp_bot.report.course import Losses, TurnLosses
from gemp_bot.report.lab_model import (
    FEW,
    LATE,
    DeckOverGames,
    LabReport,
    LeftOut,
    LossCause,
    Rate,
    TurnMeans,
    TurnOverGames,
    Unused,
)
from gemp_bot.report.review import MOST_FORCE, GameReview
from gemp_bot.report.story import StoryWriter
from gemp_bot.report.story_lines import LifeBars, Line, plain_page
from gemp_bot.view.model import Battle, DeedKind, Frame, GameHead, GameView, LocationView

_AI = "~"
"""Begins the name of an AI of the server, which is nobody."""


class OtherNames:
    """Names the players `player1` (Dark) and `player2`.

    A name is replaced where it is a word, but not in the title of a card.

    Args:
        game: whose players they are.
        you: the player of the recording is called `You`, an AI as the play page calls it.
    """

    def __init__(self, game: GameView, *, you: bool = False) -> None:
        names = (game.head.dark, game.head.light)
        self._others = {
            name: name.removeprefix(_AI) if name.startswith(_AI) else f"player{number}"
            for number, name in enumerate(names, 1)
            if name and (you or not name.startswith(_AI))
        }
        if you and game.head.me is not None:
            own = game.head.dark if game.head.me is Side.DARK else game.head.light
            self._others[own] = "You"
        self._pattern = _pattern(self._others, game)
        longest = sorted(self._others, key=len, reverse=True)
        label = "|".join(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" for name in longest)
        self._in_labels = re.compile(label, re.IGNORECASE) if label else None
        self._folded = {name.casefold(): other for name, other in self._others.items()}

    def __call__(self, text: str) -> str:
        """A text with other names."""
        if self._pattern is None or not any(name in text for name in self._others):
            return text
        return self._pattern.sub(lambda found: self._others.get(found[0], found[0]), text)

    def label(self, text: str) -> str:
        """What people called a file or a deck, with other names.

        There a name may stand beside `-` and `_`, in small letters or capitals.
        """
        if self._in_labels is None:
            return text
        return self._in_labels.sub(lambda found: self._folded.get(found[0].casefold(), "player"), text)


def _pattern(names: Iterable[str], game: GameView) -> re.Pattern[str] | None:
    words = [rf"(?<![\w~-]){re.escape(name)}(?![\w-])" for name in sorted(names, key=len, reverse=True)]
    if not words:
        return None
    word = re.compile("|".join(words))
    titles = [
        re.escape(title) for title in sorted(_titles(game), key=len, reverse=True) if word.search(title)
    ]
    return re.compile("|".join([*titles, *words]))


def _titles(game: GameView) -> set[str]:
    """The titles of all cards that were seen; a title that is a name is one of a person all the same."""
    found = {card.title for frame in game.frames for deed in frame.deeds for card in deed.cards}
    places: dict[int, LocationView] = {
        id(place): place for frame in game.frames for place in frame.board.locations
    }
    cards = [
        card
        for board in {id(frame.board): frame.board for frame in game.frames}.values()
        for card in (*board.hand, *board.beside)
    ]
    for place in places.values():
        cards += [*place.dark, *place.light]
        if place.card is not None:
            found.add(place.card.title)
    while cards:
        card = cards.pop()
        found.add(card.title)
        cards += card.carries
    return found - {"", game.head.dark, game.head.light}


def shown_head(head: GameHead, rename: OtherNames | None) -> GameHead:
    """Who plays, as it is shown."""
    if rename is None:
        return head
    return replace(head, dark=rename(head.dark), light=rename(head.light), deck=rename.label(head.deck))


_MOST = 20


def highlights_of(game: GameView) -> Highlights:
    """Find them; what was taken back is no such frame."""
    frames = [frame for frame in game.frames if not frame.taken_back]
    return Highlights(
        battles=tuple(
            frame.index for frame in frames if any(deed.kind is DeedKind.BATTLE_BEGAN for deed in frame.deeds)
        ),
        losses=_losses(game, frames),
        closest=_closest(frames),
    )


def _losses(game: GameView, frames: list[Frame]) -> tuple[int, ...]:
    """The phases in which we, or anybody if we only look on, lost most life force; the first loss of each."""
    found: list[tuple[float, int]] = []
    for _, phase in groupby(frames, key=lambda frame: (frame.turn, frame.whose, frame.phase)):
        lost = {frame.index: amount for frame in phase if (amount := _lost(game, frame)) > 0}
        if lost:
            found.append((-sum(lost.values()), min(lost)))
    return tuple(index for _, index in sorted(found)[:_MOST])


def _lost(game: GameView, frame: Frame) -> float:
    me = game.head.me
    return sum(
        deed.amount or 0
        for deed in frame.deeds
        if deed.kind is DeedKind.LOST and deed.source in LIFE_FORCE and (me is None or deed.side is me)
    )


def _closest(frames: list[Frame]) -> tuple[int, ...]:
    """The choices whose second best was nearly as good; one that is called the same is no choice."""
    found: list[tuple[float, int]] = []
    for frame in frames:
        question = frame.question
        if question is None or question.score is None:
            continue
        chosen = question.score
        gaps = [
            abs(chosen - other.score)
            for other in question.others
            if other.score is not None and other.words != question.chosen
        ]
        if gaps:
            found.append((min(gaps), frame.index))
    return tuple(index for _, index in sorted(found)[:_MOST])


_IMPORT, _EXPORT = "import ", "export "
_WIDTH = 400
"""A browser breaks lines itself."""


class ReportLine(msgspec.Struct, frozen=True):
    """A line of the story, and the frame it was told with; `depth` as in `report.story_lines.Sentence`."""

    frame: int
    text: str
    depth: int
    blunder: bool = False


class ReportedBlunder(msgspec.Struct, frozen=True):
    """A blunder as a row of the table; `frame` is that of its question."""

    blunder: Blunder
    frame: int


class ReportedBattle(msgspec.Struct, frozen=True):
    """A battle as a row of the table.

    Attributes:
        frame: where it began; None if it was under way when the game was opened.
        expected: what who began it hoped to gain by it, in Force; None where no verdict tells.
        why: in his words.
    """

    battle: Battle
    frame: int | None
    expected: float | None
    why: str


class IndexRow(msgspec.Struct, frozen=True):
    """A game in an index of reports."""

    page: str
    title: str
    result: str
    questions: int
    turns: int
    blunders: int | None


class GameReport(msgspec.Struct, frozen=True):
    """A report, and what is told of it besides.

    Attributes:
        policy: the content security policy that the page needs.
        rename: gave the players other names.
        review: what decided the game; None where that was not looked for.
    """

    html: str
    policy: str
    title: str
    result: str
    questions: int
    turns: int
    rename: OtherNames | None = None
    review: GameReview | None = None

    def row(self, page: str) -> IndexRow:
        """The game in an index; `page` is the name of its file."""
        found = None if self.review is None else len(self.review.blunders)
        return IndexRow(page, self.title, self.result, self.questions, self.turns, found)


def report_of(
    game: GameView,
    *,
    names: bool = False,
    review: GameReview | None = None,
    you: bool = False,
    back: str = "",
) -> GameReport:
    """Make the report of a game.

    Args:
        game: what is reported.
        names: keep the names of the players.
        review: what decided it; None where that was not looked for.
        you: speak to the player of the recording.
        back: address of the page it was opened from; empty for none.
    """
    rows = _blunders(game, () if review is None else review.blunders)
    rename = None if names else OtherNames(game, you=you)
    head = shown_head(game.head, rename)
    jumps = replace(highlights_of(game), blunders=tuple(sorted({row.frame for row in rows})))
    packed = pack(game, jumps, rename or str, _marks(game, review))
    title, result = f"{_player(head, Side.DARK)} against {_player(head, Side.LIGHT)}", _result(game)
    questions = max((frame.number for frame in game.frames), default=0)
    asked = {frame.question.n: frame.question for frame in game.frames if frame.question is not None}
    style, scripts = _style(), _scripts()
    policy = _policy(style, *scripts)
    html = render(
        "report.html",
        kind=PageKind.REPORT,
        csp=policy,
        style=Markup(style),  # noqa: S704 - files of ours
        scripts=[Markup(script) for script in scripts],  # noqa: S704
        title=title,
        result=result,
        head=head,
        questions=questions,
        choices=sum(each.is_choice for each in asked.values()),
        losses=() if review is None else _by_cause(review.losses, _who(game, you=you)),
        most_force=MOST_FORCE,
        game=compressed(packed),
        review=review,
        who=_who(game, you=you),
        turn_of=_turn_of(game, you=you),
        said=rename or str,
        percent=_whole_percent,
        points_of=_points_of,
        back=back,
        battles=[_named(row, rename) for row in _battles(game)],
        blunders=None if review is None else rows,
        kinds=Counter(row.blunder.kind for row in rows).most_common(),
        story=[_line(line, rename) for line in _story(game, rows)],
    )
    turns = max(game.curves.turns, default=0)
    return GameReport(html, policy, title, result, questions, turns, rename, review)


def index_of(rows: Iterable[IndexRow]) -> str:
    """The page that leads to the reports of a folder."""
    style, script = "\n".join(static_text(name) for name in ("app.css", "lab.css")), static_text("sort.js")
    return render(
        "report_index.html",
        kind=PageKind.REPORT,
        csp=_policy(style, script),
        style=Markup(style),  # noqa: S704 - files of ours
        script=Markup(script),  # noqa: S704
        rows=list(rows),
    )


# -- the parts that are the same in every report ----------------------------------------------------


@cache
def _style() -> str:
    return "\n".join(static_text(name) for name in ("uplot/uPlot.min.css", "app.css", "report.css"))


@cache
def _scripts() -> tuple[str, ...]:
    """The library, and our modules as one: an inline module can import nothing."""
    modules = static_text("board.js") + static_text("report.js")
    lines = (line for line in modules.splitlines() if not line.startswith(_IMPORT))
    return static_text("uplot/uPlot.iife.min.js"), "\n".join(line.removeprefix(_EXPORT) for line in lines)


def _policy(style: str, *scripts: str) -> str:
    """The content security policy of a file: its own scripts and styles, by their hashes."""
    allowed = " ".join(csp_hash(script) for script in scripts) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src {csp_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


# -- the parts of one game --------------------------------------------------------------------------


def _player(head: GameHead, side: Side) -> str:
    name = head.dark if side is Side.DARK else head.light
    return f"{name or 'somebody'} ({side.value.capitalize()})"


def _result(game: GameView) -> str:
    ending = game.ending
    if ending is None:
        return "The game has no end here."
    reason = ending.reason.replace("_", " ").lower()
    if ending.winner is None:
        return f"Nobody won ({reason})."
    return f"{ending.winner.value.capitalize()} won ({reason})."


def _who(game: GameView, *, you: bool) -> Mapping[Side, str]:
    """What the players are called in sentences."""
    if not you or game.head.me is None:
        return {side: side.value.capitalize() for side in Side}
    return {game.head.me: "you", game.head.me.other: "your opponent"}


def _turn_of(game: GameView, *, you: bool) -> Mapping[Side, str]:
    """Whose turn it is, in sentences."""
    if not you or game.head.me is None:
        return {side: f"{side.value.capitalize()}'s turn" for side in Side}
    return {game.head.me: "your turn", game.head.me.other: "your opponent's turn"}


def _whole_percent(chance: float) -> int:
    return round(100 * chance)


def _points_of(gain: float) -> str:
    """A gain of the chance to win: `+9 %`."""
    return f"+{max(round(100 * gain), 1)}{_FIXED_SPACE}%"


def _marks(game: GameView, review: GameReview | None) -> tuple[ChanceMark, ...]:
    """The chance to win by turn, each with the frame that shows it."""
    if review is None or not review.chances:
        return ()
    frames = {frame.question.n: frame.index for frame in game.frames if frame.question is not None}
    last = game.frames[-1].index
    points = {point.began.question: number for number, point in enumerate(review.points, 1)}
    marks = [
        ChanceMark(
            frames.get(each.question, last),
            _whole_percent(each.chance),
            each.turn,
            each.whose,
            points.get(each.question, 0),
        )
        for each in review.chances
    ]
    return (*marks, *([] if review.end is None else [ChanceMark(last, _whole_percent(review.end))]))


def _by_cause(
    turns: Sequence[TurnLosses], who: Mapping[Side, str]
) -> list[tuple[str, Losses, list[tuple[int, Losses]]]]:
    """What each player lost in the game, and in turns in which that was something."""
    found = []
    for side in Side:
        each_turn: dict[int, Losses] = {}
        for each in turns:
            each_turn[each.turn] = each_turn.get(each.turn, Losses()) + each.of(side)
        lost = [(turn, losses) for turn, losses in each_turn.items() if losses.all]
        found.append((who[side], sum(each_turn.values(), Losses()), lost))
    return found


def _blunders(game: GameView, blunders: Iterable[Blunder]) -> list[ReportedBlunder]:
    """Blunders with the frames they were made at: the last one of their question, which has its answer."""
    frames = {frame.number: frame.index for frame in game.frames if not frame.taken_back}
    frames |= {frame.question.n: frame.index for frame in game.frames if frame.question is not None}
    return [ReportedBlunder(each, frames[each.question]) for each in blunders]


def _story(game: GameView, blunders: Iterable[ReportedBlunder]) -> Iterator[ReportLine]:
    """The story; a blunder is told behind what was done in its phase, or in its part of a battle."""
    marks: dict[int, list[ReportLine]] = defaultdict(list)
    for row in blunders:
        marks[row.frame].append(ReportLine(row.frame, _blunder(row.blunder), 1, blunder=True))
    writer = StoryWriter()
    last, waiting = 0, list[ReportLine]()
    for frame in game.frames:
        if frame.taken_back:
            continue
        last = frame.index
        for deed in frame.deeds:
            told = [each for line in writer.hear(deed) for each in _plain(line, last)]
            yield from told
            if told:
                yield from waiting
                waiting = []
        waiting += marks[last]
    for line in writer.rest():
        yield from _plain(line, last)
    yield from waiting


def _blunder(found: Blunder) -> str:
    where = f", {found.text}" if found.text else ""
    cost = f"; it cost {found.cost}" if found.cost else ""
    return f"Blunder: {found.kind}{where}{cost}. Better: {found.kind.better}."


def _plain(line: Line, frame: int) -> Iterator[ReportLine]:
    depth = 1 if isinstance(line, LifeBars) else line.depth
    for text in plain_page(line, _WIDTH):
        if text.strip():
            yield ReportLine(frame, text.strip(), depth)


def _line(line: ReportLine, rename: OtherNames | None) -> ReportLine:
    return line if rename is None else replace(line, text=rename(line.text))


def _battles(game: GameView) -> Iterator[ReportedBattle]:
    began: int | None = None
    for frame in game.frames:
        if frame.taken_back:
            continue
        for deed in frame.deeds:
            if deed.kind is DeedKind.BATTLE_BEGAN:
                began = frame.index
            elif deed.kind is DeedKind.BATTLE_ENDED and deed.battle is not None:
                why = deed.battle.why
                yield ReportedBattle(
                    deed.battle, began, None if why is None else why.force, "" if why is None else why.text
                )
                began = None


def _named(row: ReportedBattle, rename: OtherNames | None) -> ReportedBattle:
    return row if rename is None else replace(row, why=rename(row.why))


ENDINGS = {
    LossCause.DRAINS: "Force drains",
    LossCause.BATTLES: "battles",
    LossCause.OTHER: "other losses of Force (texts of cards, failed tests)",
    LossCause.DECKING: "decking: most of the loser's cards had gone to hand and table",
    LossCause.NOT_BY_LIFE: "not by life force (conceded, time)",
}
UNUSED = {
    Unused.NEVER_DRAWN: "never drawn",
    Unused.OUTSIDE: "begins outside the deck, and nothing brought it",
    Unused.NEVER_PLAYED_HERE: "the sandbox never plays it",
    Unused.NEVER_OFFERED: "held, but never offered: no place for it, no Force, or a text that forbids it",
    Unused.NEVER_CHOSEN: "offered, but the strategy never took it",
}
UNTOLD = {
    LeftOut.NEVER_PLAYED: "never played: only its destiny counts",
    LeftOut.NO_TEXT: "played without its text",
    LeftOut.PART_OF_TEXT: "played without a part of its text",
    LeftOut.NEVER_FIRED: "its weapon is never fired",
}

_NONE, _MINUS, _FIXED_SPACE = "\N{EN DASH}", "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"


def lab_page(report: LabReport) -> str:
    """The page of a report."""
    style = "\n".join(static_text(name) for name in ("app.css", "lab.css"))
    script = static_text("sort.js")
    return render(
        "lab.html",
        kind=PageKind.LAB if len(report.versions) == 1 else PageKind.COMPARISON,
        csp=_policy(style, script),
        style=Markup(style),  # noqa: S704 - files of ours
        script=Markup(script),  # noqa: S704
        report=report,
        few=FEW,
        late=LATE,
        endings=ENDINGS,
        unused=UNUSED,
        untold=UNTOLD,
        percent=_percent,
        interval=_interval,
        signed=_signed,
        number=_decimal,
        tint=_tint,
        plots=_plots,
        rates=lambda rows: {row.turn: row.rate for row in rows},
    )


def _plots(deck: DeckOverGames) -> list[Plot]:
    """What a deck's turns look like, as long as they are not of few games."""
    rows = [row for row in deck.turns if row.games >= FEW or deck.turns[0].games < FEW]
    turns = [row.turn for row in rows]
    found = [
        plot_of(
            "Life force",
            turns,
            (
                Series("this deck", "own", [row.life for row in rows]),
                Series("its opponents", "other", [row.their_life for row in rows]),
            ),
        )
    ]
    for title, name in (("Force generation", "generation"), ("Cards in hand", "hand")):
        won, lost = ([_mean(each, name) for each in means] for means in _by_result(rows))
        found.append(plot_of(title, turns, (Series("won", "won", won), Series("lost", "lost", lost))))
    return [each for each in found if each is not None]


def _by_result(rows: Iterable[TurnOverGames]) -> tuple[list[TurnMeans | None], list[TurnMeans | None]]:
    return [row.won for row in rows], [row.lost for row in rows]


def _mean(means: TurnMeans | None, name: str) -> float | None:
    return None if means is None else float(getattr(means, name))


_TINTS = ((0.2, 3), (0.1, 2), (0.05, 1))


def _tint(rate: Rate, whole: Rate) -> str:
    """The class of a cell by how far a rate is from the deck's; empty for one of few games."""
    if rate.rate is None or whole.rate is None or rate.few:
        return ""
    gap = round(rate.rate.value - whole.rate.value, 2)  # as it is shown
    depth = next((depth for least, depth in _TINTS if abs(gap) >= least), 0)
    return f" {'better' if gap > 0 else 'worse'}-{depth}" if depth else ""


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{100 * share:.0f}{_FIXED_SPACE}%"


def _interval(rate: Rate) -> str:
    """The interval of a rate in words: `(48 to 74 %)`, with a dash; nothing without games."""
    found = rate.rate
    return "" if found is None else f"({100 * found.low:.0f}{_NONE}{_percent(found.high)})"


def _signed(share: float | None) -> str:
    """A difference of rates in percentage points."""
    if share is None:
        return _NONE
    points = round(100 * share)
    return f"{points:+d}".replace("-", _MINUS) if points else "0"


def _decimal(value: float | None) -> str:
    return _NONE if value is None else f"{value:.1f}"
