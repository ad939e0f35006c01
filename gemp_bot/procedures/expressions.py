"""Expressions of strategy files: read with Python's own syntax, checked against a list of what is allowed.

An expression is names of facts, numbers, texts, comparisons, and/or/not, + - * /, `in` with a list in
round brackets or a fact that is a list, and min, max, abs. Everything else is refused. From what is left a
new tree is built, node by node, and compiled once; nothing of the text itself is ever run. An evaluation
takes about 0.2 µs.
"""

import ast
import math
import re
import warnings
from collections.abc import Callable, Mapping

from gemp_bot.files.problems import meant, shown
from gemp_bot.procedures.vocabulary import OPTION, Fact, Plain, Type, Value, Vocabulary

LONGEST = 400
"""Characters an expression may have."""

Facts = Mapping[str, Value]
Run = Callable[[Facts, Facts], Plain]
"""Takes the facts of the situation and those of an option. It raises ArithmeticError, LookupError or
TypeError where these allow no answer."""

_GLOBALS: Mapping[str, object] = {"__builtins__": {}, "min": min, "max": max, "abs": abs}
_ALLOWED = "facts, numbers, texts, comparisons, and, or, not, + - * /, in (..., ...), min(), max(), abs()"
_OTHER_SIGNS = re.compile(r"&&|\|\||!(?!=)|(?<![<>=!])=(?!=)")
_LITERALS = {"true": True, "false": False}
_MEANT = {"&&": "and", "||": "or", "!": "not", "=": "=="}


class ExpressionError(ValueError):
    """An expression cannot be used; the message is one line: what is wrong, and what would be right."""


