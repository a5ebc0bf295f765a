"""The examples in docstrings and in docs/python.md are run."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import stamtafel

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = ["stamtafel"] + [
    f"stamtafel.{module.name}"
    for module in pkgutil.iter_modules(stamtafel.__path__)
    if module.name != "_stamtafel"
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = sum(
        len(found.examples)
        for name in MODULES
        for found in finder.find(importlib.import_module(name))
    )
    assert examples > 50


def test_guide():
    guide = Path(__file__).parents[3] / "docs" / "python.md"
    failed, tried = doctest.testfile(str(guide), module_relative=False, optionflags=FLAGS)
    assert tried > 5
    assert failed == 0


def test_everything_public_is_documented():
    for name in stamtafel.__all__:
        thing = getattr(stamtafel, name)
        if callable(thing):
            assert thing.__doc__, name
    for kind in (stamtafel.Table, stamtafel.VectorEnv, stamtafel.Bot):
        for name, thing in vars(kind).items():
            if not name.startswith("_") and callable(thing):
                assert thing.__doc__, f"{kind.__name__}.{name}"
