"""Reads FILE:FUNCTION: the file or notebook, the place of the function, class or method in it, and its examples."""

from __future__ import annotations

import ast
import contextlib
import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mxtutor.errors import UsageError
from mxtutor.scan.sources import read_source
from mxtutor.suggest import did_you_mean, nearest
from mxtutor.typed_paths import expanded

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
    text, tree = read_module(path)
    node = bound_names(tree).get(name.partition(".")[0])
    original = Original(path, name, text, tree, node if isinstance(node, Definition) else None)
    if node is None:
        raise _unknown(original)
    _check_method(original)
    return original


def read_module(path: Path) -> tuple[str, ast.Module]:
    """Return the text of a Python file, or of the code cells of a notebook, and its syntax tree.

    Raises:
        UsageError: it cannot be read or does not parse.
    """
    if path.suffix not in (".py", ".ipynb"):
        raise UsageError(
            f"{path.name} is not a Python file or a notebook.", fix="Name a file that ends in .py or .ipynb."
        )
    source = read_source(path.parent, path.name)
    if source.tree is None:
        raise UsageError(
            f"{path}: {source.skipped[0][1]}.", fix="Write FILE:FUNCTION, with a file that Python 3 reads."
        )
    return source.text, source.tree


def parsed_file(path: Path) -> tuple[str, ast.Module] | None:
    """Return the text of a file of the project and its syntax tree; None if it cannot be read."""
    source = read_source(path.parent, path.name)
    return (source.text, source.tree) if source.tree is not None else None


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
        names = [name for name, node in bound_names(read_module(path)[1]).items() if isinstance(node, Definition)]
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


MOST_BLOCKS = 40
MOST_TEST_FILES = 60


def example_blocks(original: Original) -> list[str]:
    """Return pieces of code that name the learner's code; they run in the sandbox, after its module."""
    name = original.owner
    found = [*_guarded(original), *_documented(original), *_tested(original)]
    word = re.compile(rf"\b{re.escape(name)}\b")
    return list(dict.fromkeys(block for block in found if word.search(block)))[:MOST_BLOCKS]


def _guarded(original: Original) -> Iterator[str]:
    """Yield the main guard, and the functions that it may call."""
    for node in original.tree.body:
        if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
            yield _code(node.body)
    for node in original.tree.body:
        if isinstance(node, ast.FunctionDef) and re.fullmatch(r"_*(main|test\w*|demo\w*|example\w*)", node.name):
            yield _code(node.body)


def _documented(original: Original) -> Iterator[str]:
    nodes: list[ast.AST] = [original.tree]
    if original.node is not None:
        nodes += [n for n in ast.walk(original.node) if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    for node in nodes:
        text = ast.get_docstring(node) if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) else None
        with contextlib.suppress(ValueError):  # a prompt that is not well-formed
            lines = [one.source for one in doctest.DocTestParser().get_examples(text or "")]
            if lines:
                yield "".join(lines)
        yield from re.findall(r"```(?:python|py)?\n(.*?)```", text or "", re.DOTALL)


def _tested(original: Original) -> Iterator[str]:
    """Yield the test functions beside the file that name the learner's code, each with the imports of its file."""
    folder = original.path.parent
    places = [folder, folder / "tests", folder / "test", folder.parent / "tests", folder.parent / "test"]
    files = [f for place in places if place.is_dir() for f in sorted(place.glob("*test*.py"))]
    for path in list(dict.fromkeys(files))[:MOST_TEST_FILES]:
        if path != original.path:
            yield from _tests_of(path, original)


def _tests_of(path: Path, original: Original) -> Iterator[str]:
    text, tree = parsed_file(path) or ("", ast.Module([], []))
    if original.owner not in text:
        return
    # in place of the learner's code, the example gets a recorder
    libraries = [n for n in tree.body if isinstance(n, Import) and original.owner not in names_of(n)]
    constants = [n for n in tree.body if isinstance(n, ast.Assign)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and original.owner in ast.unparse(node):
            yield _code([*libraries, *constants, *node.body])


def _code(body: list[ast.stmt]) -> str:
    return ast.unparse(ast.Module(body=body, type_ignores=[]))
