"""Many tables at once."""

import threading

import numpy as np
import pytest

import stamtafel

GAMES = stamtafel.games()
NAMES = ("observation", "legal", "count", "seat", "reward", "done")


def chosen(env, step):
    """What a table chooses depends on the table and the step alone."""
    rows = np.arange(env.n)
    return env.legal[rows, (rows * 7919 + step * 104729) % env.count]


def course(env, steps):
    """All that is seen of the first three tables."""
    seen = []
    for step in range(steps):
        env.step(chosen(env, step))
        seen.append([getattr(env, name)[:3].copy() for name in NAMES])
    return seen


def same(one, two):
    return all((a == b).all() for x, y in zip(one, two) for a, b in zip(x, y))


@pytest.mark.parametrize("game", GAMES)
def test_the_arrays_say_what_tables_would(game):
    env = stamtafel.VectorEnv(game, 4, players=3, seed=2, mask=True)
    for step in range(400):
        if step % 37 == 0:
            for i in range(env.n):
                table = env.table(i)
                seat = int(env.seat[i])
                assert seat == table.seat
                legal = table.legal().tolist()
                assert env.legal[i, : env.count[i]].tolist() == legal
                assert (env.legal[i, env.count[i] :] == -1).all()
                assert np.flatnonzero(env.mask[i]).tolist() == sorted(legal)
                assert (env.observation[i] == table.observe(seat)).all()
        env.step(chosen(env, step))


@pytest.mark.parametrize("game", GAMES)
def test_results_depend_neither_on_threads_nor_on_how_many_there_are(game):
    make = stamtafel.VectorEnv
    plain = course(make(game, 3, players=3, seed=5), 250)
    assert same(plain, course(make(game, 16, players=3, seed=5, threads=1), 250))
    assert same(plain, course(make(game, 16, players=3, seed=5, threads=3), 250))
    assert not same(plain, course(make(game, 3, players=3, seed=6), 250))
    again = make(game, 3, players=3, seed=99)
    course(again, 20)
    again.reset(5)
    assert not again.done.any() and not again.reward.any()
    assert same(plain, course(again, 250))


def test_a_game_is_that_of_its_seed():
    env = stamtafel.VectorEnv("koenig", 2, players=3, seed=1)
    table = stamtafel.make("koenig", players=3, seed=env.seed_of(1))
    assert env.games_of(1) == 0
    for step in range(10**6):
        actions = chosen(env, step)
        table.act(actions[1], int(env.seat[1]))
        env.step(actions)
        if env.done[1]:
            break
        assert not env.reward[1].any()
    assert table.over and env.games_of(1) == 1
    assert env.reward[1].tolist() == table.rewards("win")
    assert env.reward[1].sum() == 1
    assert stamtafel.make("koenig", players=3, seed=env.seed_of(1)).fingerprint == (
        env.table(1).fingerprint
    )


@pytest.mark.parametrize("reward", ["win", "rank", "score"])
def test_rewards(reward):
    env = stamtafel.VectorEnv("goldbraeu", 8, players=4, seed=1, reward=reward)
    rng = np.random.default_rng(1)
    for _ in range(2000):
        env.step(env.sample(rng))
        for row in env.reward[env.done == 1]:
            if reward == "win":
                assert row.max() <= 1 and row.sum() == pytest.approx(1)
            elif reward == "rank":
                assert row.sum() == pytest.approx(0, abs=1e-6) and abs(row).max() <= 1
            else:
                assert row.max() > 1
        assert not env.reward[env.done == 0].any()
    with pytest.raises(ValueError):
        stamtafel.VectorEnv("goldbraeu", 1, reward="money")


def test_what_is_refused_changes_nothing():
    for threads in (1, 2):
        env = stamtafel.VectorEnv("koenig", 4, players=3, seed=1, threads=threads)
        before = env.legal.copy()
        good = chosen(env, 0).astype(np.int64)
        for wrong in (-1, env.actions, 2**31, 2**40, -(2**40)):
            bad = good.copy()
            bad[2] = wrong
            with pytest.raises(stamtafel.Error, match="table 2: "):
                env.step(bad)
        for shape in (good[:3], good.reshape(2, 2), good.astype(float), np.array(1)):
            with pytest.raises(ValueError):
                env.step(shape)
        with pytest.raises(TypeError):
            env.step(None)
        assert (env.legal == before).all()
        env.step(good)
        env.step(np.repeat(chosen(env, 1), 2)[::2])  # not contiguous
        assert (env.legal != before).any()
    for n in (0, -1, 2**40):
        with pytest.raises((ValueError, TypeError)):
            stamtafel.VectorEnv("koenig", n)
    with pytest.raises(ValueError):
        stamtafel.VectorEnv("koenig", 1, threads=0)
    with pytest.raises(stamtafel.UsageError):
        env.table(4)


def test_the_arrays_may_be_the_callers_own():
    make = stamtafel.VectorEnv
    size = make("koenig", 1).observation_size
    own = np.full((5, size), 7, np.float32)
    env = make("koenig", 5, arrays={"observation": own})
    assert env.observation is own and own.max() < 7
    assert make("koenig", 5, observations=False).observation is None
    for name, wrong in (
        ("observation", np.zeros((5, size), np.float64)),
        ("observation", np.zeros((4, size), np.float32)),
        ("observation", np.zeros((size, 5), np.float32).T),
        ("observation", np.zeros((5, 2 * size), np.float32)[:, ::2]),
        ("count", np.zeros((5, 1), np.int32)),
        ("done", np.zeros(5, bool)),
        ("legal", [1, 2, 3]),
        ("mask", np.zeros((5, 9), np.uint8)),
        ("nothing", np.zeros(5)),
    ):
        with pytest.raises(ValueError):
            make("koenig", 5, arrays={name: wrong})
    fixed = np.zeros((5, size), np.float32)
    fixed.flags.writeable = False
    with pytest.raises(ValueError):
        make("koenig", 5, arrays={"observation": fixed})


def test_the_arrays_outlive_the_environment_and_the_other_way_round():
    env = stamtafel.VectorEnv("koenig", 3, players=3, seed=1)
    env.observation = env.reward = None  # type: ignore
    course_without = stamtafel.VectorEnv("koenig", 3, players=3, seed=1)
    for step in range(50):
        env.step(chosen(env, step))
        course_without.step(chosen(course_without, step))
    assert (env.legal == course_without.legal).all()
    kept = course_without.observation
    del course_without
    assert np.isfinite(kept).all()


def test_several_threads_of_python_wait_for_one_another():
    env = stamtafel.VectorEnv("goldbraeu", 64, players=3, seed=1, threads=2)
    errors = []

    def run():
        rng = np.random.default_rng(1)
        for _ in range(50):
            try:
                env.step(env.sample(rng))
            except stamtafel.Error as error:  # another was quicker
                errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    env.reset(1)
    assert (env.count > 0).all()
