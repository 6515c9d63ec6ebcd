"""Reads Python code from modules, notebooks and Markdown; what cannot be read becomes a reason, not an error."""

from __future__ import annotations

import ast
import json
import os
import re
import stat
import textwrap
from dataclasses import dataclass, field
from importlib.util import decode_source
from pathlib import Path

from mxtutor.scan.files import LARGEST, LARGEST_TEXT
from mxtutor.syntax import NOT_A_NOTEBOOK, code_cells

FLAGS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
OTHER_CELLS = re.compile(r"%%(?!(?:time|timeit|capture|prun|python3?|py|debug|memit|mprun|wandb|ipytest)\b)")
"""The first line of a cell that holds no Python of this notebook: `%%bash`, `%%html`, `%%writefile`."""
TIMED = re.compile(r"^(\s*)(%(?:time|timeit|prun|memit)\b(?:\s+-\w(?:\s*\d+)?)*\s+)([^\s-].*)$")
"""A magic that runs the code after it."""
MAGIC = re.compile(r"^(\s*)(?:%|!|\?|[\w.\[\]'\"]+\?+\s*$|(?:pip|conda|cd|ls|mkdir|rm|cp|mv|cat)\s+[-\w.~/])")
ASSIGNED_MAGIC = re.compile(r"^(\s*[\w, ]+=\s*)[%!].*$")
FENCE = re.compile(r"^((?:\s*>)*\s*)(`{3,}|~{3,})\s*\{?\.?(?:python3?|py|pycon|pytorch)\b", re.IGNORECASE)
PYTHON_2 = (
    "Missing parentheses in call to 'print'",
    "Missing parentheses in call to 'exec'",
    "multiple exception types",
)


@dataclass(slots=True)
class Source:
    """The code of one file."""

    tree: ast.Module | None
    lines: int = 0
    """Lines of code; of a notebook or a document, those in cells or blocks."""
    places: list[tuple[int, int]] | None = None
    """For a notebook: first line and number of each cell."""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Parts that cannot be read: the file or `file:line`, and the reason."""
    data: bytes = b""
    """The contents of the file; of a notebook, the code of its cells that parse."""

    @property
    def text(self) -> str:
        """The contents, decoded as Python decodes a module."""
        try:
            return decode_source(self.data)
        except (SyntaxError, UnicodeDecodeError):
            return self.data.decode("latin-1")  # as `parse` takes it


def read_source(root: Path, path: str) -> Source:
    """Return the code of a file; the tree is None if there is none or it cannot be read."""
    try:
        data = _read(os.path.join(root, path))  # a Path takes ten times as long
    except (OSError, ValueError) as error:
        return Source(None, skipped=[(path, f"cannot be read: {getattr(error, 'strerror', None) or error}")])
    if path.endswith(".ipynb"):
        return _notebook(path, data)
    if path.endswith((".md", ".markdown")):
        return _document(path, data)
    lines = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    tree, reason = parse(data)
    return Source(tree, lines, skipped=[] if tree is not None else [(path, reason)], data=data)


def _read(path: str) -> bytes:
    """Return the content of a regular file; a pipe that took its place does not block."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("not a regular file")
        if status.st_size > LARGEST.get(os.path.splitext(path)[1], LARGEST_TEXT):
            raise ValueError("it is too large")
        data = os.read(descriptor, status.st_size + 1)  # one call for most files; a file object takes as long again
        while len(data) >= status.st_size and (more := os.read(descriptor, LARGEST_TEXT)):
            data += more
        return data
    finally:
        os.close(descriptor)


def parse(code: bytes | str) -> tuple[ast.Module | None, str]:
    """Return the tree of code, or None and why it does not parse."""
    try:
        return compile(code, "<code>", "exec", FLAGS, dont_inherit=True), ""
    except SyntaxError as error:
        if isinstance(code, bytes) and ("codec" in str(error) or "encoding" in str(error) or "utf-8" in str(error)):
            return parse(code.decode("latin-1").replace("coding", "c0ding", 2))
        if any(str(error.msg).startswith(start) for start in PYTHON_2):
            return None, f"Python 2 (line {error.lineno})"
        return None, f"line {error.lineno}: {error.msg}" if error.lineno else str(error.msg)
    except (ValueError, UnicodeError) as error:
        return None, str(error)
    except (RecursionError, MemoryError):
        return None, "nested too deeply"


