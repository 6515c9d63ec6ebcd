"""Runs the class server until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import socket
from collections.abc import Callable

from aiohttp import web

from mxtutor.errors import UsageError
from mxtutor.live.connections import listening
from mxtutor.live.refusals import Refusals

STOP_SECONDS = 3.0
"""Longest wait for requests that are being answered when the server stops."""


def serve_class(app: web.Application, refusals: Refusals, host: str, port: int, ready: Callable[[int], object]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` gets the port when connections are accepted.

    Raises:
        UsageError: the address cannot be used.
    """
    asyncio.run(_serve(app, refusals, host, port, ready))


async def _serve(
    app: web.Application, refusals: Refusals, host: str, port: int, ready: Callable[[int], object]
) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):  # only the main thread may do it
            loop.add_signal_handler(number, stopped.set)
    async with contextlib.AsyncExitStack() as stack:
        try:
            found = await stack.enter_async_context(
                listening(app, refusals, stop_seconds=STOP_SECONDS, host=host, port=port)
            )
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(
                f"No server can listen on {host} port {port}: {reason}.", fix="Choose another --host or --port."
            ) from error
        ready(found)
        await stopped.wait()


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server on that address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return False


def reachable(host: str) -> str:
    """Return the address that other machines use for a server on `host`, in the form of a URL."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; a datagram socket sends nothing here
            return str(probe.getsockname()[0])
        return socket.gethostname()
    return f"[{host}]" if address.version == 6 else host
