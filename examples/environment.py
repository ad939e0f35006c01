"""An environment for whoever trains a player: `reset` and `step`, as libraries of the field have them."""

import random

import gemp_bot


class Environment:
    """One player of a game against a random one. An action is a number into `info["legal"]`."""

    def __init__(self, mine="Rebels of Tatooine", theirs="Walkers of Hoth"):
        self.decks, self.side = (mine, theirs), gemp_bot.read_deck(mine).side

    def reset(self, seed=0):
        self.random = random.Random(seed)
        self.game = gemp_bot.CompleteGame.from_decks(self.decks, seed)
        return self.seen()

    def step(self, action):
        self.game.play(self.game.legal[action])
        observation, info = self.seen()
        reward = 0 if self.game.winner is None else 1 if self.game.winner is self.side else -1
        return observation, reward, self.game.over, False, info

    def seen(self):
        game, me = self.game, self.side
        while game.side is me.other:
            game.play(self.random.choice(game.legal))
        observation = {
            "turn": game.turn,
            "my_turn": game.whose is me,
            "life": (game.life(me), game.life(me.other)),
            "force": (game.force(me), game.force(me.other)),
            "hand": [card.blueprint_id for card in game.hand(me)],
            "power": (game.power(me), game.power(me.other)),
        }
        return observation, {"question": game.question, "legal": [move.text for move in game.legal]}


if __name__ == "__main__":
    environment, over = Environment(), False
    observation, info = environment.reset(seed=1)
    while not over:
        action = random.randrange(len(info["legal"]))
        observation, reward, over, _, info = environment.step(action)
    print(f"reward {reward}, life force {observation['life']}")
