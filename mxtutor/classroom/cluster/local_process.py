"""The process of a cluster on this machine: the scheduler, and a nanny for each worker, which starts it again."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from distributed import Nanny

PRELOAD = "mxtutor.classroom.cluster.preload"
ALLOWED_FAILURES = 1000
"""The command itself limits how often an answer is sent again."""
STARTS = 3
"""How often a worker that ends before it is ready is started; a nanny starts only those again that were ready."""
CLOSE_SECONDS = 2.0
"""Time for a worker to end before it is killed."""


def main(descriptor: int, workers: int, threads: int, isolation: str) -> None:
    """Run a cluster until the other end of the socket is closed."""
    from mxtutor.grading.workers.worker import ScratchBase

    scratch = ScratchBase()
    try:
        with socket.socket(fileno=descriptor) as command:
            asyncio.run(_run(command, str(scratch.path), workers, threads, isolation))
    finally:
        scratch.remove()


async def _run(command: socket.socket, folder: str, workers: int, threads: int, isolation: str) -> None:
    import dask

    dask.config.set({  # no pages, which anyone on this machine could read
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        "distributed.worker.daemon": True,
        "distributed.worker.profile.enabled": False,  # it looks at all threads 100 times per second
        "temporary-directory": folder,
    })  # fmt: skip
    from distributed import Nanny, Scheduler
    from distributed.security import Security

    make: Any = Security.temporary
    security = make()
    shared: dict[str, Any] = {"host": "127.0.0.1", "protocol": "tls", "security": security, "dashboard": False}
    command.setblocking(False)
    loop = asyncio.get_running_loop()
    async with Scheduler(
        **shared, port=0, dashboard_address="127.0.0.1:0", allowed_failures=ALLOWED_FAILURES
    ) as scheduler:
        said = {"address": scheduler.address, "key": security.tls_client_key, "cert": security.tls_client_cert}
        await loop.sock_sendall(command, json.dumps(said).encode() + b"\n")
        argv = ["--isolation", isolation, "--owner", str(os.getpid())]
        nannies: list[Nanny] = []

        def nanny(name: str) -> Nanny:
            nannies.append(
                Nanny(
                    scheduler.address, nthreads=threads, memory_limit=None, local_directory=folder, name=name,
                    preload=[PRELOAD], preload_argv=argv, **shared,
                )
            )  # fmt: skip
            return nannies[-1]

        starting: asyncio.Future[Any] = asyncio.gather(*(_started(nanny, str(number)) for number in range(workers)))
        ended: asyncio.Future[Any] = asyncio.ensure_future(loop.sock_recv(command, 1))
        await asyncio.wait([starting, ended], return_when=asyncio.FIRST_COMPLETED)
        if starting.done():
            starting.result()
            await ended
        else:
            starting.cancel()
        await asyncio.gather(*(nanny.close(timeout=CLOSE_SECONDS) for nanny in nannies), return_exceptions=True)


async def _started(nanny: Callable[[str], Nanny], name: str) -> None:
    """Start a worker, and start it again if it ends before it is ready, as when another process takes the memory."""
    for left in reversed(range(STARTS)):
        try:
            await nanny(name)
            return
        except Exception:
            if not left:
                raise
