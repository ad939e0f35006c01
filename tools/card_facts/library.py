"""The building blocks of definitions: how they are called, and with which parameters."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import tree_sitter_java
from tree_sitter import Language, Node, Parser

LOGIC: Final = "gemp-swccg-logic/src/main/java/com/gempukku/swccgo"
CARDS: Final = "gemp-swccg-cards/src/main/java/com/gempukku/swccgo/cards"
COMMON: Final = "gemp-swccg-common/src/main/java/com/gempukku/swccgo/common"
BLOCKS: Final = {
    f"{LOGIC}/logic/modifiers": "Modifier",
    f"{LOGIC}/logic/conditions": "Condition",
    f"{CARDS}/conditions": "Condition",
    f"{LOGIC}/logic/evaluators": "Evaluator",
    f"{CARDS}/evaluators": "Evaluator",
    f"{LOGIC}/logic/effects": "Effect",
    f"{CARDS}/effects": "Effect",
    f"{LOGIC}/logic/actions": "Action",
    f"{CARDS}/actions": "Builder",
    f"{LOGIC}/logic/decisions": "Decision",
    f"{LOGIC}/filters": "Filter",
    COMMON: "Common",
}
"""Of each folder what the classes in it are. The server's own players are in none of them."""
STATICS: Final = ("Filters", "GameConditions", "TriggerConditions")
"""Classes of functions."""
_FILES: Final = (f"{CARDS}/GameConditions.java", f"{LOGIC}/logic/TriggerConditions.java")
_SET: Final = re.compile(r'\("([^"]+)", (\d+)\)')
_COMMENTS: Final = frozenset({"line_comment", "block_comment"})


class Parameter(NamedTuple):
    """A parameter: its bare type, its name, and whether it takes any number of arguments."""

    type: str
    name: str
    varied: bool


class Function(NamedTuple):
    """A method or constructor.

    Attributes:
        body: None of one that is declared only.
        gives: the type of what it gives; empty of a constructor.
    """

    parameters: tuple[Parameter, ...]
    body: Node | None
    gives: str


class Library:
    """The building blocks in a checkout of the server.

    Args:
        root: the folder that has `gemp-swccg-cards` and its like.

    Attributes:
        methods: of a class and a name; the constructors of a class have its name.
        fields: the values of constants of a class.
        kinds: of each class what it is.
        enums: names of enumerations.
        supers: of a class the one that it extends.
    """

    def __init__(self, root: Path) -> None:
        self._parser = Parser(Language(tree_sitter_java.language()))
        self.root = root
        self.methods: defaultdict[tuple[str, str], list[Function]] = defaultdict(list)
        self.fields: dict[tuple[str, str], Node] = {}
        self.kinds: dict[str, str] = {}
        self.enums: set[str] = set()
        self.supers: dict[str, str] = {}
        for folder, kind in BLOCKS.items():
            for file in sorted((root / folder).rglob("*.java")):
                self._load(file, kind)
        for name in _FILES:
            self._load(root / name, "Static")
        for file in sorted((root / CARDS).glob("Abstract*.java")):
            self._load(file, "Blueprint")

    def parse(self, file: Path) -> Node:
        """The syntax tree of a file."""
        return self._parser.parse(file.read_bytes()).root_node

    @property
    def sets(self) -> dict[str, str]:
        """The names of the sets by their numbers, with which ids begin."""
        file = self.root / COMMON / "ExpansionSet.java"
        if not file.is_file():
            return {}
        return {number: name for name, number in _SET.findall(file.read_text("utf-8"))}

    def definitions(self) -> Iterator[tuple[str, Path]]:
        """The id of each card, as on the wire, with the file of its definition; backs end with `_BACK`."""
        for file in sorted((self.root / CARDS).glob("set*/*/Card*.java")):
            found = re.fullmatch(r"Card(\d+)_0*(\d+)(_BACK)?", file.stem)
            if found is not None:
                yield f"{found[1]}_{found[2]}{found[3] or ''}", file

    def _load(self, file: Path, kind: str) -> None:
        for node in self.parse(file).children:
            if node.type == "enum_declaration":
                self.enums.add(text(node, "name"))
            elif node.type in ("class_declaration", "interface_declaration"):
                self._take_in(node, kind)

    def _take_in(self, node: Node, kind: str) -> None:
        name = text(node, "name")
        self.kinds.setdefault(name, "Builder" if name.endswith("Builder") else kind)
        above = node.child_by_field_name("superclass")
        if above is not None:
            self.supers[name] = bare(text(above.named_children[0]))
        for member in field(node, "body").named_children:
            if member.type in ("constructor_declaration", "method_declaration"):
                gives = member.child_by_field_name("type")
                kind = "" if gives is None else bare(text(gives))
                made = Function(parameters(member), member.child_by_field_name("body"), kind)
                self.methods[name, text(member, "name")].append(made)
            elif member.type in ("field_declaration", "constant_declaration"):
                self.take_in_fields(name, member)

    def take_in_fields(self, owner: str, member: Node) -> None:
        """Keep the values of the fields that are declared in a class."""
        for each in member.children_by_field_name("declarator"):
            value = each.child_by_field_name("value")
            if value is not None:
                self.fields[owner, text(each, "name")] = value


def field(node: Node, name: str) -> Node:
    """A part of a node that is always there."""
    found = node.child_by_field_name(name)
    assert found is not None, f"{node.type} without {name}"
    return found


def text(node: Node, name: str | None = None) -> str:
    """The source of a node, or of a part of it."""
    found = node if name is None else field(node, name)
    return (found.text or b"").decode()


def parts(node: Node | None) -> list[Node]:
    """The named children of a node, without comments."""
    return [] if node is None else [each for each in node.named_children if each.type not in _COMMENTS]


def parameters(member: Node) -> tuple[Parameter, ...]:
    """The parameters of a method or constructor."""
    found = []
    for each in field(member, "parameters").named_children:
        if each.type == "formal_parameter":
            found.append(Parameter(bare(text(each, "type")), text(each, "name"), varied=False))
        elif each.type == "spread_parameter":
            type_, name = (one for one in each.named_children if one.type != "modifiers")
            found.append(Parameter(bare(text(type_)), text(name, "name"), varied=True))
    return tuple(found)


def bare(type_: str) -> str:
    """A type without type arguments, packages and brackets of arrays."""
    return re.sub(r"<.*>|\[\]", "", type_).rsplit(".", 1)[-1].strip()
