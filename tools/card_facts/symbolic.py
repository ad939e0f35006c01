"""Evaluates the methods of a definition without running them: what they would build comes out as values."""

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final

from tree_sitter import Node

from tools.card_facts.library import (
    STATICS,
    Function,
    Library,
    Parameter,
    bare,
    field,
    parameters,
    parts,
    text,
)
from tools.card_facts.names import ONLY_HOLDING
from tools.card_facts.values import (
    DARK,
    LIGHT,
    MISSING,
    SELF,
    YOU,
    Action,
    Built,
    Enum,
    Guard,
    Items,
    Problems,
    Ref,
    Step,
    Value,
    all_of,
    both,
    chosen,
    joined,
    negated,
    other,
    sought,
    text_parts,
)

Env = dict[str, Value]
"""Of each name in reach what it stands for."""

FILTERABLE: Final = {
    "CardCategory": "category",
    "CardType": "type",
    "CardSubtype": "subtype",
    "Icon": "icon",
    "Keyword": "keyword",
    "Persona": "persona",
    "Species": "species",
    "Side": "side",
    "Zone": "zone",
    "ModelType": "model",
    "Agenda": "agenda",
}
"""Enumerations whose constants stand for a filter, with the name of that filter's parameter."""
_NUMBERS: Final = frozenset({"int", "float", "double", "long", "Integer", "Float", "Double", "Number"})
_LISTS: Final = frozenset({"LinkedList", "ArrayList", "HashSet", "HashMap", "Vector"})
_COLLECTIONS: Final = frozenset({"Collection", "List", "Set", "Map", "Iterable"})
_CHOSEN: Final = ("getPrimaryTargetCard", "getPrimaryTargetCards")
_FILTERS: Final = frozenset({"Filter", "Filterable"})
_TEXTS: Final = frozenset(
    {"getCardLink", "getFullName", "formatAsString", "getAppendedNames", "getAppendedTextNames", "s", "be"}
    | {"getHumanReadable"}
)
"""Functions that put what is known in play only into words."""
_SILENT: Final = frozenset(
    {"sendMessage", "addAnimationGroup", "setActionMsg", "setAllowAbort", "skipInitialMessageAndAnimation"}
    | {"cardAffectsCard", "activatedCard", "setExtraInformationForArchetypeLabel", "showCardOnScreen"}
)
"""Calls that change nothing in a game."""
_UNHEEDED: Final = frozenset({"setText", "addKeyword", "addSecondaryTargetFilter"})
"""Calls that are no step of an action: what it is called, what counts as a target, keywords of a weapon."""
_NOTES: Final[Mapping[str, Mapping[str, str]]] = {
    "setWhileInPlayData": {"of": "card", "0": "data"},
    "setSubjugatedPlanet": {"0": "system"},
    "setRenegadePlanet": {"0": "system"},
    "setRep": {"0": "player", "1": "card"},
}
"""Calls that note something, with names for their arguments."""
_DOINGS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "sendAwaitingDecision": ("PlayoutDecisionEffect", {"0": "player", "1": "decision"}),
    "addUntilEndOfGameModifier": ("AddUntilEndOfGameModifierEffect", {"0": "modifier"}),
}
"""Calls that do what an effect does, with its name and names for their arguments."""
_UNREAD: Final = frozenset({"getChoiceText", "getUseShortcut", "getDisplayableInformation", "getText"})
_ROLES: Final = {
    "appendEffect": "effect",
    "appendUsage": "usage",
    "appendTargeting": "target",
    "appendCost": "cost",
    "appendBeforeCost": "cost",
    "appendRequiredEffect": "effect",
    "appendOptionalEffect": "optional",
    "appendAfterEffect": "after",
    "insertEffect": "effect",
}
_NAMESPACES: Final = {
    "getGameState": "GameState",
    "getModifiersQuerying": "Querying",
    "getModifiersEnvironment": "Querying",
}
_OPERATIONS: Final[Mapping[str, tuple[str, Callable[[float, float], Value]]]] = {
    "+": ("sum", operator.add),
    "-": ("difference", operator.sub),
    "*": ("product", operator.mul),
    "/": ("quotient", operator.truediv),
    "%": ("remainder", operator.mod),
    "==": ("equal", operator.eq),
    "!=": ("unequal", operator.ne),
    "<": ("less", operator.lt),
    ">": ("more", operator.gt),
    "<=": ("at_most", operator.le),
    ">=": ("at_least", operator.ge),
}
_SEARCHES: Final = {
    **dict.fromkeys(("findFirstActive", "filterActive", "filterAllOnTable", "findAllOnTable"), "canSpot"),
    **dict.fromkeys(("findFirstFromTopLocationsOnTable", "filterTopLocationsOnTable"), "canSpotLocation"),
}
"""Functions that search cards, with the condition that they find some."""
_BLUEPRINT: Final = "AbstractSwccgCardBlueprint"
"""The class that all definitions extend."""
_DEEPEST: Final = 6
_CLASS: Final = "class"  # no name of Java
"""Under this name an environment has the class whose code is evaluated."""


