"""What one recorded game shows of a deck, in numbers; Force and destiny are in units of the game."""

import msgspec

from gemp_bot.protocol.enums import Side


class CardSeen(msgspec.Struct, kw_only=True):
    """A card of the deck in one game, in copies; of two-sided cards the front.

    A card that came to hand was deployed from there, played, went elsewhere, or is there at the end:
    `drawn == deployed_from_hand + played_from_hand + elsewhere + stuck`.

    Attributes:
        copies: in the deck.
        started: came to the table before the first turn.
        opening: in hand when the first turn began; 0 where that was not seen.
        drawn: came to hand, those of the opening hand among them. One that came back counts again.
        deployed: came to the table in a turn, from wherever.
        turns: the number of our own turn (0 before our first) of each deployment.
        deployed_from_hand: as far as they came from there.
        played: as an Interrupt or Epic Event. played_from_hand: as far as it came from there.
        elsewhere: left the hand otherwise: lost, put back, exchanged.
        stuck: in hand at the end.
        offered: turns of either player in which a menu offered to deploy, play or use it from hand.
    """

    copies: int
    started: int = 0
    opening: int = 0
    drawn: int = 0
    deployed: int = 0
    turns: list[int] = []
    deployed_from_hand: int = 0
    played: int = 0
    played_from_hand: int = 0
    elsewhere: int = 0
    stuck: int = 0
    offered: int = 0


class TurnSeen(msgspec.Struct, frozen=True):
    """How a turn of ours began.

    Attributes:
        turn: its number, from 1.
        generation: our total Force generation.
        hand: cards in our hand.
    """

    turn: int
    generation: float
    hand: int


class Losses(msgspec.Struct, kw_only=True):
    """Units of Force a side lost, and its life force when the game began, the hands dealt.

    Attributes:
        drains: to Force drains. battles: during battles. other: to anything else.
        life: at the beginning; None if that was not seen.
        end: at the end.
    """

    drains: int = 0
    battles: int = 0
    other: int = 0
    life: int | None = None
    end: int | None = None

    @property
    def total(self) -> int:
        """All of it."""
        return self.drains + self.battles + self.other


class GameSeen(msgspec.Struct, kw_only=True):
    """One game from the seat of the deck.

    Attributes:
        file: name of the recording.
        side: the deck's.
        deck_digest, opponent_digest: of the decks, where the recording tells them.
        won: None if nobody won, or it has no end here.
        reason: why it ended, see `protocol.ending.EndReason`; empty without an end.
        turns: turns of both players.
        turn: how each of ours began.
        ours, theirs: what each side lost.
        destinies: printed destiny of what we drew, by what it was drawn for.
        cards: by blueprint id.
        whole: the opening hand was seen, and nothing is missing.
    """

    file: str
    side: Side
    deck_digest: str | None
    opponent_digest: str | None
    won: bool | None = None
    reason: str = ""
    turns: int = 0
    turn: list[TurnSeen] = []
    ours: Losses = msgspec.field(default_factory=Losses)
    theirs: Losses = msgspec.field(default_factory=Losses)
    destinies: dict[str, list[float]] = {}
    cards: dict[str, CardSeen] = {}
    whole: bool = True
