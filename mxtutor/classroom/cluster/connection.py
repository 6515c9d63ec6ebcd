"""The connection to a Dask cluster: a running one, or one that is started on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import tempfile
import warnings
from collections.abc import Iterator
from typing import Any

import dask
import distributed
from distributed.comm import core

from mxtutor.errors import BrokenError, UsageError

DASK: Any = distributed
"""Dask's classes, which have no types."""
CONNECT_SECONDS = 10.0
CLOSE_SECONDS = 5.0
NO_CTRL_C = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Preload code of local workers: they ignore the terminal's ctrl+c, because the command ends them itself."""


def tls(*, ca: str, cert: str, key: str) -> Any:
    """Return Dask's `Security` from the paths of PEM files; connections without TLS are refused."""
    return DASK.Security(tls_ca_file=ca, tls_client_cert=cert, tls_client_key=key, require_encryption=True)


@contextlib.contextmanager
def connected(address: str, security: Any = None) -> Iterator[Any]:
    """Yield a Dask client of the scheduler at an address; without `security`, Dask's configuration decides.

    Raises:
        UsageError: no scheduler answers there, or the keys cannot be used.
    """
    _quiet()
    security = security or DASK.Security()
    try:
        keys = security.get_connection_args("client")
    except (OSError, ValueError) as error:  # also ssl.SSLError
        raise UsageError(f"The TLS files cannot be used ({_line(error)}).", fix="Give files in PEM form.") from error
    try:
        asyncio.run(_reach(address, keys))  # a Client that cannot connect prints an error at exit
        client = _client(address, security=security, timeout=CONNECT_SECONDS)
    except Exception as error:  # wrong addresses, closed ports and wrong keys raise errors of many classes
        fix = "Check the address; for tls:// give --tls-ca, --tls-cert and --tls-key."
        raise UsageError(f"No scheduler answers at {address} ({_line(error)}).", fix=fix) from error
    try:
        yield client
    finally:
        _close(client)


@contextlib.contextmanager
def local_cluster(workers: int, threads: int) -> Iterator[Any]:
    """Start a Dask cluster on this machine and yield its client; the cluster ends with the block.

    It listens on 127.0.0.1 only, and requires a key that is made for it: otherwise other users of the machine could
    send it code.

    Raises:
        BrokenError: the cluster does not start.
    """
    _quiet()
    no_pages: dict[str, list[Any]] = {
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
    }  # every user of the machine could read these pages
    with tempfile.TemporaryDirectory(prefix="mxtutor-") as folder, dask.config.set(no_pages):
        try:
            cluster = DASK.LocalCluster(
                n_workers=workers, threads_per_worker=threads, processes=True, host="127.0.0.1", protocol="tls://",
                security=DASK.Security.temporary(), dashboard_address=None, memory_limit=None, local_directory=folder,
                preload=[NO_CTRL_C], silence_logs=logging.CRITICAL,
            )  # fmt: skip
        except Exception as error:  # a worker that fails at its start raises its own error
            raise BrokenError(f"The local cluster does not start: {_line(error)}.", fix="Try again.") from error
        try:
            client = _client(cluster)
            yield client
            _close(client)
        finally:
            cluster.close(timeout=CLOSE_SECONDS)


def _client(*arguments: Any, **options: Any) -> Any:
    return DASK.Client(*arguments, set_as_default=False, direct_to_workers=False, name="mxtutor", **options)


def _close(client: Any) -> None:
    with contextlib.suppress(Exception):  # the connection may be lost
        client.close(timeout=CLOSE_SECONDS)


async def _reach(scheduler: str, keys: Any) -> None:
    connect: Any = core.connect
    comm = await connect(scheduler, timeout=CONNECT_SECONDS, **keys)
    await comm.close()


def _quiet() -> None:
    """Silence Dask's log; mxtutor prints its own one-line errors."""
    for name in [*logging.root.manager.loggerDict, "asyncio"]:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module=r"distributed(\.|$)")


def _line(error: Exception) -> str:
    return (" ".join(str(error).split())[:200] or type(error).__name__).rstrip(".")
