"""A small table of made cards, and a judging strategy on the chair. We play the Light Side."""

from typing import Any

import msgspec
from asked import amount, menu, pick, results, shown, yes_no  # noqa: F401 - for the tests of this folder
from made_table import (
    ME,
    SITE,
    SYSTEM,
    THEM,
    MadeTable,
    action,
    both,
    card,
    character,
    effect,
    index_of,
    site,
    standing,
    starship,
    system,
    term,
    titled,
)

from gemp_bot.cards import Card, CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.texts import Moment, Term
from gemp_bot.decisions import Catalogue, Option, Question, ask
from gemp_bot.evaluators.context import DecisionContext
from gemp_bot.evaluators.memory import GameMemory
from gemp_bot.evaluators.prompts import weigh
from gemp_bot.evaluators.weighed import ScoredAnswer
from gemp_bot.procedures import load_strategy
from gemp_bot.protocol.bounds import CardIds
from gemp_bot.protocol.decisions import (
    ActionOption,
    CardActionChoice,
    Decision,
)
from gemp_bot.protocol.enums import Phase, Side, Zone
from gemp_bot.protocol.events import (
    CardsRemoved,
    Message,
    PhaseChanged,
    PlayerZones,
    Statistics,
    TurnChanged,
)
from gemp_bot.protocol.ids import BlueprintId, CardId
from gemp_bot.strategy import Budget, Verdict
from gemp_bot.strategy.judged import JudgedStrategy
from gemp_bot.strategy.judged.memory_writer import note_answer, note_question
from gemp_bot.strategy.judged.vocabulary import make_vocabulary

CATALOGUE = Catalogue.load()
HINT = "<div class='cardHint' value='900_10'>•Luke</div>"

DOCKS = site(1, "Docks")
FIELD = site(2, "Field")
MOON = system(3, "Moon", parsec=1)
LUKE = character(10, "Luke", power=5, ability=5, forfeit=6, uniqueness=Uniqueness.UNIQUE, personas=("Luke",))
GUARD = character(11, "Guard", power=1, ability=1, forfeit=2, deploy=2)
FLIER = character(12, "Flier", power=2, ability=2, forfeit=3, deploy=2, icons=((Icon.PILOT, 1),))
IMMUNE = character(
    13, "Calm One", Side.LIGHT, standing("immune_to_attrition_less_than", amount=5),
    power=4, ability=4, forfeit=4,
)  # fmt: skip
SHIP = starship(14, "Ship")
BLADE = card(15, "Blade", CardType.WEAPON, subtypes=(SubType.CHARACTER_WEAPON,), deploy=1)
JUNK = card(16, "Trick", CardType.INTERRUPT)
OLD_PLAN = card(17, "Old Plan", CardType.EFFECT)
KNIGHT = character(18, "Knight", power=5, ability=4, forfeit=5, icons=((Icon.WARRIOR, 1),))
VADER = character(20, "Vader", Side.DARK, power=6, ability=6, forfeit=8, deploy=6)
TROOPER = character(21, "Trooper", Side.DARK, power=1, ability=1, forfeit=1)
THEIR_PLAN = card(22, "Their Plan", CardType.EFFECT, Side.DARK)


def toll(player: str) -> Any:
    """A Force drain of a player uses 3 Force while he does not occupy both kinds of battleground."""
    kinds = [both(kind, term("battleground")) for kind in (SITE, SYSTEM)]
    held = both(*(term("occupies", player=player, where=kind) for kind in kinds))
    free = term("unless", when=held)
    return standing("initiate_force_drain_cost", where=term("any"), when=free, amount=3, player=player)


TOLL = card(24, "Toll", CardType.EFFECT, Side.DARK, toll("$you"), toll("$opponent"))
"""A Force drain uses 3 Force of who does not occupy both kinds of battleground, as with Battle Plan."""
RAIDER = starship(25, "Raider", Side.DARK, ability=2)
THEIR_TRICK = card(23, "Their Trick", CardType.INTERRUPT, Side.DARK)
HIDDEN_BASE = msgspec.structs.replace(
    card(
        26,
        "Hidden Base",
        CardType.OBJECTIVE,
        Side.LIGHT,
        action("Flip Hidden Base", effect("flip_card", card="$self")),
    ),
    blueprint_id=BlueprintId("7_136"),
)
_SYSTEMS = both(both(SYSTEM, term("battleground")), term("controls", player="$you"))
HIDDEN_BACK = msgspec.structs.replace(
    card(
        28, "Systems", CardType.OBJECTIVE, Side.LIGHT,
        action(
            "", effect("cancel_force_drain"), moment=Moment.AFTER,
            when=(
                term(
                    "is_num_times_per_turn",
                    count=Term("min", {"0": 2, "1": term("count_top_locations_on_table", who=_SYSTEMS)}),
                ),
            ),
        ),
    ),
    blueprint_id=BlueprintId("7_136_BACK"),
)  # fmt: skip
"""It works by two battleground systems."""
COURT = card(
    27, "Agents In The Court", CardType.OBJECTIVE, Side.LIGHT,
    action(
        "", effect("flip_card", card="$self"), moment=Moment.MUST_AFTER,
        when=(
            term("is_table_changed"),
            term("occupies", player="$you", count=2, where=both(SITE, term("battleground"))),
        ),
    ),
)  # fmt: skip
"""It flips by two battleground sites."""
FEAST = card(
    29, "Feast", CardType.EFFECT, Side.LIGHT,
    action(
        "", effect("cancel_card_on_table", card="$self"), moment=Moment.MUST_AFTER,
        when=(term("is_table_changed"), term("controls", player="$opponent", location="$self")),
    ),
    selectors={"deploy_on": titled("Moon")},
)  # fmt: skip
"""It goes on the moon alone, and is canceled where they control that, as Tatooine Celebration."""
WALKER = character(
    31, "Walker", power=5, selectors={"maintain": term("use_force", player="$you", amount=2)}
)  # fmt: skip
"""It wants 2 Force at the end of each turn."""
ALL = (
    DOCKS, FIELD, MOON, LUKE, GUARD, FLIER, IMMUNE, SHIP, BLADE, JUNK, OLD_PLAN, KNIGHT, VADER, TROOPER,
    THEIR_PLAN, THEIR_TRICK, TOLL, RAIDER, HIDDEN_BASE, HIDDEN_BACK, COURT, FEAST, WALKER,
)  # fmt: skip


