"""How much of what cards do is understood."""

import pytest

from gemp_bot.cards import CardIndex
from gemp_bot.cards.texts import NO_TEXT, CardAction, CardText, Moment, Standing, Term, Value
from gemp_bot.game.understanding import ALL_CARDS, Share, count_understood, understood, why_not

POWER = Standing("active", Term("power", {"who": "$self", "amount": 2}))
FROBS = Standing("active", Term("frobs", {"who": "$self"}))


def action(*effects: Term, when: tuple[Value, ...] = ()) -> CardAction:
    return CardAction(Moment.ACTION, 1, when, tuple(Term("effect", {"what": each}) for each in effects))


FORCE = Term("lose_force", {"player": "$opponent", "amount": 1})
LOSES, BOTH = action(FORCE), action(FORCE, Term("frobs", {}))
ASKS = action(FORCE, when=(Term("frobs", {}),))


@pytest.mark.parametrize(
    ("text", "share"),
    [
        (NO_TEXT, Share.ALL),
        (CardText(standing=(POWER,), actions=(LOSES,)), Share.ALL),
        (CardText(standing=(POWER,), unread=("getGameText",)), Share.SOME),
        (CardText(standing=(POWER, FROBS)), Share.SOME),
        (CardText(standing=(FROBS,), actions=(BOTH, ASKS)), Share.NONE),
        (CardText(actions=(CardAction(Moment.ACTION, 1),)), Share.NONE),
        (CardText(unread=("getGameText",)), Share.NONE),
    ],
)
def test_shares(text: CardText, share: Share) -> None:
    assert understood(text) is share


def test_why_not() -> None:
    assert why_not(POWER) == why_not(LOSES) == ""
    assert why_not(FROBS) == "frobs"
    assert why_not(BOTH) == "effect: frobs"
    assert why_not(ASKS) == "condition: frobs"


def test_counts_of_the_shipped_cards() -> None:
    index = CardIndex.load()
    told = count_understood(index)
    shares = told.shares[ALL_CARDS]
    assert (shares.cards, shares.all + shares.some + shares.none) == (len(index), len(index))
    assert sum(each.cards for each in told.shares.values()) == 2 * len(index)
    assert told.standing_known == sum(told.changes.values())
    assert 0 < told.actions_known <= told.steps_known <= told.actions
    counts = list(told.missing.values())
    assert counts == sorted(counts, reverse=True)
