"""The server's English to kinds, by data: `catalogue.toml` (architecture, rule 5; PROTOCOL 6.9).

Nothing is guessed: a text that fits no pattern is `UNKNOWN`, and `python -m tools.prompts` lists it.
"""

import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import TypeVar

import msgspec

from gemp_bot.decisions.kinds import ActionKind, PlayedAs, PromptKind, ResponseTrigger, ResultKind
from gemp_bot.decisions.pattern import Pattern, PatternError, PatternIndex, compile_pattern
from gemp_bot.errors import BotError
from gemp_bot.protocol.enums import Zone
from gemp_bot.protocol.html import CardRef, card_refs, plain

_CANCEL = re.compile(r",? or click 'Done'(?: to cancel)?(?=\"?$)", re.IGNORECASE)
_RESPONSES = re.compile(r"(?:(?P<what>.*) - )?(?P<how>Optional|Required) responses", re.IGNORECASE)
_PLAYED = re.compile(r"(?P<how>USED|LOST): ?(?P<rest>.*)")
_CACHE_SIZE = 8192
_LONGEST = 320
"""Characters looked up; only the prompt of a revert is longer, and it is known by its beginning. The time
that a pattern takes grows faster than the text, so this is its bound as well."""
_LONGEST_KEPT = 1000
"""Characters of a text that is remembered."""
_NO_FIELDS: Mapping[str, str] = {}


class CatalogueError(BotError, ValueError):
    """The catalogue does not hold together; the message names the entry."""


class PromptReading(msgspec.Struct, frozen=True):
    """What a prompt says.

    Attributes:
        text: the prompt as plain text.
        kind: what is asked.
        fields: what the pattern caught: `card`, `number`, `phase`, `pile`, `what`, ...
        cards: every card named, in order.
        cancellable: the prompt says that an empty answer cancels the action.
        happening: for responses, what they respond to.
        pile: the pile it names, where it says no more of it: not whose it is, and not several.
    """

    text: str
    kind: PromptKind
    fields: Mapping[str, str] = _NO_FIELDS
    cards: tuple[CardRef, ...] = ()
    cancellable: bool = False
    happening: ResponseTrigger | None = None
    pile: Zone | None = None

    @property
    def asked(self) -> str:
        """The text without what it says of a button that ends the choice."""
        return _CANCEL.sub("", self.text)

    @property
    def known(self) -> bool:
        """Whether the catalogue understands the text; responses only if what happened is known too."""
        return self.kind is not PromptKind.UNKNOWN and self.happening is not ResponseTrigger.UNKNOWN


class ActionReading(msgspec.Struct, frozen=True):
    """What the label of an action says.

    Attributes:
        text: the label as plain text.
        kind: what the action is; `PLAY_USED_INTERRUPT` and `PLAY_LOST_INTERRUPT` for played Interrupts.
        effect: what the action does: of a played Interrupt what it plays, else the same as `kind`.
        fields: what the pattern caught.
        cards: every card named, in order.
        played_as: how an Interrupt would be played.
    """

    text: str
    kind: ActionKind
    effect: ActionKind
    fields: Mapping[str, str] = _NO_FIELDS
    cards: tuple[CardRef, ...] = ()
    played_as: PlayedAs | None = None

    @property
    def known(self) -> bool:
        """Whether the catalogue understands the label; an Interrupt only if its effect is known."""
        return self.effect is not ActionKind.UNKNOWN


class CatalogueEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the table: texts that fit any of `patterns` are of this kind."""

    kind: str
    patterns: tuple[str, ...]
    examples: tuple[str, ...]


class PromptTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. The order of entries is the order in which they are tried.

    Attributes:
        nouns: words that make a text one about a card, a place or a player.
        prompt, happening, action, result: the patterns.
        piles: name of a pile to its zone.
    """

    nouns: tuple[str, ...]
    prompt: tuple[CatalogueEntry, ...]
    happening: tuple[CatalogueEntry, ...]
    action: tuple[CatalogueEntry, ...]
    result: tuple[CatalogueEntry, ...]
    piles: Mapping[str, str] = {}


_Kind = TypeVar("_Kind", PromptKind, ActionKind, ResponseTrigger, ResultKind)
_Value = TypeVar("_Value")


