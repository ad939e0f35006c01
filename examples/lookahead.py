"""A bot that looks ahead: it plays each action of a phase on in games that may be this one."""

from statistics import mean

import gemp_bot


class Lookahead(gemp_bot.Strategy):
    fallback, worlds, turns = "steady", 3, 2

    def decide(self, game, question):
        if question.kind != "PHASE_ACTION" or game.phase.name not in ("DEPLOY", "BATTLE"):
            return None
        worlds = [game.sample(seed) for seed in range(self.worlds)]
        actions = [action for action in ([], *question.options) if worlds[0].find(action)]
        return max(actions, key=lambda action: mean(self.margin(world.copy(), action) for world in worlds))

    def margin(self, world, action):
        side = world.side
        world.play(action).play_out(self.turns)
        return world.life(side) - world.life(side.other)


if __name__ == "__main__":
    print(gemp_bot.selfplay(Lookahead, "random", games=2))
