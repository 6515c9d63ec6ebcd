"""Scans a project file by file, in several processes if it is large."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from bisect import bisect_right
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from mxtutor.scan.files import SUFFIXES, find_files
from mxtutor.scan.library import ROOTS
from mxtutor.scan.modules import Modules
from mxtutor.scan.naming import Sites
from mxtutor.scan.reader import Reader
from mxtutor.scan.records import PatternRecord, SeenRecord, SiteRecord, SkippedRecord
from mxtutor.scan.sentences import NOTES
from mxtutor.scan.sources import Source, read_source
from mxtutor.scan.values import Value

SMALL = 500_000
"""Bytes of code below which one process is faster than several."""
DEPTH = 20_000
"""Frames that code may be nested; Python's own limit is for programs, not for syntax trees."""
MOST_KEPT = 100
"""Files that are kept because others import them."""
LONGEST_SEEN = 100
"""Characters of code that are shown for a site that is not understood."""
BUILDS_ON_TORCH = frozenset(
    """transformers timm pytorch_lightning lightning accelerate torchmetrics einops torch_geometric dgl diffusers
    peft tensorboardX fairseq detectron2 mmcv mmdet apex deepspeed kornia monai gpytorch pyro
    segmentation_models_pytorch ignite fastai sentence_transformers bitsandbytes flash_attn xformers
    torch_scatter torch_sparse""".split()
)
Progress = Callable[[int, int], None]
"""Gets the number of files that are done and of all."""


@dataclass(slots=True)
class ScannedFile:
    """What one file holds."""

    path: str
    lines: int = -1
    """-1 for a file without code that can be read."""
    sites: list[SiteRecord] = field(default_factory=list)
    unclear: list[SeenRecord] = field(default_factory=list)
    patterns: list[PatternRecord] = field(default_factory=list)
    skipped: list[SkippedRecord] = field(default_factory=list)
    attributes: Counter[str] = field(default_factory=Counter)
    packages: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Scanned:
    """What was found in a project, or in several, before the truth table is asked."""

    files: int = 0
    lines: int = 0
    sites: list[SiteRecord] = field(default_factory=list)
    unclear: list[SeenRecord] = field(default_factory=list)
    patterns: list[PatternRecord] = field(default_factory=list)
    skipped: list[SkippedRecord] = field(default_factory=list)
    attributes: Counter[str] = field(default_factory=Counter)
    libraries: Counter[str] = field(default_factory=Counter)
    torch_files: int | None = 0
    """Number of files that import torch; None if a report of an earlier release did not count them."""
    mxnet_files: list[str] = field(default_factory=list)
    """Files that import MXNet and no torch: no site in them is torch's."""
    seconds: float = 0.0


class Project:
    """The project around a file: what its own modules hold."""

    def __init__(self, root: Path, modules: Modules) -> None:
        self.root = root
        self.modules = modules
        self.inside = 0
        """Functions that run because others ask for them, inside each other."""
        self._readers: OrderedDict[str, Reader | None] = OrderedDict()
        self._sources: OrderedDict[str, Source] = OrderedDict()
        self._asked: set[tuple[str, str]] = set()

    def name_in(self, path: str, name: str) -> Value:
        """Return a global name of a module of the project, or a module inside of it."""
        reader = self._reader(path)
        key = (path, name)
        if reader is not None and key not in self._asked:
            self._asked.add(key)
            found = reader.lookup_global(name)
            self._asked.discard(key)
            if found:
                return found
        if path.endswith(("/__init__.py", "/")) or path == "__init__.py":
            inner = self.modules.resolve(f"{path.rpartition('/')[0]}/__init__.py".lstrip("/"), name, 1)
            if inner is not None:
                return (("module", inner),)
        return ()

    def _reader(self, path: str) -> Reader | None:
        """Return a file of the project with the names of its module; None without code."""
        if path in self._readers:
            self._readers.move_to_end(path)
            return self._readers[path]
        tree = self._source(path).tree if path.endswith(SUFFIXES) else None
        reader = self._readers[path] = Reader(path, tree, self) if tree is not None else None
        if reader is not None:
            with contextlib.suppress(RecursionError):
                reader.run_module()
        while len(self._readers) > MOST_KEPT:
            self._readers.popitem(last=False)
        return reader

    def _source(self, path: str) -> Source:
        """Return the code of a file, which is parsed once while it is in use."""
        source = self._sources.get(path)
        if source is None:
            source = self._sources[path] = read_source(self.root, path)
        self._sources.move_to_end(path)
        while len(self._sources) > MOST_KEPT:
            self._sources.popitem(last=False)
        return source

    def scan(self, path: str) -> ScannedFile:
        """Return what one file holds."""
        source = self._source(path)
        found = ScannedFile(path, skipped=[SkippedRecord(*one) for one in source.skipped])
        self.inside = 0
        self._asked.clear()
        reader = self._reader(path)
        if reader is None:
            return found
        try:
            reader.read()
        except RecursionError:
            found.skipped.append(SkippedRecord(path, "nested too deeply"))
            return found
        finally:
            del self._readers[path]  # it knows more now than a file that another one imports
        found.packages = reader.evidence.uses.packages
        found.lines, found.attributes = source.lines, reader.sites.attributes
        self._place(found, source, reader.sites)
        return found

    def _place(self, found: ScannedFile, source: Source, sites: Sites) -> None:
        """Put sites and patterns where the file has them: in its lines, or in the cells of a notebook."""
        for line, column, name, grade in sites.found:
            where, cell = _line(source, line)
            found.sites.append(SiteRecord(found.path, where, column, sys.intern(name), grade, cell))
        texts = _texts(self.root / found.path) if sites.unclear and source.places is None else []
        for line, column, name, seen in sites.unclear:
            where, cell = _line(source, line)
            code = texts[where - 1].strip()[:LONGEST_SEEN] if where <= len(texts) else f".{name.rpartition('.')[2]}()"
            found.unclear.append(SeenRecord(found.path, where, column, name, seen or code, cell))
        for kind, line in sites.patterns.noted:
            where, cell = _line(source, line)
            found.patterns.append(PatternRecord(kind, found.path, where, NOTES[kind], cell))
        found.sites.sort(key=lambda one: (one.cell, one.line, one.col))
        found.unclear.sort(key=lambda one: (one.cell, one.line, one.col))
        found.patterns.sort(key=lambda one: (one.note, one.line))


