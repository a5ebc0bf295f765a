"""The spaces of the environments: Gymnasium's where it is installed, otherwise the little of them
that is needed here."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
except ImportError:

    class Space:  # type: ignore[no-redef]
        """What can be observed, or done."""

        def __init__(self, shape: Any, dtype: Any, seed: Optional[int] = None) -> None:
            self.shape = shape
            self.dtype = None if dtype is None else np.dtype(dtype)
            self.seed(seed)

        def seed(self, seed: Optional[int] = None) -> None:
            self._rng = np.random.default_rng(seed)

        def contains(self, x: Any) -> bool:
            raise NotImplementedError

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

    class Box(Space):  # type: ignore[no-redef]
        """Arrays of numbers from `low` to `high`."""

        def __init__(self, low: float, high: float, shape: Any, dtype: Any) -> None:
            super().__init__(tuple(shape), dtype)
            self.low = np.full(shape, low, dtype)
            self.high = np.full(shape, high, dtype)

        def contains(self, x: Any) -> bool:
            return (
                isinstance(x, np.ndarray)
                and x.dtype == self.dtype
                and x.shape == self.shape
                and bool(np.all(x >= self.low) and np.all(x <= self.high))
            )

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Box) and (self.shape, self.dtype) == (other.shape, other.dtype)

    class Discrete(Space):  # type: ignore[no-redef]
        """The whole numbers from 0 to n - 1."""

        def __init__(self, n: int) -> None:
            super().__init__((), np.int64)
            self.n = n

        def contains(self, x: Any) -> bool:
            return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

        def sample(self, mask: Any = None) -> int:
            """One of them; of those the mask allows, where it allows any."""
            if mask is None:
                return int(self._rng.integers(self.n))
            allowed = np.flatnonzero(mask)
            return int(self._rng.choice(allowed)) if allowed.size else 0

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Discrete) and self.n == other.n

    class Dict(Space):  # type: ignore[no-redef]
        """Several by name."""

        def __init__(self, spaces: Mapping[str, Space]) -> None:
            super().__init__(None, None)
            self.spaces = dict(spaces)

        def contains(self, x: Any) -> bool:
            return (
                isinstance(x, dict)
                and x.keys() == self.spaces.keys()
                and all(space.contains(x[name]) for name, space in self.spaces.items())
            )

        def __getitem__(self, name: str) -> Space:
            return self.spaces[name]

        def __iter__(self) -> Any:
            return iter(self.spaces)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Dict) and self.spaces == other.spaces


__all__ = ["Box", "Dict", "Discrete", "Space"]
