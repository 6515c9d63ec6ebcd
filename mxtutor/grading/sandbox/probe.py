"""Finds the layers that work on this machine: each is tried in a forked child."""

from __future__ import annotations

import errno
import os
import socket
import sysconfig
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mxtutor.grading.sandbox import advice, landlock, mounts, namespaces, privileges
from mxtutor.grading.sandbox.denials import rules as denial_rules
from mxtutor.grading.sandbox.plan import LAYERS, MIB, Plan, ReadList
from mxtutor.grading.sandbox.readlist import read_list
from mxtutor.grading.sandbox.seccomp import assemble
from mxtutor.grading.sandbox.syscalls import MACHINE, SUPPORTED

FIRST_UID = 60_600
"""By convention no user and no service has 60578 to 61183, and a container with 65536 ids can map them."""


@dataclass(frozen=True, slots=True)
class LayerProbe:
    """A layer, and whether it works on this machine."""

    name: str
    ok: bool
    detail: str
    """One sentence: what the layer stops (when ok), or why it does not work."""
    fix: str = ""
    """How to get the layer; empty when it works or is not needed."""
    needed: bool = True
    """False when the layer adds nothing here (a separate user id, when mxtutor runs as an ordinary user)."""


@dataclass(frozen=True, slots=True)
class Probe:
    """All layers, in the order of `LAYERS`."""

    layers: tuple[LayerProbe, ...]
    root: bool
    """Whether the process runs as uid 0."""

    def works(self, name: str) -> bool:
        """Return whether the layer `name` works here."""
        return any(layer.ok for layer in self.layers if layer.name == name)


def probe() -> Probe:
    """Try every layer in forked children (30 ms in a process without MXNet; one thread only)."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not SUPPORTED:
        layers = (LayerProbe(name, *advice.unsupported(name)) for name in LAYERS)
        return Probe(tuple(layers), root)
    return Probe(tuple(_probe_layer(name, root) for name in LAYERS), root)


def _probe_layer(name: str, root: bool) -> LayerProbe:
    spare = advice.superfluous(name, root=root, privileged=_privileged())
    if spare:
        return LayerProbe(name, False, spare, needed=False)
    failure = _attempt(_TRIALS[name])
    if failure is None:
        return LayerProbe(name, True, advice.STOPS[name])
    return LayerProbe(name, False, failure[1], advice.fix(name, failure[0], root=root))


def _attempt(trial: Callable[[], None]) -> tuple[int, str] | None:
    """Run `trial` in a child; return the error number and text of its OSError, or None when it succeeded."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            trial()
            status = 0
        except OSError as error:
            os.write(writing, f"{error.errno or 0} {error}".encode()[:4096])
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        report = pipe.read().decode(errors="replace")
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        return None
    number, _, reason = report.partition(" ")
    return (int(number), f"{reason}.") if reason else (0, "The test process ended without a result.")


def _privileged() -> bool:
    return bool(privileges.effective_capabilities() >> privileges.CAP_SYS_ADMIN & 1)


def _refused(action: Callable[[], object], name: str) -> None:
    """Raise OSError unless the kernel refuses `action`."""
    try:
        action()
    except PermissionError:
        return
    raise OSError(errno.EINVAL, f"{name} allows an action that it must refuse")


def _try_landlock() -> None:
    version = landlock.abi()
    ruleset = landlock.build((), version)
    privileges.no_new_privileges()
    landlock.restrict(ruleset, version)
    _refused(lambda: os.listdir("/"), "Landlock")


def _try_seccomp() -> None:
    table = denial_rules(MACHINE, processes=False, any_signal=False, attributes=False, unix_sockets=False)
    privileges.no_new_privileges()
    assemble(table, MACHINE).load(os.getpid())
    _refused(lambda: socket.socket(socket.AF_INET), "seccomp")


def _enter(flags: int) -> None:
    """Enter new namespaces, inside a new user namespace where that is necessary."""
    if _privileged():
        namespaces.unshare(flags)
    else:
        proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        namespaces.enter_user_namespace(proc, flags)


def _try_userns() -> None:
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    for _ in range(2):  # the worker's, and one inside it for each job
        namespaces.enter_user_namespace(proc)


def _try_mount() -> None:
    stdlib = os.path.realpath(sysconfig.get_path("stdlib"))
    _enter(namespaces.NEW_MOUNTS)
    mounts.change_root(ReadList((stdlib,)), FIRST_UID)
    mounts.mount_job(MIB, None, fresh_proc=False)
    os.listdir(stdlib)
    os.mkdir(mounts.WORK)


def _try_pid() -> None:
    _enter(namespaces.NEW_PID)
    child = os.fork()
    if child == 0:
        os._exit(0 if os.getpid() == 1 else 1)
    if os.waitpid(child, 0)[1]:
        raise OSError(errno.EINVAL, "the first process of a new pid namespace does not have the id 1")


def _try_uid() -> None:
    privileges.become(FIRST_UID)
    _refused(lambda: os.setresuid(0, 0, 0), "the change of user id")


def _nothing_to_try() -> None:
    return None


_TRIALS: dict[str, Callable[[], None]] = {
    "landlock": _try_landlock,
    "seccomp": _try_seccomp,
    "userns": _try_userns,
    "net": lambda: _enter(namespaces.NEW_NET),
    "ipc": lambda: _enter(namespaces.FLAGS["ipc"]),
    "mount": _try_mount,
    "pid": _try_pid,
    "uid": _try_uid,
    "rlimits": _nothing_to_try,
}


def safe_for_untrusted(found: Probe) -> bool:
    """Return whether untrusted answers may run: with Landlock, seccomp, and another user id when started as root."""
    return found.works("landlock") and found.works("seccomp") and (found.works("uid") or not found.root)


def make_plan(
    found: Probe,
    packages: Sequence[str],
    extra: Sequence[str] = (),
    *,
    confined: bool = True,
    untrusted: bool = False,
) -> Plan:
    """Return the strongest plan; jobs may read `packages`, their requirements, and the paths `extra`.

    Without `confined`, only the limits of resources are kept.
    """
    wanted = LAYERS if confined else ("rlimits",)
    layers = tuple(name for name in wanted if found.works(name))
    uid = FIRST_UID if "uid" in layers else None
    closed = uid is not None and "landlock" in layers and "mount" not in layers and _attempt(_try_library) is not None
    read = read_list(packages, extra) if {"landlock", "mount"} & set(layers) else ReadList(())
    return Plan(layers, read, uid, untrusted, keep_reading=closed)


def _try_library() -> None:
    privileges.become(FIRST_UID)
    os.listdir(sysconfig.get_path("stdlib"))
    os.listdir(sysconfig.get_path("purelib"))
