"""Noun phrases, numbers, stats and piles: the small parts that patterns are made of."""

import re
from typing import Final

from gemp_bot.cards.compiler.words import NOUN_PHRASE_WORDS, words
from gemp_bot.cards.text import LONGEST_PHRASE, MOST_WORDS, Action, Pile, Stat

_COUNTED: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS: Final = {
    **dict.fromkeys(("a", "an", "another", "once", "one"), 1),
    "twice": 2,
    **{word: number for number, word in enumerate(_COUNTED, start=2)},
}
_STATS: Final = {
    **{stat.value.replace("_", " "): stat for stat in Stat if stat is not Stat.DEPLOY},
    "forfeit value": Stat.FORFEIT,
    "deploy cost": Stat.DEPLOY,
    "destiny number": Stat.DESTINY,
    "immunity to attrition": Stat.IMMUNITY,
}
_PILES: Final = {
    **{pile.value.replace("_", " "): pile for pile in Pile},
    "outside your deck": Pile.OUTSIDE_DECK,
    "on table": Pile.TABLE,
}
_NO_VERBS: Final = frozenset(
    {Action.USE_TEXT, Action.REMOVE_DESTINY, Action.BREAK_COVER, Action.SATISFY_ATTRITION}
)
_ACTIONS: Final = {
    **{action.value.replace("_", " "): action for action in Action if action not in _NO_VERBS},
    "initiate a battle": Action.INITIATE_BATTLE,
    "initiate battles": Action.INITIATE_BATTLE,
    "modifi": Action.MODIFY,
    "reduc": Action.REDUCE,
    "increas": Action.INCREASE,
    "stolen": Action.STEAL,
    "flipp": Action.FLIP,
    "exclud": Action.EXCLUDE,
    "captur": Action.CAPTURE,
    "carri": Action.CARRY,
    "transferr": Action.TRANSFER,
    "mov": Action.MOVE,
    "fir": Action.FIRE,
}
"""Verbs in their base form, and the stems of those whose participle is made of a shorter one."""
_NO_FIRST: Final = words(
    """of and or with at in on and/or less than by there, present one's more total time times title
    lore reshuffle only else defending piloting driving targeting escorting carrying battling armed
    without"""
)
_NO_LAST: Final = words(
    """of and or with at in on and/or the a an your opponent's each any all same other than per total
    one's defending piloting armed battling"""
)
_VERB_TOO: Final = words("""draw draws play use control deploy move activate placed drawn lost forfeited""")
_BEFORE_NOUN: Final = words("destiny weapon card's player's opponent's")
_STATES: Final = words(
    """alone present here there forfeited drawn lost armed aboard stolen piloted unpiloted landed occupied
    controlled battling carried crossed enclosed imprisoned successful unable involved involving unoccupied
    participating opposing matching"""
)
_SIGNED: Final = re.compile(r"[+=]|[-+]\d")
_WORD: Final = re.compile(r"[\w•*<>≥≤'&#.!?/:[\]$é½π∞-]+")
_RESUMED: Final = re.compile(
    r"\b(?:and|or) (?:armed|with|at|on|aboard|alone|present|in|here|piloting|driving)\b"
)
_CONNECTIVES: Final = words(
    """while when whenever if unless during once otherwise must make for we you he she it they both also then
    than text where after before until cumulatively add adds subtract subtracts draw draws deploys may cancel
    cancels lose loses retrieve retrieves take takes use uses move moves relocate reduce reduces prevent
    prevents activate activates search reveal peek suspend suspends"""
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
