"""Runs the benchmarks that are named, or all of them, and prints one Markdown table each."""

from __future__ import annotations

import sys

from benchmarks import check, idle, paint, stall, throughput, watch

ALL = {
    "paint": paint.measure,
    "check": check.measure,
    "throughput": throughput.measure,
    "idle": idle.measure,
    "stall": stall.measure,
    "watch": watch.measure,
}


def main(names: list[str]) -> int:
    """Return 2 for an unknown name, else 0."""
    if unknown := [n for n in names if n not in ALL]:
        print(f"benchmarks: no {unknown[0]!r}; there are {', '.join(ALL)}.", file=sys.stderr)
        return 2
    for name in names or ALL:
        print(f"\n### {name}\n", flush=True)
        for line in ALL[name]():
            print(line, flush=True)
    return 0


raise SystemExit(main(sys.argv[1:]))
