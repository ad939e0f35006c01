"""A random legal answer to a question: how the server's own bots play here."""

from random import Random

from gemp_bot.sandbox.server.questions import Question


def pick(question: Question, random: Random) -> str:
    """Choose some legal answer; a bot passes at once where it can do nothing."""
    if question.kind == "INTEGER":
        return str(random.randint(question.low, question.high))
    if question.kind in ("CARD_SELECTION", "ARBITRARY_CARDS"):
        most = min(question.high, len(question.legal))
        count = random.randint(min(question.low, most), most)
        return ",".join(random.sample(question.legal, count))
    return random.choice(question.legal) if question.legal else ""
