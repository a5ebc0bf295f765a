"""What can go wrong. Every error says so in a sentence; where a rule of the game forbids something,
the error names it.

>>> import stamtafel
>>> table = stamtafel.make("koenig", players=3, seed=7)
>>> try:
...     table.act("play zork")
... except stamtafel.Error as error:
...     print(type(error).__name__)
UsageError
"""

from __future__ import annotations


class Error(Exception):
    """The sentence is `str(error)`; `rule` is the id of the rule or invariant, often empty;
    `missing` is how much is missing, where the rule counts something."""

    def __init__(self, text: str, rule: str = "", missing: int = 0) -> None:
        super().__init__(text, rule, missing)
        self.text = text
        self.rule = rule
        self.missing = missing

    def __str__(self) -> str:
        return self.text


class UsageError(Error, ValueError):
    """An unknown name, a number out of its range, a malformed action."""


class IllegalError(Error):
    """The rules forbid it."""


class TurnError(Error):
    """The seat has nothing to choose now."""


class PositionError(Error, ValueError):
    """A position that cannot be."""


class EditionError(Error, ValueError):
    """An edition that cannot be."""


class RecordError(Error, ValueError):
    """No record, or a damaged one."""


class OutdatedError(Error, ValueError):
    """A record of other rules or another edition, which part from ours."""


class ChanceError(Error, ValueError):
    """An outcome of chance that cannot be."""


class HandleError(Error, ValueError):
    """A handle of nothing."""


# In the order of stamtafel_status.
_KINDS = (
    Error,
    UsageError,
    IllegalError,
    TurnError,
    PositionError,
    EditionError,
    RecordError,
    OutdatedError,
    ChanceError,
    HandleError,
)


def made(status: int, text: str, rule: str, missing: int) -> Error:
    """The error for what the C interface reports."""
    return _KINDS[status](text, rule, missing)
