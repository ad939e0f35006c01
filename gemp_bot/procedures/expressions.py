"""Expressions of strategy files: read with Python's own syntax, checked against a list of what is allowed.

An expression is names of facts, numbers, texts, comparisons, and/or/not, + - * /, `in` with a list in
round brackets or a fact that is a list, and min, max, abs. Everything else is refused. From what is left a
new tree is built, name by name, and compiled once; nothing of the text itself is ever run. An evaluation
takes about 0.2 µs.
"""

import ast
import math
import warnings
from collections.abc import Callable, Mapping
from types import CodeType
from typing import NamedTuple

from gemp_bot.files.wording import meant, shown
from gemp_bot.procedures.other_signs import sign_meant
from gemp_bot.procedures.vocabulary import OPTION, Fact, Names, Plain, Type, Value
from gemp_bot.terminal import plain

LONGEST = 400
"""Characters an expression may have."""
DEEPEST = 24
"""How deep it may be nested."""
_MOST_ENTRIES = 50
"""How many values may stand behind `in`."""

Facts = Mapping[str, Value]
Run = Callable[[Facts, Facts], Plain]
"""Takes the facts of the situation and those of an option."""

_CALLS = ("min", "max", "abs")
_GLOBALS: Mapping[str, object] = {"__builtins__": {}, "min": min, "max": max, "abs": abs}
_ALLOWED = (
    "there are facts, numbers, texts, comparisons, and, or, not, + - * /, "
    "in (..., ...), min(), max() and abs()"
)
_LITERALS: Mapping[str, bool] = {"true": True, "false": False}


