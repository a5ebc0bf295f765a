"""The wheel, without a network and without compiling again: STAMTAFEL_MODULE names the module that
was built already (setup.py)."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif("STAMTAFEL_MODULE" not in os.environ, reason="only in ./test")
def test_the_wheel_installs_and_plays(tmp_path):
    pip = [sys.executable, "-m", "pip", "--no-cache-dir", "--disable-pip-version-check"]
    quiet = {**os.environ, "PIP_NO_INDEX": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    quiet.pop("PYTHONPATH", None)
    wheels = tmp_path / "wheels"
    subprocess.run(
        [*pip, "wheel", str(ROOT), "--no-build-isolation", "--no-deps", "-q", "-w", str(wheels)],
        check=True,
        env=quiet,
    )
    (wheel,) = wheels.iterdir()
    names = set(zipfile.ZipFile(wheel).namelist())
    for name in ("__init__.py", "py.typed", "_stamtafel.pyi", "environments.py"):
        assert f"stamtafel/{name}" in names
    assert not any("test" in name for name in names)
    target = tmp_path / "installed"
    subprocess.run(
        [*pip, "install", "-q", "--no-deps", "--target", str(target), str(wheel)],
        check=True,
        env=quiet,
    )
    program = (
        "import stamtafel; t = stamtafel.make('taverna', players=2, seed=1)\n"
        "while not t.over: t.act(t.legal()[0])\n"
        "print(stamtafel.__file__)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**quiet, "PYTHONPATH": str(target)},
    )
    assert said.stdout.startswith(str(target))