class Compiler(ast.NodeTransformer):
    """Checks and compiles expressions.

    Args:
        vocabulary: the names they may hold.
        constants: the values of `weights.KEY`, `capabilities.KEY` and `search.KEY`.
    """

    def __init__(self, vocabulary: Vocabulary, constants: Mapping[str, Plain]) -> None:
        self._vocabulary = vocabulary
        self._facts = vocabulary.by_name()
        self._constants = constants
        self._options = True

    def compile(self, text: str, wanted: Type, *, options: bool = True) -> Run:
        """Check and compile an expression.

        Args:
            text: the expression.
            wanted: what it must be: FLAG for a condition, NUMBER for a measure.
            options: whether facts of an option are known where it stands.

        Raises:
            ExpressionError: whatever the text is, nothing else is raised.
        """
        self._options = options
        try:
            tree = _parsed(text)
            self._need(wanted, tree)
            names = [ast.arg("s"), ast.arg("o")]
            function = ast.Lambda(ast.arguments([], names, None, [], [], None, []), self.visit(tree))
            code = compile(ast.fix_missing_locations(ast.Expression(function)), "<strategy>", "eval")
        except (RecursionError, MemoryError):
            raise ExpressionError("is nested too deeply: split it into several steps or entries") from None
        # In the tree are only constants, look-ups of facts, operators, and calls of min, max and abs.
        run: Run = eval(code, dict(_GLOBALS))  # noqa: S307
        return run

    def _type(self, node: ast.expr) -> Type:
        match node:
            case ast.Constant(value=bool()) | ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return Type.FLAG
            case ast.Constant(value=str()):
                return Type.TEXT
            case ast.Constant(value=int() | float()) | ast.BinOp() | ast.UnaryOp() | ast.Call():
                return Type.NUMBER
            case ast.Name() | ast.Attribute():
                fact = self._fact(node)
                return Type.FLAG if fact is None else fact.type
        raise ExpressionError(f"{_source(node)} is not allowed here: there are {_ALLOWED}")

    def _fact(self, node: ast.expr) -> Fact | None:
        """A fact by its name, of an option also without `option.`; None for what is no name of one."""
        name = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else "true"
        if name in _LITERALS:
            return None
        facts = self._facts
        fact = facts.get(name) or facts.get(OPTION + name)
        if fact is None:
            present = self._vocabulary.present(name)
            if present:
                raise ExpressionError(f"{name} is now {present}")
            known = [known for known in facts if self._options or not facts[known].of_option]
            raise ExpressionError(f"there is no fact {shown(name)}: {meant(name, known)}")
        if fact.of_option and not self._options:
            where = "put it into `among`, `prefer` or `forbid`"
            raise ExpressionError(f"{fact.name} is known of an option only: {where}")
        return fact

    def _need(self, wanted: Type, *nodes: ast.expr) -> None:
        for node in nodes:
            found = self._type(node)
            if found is not wanted:
                wish = "a condition, like `option.power > 0`," if wanted is Type.FLAG else "a number"
                raise ExpressionError(f"{_source(node)} is {_article(found)}, and {wish} is wanted")

    def visit_Name(self, node: ast.Name | ast.Attribute) -> ast.expr:
        """What a name stands for."""
        fact = self._fact(node)
        if fact is None:
            return ast.Constant(_LITERALS[ast.unparse(node)])
        if fact.name in self._constants:
            return ast.Constant(self._constants[fact.name])
        facts = ast.Name("o" if fact.of_option else "s", ast.Load())
        return ast.Subscript(facts, ast.Constant(fact.name), ast.Load())

    visit_Attribute = visit_Name  # noqa: N815

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A value."""
        if self._type(node) is not Type.NUMBER:
            return node
        try:
            number = float(node.value)  # type: ignore[arg-type]  # it is a number
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise ExpressionError("holds a number that is too large")
        return ast.Constant(number)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Conditions joined."""
        self._need(Type.FLAG, *node.values)
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """`not`, or a sign."""
        self._allow(node, isinstance(node.op, ast.Not | ast.USub | ast.UAdd))
        self._need(Type.FLAG if isinstance(node.op, ast.Not) else Type.NUMBER, node.operand)
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Arithmetic."""
        self._allow(node, isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div))
        self._need(Type.NUMBER, node.left, node.right)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """min, max or abs."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        fits = len(node.args) == 1 if name == "abs" else len(node.args) > 1
        self._allow(node, name in ("min", "max", "abs") and fits and not node.keywords)
        self._need(Type.NUMBER, *node.args)
        node.args = [self.visit(each) for each in node.args]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Values compared; names are brought into the form in which the fact beside them holds names."""
        sides = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
            self._compare(operator, left, right)
        facts = [self._fact(side) for side in sides]
        beside = [*facts[1:], None]
        named = [
            self._named(side, before or after)
            for side, before, after in zip(sides, [None, *facts], beside, strict=False)
        ]
        return ast.Compare(named[0], node.ops, named[1:])

    def _compare(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> None:
        """Look whether two sides can be compared."""
        if isinstance(operator, ast.Is | ast.IsNot):
            raise ExpressionError("`is` is not allowed: write == or !=")
        inside = isinstance(operator, ast.In | ast.NotIn)
        values = right.elts if inside and isinstance(right, ast.Tuple) else [right]
        if inside and (not values or not (values[0] is not right or self._type(right) is Type.TEXTS)):
            like = "like ('character', 'starship') or ('character',)"
            raise ExpressionError(f"behind `in` stands a list, {like}, not {_source(right)}")
        found = self._type(left)
        for value in values:
            if value is not right and not isinstance(value, ast.Constant | ast.UnaryOp):
                raise ExpressionError("behind `in` stand values only, no facts and no arithmetic")
            other = Type.TEXT if inside and value is right else self._type(value)
            for side, type_ in ((left, found), (value, other)):
                if type_ is Type.TEXTS:
                    raise ExpressionError(f"{_source(side)} is a list: write '...' in {ast.unparse(side)}")
            if found is not other:
                what = f"{_source(value)}, which is {_article(other)}"
                raise ExpressionError(
                    f"{_source(left)} is {_article(found)} and cannot be compared with {what}"
                )
        if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and found is not Type.NUMBER:
            raise ExpressionError(f"< and > compare numbers, and this is {_article(found)}: write == or !=")
        one, other_ = self._fact(left), self._fact(right)
        if one is not None and other_ is not None and one.names != other_.names:
            raise ExpressionError(f"{one.name} is never {other_.name}: they hold different names")

    def _named(self, node: ast.expr, fact: Fact | None) -> ast.expr:
        if isinstance(node, ast.Tuple):
            return ast.Tuple([self._named(each, fact) for each in node.elts], ast.Load())
        text = node.value if isinstance(node, ast.Constant) else None
        if fact is None or not isinstance(text, str):
            made: ast.expr = self.visit(node)
            return made
        if fact.choices and text not in fact.choices:
            raise ExpressionError(f"{fact.name} is never {shown(text)}: {meant(text, fact.choices)}")
        names = self._vocabulary.names.get(fact.names)
        if names is not None and text and (why := names.refused(text)):
            raise ExpressionError(f"there is no {fact.names} {shown(text)}: {why}")
        return ast.Constant(text if names is None else names.fold(text))

    def _allow(self, node: ast.expr, good: bool) -> None:
        if not good:
            raise ExpressionError(f"{_source(node)} is not allowed: there are {_ALLOWED}")


def _parsed(text: str) -> ast.expr:
    line = text.replace("\r", " ").replace("\n", " ").strip()
    if not line or len(text) > LONGEST:
        why = f"is longer than {LONGEST} characters: split it into several steps or entries"
        raise ExpressionError(why if line else "is empty: leave the key out, or write `option.score > 0`")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of things like `1 is 1`, which are refused below
            return ast.parse(line, mode="eval").body
    except SyntaxError as error:
        other = _OTHER_SIGNS.search(line)
        if error.msg.startswith("unterminated string"):
            why = "a text that does not end: for an apostrophe write \\\\', as in 'Vader\\\\'s Lightsaber'"
        elif other is not None:
            why = f"write {_MEANT[other[0]]} for {other[0]}"
        else:
            why = f"{error.msg}, character {error.offset}"
    except ValueError as error:
        why = str(error)
    raise ExpressionError(f"cannot be read ({why}): {shown(line)}")


def _article(found: Type) -> str:
    return found if found is Type.FLAG else f"a {found}"


def _source(node: ast.expr) -> str:
    """A part of an expression as it was written, for a message."""
    return shown(ast.unparse(node))
