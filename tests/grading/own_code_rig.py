"""Runs `mxtutor try` in the session's workers: the reference in a confined one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report
from mxtutor.grading.workers.worker import Frameworks, Worker, usual_roles
from mxtutor.own_code.cutting import port_source
from mxtutor.own_code.design import Design, Wishes, make_design
from mxtutor.own_code.packs import compare_port
from mxtutor.own_code.sources import read_original
from mxtutor.own_code.specs import parse_inputs

SAMPLES = Path(__file__).parents[1] / "own_code"
SEED = 4


def unchecked(grader: LocalGrader, confined: Worker) -> LocalGrader:
    """Return a grader over the session's answer worker and a worker for references that nobody has checked."""
    workers = Frameworks(usual_roles(confined=True, untrusted=True, checked=False), reference=confined)
    workers.answer = grader.frameworks.answer
    return LocalGrader(workers=workers)


class Rig:
    """Compares ports with originals."""

    def __init__(self, grader: LocalGrader) -> None:
        self.grader = grader
        self._designs: dict[tuple[str, str], Design] = {}

    def design(self, target: str, inputs: str = "", *, gradients: bool = True) -> Design:
        """Return the design of own code; `target` is the path of a file and a name."""
        wishes = Wishes(parse_inputs(inputs) if inputs else (), gradients=gradients)
        return make_design(self.grader, read_original(target), wishes)

    def sample(self, name: str, inputs: str = "") -> Design:
        """Return the design of a sample such as `losses:focal_loss`; each is made once."""
        if (name, inputs) not in self._designs:
            module, _, own = name.partition(":")
            self._designs[name, inputs] = self.design(f"{SAMPLES}/originals/{module}.py:{own}", inputs)
        return self._designs[name, inputs]

    def report(self, made: Design, port: str, *, entry: str = "") -> Report:
        """Return the report on the text of a port."""
        owner = made.prepared.original.owner
        source = port_source(Path("-"), port.encode(), owner, entry or owner)
        return compare_port(self.grader, made, source, SEED)

    @contextlib.contextmanager
    def lent(self) -> Iterator[LocalGrader]:
        """Yield the grader to a command, which may not close it."""
        yield self.grader