class Catalogue:
    """Reads prompts, labels and results. Holds a bounded memory of the texts it has read.

    Args:
        table: the patterns.

    Raises:
        CatalogueError: a kind that does not exist, or a pattern that is not well formed.
    """

    def __init__(self, table: PromptTable) -> None:
        self.table = table
        self._prompts = _index(table, table.prompt, PromptKind)
        self._happenings = _index(table, table.happening, ResponseTrigger)
        self._actions = _index(table, table.action, ActionKind)
        self._results = _index(table, table.result, ResultKind)
        self._piles = _piles(table)
        self._read_prompts: dict[str, PromptReading] = {}
        self._read_actions: dict[str, ActionReading] = {}
        self._read_results: dict[str, ResultKind] = {}

    @classmethod
    def load(cls) -> "Catalogue":
        """Read the catalogue that comes with the package.

        Raises:
            CatalogueError: the file does not hold together.
        """
        return cls.parse(files(__package__).joinpath("catalogue.toml").read_bytes())

    @classmethod
    def parse(cls, toml: bytes | str) -> "Catalogue":
        """Read a catalogue from TOML.

        Raises:
            CatalogueError: the text is no TOML, or it does not hold together.
        """
        try:
            return cls(msgspec.toml.decode(toml, type=PromptTable))
        except msgspec.MsgspecError as fault:
            raise CatalogueError(str(fault)) from fault

    def prompt(self, text: str) -> PromptReading:
        """Read the prompt of a decision, HTML and all."""
        known = self._read_prompts.get(text)
        return known if known is not None else _keep(self._read_prompts, text, self._prompt)

    def action(self, text: str) -> ActionReading:
        """Read the label of an action, HTML and all."""
        known = self._read_actions.get(text)
        return known if known is not None else _keep(self._read_actions, text, self._action)

    def result(self, text: str) -> ResultKind:
        """Read one result of a `MULTIPLE_CHOICE`. Titles and values are results too: `UNKNOWN` is normal."""
        known = self._read_results.get(text)
        return known if known is not None else _keep(self._read_results, text, self._result)

    def _prompt(self, html: str) -> PromptReading:
        text, cards = _plain(html)
        asked, cancels = _CANCEL.subn("", text)
        responses = _RESPONSES.fullmatch(text)
        if responses is not None:
            return self._responses(text, cards, responses)
        found = self._prompts.find(_bare(asked))
        if found is None:
            return PromptReading(text, PromptKind.UNKNOWN, cards=cards, cancellable=bool(cancels))
        kind, fields, _ = found
        return PromptReading(
            text,
            kind,
            fields=fields,
            cards=cards,
            cancellable=bool(cancels),
            pile=self._piles.get(fields.get("pile", "")),
        )

    def _responses(self, text: str, cards: tuple[CardRef, ...], found: re.Match[str]) -> PromptReading:
        optional = found["how"].lower() == "optional"
        kind = PromptKind.OPTIONAL_RESPONSES if optional else PromptKind.REQUIRED_RESPONSES
        if not found["what"]:
            return PromptReading(text, kind, cards=cards, happening=ResponseTrigger.UNSAID)
        happened = self._happenings.find(_bare(found["what"]))
        if happened is not None:
            return PromptReading(text, kind, fields=happened[1], cards=cards, happening=happened[0])
        # An action that is being carried out is announced by its own label.
        action = self._actions.find(_bare(found["what"]))
        happening = ResponseTrigger.UNKNOWN if action is None else ResponseTrigger.ACTION
        fields = _NO_FIELDS if action is None else action[1]
        return PromptReading(text, kind, fields=fields, cards=cards, happening=happening)

    def _action(self, html: str) -> ActionReading:
        text, cards = _plain(html)
        played = _PLAYED.fullmatch(text)
        if played is None:
            found = self._actions.find(_bare(text))
            kind, fields = (ActionKind.UNKNOWN, _NO_FIELDS) if found is None else found[:2]
            return ActionReading(text, kind, kind, fields=fields, cards=cards)
        how = PlayedAs(played["how"])
        kind = ActionKind.PLAY_USED_INTERRUPT if how is PlayedAs.USED else ActionKind.PLAY_LOST_INTERRUPT
        rest = _bare(played["rest"])
        if not rest:
            return ActionReading(text, kind, kind, cards=cards, played_as=how)
        found = self._actions.find(rest)
        effect, fields = (ActionKind.UNKNOWN, _NO_FIELDS) if found is None else found[:2]
        return ActionReading(text, kind, effect, fields=fields, cards=cards, played_as=how)

    def _result(self, html: str) -> ResultKind:
        found = self._results.find(_bare(_plain(html)[0]))
        return ResultKind.UNKNOWN if found is None else found[0]


def _plain(html: str) -> tuple[str, tuple[CardRef, ...]]:
    if "<" not in html:
        return plain(html), ()
    return plain(html), card_refs(html)


def _bare(text: str) -> str:
    """What is looked up: no mark at the end, and not longer than any text that means something."""
    return text[:_LONGEST].rstrip(" .:")


def _keep(memory: dict[str, _Value], text: str, read: Callable[[str], _Value]) -> _Value:
    """Read a text and remember it, unless it is long; the oldest is forgotten when the memory is full."""
    value = read(text)
    if len(text) <= _LONGEST_KEPT:
        if len(memory) >= _CACHE_SIZE:
            del memory[next(iter(memory))]
        memory[text] = value
    return value


def _piles(table: PromptTable) -> Mapping[str, Zone]:
    try:
        return {name: Zone[zone] for name, zone in table.piles.items()}
    except KeyError as fault:
        raise CatalogueError(f"no Zone is called {fault}") from None


def _index(
    table: PromptTable, entries: tuple[CatalogueEntry, ...], kinds: type[_Kind]
) -> PatternIndex[_Kind]:
    compiled: list[tuple[_Kind, Pattern]] = []
    for entry in entries:
        try:
            kind = kinds[entry.kind]
            compiled += [(kind, compile_pattern(text, table.nouns)) for text in entry.patterns]
        except KeyError:
            raise CatalogueError(f"no {kinds.__name__} is called {entry.kind!r}") from None
        except PatternError as fault:
            raise CatalogueError(f"{kinds.__name__} {entry.kind}: {fault}") from fault
    return PatternIndex(compiled)