class Symbolic:
    """Evaluates code of one definition.

    Attributes:
        problems: what is not followed, with how often.
    """

    def __init__(self, library: Library, own: Mapping[str, Node]) -> None:
        self.problems: Problems = Counter()
        self._library = library
        self._own = own
        self._guard: Guard = ()
        self._returned: list[tuple[Guard, Value]] = []
        self._boxes: list[list[Step]] = []
        self._names = count(1)
        self._depth = 0
        self._inside: list[str] = []
        """The methods of the definition that are under way; overloads of a name are not told apart."""

    # -- methods ------------------------------------------------------------------------------------

    def outcomes(self, body: Node, env: Env) -> list[tuple[Guard, Value]]:
        """What a method may return, each with what has to hold for it; empty for one that returns nothing."""
        before = self._guard, self._returned
        self._guard, self._returned = (), []
        try:
            self._run(parts(body), env)
            return self._returned
        finally:
            self._guard, self._returned = before

    def value(self, body: Node, env: Env) -> Value:
        """What a method returns, as one value."""
        return as_one(self.outcomes(body, env))

    def calls(self, owner: str, body: Node, env: Env) -> Iterator[tuple[str, Env, list[Value]]]:
        """The calls of a constructor of a definition and of the classes that it extends, theirs first.

        Gives of each its name and arguments, and with the name of a class what is passed to its constructor.
        """
        for statement in parts(body):
            if statement.type == "explicit_constructor_invocation":
                arguments = self._arguments(statement, env)
                above = (
                    owner if text(statement, "constructor") == "this" else self._library.supers.get(owner, "")
                )
                functions = self._library.methods.get((above, above), ())
                function = best_fit([each for each in functions if each.body != body], arguments)
                if function is not None and function.body is not None:
                    passed = _bound(function.parameters, arguments)
                    yield above, passed, []
                    yield from self.calls(above, function.body, {_CLASS: above, **passed})
            elif statement.type == "expression_statement":
                call = statement.named_children[0]
                if call.type == "method_invocation" and call.child_by_field_name("object") is None:
                    yield text(call, "name"), {}, self._arguments(call, env)

    # -- statements ---------------------------------------------------------------------------------

    def _run(self, statements: Sequence[Node], env: Env) -> bool:
        """Run statements; whether they end the method in any case."""
        return any(self._statement(each, env) for each in statements)

    def _statement(self, node: Node, env: Env) -> bool:
        match node.type:
            case "block":
                return self._run(parts(node), env)
            case "local_variable_declaration":
                for each in node.children_by_field_name("declarator"):
                    value = each.child_by_field_name("value")
                    env[text(each, "name")] = None if value is None else self.evaluate(value, env)
            case "expression_statement":
                expression = node.named_children[0]
                self._note(self.evaluate(expression, env), called=expression.type == "method_invocation")
            case "return_statement":
                given = parts(node)
                self._returned.append((self._guard, self.evaluate(given[0], env) if given else None))
                return True
            case "if_statement":
                return self._if(node, env)
            case "enhanced_for_statement":
                self._for_each(node, env)
            case "break_statement" | "continue_statement":
                pass
            case _:
                self._unknown(f"statement {node.type}")
                if self._boxes:
                    self._boxes[-1].append(Step("unknown", node.type, self._guard))
        return False

    def _note(self, value: Value, *, called: bool) -> None:
        """What a statement does besides: it notes something, or calls what is not followed."""
        if not isinstance(value, Built):
            return
        step = None
        if re.match("set(?!Text)", value.name):
            words = _NOTES.get(value.name, {})
            noted = tuple((words.get(name, name), each) for name, each in value.arguments)
            step = Step("effect", Built(value.name, noted, "Effect"), self._guard)
        elif called and value.name in _DOINGS:
            name, words = _DOINGS[value.name]
            given = tuple((words[each], what) for each, what in value.arguments if each in words)
            step = Step("effect", Built(name, given, "Effect"), self._guard)
        elif called and value.name not in _UNHEEDED:
            step = Step("unknown", value.name, self._guard)
        if step is not None and self._boxes:
            self._boxes[-1].append(step)
        elif step is not None:
            self._unknown(f"statement {value.name}")

    def _if(self, node: Node, env: Env) -> bool:
        condition = self.evaluate(field(node, "condition"), env)
        one, two = field(node, "consequence"), node.child_by_field_name("alternative")
        if isinstance(condition, bool):
            taken = one if condition else two
            return taken is not None and self._statement(taken, env)
        guard, then, otherwise = self._guard, dict(env), dict(env)
        self._guard = (*guard, *all_of(condition))
        ends = self._statement(one, then)
        self._guard = (*guard, *all_of(negated(condition)))
        other_ends = two is not None and self._statement(two, otherwise)
        self._guard = guard
        if ends and other_ends:
            return True
        if ends or other_ends:
            env.update(otherwise if ends else then)
            self._guard = (*guard, *all_of(negated(condition) if ends else condition))
            return False
        for name in env:
            if then[name] is not otherwise[name]:
                env[name] = chosen(condition, then[name], otherwise[name])
        return False

    def _for_each(self, node: Node, env: Env) -> None:
        """A loop: its body once, for each of what it goes through; what it changes is known in play only."""
        through = _kept(self.evaluate(field(node, "value"), env))
        each = Ref(f"each{next(self._names)}", bare(text(node, "type")))
        guard, inner = self._guard, {**env, text(node, "name"): each}
        self._guard = (*guard, Built("eachOf", (("of", through), ("as", each)), "boolean"))
        self._statement(field(node, "body"), inner)
        self._guard = guard
        for name, before in env.items():
            if inner[name] is not before:
                env[name] = Built("over", (("of", through), ("as", each), ("then", inner[name])))

    # -- expressions --------------------------------------------------------------------------------

    def evaluate(self, node: Node, env: Env) -> Value:
        """What an expression gives."""
        source = text(node)
        match node.type:
            case "parenthesized_expression":
                return self.evaluate(parts(node)[0], env)
            case "cast_expression":
                value = self.evaluate(field(node, "value"), env)
                as_float = text(node, "type").casefold() == "float" and _is_number(value)
                return float(value) if as_float else value  # type: ignore[arg-type]
            case "decimal_integer_literal":
                return int(source.rstrip("L"))
            case "decimal_floating_point_literal":
                return float(source.rstrip("fFdD"))
            case "true" | "false":
                return source == "true"
            case "null_literal":
                return None
            case "string_literal":
                return source[1:-1].encode().decode("unicode_escape") if "\\" in source else source[1:-1]
            case "this":
                return Ref("this", "?")
            case "class_literal":
                return source
            case "identifier":
                return self._named(source, env)
            case "field_access":
                return self._field(node, env)
            case "unary_expression":
                return self._unary(node, env)
            case "binary_expression":
                return self._binary(node, env)
            case "ternary_expression":
                names = ("condition", "consequence", "alternative")
                return chosen(*(self.evaluate(field(node, name), env) for name in names))
            case "instanceof_expression":
                kind = ("kind", bare(text(node, "right")))
                return Built("is_a", (("what", self.evaluate(field(node, "left"), env)), kind), "boolean")
            case "assignment_expression":
                return self._assignment(node, env)
            case "update_expression":
                name, step = text(parts(node)[0]), -1 if "--" in source else 1
                env[name] = Built("sum", (("left", env.get(name)), ("right", step)), "number")
                return env[name]
            case "array_creation_expression":
                made = node.child_by_field_name("value")
                if made is None or text(node, "type") == "String":
                    return Built("text", (("parts", (None,)),), "String")  # words that a player chooses among
                return tuple(self.evaluate(each, env) for each in parts(made))
            case "method_invocation":
                return self._call(node, env)
            case "object_creation_expression":
                return self._new(node, env)
        return self._unknown(f"expression {node.type}")

    def _unknown(self, what: str) -> Built:
        self.problems[what] += 1
        return Built("unknown", (("what", what),))

    def _named(self, name: str, env: Env) -> Value:
        if name in env:
            return env[name]
        owner = env.get(_CLASS)
        if isinstance(owner, str) and (owner, name) in self._library.fields:
            return self._constant(owner, name)
        return Ref(name, "class") if name[0].isupper() else self._unknown(f"name {name}")

    def _constant(self, owner: str, name: str) -> Value:
        value = self._library.fields[owner, name]
        if value.type == "object_creation_expression" and owner in STATICS:
            return Built(name, (), "Filter")
        return self.evaluate(value, {_CLASS: owner})

    def _field(self, node: Node, env: Env) -> Value:
        owner, name = text(node, "object"), text(node, "field")
        if (owner, name) in self._library.fields:
            return self._constant(owner, name)
        if (owner, name) == ("Math", "PI"):
            return 3.14159  # as it is printed
        kind = owner.rsplit(".", 1)[-1]
        if kind in ("Integer", "Float"):
            return Ref("none", "int")  # the least number there is: not set
        if kind in self._library.enums:
            return Enum(kind, name)
        return Built(f"field {name}", (("of", self.evaluate(field(node, "object"), env)),))

    def _unary(self, node: Node, env: Env) -> Value:
        value, sign = self.evaluate(field(node, "operand"), env), text(node, "operator")
        if sign == "!":
            return negated(value)
        if isinstance(value, (int, float)):
            return -value if sign == "-" else value
        return Built("minus", (("of", value),), "number")

    def _binary(self, node: Node, env: Env) -> Value:
        sign = text(node, "operator")
        one, two = self.evaluate(field(node, "left"), env), self.evaluate(field(node, "right"), env)
        if sign in ("&&", "||"):
            return joined("and" if sign == "&&" else "or", one, two)
        if sign == "+" and any(isinstance(each, str) or _is_text(each) for each in (one, two)):
            return Built("text", (("parts", (*text_parts(one), *text_parts(two))),), "String")
        if sign in ("==", "!=") and (one is None or two is None):
            found = _some(two if one is None else one)
            if found is not None:
                return found if sign == "!=" else negated(found)
        name, work = _OPERATIONS[sign]
        if _is_number(one) and _is_number(two) and sign not in "/%":  # which Java rounds
            return work(one, two)  # type: ignore[arg-type]
        return Built(name, (("left", one), ("right", two)), "number" if sign in "+-*/%" else "boolean")

    def _assignment(self, node: Node, env: Env) -> Value:
        target, sign = field(node, "left"), text(node, "operator")
        value = self.evaluate(field(node, "right"), env)
        if target.type != "identifier":
            return self._unknown(f"assignment to {target.type}")
        name = text(target)
        if sign != "=":
            value = Built(_OPERATIONS[sign[0]][0], (("left", env.get(name)), ("right", value)), "number")
        env[name] = value
        return value

    # -- calls --------------------------------------------------------------------------------------

    def _arguments(self, node: Node, env: Env) -> list[Value]:
        return [self.evaluate(each, env) for each in parts(field(node, "arguments"))]

    def _call(self, node: Node, env: Env) -> Value:
        target, name = node.child_by_field_name("object"), text(node, "name")
        if name in _SILENT:
            return None
        if target is None:
            return self._bare_call(name, self._arguments(node, env), env)
        owner = text(target)
        if name in _TEXTS and (owner in ("GameUtils", "GuiUtils") or name == "getHumanReadable"):
            return Built("text", (("parts", (None,)),), "String")
        arguments = self._arguments(node, env)
        if owner not in env:
            found = self._call_of_class(owner, name, arguments)
            if found is not MISSING:
                return found
        return self._call_on(self.evaluate(target, env), name, arguments)

    def _bare_call(self, name: str, arguments: list[Value], env: Env) -> Value:
        owner = env.get(_CLASS)
        if isinstance(owner, str) and (owner, name) in self._library.methods:
            return self._resolve(owner, name, arguments, "?")
        if name in self._own and name not in self._inside:
            node = self._own[name]
            passed = {
                _CLASS: owner,
                **dict(zip((each.name for each in parameters(node)), arguments, strict=False)),
            }
            self._inside.append(name)
            try:
                return self.value(field(node, "body"), passed)
            finally:
                self._inside.pop()
        if (_BLUEPRINT, name) in self._library.methods:
            return self._resolve(_BLUEPRINT, name, arguments, "?")
        return Built(name, _by_position(arguments))

    def _call_of_class(self, owner: str, name: str, arguments: list[Value]) -> Value:
        """A call of a function of a class; `MISSING` where the owner is none."""
        if owner == "Arrays" and name == "asList":
            return Items((((), each) for each in arguments), self._guard)
        if owner == "Collections":
            return Items((((), each) for each in arguments) if "ingleton" in name else (), self._guard)
        if owner == "Math":
            return Built(name, _by_position(arguments), "number")
        if owner == "Filters" and name in ("and", "or", "not"):
            given = arguments if name == "not" else [tuple(arguments)]
            return Built(name, (("of", _as_filter(given[0])),), "Filter")
        if (owner, name) not in self._library.methods:
            return MISSING
        if self._library.kinds.get(owner) == "Builder":
            for action in arguments:
                if isinstance(action, Action):
                    self._append(action, "build", self._resolve(owner, name, arguments, "build"))
                    return None
        return self._resolve(owner, name, arguments, "?")

    def _call_on(self, target: Value, name: str, arguments: list[Value]) -> Value:
        if isinstance(target, Action):
            return self._on_action(target, name, arguments)
        if isinstance(target, Items):
            return self._on_items(target, name, arguments)
        if name in _CHOSEN and arguments:
            return _target_of(name, arguments[0])
        if isinstance(target, Ref):
            found = _on_ref(target, name, arguments)
            if found is not MISSING:
                return found
        if name == "isEmpty" and (found := _some(target)) is not None:
            return negated(found)
        if name == "equals" and arguments:
            return Built("equal", (("left", target), ("right", arguments[0])), "boolean")
        if isinstance(target, Ref) and target.type == "namespace":
            return Built(name, _by_position(arguments))
        if isinstance(target, Built) and (target.kind, name) in self._library.methods:
            found = self._resolve(target.kind, name, arguments, "?")
            if isinstance(found, Built):
                return Built(name, (("of", target), *found.arguments), found.kind)
        return Built(name, (("of", target), *_by_position(arguments)))

    def _on_items(self, items: Items, name: str, arguments: list[Value]) -> Value:
        if name == "add" and arguments:
            items.take(self._guard, arguments[-1])
        elif name == "addAll" and arguments:
            added = arguments[0]
            if isinstance(added, Items):
                for guard, each in added.kept():
                    items.take((*self._guard, *guard), each)
            else:
                items.take(self._guard, Built("all_of", (("list", added),)))
        elif name == "isEmpty" and (found := sought(items)) is not None:
            return negated(Built("canSpot", (("filters", found),), "boolean"))
        elif name in ("isEmpty", "size"):
            return Built(f"list_{name}", (("of", _kept(items)),))
        else:
            return self._unknown(f"list.{name}")
        return None

    def _on_action(self, action: Action, name: str, arguments: list[Value]) -> Value:
        if name == "setText":
            action.label = arguments[0]
        elif name in _ROLES:
            self._append(action, _ROLES[name], arguments[0] if arguments else None)
        elif name == "allowResponses":
            for each in arguments:
                if isinstance(each, Built) and each.kind == "Effect":
                    self._append(action, "results", each)
        elif name in _CHOSEN and arguments:
            return _target_of(name, arguments[0])
        elif name == "getActionSource":
            return SELF
        elif name == "getPerformingPlayer":
            return YOU
        else:
            action.settings.add(name)
            return None if name.startswith("set") else Built(name, _by_position(arguments))
        return None

    def _append(self, action: Action, role: str, value: Value) -> None:
        """A step of an action: of itself, or of the callback that is evaluated."""
        if len(self._boxes) > action.depth:
            self._boxes[-1].append(Step(role, value, self._guard))
        else:
            action.steps.append(Step(role, value, self._guard[len(action.guard) :]))

    # -- constructors and functions -----------------------------------------------------------------

    def _new(self, node: Node, env: Env) -> Value:
        kind = bare(text(node, "type"))
        if kind in _LISTS:
            return Items(base=self._guard)
        arguments = self._arguments(node, env)
        body = next((each for each in node.named_children if each.type == "class_body"), None)
        if kind in ("Float", "Integer"):
            return arguments[0]
        if kind.endswith("Action"):
            made = None if ONLY_HOLDING.fullmatch(kind) else self._resolve(kind, kind, arguments, "Effect")
            return Action(kind, tuple(arguments), self._guard, len(self._boxes), made)
        callbacks = () if body is None else self._callbacks(body, env)
        made = self._resolve(kind, kind, arguments, self._kind(kind))
        if isinstance(made, Built) and callbacks:
            return Built(made.name, (*made.arguments, *callbacks), made.kind)
        return made

    def _kind(self, name: str) -> str:
        for kind in ("Modifier", "Condition", "Evaluator", "Effect", "Decision"):
            if name.endswith((kind, f"{kind}s")):
                return kind
        return self._library.kinds.get(name, "?")

    def _callbacks(self, body: Node, env: Env) -> tuple[tuple[str, Value], ...]:
        """What the methods of an anonymous class do: their steps, or what they return."""
        found: list[tuple[str, Value]] = []
        for member in body.named_children:
            if member.type != "method_declaration" or text(member, "name") in _UNREAD:
                continue
            number, inner = next(self._names), dict(env)
            passed = {each.name: _given(each, number) for each in parameters(member)}
            inner.update(passed)
            self._boxes.append([])
            try:
                value = self.value(field(member, "body"), inner)
            finally:
                steps = tuple(self._boxes.pop())
            name = text(member, "name")
            if steps:
                told = tuple(each for each in passed.values() if isinstance(each, Ref) and _is_told(each))
                found += [("as", told), (name, steps)]
            if value is not None:
                found.append((f"{name} gives" if steps else name, value))
        return tuple(found)

    def _resolve(self, owner: str, name: str, arguments: list[Value], kind: str) -> Value:
        """A call, with its arguments by the names of parameters; what only passes them on is followed."""
        functions = self._library.methods.get((owner, name), ())
        chosen_one = best_fit(functions, arguments)
        if chosen_one is None:
            if functions:
                self.problems[f"overload {owner}.{name}"] += 1
            given = functions[0].gives if functions else ""
            return Built(name, _by_position(arguments), given or kind)
        env: Env = {_CLASS: owner, **_bound(chosen_one.parameters, arguments)}
        statements = parts(chosen_one.body)
        if statements and self._depth < _DEEPEST:
            self._depth += 1
            try:
                first = statements[0]
                if first.type == "explicit_constructor_invocation" and text(first, "constructor") == "this":
                    return self._resolve(owner, name, self._arguments(first, env), kind)
                if len(statements) == 1 and owner in STATICS and _only_passes_on(first, owner):
                    return self.evaluate(parts(first)[0], env)
            finally:
                self._depth -= 1
        named = tuple(
            (each.name, _kept(_as_filter(env[each.name]) if each.type in _FILTERS else env[each.name]))
            for each in chosen_one.parameters
            if not _is_given(env[each.name], each.name)
        )
        return Built(name, named, chosen_one.gives or kind)


