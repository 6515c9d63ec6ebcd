"""One answer that was handed in: a file, a file in an archive, a part of an export, or a cell of a notebook."""

from __future__ import annotations

import html
import os
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cachetools import LRUCache

from mxtutor.classroom.archives import MAX_ARCHIVE, read_export, read_member, read_whole
from mxtutor.classroom.naming import readable
from mxtutor.classroom.notebooks import MAX_NOTEBOOK, NAMED, as_tree, named_cells, whole_notebook, with_shared
from mxtutor.classroom.safe_files import Refused, open_file, read_limited

MAX_TYPED = 1 << 20
"""Bytes of the largest text that is read."""
_BODY = re.compile(r"<body\b", re.IGNORECASE)
_LINE_END = re.compile(r"<(?:br|/p|/div|/li|/pre|/tr|/h[1-6])\b[^<>]*>\n?", re.IGNORECASE)
_TAG = re.compile(r"<[!/?a-z][^<>]*>", re.IGNORECASE)


def typed_answers(data: bytes) -> dict[str, str]:
    """Return the source of each answer in a typed text by what its first line names; the last one of a name counts.

    Raises:
        Refused: the code of an answer cannot be read.
    """
    page = data.decode("utf-8", "replace")
    body = _BODY.search(page)
    text = _TAG.sub("", _LINE_END.sub("\n", page[body.start() :] if body else page))
    lines = html.unescape(text).replace("\xa0", " ").splitlines()
    starts = [number for number, line in enumerate(lines) if NAMED.fullmatch(line.strip())]
    found: dict[str, str] = {}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        named = NAMED.fullmatch(lines[start].strip())
        source = "\n".join(["", *lines[start + 1 : end]]).rstrip() + "\n"
        if named and as_tree(source) is None:
            raise Refused("a text that was typed into the platform, and its code is no Python; ask for a file")
        if named:
            found[named["id"]] = source
    return found


WHOLE = "all"
"""Part of a notebook that names no exercise: all of its code."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """One answer of one learner; `read_hand_in` returns its bytes."""

    learner: str
    exercise: str
    path: tuple[str, ...]
    """Names from the class's folder down to the file."""
    inner: tuple[str, ...] = ()
    """Names inside that file, if it is an archive: archives inside of it, then the file."""
    part: str = ""
    """Exercise id in an export or a typed text, or a cell's number in a notebook; `WHOLE` for all of its code."""
    modified: float = 0.0
    """When the file was last changed, seconds since 1970; 0 if unknown."""
    late: bool = False
    """Whether the learning platform marked it as late."""

    @property
    def file_name(self) -> str:
        """Name of the file that holds the answer or its part."""
        return (self.inner or self.path)[-1]

    @property
    def place(self) -> str:
        """The file's path for people, relative to the class's folder."""
        if self.part and self.part != WHOLE:
            own = f"cell {self.part}" if self.file_name.lower().endswith(".ipynb") else self.part
            return readable("/".join((*self.path, *self.inner, own)))
        return readable("/".join((*self.path, *self.inner)))


def read_hand_in(folder: Path, answer: HandIn, limit: int) -> bytes:
    """Return at most `limit` bytes of an answer.

    Raises:
        Refused: the file became something else since it was found, or its archive is damaged.
        OSError: it cannot be read.
    """
    with open_file(folder, answer.path) as descriptor:
        if answer.part:
            parts = read_parts(descriptor, answer.path[-1], answer.inner)
            if answer.part not in parts:
                raise Refused("not in the file any more")
            return parts[answer.part].answer.encode("utf-8", "replace")[:limit]
        if answer.inner:
            return read_member(descriptor, answer.inner, limit)
        return read_limited(descriptor, limit)


@dataclass(frozen=True, slots=True)
class Part:
    """One answer in a file with several."""

    named: str
    """What names its exercise; empty for a whole notebook."""
    source: str
    before: str = ""
    """What runs before it."""

    @property
    def answer(self) -> str:
        """The answer to grade."""
        return with_shared(self.before, self.source)


_KEPT: LRUCache[object, Mapping[str, Part]] = LRUCache(8)
"""The last files with several answers: graders ask for one answer after another of the same file."""
_LOCK = threading.Lock()


def read_parts(descriptor: int, name: str, inner: tuple[str, ...]) -> Mapping[str, Part]:
    """Return the answers of an export (.json), a typed text (.html) or a notebook, by what `HandIn.part` says.

    Raises:
        Refused: it is too large, damaged, or something else.
        OSError: it cannot be read.
    """
    status = os.fstat(descriptor)
    key = status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size, inner
    with _LOCK:
        if key in _KEPT:
            return _KEPT[key]
    found = _parts(descriptor, (inner[-1] if inner else name).lower(), inner)
    with _LOCK:
        _KEPT[key] = found
    return found


def _parts(descriptor: int, name: str, inner: tuple[str, ...]) -> dict[str, Part]:
    if name.endswith(".ipynb"):
        data = read_whole(descriptor, inner, MAX_NOTEBOOK)
        if cells := named_cells(data):
            return {str(cell.number): Part(cell.named, cell.source, cell.before) for cell in cells}
        return {WHOLE: Part("", source)} if (source := whole_notebook(data)) else {}
    if name.endswith(".html"):
        typed = typed_answers(read_whole(descriptor, inner, MAX_TYPED))
        return {named: Part(named, source) for named, source in typed.items()}
    export = read_export(read_whole(descriptor, inner, MAX_ARCHIVE))
    return {identity: Part(identity, text) for identity, text in export.items()}
