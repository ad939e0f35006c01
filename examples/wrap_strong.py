"""A bot that plays as `strong` does, but begins a battle only if that promises enough."""

import gemp_bot


class Careful(gemp_bot.Strategy):
    enough = 2.0  # Force

    def decide(self, game, question):
        advice = game.ask("strong")
        begins = any("INITIATE_BATTLE" in option.kinds for option in question.chosen(advice.answer))
        if begins and sum(reason.force for reason in advice.reasons) < self.enough:
            return next((other.answer for other in advice.alternatives), advice)
        return advice


results = gemp_bot.selfplay(Careful, "steady", games=2)
print(results)
for game in results:
    print(f"{game.result}, life force {game.life} to {game.opponent_life}, {game.turns} turns")
