"""Scans a project file by file, in several processes if it is large."""

from __future__ import annotations

import ast
import contextlib
import gc
import os
import sys
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path

from mxtutor.scan.files import SUFFIXES, find_files
from mxtutor.scan.known import PLAIN
from mxtutor.scan.library import ROOTS
from mxtutor.scan.naming import Sites
from mxtutor.scan.reader import Reader
from mxtutor.scan.records import Found, PatternRecord, SeenRecord, SiteRecord, SkippedRecord, together
from mxtutor.scan.sentences import PATTERNS
from mxtutor.scan.sources import Source, read_source
from mxtutor.scan.values import Value

SMALL = 500_000
"""Bytes of code below which one process is faster than several."""
DEPTH = 20_000
"""Limit of recursion; Python's default is for programs, not for syntax trees."""
MOST_KEPT = 100
"""Maximum number of files that are kept in memory because others import them."""
COLLECTED = 100
"""Files after which the objects of earlier ones are collected: less often, memory grows to gigabytes; more often, a
scan takes twice the time."""
MOST_LINES, LONGEST_LINE = 10, 300
"""Lines of a call, and the column of its end, up to which its text is kept."""
LONGEST_SEEN = 100
"""Maximum length of the code that is shown for a site that is not understood, in characters."""
BUILDS_ON_TORCH = frozenset(
    """transformers timm pytorch_lightning lightning accelerate torchmetrics einops torch_geometric dgl diffusers
    peft tensorboardX fairseq detectron2 mmcv mmdet apex deepspeed kornia monai gpytorch pyro
    segmentation_models_pytorch ignite fastai sentence_transformers bitsandbytes flash_attn xformers
    torch_scatter torch_sparse""".split()
)
KNOWN = (
    ROOTS
    | PLAIN
    | frozenset(sys.stdlib_module_names)
    | {"einops", "transformers", "timm", "pytorch_lightning", "lightning"}
)
"""Packages that a folder of the same name deeper in the project does not shadow."""
Progress = Callable[[int, int], None]
"""Called with the number of files that are scanned, and of all files."""


def _upwards(folder: str) -> Iterator[str]:
    """Yield a folder and those around it, up to the project's own, which is empty."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


class Modules:
    """Files of a project by dotted name; paths are relative to the project's folder, with `/`."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = frozenset(path for path in paths if path.endswith((".py", ".pyi")))
        self.packages = frozenset(path[: -len("/__init__.py")] for path in self.paths if path.endswith("/__init__.py"))
        self.folders = frozenset(one for path in self.paths for one in _upwards(path.rpartition("/")[0]))
        self.roots = sorted(self.folders - self.packages, key=lambda one: (one.count("/"), one))
        """The folders that may be on `sys.path`: those that are not packages, the upper ones first."""
        self._tops: dict[tuple[str, str], str | None] = {}

    def resolve(self, path: str, module: str, level: int) -> str | None:
        """Return the file that an import in the file `path` names; a folder without `__init__.py` ends with `/`.

        None if the import names no file of the project.
        """
        folder = path.rpartition("/")[0]
        if level:
            for _ in range(level - 1):
                folder = folder.rpartition("/")[0]
            return self._at(folder, module)
        key = (folder, module.partition(".")[0])
        if key not in self._tops:
            self._tops[key] = self._top(*key)
        top = self._tops[key]
        return None if top is None else self._at(top, module)

    def _top(self, folder: str, first: str) -> str | None:
        """Return the folder on `sys.path` that holds a top-level name; None if it is not a name of the project."""
        near = [one for one in _upwards(folder) if one not in self.packages]
        if first in ROOTS and "__init__.py" in self.paths:
            near.remove("")  # a package is not on `sys.path`: its own part `torch` is not torch
        candidates = near if first in KNOWN else [*near, *(one for one in self.roots if one not in near)]
        for root in candidates:
            found = self._at(root, first)
            if found is not None and (root in near or not found.endswith("/")):
                return root
        if first not in KNOWN and folder in self.packages and self._at(folder, first) is not None:
            return folder  # a script inside of a package that is started by its path
        return None

    def _at(self, folder: str, module: str) -> str | None:
        base = "/".join(part for part in (folder, *module.split(".")) if part)
        if base:
            for path in (f"{base}/__init__.py", f"{base}.py", f"{base}.pyi"):
                if path in self.paths:
                    return path
        elif "__init__.py" in self.paths:
            return "__init__.py"
        return f"{base}/" if base in self.folders else None


