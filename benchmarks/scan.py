"""Compares what `mxtutor scan` says of packages with what drivers really called, and its time with `ast.parse`.

pip puts the pinned packages into a folder of the cache; drivers in `benchmarks/scan_drivers/` run them under
`tests/scan/recorder.py`. What they called is kept there until a driver, the recorder or torch changes, so that the
next run only scans. `HELD_OUT` are packages whose results changed nothing in the scan.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
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
SECONDS = 1800
"""The longest that a driver may run; on a busy machine some take ten minutes."""
TRIALS = 15
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

    def add(self, other: Measured) -> None:
        """Add another package; the times are of one package only."""
        self.right += other.right
        self.wrong += other.wrong
        self.found += other.found
        self.called += other.called
        self.lines += other.lines

    def precision(self, grade: str) -> str:
        """Return the share of right names in percent, and their number."""
        total = self.right[grade] + self.wrong[grade]
        return f"{100 * self.right[grade] / total:.1f} ({total})" if total else "none"

    def recall(self, grades: tuple[str, ...]) -> str:
        """Return the share of called sites that were named, in percent."""
        return f"{100 * sum(self.found[grade] for grade in grades) / self.called:.1f}" if self.called else "none"


def measure() -> Iterator[str]:
    """Yield the results as lines of Markdown; what is downloaded and recorded is kept for the next run."""
    yield "| package | sure, % | likely, % | by name, % | recall, % | with by name, % | called | lines | time |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    folder = _kept()
    needs = folder / f"needs-{_digest(repr(NEEDS).encode())}"
    _install(needs, *NEEDS)
    every = Measured(Counter(), Counter(), Counter(), 0, 0, 0.0)
    packages = [*((*one, "") for one in TUNED.items()), *((*one, " (held out)") for one in HELD_OUT.items())]
    for number, (package, driver, kind) in enumerate(packages, 1):
        _say(f"{number} of {len(packages)}: {package}")
        try:
            one = _measured(folder / package, needs, package, driver)
        except (RuntimeError, subprocess.SubprocessError) as error:
            yield f"| {package}{kind} | not measured: {' '.join(str(error).split())[-200:]} |"
            continue
        every.add(one)
        yield _row(f"{package}{kind}", one)
    yield _row("**all that were measured**", every)
    yield ""
    _say("torch itself")
    yield _large()


def _row(name: str, one: Measured) -> str:
    cells = [one.precision(grade) for grade in GRADES]
    cells += [one.recall(GRADES[:2]), one.recall(GRADES), str(one.called), str(one.lines)]
    return f"| {' | '.join([name, *cells, f'{one.ratio:.1f}' if one.ratio else ''])} |"


def _say(text: str) -> None:
    """Show the progress beside the table."""
    print(f"benchmarks scan: {text}", file=sys.stderr, flush=True)


def _kept() -> Path:
    """Return the folder that keeps packages and what their drivers called; a run that was ended goes on there."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mxtutor-benchmarks" / "scan"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


def _install(target: Path, *packages: str) -> None:
    """Install packages without their dependencies; a folder that exists is whole."""
    if target.exists():
        return
    _say(f"installs {len(packages)} packages" if len(packages) > 1 else "installs it")
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        begun = Path(scratch) / "target"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(begun), *packages]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        begun.rename(target)


def _measured(folder: Path, needs: Path, package: str, driver: str) -> Measured:
    _install(folder, package)
    code = DRIVERS / f"{driver}.py"
    recorder = ROOT / "tests" / "scan" / "recorder.py"
    torch = version("torch").encode()
    known = _digest(code.read_bytes(), recorder.read_bytes(), needs.name.encode(), torch)
    called = folder.with_name(f"{package}.{known}.json")
    if not called.exists():
        _say("records its driver")
        _record(folder, needs, code, called)
    _say("scans it")
    return compared(folder, json.loads(called.read_text(encoding="utf-8")))


def _record(folder: Path, needs: Path, driver: Path, called: Path) -> None:
    """Write what a driver calls in a package.

    Raises:
        RuntimeError: the driver ended early; it would measure a part of the package only.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(needs)]),
        "SCANNED_PACKAGE": str(folder),
        "OMP_NUM_THREADS": "1",  # threads that wait for each other take minutes on a busy machine
    }
    command = [sys.executable, "-W", "ignore", "-m", "tests.scan.recorder", str(folder), str(driver)]
    with tempfile.TemporaryDirectory(dir=called.parent) as scratch:  # examples write checkpoints into their folder
        out = Path(scratch) / "called.json"
        done = subprocess.run(
            [*command, str(out)], cwd=scratch, env=environment, timeout=SECONDS, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"its driver ended early: {done.stderr[-500:]}")
        out.rename(called)


def compared(folder: Path, called: dict[str, dict[str, list[str]]]) -> Measured:
    """Return how a scan of a folder fits what was called in it."""
    parsing: list[float] = []
    scanning: list[float] = []
    for _ in range(TRIALS):  # in turn, so that both are measured on the same machine
        parsing.append(_parse_seconds(folder))
        began = time.process_time()
        scanned = scan_project(folder, jobs=1)
        scanning.append(time.process_time() - began)
    told: dict[tuple[str, str], list[SiteRecord]] = {}
    for site in scanned.sites:
        told.setdefault((site.file, f"{site.line}:{site.col}"), []).append(site)
    result = Measured(Counter(), Counter(), Counter(), 0, scanned.lines, min(scanning) / min(parsing))
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
    """Return one line about a scan of torch itself, more than a million lines, in all processes.

    It runs in a process of its own, so that the memory is that of this scan alone.
    """
    command = [sys.executable, "-c", "from benchmarks.scan import scan_torch; print(scan_torch())"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def scan_torch() -> str:
    """Scan torch and return the time and the largest proportional memory."""
    import importlib.util

    spec = importlib.util.find_spec("torch")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    done, sizes = threading.Event(), [0.0]
    watch = threading.Thread(target=_watch, args=(done, sizes))
    watch.start()
    try:
        scanned = scan_project(folder)
    finally:
        done.set()
        watch.join()
    parsing = _parse_seconds(folder)
    rate = f"{scanned.seconds:.1f} s, {scanned.seconds / parsing:.1f} times `ast.parse` in one process"
    return f"torch itself: {scanned.lines:,} lines, {rate}, at most {max(sizes):.0f} MiB (proportional, all processes)."


def _watch(done: threading.Event, sizes: list[float]) -> None:
    """Note the proportional memory of this process and its children in MiB, twice a second."""
    me = os.getpid()
    while not done.wait(0.5):
        with contextlib.suppress(OSError):  # a worker that has ended
            children = Path(f"/proc/{me}/task/{me}/children").read_text().split()
            files = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in (me, *children)]
            sizes.append(sum(int(text.split("\nPss:")[1].split()[0]) for text in files) / 1024)
