"""A random legal answer to a question: how the server's own bots play here."""

from random import Random

from gemp_bot.protocol.decisions import ArbitraryCards, CardSelection, IntegerChoice
from gemp_bot.sandbox.server.questions import Question


def pick(question: Question, random: Random) -> str:
    """Choose some legal answer; a bot passes at once where it can do nothing."""
    decision, legal = question.decision, question.legal
    match decision:
        case IntegerChoice(min=low, max=high):
            return str(random.randint(low or 0, high or 0))
        case CardSelection(min=low, max=high) | ArbitraryCards(min=low, max=high):
            most = min(high, len(legal))
            count = random.randint(min(low, most), most)
            return ",".join(random.sample(legal, count))
    return random.choice(legal) if legal else ""
