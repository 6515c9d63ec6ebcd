"""Frames come back as they were sent, and nothing but a whole frame is read."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mxtutor.grading import wire
from mxtutor.grading.wire import WireError

TREE: dict[str, Any] = {"a": np.arange(6, dtype=np.int16).reshape(2, 3), "b": [1, "zwei", None, True, 0.5], "c": {}}
plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
keys = st.text().filter(lambda key: key != "$")  # that key represents an array
trees = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3))


def back(tree: Any) -> Any:
    """Return what comes out at the far end."""
    return wire.unpack(wire.pack(tree))


@pytest.mark.parametrize("dtype", sorted(wire.DTYPES))
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (2, 3)])
def test_arrays_come_back_with_dtype_shape_and_bytes(dtype: str, shape: tuple[int, ...]) -> None:
    sent = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    (got,) = back([sent])
    assert (got.dtype, got.shape, got.tobytes()) == (sent.dtype, sent.shape, sent.tobytes())


@pytest.mark.parametrize("sent", [np.arange(12.0).reshape(3, 4).T, np.arange(12)[::-2], np.arange(4, dtype=">i4")])
def test_arrays_of_any_layout_come_back_equal(sent: Any) -> None:
    assert back([sent])[0].tolist() == sent.tolist()


@given(trees)
def test_plain_trees_come_back(tree: Any) -> None:
    assert back(tree) == tree


def test_what_comes_back_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        back([np.zeros(2)])[0][0] = 1


@pytest.mark.parametrize(
    "tree",
    [
        [np.array(["text"])],
        [np.zeros(2, np.complex64)],
        [np.array([object()])],
        [np.zeros(wire.MAX_BODY + 1, np.uint8)],
        "x" * (wire.MAX_HEADER + 1),
        [np.zeros(1)] * (wire.MAX_ARRAYS + 1),
    ],
    ids=["text", "complex", "objects", "body", "header", "arrays"],
)
def test_what_is_over_a_limit_is_not_sent(tree: Any) -> None:
    with pytest.raises(WireError):
        wire.pack(tree)


def test_nesting_has_a_limit_on_both_sides() -> None:
    deep: Any = []
    for _ in range(wire.MAX_DEPTH + 1):
        deep = [deep]
    with pytest.raises(WireError):
        wire.pack(deep)
    with pytest.raises(WireError):
        wire.unpack(frame({"tree": deep, "arrays": []}))
    with pytest.raises(WireError):
        wire.unpack(wire.MAGIC + (60_000).to_bytes(4, "little") + b"[" * 60_000)


def frame(header: Any, body: bytes = b"") -> bytes:
    """Return a frame whose header may say anything."""
    text = json.dumps(header).encode()
    return wire.MAGIC + len(text).to_bytes(4, "little") + text + body


FORGED = {
    "nothing": b"",
    "no magic": b"PICK" + wire.pack({})[4:],
    "header longer than the frame": wire.MAGIC + (1000).to_bytes(4, "little") + b"{}",
    "no JSON": wire.MAGIC + (2).to_bytes(4, "little") + b"{x",
    "no UTF-8": wire.MAGIC + (2).to_bytes(4, "little") + b"\xff\xfe",
    "a list as header": frame([]),
    "no arrays": frame({"tree": 1}),
    "more than its parts": frame({"tree": 1, "arrays": [], "more": 1}),
    "arrays as a mapping": frame({"tree": 1, "arrays": {}}),
    "an object dtype": frame({"tree": 1, "arrays": [["object", [1]]]}, b"\0" * 8),
    "no dtype": frame({"tree": 1, "arrays": [[1, [1]]]}, b"\0"),
    "no shape": frame({"tree": 1, "arrays": [["int8", 1]]}, b"\0"),
    "a negative axis": frame({"tree": 1, "arrays": [["int8", [-1]]]}),
    "a boolean axis": frame({"tree": 1, "arrays": [["int8", [True]]]}, b"\0"),
    "an axis beyond memory": frame({"tree": 1, "arrays": [["int8", [2**62, 0]]]}),
    "an overflowing shape": frame({"tree": 1, "arrays": [["int8", [0] + [2**26] * 20]]}),
    "too many axes": frame({"tree": 1, "arrays": [["int8", [1] * 33]]}, b"\0"),
    "an array longer than the frame": frame({"tree": 1, "arrays": [["int8", [9]]]}, b"\0"),
    "bytes behind": frame({"tree": 1, "arrays": []}, b"\0"),
    "an index without array": frame({"tree": {"$": 0}, "arrays": []}),
    "a negative index": frame({"tree": {"$": -1}, "arrays": [["int8", [1]]]}, b"\0"),
    "an index that is not a number": frame({"tree": {"$": "0"}, "arrays": [["int8", [1]]]}, b"\0"),
}


@pytest.mark.parametrize("data", FORGED.values(), ids=list(FORGED))
def test_a_forged_frame_is_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        wire.unpack(data)


@given(st.integers(0, len(wire.pack(TREE)) - 1), st.integers(0, 255), st.integers(0, 40))
def test_a_damaged_frame_is_read_or_refused_and_nothing_else(at: int, byte: int, cut: int) -> None:
    data = bytearray(wire.pack(TREE))
    data[at] = byte
    del data[len(data) - cut :]
    try:
        wire.unpack(bytes(data))
    except WireError:
        return


def test_lone_surrogates_are_replaced() -> None:
    assert wire.unpack(frame({"tree": {"\ud800": "\udfff"}, "arrays": []})) == {"?": "?"}


def sent(body: bytes, length: int | None = None) -> bytes:
    """Return what a child writes for a result."""
    return wire.BEGUN + (len(body) if length is None else length).to_bytes(8, "little") + body


def test_a_result_is_complete_as_soon_as_its_last_byte_is_there() -> None:
    whole = sent(wire.pack(TREE))
    assert [wire.complete(whole[:n]) for n in (0, 1, 8, len(whole) - 1)] == [False] * 4
    assert wire.complete(whole)
    assert wire.result_of(whole + b"what came behind it") == wire.pack(TREE)


def test_a_result_without_the_mark_of_its_beginning_is_none() -> None:
    assert wire.result_of(b"X" + sent(b"abc")[1:]) is None
    assert wire.result_of(sent(b"abc", length=4)) is None
    assert wire.result_of(b"") is None
