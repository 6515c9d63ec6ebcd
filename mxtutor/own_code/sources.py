"""Reads FILE:FUNCTION: the file or notebook, and the place of the function, class or method in it."""

from __future__ import annotations

import ast
import json
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mxtutor.errors import UsageError, file_errors
from mxtutor.scan.sources import parse, python_of_cell
from mxtutor.suggest import did_you_mean, nearest
from mxtutor.syntax import NOT_A_NOTEBOOK, code_cells
from mxtutor.typed_paths import expanded

MAX_FILE = 4 << 20
"""Size of the largest file that is read, in bytes."""
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Import = ast.Import | ast.ImportFrom


@dataclass(frozen=True, slots=True)
class Original:
    """A learner's own function, class or method, as written in its file; none of it has run."""

    path: Path
    """Absolute path of the file."""
    name: str
    """What was asked for: `name` or `Class.method`."""
    text: str
    """The module; of a notebook, the code of its cells."""
    tree: ast.Module
    node: Definition | None
    """The definition; None where a name is imported or assigned (`relu6 = partial(..)`)."""

    @property
    def owner(self) -> str:
        """Name at the top of the module: of the function or the class."""
        return self.name.partition(".")[0]

    @property
    def method(self) -> str:
        """Name of the method; empty without one."""
        return self.name.partition(".")[2]

    @property
    def source(self) -> str:
        """Text of the definition with its decorators; empty without one."""
        if self.node is None:
            return ""
        first = min([self.node.lineno, *(d.lineno for d in self.node.decorator_list)])
        return "\n".join(self.text.splitlines()[first - 1 : self.node.end_lineno])

    @property
    def line(self) -> int:
        """Line of the definition, from 1; 0 without one."""
        return self.node.lineno if self.node is not None else 0


def read_original(target: str) -> Original:
    """Return the code that FILE:FUNCTION names.

    Raises:
        UsageError: the file is missing or is not Python, or it defines nothing at its top with that name.
    """
    file, _, name = target.rpartition(":")
    if not file or not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)?", name):
        raise _no_function(target)
    path = expanded(Path(file)).absolute()
    text = module_text(path)
    tree = parsed(text, path)
    node = bound_names(tree).get(name.partition(".")[0])
    original = Original(path, name, text, tree, node if isinstance(node, Definition) else None)
    if node is None:
        raise _unknown(original)
    _check_method(original)
    return original


def module_text(path: Path) -> str:
    """Return the text of a Python file, or the code cells of a notebook.

    Raises:
        UsageError: it is missing, a folder, too large, or not text.
    """
    if path.suffix not in (".py", ".ipynb"):
        raise UsageError(
            f"{path.name} is not a Python file or a notebook.", fix="Name a file that ends in .py or .ipynb."
        )
    with file_errors(path, "read"):
        if not path.exists():
            raise UsageError(f"There is no file {path}.", fix="Write FILE:FUNCTION.")
        if not path.is_file():  # a pipe could be read without end
            raise UsageError(f"{path} is not a file.", fix="Name a file that ends in .py or .ipynb.")
        if path.stat().st_size > MAX_FILE:
            raise UsageError(f"{path} is larger than 4 MiB.", fix="Put the function into a file of its own.")
        if path.suffix == ".ipynb":
            return notebook_code(path.read_bytes(), path)
        try:
            with tokenize.open(path) as opened:  # a coding line names another encoding
                return opened.read()
        except (SyntaxError, UnicodeDecodeError) as error:
            raise UsageError(f"{path} is not text: {error}.", fix="Save it in UTF-8.") from error


def notebook_code(data: bytes, path: Path) -> str:
    """Return the code cells of a notebook as one module; lines for Jupyter become `pass`.

    Raises:
        UsageError: it is not a notebook.
    """
    try:
        return "\n\n".join(map(_plain, code_cells(json.loads(data)).values()))
    except NOT_A_NOTEBOOK as error:
        raise UsageError(f"{path} is not a notebook that can be read.") from error


def _plain(source: str) -> str:
    """Return the code of a cell, or comments where it is not Python."""
    fitting = (text for text in (source, python_of_cell(source)) if parse(text)[0] is not None)
    return next(fitting, "\n".join(f"# {line}" for line in source.splitlines()))


