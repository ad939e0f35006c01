"""What the definition of a card says, in the form of the index: `gemp_bot.cards.texts`."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import structs
from tree_sitter import Node

from gemp_bot.cards.labels import label_digest
from gemp_bot.cards.texts import CardAction, CardText, Moment, Standing, Term, Value
from tools.card_facts.library import Library, bare, field, text
from tools.card_facts.names import (
    ABOARD,
    DROPPED,
    FIRING,
    PARAMETERS,
    PRINTED,
    SELECTORS,
    SHOWN,
    STANDING,
    TRAITS,
    UNPILOTED,
    moment_of,
)
from tools.card_facts.symbolic import Symbolic, environment, lists_of
from tools.card_facts.values import Action, Built, Enum, Guard, Items, Problems, Ref, Step, both, sought
from tools.card_facts.values import Value as Given

_SUFFIXES: Final = re.compile(r"(Modifier|Conditions?|Evaluator|Effect|Decision|Action)$")
DEFAULT_USE: Final = "other_card_action_default"
"""The limit of use of an action that names none."""
_LONGEST: Final = 60
"""No text of a fact is longer, in letters: it would be a sentence."""
_INLINE: Final = {"RespondablePlayCardEffect", "RespondableEffect", "UnrespondableEffect", "PassthruEffect"}
"""Effects that only hold other effects, in a method of theirs."""


class Definition(NamedTuple):
    """What was read of a definition.

    Attributes:
        text: what the card does.
        printed: numbers and title as the definition has them.
        problems: what of it is not followed.
    """

    text: CardText
    printed: Mapping[str, Value]
    problems: Problems


def read_definition(library: Library, file: Path) -> Definition:
    """Read the definition of a card.

    Raises:
        SyntaxError: the file has no class.
    """
    root = library.parse(file)
    declared = next((each for each in root.children if each.type == "class_declaration"), None)
    if declared is None or root.has_error:
        raise SyntaxError("no class that can be read")
    owner, members = text(declared, "name"), field(declared, "body").named_children
    library.supers[owner] = bare(text(field(declared, "superclass").named_children[0]))
    own = {text(each, "name"): each for each in members if each.type == "method_declaration"}
    for member in members:
        if member.type == "field_declaration":
            library.take_in_fields(owner, member)
    symbolic = Symbolic(library, own)
    reader = _Reader(owner, symbolic)
    for name, method in own.items():
        reader.method(name, method)
    for each in members:
        if each.type == "constructor_declaration":
            reader.constructor(each)
    return Definition(reader.made(), reader.printed, symbolic.problems)


class _Reader:
    """Collects what the methods of one definition say."""

    def __init__(self, owner: str, symbolic: Symbolic) -> None:
        self._owner = owner
        self._symbolic = symbolic
        self._standing: list[Standing] = []
        self._selectors: dict[str, Value] = {}
        self._traits: dict[str, Value] = {}
        self._actions: list[CardAction] = []
        self._unread: list[str] = []
        self.printed: dict[str, Value] = {}

    def made(self) -> CardText:
        """What was collected."""
        return CardText(
            standing=tuple(self._standing),
            actions=tuple(self._actions),
            selectors=self._selectors,
            traits=self._traits,
            unread=tuple(self._unread),
        )

    def constructor(self, node: Node) -> None:
        """What a definition and the classes it extends set of the card."""
        for name, passed, arguments in self._symbolic.calls(self._owner, field(node, "body"), {}):
            for each, value in passed.items():
                if each == "playCardZoneOption" and isinstance(value, Enum):
                    self._traits["plays_to"] = plain(value)
                if each in PRINTED and isinstance(value, (int, float, Enum, str)):
                    self.printed.setdefault(PRINTED[each], plain(value))
            if name in PRINTED and arguments:
                self.printed[PRINTED[name]] = plain(arguments[0])
            trait = TRAITS.get(name)
            if trait == "icons":
                count = arguments[-1]  # addIcon(Icon.PILOT, 2), or any number of icons
                self._add(trait, arguments[:1] * count if isinstance(count, int) else arguments)
            elif trait is not None:
                self._add(trait, arguments or [True])

    def _add(self, trait: str, values: Iterable[Given]) -> None:
        before = self._traits.get(trait, ())
        assert isinstance(before, tuple)
        self._traits[trait] = (*before, *(plain(each) for each in values))

    def method(self, name: str, node: Node) -> None:
        """What a method says."""
        env = environment(self._owner, node)
        if name in STANDING:
            for guard, value in self._entries(node, env):
                if isinstance(value, Built):
                    term = as_term(value)
                    self._standing.append(
                        Standing(STANDING[name], term, tuple(plain(each) for each in guard))
                    )
        elif name in SELECTORS:
            self._selectors[SELECTORS[name]] = plain(self._symbolic.value(field(node, "body"), env))
        elif name in ABOARD:
            self._traits["aboard"] = plain(self._symbolic.value(field(node, "body"), env))
        elif name in FIRING:
            shots = (_shot(value) for _, value in self._entries(node, env))
            self._traits[FIRING[name]] = tuple(each for each in shots if each is not None)
        elif (moment := moment_of(name)) is not None:
            for guard, value in self._entries(node, env):
                if isinstance(value, Action):
                    made = _action(moment, guard, value)
                    self._actions.append(structs.replace(made, unpiloted=UNPILOTED in name))
                elif isinstance(value, Built) and value.name == "getPlayCardAction":
                    step = Step("effect", Built("playCard", value.arguments, "Effect"))
                    self._actions.append(_action(moment, guard, Action("", (), guard, 0, steps=[step])))
                elif value is not None:
                    self._unread.append(name)
        elif name not in SHOWN and "@Override" in text(node):
            self._unread.append(name)

    def _entries(self, node: Node, env: dict[str, Given]) -> Iterator[tuple[Guard, Given]]:
        """What a method may return, each with its guard; the entries of lists one by one."""
        before = self._unread_statements()
        outcomes = self._symbolic.outcomes(field(node, "body"), env)
        yield from ((guard, value) for guard, value in outcomes if not isinstance(value, Items))
        for guard, items in lists_of(outcomes):
            for own, each in items:
                yield both(guard, own), each
        if self._unread_statements() > before:
            self._unread.append(text(node, "name"))

    def _unread_statements(self) -> int:
        return sum(n for what, n in self._symbolic.problems.items() if what.startswith("statement"))


def _action(moment: Moment, guard: Guard, action: Action) -> CardAction:
    """An action in the form of the index."""
    names = _Names()
    own = (Step(s.role, s.value, tuple(each for each in s.guard if each not in guard)) for s in action.steps)
    steps = tuple(_steps(own, names))
    if action.made is not None:
        steps = (Term("effect", {"what": plain(action.made, names)}), *steps)
    label = action.label or _label_of_builder(action.steps)
    enums = [each for each in action.arguments if isinstance(each, Enum)]
    mode = next((each.name.lower() for each in enums if each.kind == "CardSubtype"), "")
    use = next((each.name.lower() for each in enums if each.kind == "GameTextActionId"), DEFAULT_USE)
    return CardAction(
        moment=moment,
        label=label_digest(_label(label)),
        when=tuple(plain(each, names) for each in guard),
        steps=steps,
        mode=mode,
        use=use,
        single="setSingletonTrigger" in action.settings,
    )


def _shot(value: Given) -> Value:
    """A way to fire a weapon: how it hits, its targets in `at`; of a permanent weapon its shots."""
    if not isinstance(value, Built):
        return plain(value)
    inner = value.get("getGameTextFireWeaponActions") or value.get("getGameTextFireWeaponActions gives")
    if value.name == "AbstractPermanentWeapon":
        shots = inner if isinstance(inner, Items) else ()
        title = value.get("title") or value.get("0")
        found = tuple(each for _, one in shots if (each := _shot(one)) is not None)
        return Term("permanent_weapon", {"title": plain(title), "shots": found})
    targets: list[Term] = []
    below = value.get("of")
    while isinstance(below, Built):
        if below.name.startswith("target"):
            targets.append(as_term(Built(below.name, below.arguments[1:])))
        below = below.get("of")
    made = as_term(Built(value.name.removeprefix("buildFireWeapon"), value.arguments[1:]))
    return Term(f"fire_{made.name}", {**made.args, "at": tuple(reversed(targets))})


def _label(value: Given) -> str:
    """What an action is called; `*` stands for what is known in play only."""
    if isinstance(value, str):
        return value
    if isinstance(value, Built) and value.name == "text":
        pieces = value.get("parts")
        return (
            "".join(each if isinstance(each, str) else "*" for each in pieces)
            if isinstance(pieces, tuple)
            else ""
        )
    if isinstance(value, Built) and value.name == "choose":
        return _label(value.get("then"))
    return ""


def _label_of_builder(steps: Sequence[Step]) -> Given:
    """What an action is called that a common builder makes, which cancels a card by its title."""
    for step in steps:
        if step.role == "build" and isinstance(step.value, Built):
            title = step.value.get("cardToCancelText")
            return f"Cancel {title if isinstance(title, str) else '*'}"
    return None


class _Names:
    """Numbers what is chosen in an action in the order in which it comes up."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def of(self, ref: Ref) -> str:
        """How a reference is called in the index."""
        name, number = re.fullmatch(r"(.*?)(\d*)", ref.name).groups()  # type: ignore[union-attr]
        name = snake(name)
        if not number:
            return f"${name}"
        if ref.name not in self._known:
            self._counts[name] += 1
            self._known[ref.name] = f"${name}{self._counts[name]}"
        return self._known[ref.name]


