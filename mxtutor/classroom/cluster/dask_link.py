"""The link to a cluster through Dask's client."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
import warnings
from collections.abc import Iterable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Literal

from mxtutor.classroom.cluster.link import Answer, ClusterLostError, Event, Failure, Workers
from mxtutor.errors import UsageError

if TYPE_CHECKING:
    from distributed import Security

CONNECT_SECONDS = 10.0
FETCH_SECONDS = 60.0
"""Time for a result to come from its worker, through the scheduler."""
PIECE_SECONDS = 5.0
"""Time after which a link looks whether the worker that has a result is still there."""
LOOK_SECONDS = 1.0
"""Time between two looks at the list of workers."""
LOST_SECONDS = 60.0
"""A scheduler that does not answer for so long is taken for lost."""
CLOSE_SECONDS = 5.0
PATIENCE = 600.0
"""Seconds to wait for workers of a cluster: those of a queue such as Slurm's come late."""
LOST = "The scheduler of the cluster is lost."
KEPT = "The results so far are kept, and the same command continues; with --scheduler, start a scheduler first."
SAME = "it has no mxtutor of this version; install this version there"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a scheduler listens, and how to talk to it."""

    scheduler: str
    """An address such as tcp://host:8786."""
    security: Security | None = None
    """Keys for TLS; None for those of Dask's own configuration."""


def tls(*, ca: str, cert: str, key: str) -> Security:
    """Return the keys of a client, given as paths of PEM files or as their texts; nothing is sent without TLS."""
    from distributed import Security

    make: Any = Security
    made: Security = make(tls_ca_file=ca, tls_client_cert=cert, tls_client_key=key, require_encryption=True)
    return made


class DaskLink:
    """A `Link` to the workers of a Dask cluster."""

    def __init__(
        self, address: Address, *, patience: float = PATIENCE, connect_seconds: float = CONNECT_SECONDS
    ) -> None:
        """Connect to the scheduler.

        Raises:
            UsageError: no scheduler answers there.
        """
        self.patience = patience
        self._client: Any = _connect(address, connect_seconds)  # Dask's methods have no types
        self._run = secrets.token_hex(8)
        self._futures: dict[str, Any] = {}
        self._events: SimpleQueue[str | Workers | None] = SimpleQueue()
        """Tickets of messages that ended, lists of workers, and None for the loss of the scheduler."""
        self._closing = threading.Event()
        threading.Thread(target=self._look, name="mxtutor-cluster", daemon=True).start()

    @property
    def scheduler(self) -> str:
        """Address of the scheduler."""
        return str(self._client.scheduler.address)

    def _look(self) -> None:
        """Report changes of the list of workers until the scheduler is lost."""
        known: dict[str, int] | None = None
        while not self._closing.is_set():
            try:
                if self._lost:
                    raise ConnectionError
                threads = dict(self._client.sync(self._client.scheduler.ncores, callback_timeout=LOST_SECONDS))
            except Exception:
                self._events.put(None)
                return
            if threads != known:
                self._events.put(Workers(threads))
                known = threads
            self._closing.wait(LOOK_SECONDS)

    def send(self, ticket: str, worker: str, kind: Literal["check", "grade"], data: bytes) -> None:
        """Send a message to a worker, to which the task is pinned.

        Raises:
            ClusterLostError: the scheduler is lost.
        """
        from mxtutor.classroom.cluster import worker as worker_side

        function = worker_side.check_worker if kind == "check" else worker_side.grade_batch
        try:
            future = self._client.submit(
                function, data, key=f"mxtutor-{self._run}-{ticket}", workers=[worker], allow_other_workers=False,
                pure=False, retries=0,
            )  # fmt: skip
            self._futures[ticket] = future
            future.add_done_callback(lambda _: self._events.put(ticket))
        except Exception as error:  # the client says in several ways that its connection is closed
            raise ClusterLostError(LOST, fix=KEPT) from error

    def drop(self, tickets: Iterable[str]) -> None:
        """Forget messages; the scheduler drops those that no worker has begun."""
        for ticket in tickets:
            future = self._futures.pop(ticket, None)
            if future is not None:
                with contextlib.suppress(Exception):
                    future.release()

    def event(self, seconds: float) -> Event | None:
        """Return the next event.

        Raises:
            ClusterLostError: the scheduler is lost.
        """
        try:
            found = self._events.get(timeout=seconds)
        except Empty:
            return None
        if found is None:
            raise ClusterLostError(LOST, fix=KEPT)
        if isinstance(found, Workers):
            return found
        future = self._futures.pop(found, None)
        return self._result(found, future) if future is not None else None

    def _result(self, ticket: str, future: Any) -> Event:
        try:
            return Answer(ticket, _fetched(future))
        except Exception as error:
            if self._lost:
                raise ClusterLostError(LOST, fix=KEPT) from error
            return _failure(ticket, error)
        finally:
            with contextlib.suppress(Exception):
                future.release()

    @property
    def _lost(self) -> bool:
        """Whether the connection is lost; Dask would connect again, but has dropped all messages."""
        return str(self._client.status) != "running"

    def close(self) -> None:
        """Forget all messages and leave the cluster; idempotent."""
        self._closing.set()
        self.drop(list(self._futures))
        with contextlib.suppress(Exception):
            self._client.close(timeout=CLOSE_SECONDS)