# -- what is passed -------------------------------------------------------------------------------------


def best_fit(functions: Sequence[Function], arguments: Sequence[Value]) -> Function | None:
    """The overload whose parameters fit the arguments best; None if none fits."""
    rated = [(rate, each) for each in functions if (rate := _rate(each.parameters, arguments)) is not None]
    return max(rated, key=lambda pair: pair[0])[1] if rated else None


def _rate(wanted: Sequence[Parameter], arguments: Sequence[Value]) -> float | None:
    varied = bool(wanted) and wanted[-1].varied
    if len(arguments) != len(wanted) and not (varied and len(arguments) >= len(wanted) - 1):
        return None
    total = 0.0
    for number, value in enumerate(arguments):
        rate = _fit(value, wanted[min(number, len(wanted) - 1)].type)
        if rate is None:
            return None
        total += rate
    return total / max(len(arguments), 1) - varied / 2


def _fit(value: Value, wanted: str) -> float | None:
    """How well a value fits a type of a parameter; None if it does not."""
    match value:
        case None:
            return None if wanted in ("int", "float", "double", "long", "boolean") else 1
        case bool():
            return 3 if wanted in ("boolean", "Boolean") else None
        case int():
            return 3 if wanted in ("int", "Integer") else 2 if wanted in _NUMBERS else None
        case float():
            return 3 if wanted in ("float", "double", "Float") else None
        case str():
            return 3 if wanted == "String" else 1 if wanted == "Object" else None
        case Enum(kind=kind):
            return 3 if wanted == kind else 2 if wanted == "Filterable" and kind in FILTERABLE else None
        case Items() | tuple():
            return (
                2 if wanted in _COLLECTIONS or wanted == "Filterable" else 1 if wanted == "String" else None
            )
        case Action():
            return 2 if wanted.endswith("Action") else None
        case Ref(type=kind):
            return _fit_kind(kind, wanted)
        case Built(name=name, kind=kind):
            return 3 if name == wanted else _fit_kind(kind, wanted)


