"""What a scan found, as data: `scan --json` prints it, reports draw it, several of them merge into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from mxtutor.content.truth_rows import TruthClass

VERSION = 1
SiteClass = TruthClass | Literal["unknown"]
Effort = Literal["stop", "behaviour", "arguments", "renamed", "same", "unknown"]
"""`stop`: no counterpart, the code has to be redesigned. `behaviour`: equal code does something else. `arguments`:
other arguments, several operators, or some lines of your own. `renamed`: another name. `same`: nothing to do.
`unknown`: not in the truth table.
"""
EFFORT: dict[SiteClass, Effort] = {
    "missing": "stop",
    "removed": "stop",
    "behaviour": "behaviour",
    "composite": "arguments",
    "args": "arguments",
    "renamed": "renamed",
    "same": "same",
    "unknown": "unknown",
}
"""The classes, those that cost most first, with their efforts."""
CLASSES, EFFORTS = tuple(EFFORT), tuple(dict.fromkeys(EFFORT.values()))
NEEDLESS = ("Leave it out", "Nothing to do")
"""How `instead` begins in rows of names that MXNet does not need."""
REDESIGN = ("A redesign", "A rewrite")
"""How `cost` begins in rows of names without a counterpart, around which the code must be redesigned."""
PatternKind = Literal[
    "sync-in-loop", "mask-index", "in-place", "hook", "autograd-function", "state-dict",
    "batchnorm-momentum", "scheduler", "dynamic-control-flow", "loader-workers",
]  # fmt: skip


class SiteRecord(msgspec.Struct, frozen=True):
    """A call, a base class or a decorator that is torch's."""

    file: str
    line: int
    col: int
    """Column of its first character, from 0."""
    name: str
    sure: str
    """`sure`, `likely` or `name`."""
    cell: int = 0
    """For a notebook: the code cell, from 1; `line` then counts inside of it. 0 for other files."""
    code: str = ""
    """The call; empty for a base class, a decorator and a call of many lines."""

    @property
    def where(self) -> str:
        """`file:line`, or `file:cell:line` for a notebook."""
        return f"{self.file}:{self.cell}:{self.line}" if self.cell else f"{self.file}:{self.line}"


class SeenRecord(msgspec.Struct, frozen=True):
    """A site that may be torch's, and is not understood."""

    file: str
    line: int
    col: int
    name: str
    """What it would be if it is torch's; empty if that is not known either."""
    seen: str
    """The code, or what is known about it."""
    cell: int = 0


class PatternRecord(msgspec.Struct, frozen=True):
    """Something besides names that decides a migration."""

    pattern: PatternKind
    file: str
    line: int
    note: str
    cell: int = 0


class SkippedRecord(msgspec.Struct, frozen=True):
    """A file, a folder or a part of a file that was not read."""

    file: str
    reason: str


class ApiRecord(msgspec.Struct, frozen=True):
    """A name of torch with its sites and what MXNet has for it."""

    torch: str
    count: int
    where: list[str]
    kind: SiteClass = msgspec.field(name="class")
    mxnet: str
    """The form with NDArrays, or that of `mx.np` if there is no other; empty for none."""
    exercise: str
    note: str = ""
    instead: str = ""
    """What to do where MXNet has no such name."""
    cost: str = ""
    """What that costs."""

    @property
    def effort(self) -> Effort:
        """What its sites cost; what can be written in some lines stops no project."""
        if EFFORT[self.kind] != "stop" or (self.instead and self.cost.startswith(REDESIGN)):
            return EFFORT[self.kind]
        if self.instead.startswith(NEEDLESS):
            return "same"
        return "arguments" if self.instead or (self.kind == "missing" and self.mxnet) else "stop"

    @property
    def advice(self) -> str:
        """What to do where MXNet has no such name, and what that costs, in one text."""
        texts = (f"Instead: {self.instead}" * bool(self.instead), f"Cost: {self.cost}" * bool(self.cost))
        return " ".join(text for text in texts if text)


class Covered(msgspec.Struct, frozen=True):
    """The share of the project that the learning path covers."""

    exercises: int
    minutes: int
    sites: int
    """Sites whose names the path practises."""
    needed: int
    """Sites that need practice: all but those of class `same`."""

    @property
    def share(self) -> float:
        """Share of the sites that need practice, from 0 to 1."""
        return self.sites / self.needed if self.needed else 1.0


class Found(msgspec.Struct, kw_only=True):
    """What was found in one file, in a project, or in several projects, before the truth table is used."""

    version: int = VERSION
    files: int = 0
    """Files with code that can be read."""
    lines: int = 0
    sites: list[SiteRecord] = []
    unclear: list[SeenRecord] = msgspec.field(default_factory=list, name="not_understood")
    patterns: list[PatternRecord] = []
    skipped: list[SkippedRecord] = []
    libraries: dict[str, int] = {}
    """Other packages that are imported and that build on torch, with the files that import them."""
    torch_files: int | None = None
    """Number of files that import torch; None in a report of a release that did not count them."""
    mxnet_files: list[str] = []
    """Files that import MXNet and no torch; no site in them is torch's."""
    seconds: float = 0.0


def together(parts: Sequence[Found]) -> Found:
    """Return what was found in several files or projects as one: lists are joined, numbers added."""

    def joined(values: list[Any]) -> Any:
        if None in values:
            return None
        if isinstance(values[0], list):
            return [one for value in values for one in value]
        if isinstance(values[0], dict):
            total = Counter[str]()
            for value in values:
                total.update(value)
            return dict(total.most_common())
        return sum(values)

    names = [name for name in Found.__struct_fields__ if name != "version"]
    return Found(**{name: joined([getattr(part, name) for part in parts]) for name in names})


class ScanReport(Found, kw_only=True):
    calls: int
    apis: list[ApiRecord]
    summary: dict[str, int]
    path: list[str]
    versions: dict[str, str]
    grades: dict[str, int] = {}
    """Sites by how their names were found."""
    effort: dict[str, int] = {}
    covered: Covered = Covered(0, 0, 0, 0)
    decides: list[str] = []
    """Facts about MXNet that decide before any code does."""
    projects: list[str] = []
    """Names of the projects that were scanned or merged."""
