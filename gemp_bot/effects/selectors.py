"""Which cards and locations a term means. A location is meant by its card.

Those told by where a card is stand in `where`, by what is on it or fights beside it in `attached`.
"""

import operator
from collections.abc import Callable
from typing import Concatenate, Final, TypeAlias, cast

from gemp_bot.board.card import IN_PLAY, CardInPlay
from gemp_bot.cards import CardType, Uniqueness
from gemp_bot.cards.printed import highest, known
from gemp_bot.cards.texts import Term
from gemp_bot.cards.titles import folded
from gemp_bot.effects.changes import GRANTED, Quantity
from gemp_bot.effects.meanings import (
    TABLES,
    Amount,
    Condition,
    Kind,
    Meanings,
    OneCard,
    Player,
    Selector,
    Word,
)
from gemp_bot.effects.scope import Scope, is_place
from gemp_bot.protocol.enums import Side

Test: TypeAlias = Callable[Concatenate[Scope, CardInPlay, ...], bool]
selector: Final = cast("Meanings[Test]", TABLES[Kind.SELECTOR])

_BESIDE: Final = frozenset({"deploy on table", "deploy on your side of table", "plays on table"})

# -- joined -----------------------------------------------------------------------------------------------


@selector("and")
def _and(scope: Scope, it: CardInPlay, /, of: Selector) -> bool:
    return all(scope.means(each, it) for each in cast("tuple[Selector, ...]", of))


@selector("or")
def _or(scope: Scope, it: CardInPlay, /, of: Selector) -> bool:
    return any(scope.means(each, it) for each in cast("tuple[Selector, ...]", of))


@selector("not")
def _not(scope: Scope, it: CardInPlay, /, of: Selector) -> bool:
    return not scope.means(of, it)


@selector("choose")
def _choose(
    scope: Scope, it: CardInPlay, /, when: Condition, then: Selector, otherwise: Selector = None
) -> bool:
    return scope.means(then if scope.holds(when) else otherwise, it)


