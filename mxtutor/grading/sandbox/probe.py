"""Which layers work here, found by trying them in throw-away children."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mxtutor.grading.sandbox.plan import Level, Plan


@dataclass(frozen=True, slots=True)
class LayerProbe:
    """One layer and whether it works here."""

    name: str
    ok: bool
    detail: str
    """What it is (when ok) or why it does not work, one sentence."""
    fix: str = ""
    """How to get it; empty when ok or not needed."""


@dataclass(frozen=True, slots=True)
class Probe:
    """All layers, in the order of `LAYERS`."""

    layers: tuple[LayerProbe, ...]
    root: bool
    """Whether the process runs as uid 0."""

    def works(self, name: str) -> bool:
        """Return whether the layer `name` works here."""
        return any(layer.ok for layer in self.layers if layer.name == name)


def probe() -> Probe:
    """Try every layer in forked children (20 ms in a process without MXNet; one thread only)."""
    raise NotImplementedError


def strangers_ok(found: Probe) -> bool:
    """Return whether strangers' answers may run: Landlock, seccomp, and another user id when root."""
    return found.works("landlock") and found.works("seccomp") and (found.works("uid") or not found.root)


def make_plan(
    level: Level, found: Probe, packages: Sequence[str] = ("mxnet", "numpy"), extra: Sequence[str] = ()
) -> Plan:
    """Return the strongest plan of `level`; answers may read `packages`, what they need, and the paths `extra`."""
    raise NotImplementedError