def _fit_kind(kind: str, wanted: str) -> float | None:
    if kind == wanted:
        return 3
    if kind in ("?", "var", "namespace") or (kind, wanted) == ("PhysicalCard", "int"):
        return 1
    if kind.endswith("Result") and wanted.endswith("Result"):
        return 1
    if wanted == "Filterable" and kind in ("Filter", "PhysicalCard"):
        return 2
    if kind in ("number", "group", "text", *_NUMBERS) and wanted in _NUMBERS:
        return 2
    if kind in _COLLECTIONS and wanted in (*_COLLECTIONS, "Filterable"):
        return 2
    if kind == "group" and wanted in ("PhysicalCard", "Filterable"):
        return 1
    if kind == "boolean" and wanted == "Boolean":
        return 2
    return 2 if kind and wanted and (wanted.endswith(kind) or kind.endswith(wanted)) else None


def _bound(wanted: Sequence[Parameter], arguments: list[Value]) -> Env:
    """Arguments by the names of parameters; those of the last one that takes any number in a tuple."""
    if wanted and wanted[-1].varied:
        last = len(wanted) - 1
        if not (len(arguments) == len(wanted) and isinstance(arguments[last], (Items, tuple))):
            arguments = [*arguments[:last], tuple(arguments[last:])]
    return dict(zip((each.name for each in wanted), arguments, strict=True))