class ExpressionError(ValueError):
    """An expression cannot be used; the message is one line: what is wrong, and what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(plain(message))


class Words(NamedTuple):
    """What an expression may hold.

    Attributes:
        facts: by name, also weights and capabilities.
        constants: values of weights and capabilities of this strategy.
        options: whether facts of an option are known where it stands.
        names: the names that facts can be: see `Vocabulary`.
    """

    facts: Mapping[str, Fact]
    constants: Mapping[str, Plain]
    options: bool = True
    names: Mapping[str, Names] = {}


class _Checked(NamedTuple):
    """A part of an expression, checked.

    Attributes:
        type: what it is.
        node: what will be compiled.
        number: its value where it is a number written out.
        fact: the fact, where it is nothing but one.
        text: its value where it is a text written out.
        source: what it was made from, for messages.
    """

    type: Type
    node: ast.expr
    number: float | None = None
    fact: Fact | None = None
    text: str | None = None
    source: ast.expr | None = None


def build(
    text: str, words: Words, wanted: Type, used: set[str] | None = None, *, no_number: str = "take a number"
) -> Run:
    """Check and compile an expression.

    Args:
        text: the expression.
        words: the names it may hold.
        wanted: what it must be: FLAG for a condition, NUMBER for a measure.
        used: the names of the facts it looks up are added here.
        no_number: what to do with a condition where a number is wanted.

    Returns:
        A function of the two mappings of facts. It raises ArithmeticError, LookupError or TypeError where
        the facts do not allow an answer, and nothing else as long as they are plain values.

    Raises:
        ExpressionError: whatever the text is, nothing else is raised.
    """
    builder = _Builder(words)
    part = builder.part(_parse(text), 0)
    if part.type is not wanted:
        raise ExpressionError(_wrong_type(text, part.type, wanted, no_number))
    if used is not None:
        used |= builder.used
    return _compiled(part.node)


def _parse(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise ExpressionError(f"is longer than {LONGEST} characters: split it into several steps or entries")
    line = text.replace("\r", " ").replace("\n", " ").strip()
    if not line:
        raise ExpressionError("is empty: leave the key out, or write a condition like `option.score > 0`")
    try:
        with warnings.catch_warnings():
            # Python warns of things like `1 is 1`, which are refused below.
            warnings.simplefilter("ignore")
            return ast.parse(line, mode="eval").body
    except SyntaxError as error:
        raise ExpressionError(f"cannot be read ({_unread(error, line)}): {shown(line)}") from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError(f"cannot be read: {shown(line)}") from None


def _unread(error: SyntaxError, line: str) -> str:
    """What Python does not understand, and where; at the end of a line it names no character."""
    other = sign_meant(line)
    if other:
        return other
    if error.msg.startswith("unterminated string"):
        return (
            "a text that does not end: for the apostrophe in it write \\\\', as in 'Vader\\\\'s Lightsaber'"
        )
    if not error.offset or error.offset > len(line):
        return "it ends where something is still missing"
    return f"{error.msg}, character {error.offset}"


def _wrong_type(text: str, found: Type, wanted: Type, no_number: str) -> str:
    if wanted is Type.FLAG:
        written = text.strip()[:40]
        likes = {Type.NUMBER: f"{written} > 0", Type.TEXTS: f"'...' in {written}"}
        like = likes.get(found, f"{written} == '...'")
        return f"{shown(text)} is a {found}, not a condition: compare it, like `{like}`"
    advice = no_number if found is Type.FLAG else "take a number"
    return f"{shown(text)} is {_article(found)}, and a number is wanted: {advice}"


def _article(found: Type) -> str:
    return found if found is Type.FLAG else f"a {found}"


def _compiled(node: ast.expr) -> Run:
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg("s"), ast.arg("o")],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, node)))
    code: CodeType = compile(tree, "<strategy>", "eval")
    # Only nodes made by _Builder are in the tree: constants, look-ups, operators, min, max and abs.
    run: Run = eval(code, dict(_GLOBALS))  # noqa: S307
    return run


class _Builder:
    def __init__(self, words: Words) -> None:
        self._words = words
        self.used: set[str] = set()

    def part(self, node: ast.expr, depth: int) -> _Checked:
        """Check a node and everything in it."""
        if depth > DEEPEST:
            raise ExpressionError(
                f"is nested more than {DEEPEST} deep: split it into several steps or entries"
            )
        match node:
            case ast.Constant():
                part = _constant(node)
            case ast.Name() | ast.Attribute():
                part = self._name(_dotted(node))
            case ast.BoolOp():
                part = self._bool_op(node, depth)
            case ast.UnaryOp():
                part = self._unary(node, depth)
            case ast.BinOp():
                part = self._binary(node, depth)
            case ast.Compare():
                part = self._compare(node, depth)
            case ast.Call():
                part = self._call(node, depth)
            case _:
                raise ExpressionError(f"{_named(node)} is not allowed: {_ALLOWED}")
        return part._replace(source=node)

    def _name(self, name: str) -> _Checked:
        if name in _LITERALS:
            return _Checked(Type.FLAG, ast.Constant(_LITERALS[name]))
        fact = self._fact(name)
        if fact.name in self._words.constants:
            return _Checked(fact.type, ast.Constant(self._words.constants[fact.name]), fact=fact)
        self.used.add(fact.name)
        facts = "o" if fact.of_option else "s"
        look_up = ast.Subscript(ast.Name(facts, ast.Load()), ast.Constant(fact.name), ast.Load())
        return _Checked(fact.type, look_up, fact=fact)

    def _fact(self, name: str) -> Fact:
        """A fact by its name; of an option also without `option.`."""
        facts = self._words.facts
        fact = facts.get(name) or facts.get(OPTION + name)
        if fact is None:
            known = [known for known in facts if self._words.options or not facts[known].of_option]
            raise ExpressionError(f"there is no fact {shown(name)}: {meant(name, known)}")
        if fact.of_option and not self._words.options:
            raise ExpressionError(
                f"{fact.name} is known of an option only, and here no option is looked at yet: "
                "put it into `among`, `prefer` or `forbid`"
            )
        return fact

    def _bool_op(self, node: ast.BoolOp, depth: int) -> _Checked:
        word = "and" if isinstance(node.op, ast.And) else "or"
        parts = [self._must(value, Type.FLAG, f"`{word}`", depth) for value in node.values]
        return _Checked(Type.FLAG, ast.BoolOp(node.op, [part.node for part in parts]))

    def _unary(self, node: ast.UnaryOp, depth: int) -> _Checked:
        if isinstance(node.op, ast.Not):
            part = self._must(node.operand, Type.FLAG, "`not`", depth)
            return _Checked(Type.FLAG, ast.UnaryOp(node.op, part.node))
        if not isinstance(node.op, ast.USub | ast.UAdd):
            raise ExpressionError(f"`~` is not allowed: {_ALLOWED}")
        part = self._must(node.operand, Type.NUMBER, "a sign", depth)
        if part.number is not None:
            return _number(-part.number if isinstance(node.op, ast.USub) else part.number)
        return _Checked(Type.NUMBER, ast.UnaryOp(node.op, part.node))

    def _binary(self, node: ast.BinOp, depth: int) -> _Checked:
        sign = _SIGNS.get(type(node.op))
        if sign is None:
            raise ExpressionError(f"of arithmetic only + - * / are allowed, not {_source(node)}")
        left = self._must(node.left, Type.NUMBER, f"`{sign}`", depth)
        right = self._must(node.right, Type.NUMBER, f"`{sign}`", depth)
        if sign == "/" and right.number == 0:
            raise ExpressionError(f"divides by zero: {_source(node)}")
        if left.number is not None and right.number is not None:
            return _number(_OPERATIONS[sign](left.number, right.number))
        return _Checked(Type.NUMBER, ast.BinOp(left.node, node.op, right.node))

    def _compare(self, node: ast.Compare, depth: int) -> _Checked:
        left = self.part(node.left, depth + 1)
        parts = [left.node]
        for operator, right_node in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn) and not isinstance(
                right_node, ast.Name | ast.Attribute
            ):
                right = _Checked(left.type, self._values(left, right_node, depth), source=right_node)
            elif isinstance(operator, ast.Is | ast.IsNot):
                raise ExpressionError("`is` is not allowed: write == or !=")
            else:
                right = self.part(right_node, depth + 1)
                if isinstance(operator, ast.In | ast.NotIn):
                    _listed(left, right)
                else:
                    _comparable(left, right, equal=isinstance(operator, ast.Eq | ast.NotEq))
                parts[-1] = self._as_named(left, right.fact)
                right = right._replace(node=self._as_named(right, left.fact))
            parts.append(right.node)
            left = right
        return _Checked(Type.FLAG, ast.Compare(parts[0], node.ops, parts[1:]))

    def _as_named(self, part: _Checked, fact: Fact | None) -> ast.expr:
        """A text that is written out in the form that a fact has, which it is compared with."""
        if part.text is None or fact is None or not fact.names:
            return part.node
        names = self._words.names[fact.names]
        if part.text and (why := names.refused(part.text)):
            raise ExpressionError(f"there is no {fact.names} {shown(part.text)}: {why}")
        return ast.Constant(names.fold(part.text))

    def _values(self, left: _Checked, node: ast.expr, depth: int) -> ast.expr:
        if left.type is Type.TEXTS:
            raise ExpressionError(f"{_source(left.source)} is a list: write '...' in {_bare(left)}")
        if not isinstance(node, ast.Tuple) or not 0 < len(node.elts) <= _MOST_ENTRIES:
            raise ExpressionError(
                f"behind `in` stands a list of 1 to {_MOST_ENTRIES} values in round brackets, "
                f'like ("character", "starship") or ("character",), not {_source(node)}'
            )
        parts = [self.part(value, depth + 1) for value in node.elts]
        for part in parts:
            if not isinstance(part.node, ast.Constant) or part.fact is not None:
                raise ExpressionError("behind `in` stand values only, no facts and no arithmetic")
            _comparable(left, part, equal=True)
        return ast.Tuple([self._as_named(part, left.fact) for part in parts], ast.Load())

    def _call(self, node: ast.Call, depth: int) -> _Checked:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _CALLS or node.keywords:
            raise ExpressionError(f"only min(), max() and abs() can be called: {_source(node)}")
        fewest, most = (1, 1) if name == "abs" else (2, _MOST_ENTRIES)
        if not fewest <= len(node.args) <= most:
            takes = "one number" if name == "abs" else "two numbers or more"
            raise ExpressionError(f"{name}() takes {takes}")
        parts = [self._must(value, Type.NUMBER, f"{name}()", depth) for value in node.args]
        call = ast.Call(ast.Name(name, ast.Load()), [part.node for part in parts], [])
        return _Checked(Type.NUMBER, call)

    def _must(self, node: ast.expr, wanted: Type, where: str, depth: int) -> _Checked:
        part = self.part(node, depth + 1)
        if part.type is not wanted:
            needs = "numbers" if wanted is Type.NUMBER else "conditions"
            raise ExpressionError(f"{where} takes {needs}, and {_source(node)} is {_article(part.type)}")
        return part


_SIGNS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right,
}


def _constant(node: ast.Constant) -> _Checked:
    value = node.value
    if isinstance(value, bool):
        return _Checked(Type.FLAG, ast.Constant(value))
    if isinstance(value, str):
        return _Checked(Type.TEXT, ast.Constant(value), text=value)
    if isinstance(value, int | float):
        return _number(value)
    raise ExpressionError(f"{_source(node)} is no value a fact can have: {_ALLOWED}")


def _number(value: float) -> _Checked:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ExpressionError("holds a number that is too large")
    return _Checked(Type.NUMBER, ast.Constant(number), number=number)


def _listed(left: _Checked, right: _Checked) -> None:
    """Whether a text can stand in a fact that is a list."""
    if right.type is not Type.TEXTS or right.fact is None:
        raise ExpressionError(
            f"behind `in` stands a list, and {_source(right.source)} is {_article(right.type)}: "
            f'write ==, or values in round brackets, like ("character",)'
        )
    if left.type is not Type.TEXT:
        raise ExpressionError(
            f"{right.fact.name} is a list of texts, and {_source(left.source)} is {_article(left.type)}"
        )
    if left.fact is not None and left.fact.names != right.fact.names:
        raise ExpressionError(f"{left.fact.name} is never in {right.fact.name}: they hold different names")


def _bare(part: _Checked) -> str:
    return "it" if part.fact is None else part.fact.name


def _comparable(left: _Checked, right: _Checked, *, equal: bool) -> None:
    for part in (left, right):
        if part.type is Type.TEXTS:
            raise ExpressionError(f"{_source(part.source)} is a list: write '...' in {_bare(part)}")
    if left.type is not right.type:
        raise ExpressionError(
            f"{_source(left.source)} is {_article(left.type)} and cannot be compared with "
            f"{_source(right.source)}, which is {_article(right.type)}"
        )
    if not equal and left.type is not Type.NUMBER:
        raise ExpressionError(f"< and > compare numbers, and this is {_article(left.type)}: write == or !=")
    if left.fact is not None and right.fact is not None and left.fact.names != right.fact.names:
        raise ExpressionError(f"{left.fact.name} is never {right.fact.name}: they hold different names")
    for fact, text in ((left.fact, right.text), (right.fact, left.text)):
        if fact is not None and text is not None and fact.choices and text not in fact.choices:
            raise ExpressionError(f"{fact.name} is never {shown(text)}: {meant(text, fact.choices)}")


def _dotted(node: ast.expr) -> str:
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        raise ExpressionError(f"a dot joins the words of a fact's name, like me.force: {_ALLOWED}")
    return ".".join([node.id, *reversed(names)])


def _named(node: ast.expr) -> str:
    return "a list that does not stand behind `in`" if isinstance(node, ast.Tuple) else _source(node)


def _source(node: ast.expr | None) -> str:
    """A part of an expression as it was written, for a message."""
    try:
        return "it" if node is None else shown(ast.unparse(node))
    except (ValueError, RecursionError):  # nested more deeply than Python can write
        return type(node).__name__
