"""MXNet's docstrings are shown without markup."""

from __future__ import annotations

import pytest

from mxtutor.content.mxnet_index import mxnet_index
from tests.mxnet_index.make import readable


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Adds.\n\nParameters\n----------\nx : NDArray", "Adds.\n\nParameters:\nx : NDArray"),
        (r"[0, \pi]", "[0, pi]"),
        (r"out = \frac{x - mean}{ \sqrt{Var} + \epsilon} * gamma", "out = (x - mean) / (sqrt(Var) + epsilon) * gamma"),
        (r"\frac{a}{b_{1}}", "a / b_1"),
        (r"*alpha* \* *op*\ (*A*)", "*alpha* * *op*(*A*)"),
        (".. math::\n\n   H = 2 \\cdot p", "H = 2 * p"),
        (".. note:: It is old.", "Note: It is old."),
        ("b'Reads.\\n\\nDefined in ../src/io.cc:L9'\n\nParameters\n---\npath", "Reads.\n\nParameters:\npath"),
        ("Plain text -- with dashes.\n\na - b", "Plain text -- with dashes.\n\na - b"),
    ],
)
def test_markup_becomes_text(written: str, shown: str) -> None:
    assert readable(written) == shown


def test_no_docstring_of_the_index_holds_markup() -> None:
    index = mxnet_index()
    for name in ("nd.arccos", "nd.concat", "nd.LeakyReLU", "gluon.nn.Conv2D", "nd.linalg.gemm"):
        entry = index.at(name)
        assert entry is not None
        text = index.doc(entry)
        assert text
        assert "\\" not in text
        assert "----" not in text
