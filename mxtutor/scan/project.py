"""Scans a project: reads its files in several processes, then names their sites in several processes."""

from __future__ import annotations

import contextlib
import gc
import marshal
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from mxtutor.scan.files import Found, find_files
from mxtutor.scan.library import load_library
from mxtutor.scan.modules import Modules
from mxtutor.scan.packing import Units, pack
from mxtutor.scan.patterns import Patterns
from mxtutor.scan.records import PatternRecord, SeenRecord, SiteRecord, SkippedRecord
from mxtutor.scan.sites import Sites
from mxtutor.scan.solver import Solver
from mxtutor.scan.sources import place, read_source
from mxtutor.scan.statements import Lowering
from mxtutor.scan.terms import Unit
from mxtutor.scan.values import TENSOR
from mxtutor.scan.workers import spread

SMALL = 400_000
"""Bytes of code below which one process is faster than several."""
LARGE_KIB = 110 << 10
"""Memory of a process, in KiB, from which on it forgets after each task what it found out."""
CHUNK = 600_000
"""Bytes of code that one task reads."""
DEPTH = 20_000
"""Frames that code may be nested; Python's own limit is for programs, not for syntax trees."""
LONGEST_SEEN = 100
"""Characters of code that are shown for a site that is not understood."""
BUILDS_ON_TORCH = frozenset(
    """transformers timm pytorch_lightning lightning accelerate torchmetrics einops torch_geometric dgl
    diffusers peft tensorboardX fairseq detectron2 mmcv mmdet apex deepspeed kornia monai gpytorch pyro
    segmentation_models_pytorch ignite fastai sentence_transformers bitsandbytes flash_attn xformers
    torch_scatter torch_sparse""".split()
)
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
    seconds: float = 0.0


@dataclass(slots=True)
class _Lowered:
    """One file as a process sends it."""

    path: str
    packed: bytes | None
    lines: int
    skipped: list[tuple[str, str]]
    callees: bytes = b""
    names: tuple[str, ...] = ()
    """Names of the functions and classes that the file defines."""
    imports: tuple[str, ...] = ()


@dataclass(slots=True)
class _Named:
    sites: list[tuple[Any, ...]]
    unclear: list[tuple[Any, ...]]
    patterns: list[tuple[Any, ...]]
    attributes: dict[str, int]


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
    sizes = {path: _size(found.root / path) for path in found.files}
    total = sum(sizes.values())
    workers = 1 if total < SMALL else workers
    packed: dict[str, bytes] = {}
    lines: dict[str, int] = {}
    callees: dict[str, bytes] = {}
    wanted: set[str] = {"super", "__init__"}
    files = 0
    for one in _lowered(found, sizes, workers):
        files += 1
        progress(files, 2 * len(sizes))
        scanned.skipped.extend(SkippedRecord(path, reason) for path, reason in one.skipped)
        if one.packed is None:
            continue
        packed[one.path], lines[one.path], callees[one.path] = one.packed, one.lines, one.callees
        wanted.update(one.names)
        for name in one.imports:
            scanned.libraries[name] = scanned.libraries.get(name, 0) + 1
    scanned.files, scanned.lines = len(packed), sum(lines.values())
    order = [path for path in found.files if path in packed]
    calls: dict[str, list[tuple[str, int]]] = {}
    for path in order:
        for name, terms in marshal.loads(callees.pop(path)).items():  # noqa: S302 - our own processes wrote it
            if name in wanted:
                calls.setdefault(name, []).extend((path, term) for term in terms[:64])
    state = _State(found.root, Units(packed, lines), Modules(found.files), calls)
    named = _named(state, order, sizes, workers)
    for number, (path, known) in enumerate(named, 1):
        progress(len(sizes) + number, 2 * len(sizes))
        scanned.sites += [SiteRecord(path, *site) for site in known.sites]
        scanned.unclear += [SeenRecord(path, *seen) for seen in known.unclear]
        scanned.patterns += [PatternRecord(kind, path, *rest) for kind, *rest in known.patterns]
        for name, count in known.attributes.items():
            scanned.attributes[name] = scanned.attributes.get(name, 0) + count
    progress(2 * len(sizes), 2 * len(sizes))
    rank = {path: i for i, path in enumerate(found.files)}
    scanned.sites.sort(key=lambda one: (rank[one.file], one.cell, one.line, one.col))
    scanned.unclear.sort(key=lambda one: (rank[one.file], one.cell, one.line, one.col))
    scanned.patterns.sort(key=lambda one: (rank[one.file], one.cell, one.line))
    scanned.skipped.sort(key=lambda one: one.file)


def _silent(_done: int, _total: int) -> None:
    """Show no progress."""


def _unnamed(_task: list[str]) -> list[tuple[str, _Named]]:
    """Return nothing for files whose process died."""
    return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


@contextlib.contextmanager
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


# Reading


