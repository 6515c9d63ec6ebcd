"""The data files of a project that own code names: they are copied with its modules if they are small."""

from __future__ import annotations

import ast
import os
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

MOST_FILES, MOST_BYTES, MOST_TOGETHER = 20, 1 << 20, 4 << 20
"""Most data files, most bytes of one, and of all together."""
LONGEST = 200
"""Characters of the longest text that may be the name of a file."""
LONGEST_PART = 255
"""Bytes of the longest part of a path between two slashes."""
MOST_TEXTS, MOST_FOLDERS = 2000, 10
"""Texts of a module, and folders among them, that are tried as names."""
NO_DATA = frozenset({".py", ".pyc", ".pyi"})


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data file of the project."""

    names: tuple[str, ...]
    """Where its copies are: below `own_code/` as in the project, and in the current folder as the code names it."""
    content: bytes


@dataclass(slots=True)
class DataFiles:
    """The data files of a project, as far as its modules name them."""

    root: Path
    """The folder of the project; files outside of it and hidden files are never copied."""
    found: dict[str, DataFile] = field(default_factory=dict)
    """By their paths in the project."""
    left_out: dict[str, str] = field(default_factory=dict)
    """Files that are not copied, each with the reason."""

    def look(self, path: Path, tree: ast.Module) -> None:
        """Add the files that a module names: relative to its folder, to the project, or to a folder that it names."""
        texts = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_name(node.value)
        ]
        texts = list(dict.fromkeys(texts))[:MOST_TEXTS]
        for top in dict.fromkeys((path.parent, self.root)):
            folders = [text for text in texts if os.path.isdir(top / text)][:MOST_FOLDERS]
            for name in [*texts, *(f"{folder}/{text}" for folder in folders for text in texts)]:
                self._take(top / name, name)

    def _take(self, path: Path, written: str) -> None:
        if not os.path.lexists(path):
            return
        try:
            real = path.resolve()
            inside = real.relative_to(self.root.resolve())
            if not real.is_file() or real.suffix in NO_DATA or any(part.startswith(".") for part in inside.parts):
                return
            name, size = inside.as_posix(), real.stat().st_size
            if name in self.found or name in self.left_out:
                return
            together = sum(len(one.content) for one in self.found.values())
            if size > MOST_BYTES:
                self.left_out[name] = f"{name} is larger than 1 MiB"
            elif len(self.found) >= MOST_FILES or together + size > MOST_TOGETHER:
                self.left_out[name] = f"{name} is more than the {MOST_FILES} files or 4 MiB that are copied"
            else:
                with real.open("rb") as file:
                    content = file.read(MOST_BYTES + 1)
                if len(content) <= MOST_BYTES:  # else it grows
                    self.found[name] = DataFile((f"own_code/{name}", *self._beside(written)), content)
        except (OSError, ValueError, RuntimeError):  # outside of the project, unreadable, or no name of a file
            return

    def _beside(self, written: str) -> tuple[str, ...]:
        """Return the name of a copy in the current folder; none if another copy has it or needs it as a folder."""
        place = PurePosixPath(written)
        taken = {PurePosixPath(name) for one in self.found.values() for name in one.names[1:]}
        if place.is_absolute() or ".." in place.parts or place in taken:
            return ()
        crossed = any(place in other.parents or other in place.parents for other in taken)
        return () if crossed else (place.as_posix(),)


def _is_name(text: str) -> bool:
    """Return whether a text of the code can be the name of a file."""
    if not 0 < len(text) <= LONGEST or "\n" in text or "\0" in text or text.strip("./ ") == "":
        return False
    return all(len(part.encode("utf-8", "replace")) <= LONGEST_PART for part in text.split("/"))
