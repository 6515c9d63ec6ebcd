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


def usual_roles(*, confined: bool, untrusted: bool, checked: bool = True) -> Roles:
    """Return the roles of a course: an answer in MXNet, and a reference in torch.

    `checked`: the references are mxtutor's own. References from another source, such as a pack or a learner's own
    code, are confined, with `confined` and without.
    """
    reference = Role("torch", seconds=30.0, processes=True) if checked else unchecked_reference()
    return Roles(Role("mxnet", confined, untrusted), reference)


def unchecked_reference() -> Role:
    """Return the role of references that nobody has checked."""
    return Role("torch", confined=True, untrusted=True, seconds=30.0)
