"""The prepared index of MXNet's names: what it finds, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.mxnet_index import MxnetIndex, mxnet_index, rank_of
from tests.mxnet_index.make import first_sentence, write_index


def test_a_signature_names_what_is_required_and_the_defaults() -> None:
    index = mxnet_index()
    found = {path: entry.signature for path in ("nd.clip", "nd.sum", "NDArray.sum") if (entry := index.at(path))}
    assert found == {
        "nd.clip": "(data, a_min, a_max, out=None)",
        "nd.sum": "(data, axis=None, keepdims=False, exclude=False, out=None)",
        "NDArray.sum": "(axis=None, keepdims=False, exclude=False, out=None)",
    }


def test_names_are_ranked_exact_then_prefix_then_word() -> None:
    names = [entry.name for entry in mxnet_index().matches("nd", "ones")]
    assert names[:2] == ["ones", "ones_like"]
    words = [entry.name for entry in mxnet_index().matches("nd", "like")]
    assert {"ones_like", "zeros_like"} <= set(words)


@pytest.mark.parametrize(
    ("name", "typed", "rank"),
    [("Dense", "dense", 0), ("ones_like", "ones", 1), ("Conv2DTranspose", "trans", 2), ("arccos", "cos", None)],
)
def test_the_rank_of_a_name(name: str, typed: str, rank: int | None) -> None:
    found = rank_of(name, typed)
    assert (found and found[0]) == rank


def test_modules_and_classes_lead_to_their_own_names() -> None:
    index = mxnet_index()
    module, layer = index.at("mx.gluon.nn"), index.at("gluon.nn.Dense")
    assert module
    assert module.members == "gluon.nn"
    assert layer
    assert index.entry(layer.members, "collect_params")
    assert index.has_owner("NDArray")
    assert not index.has_owner("numpy")
    assert index.at("nd.arccoz") is None


def test_a_docstring_is_read_by_name() -> None:
    index = mxnet_index()
    entry = index.at("nd.one_hot")
    assert entry
    assert entry.line == "Returns a one-hot array."
    assert "depth" in index.doc(entry)


def test_a_new_index_replaces_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    for doc in ("One. Two.", "Three."):
        assert write_index([("nd", "f", "function", "(x)", doc, "")], path) == 1
    entry = MxnetIndex(path).at("nd.f")
    assert entry
    assert (entry.line, MxnetIndex(path).doc(entry)) == ("Three.", "Three.")


def test_a_long_first_sentence_ends_at_a_word() -> None:
    short = first_sentence("word " * 60)
    assert len(short) <= 140
    assert short.endswith("word ...")
