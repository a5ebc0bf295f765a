"""What PettingZoo's api_test and parallel_api_test and Gymnasium's check_env ask of environments.
None of them is in Debian; with PettingZoo installed, the last test runs its own. (check_env takes
any action, also those the mask rules out, and so is none for games.)"""

import numpy as np
import pytest

import stamtafel
from stamtafel import spaces

GAMES = [("koenig", 4), ("goldbraeu", 3), ("tiefenthal", 2), ("dicebrewing", 2), ("taverna", 5)]


def seed_choices(env):
    """Every agent's choices, the same in each run."""
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)


def won(table):
    """What all seats win together: in König nobody does when all are tied (R17)."""
    return 1 if table.outcome().winners else 0


@pytest.mark.parametrize("game, players", GAMES)
def test_aec(game, players):
    env = stamtafel.AECEnv(game, players=players)
    seed_choices(env)
    env.reset(seed=0)
    assert env.agents == env.possible_agents == [f"player_{i}" for i in range(players)]
    assert env.num_agents == env.max_num_agents == players
    for agent in env.agents:
        assert isinstance(env.observation_space(agent), spaces.Space)
        assert isinstance(env.action_space(agent), spaces.Space)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) == env.observation_space("player_0")
        assert set(env.rewards) == set(env.terminations) == set(env.infos) == set(env.agents)
        assert set(env.truncations) == set(env._cumulative_rewards) == set(env.agents)
        assert isinstance(env.terminations[agent], bool)
        assert isinstance(env.truncations[agent], bool)
    owed = dict.fromkeys(env.agents, 0.0)
    gained = dict.fromkeys(env.agents, 0.0)
    steps = 0
    for agent in env.agent_iter():
        assert agent == env.agent_selection and agent in env.agents
        observation, reward, terminated, truncated, info = env.last()
        assert reward == pytest.approx(owed[agent])
        gained[agent] += reward
        owed[agent] = 0.0
        assert isinstance(info, dict) and not truncated
        if terminated:
            env.step(None)
            assert agent not in env.agents and agent not in env.rewards
            continue
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].dtype == np.float32
        mask = observation["action_mask"]
        assert mask.dtype == np.int8 and set(np.unique(mask)) == {0, 1}
        action = env.action_space(agent).sample(mask)
        assert env.action_space(agent).contains(action) and mask[action]
        env.step(np.int32(action) if steps % 2 else action)
        for name, gain in env.rewards.items():
            owed[name] += gain
        steps += 1
    assert env.agents == [] and env.num_agents == 0
    assert sum(gained.values()) == pytest.approx(won(env.table))
    env.reset(seed=0)
    first = env.observe(env.agent_selection)["observation"]
    env.reset(seed=0)
    assert (env.observe(env.agent_selection)["observation"] == first).all()
    env.reset(seed=0, options={"anything": 1})


def test_aec_refuses():
    env = stamtafel.AECEnv("koenig", players=3, render_mode="ansi")
    env.reset(seed=1)
    agent = env.agent_selection
    forbidden = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    with pytest.raises(stamtafel.Error):
        env.step(forbidden)
    assert env.agent_selection == agent and env.table.steps == 0
    others = [name for name in env.agents if name != agent]
    assert all(not env.observe(name)["action_mask"].any() for name in others)
    assert env.render()
    while not env.table.over:
        env.step(int(env.table.legal()[0]))
    with pytest.raises(ValueError):
        env.step(0)


