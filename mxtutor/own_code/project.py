"""The files of a project that own code imports, and the packages that are not installed."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mxtutor.errors import UsageError
from mxtutor.own_code.data_files import DataFile, DataFiles
from mxtutor.own_code.sources import MAX_FILE, Original

MOST_FILES = 400
MOST_BYTES = 8 << 20
"""Most files, and most bytes, that are copied with own code."""


@dataclass(frozen=True, slots=True)
class Missing:
    """An import of a package that is not installed here."""

    package: str
    where: str
    """`file.py:line`."""
    guarded: bool
    """Whether it is inside a function or a `try`."""


@dataclass(slots=True)
class Snapshot:
    """What own code needs of its project."""

    module: str
    """Dotted name under which the file is imported."""
    files: dict[str, str] = field(default_factory=dict)
    """Relative path to text, of each module of the project that is imported directly or indirectly."""
    missing: list[Missing] = field(default_factory=list)
    data: tuple[DataFile, ...] = ()
    """Small data files of the project that the modules name."""
    left_out: tuple[str, ...] = ()
    """Data files that are not copied, each with the reason."""


def snapshot(original: Original) -> Snapshot:
    """Return the file of own code with the modules of its project that it imports.

    Raises:
        UsageError: they are too many, or too large.
    """
    root, module = package_root(original.path)
    reader = _Reader(root, original.path.parent)
    reader.add(original.path, original.text, original.tree)
    data = reader.data
    return Snapshot(module, reader.files, reader.missing, tuple(data.found.values()), tuple(data.left_out.values()))


def package_root(path: Path) -> tuple[Path, str]:
    """Return the folder from which a file is imported, and its dotted name; a package has an `__init__.py`."""
    folder, parts = path.parent, [path.stem]
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    if not all(part.isidentifier() for part in parts):
        return path.parent, "own_code_module"
    if parts[-1] == "__init__":
        parts.pop()
    return folder, ".".join(parts)


class _Reader:
    def __init__(self, root: Path, near: Path) -> None:
        self._root = root
        tops = [root, near, *(p for p in (root.parent, root / "src") if _is_project(p))]
        self._tops = list(dict.fromkeys(tops))
        self.files: dict[str, str] = {}
        self.missing: list[Missing] = []
        self.data = DataFiles(root)
        self._bytes = 0

    def add(self, path: Path, text: str, tree: ast.Module) -> None:
        name = self._name(path)
        if name in self.files:
            return
        self.files[name] = text
        self._bytes += len(text)
        if len(self.files) > MOST_FILES or self._bytes > MOST_BYTES:
            fix = "Put the function into a file that imports less."
            raise UsageError(f"The code imports more than {MOST_FILES} files or 8 MiB of its project.", fix=fix)
        self.data.look(path, tree)
        for folder in path.parents:
            if folder == self._root or self._root not in folder.parents:
                break
            self._read(folder / "__init__.py")
        for node, guarded in _imports(tree):
            self._follow(path, node, guarded)

    def _name(self, path: Path) -> str:
        path = path.with_suffix(".py")
        if path.parent == self._root and not path.stem.isidentifier():
            return "own_code_module.py"
        for top in self._tops:
            if path.is_relative_to(top):
                return path.relative_to(top).as_posix()
        return path.name

    def _follow(self, path: Path, node: ast.Import | ast.ImportFrom, guarded: bool) -> None:
        if isinstance(node, ast.ImportFrom) and node.level:
            start = path.parent
            for _ in range(node.level - 1):
                start = start.parent
            self._local(start, node.module.split(".") if node.module else [], node)
            return
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            top = next((t for t in self._tops if _holds(t, parts[0])), None)
            if top is not None:
                self._local(top, parts, node)
            elif not installed(parts[0]):
                where = f"{path.name}:{node.lineno}"
                self.missing.append(Missing(parts[0], where, guarded))

    def _local(self, start: Path, parts: list[str], node: ast.Import | ast.ImportFrom) -> None:
        folder = start
        for part in parts[:-1]:
            folder /= part
            self._read(folder / "__init__.py")
        last = folder / parts[-1] if parts else folder
        if not self._read(last.with_suffix(".py") if parts else last / "__init__.py"):
            self._read(last / "__init__.py")
        if isinstance(node, ast.ImportFrom) and last.is_dir():
            for alias in node.names:
                self._read(last / f"{alias.name}.py")
                self._read(last / alias.name / "__init__.py")

    def _read(self, path: Path) -> bool:
        if self._name(path) in self.files:
            return True
        try:
            if not path.is_file() or path.stat().st_size > MAX_FILE:
                return False
            text = path.read_text(encoding="utf-8")
            tree = ast.parse(text)
        except (OSError, UnicodeDecodeError, SyntaxError, ValueError, RecursionError):
            return False
        self.add(path, text, tree)
        return True


def _is_project(folder: Path) -> bool:
    return any((folder / name).exists() for name in ("pyproject.toml", "setup.py", "setup.cfg", ".git"))


def _holds(folder: Path, name: str) -> bool:
    return (
        (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file() or _is_namespace(folder / name)
    )


def _is_namespace(folder: Path) -> bool:
    """Return whether a folder is a package without `__init__.py`."""
    if not folder.is_dir() or installed(folder.name):
        return False
    return any(folder.glob("*.py"))


def _imports(tree: ast.Module) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield all imports, and whether each may stay unused: inside a function, `try` or `if`."""
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node, id(node) not in top


@cache
def installed(package: str) -> bool:
    """Return whether a package is part of Python or installed beside mxtutor."""
    if package in sys.stdlib_module_names or package in sys.builtin_module_names:
        return True
    try:
        return bool(package) and importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False