def scan_project(root: Path, *, jobs: int | None = None, progress: Progress | None = None) -> Scanned:
    """Return what a project holds; it is neither imported nor run.

    Raises:
        OSError: `root` does not exist or cannot be read.
    """
    began = time.perf_counter()
    found = find_files(root)
    scanned = Scanned(skipped=[SkippedRecord(path, reason) for path, reason in found.skipped])
    project = Project(found.root, Modules(found.files))
    small = sum(found.sizes.values()) < SMALL
    workers = 1 if small else min(jobs or len(os.sched_getaffinity(0)), len(found.files))
    files: list[ScannedFile] = []
    with _walking():
        results = map(project.scan, found.files) if workers < 2 else _in_processes(project, found.files, workers)
        for one in results:
            files.append(one)
            if progress is not None:
                progress(len(files), len(found.files))
    _gather(scanned, files)
    scanned.seconds = time.perf_counter() - began
    return scanned


def _gather(scanned: Scanned, files: list[ScannedFile]) -> None:
    """Put the files together; files of MXNet have no sites, nor has a project of MXNet without torch."""
    read = [one for one in files if one.lines >= 0]
    scanned.files, scanned.lines = len(read), sum(one.lines for one in read)
    for one in read:
        scanned.libraries.update(one.packages & BUILDS_ON_TORCH)
        scanned.attributes.update(one.attributes)
    others = [one for one in read if ROOTS.isdisjoint(one.packages)]
    scanned.torch_files = len(read) - len(others)
    scanned.mxnet_files = sorted(one.path for one in others if "mxnet" in one.packages)
    scanned.skipped = sorted(
        (*scanned.skipped, *(gap for one in files for gap in one.skipped)), key=lambda gap: gap.file
    )
    if scanned.mxnet_files and not scanned.torch_files:
        return
    for one in files:
        if one.path not in scanned.mxnet_files:
            scanned.sites += one.sites
            scanned.unclear += one.unclear
            scanned.patterns += one.patterns


def _in_processes(project: Project, paths: list[str], workers: int) -> Iterator[ScannedFile]:
    """Yield the files in their order; a file that kills its process is listed as one that cannot be read."""
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor  # 20 ms that few projects need
    from multiprocessing import get_context

    start = partial(ProcessPoolExecutor, mp_context=get_context("fork"), initializer=_begin, initargs=(project,))
    left = list(paths)
    while left:
        pool = start(workers)
        try:
            for one in pool.map(_scan, left[: 1 if workers == 1 else None], chunksize=1 if workers == 1 else CHUNK):
                left.pop(0)
                yield one
        except BrokenProcessPool:
            if workers == 1:
                reason = "Python's parser fails on it"
                yield ScannedFile(left[0], skipped=[SkippedRecord(left.pop(0), reason)])
            workers = 1
        finally:
            pool.shutdown(cancel_futures=True)


CHUNK = 8
"""Files that a process gets at once."""
_project: Project
"""The project of a process of the pool."""


def _begin(project: Project) -> None:
    global _project
    _project = project


def _scan(path: str) -> ScannedFile:
    return _project.scan(path)


def _texts(path: Path) -> list[str]:
    try:
        return path.read_bytes().decode("utf-8", "replace").split("\n")
    except OSError:
        return []


def _line(source: Source, line: int) -> tuple[int, int]:
    """Return the line, and the cell of a notebook or 0."""
    if source.places is None:
        return line, 0
    start, cell = source.places[max(bisect_right(source.places, (line, 1 << 30)) - 1, 0)]
    return line - start + 1, cell


@contextlib.contextmanager
def _walking() -> Iterator[None]:
    """Allow deep recursion, and stop the collector, which would walk all trees again and again."""
    collecting, before = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
        if collecting:
            gc.enable()
