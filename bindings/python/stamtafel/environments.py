"""Environments in the shapes that learning libraries expect: PettingZoo's two, and Gymnasium's.

None of these libraries is needed; where they are installed, the classes derive from theirs. What an
agent observes is `{"observation": float32 array, "action_mask": int8 array}`.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional, Sequence, Union

import numpy as np

from . import spaces
from .fields import Field
from .table import SPECTATOR, Bot, Edition, Table, Variants, reward_number

try:
    from pettingzoo import AECEnv as _AECBase
    from pettingzoo import ParallelEnv as _ParallelBase
except ImportError:
    _AECBase = _ParallelBase = object  # type: ignore

try:
    from gymnasium import Env as _GymBase
except ImportError:
    _GymBase = object  # type: ignore


class _Seats:
    """What the environments share: the table, its agents and their spaces."""

    render_mode: Optional[str] = None

    def _set_up(
        self,
        game: str,
        players: Optional[int],
        variants: Variants,
        edition: Optional[Edition],
        reward: str,
        render_mode: Optional[str],
    ) -> None:
        from . import info  # not before the package is there

        known = info(game)
        reward_number(reward)
        self.game: str = known["game"]
        self.metadata = {
            "name": known["id"],
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._players: int = known["min_players"] if players is None else players
        self._variants = variants
        self._edition = edition
        self._reward = reward
        self._deal(0)
        self._seeds = np.random.default_rng()
        self.possible_agents = [f"player_{seat}" for seat in range(self._players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = self.table.observation_size, self.table.actions
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def _deal(self, seed: Optional[int]) -> int:
        """A new game. After a seed, the games without one follow from it, too."""
        if seed is None:
            seed = int(self._seeds.integers(2**63))
        else:
            self._seeds = np.random.default_rng(seed)
        self.table = Table.new(self.game, self._players, seed, self._variants, self._edition)
        return seed

    def _observe(self, seat: int) -> Any:
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def observation_fields(self) -> list[Field]:
        """What the numbers of an observation are."""
        return self.table.observation_fields()

    def render(self) -> Optional[str]:
        """The table in sentences, as everybody sees it."""
        return self.table.tell(SPECTATOR) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing needs to be closed."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class _Agents(_Seats):
    """What the two shapes of PettingZoo share."""

    def __init__(
        self,
        game: str,
        players: Optional[int] = None,
        *,
        variants: Variants = None,
        edition: Optional[Edition] = None,
        reward: str = "win",
        render_mode: Optional[str] = None,
    ) -> None:
        self._set_up(game, players, variants, edition, reward, render_mode)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        return self


class AECEnv(_Agents, _AECBase):  # type: ignore[misc]
    """One agent after the other, as PettingZoo's `AECEnv`. Where several may choose at once, the
    first of them is next, and the others don't see what was chosen before the game shows it.

    >>> import stamtafel
    >>> env = stamtafel.AECEnv("goldbraeu", players=3)
    >>> env.reset(seed=42)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     if termination or truncation:
    ...         action = None
    ...     else:
    ...         action = env.action_space(agent).sample(observation["action_mask"])
    ...     env.step(action)
    >>> env.agents
    []
    """

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Deals a new game."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> Any:
        """What an agent knows; nothing is allowed to one that has nothing to choose."""
        return self._observe(self._seat_of[agent])

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent that is next."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order they are next."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: Any) -> None:
        """Makes the choice of the agent that is next; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            self._leave(agent)
            return
        self.table.act(int(action), self._seat_of[agent])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.table.over:
            for name, reward in zip(self.possible_agents, self.table.rewards(self._reward)):
                self.rewards[name] = reward
                self._cumulative_rewards[name] += reward
                self.terminations[name] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.table.seat]

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        for kept in (
            self.rewards,
            self._cumulative_rewards,
            self.terminations,
            self.truncations,
            self.infos,
        ):
            del kept[agent]
        for name in self.agents:
            self.rewards[name] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]