def _fetched(future: Any) -> Any:
    """Return the result of a message that ended.

    A worker that ends before it sent the result takes it along: Dask then waits for a worker with the same address.
    """
    end = time.monotonic() + FETCH_SECONDS
    while True:
        try:
            return future.result(timeout=PIECE_SECONDS)
        except (TimeoutError, asyncio.TimeoutError):
            if future.status != "finished" or time.monotonic() > end:
                raise


def _failure(ticket: str, error: Exception) -> Failure:
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return Failure(ticket, "it was lost too often", lost=True)
    if isinstance(error, (CancelledError, TimeoutError, asyncio.CancelledError, asyncio.TimeoutError, OSError)):
        return Failure(ticket, "its result is lost", lost=True)
    return Failure(ticket, reason(error))  # what the worker's or the scheduler's Python raised


def reason(error: BaseException) -> str:
    """Return why a task failed outside of mxtutor, for people."""
    text = (str(error) or type(error).__name__).strip().splitlines()[0][:200]
    if isinstance(error, (ImportError, AttributeError)) and "mxtutor" in str(error):
        return SAME
    if "deserializ" in text:
        return f"the scheduler cannot read the tasks; {SAME.replace('it has', 'its Python has', 1)}"
    return f"{type(error).__name__}: {text}"


def quiet() -> None:
    """Let Dask write nothing: mxtutor says in one line what it needs to say."""
    import distributed  # noqa: F401 - it sets the levels of its loggers

    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module=r"distributed(\.|$)")


def _connect(address: Address, seconds: float) -> Any:
    """Return a client of the scheduler.

    Raises:
        UsageError: no scheduler answers there, or the keys cannot be used.
    """
    import distributed

    quiet()
    make: Any = distributed.Client
    security: Any = address.security or _configured()
    try:
        keys = security.get_connection_args("client")
    except (OSError, ValueError) as error:  # also ssl.SSLError
        raise UsageError(f"The TLS files cannot be used ({_line(error)}).", fix="Give files in PEM form.") from error
    try:
        asyncio.run(_reach(address.scheduler, keys, seconds))  # a Client that cannot connect leaves an error at exit
        return make(
            address.scheduler, security=security, timeout=seconds, set_as_default=False, name="mxtutor",
            direct_to_workers=False,
        )  # fmt: skip
    except Exception as error:  # wrong addresses, closed ports and keys that do not fit raise many classes
        fix = "Check the address; for tls:// give --tls-ca, --tls-cert and --tls-key."
        raise UsageError(f"No scheduler answers at {address.scheduler} ({_line(error)}).", fix=fix) from error


def _configured() -> Any:
    """Return the keys that Dask's own configuration names."""
    import distributed

    make: Any = distributed.Security
    return make()


async def _reach(scheduler: str, keys: Any, seconds: float) -> None:
    from distributed.comm import core

    connect: Any = core.connect
    comm: Any = await connect(scheduler, timeout=seconds, **keys)
    await comm.close()


def _line(error: Exception) -> str:
    return (" ".join(str(error).split())[:200] or type(error).__name__).rstrip(".")
