"""Runs the named benchmarks, or all of them, and prints a Markdown table for each."""

from __future__ import annotations

import importlib.util
import sys

ALL = (
    "paint",
    "lookup",
    "check",
    "throughput",
    "idle",
    "stall",
    "watch",
    "service",
    "classroom",
    "class_live",
    "cluster",
    "serve",
)
ON_REQUEST = (
    "scan",
    "assess",
    "busy",
    "memory",
)
"""Benchmarks that download packages or take ten minutes and more; they run only if they are named."""
NEEDED = ("textual", "numpy", "mxnet", "torch", "pytest")
"""Packages that the benchmarks import or run; pytest is installed with the tests."""


def main(names: list[str]) -> int:
    """Return 2 for an unknown name, 3 if a package is missing, else 0."""
    if unknown := [n for n in names if n not in (*ALL, *ON_REQUEST)]:
        print(
            f"benchmarks: unknown benchmark {unknown[0]!r}; choose from {', '.join((*ALL, *ON_REQUEST))}.",
            file=sys.stderr,
        )
        return 2
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        fix = "`python3 bootstrap.py tests --version` installs it; then use .venv/bin/python."
        print(f"benchmarks: {', '.join(missing)} not installed. {fix}", file=sys.stderr)
        return 3
    from benchmarks.residents import own_graders

    with own_graders():
        for name in names or ALL:
            print(f"\n### {name}\n", flush=True)
            for line in importlib.import_module(f"benchmarks.{name}").measure():
                print(line, flush=True)
    return 0


raise SystemExit(main(sys.argv[1:]))
