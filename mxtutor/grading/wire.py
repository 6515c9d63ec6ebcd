"""Frames: trees of plain values and arrays as bytes, without pickle.

A frame is MAGIC, the header's length (u32, little-endian), the header (JSON) and the raw buffers of the arrays,
little-endian and in C order. In the tree, `{"$": index}` represents an array; the header lists the dtype and shape of
each array. A key that begins with `$` gets one more. Bytes from an answer's process are untrusted: `unpack` raises
`WireError` for anything that is not well-formed, and no other exception.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

MAGIC = b"MXT1"
BEGUN = b"B"
"""Byte sent before the answer starts, and so before the result; a process that ends without it is mxtutor's failure."""
MAX_HEADER = 256 * 1024
"""Maximum size of the JSON in a frame, in bytes."""
MAX_BODY = 64 * 1024 * 1024
"""Maximum size of the array data in a frame, in bytes."""
MAX_ARRAYS = 4096
MAX_AXES = 32
MAX_DEPTH = 32
"""Deepest nesting of the tree."""
DTYPES = frozenset(
    ["float16", "float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"]
)


class WireError(ValueError):
    """The bytes are not a frame."""


def complete(data: bytes | bytearray) -> bool:
    """Return whether a child's result is complete, without copying it."""
    start = len(BEGUN) + 8
    return len(data) >= start and len(data) >= start + int.from_bytes(data[len(BEGUN) : start], "little")


def result_of(data: bytes | bytearray) -> bytes | None:
    """Return the frame in a child's output (BEGUN, length as u64, frame); None while it is incomplete."""
    if not (complete(data) and data.startswith(BEGUN)):
        return None
    start = len(BEGUN) + 8
    return bytes(data[start : start + int.from_bytes(data[len(BEGUN) : start], "little")])


def pack(tree: Any) -> bytes:
    """Return the frame of a tree of dicts, lists, strings, numbers, None and arrays of a listed dtype.

    Raises:
        WireError: the tree is over a limit or holds an array of another dtype.
    """
    arrays: list[np.ndarray[Any, Any]] = []
    body = json.dumps({"tree": _out(tree, arrays, 0), "arrays": [[a.dtype.name, list(a.shape)] for a in arrays]})
    header = body.encode()
    if len(header) > MAX_HEADER or sum(a.nbytes for a in arrays) > MAX_BODY or len(arrays) > MAX_ARRAYS:
        raise WireError("the result is too large to be sent")
    return b"".join((MAGIC, len(header).to_bytes(4, "little"), header, *(_raw(a) for a in arrays)))


def _out(value: Any, arrays: list[np.ndarray[Any, Any]], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise WireError("nested too deeply")
    if isinstance(value, np.ndarray):
        if value.dtype.name not in DTYPES:
            raise WireError(f"arrays of dtype {value.dtype} cannot be sent")
        arrays.append(value)
        return {"$": len(arrays) - 1}
    if isinstance(value, dict):
        return {_escaped(str(k)): _out(v, arrays, depth + 1) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_out(v, arrays, depth + 1) for v in value]
    return value


def _escaped(key: str) -> str:
    """Return a key of a dict that cannot be taken for an array's."""
    return f"${key}" if key.startswith("$") else key


def _raw(array: np.ndarray[Any, Any]) -> bytes:
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).tobytes()


def unpack(data: bytes) -> Any:
    """Return the tree of a frame; its arrays are read-only views of `data`.

    Raises:
        WireError: `data` is not exactly one well-formed frame within the limits.
    """
    if len(data) < 8 or data[:4] != MAGIC:
        raise WireError("not a frame")
    size = int.from_bytes(data[4:8], "little")
    if size > MAX_HEADER or len(data) < 8 + size:
        raise WireError("header length out of range")
    try:
        header = json.loads(data[8 : 8 + size].decode())
    except (ValueError, RecursionError) as error:
        raise WireError("header is not JSON") from error
    if not isinstance(header, dict) or set(header) != {"tree", "arrays"} or not isinstance(header["arrays"], list):
        raise WireError("header lacks its parts")
    arrays = _arrays(header["arrays"], memoryview(data)[8 + size :])
    return _in(header["tree"], arrays, 0)


def _arrays(listed: list[Any], body: memoryview) -> list[np.ndarray[Any, Any]]:
    if len(listed) > MAX_ARRAYS or len(body) > MAX_BODY:
        raise WireError("over a limit")
    arrays, at = [], 0
    for item in listed:
        if not (isinstance(item, list) and len(item) == 2 and isinstance(item[0], str) and item[0] in DTYPES):
            raise WireError("array without a known dtype")
        dtype, shape = np.dtype(item[0]).newbyteorder("<"), item[1]
        if not (isinstance(shape, list) and len(shape) <= MAX_AXES):
            raise WireError("array without a shape")
        if not all(type(n) is int and 0 <= n <= MAX_BODY for n in shape):
            raise WireError("axis out of range")
        size = math.prod(shape) * dtype.itemsize
        if size > len(body) - at:
            raise WireError("array longer than the frame")
        flat = np.frombuffer(body[at : at + size], dtype=dtype)
        try:
            arrays.append(flat.reshape(shape))
        except ValueError as error:  # axes of 0 together with huge ones overflow NumPy's own check
            raise WireError("shape out of range") from error
        at += size
    if at != len(body):
        raise WireError("bytes after the last array")
    return arrays


def _in(value: Any, arrays: list[np.ndarray[Any, Any]], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise WireError("nested too deeply")
    if isinstance(value, dict):
        if set(value) == {"$"}:
            index = value["$"]
            if type(index) is not int or not 0 <= index < len(arrays):
                raise WireError("array index out of range")
            return arrays[index]
        return {_text(k.removeprefix("$")): _in(v, arrays, depth + 1) for k, v in value.items()}
    if isinstance(value, list):
        return [_in(v, arrays, depth + 1) for v in value]
    return _text(value) if isinstance(value, str) else value


def _text(value: str) -> str:
    """Return text without lone surrogates, which files and terminals cannot encode."""
    return value.encode("utf-8", "replace").decode()