def _lowered(found: Found, sizes: dict[str, int], workers: int) -> Iterator[_Lowered]:
    if workers == 1:
        yield from (lower_file(found.root, path) for path in found.files)
        return
    yield from spread(partial(_lower_files, found.root), _chunks(found.files, sizes), workers, _crashed)


def _chunks(paths: Sequence[str], sizes: dict[str, int]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for path in paths:
        chunk.append(path)
        size += sizes[path]
        if size > CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _lower_files(root: Path, paths: list[str]) -> list[_Lowered]:
    gc.disable()
    return [lower_file(root, path) for path in paths]


def _crashed(paths: list[str]) -> list[_Lowered]:
    """Return the result for files whose process died: Python's parser can fail on code that is nested too deeply."""
    return [_Lowered(path, None, 0, [(path, "Python's parser fails on it")]) for path in paths]


def lower_file(root: Path, path: str) -> _Lowered:
    """Return one file as terms, or why it cannot be read."""
    source = read_source(root, path)
    if source.tree is None:
        return _Lowered(path, None, 0, source.skipped)
    try:
        unit = Lowering().unit(source.tree, path, source.lines)
    except RecursionError:
        return _Lowered(path, None, 0, [(path, "nested too deeply")])
    unit.places = source.places
    callees, unit.callees = unit.callees, {}
    names = {one.name for one in unit.functions} | {one.name for one in unit.classes}
    return _Lowered(
        path, pack(unit), source.lines, source.skipped, marshal.dumps(callees), tuple(names), tuple(_imports(unit))
    )


def _imports(unit: Unit) -> set[str]:
    """Return the packages on top of torch that a unit imports."""
    found = {str(held[1]).partition(".")[0] for held in unit.terms if held[0] in ("import", "from")}
    return found & BUILDS_ON_TORCH


# Naming


@dataclass(slots=True)
class _State:
    root: Path
    units: Units
    modules: Modules
    calls: dict[str, list[tuple[str, int]]]


_STATE: list[_State] = []
"""What processes that are forked for the naming inherit."""


def _named(state: _State, order: list[str], sizes: dict[str, int], workers: int) -> Iterator[tuple[str, _Named]]:
    if workers == 1:
        yield from _name_files(order, state)
        return
    _STATE[:] = [state]
    try:
        yield from spread(_name_task, _chunks(order, sizes), workers, _unnamed)
    finally:
        _STATE.clear()


_SOLVER: list[tuple[Sites, Patterns]] = []


def _name_task(paths: list[str]) -> list[tuple[str, _Named]]:
    gc.disable()
    named = list(_name_files(paths, _STATE[0], _SOLVER))
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > LARGE_KIB:
        _SOLVER[0][0].solver.forget()
    return named


def _name_files(
    paths: Iterable[str], state: _State, kept: list[tuple[Sites, Patterns]] | None = None
) -> Iterator[tuple[str, _Named]]:
    if not kept:
        solver = Solver(state.units, state.modules, load_library(), state.calls)
        kept = [] if kept is None else kept
        kept.append((Sites(solver), Patterns(solver)))
    sites, patterns = kept[0]
    for path in paths:
        yield path, _name_file(state.root, path, sites, patterns)


def _name_file(root: Path, path: str, sites: Sites, patterns: Patterns) -> _Named:
    unit = sites.solver.units[path]
    found, unclear = sites.of(path)
    named = _Named([], [], [], {})
    for site, name, grade in found:
        line, cell = _line(unit, site.line)
        named.sites.append((line, site.column, name, grade, cell))
    texts = _texts(root / path) if unclear and unit.places is None else []
    for site, name, seen in unclear:
        line, cell = _line(unit, site.line)
        code = texts[line - 1].strip()[:LONGEST_SEEN] if line <= len(texts) else f".{name.rpartition('.')[2]}()"
        named.unclear.append((line, site.column, name, seen or code, cell))
    with contextlib.suppress(RecursionError):  # what is found until then stays
        for kind, where, note in patterns.of(path, found):
            line, cell = _line(unit, where)
            named.patterns.append((kind, line, note, cell))
    with contextlib.suppress(RecursionError):
        _count_attributes(named, unit, path, sites)
    return named


def _count_attributes(named: _Named, unit: Unit, path: str, sites: Sites) -> None:
    for term, _, _ in unit.attributes:
        held = unit.terms[term]
        if held[2] in sites.solver.library.tensor_attributes and TENSOR in sites.solver.value(path, held[1]):
            name = f"Tensor.{held[2]}"
            named.attributes[name] = named.attributes.get(name, 0) + 1


def _texts(path: Path) -> list[str]:
    try:
        return path.read_bytes().decode("utf-8", "replace").split("\n")
    except OSError:
        return []


def _line(unit: Unit, line: int) -> tuple[int, int]:
    """Return the line, and the cell of a notebook or 0."""
    if unit.places is None:
        return line, 0
    _, cell, inside = place("", line, unit.places).rsplit(":", 2)
    return int(inside), int(cell)
