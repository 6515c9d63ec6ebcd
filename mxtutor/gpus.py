"""Finds NVIDIA GPUs, and says which of them can run MXNet's published builds."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

MXNET_MAJORS = range(5, 9)
"""Major numbers of the compute capabilities that the published GPU builds of MXNet 1.9.1 support.

The builds contain code for 5.0 to 8.6. A GPU runs only code of its own major number (an 8.9 runs code for 8.6).
"""
_SECONDS = 60
_CARDS = Path("/proc/driver/nvidia/gpus")


@dataclass(frozen=True, slots=True)
class Gpu:
    name: str
    capability: str
    """Compute capability such as "8.6"; empty when unknown."""

    @property
    def runs_mxnet(self) -> bool:
        """Whether the published GPU builds of MXNet 1.9.1 contain code for it."""
        major = self.capability.partition(".")[0]
        return major.isdigit() and int(major) in MXNET_MAJORS


def find_gpus() -> list[Gpu]:
    """Return the NVIDIA GPUs that `nvidia-smi` lists, in the order of their numbers."""
    command = ["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)
        rows = [line.rpartition(",") for line in done.stdout.splitlines()] if done.returncode == 0 else []
    except (OSError, subprocess.TimeoutExpired):
        rows = []
    if rows:
        return [Gpu(name.strip(), capability.strip()) for name, _, capability in rows]
    return [Gpu("NVIDIA GPU", "") for _ in _CARDS.iterdir()] if _CARDS.is_dir() else []
