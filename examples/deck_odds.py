"""What a deck can hope for: its destinies, its starting hand, a battle."""

from math import comb

import gemp_bot

deck = gemp_bot.read_deck("Rebels of Tatooine")
reserve = gemp_bot.reserve_of(deck)
print(deck)

for draws in (1, 2):
    total = gemp_bot.draw_destiny(reserve, gemp_bot.Draws(draws)).total
    above = sum(chance for value, chance in total.items() if value > 5)
    print(f"{draws} destiny: {total.mean:.1f} on average, above 5 in {above:.0%}")

hand, size = 8, len(deck.cards)
for row in deck.rows:
    if row.count > 2:
        none = comb(size - row.count, hand) / comb(size, hand)
        print(f"{row.card.title} (x{row.count}) in a starting hand of {hand}: {1 - none:.0%}")

ours = gemp_bot.BattleSide(power=8, reserve=reserve, battle=gemp_bot.Draws(1))
theirs = gemp_bot.BattleSide(power=9, reserve=reserve, battle=gemp_bot.Draws(1))
luke, vader = (
    gemp_bot.Stake(cards=(gemp_bot.Forfeitable(name, forfeit=7, worth=5),)) for name in ("Luke", "Vader")
)
cost = gemp_bot.BattleOdds(ours, theirs).expectation(luke, vader)
print(f"8 against 9 power, a destiny each: we lose {cost.ours:.1f} Force, they {cost.theirs:.1f}")
