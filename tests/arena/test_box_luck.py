"""The luck of draws: 0 on average however one plays, and margins without it are the same on average."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec
import pytest
from arena_scene import record

from gemp_bot.arena.box_game import BoxLuck, play_one, the_box
from gemp_bot.arena.jobs import Contest, JobDeck, make_jobs
from gemp_bot.arena.record import ArenaOutcome
from gemp_bot.arena.report import pair_line
from gemp_bot.arena.sprt import by_pairs
from gemp_bot.cards.deck import parse_deck
from gemp_bot.decisions import Catalogue
from gemp_bot.effects import CardEffects
from gemp_bot.game.game_events import CardMoved, Happened, Recirculated, Shuffled, TurnBegan
from gemp_bot.inference.luck import DrawnCards
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.report.course import LuckReader
from gemp_bot.sandbox.deck_files import shipped_decks
from gemp_bot.sandbox.server.engine_script import EngineScript
from gemp_bot.strategy import strategy_named
from gemp_bot.view.watcher import JournalWatcher

SHUFFLES = 150


@pytest.fixture(scope="module")
def decks() -> dict[Side, JobDeck]:
    return {deck.side: JobDeck.of(deck) for deck in shipped_decks(the_box().index)}


def dealt(chance: Random, dark: str, light: str) -> BoxLuck:
    """Both sides draw 6 cards, then destinies until they were lucky; after each third one they search.

    Whoever searches takes the strongest card, and his deck is shuffled with what he drew.
    """
    script = the_box().game(dark, light, 1)
    luck = BoxLuck(script)
    listener = script.listener
    assert listener is not None
    cards = script.engine().state.cards
    for side in Side:
        order = [card.id for card in cards.values() if card.side is side]
        chance.shuffle(order)
        listener([TurnBegan(side, 1)])
        for _ in range(6):
            listener([CardMoved(order.pop(), side, Zone.RESERVE_DECK, Zone.HAND)])
        used: list[int] = []
        while order:
            drawn = order.pop()
            used.append(drawn)
            listener([CardMoved(drawn, side, Zone.RESERVE_DECK, Zone.UNRESOLVED_DESTINY_DRAW)])
            listener([CardMoved(drawn, side, Zone.UNRESOLVED_DESTINY_DRAW, Zone.USED_PILE)])
            if luck.destiny[side].luck > 0:
                break
            if len(used) == 3 and len(order) > 3:
                order, used = order + used, []
                strongest = max(order, key=lambda card: cards[CardId(card)].facts.power)
                order.remove(strongest)
                chance.shuffle(order)
                taken = CardMoved(strongest, side, Zone.RESERVE_DECK, Zone.HAND)
                listener([Recirculated(side, 3), taken, Shuffled(side)])
    return luck


def test_luck_is_nothing_on_average_however_long_one_draws(decks: dict[Side, JobDeck]) -> None:
    # Of small decks, in which every card that was seen matters.
    dark, light = (
        ",".join(parse_deck(decks[side].text).cards[::4]) + "|" for side in (Side.DARK, Side.LIGHT)
    )
    chance = Random(3)
    found = [dealt(chance, dark, light) for _ in range(SHUFFLES)]
    for drawn in ([luck.destiny for luck in found], [luck.power for luck in found]):
        values = [each[side].luck for each in drawn for side in Side]
        assert abs(fmean(values)) < 3 * stdev(values) / len(values) ** 0.5
        assert stdev(values) > 1


def test_a_margin_without_luck_is_the_same_on_average_and_surer() -> None:
    chance = Random(1)
    means, halves = [], []
    for _ in range(100):
        games = []
        for number in range(40):
            luck = chance.gauss(0, 4)
            margin = round(
                3 + 1.3 * luck + chance.gauss(0, 3)
            )  # 3 are skill; luck is worth more than was thought
            games.append(record(number, ArenaOutcome.WIN, life=20 + margin, opponent_life=20, luck=luck))
        found = by_pairs(games)
        assert found.margin is not None
        assert found.corrected is not None
        means.append(found.corrected.value)
        halves.append(found.corrected.half / found.margin.half)
    assert abs(fmean(means) - 3) < 3 * stdev(means) / 10
    assert max(halves) < 0.9
    assert ", without the luck of draws +" in pair_line(found)


def test_pairs_whose_luck_is_not_known_have_no_margin_without_it() -> None:
    found = by_pairs([record(n, ArenaOutcome.WIN) for n in range(8)])
    assert found.margin is not None
    assert found.corrected is None
    assert "luck" not in pair_line(found)


@pytest.fixture(scope="module")
def games(decks: dict[Side, JobDeck]) -> Contest:
    identity = strategy_named("steady").identity
    return Contest("steady", "steady", identity, identity, ((decks[Side.LIGHT], decks[Side.DARK]),), seed=5)


def test_the_luck_of_one_is_the_bad_luck_of_the_other(games: Contest) -> None:
    job = make_jobs(games, 2)[0]
    mirrored = msgspec.structs.replace(job, deck=job.opponent_deck, opponent_deck=job.deck)
    first, second = play_one(job), play_one(mirrored)
    assert first.luck is not None
    assert second.luck is not None
    assert first.luck == -second.luck != 0


class Watched(BoxLuck):
    """Keeps what was drawn before a deck was shuffled in a turn for the first time, and all draws."""

    def __init__(self, script: EngineScript) -> None:
        super().__init__(script)
        self.before: dict[Side, DrawnCards] = {}
        self.draws: dict[Side, list[float]] = {side: [] for side in Side}

    def _hear(self, news: Sequence[Happened]) -> None:
        for each in news:
            if isinstance(each, Shuffled) and self._turns[each.player]:
                self.before.setdefault(each.player, self.destiny[each.player])
            elif isinstance(each, CardMoved) and each.zone is Zone.UNRESOLVED_DESTINY_DRAW:
                self.draws[each.owner].append(self._cards[each.card].destiny or 0)
        super()._hear(news)


def test_our_seat_knows_of_our_destinies_what_the_box_knows(
    games: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Card for card; what was to be expected of it, as long as the deck was not shuffled again.

    What the box knows to be drawn again without a shuffle is luck to the seat, and none to the box.
    """
    told: list[Watched] = []

    def kept(script: EngineScript) -> BoxLuck:
        told.append(Watched(script))
        return told[-1]

    monkeypatch.setattr("gemp_bot.arena.box_game.BoxLuck", kept)
    job = make_jobs(games, 2, journals=tmp_path)[0]
    played = play_one(job)
    assert played.journal is not None
    effects = CardEffects(the_box().index)
    reader = LuckReader(effects.index)
    journal = JournalWatcher(tmp_path / played.journal, Catalogue.load(), effects, boards=False)
    for moment in journal.read():
        reader.take(moment)
    frames = journal.watcher.frames
    found = reader.luck(journal.watcher.table.my_side, frames)
    assert found is not None
    draws, before = told[0].draws[found.side], told[0].before[found.side]
    assert (found.ours.cards, found.ours.drawn) == (len(draws), sum(draws))
    assert told[0].destiny[found.side].cards <= len(draws)
    assert before.cards > 2
    courses = (reader.luck(found.side, frames[:number]) for number in range(len(frames)))
    luck = next(each.ours.luck for each in courses if each and each.ours.cards == before.cards)
    assert luck == pytest.approx(before.luck)
    assert f"{found.side.value.capitalize()} {found.ours.luck:+.1f} in {found.ours.cards} draws, " in str(
        found
    )