def _as_filter(value: Value) -> Value:
    """A constant that stands for a filter as that filter."""
    if isinstance(value, Enum) and value.kind in FILTERABLE:
        name = FILTERABLE[value.kind]
        return Built(name, ((name, value),), "Filter")
    if isinstance(value, tuple):
        return tuple(_as_filter(each) for each in value)  # type: ignore[arg-type]
    return value


def _by_position(arguments: Sequence[Value]) -> tuple[tuple[str, Value], ...]:
    return tuple((str(number), _kept(each)) for number, each in enumerate(arguments) if not _is_given(each))


def _kept(value: Value) -> Value:
    return value.kept() if isinstance(value, Items) else value


_GIVEN: Final = frozenset({"source", "action", "gameTextSourceCardId"})


def _is_given(value: Value, name: str = "") -> bool:
    """Whether an argument tells nothing: the game, the action itself, the card whose text it is."""
    if isinstance(value, Action):
        return True
    return (isinstance(value, Ref) and value.type in ("SwccgGame", "namespace", "text")) or (
        name in _GIVEN and (value is None or isinstance(value, Ref))
    )


def _given(parameter: Parameter, number: int) -> Value:
    """What a parameter of a callback stands for."""
    if parameter.type in ("SwccgGame", "GameState", "ModifiersQuerying"):
        return Ref("game", "SwccgGame") if parameter.type == "SwccgGame" else Ref(parameter.type, "namespace")
    if parameter.name == "self":
        return SELF
    if parameter.type == "int" and "roup" in parameter.name:
        return Ref(f"target{number}", "group")
    name = "target" if parameter.type == "PhysicalCard" else parameter.name
    return Ref(f"{name}{number}", parameter.type)


