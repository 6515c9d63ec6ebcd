"""Finds examples that call own code: below the main guard, in tests beside the file, in documentation and comments."""

from __future__ import annotations

import ast
import contextlib
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

from mxtutor.own_code.sources import Original

MOST_BLOCKS = 40
MOST_TEST_FILES = 60
_COMMENT = re.compile(r"^\s*#+ ?(.*)$")


def example_blocks(original: Original) -> list[str]:
    """Return pieces of code that name own code; they run in the sandbox, after the module of own code."""
    name = original.owner
    found = [*_guarded(original), *_documented(original), *_commented(original), *_tested(original)]
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


def _commented(original: Original) -> Iterator[str]:
    """Yield runs of comments that are Python."""
    run: list[str] = []
    for line in [*original.text.splitlines(), ""]:
        match = _COMMENT.match(line)
        if match:
            run.append(match[1])
            continue
        yield from _python_of(run)
        run = []


def _python_of(lines: list[str]) -> Iterator[str]:
    while lines:
        text = "\n".join(lines)
        with contextlib.suppress(SyntaxError, ValueError):
            ast.parse(text)
            yield text
            return
        lines = lines[1:]


def _tested(original: Original) -> Iterator[str]:
    """Yield the test functions beside the file that name own code, each with the imports of its file."""
    folder = original.path.parent
    places = [folder, folder / "tests", folder / "test", folder.parent / "tests", folder.parent / "test"]
    files = [f for place in places if place.is_dir() for f in sorted(place.glob("*test*.py"))]
    for path in list(dict.fromkeys(files))[:MOST_TEST_FILES]:
        if path != original.path:
            yield from _tests_of(path, original)


def _tests_of(path: Path, original: Original) -> Iterator[str]:
    try:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError, RecursionError):
        return
    if original.owner not in text:
        return
    libraries = [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom)) and not _names_module(n, original)]
    constants = [n for n in tree.body if isinstance(n, ast.Assign)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and original.owner in ast.unparse(node):
            yield _code([*libraries, *constants, *node.body])


def _names_module(node: ast.Import | ast.ImportFrom, original: Original) -> bool:
    """Return whether an import brings own code itself, in place of which the example gets a recorder."""
    names = [alias.asname or alias.name for alias in node.names]
    return original.owner in names


def _code(body: list[ast.stmt]) -> str:
    return ast.unparse(ast.Module(body=body, type_ignores=[]))
