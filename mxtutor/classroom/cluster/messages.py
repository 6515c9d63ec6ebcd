"""Messages between the command and the workers of a cluster, as compressed MessagePack.

Dask carries them as bytes. They name no learner: an answer has a number, and only the command knows whose it is.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

LEVEL = 1
"""Level of compression: reports shrink to an eighth in 0.1 ms each."""
MAX_MESSAGE = 256 * 1024 * 1024
"""Largest message, unpacked, in bytes."""


class Check(msgspec.Struct, frozen=True):
    """What a worker must be like to get answers."""

    root: str
    """Folder of the content; empty for mxtutor's own content."""
    hashes: Mapping[str, str]
    """Hashes of the exercises by id."""
    versions: Mapping[str, str]
    confined: bool

    @property
    def digest(self) -> str:
        """A hash of the whole check: batches name it."""
        parts = [self.root, str(self.confined)]
        parts += [f"{name} {mapping[name]}" for mapping in (self.hashes, self.versions) for name in sorted(mapping)]
        return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


class Checked(msgspec.Struct, frozen=True):
    """What a worker is like."""

    differs: tuple[str, ...] = ()
    """What differs from the check, for people; empty if the worker may get answers."""
    missing: tuple[str, ...] = ()
    """Layers of the sandbox that its machine lacks and that can be added."""
    host: str = ""


class Item(msgspec.Struct, frozen=True, array_like=True):
    """One answer."""

    number: int
    exercise: str
    source: bytes


class Batch(msgspec.Struct, frozen=True):
    """Answers that one worker grades one after the other."""

    check: str
    """Digest of the check that the worker passed."""
    seed: int
    seconds: float
    """After so long no further answer is begun; the rest goes back."""
    items: tuple[Item, ...]


class Done(msgspec.Struct, frozen=True, array_like=True):
    """The report of one answer."""

    number: int
    report: Mapping[str, Any]


class Reply(msgspec.Struct, frozen=True):
    """What became of a batch."""

    done: tuple[Done, ...] = ()
    seconds: float = 0.0
    """Time that the batch took."""
    unchecked: bool = False
    """The worker's process or its content is not the one that was checked."""


_Message = TypeVar("_Message", Check, Checked, Batch, Reply)
_DECODERS: dict[type, msgspec.msgpack.Decoder[Any]] = {
    kind: msgspec.msgpack.Decoder(kind) for kind in (Check, Checked, Batch, Reply)
}
"""Made at the import, in one thread: msgspec 0.22 crashes when two threads make the first one of a type."""


def pack(message: Check | Checked | Batch | Reply) -> bytes:
    """Return a message as bytes; texts that are no Unicode (half a surrogate pair) are written as escapes."""
    try:
        data = msgspec.msgpack.encode(message)
    except UnicodeEncodeError:
        data = msgspec.msgpack.encode(_writable(message))
    return zlib.compress(data, LEVEL)


def unpack(data: bytes, kind: type[_Message]) -> _Message:
    """Return the message in bytes of `pack`.

    Raises:
        ValueError: they hold no such message.
    """
    try:
        plain = zlib.decompressobj().decompress(data, MAX_MESSAGE)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    message: _Message = _DECODERS[kind].decode(plain)
    return message


def _writable(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        fields = {name: _writable(getattr(value, name)) for name in value.__struct_fields__}
        return type(value)(**fields)
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, Mapping):
        return {_writable(key): _writable(part) for key, part in value.items()}
    return tuple(_writable(part) for part in value) if isinstance(value, (list, tuple)) else value
