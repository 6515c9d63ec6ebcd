"""Which framework answers, which one is the reference, and how strongly each is confined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FrameworkName = Literal["mxnet", "torch"]


@dataclass(frozen=True, slots=True)
class Role:
    """What one worker is for."""

    framework: FrameworkName
    isolation: str = "none"
    """Whether its jobs are confined: a level of the sandbox."""
    seconds: float = 10.0
    """Wall clock of its usual job, for which it keeps a supervisor ready."""
    processes: bool = False
    """Whether its usual job may fork."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The two sides of a grading; the frameworks may be the same one."""

    answer: Role
    reference: Role


def usual_roles(isolation: str) -> Roles:
    """Return the roles of this course: a confined answer in MXNet, and a reference in torch.

    A reference is trusted, since it belongs to the exercise; a role with isolation confines it like an answer.
    """
    return Roles(Role("mxnet", isolation), Role("torch", seconds=30.0, processes=True))
