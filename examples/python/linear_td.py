"""A linear learner: how likely is it to win, from what one knows? Learned by temporal differences
from random play at many tables at once, and tried by playing.

    python3 linear_td.py koenig --steps 2000

The value of an observation is w · x, over the engine's own numbers. After each choice of a seat its
value before is moved a little towards its value now, and at the end of a game towards what came of
it. Then the learner plays: of its choices it takes the one whose outcome, in a world it imagines,
it values most.
"""

import argparse

import numpy as np

import stamtafel


def learn(game, players, tables, steps, rate, seed):
    env = stamtafel.VectorEnv(game, tables, players=players, seed=seed)
    rng = np.random.default_rng(seed)
    rows = np.arange(tables)
    weights = np.zeros(env.observation_size, np.float32)
    # What each seat saw when it last chose; nothing before its first choice.
    before = np.zeros((tables, players, env.observation_size), np.float32)
    known = np.zeros((tables, players), bool)
    errors = []
    for step in range(steps):
        now = env.observation @ weights
        seat = env.seat
        seen = before[rows, seat]
        difference = np.where(known[rows, seat], now - seen @ weights, 0)
        weights += rate * (difference / (1 + (seen * seen).sum(1))) @ seen / tables
        before[rows, seat] = env.observation
        known[rows, seat] = True
        env.step(env.sample(rng))
        for table in np.flatnonzero(env.done):
            target = env.reward[table][known[table]]
            seen = before[table][known[table]]
            wrong = target - seen @ weights
            errors.append(float((wrong * wrong).mean()))
            weights += rate * (wrong / (1 + (seen * seen).sum(1))) @ seen / len(seen)
            known[table] = False
        if step % max(1, steps // 10) == 0 and errors:
            print(
                f"step {step:6}: {len(errors):6} games, error of the last values "
                f"{np.mean(errors[-2000:]):.3f}"
            )
    return weights


def choose(table, weights, rng):
    """The choice after which things look best, in a world that the seat imagines."""
    seat = table.seat
    legal = table.legal()
    if len(legal) == 1:
        return legal[0]
    values = []
    world = table.reimagine(seat, seed=int(rng.integers(2**62)))
    for action in legal:
        after = world.copy()
        after.act(action, seat)
        if after.over:
            values.append(after.rewards("win")[seat])
        else:
            values.append(float(after.observe(seat) @ weights))
    return legal[int(np.argmax(values))]


def share_won(game, players, weights, games, seed):
    """Against random players, in every seat by turns."""
    rng = np.random.default_rng(seed)
    won = 0.0
    for number in range(games):
        table = stamtafel.make(game, players=players, seed=10**6 + number)
        own = number % players
        while not table.over:
            if table.seat == own:
                table.act(choose(table, weights, rng))
            else:
                table.act(rng.choice(table.legal()))
        won += table.rewards("win")[own]
    return won / games


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="koenig", choices=stamtafel.games())
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=0.5)
    parser.add_argument("--games", type=int, default=60, help="to try it by")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    weights = learn(args.game, args.players, args.tables, args.steps, args.rate, args.seed)
    share = share_won(args.game, args.players, weights, args.games, args.seed)
    error = (share * (1 - share) / args.games) ** 0.5
    print(
        f"It wins {100 * share:.0f} % ± {196 * error:.0f} of {args.games} games against random "
        f"players; a random player wins {100 / args.players:.0f} %."
    )


if __name__ == "__main__":
    main()
