"""Scans a project: reads its files in several processes, then names their sites in several processes."""

from __future__ import annotations

import contextlib
import gc
import marshal
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.scan.callers import Callers
from mxtutor.scan.files import Found, find_files
from mxtutor.scan.modules import Modules
from mxtutor.scan.naming import NamedFile, Project, name_files
from mxtutor.scan.packing import Packed, Whole
from mxtutor.scan.reading import read_files
from mxtutor.scan.records import PatternRecord, SeenRecord, SiteRecord, SkippedRecord

SMALL = 500_000
"""Bytes of code below which one process is faster than several."""
LARGE = 20_000_000
FEW = 8
"""Bytes of code from which on at most `FEW` processes run, so that all of them together stay small."""
DEPTH = 20_000
"""Frames that code may be nested; Python's own limit is for programs, not for syntax trees."""
Progress = Callable[[int, int], None]
"""Gets the number of files that are done and of all, in two rounds."""


@dataclass(slots=True)
class Scanned:
    """What was found in a project, before the truth table is asked."""

    files: int = 0
    lines: int = 0
    sites: list[SiteRecord] = field(default_factory=list)
    unclear: list[SeenRecord] = field(default_factory=list)
    patterns: list[PatternRecord] = field(default_factory=list)
    skipped: list[SkippedRecord] = field(default_factory=list)
    attributes: dict[str, int] = field(default_factory=dict)
    libraries: dict[str, int] = field(default_factory=dict)
    torch_files: int = 0
    """Number of files that import torch."""
    mxnet_files: list[str] = field(default_factory=list)
    """Files that import MXNet and no torch: no site in them is torch's."""
    seconds: float = 0.0


def scan_project(root: Path, *, jobs: int | None = None, progress: Progress | None = None) -> Scanned:
    """Return what a project holds; it is neither imported nor run.

    Raises:
        OSError: `root` does not exist or cannot be read.
    """
    began = time.perf_counter()
    found = find_files(root)
    scanned = Scanned(skipped=[SkippedRecord(path, reason) for path, reason in found.skipped])
    workers = jobs or len(os.sched_getaffinity(0))
    collecting = gc.isenabled()
    gc.disable()  # trees and terms have no cycles that matter, and a collection walks all of them
    try:
        with _deep_recursion():
            _scan(found, scanned, workers, progress or _silent)
    finally:
        if collecting:
            gc.enable()
    scanned.seconds = time.perf_counter() - began
    return scanned


def _scan(found: Found, scanned: Scanned, workers: int, progress: Progress) -> None:
    sizes = found.sizes
    total = sum(sizes.values())
    workers = 1 if total < SMALL else min(workers, FEW) if total > LARGE else workers
    project = _read(found, scanned, sizes, workers, progress)
    order = list(project.packed)
    named: dict[str, NamedFile] = {}
    attributes: Counter[str] = Counter()
    for number, (path, known) in enumerate(name_files(project, order, sizes, workers), 1):
        progress(len(sizes) + number, 2 * len(sizes))
        named[path] = known
        attributes.update(known.attributes)
    project.packed.clear()
    nothing = NamedFile()
    for path in _torch_s(order, scanned):
        known = named.pop(path, nothing)
        scanned.sites += [
            SiteRecord(path, line, column, sys.intern(name), grade, cell)
            for line, column, name, grade, cell in sorted(known.sites, key=_place)
        ]
        scanned.unclear += [SeenRecord(path, *seen) for seen in sorted(known.unclear, key=_place)]
        scanned.patterns += [
            PatternRecord(kind, path, line, sys.intern(note), cell)
            for kind, line, note, cell in sorted(known.patterns, key=lambda one: (one[3], one[1]))
        ]
    scanned.attributes = dict(attributes)
    scanned.skipped.sort(key=lambda one: one.file)
    progress(2 * len(sizes), 2 * len(sizes))


def _torch_s(order: list[str], scanned: Scanned) -> list[str]:
    """Return the files whose sites may be torch's: none of MXNet's, and none of a project of MXNet without torch."""
    if scanned.mxnet_files and not scanned.torch_files:
        return []
    return [path for path in order if path not in scanned.mxnet_files]


def _place(one: tuple[int, int, str, str, int]) -> tuple[int, int, int]:
    """Return the cell, line and column of a site."""
    return one[4], one[0], one[1]


def _read(found: Found, scanned: Scanned, sizes: dict[str, int], workers: int, progress: Progress) -> Project:
    """Return the project as terms."""
    small = sum(sizes.values()) < SMALL
    packed: dict[str, Packed | Whole] = {}
    shared: dict[str, bytes] = {}
    wanted: set[str] = {"super", "__init__"}
    for number, one in enumerate(read_files(found, sizes, workers, small), 1):
        progress(number, 2 * len(sizes))
        scanned.skipped.extend(SkippedRecord(path, reason) for path, reason in one.skipped)
        if one.packed is None:
            continue
        packed[one.path], shared[one.path] = one.packed, one.shared
        wanted.update(one.names)
        scanned.torch_files += one.uses_torch
        if one.uses_mxnet and not one.uses_torch:
            scanned.mxnet_files.append(one.path)
        for name in one.imports:
            scanned.libraries[name] = scanned.libraries.get(name, 0) + 1
    scanned.mxnet_files.sort()
    scanned.files, scanned.lines = len(packed), sum(one.lines for one in packed.values())
    packed = {path: packed[path] for path in found.files if path in packed}
    callers = Callers(list(packed))
    for path in packed:
        callees, bases = marshal.loads(shared.pop(path))  # noqa: S302 - our own processes wrote it
        callers.add(path, {name: terms for name, terms in callees.items() if name in wanted}, bases)
    return Project(found.root, packed, Modules(found.files), callers)


def _silent(_done: int, _total: int) -> None:
    """Show no progress."""


@contextlib.contextmanager
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
