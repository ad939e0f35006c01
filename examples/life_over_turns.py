"""Life force at the beginning of each turn, of every journal that is named on the command line."""

import sys

import gemp_bot

for file in sys.argv[1:]:
    journal = gemp_bot.read_journal(file)
    print(journal)
    begun = {}
    for frame in journal:
        if frame.turn and frame.board.players and not frame.taken_back:
            begun.setdefault((frame.turn, frame.whose), frame.board)
    for (turn, side), board in begun.items():
        lives = ", ".join(f"{player.name} {player.life}" for player in board.players)
        print(f"turn {turn} {side}: {lives}")
