"""What the editor knows about a text: tokens, names, completion, calls, marks."""

from __future__ import annotations

from functools import lru_cache

import pytest

from mxtutor.content.mxnet_index import mxnet_index
from mxtutor.content.torch_names import TorchNames, short_row
from mxtutor.content.truth import load_truth
from mxtutor.paths import content_root
from mxtutor.ui.widgets.assistant import (
    Assistant,
    Mark,
    NameMarks,
    OpenCall,
    binding_lines,
    call_at,
    is_code,
    scan,
    scope_of,
    signature_line,
)

IMPORTS = "import mxnet as mx\nfrom mxnet import nd, autograd, gluon\nfrom mxnet.gluon import nn as layers\n"
"""Three lines before the line of a test."""


@lru_cache(maxsize=1)
def torch() -> TorchNames:
    """Return the names of torch of the course."""
    return TorchNames(map(short_row, load_truth(content_root())))


def offered(line: str, imports: str = IMPORTS, *, asked: bool = False) -> list[str]:
    """Return the names that are offered at the end of a line."""
    text = f"result = 1\n{imports}{line}"
    found = Assistant(content_root()).complete(text, (text.count("\n"), len(line)), asked=asked)
    return [item.name for item in found.items] if found else []


def marked(line: str, imports: str = IMPORTS) -> dict[str, Mark]:
    """Return the marks of names in a line, by the marked text."""
    text = [*imports.split("\n")[:-1], line]
    scope = scope_of(binding_lines(text), mxnet_index())
    found = NameMarks(scope, mxnet_index(), torch()).marks(scan("\n".join(text)))
    return {text[mark.row][mark.start : mark.end]: mark for mark in found}


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("y = nd.one", ["one_hot", "ones", "ones_like"]),
        ("y = nd.ones", ["ones", "ones_like"]),
        ("layers.Dens", ["Dense"]),
        ("mx.nd.arccos", ["arccos", "arccosh"]),
        ("from mxnet import glu", ["gluon"]),
        ("x.as_in_con", ["as_in_context"]),
        ("f(x).asnum", ["asnumpy"]),
        ("y = nd.sum(x, keep", ["keepdims="]),
        ("y = res", ["result"]),
    ],
)
def test_names_that_fit_are_offered_before_others(line: str, first: list[str]) -> None:
    assert set(offered(line)[: len(first)]) == set(first)


@pytest.mark.parametrize("line", ["x.", "1.", "y = r", "np.zer", "onp.ze", "y = result"])
def test_nothing_is_offered_without_a_reason(line: str) -> None:
    assert offered(line, IMPORTS + "import numpy as onp\n") == []


def test_a_list_that_is_asked_for_needs_no_letters() -> None:
    assert "reshape" in offered("x.", asked=True)


@pytest.mark.parametrize(
    ("line", "code"),
    [("x = 'nd.on", False), ("# nd.on", False), ("x = 'a' + nd.on", True), ('"""nd.on', False), ("y = 'a'", True)],
)
def test_strings_and_comments_are_no_code(line: str, code: bool) -> None:
    assert is_code(line) == code


def test_a_string_of_several_lines_is_followed() -> None:
    assert not is_code('"""a\nnd.on')
    assert is_code('"""a\nnd.on\nb""" + nd.on')


def test_the_call_around_the_cursor_and_its_argument() -> None:
    lines = scan("y = nd.sum(nd.ones((2, 3)),\n    axis=1, keep")
    assert call_at(lines, 1, 16) == OpenCall(("nd", "sum"), 2, "")
    assert call_at(lines, 1, 9) == OpenCall(("nd", "sum"), 1, "axis")
    assert call_at(lines, 0, 20) == OpenCall(("nd", "ones"), 0, "")
    assert call_at(lines, 0, 3) is None


def test_a_signature_keeps_the_present_argument_in_a_narrow_border() -> None:
    signature = "(data, axis=None, keepdims=False, exclude=False, out=None)"
    line = str(signature_line("nd.sum", signature, OpenCall(("nd", "sum"), 2, ""), 40, "a warning"))
    assert "keepdims=False" in line
    assert len(line) <= 44
    assert "warning" not in line
    assert str(signature_line("nd.sum", signature, OpenCall(("nd", "sum"), 0, ""), 90, "a warning")).endswith(
        "a warning"
    )


@pytest.mark.parametrize(
    ("line", "name", "replacement"),
    [
        ("y = torch.acos(x)", "torch.acos", "nd.arccos"),
        ("y = x.view(2, -1)", "view", "reshape"),
        ("y = x.permute(1, 0)", "permute", "transpose"),
        ("n = x.size(0)", "size", "shape"),
        ("y = x.float()", "float", "astype('float32')"),
        ("net = layers.Linear(3, 4)", "layers.Linear", "layers.Dense"),
        ("y = nd.sum(x, dim=1)", "dim", "axis"),
        ("y = nd.acos(x)", "nd.acos", "nd.arccos"),
    ],
)
def test_a_name_of_torch_is_marked_with_what_replaces_it(line: str, name: str, replacement: str) -> None:
    mark = marked(line)[name]
    assert (mark.kind, mark.replacement) == ("torch", replacement)


def test_arrays_of_numpy_style_get_their_own_form() -> None:
    assert marked("y = torch.acos(x)", "from mxnet import np, npx\n")["torch.acos"].replacement == "np.arccos"


def test_an_unknown_name_is_marked_and_what_is_known_is_not() -> None:
    assert marked("y = nd.arccoz(x)")["arccoz"].kind == "unknown"
    assert marked("y = mx.nd.random.normall(x)")["normall"].owner == "nd.random"
    for line in (
        "y = nd.arccos(x).reshape((2, -1))",
        "d = {}; d.items(); s.add(3); x.sort(); 'a'.format()",
        "net.collect_params(); trainer.step(3)",
        "print('nd.arccoz')  # torch.acos",
        "y = nd._internal.foo(x); self.thing.other(3)",
        "y = nd.concat(x, y, dim=1)",
    ):
        assert marked(line) == {}, line
