"""Compares what `mxtutor scan` says of packages with what drivers really called, and its time with `ast.parse`.

pip puts the pinned packages into a temporary folder; drivers in `benchmarks/scan_drivers/` run them under
`tests/scan/recorder.py`. `HELD_OUT` are packages whose results changed nothing in the scan.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mxtutor.scan.files import find_files
from mxtutor.scan.project import scan_project
from mxtutor.scan.records import SiteRecord

ROOT = Path(__file__).resolve().parent.parent
DRIVERS = Path(__file__).parent / "scan_drivers"
NEEDS = (
    "einops==0.8.2", "scipy==1.11.4", "scikit-learn==1.3.2", "joblib", "threadpoolctl", "packaging", "tqdm", "loguru",
    "lightning-utilities==0.15.3", "einx==0.4.3", "frozendict", "beartype", "cloudpickle", "pytorch_ranger==0.1.1",
    "torch-einops-utils==0.2.0", "hyper-connections==0.4.11", "ema-pytorch==0.8.3", "local-attention==1.11.2",
    "linear-operator==0.6", "jaxtyping==0.2.36", "mpmath==1.3.0", "typeguard==2.13.3", "wadler-lindig==0.1.3",
)  # fmt: skip
"""What the packages import besides torch and NumPy; installed without their own dependencies."""
TUNED = {
    "einops==0.8.2": "einops_layers",
    "torch-optimizer==0.3.0": "optimizers",
    "pytorch-metric-learning==2.9.0": "metric_learning",
    "x-transformers==2.31.10": "readme",
    "ema-pytorch==0.8.3": "readme",
    "rotary-embedding-torch==0.9.1": "readme",
    "axial-positional-embedding==0.3.12": "readme",
    "vector-quantize-pytorch==1.32.0": "readme",
    "gpytorch==1.14": "gaussian_processes",
    "captum==0.7.0": "attributions",
    "normflows==1.7.3": "own_tests",
    "zuko==1.3.1": "flows",
}
"""Packages that were looked at while the scan was written, with their drivers."""
HELD_OUT = {"torchmetrics==1.9.0": "metrics", "colt5-attention==0.11.2": "readme"}
GRADES = ("sure", "likely", "name")
SECONDS = 600
TRIALS = 7
"""Measurements of the time; the least of them is reported, since other programs only add to it."""


@dataclass(slots=True)
class Measured:
    """The comparison for one package."""

    right: Counter[str]
    wrong: Counter[str]
    found: Counter[str]
    """Called sites by the best grade of the right name."""
    called: int
    lines: int
    ratio: float
    """CPU time of the scan in that of `ast.parse` on the same files, one process each, the best of `TRIALS`."""

    def precision(self, grade: str) -> str:
        """Return the share of right names in percent, and their number."""
        total = self.right[grade] + self.wrong[grade]
        return f"{100 * self.right[grade] / total:.1f} ({total})" if total else "none"

    def recall(self, grades: tuple[str, ...]) -> str:
        """Return the share of called sites that were named, in percent."""
        return f"{100 * sum(self.found[grade] for grade in grades) / self.called:.1f}" if self.called else "none"


def measure() -> Iterator[str]:
    """Yield the results as lines of Markdown."""
    yield "| package | sure, % | likely, % | by name, % | recall, % | with by name, % | called | lines | time |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    with tempfile.TemporaryDirectory() as folder:
        needs = Path(folder) / "needs"
        _install(needs, *NEEDS)
        for kind, packages in (("", TUNED), (" (held out)", HELD_OUT)):
            for package, driver in packages.items():
                one = _measured(Path(folder) / package, needs, package, driver)
                cells = [one.precision(grade) for grade in GRADES]
                cells += [
                    one.recall(GRADES[:2]),
                    one.recall(GRADES),
                    str(one.called),
                    str(one.lines),
                    f"{one.ratio:.1f}",
                ]
                yield f"| {' | '.join([f'{package}{kind}', *cells])} |"
    yield ""
    yield _large()


def _install(target: Path, *packages: str) -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), *packages]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def _measured(folder: Path, needs: Path, package: str, driver: str) -> Measured:
    _install(folder, package)
    out = folder / "called.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(needs)]), "SCANNED_PACKAGE": str(folder)}
    command = [sys.executable, "-W", "ignore", "-m", "tests.scan.recorder"]
    with tempfile.TemporaryDirectory() as scratch:  # examples write checkpoints into the current folder
        done = subprocess.run(
            [*command, str(folder), str(DRIVERS / f"{driver}.py"), str(out)],
            cwd=scratch, env=environment, timeout=SECONDS, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:  # it would measure a part of the package only
        raise RuntimeError(f"the driver of {package} ended early: {done.stderr[-500:]}")
    return compared(folder, json.loads(out.read_text(encoding="utf-8")))


def compared(folder: Path, called: dict[str, dict[str, list[str]]]) -> Measured:
    """Return how a scan of a folder fits what was called in it."""
    parsing = min(_parse_seconds(folder) for _ in range(TRIALS))
    scanning: list[float] = []
    for _ in range(TRIALS):
        began = time.process_time()
        scanned = scan_project(folder, jobs=1)
        scanning.append(time.process_time() - began)
    told: dict[tuple[str, str], list[SiteRecord]] = {}
    for site in scanned.sites:
        told.setdefault((site.file, f"{site.line}:{site.col}"), []).append(site)
    result = Measured(Counter(), Counter(), Counter(), 0, scanned.lines, min(scanning) / parsing)
    for file, sites in called.items():
        for place, names in sites.items():
            mine = told.get((file, place), [])
            allowed = {name.lstrip("?") for name in names}
            for site in mine:
                (result.right if site.name in allowed else result.wrong)[site.sure] += 1
            if any(not name.startswith("?") for name in names):
                result.called += 1
                good = [site.sure for site in mine if site.name in names]
                result.found.update([min(good, key=GRADES.index)] if good else [])
    return result


def _parse_seconds(folder: Path) -> float:
    sources = [(folder / path).read_bytes() for path in find_files(folder).files if path.endswith(".py")]
    began = time.process_time()
    for source in sources:
        with contextlib.suppress(SyntaxError):  # a file for a newer Python
            ast.parse(source)
    return time.process_time() - began


def _large() -> str:
    """Return one line about a scan of torch itself, more than a million lines, in all processes."""
    import importlib.util

    spec = importlib.util.find_spec("torch")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    parsing = _parse_seconds(folder)
    scanned = scan_project(folder)
    used = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) >> 10
    rate = f"{scanned.seconds:.1f} s, {scanned.seconds / parsing:.1f} times `ast.parse` in one process"
    return f"torch itself: {scanned.lines:,} lines, {rate}, at most {used} MiB in a process."
