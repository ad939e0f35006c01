"""The scenes of a toy game: each asks something in one of the shapes of PROTOCOL 7 and changes the table."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from fakes import events, questions
from fakes.server_table import ServerTable
from fakes.toy_board import Board, blueprints
from gemp_bot.protocol import events as e
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.ids import DARK_BACK, LIGHT_BACK
from gemp_bot.sandbox.server.questions import Action, Shown
from gemp_bot.sandbox.server.steps import Ask, Play, ask, emit


@dataclass(slots=True)
class Stage:
    """What a scene works with."""

    board: Board
    random: Random
    table: ServerTable

    @property
    def me(self) -> str:
        """The player whose turn it is."""
        return self.board.active

    @property
    def faces(self) -> list[str]:
        """Cards of the active side that are no locations."""
        return blueprints(self.board.side(self.me), locations=False)

    def column(self) -> int:
        """Give some column."""
        return self.random.randrange(len(self.board.columns))


_FEWEST_COLUMNS = 2
_MANY = 3

Scene: TypeAlias = Callable[[Stage], Play]


def responses(stage: Stage) -> Play:
    """Both players, one after the other, with nothing to respond: the most frequent thing of all."""
    what = stage.random.choice(["", "Use 4 Force", "Force drain"])
    for player in stage.board.players:
        yield ask(player, questions.optional_responses(what))


def activate(stage: Stage) -> Play:
    """Activate Force: two `INTEGER`s; ids are kept and `GS` comes after the question."""
    board, other = stage.board, stage.board.other(stage.me)
    most = len(board.piles[stage.me, "RESERVE_DECK"])
    if most == 0:
        return
    text = "Choose amount of Force to activate"
    asked = questions.integer(text, 0, min(4, most))
    count = int((yield ask(stage.me, asked, board.statistics()))[stage.me])
    if count > 1:
        text = (
            "Choose amount of Force to allow opponent to activate without you performing a top-level action"
        )
        count = int((yield ask(other, questions.integer(text, 1, count)))[other])
    for _ in range(count):
        yield emit(*board.shift(stage.me, "RESERVE_DECK", "FORCE_PILE", 1, keep=True))
        yield emit(events.message(f"{stage.me} activated 1 Force"))


def not_activated(stage: Stage) -> Play:
    """A yes-or-no whose default must not be copied."""
    text = "You have not activated Force. Do you want to Pass?"
    yield ask(stage.me, questions.multiple_choice(text, ["Yes", "No"]))


def spend(stage: Stage) -> Play:
    """Use Force: ids are kept; the Used Pile goes back under the Reserve Deck."""
    board = stage.board
    yield emit(*board.shift(stage.me, "FORCE_PILE", "USED_PILE", 2, keep=True))
    yield ask(stage.me, questions.optional_responses("Use 2 Force"))
    used = board.piles[stage.me, "USED_PILE"]
    board.piles[stage.me, "RESERVE_DECK"] = used + board.piles[stage.me, "RESERVE_DECK"]
    board.piles[stage.me, "USED_PILE"] = []
    yield emit(events.message(f"{stage.me} re-circulates"), *board.tops(), board.statistics())


def draw(stage: Stage) -> Play:
    """Draw a card; the opponent sees only numbers."""
    board = stage.board
    pile = stage.random.choice(["FORCE_PILE", "RESERVE_DECK"])
    yield emit(*board.draw(stage.me, pile, 1), events.message(f"{stage.me} draws a card into hand"))


def deploy(stage: Stage) -> Play:
    """Deploy from hand; the empty answer takes the action back."""
    board, hand = stage.board, stage.board.hands[stage.me]
    if not hand:
        return
    hand_id = stage.random.choice(list(hand))
    hosts = {card.card_id: card for card in board.standing(stage.me)}
    places = [card.card_id for card in board.columns] + list(hosts)
    text = f"Choose where to deploy {events.hint(hand[hand_id], 'card')}, or click 'Done' to cancel"
    answer = (yield ask(stage.me, questions.card_selection(text, places, low=0)))[stage.me]
    if not answer:
        return
    place = int(answer)
    if place in hosts:
        yield emit(*board.deploy(stage.me, hand_id, hosts[place].column, place))
    else:
        index = next(at for at, card in enumerate(board.columns) if card.card_id == place)
        yield emit(*board.deploy(stage.me, hand_id, index, None))
    yield from responses(stage)


def new_location(stage: Stage) -> Play:
    """Insert a column on the side the player chooses."""
    board = stage.board
    face = stage.random.choice(blueprints(board.side(stage.me), locations=True))
    index = stage.column()
    text = "On which side do you want to deploy it?"
    asked = questions.multiple_choice(text, ["Left", "Right"])
    right = int((yield ask(stage.me, asked))[stage.me])
    yield emit(*board.insert_column(stage.me, face, index + right))


def lose_location(stage: Stage) -> Play:
    """Take a column away, but never the last two."""
    if len(stage.board.columns) > _FEWEST_COLUMNS:
        yield emit(*stage.board.remove_column(stage.column()))


def convert_location(stage: Stage) -> Play:
    """Convert a location: the id and the column stay."""
    face = stage.random.choice(blueprints(stage.board.side(stage.me), locations=True))
    yield emit(*stage.board.convert(stage.me, face, stage.column()))


def move(stage: Stage) -> Play:
    """Move a card; `MCIP`."""
    movers = stage.board.standing(stage.me)
    if not movers:
        return
    places = [card.card_id for card in stage.board.columns]
    text = "Choose where to move, or click 'Done' to cancel"
    answer = (yield ask(stage.me, questions.card_selection(text, places, low=0)))[stage.me]
    if answer:
        mover = stage.random.choice(movers)
        yield emit(*stage.board.move(mover.card_id, places.index(int(answer))))


def battle(stage: Stage) -> Play:
    """A battle: joined, a destiny drawn, a card forfeited, ended."""
    board, here = stage.board, stage.board.standing()
    if not here:
        return
    column = here[0].column
    fighters = [card for card in here if card.column == column]
    board.battle = True
    yield emit(events.contest(e.BattleStarted, column, [card.card_id for card in fighters[1:]]))
    yield emit(events.card_event(e.CardJoinedBattle, fighters[0]), board.statistics())
    yield ask(
        stage.me,
        questions.card_action_choice(
            "Choose weapons segment action to play or Pass", your_turn=True, revert=True
        ),
    )
    yield from _destiny(stage, "battle destiny")
    loser = stage.random.choice(fighters)
    text = "Choose a card from battle to forfeit (if desired)"
    asked = questions.card_selection(text, [loser.card_id], low=0)
    if (yield ask(loser.owner, asked, board.statistics()))[loser.owner]:
        yield emit(*board.forfeit(loser.card_id))
    board.battle = False
    yield emit(e.BattleOver(), board.statistics())


def _destiny(stage: Stage, text: str) -> Play:
    """Draw destiny: `DD` shows a back, the face follows with a new id (PROTOCOL 10, point 16)."""
    board, deck = stage.board, stage.board.piles[stage.me, "RESERVE_DECK"]
    if not deck:
        return
    card_id, face = deck.pop()
    back = DARK_BACK if board.side(stage.me) == "DARK" else LIGHT_BACK
    top = board.card(card_id, back, stage.me, Zone.TOP_OF_RESERVE_DECK)
    drawn = board.card(board.new_id(), face, stage.me, Zone.TOP_OF_UNRESOLVED_DESTINY_DRAW)
    yield emit(events.destiny(top, text), *board.tops(), events.put(drawn))
    yield ask(board.other(stage.me), questions.optional_responses("Destiny just drawn"))
    board.piles[stage.me, "USED_PILE"].append((board.new_id(), face))
    yield emit(events.remove([drawn.card_id]), *board.tops(), board.statistics())


def lose_force(stage: Stage) -> Play:
    """Choose Force to lose: hand cards and tops of piles."""
    board, loser = stage.board, stage.board.other(stage.me)
    tops = [
        card_id for (player, pile), card_id in board.shown.items() if player == loser and pile != "LOST_PILE"
    ]
    choices = [*board.hands[loser], *tops]
    if choices:
        asked = questions.card_selection("Choose Force to lose", choices)
        answer = (yield ask(loser, asked))[loser]
        yield emit(*board.discard(loser, int(answer)))


def lose_many(stage: Stage) -> Play:
    """Choose two or three cards of the hand at once."""
    hand = list(stage.board.hands[stage.me])
    if len(hand) >= _MANY:
        asked = questions.card_selection("Choose cards to place in Lost Pile", hand, 2, _MANY)
        answer = (yield ask(stage.me, asked))[stage.me]
        for card_id in answer.split(","):
            yield emit(*stage.board.discard(stage.me, int(card_id)))


def verify(stage: Stage) -> Play:
    """A failed search: both players look at a pile at the same time, and nothing can be chosen."""
    shown = [Shown(face, selectable=False) for face in stage.faces]
    text = f"Verify {stage.me}'s Reserve Deck"
    asked = questions.arbitrary_cards(text, shown, 0, 0)
    yield Ask(dict.fromkeys(stage.board.players, asked))


def search(stage: Stage) -> Play:
    """Choose from a pile where not everything is selectable and `max` is more than there is."""
    shown = [
        Shown(face, selectable=index % 2 == 0, text="Spy" if index % 3 else "")
        for index, face in enumerate(stage.faces * 2)
    ]
    low = stage.random.randint(0, 2)
    text = "Choose cards to take into hand"
    yield ask(stage.me, questions.arbitrary_cards(text, shown, low, len(shown) + 3))


def nothing_found(stage: Stage) -> Play:
    """A search that shows no card at all."""
    yield ask(stage.me, questions.arbitrary_cards("Choose card to deploy", [], 0, 1))


def combination(stage: Stage) -> Play:
    """A combination picker: every answer is the whole selection so far (PROTOCOL 7.6)."""
    shown = [Shown(face) for face in stage.faces]
    text = "Choose combination of cards to take into hand"
    yield ask(stage.me, questions.arbitrary_cards(text, shown, 1, 2, growing=True))


def preselected(stage: Stage) -> Play:
    """Something is chosen already."""
    shown = [Shown(face, preselected=index == 0) for index, face in enumerate(stage.faces)]
    yield ask(stage.me, questions.arbitrary_cards("Choose starting effects", shown, 1, 3))


def long_list(stage: Stage) -> Play:
    """A long list of titles, the default one of them."""
    titles = [f"Title {number} & <i>more</i>" for number in range(60)]
    default = stage.random.randrange(-1, len(titles))
    yield ask(stage.me, questions.multiple_choice("Choose card title", titles, default))


def triggers(stage: Stage) -> Play:
    """Required triggers to be put in order; no pass."""
    offered = [Action("Required response", blueprint=face) for face in stage.faces[:2]]
    offered.append(Action("Lose 1 Force", blueprint="rules"))
    yield ask(stage.me, questions.action_choice("Choose action to resolve next", offered))


def menu_of_twins(stage: Stage) -> Play:
    """Two actions with one label, on two cards."""
    locations = stage.board.columns[:2]
    offered = [Action("Force drain", card.card_id) for card in locations]
    text = "Choose Control action or Pass"
    menu = questions.card_action_choice(text, offered, your_turn=True, auto_pass=True, revert=False)
    yield ask(stage.me, menu, stage.board.statistics())


def animations(stage: Stage) -> Play:
    """Animations and cards that turn: nothing moves; unknown ids are named too."""
    cards = stage.board.standing()
    found: list[e.AnyEvent] = []
    for card in cards:
        turned = replace(card, sideways=True)
        flipped = replace(card, sideways=True, frozen=True)
        found += [
            events.card_event(e.CardUsed, card),
            events.affects(card, [99_999]),
            events.card_event(e.CardTurned, turned),
            events.card_event(e.CardFaceFlipped, flipped),
            events.card_event(e.CardPlaceChanged, replace(flipped, card_id=99_999)),
        ]
        stage.board.cards[card.card_id] = flipped
    shown = stage.board.card(99_998, stage.faces[0], stage.me, Zone.RESERVE_DECK)
    yield emit(*found, events.card_event(e.CardShown, shown))
    yield from responses(stage)


def contests(stage: Stage) -> Play:
    """The rare contests: a duel, lightsaber combat, a creature attack, sabacc."""
    ids = [card.card_id for card in stage.board.standing()]
    started, ended = stage.random.choice(
        [
            (events.contest(e.DuelStarted, 0, ids), e.DuelEnded()),
            (events.contest(e.CombatStarted, 0, ids), e.CombatEnded()),
            (events.attack(0, ids[:1], ids[1:], stage.me, stage.board.other(stage.me)), e.AttackEnded()),
            (e.SabaccStarted(), e.SabaccEnded()),
        ]
    )
    yield emit(started)
    yield ask(stage.me, questions.optional_responses("Duel"))
    if isinstance(started, e.SabaccStarted):
        yield emit(e.SabaccRevealed(), stage.board.statistics())
    yield emit(ended)


def turn_over(stage: Stage) -> Play:
    """The top of a Reserve Deck is turned over."""
    deck = stage.board.piles[stage.me, "RESERVE_DECK"]
    if deck:
        card_id, face = deck[-1]
        back = stage.board.card(card_id, face, stage.me, Zone.TOP_OF_RESERVE_DECK)
        yield emit(events.card_event(e.DeckTopTurned, back))


SCENES: tuple[Scene, ...] = (
    *(responses,) * 6,
    *(activate,) * 3,
    *(deploy,) * 4,
    not_activated,
    spend,
    draw,
    new_location,
    lose_location,
    convert_location,
    move,
    move,
    battle,
    battle,
    lose_force,
    lose_many,
    verify,
    search,
    nothing_found,
    combination,
    preselected,
    long_list,
    triggers,
    menu_of_twins,
    animations,
    contests,
    turn_over,
)
"""All scenes, as often as they shall come."""