def _is_told(ref: Ref) -> bool:
    """Whether a parameter of a callback is something of the game: a card, a number, a result."""
    return (
        ref.type not in ("SwccgGame", "namespace", "group")
        and ref != SELF
        and not ref.type.endswith("Action")
    )


def _target_of(function: str, group: Value) -> Value:
    kind = "Collection" if function.endswith("s") else "PhysicalCard"
    return Ref(group.name, kind) if isinstance(group, Ref) else group


def _on_ref(target: Ref, name: str, arguments: list[Value]) -> Value:
    if target.type == "SwccgGame":
        match name:
            case "getOpponent":
                return other(arguments[0])
            case "getDarkPlayer":
                return DARK
            case "getLightPlayer":
                return LIGHT
            case "findCardByPermanentId":
                return arguments[0]
        if name in _NAMESPACES:
            return Ref(_NAMESPACES[name], "namespace")
    if name == "getOwner":
        return YOU if target == SELF else Built("owner", (("of", target),), "String")
    if name in ("getCardId", "getPermanentCardId"):
        return target
    if name == "findCardByPermanentId":
        return arguments[0]
    return MISSING


def _only_passes_on(statement: Node, owner: str) -> bool:
    """Whether a function only gives what another function of filters and conditions gives."""
    given = parts(statement)
    if statement.type != "return_statement" or not given or given[0].type != "method_invocation":
        return False
    target = given[0].child_by_field_name("object")
    if target is None:
        return True
    return text(target) in STATICS and not (owner != "Filters" and text(target) == "Filters")


