"""Checks the optional packages that only some commands need, which extras of mxtutor install."""

from __future__ import annotations

import importlib.util
import shlex
import sys

from mxtutor.errors import UsageError

PACKAGES = {
    "cluster": ("cryptography", "distributed"),
    "serve": ("aiohttp", "textual_serve"),
}
"""The modules of each extra in pyproject.toml."""


def require(extra: str, what: str) -> None:
    """Check that the packages of an extra are installed; `what` begins the error message: "Grading on a cluster".

    Raises:
        UsageError: one of them is missing.
    """
    if any(importlib.util.find_spec(name) is None for name in PACKAGES[extra]):
        command = f"{shlex.quote(sys.executable)} -m pip install 'mxtutor[{extra}]'"
        raise UsageError(f"{what} needs packages that are not installed.", fix=f"Run: {command}")
