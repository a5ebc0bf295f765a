"""The examples run, in short."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


@pytest.mark.parametrize(
    "name, arguments, says",
    [
        ("four_lines", [], "Outcome(scores="),
        ("tournament", ["koenig", "--bots", "random,quick", "--deals", "1"], "quick against random"),
        ("linear_td", ["koenig", "--steps", "60", "--tables", "8", "--games", "1"], "It wins"),
        ("speed", ["koenig", "--seconds", "0.01"], "vector of 1024, observations"),
        (
            "report",
            ["--games", "koenig", "--bots", "random,quick", "--deals", "1"],
            "Written to report/report.md.",
        ),
        (
            "actor_critic",
            ["tiefenthal", "--minutes", "0.02", "--tables", "8", "--steps", "16", "--games", "2"],
            "wins",
        ),
    ],
)
def test_example(name, arguments, says, tmp_path):
    if name == "actor_critic":
        pytest.importorskip("torch", reason="tools/install examples")
    said = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=dict(os.environ),
    )
    assert says in said.stdout
