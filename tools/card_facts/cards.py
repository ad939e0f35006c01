"""Cards of the index from their definitions alone, and where a definition differs from what is printed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from gemp_bot.cards.kinds import CardType, Icon, SubType, Uniqueness
from gemp_bot.cards.model import BACK, Card
from gemp_bot.cards.printed import options, shown
from gemp_bot.cards.texts import CardText, Value
from gemp_bot.cards.titles import folded, read_title
from gemp_bot.protocol.enums import Side
from gemp_bot.protocol.ids import BlueprintId

NUMBERS: Final = (
    *("destiny", "deploy", "power", "ability", "forfeit", "armor", "maneuver", "hyperspeed"),
    *("landspeed", "ferocity", "parsec", "politics", "force_dark", "force_light"),
)
_UNIQUENESS: Final = {
    "unique": Uniqueness.UNIQUE,
    "restricted_2": Uniqueness.RESTRICTED_2,
    "restricted_3": Uniqueness.RESTRICTED_3,
    "diamond_1": Uniqueness.ONE_A_SYSTEM,
    "diamond_3": Uniqueness.THREE_A_SYSTEM,
}
_ICONS: Final = {
    "exterior_site": Icon.EXTERIOR,
    "interior_site": Icon.INTERIOR,
    "reflections_ii": Icon.REFLECTIONS_2,
    "reflections_iii": Icon.REFLECTIONS_3,
    "starship_site": Icon.STARSHIP_SITE,
}
_SET: Final = "virtual_set_"


def _word(name: str) -> str:
    return folded(name).replace(" ", "_")


_TYPES: Final = {_word(each): each for each in CardType}
_SUBTYPES: Final = {_word(each): each for each in SubType}
_ICON_WORDS: Final = {**{_word(each): each for each in Icon}, **_ICONS}


def numbers_of(text: CardText, printed: Mapping[str, Value]) -> dict[str, float]:
    """The numbers that a definition prints on its card; those of a location with its Force icons."""
    found = {name: value for name in NUMBERS if isinstance(value := printed.get(name), (int, float))}
    if "location" in words(text, "category"):
        icons = Counter(words(text, "icons"))
        found |= {f"force_{side}": icons[f"{side}_force"] for side in ("dark", "light")}
    return found


def card_of(blueprint: str, text: CardText, printed: Mapping[str, Value]) -> Card:
    """A card that only the definitions have; of one side what its definition prints."""
    category = next(iter(words(text, "category")), "")
    icons = Counter(words(text, "icons"))
    numbers = numbers_of(text, printed)
    title = read_title(str(printed.get("title", blueprint)))
    return Card(
        blueprint_id=BlueprintId(blueprint),
        title=title.name,
        side=Side(str(printed["side"]).upper()),
        type=_TYPES.get(category, category),
        virtual=bool(text.traits.get("virtual")),
        subtypes=_subtypes(category, text),
        uniqueness=_UNIQUENESS.get(str(printed.get("uniqueness")), Uniqueness.UNRESTRICTED),
        set=blueprint.partition("_")[0],
        rarity=str(printed.get("rarity") or "").upper(),
        icons=tuple(
            (f"Set {icon.removeprefix(_SET)}" if icon.startswith(_SET) else _ICON_WORDS[icon], count)
            for icon, count in icons.items()
            if icon.startswith(_SET) or (icon in _ICON_WORDS and icon not in words(text, "types"))
        ),
        characteristics=tuple(
            each.replace("_", " ") for name in ("keywords", "species") for each in words(text, name)
        ),
        double_sided=blueprint.endswith(BACK) or bool(text.traits.get("double_sided")),
        by_definition=True,
        **numbers,  # type: ignore[arg-type]  # Force icons are whole numbers
    )


def differences(card: Card, text: CardText, printed: Mapping[str, Value]) -> Iterator[str]:
    """What a definition prints otherwise than the card data: `power 4, by its definition 5`."""
    numbers = numbers_of(text, printed)
    for name in NUMBERS:
        ours, theirs = getattr(card, name), numbers.get(name)
        values = options(ours)
        if (theirs not in values if values else ours is None and theirs) and (values or theirs is not None):
            its = "none" if theirs is None else f"{theirs:g}"
            yield f"{name} {shown(ours) or 'none'}, by its definition {its}"
    told = str(printed.get("title", card.title))
    if folded(read_title(told).name) != folded(card.title):
        yield f"title {card.title}, by its definition {told}"
    uniqueness = _UNIQUENESS.get(str(printed.get("uniqueness")), Uniqueness.UNRESTRICTED)
    if printed.get("uniqueness") is not None and uniqueness is not card.uniqueness:
        yield f"uniqueness {card.uniqueness or 'none'}, by its definition {uniqueness or 'none'}"
    category = next(iter(words(text, "category")), "")
    kinds = (card.type, *sorted(card.subtypes))
    its_kinds = (_TYPES.get(category, category), *sorted(_subtypes(category, text)))
    if text.traits and kinds != its_kinds:
        yield f"{'/'.join(kinds)}, by its definition {'/'.join(its_kinds)}"


def words(text: CardText, trait: str) -> list[str]:
    """The words of a trait."""
    found = text.traits.get(trait)
    return [each for each in found if isinstance(each, str)] if isinstance(found, tuple) else []


def _subtypes(category: str, text: CardText) -> tuple[str, ...]:
    """The subtypes; those of a character are what a definition calls its types."""
    if category == "character":
        return tuple(_SUBTYPES.get(each, each) for each in words(text, "types"))
    told = [part for each in words(text, "subtypes") for part in each.split("_or_") if part != "normal"]
    if category in ("weapon", "vehicle"):
        told = [next((w for w in (f"{each}_{category}", each) if w in _SUBTYPES), each) for each in told]
    return tuple(_SUBTYPES.get(each, each) for each in told)