def _steps(steps: Iterable[Step], names: _Names) -> Iterator[Term]:
    """Steps as terms; those of effects that only hold others stand in their place."""
    for step in steps:
        found = tuple(_unfolded(step, names))
        if step.guard:
            guard = tuple(plain(each, names) for each in step.guard)
            yield Term("when", {"of": guard, "then": found})
        else:
            yield from found


def _unfolded(step: Step, names: _Names) -> Iterator[Term]:
    value = step.value
    if isinstance(value, Built) and value.name in _INLINE:
        inner = next(
            (each for name, each in value.arguments if name in ("performActionResults", "doPlayEffect")), ()
        )
        found = tuple(_steps(inner, names))  # type: ignore[arg-type]
        if step.role == "results":
            yield Term("results", {"then": found})
        else:
            yield from found
    else:
        yield Term(step.role, {"what": plain(value, names)})


def as_term(value: Built, names: "_Names | None" = None) -> Term:
    """A term in the form of the index."""
    found: dict[str, Value] = {}
    for name, each in value.arguments:
        if name in DROPPED or (each is None or each is False):
            continue
        wanted = PARAMETERS.get(name) or snake(name)
        inner = plain(each, names)
        if inner is None or inner == ():
            continue
        found[wanted if wanted not in found else snake(name)] = inner
    return Term(_name(value), found)