def parsed_file(path: Path) -> tuple[str, ast.Module] | None:
    """Return the text of a file of the project and its syntax tree; None if it cannot be read."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return None
        text = path.read_text(encoding="utf-8")
        return text, ast.parse(text)
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError, RecursionError):
        return None


def parsed(text: str, path: Path) -> ast.Module:
    """Return the syntax tree of a module.

    Raises:
        UsageError: it does not parse.
    """
    try:
        return ast.parse(text)
    except SyntaxError as error:
        fix = "Python 2 is not supported." if re.search(r"^\s*print [^(]", text, re.MULTILINE) else ""
        raise UsageError(f"{path}:{error.lineno} does not parse: {error.msg}.", fix=fix) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"{path} does not parse: {error}.") from error


def bound_names(tree: ast.Module) -> dict[str, ast.stmt]:
    """Return what the top of a module defines, imports or assigns: name to the last statement that does."""
    return {name: node for node in statements(tree.body) for name in names_of(node)}


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements at the top of a module, and those inside of them that are in no function or class."""
    for node in body:
        yield node
        if not isinstance(node, Definition):
            for name in ("body", "orelse", "finalbody"):
                yield from statements(getattr(node, name, []))
            for handler in getattr(node, "handlers", []):
                yield from statements(handler.body)


def names_of(node: ast.stmt) -> Iterator[str]:
    """Yield the names that one statement binds, without its inner statements, and those of objects that it changes."""
    if isinstance(node, Definition):
        yield node.name
    elif isinstance(node, Import):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    else:
        parts = [one.optional_vars if isinstance(one, ast.withitem) else one for one in ast.iter_child_nodes(node)]
        for one in (n for part in parts if isinstance(part, ast.expr) for n in ast.walk(part)):
            if isinstance(getattr(one, "ctx", None), ast.Store):
                while isinstance(one, (ast.Subscript, ast.Attribute)):
                    one = one.value
                if isinstance(one, ast.Name):
                    yield one.id


def _check_method(original: Original) -> None:
    if not original.method or not isinstance(original.node, ast.ClassDef):
        return
    own = [n.name for n in original.node.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    if original.method not in own and not original.node.bases:
        fix = did_you_mean(nearest(original.method, own), f"It has {', '.join(own[:6])}." if own else "")
        raise UsageError(f"{original.owner} has no method {original.method!r}.", fix=fix)


def _no_function(target: str) -> UsageError:
    """Return the error for a target that names no function; it lists those of the file, if there is one."""
    fix = "Write, for example, losses.py:focal_loss or net.py:Net."
    file = target.rstrip(":")
    path = expanded(Path(file)).absolute() if file else None
    if path is not None and path.suffix in (".py", ".ipynb") and path.is_file():
        tree = parsed(module_text(path), path)
        names = [name for name, node in bound_names(tree).items() if isinstance(node, Definition)]
        if names:
            fix = f"{path.name} defines {', '.join(names[:8])}: write, for example, {file}:{names[0]}."
    return UsageError(f"{target!r} is not FILE:FUNCTION.", fix=fix)


def _unknown(original: Original) -> UsageError:
    """Return the error for a name that the top of the module does not define."""
    name, where = original.owner, original.path.name
    for node in ast.walk(original.tree):
        if isinstance(node, Definition) and node.name == name:
            holder = next(one for one in ast.walk(original.tree) if node in ast.iter_child_nodes(one))
            if isinstance(holder, ast.ClassDef):
                fix = f"Write {where}:{holder.name}.{name}."
                return UsageError(f"{name} is a method of {holder.name} in {where}.", fix=fix)
            fix = "Move it to the top of the module, with what it uses of the outer function as parameters."
            return UsageError(f"{name} is defined inside another function ({where}:{node.lineno}).", fix=fix)
    known = [n for n, s in bound_names(original.tree).items() if not isinstance(s, Import)]
    fix = did_you_mean(nearest(name, known), f"It defines {', '.join(known[:8])}." if known else "It defines nothing.")
    return UsageError(f"{where} defines no {name!r}.", fix=fix)
