"""Builds the compiled part of the Python package by CMake; all else is said in pyproject.toml.

STAMTAFEL_MODULE names a module that was built already, which is then taken instead.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
BUILD = ROOT / "build" / "wheel"
SETTINGS = {
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_CXX_FLAGS_RELEASE": "-O3 -DNDEBUG",
    "CMAKE_UNITY_BUILD": "ON",
    "STAMTAFEL_BINDINGS": "ON",
    "STAMTAFEL_PYTHON": sys.executable,
    "STAMTAFEL_TESTS": "OFF",
    "STAMTAFEL_WEB": "OFF",
}


def built_module():
    settings = [f"-D{name}={value}" for name, value in SETTINGS.items()]
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", *settings], check=True)
    subprocess.run(["cmake", "--build", BUILD, "--target", "stamtafel_python"], check=True)
    return next((BUILD / "python" / "stamtafel").glob("_stamtafel.*.so"))


class BuildModule(build_ext):
    def build_extension(self, ext):
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(os.environ.get("STAMTAFEL_MODULE") or built_module(), target)


packed = BUILD / "packed"  # nothing is left lying in the sources
packed.mkdir(parents=True, exist_ok=True)
project = (ROOT / "CMakeLists.txt").read_text()
setup(
    version=re.search(r"stamtafel VERSION ([\d.]+)", project).group(1),
    ext_modules=[Extension("stamtafel._stamtafel", sources=[])],
    cmdclass={"build_ext": BuildModule},
    options={"build": {"build_base": str(packed)}, "egg_info": {"egg_base": str(packed)}},
)