def _notebook(path: str, data: bytes) -> Source:
    try:
        content = json.loads(data)
        language = _language(content.get("metadata"))
        if language not in ("python", "ipython", "python3", "python2"):
            return Source(None, skipped=[(path, f"a notebook in {language}")])
        texts = code_cells(content).values()
    except NOT_A_NOTEBOOK:
        return Source(None, skipped=[(path, "not a notebook")])
    source = Source(ast.Module([], []), places=[])
    codes: list[str] = []
    for number, text in enumerate(texts, 1):
        code = text.replace("\r\n", "\n")
        tree, reason = parse(code)
        if tree is None:  # it has magics, or is broken
            code = python_of_cell(code)
            tree, reason = parse(code)
        if not code.strip():
            continue
        if tree is None:
            source.skipped.append((f"{path}:{number}", reason))
            continue
        _append(source, tree, source.lines)
        assert source.places is not None
        source.places.append((source.lines + 1, number))
        source.lines += code.count("\n") + 1
        codes.append(code)
    source.data = "\n".join(codes).encode()
    return source


def _language(metadata: object) -> str:
    """Return the language of a notebook as its metadata names it, in lower case; `python` if they do not."""
    if isinstance(metadata, dict):
        for part, key in (("language_info", "name"), ("kernelspec", "language")):
            named = metadata.get(part)
            if isinstance(named, dict) and isinstance(named.get(key), str):
                return str(named[key]).lower()
    return "python"


def python_of_cell(text: str) -> str:
    """Return the Python of a cell with the same lines: magics and shell commands become `pass`.

    Code after `%time` and its like stays where it is.
    """
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if OTHER_CELLS.match(first.strip()):
        return "\n" * text.count("\n")
    kept: list[str] = []
    continued = False
    for line in lines:
        if continued or line.strip().startswith("%%"):
            kept.append("")
            continued = continued and line.endswith("\\")
        elif found := TIMED.match(line):
            space = " " * (len(found.group(2)) - 2)
            kept.append(f"{found.group(1)}0;{space}{found.group(3)}")
        elif found := MAGIC.match(line):
            kept.append(f"{found.group(1)}pass")
            continued = line.endswith("\\")
        elif found := ASSIGNED_MAGIC.match(line):
            kept.append(f"{found.group(1)}None")
        else:
            kept.append(line)
    return "\n".join(kept)


def _document(path: str, data: bytes) -> Source:
    source = Source(ast.Module([], []), data=data)
    lines = data.decode("utf-8", "replace").split("\n")
    number = 0
    while number < len(lines):
        found = FENCE.match(lines[number])
        number += 1
        if found is None:
            continue
        start = number
        quoted, closing = found.group(1).count(">"), found.group(2)
        block: list[str] = []
        while number < len(lines) and not (line := _unquoted(lines[number], quoted)).strip().startswith(closing):
            block.append(line)
            number += 1
        code = _without_prompts(block)
        tree, reason = parse(textwrap.dedent("\n".join(code)))
        if tree is None:
            source.skipped.append((f"{path}:{start + 1}", reason))
        else:
            _append(source, tree, start)
            source.lines += number - start
        number += 1
    return source


def _unquoted(line: str, levels: int) -> str:
    """Return a line of a quotation without its first `levels` marks (`>`)."""
    for _ in range(levels):
        head, mark, rest = line.partition(">")
        line = rest.removeprefix(" ") if mark and not head.strip() else line
    return line


def _without_prompts(lines: list[str]) -> list[str]:
    if not any(line.lstrip().startswith(">>>") for line in lines):
        return lines
    return [line.lstrip()[4:] if line.lstrip().startswith((">>>", "...")) else "" for line in lines]


def _append(source: Source, tree: ast.Module, lines: int) -> None:
    """Add the statements of a cell or block; its first line comes after `lines` others."""
    assert source.tree is not None
    source.tree.body.extend(ast.increment_lineno(tree, lines).body)
