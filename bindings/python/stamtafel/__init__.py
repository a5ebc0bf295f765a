"""Stamtafel: five tavern board games, with chance, hidden hands and simultaneous choices for 2 to 6
seats; complete rules, bots, records.

>>> import stamtafel
>>> table = stamtafel.make("goldbraeu", players=4, seed=7)
>>> while not table.over:
...     table.act(table.hint("random")[0].action)
>>> len(table.outcome().scores)
4

`make` gives one table, for tools and for looking; `VectorEnv` steps many at once, for learning;
`AECEnv`, `ParallelEnv` and `GymEnv` have the shapes of PettingZoo and Gymnasium.
"""

from __future__ import annotations

import functools
import json
from typing import Any, Optional

from . import _stamtafel
from .environments import AECEnv, GymEnv, ParallelEnv
from .errors import (
    ChanceError,
    EditionError,
    Error,
    HandleError,
    IllegalError,
    OutdatedError,
    PositionError,
    RecordError,
    TurnError,
    UsageError,
)
from .fields import Field
from .table import EVERYTHING, SPECTATOR, Bot, Choice, Edition, Option, Outcome, Table, Variants
from .vector import MAX_OPTIONS, VectorEnv

__version__ = _stamtafel.version()


def games() -> list[str]:
    """The ids of the games.

    >>> import stamtafel
    >>> stamtafel.games()
    ['koenig', 'goldbraeu', 'tiefenthal', 'dicebrewing', 'taverna']
    """
    return _stamtafel.games()


@functools.lru_cache(maxsize=None)
def info(game: str) -> dict[str, Any]:
    """What is known of a game: players, seats, variants, verbs, rules. Its `id` has the version of
    its rules: `"goldbraeu-v1"`, a number that is raised whenever a rule changes. Wherever a game is
    named, that id does too, and is an error when the rules are others.

    >>> import stamtafel
    >>> stamtafel.info("goldbraeu")["max_players"]
    4
    >>> stamtafel.make("goldbraeu-v99", players=3)
    Traceback (most recent call last):
        ...
    stamtafel.errors.UsageError: there is no 'goldbraeu-v99' here: the rules are those of ...
    """
    return json.loads(_stamtafel.game_info(game))


def ids() -> list[str]:
    """The versioned ids of the games: `"goldbraeu-v1"`."""
    return [info(game)["id"] for game in games()]


def bots() -> list[str]:
    """The names of the bots, the weakest first.

    >>> import stamtafel
    >>> stamtafel.bots()
    ['random', 'quick', 'greedy', 'search']
    """
    return _stamtafel.bot_names().splitlines()


def make(
    game: str,
    players: Optional[int] = None,
    seed: Optional[int] = None,
    variants: Variants = None,
    edition: Optional[Edition] = None,
) -> Table:
    """Deals a game: `players` at a table (None: as few as there can be), with chance from `seed`
    (None: from the machine's), with variants (`{"deck_size": 64}` or `"deck_size=64"`) and an
    edition of one's own.

    >>> import stamtafel
    >>> stamtafel.make("goldbraeu", players=4, seed=1)
    <stamtafel.Table goldbraeu, 4 players, 0 steps>
    """
    players = info(game)["min_players"] if players is None else players
    return Table.new(game, players, seed, variants, edition)


__all__ = [
    "AECEnv",
    "Bot",
    "ChanceError",
    "Choice",
    "EVERYTHING",
    "Edition",
    "EditionError",
    "Error",
    "Field",
    "GymEnv",
    "HandleError",
    "IllegalError",
    "MAX_OPTIONS",
    "Option",
    "Outcome",
    "OutdatedError",
    "ParallelEnv",
    "PositionError",
    "RecordError",
    "SPECTATOR",
    "Table",
    "TurnError",
    "UsageError",
    "VectorEnv",
    "bots",
    "games",
    "ids",
    "info",
    "make",
]
