"""What a quick player sees of each of his options: named numbers, most of them 0 or 1, at most about 2.

The features of one option are few, and none of them asks what would come of it: a policy weighs them a
thousand times a second. What is near at each location is counted once for each state of the board.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from gemp_bot.board.card import CardInPlay
from gemp_bot.board.location import Location
from gemp_bot.cards import CardType
from gemp_bot.decisions.kinds import ActionKind, PromptKind
from gemp_bot.game.choices import Menu, Option, PickCards, PickResult
from gemp_bot.game.engine import Engine
from gemp_bot.protocol.enums import Side, Zone
from gemp_bot.rules.facts import CardKind

Features: TypeAlias = list[tuple[str, float]]
"""Names and numbers; what is not named is 0."""

FOR_A_DESTINY: Final = 4
"""Ability from which on a side draws battle destiny (rule 12.5)."""
LITTLE_LIFE: Final = 10
_FULL_HAND: Final = 8
_BEHIND: Final = -2
"""Power ahead below which a battle is behind by more than luck evens out."""
_FAR: Final = 4
"""Power ahead that one battle destiny does not make up for; power below it at a location is little."""
_LOSSES: Final = frozenset(
    {
        PromptKind.LOSE_FORCE,
        PromptKind.LOSE_FORCE_OR_FORFEIT,
        PromptKind.FORFEIT,
        PromptKind.OPTIONAL_FORFEIT,
    }
)
_MOST_EFFECTS: Final = 6
_FEW: Final = 3


class MenuAnswer(NamedTuple):
    """One way to answer a menu: an option, and where its card is to go if that is asked next.

    Attributes:
        option: its place in the menu; None for a pass.
        target: id of a card; None if nothing is asked, or anything will do.
    """

    option: int | None
    target: int | None = None


class SideStrength(NamedTuple):
    """What a side has at a location.

    Attributes:
        power: in all. ability: in all. fighters: how many. forfeit: of all together.
        present: it has presence there.
    """

    power: float = 0
    ability: float = 0
    fighters: int = 0
    forfeit: float = 0
    present: bool = False


class PlaceStrengths(NamedTuple):
    """A location: what each side has there, and the Force icons of each side."""

    strengths: dict[Side, SideStrength]
    icons: dict[Side, float]


class PolicyFeatures:
    """Tells of each option of a question what a policy weighs.

    Args:
        engine: the game; only read.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._state = engine.state
        self._at = -1
        self._places: list[PlaceStrengths] = []

    # -- menus -----------------------------------------------------------------------------------------

    def menu(self, menu: Menu) -> Iterator[tuple[MenuAnswer, Features]]:
        """Every way to answer a menu, a pass first."""
        self._look()
        side = menu.player
        family = self._family(menu)
        yield MenuAnswer(None), self._pass(family, side)
        for number, option in enumerate(menu.options):
            if option.action >= 0:
                yield MenuAnswer(number), self._action(family, menu, option)
            elif option.kind is ActionKind.FORCE_DRAIN:
                yield MenuAnswer(number), self._drain(side, self._state.location_of(option.card))
            elif option.kind is ActionKind.INITIATE_BATTLE:
                yield MenuAnswer(number), self._battle(side, self._state.location_of(option.card))
            elif option.kind is ActionKind.DRAW_CARD:
                yield MenuAnswer(number), self._draw(side)
            elif not option.targets:
                card = self._state.card(option.card)
                deploys = option.kind is ActionKind.DEPLOY
                found = self._deploy(option, card, None) if deploys else [(f"{family}: {option.kind}", 1.0)]
                yield MenuAnswer(number), found
            else:
                card = self._state.card(option.card)
                for target in option.targets:
                    there = self._state.card(target)
                    if option.kind is ActionKind.DEPLOY:
                        yield MenuAnswer(number, target), self._deploy(option, card, there)
                    elif option.kind is ActionKind.FIRE_WEAPON:
                        yield MenuAnswer(number, target), [("fire", 1.0), ("fire: power", _power(there) / 5)]
                    else:
                        yield MenuAnswer(number, target), self._move(option, card, there)

    def _family(self, menu: Menu) -> str:
        if menu.prompt is PromptKind.PHASE_ACTION:
            return menu.phase.name if menu.player is self._state.active else f"their {menu.phase.name}"
        return "weapons" if menu.prompt is PromptKind.WEAPONS_SEGMENT else "response"

    def _pass(self, family: str, side: Side) -> Features:
        state = self._state
        return [
            (f"pass {family}", 1.0),
            (f"pass {family}: Force", state.force(side) / 8),
            (f"pass {family}: hand", len(state.hand(side)) / 8),
        ]

    def _drain(self, side: Side, place: Location) -> Features:
        numbers = self._engine.numbers
        amount = numbers.drain(side, place)
        return [
            ("drain", 1.0),
            ("drain: amount", _clipped(amount / 2)),
            ("drain: nothing", float(amount <= 0)),
            ("drain: cost", numbers.drain_cost(side, place) / 3),
        ]

    def _draw(self, side: Side) -> Features:
        state = self._state
        hand = len(state.hand(side))
        return [
            ("draw", 1.0),
            ("draw: hand", hand / 8),
            ("draw: full hand", float(hand > _FULL_HAND)),
            ("draw: little life", float(state.life(side) < LITTLE_LIFE)),
            ("draw: Force", state.force(side) / 6),
        ]

    def _action(self, family: str, menu: Menu, option: Option) -> Features:
        """An action of a card's own text: what it costs and does, by name."""
        facts = self._state.card(option.card).facts
        offer = self._engine.effects.offer_at(facts, option.action)
        found = [
            (f"action {family}", 1.0),
            (f"action: {option.kind}", 1.0),
            ("action: uses", offer.uses / 3),
            ("action: loses", offer.loses / 2),
        ]
        if facts.kind is CardKind.INTERRUPT:
            found += [("action: Interrupt", 1.0), (f"action: {offer.action.mode or 'no'} mode", 1.0)]
        found += [(f"does {name}", 1.0) for name in {each.name for each in offer.effects[:_MOST_EFFECTS]}]
        if menu.after is not None:
            whose = "own" if self._state.active is menu.player else "their"
            found.append((f"action after {menu.after}, {whose} turn", 1.0))
        return found

    # -- battles ---------------------------------------------------------------------------------------

    def _battle(self, side: Side, place: Location) -> Features:
        strengths = self._places[place.column].strengths
        ours, theirs = strengths[side], strengths[side.other]
        ahead = ours.power - theirs.power
        destiny = float(ours.ability >= FOR_A_DESTINY)
        return [
            ("battle", 1.0),
            ("battle: ahead", _clipped(ahead / 5)),
            ("battle: is ahead", float(ahead > 0)),
            ("battle: far ahead", float(ahead >= _FAR)),
            ("battle: behind", float(ahead < _BEHIND)),
            ("battle: destiny", destiny),
            ("battle: more destiny", destiny - (theirs.ability >= FOR_A_DESTINY)),
            ("battle: forfeit", _clipped((theirs.forfeit - ours.forfeit) / 8)),
            ("battle: theirs", theirs.fighters / 3),
            ("battle: ours", ours.fighters / 3),
            ("battle: power", ours.power / 10),
        ]

    # -- deploying and moving --------------------------------------------------------------------------

    def _deploy(self, option: Option, card: CardInPlay, target: CardInPlay | None) -> Features:
        state, facts, side = self._state, card.facts, card.side
        kind, force = facts.card.type, state.force(side)
        cost = 0.0 if option.free else float(facts.deploy or 0)
        found = [
            ("deploy", 1.0),
            (f"deploy: {kind}", 1.0),
            ("deploy: cost", cost / 5),
            ("deploy: Force left", _clipped((force - cost) / 8)),
            ("deploy: all Force", float(force - cost < 1)),
        ]
        if kind == CardType.LOCATION:
            icons = facts.card.force_icons
            return [*found, ("location: ours", icons(side) / 2), ("location: theirs", icons(side.other) / 2)]
        place = None if target is None else target.location
        if target is None or place is None:
            return found
        aboard = target.facts.kind is not CardKind.LOCATION
        if aboard:
            found.append((f"deploy aboard: {kind}", 1.0))
        strengths = self._places[place.column].strengths
        if kind in {CardType.WEAPON, CardType.DEVICE}:
            return [
                *found,
                ("weapon: they are there", float(strengths[side.other].fighters > 0)),
                ("weapon: power", _clipped(_power(target) / 6)),
                ("weapon: on theirs", float(target.side is not side)),
            ]
        if not facts.fights:
            there = [(f"effect: {who}", float(strengths[each].fighters > 0)) for who, each in _whose(side)]
            return [*found, *there]
        power = float(facts.power or 0)
        if aboard:
            mans = target.facts.carrier and not target.piloted
            power = (facts.pilot_power if facts.pilot else 0.0) + (target.facts.power if mans else 0.0)
            found.append(("deploy: mans", float(mans)))
        elif facts.carrier and not facts.crewed:
            power = 0.0
            found.append(("deploy: unmanned", 1.0))
        ability = float(facts.ability or 0)
        found += [
            ("deploy: power", power / 5),
            ("deploy: ability", ability / 4),
            ("deploy: forfeit", (facts.forfeit or 0) / 5),
        ]
        return [*found, *self._comes("deploy", side, place, power, ability)]

    def _comes(self, how: str, side: Side, place: Location, power: float, ability: float) -> Features:
        """What power and ability do where they come."""
        strengths, icons = self._places[place.column]
        ours, theirs, them = strengths[side], strengths[side.other], side.other
        draws = ours.ability + ability >= FOR_A_DESTINY > ours.ability
        if theirs.fighters:
            before = ours.power - theirs.power
            ahead = before + power
            found = {
                "contested": 1.0,
                "ahead": _clipped(ahead / 6),
                "turns it": float(ahead >= 1 > before),
                "behind": float(ahead < 0),
                "far ahead": float(ahead >= _FAR),
                "alone": float(not ours.fighters),
                "blocks": icons[side] / 2 if theirs.present and not ours.present else 0.0,
                "against": theirs.power / 8,
                "a destiny": float(draws),
                "their destiny": float(theirs.ability >= FOR_A_DESTINY),
            }
        elif ours.present:
            found = {
                "reinforces": 1.0,
                "reinforces power": _clipped(ours.power / 6),
                "a destiny, free": float(draws),
            }
        else:
            weak = float(power < _FAR)
            found = {
                "new": 1.0,
                "new: drains": icons[them] / 2,
                "new: nothing to drain": float(icons[them] == 0),
                "new: our icons": icons[side] / 2,
                "new: no icon of ours": float(icons[side] == 0),
                "new: weak": weak,
                "new: strong": 1.0 - weak,
                "new: weak, their hand": weak * len(self._state.hand(them)) / 10,
                "new: weak, their Force": weak * self._state.force(them) / 10,
                "a destiny, free": float(draws),
            }
        found["space"] = float(not place.site)
        return [(f"{how}: {name}", number) for name, number in found.items() if number]

    def _move(self, option: Option, card: CardInPlay, target: CardInPlay) -> Features:
        side = card.side
        found = [("move", 1.0), (f"move: {option.kind}", 1.0), ("move: free", float(option.free))]
        source, place = card.location, target.location
        if source is None or place is None:
            return found
        if source is place:
            return [*found, ("move: same place", 1.0)]
        numbers = self._engine.numbers
        goes = [card, *(each for each in card.all_aboard() if not each.inside)] if card.fights else []
        fighters = [each for each in goes if each.fights]
        power = sum(numbers.power(each) for each in fighters)
        ability = sum(numbers.ability(each) for each in fighters)
        strengths, icons = self._places[source.column]
        ours, theirs = strengths[side], strengths[side.other]
        last, left = ours.fighters <= 1, ours.power - power
        if theirs.fighters:
            found += [
                ("move: from contested", 1.0),
                ("move: from ahead", _clipped((ours.power - theirs.power) / 6)),
                ("move: flees", float(ours.power < theirs.power)),
                ("move: leaves all", float(last)),
                ("move: gives a drain", icons[side] / 2 if last else 0.0),
                ("move: left ahead", 0.0 if last else _clipped((left - theirs.power) / 6)),
            ]
        else:
            found += [
                ("move: empties", float(last)),
                ("move: drain lost", icons[side.other] / 2 if last else 0.0),
                ("move: keeps", float(not last)),
                ("move: left weak", float(not last and left < _FAR)),
            ]
        return [*found, *self._comes("move", side, place, power, ability)]

    # -- cards, results --------------------------------------------------------------------------------

    def cards(self, pick: PickCards) -> Iterator[tuple[int | None, Features]]:
        """Every card that may be chosen; last nothing, where that is allowed."""
        self._look()
        for number in pick.cards:
            card = self._state.card(number)
            yield number, self._loss(pick, card) if pick.prompt in _LOSSES else self._chosen(pick, card)
        if pick.low == 0:
            yield None, [(f"none: {pick.prompt}", 1.0)]

    def _loss(self, pick: PickCards, card: CardInPlay) -> Features:
        facts, state = card.facts, self._state
        if card.location is not None:
            numbers = self._engine.numbers
            forfeit = numbers.forfeit(card) or 0
            rest = self._places[card.location.column].strengths[card.side].fighters
            return [
                ("forfeit", 1.0),
                ("forfeit: of damage", min(forfeit, pick.damage) / 5),
                ("forfeit: of attrition", min(forfeit, pick.attrition) / 5),
                ("forfeit: too much", max(0, forfeit - max(pick.damage, pick.attrition)) / 5),
                ("forfeit: power", _clipped(numbers.power(card) / 6)),
                ("forfeit: ability", (facts.ability or 0) / 5),
                ("forfeit: attrition", float(pick.attrition > 0)),
                ("forfeit: damage", _clipped(pick.damage / 5)),
                ("forfeit: carrier", float(len(card.attached)) if facts.carrier else 0.0),
                ("forfeit: last", float(rest <= 1)),
            ]
        if card.zone is Zone.HAND:
            return [
                ("lose hand", 1.0),
                (f"lose hand: {facts.card.type}", 1.0),
                ("lose hand: cost", (facts.deploy or 0) / 6),
                ("lose hand: cards", len(state.hand(card.side)) / 10),
                ("lose hand: destiny", (facts.destiny or 0) / 5),
            ]
        force = state.force(card.side) / 10 if card.zone is Zone.FORCE_PILE else 0.0
        return [(f"lose {card.zone}", 1.0), ("lose Force", force)]

    def _chosen(self, pick: PickCards, card: CardInPlay) -> Features:
        facts, why = card.facts, str(pick.prompt)
        own = card.side is pick.player
        sign = 1.0 if own else -1.0
        found = [
            (f"{why}: any", 1.0),
            (f"{why}: {facts.card.type}", 1.0),
            (f"{why}: own", float(own)),
            (f"{why}: power", sign * (facts.power or 0) / 6),
            (f"{why}: ability", sign * (facts.ability or 0) / 5),
            (f"{why}: cost", (facts.deploy or 0) / 6),
        ]
        place = card.location
        if place is None:
            return found
        strengths = self._places[place.column].strengths
        found += [(f"{why}: {who}", float(strengths[each].fighters > 0)) for who, each in _whose(pick.player)]
        if pick.prompt is PromptKind.CHOOSE_DEPLOY_TARGET and pick.subject is not None:
            comes = self._state.card(pick.subject).facts
            if comes.fights:
                power, ability = float(comes.power or 0), float(comes.ability or 0)
                found += self._comes("deploy", pick.player, place, power, ability)
        return found

    @staticmethod
    def results(pick: PickResult) -> Iterator[tuple[int, Features]]:
        """Every result; of long lists they all look alike."""
        for number in range(len(pick.results)):
            which = number if len(pick.results) <= _FEW else "any"
            yield number, [(f"result {pick.prompt} {which}", 1.0)]

    # -- the board -------------------------------------------------------------------------------------

    def _look(self) -> None:
        changes = self._state.board.version
        if changes != self._at:
            self._at = changes
            self._places = [self._place(location) for location in self._state.locations]

    def _place(self, location: Location) -> PlaceStrengths:
        numbers = self._engine.numbers
        strengths = {}
        for side in Side:
            cards = location.fighters(side)
            strengths[side] = (
                SideStrength()
                if not cards
                else SideStrength(
                    numbers.power_at(side, location) or 0,
                    sum(map(numbers.ability, cards)),
                    len(cards),
                    sum(card.facts.forfeit or 0 for card in cards),
                    location.presence(side),
                )
            )
        return PlaceStrengths(strengths, {side: numbers.icons(side, location) for side in Side})


def _whose(side: Side) -> Sequence[tuple[str, Side]]:
    return ("we are there", side), ("they are there", side.other)


def _power(card: CardInPlay) -> float:
    return float(card.facts.power or 0)


def _clipped(number: float) -> float:
    return max(-2.0, min(2.0, number))
