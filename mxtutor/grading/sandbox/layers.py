"""The three steps of confinement: worker, keeper, child."""

from __future__ import annotations

from dataclasses import dataclass

from mxtutor.grading.sandbox.plan import Limits, Plan


@dataclass(frozen=True, slots=True)
class Confinement:
    """What the worker prepared for its keepers and children."""

    plan: Plan
    isolation: tuple[str, ...]
    """Names of the layers in use, for the report."""

    @property
    def needs_scratch(self) -> bool:
        """Whether each job must bring an empty folder; else the child mounts its own."""
        return not self.plan.uses("mount")


def confine_worker(plan: Plan) -> Confinement:
    """Confine this process, which must have one thread and not yet have imported MXNet; once.

    With `mount` the process afterwards sees the read list only: import your own modules beforehand.
    Raises SandboxError.
    """
    raise NotImplementedError


def confine_keeper(confinement: Confinement) -> None:
    """Make the next fork of this process the first process of its own pid namespace. Raises SandboxError."""
    raise NotImplementedError


def confine_child(confinement: Confinement, limits: Limits, scratch: str | None = None, slot: int = 0) -> str:
    """Confine this process for good and return its scratch folder (cwd, HOME and TMPDIR).

    `scratch` is an empty folder of this job where `needs_scratch`, to be removed by the caller; else unused.
    `slot` differs between the jobs that run at once (any int; modulo `SLOTS`).
    Close descriptors after this call, not before: it needs some, and closes those itself. Raises SandboxError.
    """
    raise NotImplementedError