def _some(value: Value) -> Value:
    """That there is something a search on table may find; None where a value is no such search.

    An action is always there: the server asks by it whether the card may be played.
    """
    if isinstance(value, Action) or (isinstance(value, Built) and value.name == "getPlayCardAction"):
        return True
    if isinstance(value, Built) and value.name in _SEARCHES:
        wanted = tuple((name, each) for name, each in value.arguments if name in ("filters", "spotOverrides"))
        return Built(_SEARCHES[value.name], wanted, "boolean")
    return None


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_text(value: Value) -> bool:
    return isinstance(value, Built) and value.name == "text"


def lists_of(outcomes: Sequence[tuple[Guard, Value]]) -> list[tuple[Guard, Items]]:
    """The lists that a method returns, with what holds wherever it does: entries have guards of their own."""
    found: dict[int, tuple[Guard, Items]] = {}
    for guard, value in outcomes:
        if isinstance(value, Items):
            known = found.get(id(value), (guard, value))[0]
            found[id(value)] = tuple(each for each in known if each in guard), value
    return list(found.values())


def as_one(outcomes: Sequence[tuple[Guard, Value]]) -> Value:
    """What a method returns, as one value: lists together, else the first whose guard holds."""
    lists = lists_of(outcomes)
    if lists:
        return Items((both(guard, own), each) for guard, found in lists for own, each in found)
    value: Value = None
    for guard, each in reversed(outcomes):
        value = each if value is None or not guard else chosen(_all(guard), each, value)
    return value


def _all(guard: Guard) -> Value:
    return guard[0] if len(guard) == 1 else Built("and", (("of", guard),), "boolean")


_PARAMETERS: Final[Mapping[str, Value]] = {
    "playerId": YOU,
    "self": SELF,
    "game": Ref("game", "SwccgGame"),
    "effectResult": Ref("event", "EffectResult"),
    "effect": Ref("playing", "Effect"),
    "playerOnDarkSideOfLocation": DARK,
    "playerOnLightSideOfLocation": LIGHT,
    "gameTextSourceCardId": Ref("text", "text"),
}


def environment(owner: str, method: Node) -> Env:
    """What the parameters of a method of a definition stand for."""
    env: Env = {_CLASS: owner}
    for each in parameters(method):
        env[each.name] = _PARAMETERS.get(each.name, Ref(each.name, each.type))
    if re.match("getOpponents", text(method, "name")):
        env["playerId"] = Ref("opponent", "String")
    return env
