"""The right answers of an exercise besides the solution, each with a readable name."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from mxtutor.content.model import Exercise
from mxtutor.syntax import parse

SHORT = {
    "np": "Arrays of mx.np",
    "npx": "Functions of npx",
    "nd": "Arrays of mx.nd",
    "loop": "A loop in Python",
    "class": "A class",
    "function": "A function",
    "grad": "autograd.grad",
    "in_place": "In place",
}
"""Names of styles whose files have short names."""
WORDS = {"np": "mx.np", "nd": "mx.nd", "npx": "npx", "numpy": "NumPy", "cpu": "CPU", "gpu": "GPU"}
"""Words in files' names with another spelling."""
PREFIX = "right_"


@dataclass(frozen=True, slots=True)
class Style:
    """A right answer in another style than the solution."""

    name: str
    """The first line of the docstring without the full stop, or a name made from the file's name."""
    source: str
    """The module without its docstring."""
    file: str = ""


def styles_of(exercise: Exercise) -> tuple[Style, ...]:
    """Return the other right answers of an exercise, sorted by file, without unreadable ones."""
    if exercise.kind not in ("code", "fix"):
        return ()
    found = (_read(path) for path in sorted(exercise.folder.glob(f"{PREFIX}*.py")))
    return tuple(style for style in found if style is not None)


def _read(path: Path) -> Style | None:
    try:
        text = path.read_text(encoding="utf-8")
        tree = parse(text)
    except (OSError, ValueError, SyntaxError):
        return None
    said = ast.get_docstring(tree)
    if said:
        lines = text.splitlines()[tree.body[0].end_lineno :]
        return Style(said.splitlines()[0].rstrip(". "), "\n".join(lines).strip("\n") + "\n", path.name)
    return Style(_name(path.stem.removeprefix(PREFIX), tree), text, path.name)


def _name(stem: str, tree: ast.Module) -> str:
    """Return the name of a style: the function that it calls, or the words in the file's name."""
    if stem in SHORT:
        return SHORT[stem]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == stem:
            owner = node.func.value
            return f"With {owner.id}.{stem}" if isinstance(owner, ast.Name) else f"With the method {stem}"
    words = " ".join(WORDS.get(word, word) for word in stem.split("_"))
    return words[:1].upper() + words[1:] if not words.startswith("mx.") else words
