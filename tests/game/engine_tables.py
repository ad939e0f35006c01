"""Decks of the index, and tables that are set up by hand so that one rule can be played out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from gemp_bot.board.card import AttachedAs, CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards import Card, CardType
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.effects import CardEffects
from gemp_bot.game import Choice, Engine, Menu, Option, PickCards, PickNumber, PickResult, Settings
from gemp_bot.game.choices import Answer, is_legal
from gemp_bot.game.context import GameContext, Run
from gemp_bot.game.game_events import Happened
from gemp_bot.game.turn import DOING, Doing, begin_phase, menus
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.ids import CardId
from gemp_bot.rules.facts import CardKind

WINDU = "601_163"
"""He may fire one weapon twice in a battle."""
LUKE, COMMANDER_LUKE, TROOPER, STORMTROOPER, VADER = "1_19", "3_3", "1_28", "1_194", "1_168"
X_WING, TIE, Z95, RED_5, EXECUTOR, CORVETTE = "1_146", "1_304", "106_9", "2_71", "4_167", "1_140"
SANDCRAWLER, DARK_CRAWLER, SNOWSPEEDER, RIFLE, DARK_RIFLE = "1_150", "1_309", "3_69", "1_153", "1_312"
BOBA_WITH_RIFLE, IG_88_WITH_RIOT_GUN = "108_5", "109_11"
TATOOINE, DARK_TATOOINE, KESSEL, YAVIN, BESPIN = "1_127", "1_289", "1_126", "1_135", "5_76"
CANTINA, EISLEY, BAY_94, FARM, WASTES = "1_128", "1_133", "1_129", "1_132", "106_8"
CLOUD_CITY, PLATFORM, DEATH_STAR_BAY = "5_77", "5_83", "9_145"
DREADNAUGHT = "106_13"
HIGH = "1_308"
"""Lift Tube: destiny 6."""
DARK, LIGHT = Side.DARK, Side.LIGHT
BATTLE = ActionKind.INITIATE_BATTLE

Choose = Callable[[Choice], Answer]
_WANTED = {
    CardType.LOCATION: 10,
    CardType.CHARACTER: 24,
    CardType.STARSHIP: 9,
    CardType.VEHICLE: 4,
    CardType.WEAPON: 6,
    CardType.INTERRUPT: 4,
    CardType.EFFECT: 3,
}


def build_deck(effects: CardEffects, side: Side, random: Random) -> list[str]:
    """Sixty cards of one side, of every type so many, a third of the locations of one system."""
    by_type: dict[str, list[Card]] = {}
    for card in effects.index:
        if card.side is side and not card.is_back:
            by_type.setdefault(card.type, []).append(card)
    system = random.choice(["Tatooine", "Hoth", "Endor", "Bespin", "Yavin 4"])
    local = [card for card in by_type[CardType.LOCATION] if card.system == system]
    deck = random.sample(local, min(4, len(local)))
    for kind, count in _WANTED.items():
        more = count - len(deck) if kind == CardType.LOCATION else count
        deck += random.sample(by_type[kind], more)
    return [card.blueprint_id for card in deck]


class Stage:
    """A game whose table is set by hand, and whose phases are played one at a time.

    Args:
        effects: the cards.
        settings: how it is played; checked after every question if left out.
        force: how much of the forty troopers a side has lies in its Force Pile.
    """

    def __init__(self, effects: CardEffects, settings: Settings | None = None, force: int = 20) -> None:
        decks = {Side.DARK: [STORMTROOPER] * 40, Side.LIGHT: [TROOPER] * 40}
        self.engine = Engine(decks, 1, effects=effects, settings=settings or Settings(checked=True))
        self.effects = effects
        self.state = self.engine.state
        self.run: GameContext = self.engine._running
        self.asked: list[Choice] = []
        self.told: list[Happened] = []
        for side in Side:
            for _ in range(force):
                self.state.to_pile(self.state.pile(side, Zone.RESERVE_DECK)[-1], Zone.FORCE_PILE)
        self.turn(Side.DARK, 1)

    def turn(self, side: Side, number: int) -> None:
        """Whose turn it is, and which."""
        self.state.begin_turn(side)
        self.state.turn = number

    def new(self, blueprint: str, side: Side | None = None) -> CardInPlay:
        """A card more, in hand."""
        board, facts = self.state.board, self.effects.facts.of_deck(blueprint, side or Side.DARK)
        piece = board.make(CardId(len(self.state.cards) + 1), facts, side or facts.card.side, Zone.HAND)
        board.add((piece,))
        board.fill(piece.side, Zone.HAND, (*self.state.hand(piece.side), piece))
        return piece

    def lay(self, *blueprints: str) -> list[Location]:
        """Locations, left to right."""
        found = []
        for blueprint in blueprints:
            piece = self.new(blueprint)
            location = piece.facts.location
            assert location is not None
            found.append(self.state.lay(piece, len(self.state.locations), location.system))
        return found

    def put(self, blueprint: str, at: Location) -> CardInPlay:
        """A card at a location."""
        piece = self.new(blueprint)
        self.state.stand(piece, at)
        return piece

    def aboard(self, blueprint: str, host: CardInPlay, seat: AttachedAs) -> CardInPlay:
        """A card aboard or on another."""
        piece = self.new(blueprint)
        self.state.attach(piece, host, seat)
        return piece

    def stack(self, side: Side, *blueprints: str) -> None:
        """Cards on top of a Reserve Deck, the first on top."""
        for blueprint in reversed(blueprints):
            self.state.to_pile(self.new(blueprint, side), Zone.RESERVE_DECK)

    def drive(self, run: Run[object], choose: Choose) -> None:
        """Play part of a game with these answers."""
        try:
            choice = next(run)
            while True:
                self.asked.append(choice)
                answer = choose(choice)
                assert is_legal(choice, answer), f"{answer} to {choice}"
                choice = run.send(answer)
        except StopIteration:
            pass
        finally:
            self.told += self.engine.news()

    def play(self, which: Phase, choose: Choose) -> None:
        """Play one phase of the active player."""
        begin_phase(self.run, which)
        self.drive(menus(self.run), choose)

    def offered(self, which: Phase) -> tuple[Option, ...]:
        """What the active player may do in a phase now."""
        self.state.phase = which
        return doing(which).offer(self.run, self.state.active)

    def of_told(self, kind: type) -> list[Happened]:
        """What came about of one kind."""
        return [each for each in self.told if isinstance(each, kind)]

    def cards(self, side: Side, kind: CardKind) -> Iterator[CardInPlay]:
        """Cards on table of one kind."""
        return (piece for piece in self.state.at_table(side) if piece.facts.kind is kind)


def doing(which: Phase) -> Doing:
    return DOING[which]


def in_order(*answers: Answer) -> Choose:
    """These answers to questions with something to choose, one after the other; then the least."""
    left = list(answers)

    def choose(choice: Choice) -> Answer:
        if isinstance(choice, Menu) and not choice.options:
            return None
        return left.pop(0) if left else first(choice)

    return choose


def first(choice: Choice) -> Answer:
    """The least a question allows: menus are passed."""
    match choice:
        case Menu():
            return None
        case PickCards(cards=cards, low=low):
            return cards[:low]
        case PickNumber(low=low):
            return low
        case _:
            return 0


@dataclass
class Plan:
    """Answers by what is asked: options by kind, cards by name of the prompt; else the least."""

    take: dict[ActionKind, int] | None = None
    """How often each kind of action is taken."""
    pick: dict[PromptKind, list[int]] | None = None
    results: dict[PromptKind, int] | None = None

    def __call__(self, choice: Choice) -> Answer:
        if isinstance(choice, Menu):
            for number, option in enumerate(choice.options):
                if (self.take or {}).get(option.kind, 0) > 0:
                    assert self.take is not None
                    self.take[option.kind] -= 1
                    return number
        if isinstance(choice, PickCards) and (wanted := (self.pick or {}).get(choice.prompt)):
            for card in wanted:
                if card in choice.cards:
                    return (card,)
        if isinstance(choice, PickResult) and choice.prompt in (self.results or {}):
            return (self.results or {})[choice.prompt]
        return first(choice)


def kinds(options: tuple[Option, ...], kind: ActionKind) -> dict[int, tuple[int, ...]]:
    return {option.card: option.targets for option in options if option.kind is kind}
