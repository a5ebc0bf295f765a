"""What the numbers of an observation are."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple


class Field(NamedTuple):
    """A part of an observation: `numbers[start:start + size]`.

    `name` is the path of the value in a view, seats counted from the one that observes:
    `wealth.0` is one's own, `wealth.1` of the seat to the left. Where `one_hot`, one of the numbers
    is 1 (or none, where there is nothing to tell); otherwise they are counts or scaled values.
    """

    name: str
    start: int
    size: int
    one_hot: bool

    @property
    def member(self) -> str:
        """The member of the view it belongs to: `wealth`."""
        return self.name.split(".", 1)[0]


def fields_of(names: str) -> list[Field]:
    """Of the lines that the engine names its numbers by: `turn=2` is one of a one-hot `turn`."""
    fields = []
    start = 0
    split = (line.partition("=") for line in names.splitlines())
    for (name, one_hot), group in groupby((name, bool(sign)) for name, sign, _ in split):
        size = sum(1 for _ in group)
        fields.append(Field(name, start, size, one_hot))
        start += size
    return fields
