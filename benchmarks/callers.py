"""Callers that keep the resident grader busy: `python -m benchmarks.callers KIND`, until standard input closes.

KIND is `loops` (three callers check endless loops), `queue` (one caller with many answers) or `class`.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
import threading
from collections.abc import Iterator

from mxtutor.content.loader import load_exercise
from mxtutor.grading.protocol import Submission
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.paths import content_root

EXERCISE = "tensors/arccos"
ENDLESS = b"def arccos(x):\n    while True:\n        pass\n"
ANSWERS = 1000
"""Answers of a queue or a class; 32 of them are with the grader at once."""
KINDS = {"loops": (3, 1), "queue": (1, 32), "class": (1, 32)}
"""Number of callers and threads of each."""


def main(kind: str) -> None:
    """Keep the grader busy until standard input closes."""
    exercise = load_exercise(content_root() / "exercises" / EXERCISE, EXERCISE)
    source = ENDLESS if kind == "loops" else (exercise.folder / "solution.py").read_bytes()
    callers, threads = KINDS[kind]
    left: Iterator[int] = itertools.count() if kind == "loops" else iter(range(ANSWERS))
    ended = threading.Event()

    def work(grader: RemoteGrader) -> None:
        while not ended.is_set() and next(left, None) is not None:
            grader.grade(Submission(exercise, source, 1))

    with contextlib.ExitStack() as stack:
        for number in range(callers):
            name = f"{kind} {number}"
            grader = stack.enter_context(RemoteGrader(content_root(), many=kind == "class", ahead=False, caller=name))
            grader.require_ready()
            for _ in range(threads):
                threading.Thread(target=work, args=(grader,), daemon=True).start()
        print("busy", flush=True)
        sys.stdin.read()
        ended.set()


if __name__ == "__main__":
    main(sys.argv[1])
