"""What the coordinator needs of a cluster; `dask_link` provides it, and tests replace it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from mxtutor.errors import BrokenError


class ClusterLostError(BrokenError):
    """The cluster cannot be used any more; the results so far are kept."""


@dataclass(frozen=True, slots=True)
class Workers:
    """The workers that the scheduler knows, with their threads."""

    threads: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Answer:
    """A worker answered a message."""

    ticket: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Failure:
    """A message was not answered."""

    ticket: str
    text: str
    lost: bool = False
    """The worker was lost, or the scheduler dropped the message."""


Event = Workers | Answer | Failure


class Link(Protocol):
    """Sends messages to the workers of a cluster; one thread calls it."""

    patience: float
    """Seconds to wait for workers where there are none."""

    def send(self, ticket: str, worker: str, kind: Literal["check", "grade"], data: bytes) -> None:
        """Send a `Check` or a `Batch` to a worker; an event with the ticket follows unless the worker is lost.

        Raises:
            ClusterLostError: the scheduler is lost.
        """
        ...

    def drop(self, tickets: Iterable[str]) -> None:
        """Forget messages: no event of them follows, and workers do not begin them."""
        ...

    def event(self, seconds: float) -> Event | None:
        """Return the next event, or None if there was none for some seconds.

        Raises:
            ClusterLostError: the scheduler is lost.
        """
        ...

    def close(self) -> None:
        """Forget all messages and leave the cluster; idempotent."""
        ...
