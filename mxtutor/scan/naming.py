"""Names the sites of files that are read, in several processes."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mxtutor.scan.callers import Callers
from mxtutor.scan.library import load_library
from mxtutor.scan.modules import Modules
from mxtutor.scan.packing import Packed, Units, Whole
from mxtutor.scan.patterns import Patterns
from mxtutor.scan.reading import chunks
from mxtutor.scan.records import PatternKind
from mxtutor.scan.sites import Grade, Sites
from mxtutor.scan.solver import Solver
from mxtutor.scan.sources import place
from mxtutor.scan.terms import Candidates, Unit
from mxtutor.scan.values import has_tensor

LINES = 600_000
"""Lines of code of which all processes together know what they found out; then they forget it."""
LONGEST_SEEN = 100
"""Characters of code that are shown for a site that is not understood."""


@dataclass(slots=True)
class Project:
    """What is known of a project when its sites are named."""

    root: Path
    packed: dict[str, Packed | Whole]
    modules: Modules
    callers: Callers


@dataclass(slots=True)
class NamedFile:
    """What one file holds, each with its line and cell."""

    sites: list[tuple[int, int, str, Grade, int]] = field(default_factory=list)
    unclear: list[tuple[int, int, str, str, int]] = field(default_factory=list)
    patterns: list[tuple[PatternKind, int, str, int]] = field(default_factory=list)
    attributes: dict[str, int] = field(default_factory=dict)


def name_files(
    project: Project, order: Sequence[str], sizes: dict[str, int], workers: int
) -> Iterator[tuple[str, NamedFile]]:
    """Yield what each file holds, as they come."""
    if workers == 1:
        naming = Naming(project, LINES)
        yield from (one for path in order for one in naming.files([path]))
        return
    from mxtutor.scan.workers import spread  # multiprocessing costs 20 ms, which a small project does without

    naming = Naming(project, LINES // workers)  # each process has a copy
    yield from spread(naming.files, chunks(order, sizes, workers), workers, _unnamed)


def _unnamed(_task: list[str]) -> list[tuple[str, NamedFile]]:
    """Return nothing for files whose process died."""
    return []


class Naming:
    """Names the sites of one file after another."""

    def __init__(self, project: Project, lines: int) -> None:
        self.root = project.root
        self.solver = Solver(Units(project.packed), project.modules, load_library(), project.callers)
        self.sites = Sites(self.solver)
        self.patterns = Patterns(self.solver)
        self.lines = lines

    def files(self, paths: Iterable[str]) -> list[tuple[str, NamedFile]]:
        """Return what some files hold."""
        gc.disable()
        named = []
        for path in paths:
            named.append((path, self.file(path)))
            if self.solver.units.held > self.lines:
                self.solver.forget()
        return named

    def file(self, path: str) -> NamedFile:
        """Return what one file holds."""
        candidates = self.solver.units.opened(path)
        unit = self.solver.units[path]
        found, unclear = self.sites.of(path, candidates.sites)
        named = NamedFile()
        for site, name, grade in found:
            line, cell = _line(unit, site.line)
            named.sites.append((line, site.column, name, grade, cell))
        texts = _texts(self.root / path) if unclear and unit.places is None else []
        for site, name, seen in unclear:
            line, cell = _line(unit, site.line)
            code = texts[line - 1].strip()[:LONGEST_SEEN] if line <= len(texts) else f".{name.rpartition('.')[2]}()"
            named.unclear.append((line, site.column, name, seen or code, cell))
        with contextlib.suppress(RecursionError):  # what is found until then stays
            for kind, where, note in self.patterns.of(path, found, candidates.suspects):
                line, cell = _line(unit, where)
                named.patterns.append((kind, line, note, cell))
        with contextlib.suppress(RecursionError):
            self._count_attributes(named, unit, path, candidates)
        return named

    def _count_attributes(self, named: NamedFile, unit: Unit, path: str, candidates: Candidates) -> None:
        known = self.solver.library.tensor_attributes
        for term, _, _ in candidates.attributes:
            held = unit.terms[term]
            if held[2] in known and has_tensor(self.solver.value(path, held[1])):
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
