"""One game being played."""

from __future__ import annotations

import json
import secrets
from typing import Any, NamedTuple, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _stamtafel
from .fields import Field, fields_of

Variants = Union[None, str, "dict[str, object]"]

# Whose eyes, where it is no seat's.
SPECTATOR = -1
EVERYTHING = -2

REWARDS = ("win", "rank", "score")


class Outcome(NamedTuple):
    """How a game ended, or stands. `ranks` begin with 1, equals share a place; there may be no
    winner, or several."""

    scores: list[int]
    ranks: list[int]
    winners: tuple[int, ...]


class Option(NamedTuple):
    """A choice with its verdict: `rule` is empty where it is allowed."""

    action: int
    id: str
    allowed: bool
    rule: str
    missing: int


class Choice(NamedTuple):
    """What a bot thinks of a choice. Values can be compared within one answer."""

    action: int
    id: str
    value: float
    visits: int


def seats_of(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def variants_text(variants: Variants) -> str:
    """`{"deck_size": 64}` as the C interface has it."""
    if variants is None or isinstance(variants, str):
        return variants or ""
    return " ".join(f"{name}={value}" for name, value in variants.items())


def reward_number(reward: str) -> int:
    if reward not in REWARDS:
        raise ValueError(f"there is no reward '{reward}'; there are: {', '.join(REWARDS)}")
    return REWARDS.index(reward)


def new_seed() -> int:
    return secrets.randbits(63)


class Edition:
    """Figures, cards and names of one's own (docs/editions.md), for `make` and the environments.

    >>> import stamtafel
    >>> figures = stamtafel.Edition.standard("goldbraeu")
    >>> figures["edition"] = "mine"
    >>> own = stamtafel.Edition("goldbraeu", figures)
    >>> stamtafel.make("goldbraeu", players=3, edition=own)
    <stamtafel.Table goldbraeu, 3 players, 0 steps>
    >>> stamtafel.Edition("goldbraeu", {})
    Traceback (most recent call last):
        ...
    stamtafel.errors.EditionError: edition: ...
    """

    @staticmethod
    def standard(game: str) -> dict[str, Any]:
        """What the game's own edition says, to change something there."""
        return json.loads(_stamtafel.game_edition(game))

    def __init__(self, game: str, text: Union[str, "dict[str, Any]"]) -> None:
        text = text if isinstance(text, str) else json.dumps(text)
        self.game = game
        self._edition = _stamtafel.Edition.load(game, text)

    @property
    def text(self) -> str:
        """What was loaded, as JSON in canonical form."""
        return self._edition.text()

    @property
    def hash(self) -> int:
        """Editions of the same hash play alike."""
        return self._edition.hash()

    def __reduce__(self) -> tuple[Any, ...]:
        return Edition, (self.game, self.text)


def inner(edition: Optional[Edition]) -> Optional[_stamtafel.Edition]:
    return edition._edition if edition is not None else None


class Bot:
    """A player for one seat of a game: `"random"`, `"quick"`, `"greedy"`, `"search:ms=100"`. It
    sees what its seat may know, never the truth.

    >>> import stamtafel
    >>> table = stamtafel.make("goldbraeu", players=3, seed=1)
    >>> bot = stamtafel.Bot("greedy", "goldbraeu", table.seat)
    >>> best = bot.choices(table)[0]
    >>> table.act(best.action)
    """

    def __init__(self, name: str, game: str, seat: int, seed: int = 0) -> None:
        self.name = name
        self.seat = seat
        self.seed = seed
        self._bot = _stamtafel.Bot.new(name, game, seat)

    def choices(
        self, table: Table, *, iterations: int = 0, milliseconds: int = 0
    ) -> list[Choice]:
        """Its best choices, the best first. It thinks for so many iterations, or so long; without
        either, by its settings. Other threads run meanwhile."""
        found = self._bot.decide(table._table, iterations, milliseconds, self.seed)
        return [
            Choice(action, table.action_id(action), value, visits)
            for action, value, visits in found
        ]

    def choose(self, table: Table, *, iterations: int = 0, milliseconds: int = 0) -> int:
        """Its best choice."""
        return self._bot.decide(table._table, iterations, milliseconds, self.seed)[0][0]


class Table:
    """One game being played, with its history. Made by `stamtafel.make`, `Table.at` or
    `Table.replay`.

    >>> import stamtafel
    >>> table = stamtafel.make("goldbraeu", players=4, seed=7)
    >>> table.players, table.over
    (4, False)
    >>> table.act(table.legal()[0])          # by number …
    >>> table.act(table.options()[0].id)     # … or by text
    >>> table.steps
    2

    Tables can be copied and pickled:

    >>> import copy, pickle
    >>> copy.copy(table).fingerprint == table.fingerprint
    True
    >>> pickle.loads(pickle.dumps(table)).fingerprint == table.fingerprint
    True
    """

    __slots__ = ("_table", "_edition", "__weakref__")

    def __init__(self, table: _stamtafel.Table, edition: Optional[Edition] = None) -> None:
        self._table = table
        self._edition = edition

    @classmethod
    def new(
        cls,
        game: str,
        players: int,
        seed: Optional[int] = None,
        variants: Variants = None,
        edition: Optional[Edition] = None,
    ) -> Table:
        """Deals a game; `stamtafel.make` says more."""
        seed = new_seed() if seed is None else seed
        made = _stamtafel.Table.new(game, players, seed, variants_text(variants), inner(edition))
        return cls(made, edition)

    @classmethod
    def at(
        cls,
        game: str,
        position: Union[str, bytes, "dict[str, Any]"],
        seed: Optional[int] = None,
        edition: Optional[Edition] = None,
    ) -> Table:
        """A table that begins at a position, as `position` or `bytes` wrote it.

        >>> import stamtafel
        >>> table = stamtafel.make("koenig", players=3, seed=1)
        >>> again = stamtafel.Table.at("koenig", table.position())
        >>> again.fingerprint == table.fingerprint
        True
        """
        seed = new_seed() if seed is None else seed
        if isinstance(position, bytes):
            return cls(_stamtafel.Table.at_bytes(game, position, seed, inner(edition)), edition)
        text = position if isinstance(position, str) else json.dumps(position)
        return cls(_stamtafel.Table.at(game, text, seed, inner(edition)), edition)

    @classmethod
    def replay(cls, record: str, edition: Optional[Edition] = None) -> Table:
        """The table at the end of a record.

        >>> import stamtafel
        >>> table = stamtafel.make("taverna", players=2, seed=3)
        >>> table.act(table.legal()[0])
        >>> stamtafel.Table.replay(table.record()).steps
        1
        """
        return cls(_stamtafel.Table.replay(record, inner(edition)), edition)

    # ---- where it stands ----

    @property
    def game(self) -> str:
        """The game's id: `"goldbraeu"`."""
        return self._table.game()

    @property
    def edition(self) -> Optional[Edition]:
        """The edition it is played with; None: the game's own."""
        return self._edition

    @property
    def players(self) -> int:
        return self._table.facts()[0]

    @property
    def over(self) -> bool:
        return self._table.facts()[1]

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that have something to choose now: several, where all choose at once."""
        return seats_of(self._table.facts()[2])

    @property
    def seat(self) -> int:
        """The first of them; -1 when the game is over."""
        return self._table.facts()[3]

    @property
    def steps(self) -> int:
        """How many choices were made."""
        return self._table.facts()[4]

    @property
    def actions(self) -> int:
        """How many actions the game knows: they are numbered from 0."""
        return self._table.facts()[5]

    @property
    def observation_size(self) -> int:
        return self._table.facts()[6]

    @property
    def fingerprint(self) -> int:
        """64 bits over all the position says."""
        return self._table.fingerprint()

    def outcome(self) -> Outcome:
        """As it stands; final when the game is over."""
        scores, ranks, winners = self._table.outcome()
        return Outcome(scores, ranks, seats_of(winners))

    def rewards(self, reward: str = "win") -> list[float]:
        """For each seat, by how it stands: `"win"`, the winners share 1 (nobody gets anything
        where a game has no winner, as König when all are tied); `"rank"`, from 1 for the first to
        -1 for the last; `"score"`.

        >>> import stamtafel
        >>> table = stamtafel.make("koenig", players=4, seed=1)
        >>> sum(table.rewards("rank"))
        0.0
        """
        return self._table.rewards(reward_number(reward))

    # ---- choices ----

    def _seat(self, seat: Optional[int]) -> int:
        return self.seat if seat is None else seat

    def legal(self, seat: Optional[int] = None) -> NDArray[np.int32]:
        """The numbers of the actions a seat may choose; without a seat, the first that is to
        choose. None for a seat that has nothing to choose."""
        return self._table.legal(self._seat(seat))

    def mask(self, seat: Optional[int] = None) -> NDArray[np.int8]:
        """The same as a row of 0 and 1, one for each action there is."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def options(self, seat: Optional[int] = None) -> list[Option]:
        """Every conceivable choice of a seat with its verdict.

        >>> import stamtafel
        >>> table = stamtafel.make("koenig", players=3, seed=1)
        >>> [option.id for option in table.options() if option.allowed][:2]  # doctest: +ELLIPSIS
        ['...', '...']
        """
        return [
            Option(
                action,
                self.action_id(action),
                rule == 0,
                self._table.rule(rule, missing, "en")[0] if rule else "",
                missing,
            )
            for action, rule, missing in self._table.options(self._seat(seat), True)
        ]

    def why_not(
        self, action: Union[int, str], seat: Optional[int] = None, language: str = "en"
    ) -> str:
        """Why a conceivable choice is not allowed, in a sentence; empty where it is."""
        number = self.action_number(action) if isinstance(action, str) else action
        for option, rule, missing in self._table.options(self._seat(seat), True):
            if option == number:
                return self._table.rule(rule, missing, language)[1] if rule else ""
        raise ValueError(f"'{self.action_id(number)}' is no choice at this point")

    def question(self, seat: Optional[int] = None, language: str = "en") -> str:
        """What the seat is asked, in a sentence."""
        return self._table.question(self._seat(seat), language)[1]

    def question_id(self, seat: Optional[int] = None) -> str:
        """The same as the game calls it."""
        return self._table.question(self._seat(seat), "en")[0]

    def action_id(self, action: int) -> str:
        """The text of an action: `"play guenstling"`."""
        return self._table.action_id(action)

    def action_text(self, action: int, language: str = "en") -> str:
        """As one says it at the table."""
        return self._table.action_text(action, language)

    def action_number(self, text: str) -> int:
        """The number of an action by its text."""
        return self._table.action_number(text)

    def act(self, action: Union[int, str], seat: Optional[int] = None) -> None:
        """Makes a choice, by number or by text, for a seat or the first that is to choose. What is
        not allowed is an error, and changes nothing."""
        if isinstance(action, str):
            self._table.act_text(self._seat(seat), action)
        else:
            self._table.act(self._seat(seat), int(action))

    def fallback(self, seat: Optional[int] = None) -> int:
        """The choice made for a seat that stays silent; always allowed."""
        return self._table.fallback(self._seat(seat))

    def undo(self, seat: int) -> None:
        """Takes back the seat's last step, unless chance was used, something hidden was shown, or
        another seat has acted since."""
        self._table.undo(seat)

    # ---- what is seen ----

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """What a seat sees; or `SPECTATOR`, or `EVERYTHING`.

        >>> import stamtafel
        >>> table = stamtafel.make("koenig", players=3, seed=1)
        >>> table.view(0)["game"]
        'koenig'
        """
        return json.loads(self._table.view(viewer))

    def position(self) -> dict[str, Any]:
        """All there is; `Table.at` begins there."""
        return self.view(EVERYTHING)

    def bytes(self) -> bytes:
        """The same, small, for the same rules and the same edition."""
        return self._table.bytes()

    def tell(self, viewer: int = SPECTATOR, language: str = "en") -> str:
        """The whole table in sentences."""
        return self._table.tell(viewer, language)

    def told(
        self, step: Optional[int] = None, viewer: int = SPECTATOR, language: str = "en"
    ) -> list[str]:
        """What happened in a step (the last one; -1: set-up), in sentences."""
        step = self.steps - 1 if step is None else step
        return self._table.told(step, viewer, language).splitlines()

    def observe(self, seat: Optional[int] = None) -> NDArray[np.float32]:
        """What a seat knows as numbers; `observation_fields` says what they are."""
        return self._table.observe(self._seat(seat))

    def observation_fields(self) -> list[Field]:
        """What the numbers are, in their order.

        >>> import stamtafel
        >>> table = stamtafel.make("goldbraeu", players=4, seed=1)
        >>> table.observation_fields()[0]
        Field(name='players', start=0, size=2, one_hot=True)
        """
        return fields_of(self._table.observation_names())

    def key(self, seat: Optional[int] = None) -> int:
        """64 bits over all a seat knows: the same in all positions it can't tell apart."""
        return self._table.key(self._seat(seat))

    def reimagine(self, seat: int, seed: Optional[int] = None) -> Table:
        """A table the seat can't tell from this one: what it cannot know is replaced by a random
        possibility.

        >>> import stamtafel
        >>> table = stamtafel.make("koenig", players=3, seed=1)
        >>> world = table.reimagine(0, seed=5)
        >>> world.key(0) == table.key(0), world.view(0) == table.view(0)
        (True, True)
        """
        seed = new_seed() if seed is None else seed
        return Table(self._table.imagine(seat, seed), self._edition)

    # ---- bots, records, copies ----

    def hint(
        self,
        bot: str = "greedy",
        seat: Optional[int] = None,
        *,
        iterations: int = 0,
        milliseconds: int = 0,
        seed: int = 0,
    ) -> list[Choice]:
        """The best choices of a seat with their values, as a bot sees them, the best first.

        >>> import stamtafel
        >>> table = stamtafel.make("tiefenthal", players=2, seed=4)
        >>> best = table.hint("greedy")[0]
        >>> best.action in table.legal()
        True
        """
        adviser = Bot(bot, self.game, self._seat(seat), seed)
        return adviser.choices(self, iterations=iterations, milliseconds=milliseconds)

    def record(self, remarks: bool = False) -> str:
        """The game so far as a text that replays it; with remarks, what happened stands under each
        action."""
        return self._table.record(remarks)

    def copy(self) -> Table:
        """The same again, with its history."""
        return Table(self._table.copy(), self._edition)

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Table.replay, (self.record(), self._edition)

    def __repr__(self) -> str:
        over = ", over" if self.over else ""
        return f"<stamtafel.Table {self.game}, {self.players} players, {self.steps} steps{over}>"
