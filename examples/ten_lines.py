"""A bot in ten lines: it drains wherever it can, and leaves everything else to `steady`."""

import gemp_bot


class Drainer(gemp_bot.Strategy):
    fallback = "steady"

    def decide(self, game, question):
        return next(iter(question.of_kind("FORCE_DRAIN")), None)


if __name__ == "__main__":
    print(gemp_bot.selfplay(Drainer, "random", games=10))
