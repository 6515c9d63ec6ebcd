"""Makes MXNet 1.9.1 importable on every supported Python version.

On import, MXNet 1.9.1 uses `numpy.bool`, which NumPy removed in 1.24, and the module `distutils`, which
Python removed in 3.12. NumPy 1.23.5 works unchanged, but has no build for Python 3.12. On 3.12, NumPy 1.26.4 is
pinned, this module restores the aliases, and setuptools provides `distutils`.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

ALIASES: dict[str, type] = {"bool": bool, "int": int, "float": float, "complex": complex, "object": object, "str": str}
"""Aliases of Python types that NumPy had up to 1.23."""


def prepare() -> None:
    """Restore the NumPy and `distutils` names that MXNet expects; a second call does nothing.

    Raises:
        ModuleNotFoundError: NumPy is missing, or setuptools on Python 3.12.
    """
    numpy = importlib.import_module("numpy")
    release = tuple(int(part) for part in numpy.__version__.split(".")[:2])
    if release >= (1, 24):  # earlier NumPy releases still have the aliases, with a warning
        for name, meant in ALIASES.items():
            if name not in vars(numpy):
                setattr(numpy, name, meant)
    if sys.version_info >= (3, 12):
        importlib.import_module("setuptools")  # setuptools provides its own distutils in place of the removed one
        importlib.import_module("distutils.version")


def import_mxnet() -> Any:
    """Import MXNet after `prepare` and return the module (0.6 s the first time).

    Raises:
        ModuleNotFoundError: MXNet, NumPy or (on Python 3.12) setuptools is missing.
    """
    prepare()
    return importlib.import_module("mxnet")
