"""Uses dataclasses, enums, typing, postponed annotations and pattern matching."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from mxnet import nd

T = TypeVar("T")


class Kind(enum.Enum):
    COSINE = "cos"


class Pair(NamedTuple):
    kind: Kind
    array: nd.NDArray


@dataclass
class Box(Generic[T]):
    value: T
    notes: list[str] = field(default_factory=list)


def arccos(x: nd.NDArray) -> nd.NDArray:
    pair = Pair(Kind("cos"), x)
    return Box(nd.arccos(pair.array)).value
