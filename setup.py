"""What pyproject.toml cannot say: a build compiles the languages first, so that every install has them.

With FINGERPOST_COMPILE=1 it makes the busiest modules machine code, too (scripts/compiling.py).
"""

import os
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).resolve().parent))
from scripts.compile_languages import PHRASES, compile_all
from scripts.compiling import WANTED, extensions


class BuildWithLanguages(build_py):
    """Copies the packages, compiled catalogues among them."""

    def run(self) -> None:
        """Compile, then copy."""
        compile_all(PHRASES)
        super().run()


setup(
    cmdclass={"build_py": BuildWithLanguages},
    ext_modules=list(extensions(os.environ.get(WANTED, ""))),  # with any, it is a wheel of this Python only
)
