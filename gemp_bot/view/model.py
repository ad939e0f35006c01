"""What is shown of a game: frozen values without logic, ready for JSON.

Everything is as one seat may know it. A number that cannot be known from there is None, the title of a card
that is not shown is empty. Force, power, ability, forfeit and destiny are in units of the game; times are
in seconds. Where nothing changed two frames hold the same object.
"""

from enum import StrEnum

import msgspec

from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.view.names import NamedCard, Why

# -- battles ----------------------------------------------------------------------------------


class Destiny(msgspec.Struct, frozen=True, omit_defaults=True):
    """A destiny that was drawn.

    Attributes:
        side: who drew.
        card: what was drawn.
        value: as printed, before texts change it; None for a card with no plain number.
        what: as the server calls it: `battle destiny`, `weapon destiny`.
    """

    side: Side
    card: NamedCard
    value: float | None = None
    what: str = ""


class BattleSide(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a battle.

    Attributes:
        cards: who takes part, those that joined or left it later included.
        power: total power before battle destiny; None before it is known.
        total: total power with battle destiny (rules 7.4); None if the battle never came to that.
        attrition: against this side when the damage segment began. damage: battle damage, the same.
        forfeited: its cards that were forfeited.
        fallen: its cards that left the table otherwise.
        lost: units of Force it lost during the battle. from_hand: how many of them were cards of the hand.
    """

    side: Side
    cards: tuple[NamedCard, ...] = ()
    power: float | None = None
    total: float | None = None
    attrition: float = 0.0
    damage: float = 0.0
    forfeited: tuple[NamedCard, ...] = ()
    fallen: tuple[NamedCard, ...] = ()
    lost: int = 0
    from_hand: int = 0


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle, as far as it has come.

    Attributes:
        number: of the battle in this game, from 1.
        began: who initiated it; None for one that was under way when the game was opened.
        destinies: battle destinies, in order.
        why: why it was initiated, with what was expected of it; None where no verdict tells.
        over: it has ended.
    """

    number: int
    location: NamedCard | None
    dark: BattleSide
    light: BattleSide
    began: Side | None = None
    destinies: tuple[Destiny, ...] = ()
    why: Why | None = None
    over: bool = False

    def of(self, side: Side) -> BattleSide:
        """One side of it."""
        return self.dark if side is Side.DARK else self.light

    @property
    def winner(self) -> Side | None:
        """Who had more power; None for a tie, and if power was never totalled."""
        dark, light = self.dark.total, self.light.total
        if dark is None or light is None or dark == light:
            return None
        return Side.DARK if dark > light else Side.LIGHT


# -- the board ----------------------------------------------------------------------------------


class PlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player in numbers: how many cards lie in his piles, all of them public (PROTOCOL 6.10).

    Attributes:
        life: life force (rules 3): Reserve Deck, Force Pile and Used Pile, and a sabacc hand.
        generation: total Force generation.
    """

    side: Side
    name: str
    hand: int = 0
    reserve: int = 0
    force: int = 0
    used: int = 0
    lost: int = 0
    out_of_play: int = 0
    life: int = 0
    generation: float = 0.0


Players = tuple[PlayerView, ...]
"""Dark first; empty before the first numbers came."""


class CardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that lies on the table or in our hand.

    Attributes:
        known: its face is shown. Of a card that is not, only the side is told.
        type: as printed: `Character`, `Starship`.
        power, ability, forfeit: as texts make them now; in hand as printed.
        destiny, deploy: as printed.
        icons: with how often each is printed.
        dark_icons, light_icons: Force icons on the two sides of a location, as printed; None for other cards.
        flags: `undercover`, `inverted`, `sideways` (hit, crashed), `frozen`, `suspended`, `collapsed`.
        attached: id of the card it is on or aboard.
        carries: the cards on it or aboard.
    """

    id: int
    side: Side | None = None
    known: bool = True
    title: str = ""
    blueprint: str = ""
    type: str = ""
    power: float | None = None
    ability: float | None = None
    forfeit: float | None = None
    destiny: float | None = None
    deploy: float | None = None
    icons: tuple[tuple[str, int], ...] = ()
    dark_icons: int | None = None
    light_icons: int | None = None
    flags: tuple[str, ...] = ()
    attached: int | None = None
    carries: tuple["CardView", ...] = ()


class LocationView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A location with who is there.

    Attributes:
        card: the location itself; None for an instant between two.
        system: the planet, system, starship or vehicle it belongs to; empty for none.
        kind: `site`, `site of a starship`, `site of a vehicle`, `system`, `sector`; empty if not known.
        dark_power, light_power: total power; None if nobody of that side is there.
        dark_drain, light_drain: what a Force drain of that side costs the other, as texts make it, whoever
            controls the location; None if it is not known.
        dark_icons, light_icons: Force icons of that side, as texts make them; None if they are not known.
        dark, light: who stands on each side of it; an undercover spy stands on its opponent's.
    """

    card: NamedCard | None
    system: str = ""
    kind: str = ""
    dark_power: float | None = None
    light_power: float | None = None
    dark_drain: float | None = None
    light_drain: float | None = None
    dark_icons: int | None = None
    light_icons: int | None = None
    dark: tuple[CardView, ...] = ()
    light: tuple[CardView, ...] = ()

    def power(self, side: Side) -> float | None:
        """Total power of one side; None if nobody of it is there."""
        return self.dark_power if side is Side.DARK else self.light_power

    def drain(self, side: Side) -> float | None:
        """What a Force drain of one side costs the other, see `dark_drain`; None if it is not known."""
        return self.dark_drain if side is Side.DARK else self.light_drain

    def cards(self, side: Side) -> tuple[CardView, ...]:
        """Who stands on one side of it."""
        return self.dark if side is Side.DARK else self.light


class BoardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table.

    Attributes:
        players: Dark first.
        locations: left to right.
        beside: cards beside the table, of both sides.
        hand: our own.
        clocks: seconds left, Dark first; empty where they are not known.
        battle: the one that goes on.
    """

    players: Players = ()
    locations: tuple[LocationView, ...] = ()
    beside: tuple[CardView, ...] = ()
    hand: tuple[CardView, ...] = ()
    clocks: tuple[int, ...] = ()
    battle: Battle | None = None

    def __repr__(self) -> str:
        lives = ", ".join(f"{player.side} {player.life}" for player in self.players)
        return f"<BoardView: {len(self.locations)} locations, life force {lives or 'not known'}>"


# -- what is asked ------------------------------------------------------------------------------


class OptionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that may be chosen.

    Attributes:
        key: its part of the answer.
        words: in the words of players.
        card: id of the card it is or hangs on.
        selectable: False for cards that are only shown.
        score: what it was judged to be worth, in Force; None where it was not judged alone.
        chosen: it was chosen.
    """

    key: str
    words: str
    card: int | None = None
    selectable: bool = True
    score: float | None = None
    chosen: bool = False


class Weighed(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer that was weighed and not given, in words, with its worth in Force."""

    words: str
    score: float | None = None


class QuestionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to us.

    Attributes:
        n: its number in the game, from 1.
        kind: of the prompt, see `decisions/kinds`.
        min, max: how many may be chosen, or the smallest and largest number.
        is_choice: two or more different answers are legal.
        answer: what was answered, as it was sent; None while it waits.
        chosen: the answer in words.
        score: what it was judged to be worth, in Force. reasons: the parts of that.
        others: what else was weighed, the best first.
        fallback: which way out was taken where no strategy answered.
    """

    n: int
    prompt: str
    kind: str
    min: int = 0
    max: int = 0
    can_pass: bool = False
    is_choice: bool = True
    options: tuple[OptionView, ...] = ()
    answer: str | None = None
    chosen: str = ""
    score: float | None = None
    reasons: tuple[Why, ...] = ()
    others: tuple[Weighed, ...] = ()
    fallback: str | None = None


# -- what came about ----------------------------------------------------------------------------


class DeedKind(StrEnum):
    """What came about. `amount` is in units of Force unless it is said otherwise."""

    TURN_BEGAN = "TURN_BEGAN"
    """`side` begins its turn number `amount`."""
    PHASE_BEGAN = "PHASE_BEGAN"
    """`what` is the phase."""
    STARTED = "STARTED"
    """`cards` came to the table before the first turn; told like `DEPLOYED`."""
    DEPLOYED = "DEPLOYED"
    """`cards` came from `source` to `location`, on `host`; `amount` was used for it, None if unsure.
    A location comes to itself, over `converted` if it converts one; what comes beside the table has none."""
    MOVED = "MOVED"
    """`cards` went from `origin` to `location`; `host` is what they are aboard now, `left` was before."""
    DRAINED = "DRAINED"
    """`side` drained at `location`; the other side lost `amount`, told by the next deed."""
    LOST = "LOST"
    """`side` lost `amount` from `source`; `cards` as far as they were shown."""
    DREW = "DREW"
    """`side` drew `amount` cards from its Force Pile; `cards` if they are ours."""
    TOOK = "TOOK"
    """`side` took `amount` cards from `source` into hand; `cards` if they are ours."""
    PUT_BACK = "PUT_BACK"
    """`side` put `amount` cards from hand into `goal`."""
    ACTIVATED = "ACTIVATED"
    USED = "USED"
    RETRIEVED = "RETRIEVED"
    BATTLE_BEGAN = "BATTLE_BEGAN"
    """`side` initiated a battle at `location`; `cards` of both sides take part."""
    DESTINY = "DESTINY"
    """`side` drew `cards` for `what`; `amount` is the printed destiny."""
    WEAPON = "WEAPON"
    """The first of `cards` was fired at the others."""
    HIT = "HIT"
    """`cards` were hit."""
    TOTALS = "TOTALS"
    """Power was totalled; the numbers are in `battle`."""
    FORFEITED = "FORFEITED"
    """`side` forfeited `cards`; `amount` is their forfeit value."""
    LEFT = "LEFT"
    """`cards` left the table for `goal`; None where that is not seen."""
    BATTLE_ENDED = "BATTLE_ENDED"
    """All of it is in `battle`."""
    PLAYED = "PLAYED"
    """`side` played an Interrupt or an Epic Event."""
    ACTED = "ACTED"
    """`side` used the text of a card. Without `cards` it used `location` in its control phase, and nothing
    was lost: its text, or a Force drain of 0, which of both is not seen."""
    FLIPPED = "FLIPPED"
    """`cards` show their other face now, and `left` before."""
    TAKEN_BACK = "TAKEN_BACK"
    """The game was taken back: frames that are marked so did not count."""
    ENDED = "ENDED"
    """`side` won, nobody if it is None; `what` is the reason."""


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that came about, see `DeedKind`.

    Attributes:
        converted: the location that lay there, of one that converts it.
        players: the piles of both as they were then; with beginnings of turns and phases, and the end.
        why: the reason of who did it, where a verdict tells.
    """

    kind: DeedKind
    side: Side | None = None
    cards: tuple[NamedCard, ...] = ()
    location: NamedCard | None = None
    origin: NamedCard | None = None
    host: NamedCard | None = None
    left: NamedCard | None = None
    converted: NamedCard | None = None
    amount: float | None = None
    source: Zone | None = None
    goal: Zone | None = None
    what: str = ""
    battle: Battle | None = None
    players: Players = ()
    why: Why | None = None


# -- the game -----------------------------------------------------------------------------------


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One moment of the game: a question, or something that came about between two.

    A frame comes once when its question is asked, and again, with the same index, when it is answered.

    Attributes:
        index: its place among the frames, from 0.
        number: of the newest question, 0 before the first.
        turn: number of the current player's own turn. whose: the current player.
        deeds: what came about since the frame before.
        chance: how likely our seat wins (Dark for a spectator) by the life forces alone, 0 to 1: the law of
            `valuation/stakes.py`, not what a strategy thinks.
        taken_back: the game was taken back before this moment.
    """

    index: int
    number: int
    board: BoardView
    turn: int | None = None
    whose: Side | None = None
    phase: Phase | None = None
    question: QuestionView | None = None
    deeds: tuple[Deed, ...] = ()
    chance: float | None = None
    taken_back: bool = False

    def __repr__(self) -> str:
        asked = "" if self.question is None else f", question {self.question.n} {self.question.prompt!r}"
        phase = "" if self.phase is None else f" {self.phase}"
        deeds = ", ".join(deed.kind for deed in self.deeds)
        return f"<Frame {self.index}: turn {self.turn}{phase}{asked}{deeds and f', {deeds}'}>"


class GameHead(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays.

    Attributes:
        game: id of the game; empty where it is not known.
        me: our side; None for a spectator.
        dark, light: names of the players.
        bot, strategy, deck, seed: with what we play, if the journal says so.
    """

    game: str = ""
    me: Side | None = None
    dark: str = ""
    light: str = ""
    bot: str = ""
    strategy: str = ""
    deck: str = ""
    seed: int | None = None


class Curves(msgspec.Struct, frozen=True):
    """The course of a game: one number for each frame that counts, in every list.

    Attributes:
        frames: index of the frame. turns: number of the turn, 0 before the first.
        chance: see `Frame`.
    """

    frames: list[int]
    turns: list[int]
    dark_life: list[int]
    light_life: list[int]
    dark_force: list[int]
    light_force: list[int]
    dark_generation: list[float]
    light_generation: list[float]
    dark_hand: list[int]
    light_hand: list[int]
    chance: list[float]


class EndView(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it ended: who won, None for a cancelled game; and why, see `protocol.ending.EndReason`."""

    winner: Side | None
    reason: str


class GameView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game from one seat. Deeds stand in the frames; battles are those that are over, each once."""

    head: GameHead
    frames: tuple[Frame, ...]
    curves: Curves
    battles: tuple[Battle, ...] = ()
    ending: EndView | None = None