@pytest.mark.parametrize("game, players", GAMES)
def test_parallel(game, players):
    env = stamtafel.ParallelEnv(game, players=players)
    seed_choices(env)
    observations, infos = env.reset(seed=0)
    live = set(env.agents)
    assert live == set(env.possible_agents) == set(observations) == set(infos)
    together = 0
    for _ in range(10**6):
        together += len(env.table.acting) > 1
        actions = {
            agent: env.action_space(agent).sample(observations[agent]["action_mask"])
            for agent in env.agents
        }
        observations, rewards, terminated, truncated, infos = env.step(actions)
        for answer in (observations, rewards, terminated, truncated, infos):
            assert isinstance(answer, dict) and set(answer) == live
        for agent in live:
            assert env.observation_space(agent).contains(observations[agent])
        live -= {agent for agent in live if terminated[agent] or truncated[agent]}
        assert set(env.agents) == live
        if not live:
            break
    assert sum(rewards.values()) == pytest.approx(won(env.table))
    assert together > 0 or game != "goldbraeu"


def test_parallel_refuses_all_or_nothing():
    env = stamtafel.ParallelEnv("goldbraeu", players=3)
    observations, _ = env.reset(seed=0)
    while len(env.table.acting) < 2:
        observations, *_ = env.step(
            {a: int(env.table.legal(int(a[-1]))[0]) for a in env.agents
             if observations[a]["action_mask"].any()}
        )
    before = env.table.fingerprint
    seats = env.table.acting
    good = {f"player_{seat}": int(env.table.legal(seat)[0]) for seat in seats}
    with pytest.raises(ValueError):
        env.step({f"player_{seats[0]}": good[f"player_{seats[0]}"]})
    with pytest.raises(stamtafel.Error):
        env.step({**good, f"player_{seats[-1]}": env.table.actions - 1})
    assert env.table.fingerprint == before
    env.step(good)
    assert env.table.fingerprint != before


@pytest.mark.parametrize("game, players", GAMES)
def test_gym(game, players):
    env = stamtafel.GymEnv(game, players=players, opponents="random", seat=players - 1)
    assert isinstance(env.observation_space, spaces.Space)
    with pytest.raises(ValueError):
        env.step(0)
    first, _ = env.reset(seed=3)
    second, _ = env.reset()
    again, info = env.reset(seed=3)
    assert (first["observation"] == again["observation"]).all()
    assert (env.reset()[0]["observation"] == second["observation"]).all(), "follows from the seed"
    again, info = env.reset(seed=3)
    terminated, reward = False, 0.0
    rng = np.random.default_rng(1)
    while not terminated:
        assert env.seat in env.table.acting
        assert reward == 0
        observation, reward, terminated, truncated, info = env.step(rng.choice(info["legal"]))
        assert env.observation_space.contains(observation)
        assert isinstance(reward, float) and isinstance(terminated, bool) and truncated is False
    assert 0 <= reward <= 1
    with pytest.raises(stamtafel.Error):
        env.step(0)


def test_gym_refuses():
    with pytest.raises(ValueError):
        stamtafel.GymEnv("koenig", players=3, seat=3)
    with pytest.raises(ValueError):
        stamtafel.GymEnv("koenig", players=3, opponents=["greedy"])
    env = stamtafel.GymEnv("koenig", players=3, opponents=["nobody", "greedy"])
    with pytest.raises(stamtafel.UsageError):
        env.reset(seed=1)


@pytest.mark.skipif("gymnasium" in spaces.Box.__module__, reason="these are Gymnasium's")
def test_spaces_of_our_own():
    box = spaces.Box(0, 1, (2,), np.float32)
    assert box.contains(np.array([0, 1], np.float32))
    assert not box.contains(np.array([0, 2], np.float32))
    assert not box.contains(np.array([0, 1], np.float64))
    assert not box.contains([0, 1])
    five = spaces.Discrete(5)
    assert five.contains(np.int64(4)) and not five.contains(5) and not five.contains(1.0)
    assert five.sample(np.array([0, 0, 1, 0, 0], np.int8)) == 2


def test_the_real_ones():
    pettingzoo = pytest.importorskip("pettingzoo.test")
    pettingzoo.api_test(stamtafel.AECEnv("goldbraeu", players=3), num_cycles=100)
    pettingzoo.parallel_api_test(stamtafel.ParallelEnv("goldbraeu", players=3), num_cycles=100)