class ParallelEnv(_Agents, _ParallelBase):  # type: ignore[misc]
    """All agents at once, as PettingZoo's `ParallelEnv`. The actions of agents that have nothing to
    choose are not looked at. Those that have are carried out in the order of seats; where one
    settles what another was asked, the other's is dropped, and its info says so (`dropped`).

    >>> import stamtafel
    >>> env = stamtafel.ParallelEnv("goldbraeu", players=3)
    >>> observations, infos = env.reset(seed=42)
    >>> while env.agents:
    ...     actions = {
    ...         agent: env.action_space(agent).sample(observations[agent]["action_mask"])
    ...         for agent in env.agents
    ...     }
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> sum(rewards.values())
    1.0
    """

    def reset(
        self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deals a new game."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        return self._all_observe(), {agent: {} for agent in self.agents}

    def _all_observe(self) -> dict[str, Any]:
        return {agent: self._observe(self._seat_of[agent]) for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Makes the choices of all agents. When one that has to choose doesn't, or may not choose
        what it wants, that is an error, and nothing is done."""
        table = self.table
        asked = {seat: table.question_id(seat) for seat in table.acting}
        wanted: dict[int, int] = {}
        for seat in asked:
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise ValueError(f"{agent} has to choose")
            wanted[seat] = int(actions[agent])
            table.copy().act(wanted[seat], seat)  # raises what is wrong with it
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for seat, action in wanted.items():
            still_asked = seat in table.acting and table.question_id(seat) == asked[seat]
            if still_asked and action in table.legal(seat):
                table.act(action, seat)
            else:
                infos[self.possible_agents[seat]]["dropped"] = True
        observations = self._all_observe()
        over = table.over
        rewards = dict.fromkeys(self.agents, 0.0)
        if over:
            rewards.update(zip(self.agents, table.rewards(self._reward)))
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos


class GymEnv(_Seats, _GymBase):  # type: ignore[misc]
    """One seat against bots, as Gymnasium's `Env`. The info has the legal actions as a list
    (`legal`), which is shorter than the mask.

    >>> import stamtafel
    >>> env = stamtafel.GymEnv("koenig", players=3, opponents="random")
    >>> observation, info = env.reset(seed=7)
    >>> terminated = False
    >>> while not terminated:
    ...     action = info["legal"][0]
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> reward in (0.0, 0.5, 1.0) or round(reward, 3) == 0.333
    True
    """

    def __init__(
        self,
        game: str,
        players: Optional[int] = None,
        *,
        opponents: Union[str, Sequence[str]] = "greedy",
        seat: int = 0,
        variants: Variants = None,
        edition: Optional[Edition] = None,
        reward: str = "win",
        render_mode: Optional[str] = None,
    ) -> None:
        self._set_up(game, players, variants, edition, reward, render_mode)
        if not 0 <= seat < self._players:
            raise ValueError(f"there is no seat {seat}")
        self.seat = seat
        others = [other for other in range(self._players) if other != seat]
        names = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(names) != len(others):
            raise ValueError(f"there are {len(others)} opponents, not {len(names)}")
        self.opponents = dict(zip(others, names))
        agent = self.possible_agents[seat]
        self.observation_space = self._observation_spaces[agent]
        self.action_space = self._action_spaces[agent]
        self._begun = False

    @property
    def unwrapped(self) -> GymEnv:
        return self

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals a new game, and lets the bots play until the seat is to choose. The same seed is
        the same game, unless a bot goes by time."""
        if _GymBase is not object:
            super().reset(seed=seed)
        seed = self._deal(seed)
        self._bots = {
            other: Bot(name, self.game, other, seed) for other, name in self.opponents.items()
        }
        self._begun = True
        self._others_play()
        return self._observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a choice, and lets the bots play until the seat is to choose again."""
        if not self._begun:
            raise ValueError("reset comes before step")
        self.table.act(int(action), self.seat)
        self._others_play()
        over = self.table.over
        reward = self.table.rewards(self._reward)[self.seat] if over else 0.0
        return self._observe(self.seat), reward, over, False, self._info()

    def _others_play(self) -> None:
        table = self.table
        while not table.over and self.seat not in table.acting:
            seat = table.seat
            table.act(self._bots[seat].choose(table), seat)

    def _info(self) -> dict[str, Any]:
        return {"legal": self.table.legal(self.seat)}
