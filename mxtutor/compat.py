"""Makes MXNet 1.9.1 importable on each supported Python.

While it is imported, MXNet 1.9.1 uses `numpy.bool`, which NumPy removed in 1.24, and the module `distutils`, which
Python removed in 3.12. NumPy 1.23.5 still works unchanged, but has no build for Python 3.12. There NumPy 1.26.4 is
pinned, this module restores the aliases, and setuptools provides `distutils`.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

ALIASES: dict[str, type] = {"bool": bool, "int": int, "float": float, "complex": complex, "object": object, "str": str}
"""Names that NumPy had for Python's own types up to 1.23."""


def prepare() -> None:
    """Restore the names that MXNet expects; idempotent.

    Raises:
        ModuleNotFoundError: NumPy is missing, or setuptools on Python 3.12.
    """
    numpy = importlib.import_module("numpy")
    release = tuple(int(part) for part in numpy.__version__.split(".")[:2])
    if release >= (1, 24):  # earlier releases still have the names, with a warning
        for name, meant in ALIASES.items():
            if name not in vars(numpy):
                setattr(numpy, name, meant)
    if sys.version_info >= (3, 12):
        importlib.import_module("setuptools")  # provides its own distutils in place of the standard library's
        importlib.import_module("distutils.version")


def import_mxnet() -> Any:
    """Return the `mxnet` module, imported with what it needs in place (0.6 s the first time).

    Raises:
        ModuleNotFoundError: MXNet, NumPy or (on Python 3.12) setuptools is missing.
    """
    prepare()
    return importlib.import_module("mxnet")
