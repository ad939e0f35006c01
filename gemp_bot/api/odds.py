"""Odds for programs: the same as in `rules/`, and a wrong thing is told by name."""

from collections.abc import Iterable

from gemp_bot.api.facts import wrong
from gemp_bot.rules import battle_odds, destiny, payment
from gemp_bot.rules.battle_damage import Forfeitable
from gemp_bot.rules.battle_odds import BattleStrength as BattleSide
from gemp_bot.rules.battle_odds import Expectation, Stake
from gemp_bot.rules.destiny import Drawn, Draws
from gemp_bot.rules.destiny_sums import Reserve
from gemp_bot.rules.payment import Payment, PaymentTable, Purse


def draw_destiny(reserve: Reserve, draws: Draws, *, exact: bool = False) -> Drawn:
    """The exact distribution of the total of some draws. Rules 11.

    A reserve with too few cards gives fewer draws; with none the draws fail, unless a value is substituted.

    Args:
        reserve: where the cards come from.
        draws: the series.
        exact: probabilities are Fractions (of unknown cards only if their distribution has Fractions).

    Raises:
        ArgumentError: something else was passed.
    """
    _reserve("reserve", reserve)
    _is("draws", draws, Draws, "Draws(2)")
    return destiny.draw_destiny(reserve, draws, exact=exact)


def cheapest(
    cards: Iterable[Forfeitable],
    purse: Purse | None = None,
    *,
    attrition: float | None = None,
    damage: float = 0,
    total_attrition: float | None = None,
) -> Payment:
    """The cheapest payment of one attrition and battle damage. Rules 22.

    Args:
        cards: our cards in the battle, each with what it carries.
        purse: the Force we can lose; more than enough if None.
        attrition: attrition left; None for none.
        damage: battle damage left.
        total_attrition: attrition at the start of the segment if some has been satisfied since.

    Raises:
        ArgumentError: something else was passed.
    """
    paying = _forfeitables("cards", cards)
    if purse is not None:
        _is("purse", purse, Purse, "Purse(1.0)")
    return payment.cheapest(
        paying, purse, attrition=attrition, damage=damage, total_attrition=total_attrition
    )


class BattleOdds(battle_odds.BattleChances):
    """The joint distribution of a battle: total powers, attrition both ways, battle damage."""

    __slots__ = ()

    def __init__(self, ours: BattleSide, theirs: BattleSide, *, exact: bool = False) -> None:
        """Work it out. Rules 22.

        Args:
            ours: our side.
            theirs: the opponent's.
            exact: probabilities are Fractions.

        Raises:
            ArgumentError: something else was passed.
        """
        for name, side in (("ours", ours), ("theirs", theirs)):
            _is(name, side, BattleSide, "BattleSide(power=8, reserve=reserve, battle=Draws(1))")
            if isinstance(side.power, bool) or not isinstance(side.power, int | float):
                wrong(f"{name}.power", side.power, "a number is needed")
            _reserve(f"{name}.reserve", side.reserve)
            _is(f"{name}.battle", side.battle, Draws, "Draws(1)")
        super().__init__(ours, theirs, exact=exact)

    def expectation(self, ours: Stake, theirs: Stake) -> Expectation:
        """What the battle costs both sides on average, each paying the cheapest way. Rules 22.

        Args:
            ours: what we have to pay with.
            theirs: what we think that the opponent has.

        Raises:
            ArgumentError: something else was passed.
        """
        return super().expectation(ours, theirs)

    def tables(self, ours: Stake, theirs: Stake) -> tuple[PaymentTable, PaymentTable]:
        """Payment tables of both sides that reach as far as this battle can go.

        Raises:
            ArgumentError: something else was passed.
        """
        for name, stake in (("ours", ours), ("theirs", theirs)):
            _is(name, stake, Stake, 'Stake(cards=(Forfeitable("Luke", forfeit=7, worth=5),))')
        return super().tables(ours, theirs)


def _reserve(name: str, given: object) -> None:
    _is(name, given, Reserve, "reserve_of(deck)")


def _is(name: str, given: object, kind: type[object], example: str) -> None:
    if not isinstance(given, kind):
        wrong(name, given, f"what {example} gives is needed")


def _forfeitables(name: str, given: object) -> tuple[Forfeitable, ...]:
    found = tuple(given) if isinstance(given, Iterable) else (given,)
    for each in found:
        if not isinstance(each, Forfeitable):
            wrong(name, given, 'cards such as Forfeitable("Luke", forfeit=7, worth=5) are needed')
    return found
