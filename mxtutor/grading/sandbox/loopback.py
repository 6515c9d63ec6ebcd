"""A network of one job's own that holds nothing but 127.0.0.1."""

from __future__ import annotations

import fcntl
import socket
import struct

from mxtutor.grading.sandbox.namespaces import NEW_NET, unshare
from mxtutor.grading.sandbox.plan import Plan, SandboxError

_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1
_REQUEST = "=16sh14x"
"""struct ifreq: the name and the flags of an interface."""


def enter(plan: Plan) -> None:
    """Leave the worker's network for a new one whose loopback is up; takes the rights inside its user namespace.

    Without networks of their own, strangers' jobs are refused and the machine's loopback serves the others.
    Raises SandboxError.
    """
    if plan.uses("net"):
        try:
            unshare(NEW_NET)
            _bring_up("lo")
        except OSError as error:
            raise SandboxError(f"The job gets no network of its own: {error}.") from error
    elif plan.level == "all":
        raise SandboxError(
            "This exercise needs networks of their own for answers (the layer `net`), which are missing here."
        )


def _bring_up(name: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        told = fcntl.ioctl(end, _GET_FLAGS, struct.pack(_REQUEST, name.encode(), 0))
        flags = struct.unpack(_REQUEST, told)[1]
        fcntl.ioctl(end, _SET_FLAGS, struct.pack(_REQUEST, name.encode(), flags | _UP))
