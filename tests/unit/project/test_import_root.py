"""The tests have one import root: the checkout."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("tests", "benchmarks", "mxtutor")


def test_every_loaded_module_has_the_name_that_its_path_gives_it() -> None:
    """A second name for one file loads it twice: two copies of its classes and of its fixtures.

    All test modules are loaded when the first test runs, so that a run of all tests checks all of them.
    """
    misnamed = {}
    for name, module in sorted(sys.modules.items()):
        path = Path(getattr(module, "__file__", None) or "/")
        if name == "__main__" or not any(path.is_relative_to(ROOT / package) for package in PACKAGES):
            continue
        parts = path.relative_to(ROOT).with_suffix("").parts
        expected = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name != expected:
            misnamed[name] = expected
    assert __name__ == "tests.unit.project.test_import_root"
    assert misnamed == {}
