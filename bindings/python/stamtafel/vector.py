"""Many tables at once."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np
from numpy.typing import NDArray

from . import _stamtafel
from .fields import Field
from .table import Edition, Table, Variants, inner, reward_number, variants_text

# The most choices a seat can have.
MAX_OPTIONS: int = _stamtafel.MAX_OPTIONS


class VectorEnv:
    """`n` tables of one game, stepped together, which write to numpy arrays:

    ============= ======================= =====================================================
    `observation` float32 `(n, size)`     what the seat that is to choose knows
    `legal`       int32 `(n, 320)`        the numbers of the actions it may choose, then -1
    `count`       int32 `(n,)`            how many these are
    `seat`        int32 `(n,)`            who is to choose: the first, where several may
    `reward`      float32 `(n, players)`  of all seats; 0 until the step that ends a game
    `done`        uint8 `(n,)`            whether the step ended a game
    `mask`        uint8 `(n, actions)`    `legal` as 0 and 1, on request: it is dear
    ============= ======================= =====================================================

    The arrays stay the same from step to step, and nobody else may write to them. They are made
    here, or the caller's own (`arrays`). A game that ends is followed by the next one at once:
    where `done` is 1, `reward` is of the game that ended and all else of the new one.

    The chance of a table depends on `seed`, its number and the number of its game alone: not on
    `n`, not on `threads`. `seed_of` tells it, and `stamtafel.make` with that seed deals the same
    game.

    >>> import numpy as np
    >>> import stamtafel
    >>> env = stamtafel.VectorEnv("koenig", 64, players=4, seed=1)
    >>> rng = np.random.default_rng(1)
    >>> finished = 0
    >>> for _ in range(300):
    ...     env.step(env.sample(rng))
    ...     finished += int(env.done.sum())
    >>> finished > 64
    True
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        players: Optional[int] = None,
        seed: int = 0,
        variants: Variants = None,
        edition: Optional[Edition] = None,
        reward: str = "win",
        observations: bool = True,
        mask: bool = False,
        threads: int = 1,
        arrays: Optional[Mapping[str, NDArray[Any]]] = None,
    ) -> None:
        from . import info  # not before the package is there

        if threads < 1:
            raise ValueError("there must be at least one thread")
        players = info(game)["min_players"] if players is None else players
        self.game: str = info(game)["game"]
        self._edition = edition
        self._vector = _stamtafel.Vector.new(
            game,
            players,
            n,
            seed,
            variants_text(variants),
            inner(edition),
            reward_number(reward),
            threads,
        )
        self.n, self.players, self.actions, self.observation_size = self._vector.sizes()
        wanted: dict[str, tuple[Any, tuple[int, ...]]] = {
            "legal": (np.int32, (n, MAX_OPTIONS)),
            "count": (np.int32, (n,)),
            "seat": (np.int32, (n,)),
            "reward": (np.float32, (n, self.players)),
            "done": (np.uint8, (n,)),
        }
        if observations:
            wanted["observation"] = (np.float32, (n, self.observation_size))
        if mask:
            wanted["mask"] = (np.uint8, (n, self.actions))
        given = dict(arrays or {})
        unknown = set(given) - set(wanted)
        if unknown:
            raise ValueError(f"there is no array '{sorted(unknown)[0]}' here")
        made = {name: given.get(name) for name in wanted}
        for name, (kind, shape) in wanted.items():
            if made[name] is None:
                made[name] = np.zeros(shape, kind)
        self.observation: NDArray[np.float32] = made.get("observation")  # type: ignore
        self.legal: NDArray[np.int32] = made["legal"]  # type: ignore
        self.count: NDArray[np.int32] = made["count"]  # type: ignore
        self.seat: NDArray[np.int32] = made["seat"]  # type: ignore
        self.reward: NDArray[np.float32] = made["reward"]  # type: ignore
        self.done: NDArray[np.uint8] = made["done"]  # type: ignore
        self.mask: NDArray[np.uint8] = made.get("mask")  # type: ignore
        self._vector.bind(
            self.observation,
            self.legal,
            self.count,
            self.seat,
            self.reward,
            self.done,
            self.mask,
        )
        self._rows = np.arange(n)

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Makes a choice at each table: the number of an action, as `legal` has them. When one of
        them is not allowed that is an error, and nothing is done at any table."""
        self._vector.step(actions)

    def reset(self, seed: int) -> None:
        """Begins anew, as if just made with this seed."""
        self._vector.reset(seed)

    def sample(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """A random choice at each table."""
        return self.legal[self._rows, (rng.random(self.n) * self.count).astype(np.intp)]

    def seed_of(self, table: int) -> int:
        """The seed of the game that is being played at a table.

        >>> import stamtafel
        >>> env = stamtafel.VectorEnv("taverna", 3, players=2, seed=9)
        >>> table = stamtafel.make("taverna", players=2, seed=env.seed_of(1))
        >>> table.fingerprint == env.table(1).fingerprint
        True
        """
        return self._vector.seed(table)[0]

    def games_of(self, table: int) -> int:
        """How many games were finished at a table."""
        return self._vector.seed(table)[1]

    def table(self, table: int) -> Table:
        """A table of its own that begins where this one is, to look at or to think about."""
        return Table(self._vector.table(table), self._edition)

    def observation_fields(self) -> list[Field]:
        """What the numbers of an observation are."""
        return self.table(0).observation_fields()
