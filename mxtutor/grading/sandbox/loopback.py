"""A separate network namespace for one job, with 127.0.0.1 only."""

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
    """Move this process to a new network namespace and turn its loopback on; needs rights in its user namespace.

    Where the machine has no network namespaces, untrusted jobs are refused, and other jobs use the machine's loopback.
    Raises SandboxError.
    """
    if plan.uses("net"):
        try:
            unshare(NEW_NET)
            _bring_up("lo")
        except OSError as error:
            raise SandboxError(f"The sandbox cannot create a network namespace for the job: {error}.") from error
    elif plan.untrusted:
        raise SandboxError(
            "This exercise needs a separate network for each answer (the layer `net`), and this machine has none."
        )


def _bring_up(name: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        request = fcntl.ioctl(end, _GET_FLAGS, struct.pack(_REQUEST, name.encode(), 0))
        flags = struct.unpack(_REQUEST, request)[1]
        fcntl.ioctl(end, _SET_FLAGS, struct.pack(_REQUEST, name.encode(), flags | _UP))
