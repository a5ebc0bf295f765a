"""How many steps a second? Random choices, one thread, processor time, the best of several runs.

    python3 speed.py koenig taverna --seconds 0.5
"""

import argparse
from time import process_time

import numpy as np

import stamtafel


def best(run, seconds, repeats=4):
    """Steps a second of processor time: `run()` makes some and says how many."""
    most = 0.0
    for _ in range(repeats):
        begin, steps = process_time(), 0
        while process_time() - begin < seconds:
            steps += run()
        most = max(most, steps / (process_time() - begin))
    return most


def vector(game, players, n, rng, **settings):
    env = stamtafel.VectorEnv(game, n, players=players, seed=1, **settings)

    def run():
        env.step(env.sample(rng))
        return n

    return run


def scalar(game, players, rng, step):
    deals = iter(range(10**9))
    table = stamtafel.make(game, players=players, seed=next(deals))

    def run():
        nonlocal table
        for _ in range(100):
            if table.over:
                table = stamtafel.make(game, players=players, seed=next(deals))
            step(table, rng)
        return 100

    return run


def by_number(table, rng):
    legal = table.legal()
    table.act(legal[int(rng.random() * len(legal))])


def observed(table, rng):
    table.observe()
    by_number(table, rng)


def viewed(table, rng):
    table.view(table.seat)
    by_number(table, rng)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=stamtafel.games())
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=0.3)
    args = parser.parse_args()
    rng = np.random.default_rng(1)

    print("thousands of steps a second" + "".join(f"{game:>13}" for game in args.games))
    rows = {
        "vector of 256, legal lists": lambda g: vector(
            g, args.players, 256, rng, observations=False
        ),
        "vector of 1024, legal lists": lambda g: vector(
            g, args.players, 1024, rng, observations=False
        ),
        "vector of 256, observations": lambda g: vector(g, args.players, 256, rng),
        "vector of 1024, observations": lambda g: vector(g, args.players, 1024, rng),
        "one table": lambda g: scalar(g, args.players, rng, by_number),
        "one table, observations": lambda g: scalar(g, args.players, rng, observed),
        "one table, views": lambda g: scalar(g, args.players, rng, viewed),
    }
    for name, make in rows.items():
        figures = [best(make(game), args.seconds) / 1000 for game in args.games]
        print(f"{name:<27}" + "".join(f"{figure:13,.0f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
