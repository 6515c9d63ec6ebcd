"""The modules of a project: which file an import names, so that a package of the project hides a library."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from mxtutor.scan.known import PLAIN
from mxtutor.scan.library import ROOTS

KNOWN = (
    ROOTS
    | PLAIN
    | frozenset(sys.stdlib_module_names)
    | {"einops", "transformers", "timm", "pytorch_lightning", "lightning"}
)
"""Packages that a folder deeper in the project does not hide by chance."""


class Modules:
    """Files of a project by dotted name; paths are relative to the project's folder, with `/`."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = frozenset(path for path in paths if path.endswith((".py", ".pyi")))
        self.packages = frozenset(path[: -len("/__init__.py")] for path in self.paths if path.endswith("/__init__.py"))
        self.folders = self._all_folders()
        outside = (one for one in self.folders if one not in self.packages)
        self.roots = sorted(outside, key=lambda one: (one.count("/"), one))
        """The folders that may be on `sys.path`: those that are no packages, the upper ones first."""
        self._found: dict[tuple[str, str, int], str | None] = {}
        self._tops: dict[tuple[str, str], str | None] = {}

    def _all_folders(self) -> frozenset[str]:
        folders = {""}
        for path in self.paths:
            folder = path.rpartition("/")[0]
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(folders)

    def resolve(self, path: str, module: str, level: int) -> str | None:
        """Return the file that an import in the file `path` names; a folder without `__init__.py` ends with `/`.

        None if the import names no file of the project.
        """
        folder = path.rpartition("/")[0]
        key = (folder, module, level)
        if key not in self._found:
            self._found[key] = self._relative(folder, module, level) if level else self._absolute(folder, module)
        return self._found[key]

    def _relative(self, folder: str, module: str, level: int) -> str | None:
        for _ in range(level - 1):
            folder = folder.rpartition("/")[0]
        return self._at(folder, module)

    def _absolute(self, folder: str, module: str) -> str | None:
        first, _, _ = module.partition(".")
        key = (folder, first)
        if key not in self._tops:
            self._tops[key] = self._top(folder, first)
        top = self._tops[key]
        return None if top is None else self._at(top, module)

    def _top(self, folder: str, first: str) -> str | None:
        """Return the folder on `sys.path` that holds a top-level name; None if it is no name of the project."""
        near = []
        inside = folder
        while True:
            if inside not in self.packages and not (not inside and first in ROOTS and "__init__.py" in self.paths):
                near.append(inside)  # a package is not on `sys.path`: its own part `torch` is not torch
            if not inside:
                break
            inside = inside.rpartition("/")[0]
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