class Project:
    """The modules of a project, read when a file imports them."""

    def __init__(self, root: Path, modules: Modules) -> None:
        self.root = root
        self.modules = modules
        self._scanned = 0
        """Number of files so far."""
        self.inside = 0
        """How many functions are being read inside each other because a caller needs their results."""
        self._readers: OrderedDict[str, Reader | None] = OrderedDict()
        self._source = lru_cache(MOST_KEPT)(partial(read_source, root))
        """Returns the code of a file, which is parsed once while it is in use."""
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
        return reader

    def scan(self, path: str) -> Found:
        """Return what was found in one file."""
        source = self._source(path)
        found = Found(skipped=[SkippedRecord(*one) for one in source.skipped], torch_files=0)
        self.inside = 0
        self._asked.clear()
        self._scanned += 1
        if self._scanned % COLLECTED == 0:
            gc.collect()
        while len(self._readers) > MOST_KEPT:  # not while a module runs: it would be run again inside of itself
            self._readers.popitem(last=False)
        reader = self._reader(path)
        if reader is None:
            return found
        try:
            reader.read()
        except RecursionError:
            found.skipped.append(SkippedRecord(path, "nested too deeply"))
            return found
        finally:
            del self._readers[path]  # it has had its second round; an imported module has only the first
        packages = reader.evidence.packages
        found.files, found.lines = 1, source.lines
        found.libraries = dict.fromkeys(packages & BUILDS_ON_TORCH, 1)
        found.torch_files = int(not ROOTS.isdisjoint(packages))
        found.mxnet_files = [path] if "mxnet" in packages and not found.torch_files else []
        self._place(found, path, source, reader.sites)
        return found

    def _place(self, found: Found, path: str, source: Source, sites: Sites) -> None:
        """Put sites and patterns where the file has them: in its lines, or in the cells of a notebook."""
        for node, name, grade in sites.found:
            where, cell = _line(source, node.lineno)
            found.sites.append(SiteRecord(path, where, node.col_offset, sys.intern(name), grade, cell, _code(node)))
        texts = source.data.decode("utf-8", "replace").split("\n") if sites.unclear and source.data else []
        for line, column, name, seen in sites.unclear:
            where, cell = _line(source, line)
            code = texts[line - 1].strip()[:LONGEST_SEEN] if line <= len(texts) else f".{name.rpartition('.')[2]}()"
            found.unclear.append(SeenRecord(path, where, column, name, seen or code, cell))
        for kind, line in sites.patterns.noted:
            where, cell = _line(source, line)
            found.patterns.append(PatternRecord(kind, path, where, PATTERNS[kind][1], cell))
        found.sites.sort(key=lambda one: (one.cell, one.line, one.col))
        found.unclear.sort(key=lambda one: (one.cell, one.line, one.col))
        found.patterns.sort(key=lambda one: (one.note, one.line))


def scan_project(root: Path, *, jobs: int | None = None, progress: Progress | None = None) -> Found:
    """Return what was found in a project; it is neither imported nor run.

    Files of MXNet have no sites, nor has a project of MXNet without torch.

    Raises:
        OSError: `root` does not exist or cannot be read.
    """
    began = time.perf_counter()
    listed = find_files(root)
    project = Project(listed.root, Modules(listed.files))
    small = listed.size < SMALL
    workers = 1 if small else min(jobs or len(os.sched_getaffinity(0)), len(listed.files))
    parts: list[Found] = []
    with _walking():
        results = map(project.scan, listed.files) if workers < 2 else _in_processes(project, listed.files, workers)
        for one in results:
            parts.append(one)
            if progress is not None:
                progress(len(parts), len(listed.files))
    whole = together([Found(skipped=[SkippedRecord(*one) for one in listed.skipped], torch_files=0), *parts])
    whole.skipped.sort(key=lambda gap: gap.file)
    mxnet = {*whole.mxnet_files}
    for name in ("sites", "unclear", "patterns"):
        records = getattr(whole, name) if whole.torch_files or not mxnet else []
        setattr(whole, name, [one for one in records if one.file not in mxnet])
    whole.mxnet_files.sort()
    whole.seconds = time.perf_counter() - began
    return whole


def _in_processes(project: Project, paths: list[str], workers: int) -> Iterator[Found]:
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
                yield Found(skipped=[SkippedRecord(left.pop(0), reason)], torch_files=0)
            workers = 1
        finally:
            pool.shutdown(cancel_futures=True)


CHUNK = 8
"""Number of files that a process gets at a time."""
_project: Project
"""The project, in a process of the pool."""


def _begin(project: Project) -> None:
    global _project
    _project = project


def _scan(path: str) -> Found:
    return _project.scan(path)


def _code(node: ast.expr) -> str:
    """Return the text of a call; empty for a long one, whose form would be too long to show."""
    long = (node.end_lineno or 0) - node.lineno > MOST_LINES or (node.end_col_offset or 0) > LONGEST_LINE
    return ast.unparse(node) if isinstance(node, ast.Call) and not long else ""


def _line(source: Source, line: int) -> tuple[int, int]:
    """Return the line, and the cell of a notebook or 0."""
    if source.places is None:
        return line, 0
    start, cell = source.places[max(bisect_right(source.places, (line, 1 << 30)) - 1, 0)]
    return line - start + 1, cell


@contextlib.contextmanager
def _walking() -> Iterator[None]:
    """Allow deep recursion, and pause garbage collection, which would visit all trees again and again."""
    collecting, before = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
        if collecting:
            gc.enable()
