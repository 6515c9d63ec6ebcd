"""Prints the lines and files of each room of `mxtutor/`; with a commit, also those of that commit.

python -m tests.size
python -m tests.size v0.3.0
"""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "mxtutor"
Sizes = dict[str, tuple[int, int]]
"""Lines and files of each room."""


def sizes(files: Iterable[tuple[str, int]]) -> Sizes:
    """Return the sizes of rooms; `files` are paths below the checkout with their numbers of lines."""
    found: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for path, lines in files:
        parts = Path(path).parts
        for room in (parts[1] if len(parts) > 2 else "(top)", "all"):
            found[room] = (found[room][0] + lines, found[room][1] + 1)
    return found


def here() -> Iterator[tuple[str, int]]:
    """Yield the Python files of this checkout."""
    for path in (ROOT / PACKAGE).rglob("*.py"):
        yield str(path.relative_to(ROOT)), path.read_bytes().count(b"\n")


def then(commit: str) -> Iterator[tuple[str, int]]:
    """Yield the Python files of a commit, without empty ones."""
    command = ["git", "grep", "-c", "", commit, "--", f"{PACKAGE}/*.py"]
    for line in subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines():
        path, _, count = line.removeprefix(f"{commit}:").rpartition(":")
        yield path, int(count)


def main(arguments: list[str]) -> int:
    """Print a row for each room, the largest first."""
    now = sizes(here())
    before = sizes(then(arguments[0])) if arguments else {}
    print(f"{'room':<14}{'lines':>8}{'files':>7}" + (f"{'then':>10}{'files':>7}{'change':>9}" if before else ""))
    for room in sorted({*now, *before}, key=lambda one: -max(now.get(one, (0, 0)), before.get(one, (0, 0)))[0]):
        lines, files = now.get(room, (0, 0))
        old = before.get(room, (0, 0))
        print(f"{room:<14}{lines:>8}{files:>7}" + (f"{old[0]:>10}{old[1]:>7}{lines - old[0]:>+9}" if before else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
