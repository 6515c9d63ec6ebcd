"""Roles: the framework of the answer, the framework of the reference, and how each is confined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FrameworkName = Literal["mxnet", "torch"]


@dataclass(frozen=True, slots=True)
class Role:
    """What one worker is for."""

    framework: FrameworkName
    confined: bool = False
    """Whether the sandbox confines its jobs; limits of resources hold in either case."""
    untrusted: bool = False
    """Whether the worker refuses a job that needs a network if the machine cannot isolate that network."""
    seconds: float = 10.0
    """Time limit of its usual job, for which a supervisor waits."""
    processes: bool = False
    """Whether its usual job may fork."""
    answers: int = 100
    """Jobs that a supervisor serves, one at a time and each in a fresh child.

    Where the kernel does not end all processes of a job with its child, a supervisor serves one job.
    """


@dataclass(frozen=True, slots=True)
class Roles:
    """The two sides of a grading; the frameworks may be the same one."""

    answer: Role
    reference: Role


def usual_roles(*, confined: bool, untrusted: bool) -> Roles:
    """Return the roles of this course: an answer in MXNet, and a trusted reference in torch.

    References of the course belong to its exercises. A reference from another source needs a confined role.
    """
    return Roles(Role("mxnet", confined, untrusted), Role("torch", seconds=30.0, processes=True))
