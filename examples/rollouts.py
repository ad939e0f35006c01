"""How a recorded game may go on from a question, over the next four turns: rollouts.py JOURNAL QUESTION."""

import sys
from statistics import mean

import gemp_bot

game = gemp_bot.Game.from_journal(sys.argv[1], question=int(sys.argv[2]))
print(game, game.question.prompt)
me, margins = game.side, {}
for seed in range(20):
    world = game.sample(seed)
    for move in world.legal:
        rollout = world.copy().play(move).play_out(4, seed=seed)
        margins.setdefault(move.text, []).append(rollout.life(me) - rollout.life(me.other))
for text, found in sorted(margins.items(), key=lambda row: -mean(row[1])):
    print(f"{mean(found):+6.1f}  {text}")
