"""A tournament of bots: each kind alone against each weaker one, in every seat by turns, with the
same deals for all; how often it wins.

    python3 tournament.py koenig --bots random,quick,greedy --deals 20

With matplotlib (Debian: python3-matplotlib) it also draws the results to tournament.png.
"""

import argparse
from itertools import combinations

import numpy as np
import pictures

import stamtafel


def play(game, names, seed):
    """One game; who won, by seat."""
    table = stamtafel.make(game, players=len(names), seed=seed)
    bots = [stamtafel.Bot(name, game, seat, seed) for seat, name in enumerate(names)]
    while not table.over:
        table.act(bots[table.seat].choose(table))
    return table.rewards("win")


def duel(game, one, two, players, deals):
    """The share of games won by `one`, alone against `two` on every other seat, in each seat by
    turns; with its standard error, over deals."""
    shares = []
    for seed in range(deals):
        won = 0.0
        for seat in range(players):
            names = [two] * players
            names[seat] = one
            won += play(game, names, seed)[seat]
        shares.append(won / players)
    return float(np.mean(shares)), float(np.std(shares) / np.sqrt(max(1, deals - 1)))


def draw(results, fair, game, file):
    plot = pictures.pyplot()
    if plot is None:
        return
    labels = [f"{one} against {two}" for one, two in results]
    means = [mean for mean, _ in results.values()]
    errors = [1.96 * error for _, error in results.values()]
    figure, axes = plot.subplots(figsize=(7, 0.6 * len(labels) + 1.2), layout="constrained")
    axes.barh(labels, means, xerr=errors, color="#c98b2b")
    axes.axvline(fair, color="black", linestyle=":", label="as good")
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of games won")
    axes.set_title(game)
    axes.legend()
    pictures.save(figure, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="koenig", choices=stamtafel.games())
    parser.add_argument("--bots", default="random,quick,greedy")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--picture", default="tournament.png")
    args = parser.parse_args()

    fair = 1 / args.players
    results = {}
    for two, one in combinations(args.bots.split(","), 2):
        mean, error = results[one, two] = duel(args.game, one, two, args.players, args.deals)
        print(
            f"{one:>8} against {two:<8} {100 * mean:5.1f} % ± {196 * error:.1f}"
            f" (as good: {100 * fair:.0f} %)"
        )
    draw(results, fair, args.game, args.picture)


if __name__ == "__main__":
    main()