@selector("other")
def _other(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    one = scope.one(card)
    return it is not one and not (one is not None and one.card.unique and one.facts.key == it.facts.key)


@selector("same_card_id", "same_permanent_card_id")
def _same(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    return scope.one(card) is it


@selector("in")
def _in(scope: Scope, it: CardInPlay, /, cards: Selector) -> bool:
    return scope.means(cards, it)


@selector("when")
def _where(scope: Scope, it: CardInPlay, /, of: Condition, then: Selector) -> bool:
    """What is in a list only where a condition holds."""
    return it in scope.cards(Term("when", {"of": of, "then": then}))


@selector("filter_active", "filter_all_on_table")
def _among(
    scope: Scope,
    it: CardInPlay,
    /,
    who: Selector,
    card: OneCard = None,
    including: Word = None,
    targeting_reasons: Word = None,
) -> bool:
    return (it.active or including is not None) and scope.means(who, it)


@selector("filter")
def _of_these(
    scope: Scope,
    it: CardInPlay,
    /,
    who: Selector = None,
    card: OneCard = None,
    cards: Selector = None,
    accepts: Condition = None,
) -> bool:
    if accepts is not None:
        return scope.asked_of(it).holds(accepts)
    return (cards is None or scope.means(cards, it)) and scope.means(who, it)


selector.only("filter", lambda term: ("who" in term.args) is not ("accepts" in term.args))


@selector("filter_top_locations_on_table")
def _places(scope: Scope, it: CardInPlay, /, who: Selector) -> bool:
    return is_place(it) and scope.means(who, it)


# -- what is printed --------------------------------------------------------------------------------------


def _has(trait: str) -> Test:
    """The meaning of to be printed with a word: the trait itself, or one of several."""

    def has(scope: Scope, it: CardInPlay, /, **word: Word) -> bool:
        found = getattr(it.facts.traits, trait)
        return any(each == found if isinstance(found, str) else each in found for each in word.values())

    return has


for _name, _trait in (
    *(("category", "category"), ("type", "types"), ("subtype", "subtypes"), ("persona", "personas")),
    *(("model", "models"), ("model_type", "models")),
):
    selector(_name)(_has(_trait))


@selector("icon")
def _icon(scope: Scope, it: CardInPlay, /, icon: Word) -> bool:
    return icon in it.facts.traits.icons or _granted_trait(scope, it, icon)


@selector("icon_count")
def _icon_count(scope: Scope, it: CardInPlay, /, icon: Word, count: Word) -> bool:
    return it.facts.traits.icons.get(cast("str", icon), 0) == count


@selector("keyword")
def _keyword(scope: Scope, it: CardInPlay, /, keyword: Word) -> bool:
    return keyword in it.facts.traits.keywords or _granted_trait(scope, it, keyword)


def _granted_trait(scope: Scope, it: CardInPlay, word: Word) -> bool:
    return word in GRANTED and scope.numbers.has_trait(it, str(word))


@selector("species")
def _species(scope: Scope, it: CardInPlay, /, species: Word) -> bool:
    return it.facts.traits.species == scope.word(species)


@selector("agenda")
def _agenda(scope: Scope, it: CardInPlay, /, agenda: Word) -> bool:
    told = (each.term for each in it.facts.text.standing if each.term.name == "agenda")
    return any(agenda in cast("tuple[str, ...]", term.args.get("agendas", ())) for term in told)


@selector("title")
def _title(scope: Scope, it: CardInPlay, /, title: Word, include_blown_away: Word = False) -> bool:
    return folded(scope.word(title)) in it.facts.traits.titles


@selector("title_contains")
def _title_contains(scope: Scope, it: CardInPlay, /, words: Word) -> bool:
    return f" {folded(scope.word(words))} " in f" {it.facts.key} "


@selector("same_title", "same_title_as")
def _same_title_as(scope: Scope, it: CardInPlay, /, card: OneCard = None, who: Selector = None) -> bool:
    return any(each.facts.key == it.facts.key for each in scope.cards(card if who is None else who))


@selector("is_uniqueness_on_table_not_reached")
def _not_on_table(scope: Scope, it: CardInPlay, /) -> bool:
    """Whether another copy may be deployed; what a persona forbids besides is asked when it is deployed."""
    if scope.numbers.is_told(it, Quantity.NOT_UNIQUE):
        return True
    return not (it.card.unique and any(each.facts.key == it.facts.key for each in scope.board.active))


def matches(scope: Scope, one: CardInPlay, two: CardInPlay, kinds: tuple[str, str]) -> bool:
    """Whether the text of one of two cards names the other as its matching pilot, starship, weapon, ...

    Args:
        scope: what is asked.
        one: a card.
        two: another one.
        kinds: of both what the other one is to it, as their texts call it.
    """
    told = zip((one, two), (two, one), kinds, strict=True)
    return any(
        scope.means(card.facts.text.traits.get(f"matching_{kind}", ()), other) for card, other, kind in told
    )


def _matching(it_is: str, other_is: str) -> Test:
    """The meaning of to match a card."""

    def matching(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
        one = scope.one(card)
        return one is not None and matches(scope, it, one, (other_is, it_is))

    return matching


selector("matching_starship")(_matching("starship", "pilot"))
selector("matching_pilot")(_matching("pilot", "starship"))
selector("matching_weapon_for_character")(_matching("weapon", "character"))


@selector("side")
def _side(scope: Scope, it: CardInPlay, /, side: Word) -> bool:
    return (it.card.side is Side.DARK) is (side == "dark")


@selector("planet_system_in_parsec_range")
def _in_parsecs(scope: Scope, it: CardInPlay, /, min_parsec: Amount, max_parsec: Amount) -> bool:
    parsec = known(it.card.parsec)
    return (
        parsec is not None
        and it.facts.planet
        and scope.number(min_parsec) <= parsec <= scope.number(max_parsec)
    )


@selector("icon_count_less_than")
def _few_icons(scope: Scope, it: CardInPlay, /, icon: Word, count: Word) -> bool:
    return it.facts.traits.icons.get(cast("str", icon), 0) < cast("int", count)


@selector("game_text_contains")
def _says(scope: Scope, it: CardInPlay, /, words: Word) -> bool:
    """Of what is said only where an Effect is deployed is in the index."""
    return it.facts.text.traits.get("plays_to") == "your_side_of_table"


selector.only("game_text_contains", lambda term: str(term.args.get("words")).casefold() in _BESIDE)


# -- numbers ----------------------------------------------------------------------------------------------


def _ability(scope: Scope, it: CardInPlay, /) -> float | None:
    """Ability of a character or of permanent pilots; None where there is none."""
    if it.card.ability is None and not it.facts.traits.crew and not it.facts.ability:
        return None
    return scope.numbers.ability(it)


def _number_is(number: Callable[[Scope, CardInPlay], float | None], work: Callable[..., bool]) -> Test:
    """The meaning of a number that is more or less than another one; what has none is neither."""

    def number_is(scope: Scope, it: CardInPlay, /, **bound: Amount) -> bool:
        own = number(scope, it)
        return own is not None and work(own, *(scope.number(each) for each in bound.values()))

    return number_is


for _name, _number, _work in (
    ("ability_more_than", _ability, operator.gt),
    ("ability_more_than_or_equal_to", _ability, operator.ge),
    ("ability_less_than", _ability, operator.lt),
    ("ability_equal_to", _ability, operator.eq),
    ("power_less_than", lambda scope, it: scope.numbers.power(it) if it.fights else None, operator.lt),
    ("destiny_less_than", lambda scope, it: scope.numbers.destiny(it), operator.lt),
    ("printed_forfeit_value_less_than", lambda _, it: it.facts.forfeit, operator.lt),
    ("maneuver_more_than", lambda _, it: highest(it.card.maneuver), operator.gt),
    ("system_above_parsec", lambda _, it: it.card.parsec and highest(it.card.parsec), operator.gt),
):
    selector(_name)(_number_is(_number, _work))


@selector("maneuver_higher_than_maneuver_of")
def _more_maneuver(scope: Scope, it: CardInPlay, /, card: OneCard) -> bool:
    one = scope.one(card)
    return one is not None and highest(it.card.maneuver) > highest(one.card.maneuver)


@selector("highest_ability_character")
def _ablest(scope: Scope, it: CardInPlay, /, player: Player) -> bool:
    """The characters of a player on table whose ability is highest."""
    side = scope.side(player)
    if it.side is not side or it.card.type != CardType.CHARACTER or it.zone not in IN_PLAY:
        return False
    own = scope.numbers.ability(it)
    return own > 0 and all(
        scope.numbers.ability(each) <= own
        for each in scope.board.active
        if each.side is side and each.card.type == CardType.CHARACTER
    )


# -- whose ------------------------------------------------------------------------------------------------


@selector("your")
def _your(scope: Scope, it: CardInPlay, /, player: Player = "$you", card: OneCard = None) -> bool:
    one = None if card is None else scope.one(card)
    return it.side is (scope.side(player) if one is None or one is scope.card else one.side)


@selector("opponents")
def _opponents(scope: Scope, it: CardInPlay, /, player: Player = "$you", card: OneCard = None) -> bool:
    return not _your(scope, it, player, card)


@selector("owner")
def _owner(scope: Scope, it: CardInPlay, /, player: Player) -> bool:
    return it.side is scope.side(player)


# -- what texts allow -------------------------------------------------------------------------------------


@selector("always_immune_to_card_title")
def _printed_immune(scope: Scope, it: CardInPlay, /, title: Word) -> bool:
    return title in cast("tuple[str, ...]", it.facts.text.traits.get("immune_to", ()))


@selector("immune_to_card_title")
def _immune_to(scope: Scope, it: CardInPlay, /, title: Word) -> bool:
    return scope.numbers.immune_to(it, scope.word(title))


@selector("granted_may_be_targeted_by")
def _granted(scope: Scope, it: CardInPlay, /, card: OneCard = None) -> bool:
    one = scope.one(card)
    return one is not None and scope.numbers.granted(it, one.card.title)


@selector("has_any_immunity_to_attrition", "already_has_immunity_to_attrition")
def _immune(scope: Scope, it: CardInPlay, /, card: OneCard = None, source_to_ignore: OneCard = None) -> bool:
    """What changes an immunity gives none, so that the source of such a change need not be left out."""
    return scope.numbers.has_immunity(it)


@selector("can_be_targeted_by")
def _may_be_targeted(
    scope: Scope,
    it: CardInPlay,
    /,
    card: OneCard = None,
    targeting_reason: Word = None,
    targeting_reasons: Word = None,
) -> bool:
    """Whether it is not immune to the card, and no text keeps it from being targeted for that."""
    one = scope.one(card)
    if one is None:
        return True
    reasons = (targeting_reason, *(targeting_reasons if isinstance(targeting_reasons, tuple) else ()))
    return not scope.numbers.immune_to(it, one.card.title) and scope.numbers.may_target_to(it, one, reasons)


def _always(*, so: bool) -> Test:
    def always(scope: Scope, it: CardInPlay, /, card: OneCard = None) -> bool:
        return so

    return always


selector(
    "playable",  # whether it could be deployed is asked when it is
    "deployable",
    "may_contribute_to_force_retrieval",  # nothing that a board counts forbids it
    "not_prevented_from_applying_ability_for_sense_alter_destiny",
)(_always(so=True))
selector("granted_to_be_placed_on_owners_political_effect")(_always(so=False))  # no text that does is counted

# -- what is told without an argument ---------------------------------------------------------------------

_PLAIN: Final[dict[str, Callable[[Scope, CardInPlay], bool]]] = {
    "any": lambda _, __: True,
    "none": lambda _, __: False,
    "has_species": lambda _, it: bool(it.facts.traits.species),
    "tie": lambda _, it: any(model.startswith("tie_") for model in it.facts.traits.models),
    "unique": lambda _, it: it.card.unique,
    "non_unique": lambda _, it: not it.card.unique,
    "generic": lambda _, it: it.card.uniqueness in (Uniqueness.ONE_A_SYSTEM, Uniqueness.THREE_A_SYSTEM),
    "deploys_like_starfighter": lambda _, it: it.facts.text.selectors.get("deploys_like_starfighter") is True,
    "can_be_targeted_by_weapon_as_starfighter": lambda scope, it: scope.numbers.is_told(
        it, Quantity.AS_STARFIGHTER
    ),
    "character_weapon": lambda _, it: (
        it.card.type == CardType.WEAPON and "character" in it.facts.traits.subtypes
    ),
    "has_maneuver": lambda _, it: it.card.maneuver is not None,
    "has_maneuver_defined": lambda _, it: it.card.maneuver is not None,
    "has_armor": lambda _, it: it.card.armor is not None,
    "has_permanent_pilot": lambda _, it: it.facts.crew > 0,
    "has_permanent_weapon": lambda _, it: bool(it.facts.permanent),
    "has_ability_or_has_permanent_pilot_with_ability": lambda scope, it: (_ability(scope, it) or 0) > 0,
    "has_ability": lambda scope, it: (_ability(scope, it) or 0) > 0,
    "on_table": lambda _, it: not it.held,
    "deploys_for_free": lambda _, it: (
        highest(it.card.deploy) == 0 and not it.facts.text.traits.get("variable_cost")
    ),
    "may_be_forfeited": lambda _, it: it.facts.forfeit is not None,
    "effect_that_deploys_on_another_card": lambda _, it: (
        it.facts.stays and it.facts.text.selectors.get("deploy_on") is not None
    ),
    "has_hyperdrive": lambda _, it: it.facts.hyperspeed is not None,
    "hatred_card": lambda _, it: "hatred" in it.facts.traits.keywords,
    "aboard_any_starship": lambda _, it: it.host is not None and it.host.facts.starship,
    "aboard_any_vehicle": lambda _, it: (
        it.host is not None and it.host.carries and not it.host.facts.starship
    ),
    "dejarik_hologram_at_holosite": lambda _, it: (
        not is_place(it)
        and it.location is not None
        and it.location.card is not None
        and it.location.facts.holosite
    ),
    "stolen": lambda _, it: it.side is not it.card.side,
    "piloted": lambda _, it: it.carries and it.piloted,
    "unpiloted": lambda _, it: it.carries and not it.piloted,
    "undercover_spy": lambda _, it: it.undercover,
    "hit": lambda _, it: it.hit,
    "landed": lambda _, it: it.facts.starship and it.location is not None and it.location.site,
}
for _name, _test in _PLAIN.items():
    selector(_name)(cast("Test", _test))
