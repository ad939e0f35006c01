"""A small table to decide at: two sites, a few cards, a phase and piles."""

from gemp_bot.decisions import Catalogue, Question, ask
from gemp_bot.protocol.bounds import PlayerNames
from gemp_bot.protocol.decisions import (
    Decision,
)
from gemp_bot.protocol.enums import Phase, Zone
from gemp_bot.protocol.events import (
    CardPut,
    PhaseChanged,
    PlayerZones,
    SnapshotStart,
    Statistics,
    TurnChanged,
)
from gemp_bot.protocol.ids import BlueprintId, CardId, PlayerName
from gemp_bot.state import Table
from gemp_bot.strategy import Budget, Verdict, make_strategy

ME, THEM = PlayerName("me"), PlayerName("them")
CATALOGUE = Catalogue.load()
HINT = "<div class='cardHint' value='1_19'>•Luke Skywalker</div>"

CANTINA, DESERT = CardId(1), CardId(2)
"""Two sites, next to each other."""
OURS, THEIRS, SECOND, HELD, PASSENGER = CardId(11), CardId(12), CardId(13), CardId(14), CardId(15)
RESERVE_TOP, FORCE_TOP, USED_TOP = CardId(21), CardId(22), CardId(23)


class Seat:
    """We play Light against Dark, with steady on the chair."""

    def __init__(self, *, mine: bool = True, phase: Phase = Phase.DEPLOY) -> None:
        self.table = Table()
        self.table.apply_event(SnapshotStart(ME, PlayerNames((THEM, ME))))
        self.put(CANTINA, Zone.LOCATIONS, column=0)
        self.put(DESERT, Zone.LOCATIONS, owner=THEM, column=1)
        self.strategy = make_strategy("steady", 0)
        self.numbers()
        self.turn(mine=mine, phase=phase)

    def turn(self, *, mine: bool, phase: Phase) -> None:
        """Whose turn it is, and its phase."""
        self.table.apply_event(TurnChanged(participant_id=ME if mine else THEM))
        self.table.apply_event(PhaseChanged(phase=phase, turn=3))

    def put(
        self,
        card: CardId,
        zone: Zone,
        *,
        owner: PlayerName = ME,
        column: int = 0,
        host: CardId | None = None,
        sideways: bool = False,
    ) -> None:
        """Show a card; its face is made of its id."""
        self.table.apply_event(
            CardPut(
                card_id=card,
                blueprint_id=BlueprintId(f"1_{card}"),
                zone=zone,
                zone_owner_id=owner,
                participant_id=owner,
                location_index=column,
                target_card_id=host,
                sideways=sideways,
            )
        )

    def numbers(
        self,
        *,
        powers: tuple[tuple[float, float], ...] = ((-1, -1), (-1, -1)),
        piles: PlayerZones | None = None,
        damage: float = 0,
        attrition: float = 0,
    ) -> None:
        """Statistics; `powers` are (ours, theirs) for each site."""
        self.table.apply_event(
            Statistics(
                dark_force_generation=3,
                light_force_generation=3,
                light_battle_damage_remaining=damage,
                light_battle_attrition_remaining=attrition,
                player_zones=(
                    piles or PlayerZones(ME, hand=5, reserve_deck=30, force_pile=5, used_pile=5),
                    PlayerZones(THEM, hand=5, reserve_deck=30, force_pile=5, used_pile=5),
                ),
                light_power_at_locations=tuple(power[0] for power in powers),
                dark_power_at_locations=tuple(power[1] for power in powers),
            )
        )

    def decide(self, decision: Decision) -> Verdict:
        """Ask, and check that the answer is legal."""
        question = self.question(decision)
        verdict = self.strategy.decide(self.table, question, Budget())
        question.wire_of(verdict.answer)
        assert verdict.reasons
        return verdict

    def answer(self, decision: Decision) -> str:
        """What would be sent."""
        return self.decide(decision).answer.wire

    def question(self, decision: Decision) -> Question:
        return ask(decision, self.table.face_of, CATALOGUE)
