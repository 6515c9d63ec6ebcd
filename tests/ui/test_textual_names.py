"""The tutor uses no private name of Textual: such names change without notice."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.widgets import TextArea

import mxtutor.ui
from mxtutor.ui.widgets.answer_editor import OTHERS


def _private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


@functools.cache  # all widgets share their classes of Textual
def _used(cls: type) -> set[str]:
    """Return the private names that the code of a class reads or sets on `self`, and those that it defines."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    on_self = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    defined = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    return {name for name in on_self | defined if _private(name)}


def _widgets() -> Iterator[type]:
    for found in pkgutil.walk_packages(mxtutor.ui.__path__, "mxtutor.ui."):
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if inspect.isclass(value) and issubclass(value, DOMNode) and value.__module__ == found.name:
                yield value


def _of_textual(cls: type) -> set[str]:
    """Return the private names that a class inherits from Textual."""
    return {name for base in cls.__mro__ if base.__module__.startswith("textual.") for name in _used(base)}


@pytest.mark.parametrize("cls", _widgets(), ids=lambda cls: cls.__name__)
def test_a_widget_uses_no_private_name_of_textual(cls: type) -> None:
    private = _used(cls) & _of_textual(cls)
    assert not private, f"{cls.__name__} uses private names of Textual: {', '.join(sorted(private))}"


def test_private_names_of_textual_are_found() -> None:
    class Mine(TextArea):
        def on_key(self) -> None:
            self._build_highlight_map()

    assert _used(Mine) & _of_textual(Mine) == {"_build_highlight_map"}


def test_the_editor_leaves_out_keys_that_textuals_text_area_has() -> None:
    keys = {key for binding in TextArea.BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")}
    assert {"f6", "f7"} <= keys & OTHERS, "Textual's TextArea has other keys now: look at OTHERS again"