def _name(value: Built) -> str:
    if value.kind in ("Filter", "?", "boolean"):
        return snake(value.name)
    return snake(_SUFFIXES.sub("", value.name)) or snake(value.name)


def plain(value: Given, names: "_Names | None" = None) -> Value:
    """A value in the form of the index; None for what is left out: words that are only shown."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case None | bool() | int() | float():
            return value
        case str():
            return value if len(value) <= _LONGEST else None
        case Enum(name=name):
            return name.lower()
        case Ref():
            return (names or _Names()).of(value)
        case Built(name="ConstantEvaluator"):
            return plain(value.get("value"), names)
        case Built(name="text"):
            return None
        case Built(name="AndCondition" | "OrCondition" | "NotCondition"):
            inner = value.get("condition") if value.name == "NotCondition" else value.get("conditions")
            return Term(value.name.removesuffix("Condition").lower(), {"of": plain(inner, names)})
        case Built():
            return as_term(value, names)
        case Step():
            return tuple(_steps([value], names or _Names()))
        case Items() if (found := sought(value)) is not None:
            return plain(found, names)
        case Items():
            return tuple(_entry(guard, each, names) for guard, each in value)
        case tuple():
            if value and all(isinstance(each, Step) for each in value):
                return tuple(_steps(value, names or _Names()))  # type: ignore[arg-type]
            return tuple(plain(each, names) for each in value)  # type: ignore[arg-type]
        case Action():
            return Term("action", {"steps": tuple(_steps(value.steps, names or _Names()))})
    raise AssertionError(type(value))


def _entry(guard: Guard, value: Given, names: "_Names | None") -> Value:
    inner = plain(value, names)
    if not guard:
        return inner
    return Term("when", {"of": tuple(plain(each, names) for each in guard), "then": inner})


def snake(name: str) -> str:
    """A name of Java as a word of ours: `sameLocationAs` is `same_location_as`."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return parted.replace(" ", "_").lower()
