"""Noun phrases, numbers, stats and piles: the small parts that patterns are made of."""

import re
from typing import Final

from gemp_bot.cards.compiler.words import NOUN_PHRASE_WORDS
from gemp_bot.cards.text import LONGEST_PHRASE, MOST_WORDS, Action, Pile, Stat

NUMBERS: Final = {
    "a": 1,
    "an": 1,
    "another": 1,
    "once": 1,
    "one": 1,
    "twice": 2,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_STATS: Final = {
    "power": Stat.POWER,
    "forfeit": Stat.FORFEIT,
    "forfeit value": Stat.FORFEIT,
    "ability": Stat.ABILITY,
    "deploy cost": Stat.DEPLOY,
    "destiny": Stat.DESTINY,
    "destiny number": Stat.DESTINY,
    "maneuver": Stat.MANEUVER,
    "armor": Stat.ARMOR,
    "hyperspeed": Stat.HYPERSPEED,
    "landspeed": Stat.LANDSPEED,
    "defense value": Stat.DEFENSE_VALUE,
    "ferocity": Stat.FEROCITY,
    "politics": Stat.POLITICS,
    "parsec": Stat.PARSEC,
    "immunity": Stat.IMMUNITY,
    "immunity to attrition": Stat.IMMUNITY,
    "training destiny": Stat.TRAINING_DESTINY,
}
_PILES: Final = {
    "reserve deck": Pile.RESERVE_DECK,
    "force pile": Pile.FORCE_PILE,
    "used pile": Pile.USED_PILE,
    "lost pile": Pile.LOST_PILE,
    "hand": Pile.HAND,
    "out of play": Pile.OUT_OF_PLAY,
    "outside your deck": Pile.OUTSIDE_DECK,
    "outside deck": Pile.OUTSIDE_DECK,
    "on table": Pile.TABLE,
    "table": Pile.TABLE,
    "here": Pile.HERE,
}
_ACTIONS: Final = {
    "target": Action.TARGET,
    "move": Action.MOVE,
    "deploy": Action.DEPLOY,
    "cancel": Action.CANCEL,
    "play": Action.PLAY,
    "force drain": Action.FORCE_DRAIN,
    "battle": Action.BATTLE,
    "initiate battle": Action.INITIATE_BATTLE,
    "initiate a battle": Action.INITIATE_BATTLE,
    "initiate battles": Action.INITIATE_BATTLE,
    "react": Action.REACT,
    "draw battle destiny": Action.DRAW_BATTLE_DESTINY,
    "add battle destiny": Action.ADD_BATTLE_DESTINY,
    "forfeit": Action.FORFEIT,
    "modify": Action.MODIFY,
    "modifi": Action.MODIFY,
    "reduce": Action.REDUCE,
    "reduc": Action.REDUCE,
    "increase": Action.INCREASE,
    "increas": Action.INCREASE,
    "steal": Action.STEAL,
    "stolen": Action.STEAL,
    "flip": Action.FLIP,
    "flipp": Action.FLIP,
    "fire": Action.FIRE,
    "exclude": Action.EXCLUDE,
    "exclud": Action.EXCLUDE,
    "capture": Action.CAPTURE,
    "captur": Action.CAPTURE,
    "retrieve": Action.RETRIEVE,
    "activate": Action.ACTIVATE,
    "suspend": Action.SUSPEND,
    "reset": Action.RESET,
    "attack": Action.ATTACK,
    "carri": Action.CARRY,
    "carry": Action.CARRY,
    "convert": Action.CONVERT,
    "transferr": Action.TRANSFER,
    "transfer": Action.TRANSFER,
    "mov": Action.MOVE,
    "fir": Action.FIRE,
    "embark": Action.EMBARK,
}
_NO_FIRST: Final = frozenset(
    [
        "of",
        "and",
        "or",
        "with",
        "at",
        "in",
        "on",
        "and/or",
        "less",
        "than",
        "by",
        "there,",
        "present",
        "one's",
        "more",
        "total",
        "time",
        "times",
        "title",
        "lore",
        "reshuffle",
        "only",
        "else",
        "defending",
        "piloting",
        "driving",
        "targeting",
        "escorting",
        "carrying",
        "battling",
        "armed",
        "without",
    ]
)
_NO_LAST: Final = frozenset(
    [
        "of",
        "and",
        "or",
        "with",
        "at",
        "in",
        "on",
        "and/or",
        "the",
        "a",
        "an",
        "your",
        "opponent's",
        "each",
        "any",
        "all",
        "same",
        "other",
        "than",
        "per",
        "total",
        "one's",
        "defending",
        "piloting",
        "armed",
        "battling",
    ]
)
_VERB_TOO: Final = frozenset(
    [
        "draw",
        "draws",
        "play",
        "use",
        "control",
        "deploy",
        "move",
        "activate",
        "placed",
        "drawn",
        "lost",
        "forfeited",
    ]
)
_BEFORE_NOUN: Final = frozenset(["destiny", "weapon", "card's", "player's", "opponent's"])
_STATES: Final = frozenset(
    """alone present here there forfeited drawn lost armed aboard stolen piloted unpiloted landed occupied
    controlled battling carried crossed enclosed imprisoned successful unable involved involving unoccupied
    participating opposing matching""".split()  # noqa: SIM905 - words in a paragraph
)
_SIGNED: Final = re.compile(r"[+=]|[-+]\d")
_WORD: Final = re.compile(r"[\w•*<>≥≤'&#.!?/:[\]$é½π∞-]+")
_RESUMED: Final = re.compile(
    r"\b(?:and|or) (?:armed|with|at|on|aboard|alone|present|in|here|piloting|driving)\b"
)
_CONNECTIVES: Final = frozenset(
    """while when whenever if unless during once otherwise must make for we you he she it they both also then
    than text where after before until cumulatively add adds subtract subtracts draw draws deploys may cancel
    cancels lose loses retrieve retrieves take takes use uses move moves relocate reduce reduces prevent
    prevents activate activates search reveal peek suspend suspends""".split()  # noqa: SIM905 - words in a paragraph
)
"""What opens a clause or is half of one; with a small letter or alone after it, never a name."""

_NEVER_NAMES: Final = frozenset({"while", "if", "unless", "during", "otherwise", "whenever"})

_FRAGMENT: Final = re.compile(
    r", \d|^[(*]|^(?:you|opponent) |^destiny [<>=]|^[•*<>. ]+$|[?!]:|:$"
    r"|^[^,]+, (?:or|and) [^,]+$|, (?:or|and) [^,]+,|, (?:at|on|in) |, target$"
    r"|^(?:game text|least .*)$|\b(?:here|there|present|alone) and (?:If|When|While)\b|\(or captive\)"
    r"|' (?:and|or) (?!')|\bin effect\b|\btable with\b|\btarget an? |\bweapons and your "
    r"|\b(?:this|that|each|every|per|next) (?:turn|battle|game|phase)$"
    r"|: (?:Draw|Adds?|Use|Lose|Target|Deploy|If|While|May|Once|Take|Place|Cancel|Your|At|On|During|When) "
)
"""What only the middle of a sentence has: half a list, a heading, a time, a quoted deed before `and`."""

_RELATIVE: Final = re.compile(
    r" (?:you|opponent|either player|that player) (?:occup(?:y|ies)|controls?|ha(?:ve|s))"
    r"(?: with (?:an? |any )?[\w'\[\] -]+)?$"
)
_ABILITY: Final = re.compile(
    r"(?:ability|power|maneuver|armor|destiny|forfeit|hyperspeed|politics|landspeed|cost|value) [<>=] \d+"
)


def is_phrase(text: str) -> bool:
    """Whether a text is a short noun phrase: names and common nouns, no verb, nothing dangling."""
    if (
        not text
        or len(text) > LONGEST_PHRASE
        or len(text.split()) > MOST_WORDS
        or text[-1] == ","
        or text.count("(") != text.count(")")
    ):
        return False
    if _FRAGMENT.search(text):
        return False
    text = _RELATIVE.sub("", text.removeprefix("at least ").removeprefix("either ").removeprefix("any "))
    if _RESUMED.search(text) or "(1" in text or "(2" in text:
        return False
    words = _ABILITY.sub("ability", text).replace("(", " ").replace(")", " ").replace(",", " , ").split()
    if (
        not words
        or (len(words) == 1 and words[0] in _STATES)
        or words[0].lower() in _NO_FIRST
        or words[-1].lower() in _NO_LAST
        or _opens_a_clause(words)
    ):
        return False
    quoted = False
    for at, word in enumerate(words):
        if word == ",":
            continue
        if word[0] == "'" and "'" not in word[1:]:
            quoted = True
        if not quoted and not _fits(word, words, at):
            return False
        if word[-1] == "'" and (quoted or word[0] == "'"):
            quoted = False
    return not quoted


def _opens_a_clause(words: list[str]) -> bool:
    """Whether the first word is one of a clause, not of a name: `While alone`, but not `No Escape`."""
    if words[0] in {"control", "controls", "occupy", "occupies"}:
        return True
    return words[0].lower() in _CONNECTIVES and (
        len(words) == 1 or not words[1][:1].isupper() or words[0].lower() in _NEVER_NAMES
    )


def _fits(word: str, words: list[str], at: int) -> bool:
    if _SIGNED.match(word) or not _WORD.fullmatch(word) or word in {"OR", "AND", "X", "Y"}:
        return False
    if not word[0].islower() or word.lower() in NOUN_PHRASE_WORDS:
        return True
    if word in _VERB_TOO:
        before = words[at - 1] if at else ""
        after = words[at + 1] if at + 1 < len(words) else ""
        return after in {"phase", "phases", "cost", "pile"} or (
            before in _BEFORE_NOUN and word.startswith("draw")
        )
    places = {
        "to": bool(at) and words[at - 1] in {"related", "adjacent", "closest", "nearest"},
        "that": at == 0,
        "as": "same" in words[:at],
    }
    if word in places:
        return places[word]
    stem = word.removesuffix("'s").removesuffix("'")
    return word == "except" or stem in NOUN_PHRASE_WORDS


def phrase(text: str) -> str | None:
    """The noun phrase as it is kept, without an article; None if it is none."""
    text = text.strip()
    if not is_phrase(text):
        return None
    text = text.replace("\u00a0", " ")
    for article in ("the ", "a ", "an "):
        if text.startswith(article):
            return text[len(article) :]
    return text


def number(text: str) -> float | None:
    """A number in figures or words, with its sign."""
    text = text.strip().lower()
    if text in NUMBERS:
        return NUMBERS[text]
    try:
        value = float(text.replace(" ", ""))
    except ValueError:
        return None
    return int(value) if value.is_integer() else value


def stat(text: str) -> Stat | None:
    """A printed number by its name."""
    return _STATS.get(text.strip().lower())


def stats(text: str) -> tuple[Stat, ...] | None:
    """A list of printed numbers: `power, maneuver and hyperspeed`."""
    found = [stat(part) for part in re.split(r",? and |, |/", text)]
    known = tuple(s for s in found if s is not None)
    return known if len(known) == len(found) else None


def pile(text: str) -> Pile | None:
    """A pile by its name; whose it is stands elsewhere."""
    return _PILES.get(text.strip().lower())


def action(text: str) -> Action | None:
    """A deed by its verb, in its base form or the stem of its participle."""
    text = text.strip().lower()
    return _ACTIONS.get(text)


STAT_NAMES: Final = "|".join(sorted(map(re.escape, _STATS), key=len, reverse=True))
PILE_NAMES: Final = "|".join(sorted(map(re.escape, _PILES), key=len, reverse=True))
NUMBER_WORDS: Final = "|".join(
    sorted((n for n in NUMBERS if n not in {"once", "twice"}), key=len, reverse=True)
)