class Seat(MadeTable):
    """Three places: docks, field, and a system.

    Attributes:
        docks, field, moon: ids of the places.
        strategy: on the chair.
    """

    def __init__(self, name: str = "strong", *, mine: bool = True, phase: Phase = Phase.DEPLOY) -> None:
        super().__init__(*ALL)
        self.docks = self.place_there(DOCKS, 0)
        self.field = self.place_there(FIELD, 1)
        self.moon = self.place_there(MOON, 2)
        self.strategy = JudgedStrategy(0, load_strategy(name, make_vocabulary()), index=index_of(ALL))
        self._life, self._their_life = 30, 30
        self.tell()
        self.turn(mine=mine, phase=phase)

    @property
    def memory(self) -> GameMemory:
        """What the strategy remembers."""
        return self.strategy._memory

    def context(self, decision: Decision | None = None) -> DecisionContext:
        """What a decision is judged by, at the table as it is now."""
        asked = menu() if decision is None else decision
        return self.strategy._context(self.table, self.question(asked), lambda _: False)

    def enter(self) -> None:
        """The menu of the phase comes."""
        note_question(self.context())

    def choose(self, option: Option) -> None:
        """An action is chosen from the menu of the phase."""
        ctx = self.context()
        note_answer(ctx, ScoredAnswer(ctx.question.first_legal(), (), option))

    def turn(self, *, mine: bool = True, phase: Phase = Phase.DEPLOY, number: int = 3) -> None:
        """Whose turn it is, and its phase."""
        self.table.apply_event(TurnChanged(participant_id=ME if mine else THEM))
        self.table.apply_event(PhaseChanged(phase=phase, turn=number))

    def held(self, *faces: Card) -> list[CardId]:
        """Cards in our hand."""
        return [self.put(face, Zone.HAND) for face in faces]

    def top(self, zone: Zone) -> CardId:
        """The top of one of our piles, face down."""
        return self.put(JUNK, zone, owner=ME)

    def gone(self, *cards: CardId) -> None:
        """Cards leave the table."""
        self.table.apply_event(CardsRemoved(other_card_ids=CardIds(cards)))

    def tell(
        self,
        *,
        mine: tuple[float, ...] = (-1, -1, -1),
        theirs: tuple[float, ...] = (-1, -1, -1),
        damage: float = 0,
        attrition: float = 0,
        immune: bool = False,
        life: int | None = None,
        their_life: int | None = None,
        **ours: Any,
    ) -> None:
        """Statistics: power at the three places, and piles that make up the life force."""
        self._life = self._life if life is None else life
        self._their_life = self._their_life if their_life is None else their_life
        their_hand = ours.pop("their_hand", 7)
        force = ours.pop("force_pile", min(8, self._life))
        reserve = ours.pop("reserve_deck", self._life - force)
        # The server never tells new numbers without a line in the log.
        self.table.apply_event(Message(message="something happened"))
        self.table.apply_event(
            Statistics(
                dark_force_generation=6,
                light_force_generation=6,
                light_battle_damage_remaining=damage,
                light_battle_attrition_remaining=attrition,
                light_immune_to_remaining_attrition=immune,
                player_zones=(
                    PlayerZones(ME, reserve_deck=reserve, force_pile=force, **({"hand": 7} | ours)),
                    PlayerZones(THEM, hand=their_hand, reserve_deck=self._their_life),
                ),
                dark_power_at_locations=theirs,
                light_power_at_locations=mine,
            )
        )

    # -- asking ----------------------------------------------------------------------------------

    def question(self, decision: Decision) -> Question:
        """The question a decision puts."""
        return ask(decision, self.table.face_of, CATALOGUE)

    def decide(self, decision: Decision) -> Verdict:
        """Ask, and check that the answer is legal."""
        question = self.question(decision)
        verdict = self.strategy.decide(self.table, question, Budget())
        question.wire_of(verdict.answer)
        assert verdict.reasons
        assert all(reason.text for reason in verdict.reasons)
        return verdict

    def answer(self, decision: Decision) -> str:
        """What would be sent."""
        return self.decide(decision).answer.wire

    def weighed(self, decision: Decision) -> list[ScoredAnswer]:
        """Everything that is weighed for a question."""
        ctx = self.context(decision)
        note_question(ctx)
        return weigh(ctx)


def offers(seat: Seat, *cards: CardId, label: str = "Deploy", phase: str = "Deploy") -> CardActionChoice:
    """A menu of one label for several cards, each with its own face."""
    made = tuple(
        ActionOption(str(at), each, seat.table.face_of(each) or BlueprintId("inPlay"), label)
        for at, each in enumerate(cards)
    )
    return CardActionChoice(text=f"Choose {phase} action or Pass", actions=made)
