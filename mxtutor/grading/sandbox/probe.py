"""Finds the layers that work on this machine, and the files that an answer may read.

Each layer is tried in a forked child; for one that is missing, this says why and how to get it.
"""

from __future__ import annotations

import errno
import glob
import importlib.util
import os
import re
import site
import socket
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata

from mxtutor.grading.sandbox import landlock, mounts, namespaces
from mxtutor.grading.sandbox.denials import rules as denial_rules
from mxtutor.grading.sandbox.plan import LAYERS, MIB, ConfinementPlan, ReadList
from mxtutor.grading.sandbox.seccomp import assemble
from mxtutor.grading.sandbox.syscalls import MACHINE, SUPPORTED

_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/usr/share/zoneinfo",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/sys/devices/system/cpu",
)
_SYSTEM_PACKAGES = ("/usr/lib*/python3*/*-packages", "/usr/local/lib*/python3*/*-packages")
_REQUIREMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def read_list(packages: Sequence[str], extra: Sequence[str] = ()) -> ReadList:
    """Return a list with `packages`, their requirements, and `extra`; other packages (torch) are hidden.

    It leaves out packages that are not installed. Device files in `extra` may be written, too.
    """
    library = os.path.dirname(sysconfig.get_path("stdlib"))
    interpreter = {library, sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    devices = tuple(path for path in extra if path.startswith("/dev/"))
    trees = [*sorted(interpreter), *_SYSTEM, *_package_trees(packages), *(set(extra) - set(devices))]
    return ReadList(
        tuple(dict.fromkeys(path for path in trees if os.path.exists(path))),
        tuple(sorted({os.path.realpath(path) for path in _package_folders() if os.path.isdir(path)})),
        ReadList(()).devices + devices,
    )


def _package_folders() -> Iterator[str]:
    """Yield the folders with installed packages, of this Python and of the system's Python."""
    yield from (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages())
    yield from (path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages"))
    stdlib = sysconfig.get_path("stdlib")
    yield from (os.path.join(stdlib, name) for name in ("site-packages", "dist-packages"))
    for pattern in _SYSTEM_PACKAGES:
        yield from glob.glob(pattern)


def _package_trees(packages: Sequence[str]) -> Iterator[str]:
    """Yield the folders and files that `packages` and their requirements installed."""
    pending, seen = list(packages), set[str]()
    while pending:
        name = pending.pop()
        if name.lower() in seen:
            continue
        seen.add(name.lower())
        yield from _import_trees(name)
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        yield from (os.path.normpath(str(distribution.locate_file(top))) for top in sorted(_tops(distribution)))
        pending += _requirements(distribution)


def _tops(distribution: metadata.Distribution) -> set[str]:
    """Return the first parts of the names of the files that `distribution` installed."""
    record = distribution.read_text("RECORD") or ""  # `files` builds one object per line: 20 ms for NumPy and MXNet
    names = {line.partition(",")[0].strip('"').partition("/")[0] for line in record.splitlines()}
    names = names or {file.parts[0] for file in distribution.files or ()}
    return names - {"", "..", "__pycache__"}


def _requirements(distribution: metadata.Distribution) -> list[str]:
    names = (_REQUIREMENT.match(line) for line in distribution.requires or () if "extra ==" not in line)
    return [name[0] for name in names if name]


def _import_trees(name: str) -> Iterator[str]:
    """Yield the folder of the package that is imported as `name`; its project may have another name (mxnet-cu112)."""
    try:
        found = importlib.util.find_spec(name) if name.isidentifier() else None
    except (ImportError, ValueError):
        return
    if found is not None and found.submodule_search_locations:
        yield from found.submodule_search_locations
    elif found is not None and found.origin and os.path.isabs(found.origin):
        yield found.origin


_SWITCHES = {
    "kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "Give this Python an AppArmor profile with `userns,`, or run"
        " `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`.",
    ),
    "kernel/unprivileged_userns_clone": ("0", "Run `sudo sysctl kernel.unprivileged_userns_clone=1`."),
    "user/max_user_namespaces": ("0", "Run `sudo sysctl user.max_user_namespaces=10000`."),
}
"""Settings below /proc/sys that forbid user namespaces: the forbidding value and what to do."""
_FIXES = {
    "landlock": "Use Linux 5.13 or newer with Landlock; in a container, a runtime whose seccomp profile lets it "
    "through.",
    "seccomp": "Use a kernel with CONFIG_SECCOMP_FILTER; in a container, a runtime that lets seccomp through.",
    "uid": "Let the container keep SETUID and SETGID and map ids up to 61183, or start mxtutor as an ordinary user.",
    "rlimits": "",
}
"""How to get a layer that needs no namespace."""


def _fix(name: str, number: int, *, root: bool) -> str:
    """Return how to get the layer `name`, whose test failed with the error number `number`."""
    if name == "landlock" and number == errno.EOPNOTSUPP:
        return "Add landlock to the `lsm=` list of the kernel's command line."
    if name in _FIXES:
        return _FIXES[name]
    if number == errno.ENOSYS:
        return "Use Linux 5.12 or newer."
    if root:
        return "Start the container with `--cap-add SYS_ADMIN --security-opt apparmor=unconfined`."
    for path, (value, remedy) in _SWITCHES.items():
        if _setting(path) == value:
            return remedy
    return "Allow unprivileged user namespaces; in a container, `--security-opt seccomp=unconfined`."


def _setting(path: str) -> str:
    try:
        with open(f"/proc/sys/{path}") as file:
            return file.read().strip()
    except OSError:
        return ""


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
    """How to get the layer; empty if it works or is not needed."""
    needed: bool = True
    """False when the layer adds nothing here (a separate user id, when mxtutor runs as an ordinary user)."""


@dataclass(frozen=True, slots=True)
class Probe:
    """All layers, in the order of `LAYERS`."""

    layers: tuple[LayerProbe, ...]
    root: bool
    """Whether the process runs as uid 0."""

    def works(self, name: str) -> bool:
        return any(layer.ok for layer in self.layers if layer.name == name)


def probe() -> Probe:
    """Try every layer in forked children (30 ms in a process without MXNet; one thread only)."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not SUPPORTED:
        needs, fix = "This layer needs Linux on x86-64 or aarch64.", "Grade on Linux, or in a Linux container."
        layers = (LayerProbe(name, False, needs, fix) for name in LAYERS if name != "rlimits")
        return Probe((*layers, LayerProbe("rlimits", True, _TRIALS["rlimits"][0])), root)
    return Probe(tuple(_probe_layer(name, root) for name in LAYERS), root)


def _probe_layer(name: str, root: bool) -> LayerProbe:
    if name == "userns" and _privileged():
        return LayerProbe(name, False, "Not needed: this process may create namespaces already.", needed=False)
    if name == "uid" and not root:
        return LayerProbe(name, False, "Not needed: mxtutor runs as an ordinary user.", needed=False)
    stops, trial = _TRIALS[name]
    failure = _attempt(trial)
    if failure is None:
        return LayerProbe(name, True, stops)
    number, reason = failure
    return LayerProbe(name, False, reason, _fix(name, number, root=root))


def _attempt(trial: Callable[[], object]) -> tuple[int, str] | None:
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
    return bool(namespaces.effective_capabilities() >> namespaces.CAP_SYS_ADMIN & 1)


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
    namespaces.no_new_privileges()
    landlock.restrict(ruleset, version)
    _refused(lambda: os.listdir("/"), "Landlock")


def _try_seccomp() -> None:
    table = denial_rules(MACHINE, processes=False, any_signal=False, attributes=False, unix_sockets=False)
    namespaces.no_new_privileges()
    assemble(table, MACHINE).load(os.getpid())
    _refused(lambda: socket.socket(socket.AF_INET), "seccomp")


def _enter(flags: int) -> None:
    """Enter new namespaces, inside a new user namespace if that is necessary."""
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
    namespaces.become(FIRST_UID)
    _refused(lambda: os.setresuid(0, 0, 0), "the change of user id")


_TRIALS: dict[str, tuple[str, Callable[[], object]]] = {
    "landlock": ("Answers read only the files that they need, and write only in their scratch folder.", _try_landlock),
    "seccomp": ("Answers start no processes, open no network sockets and reach few parts of the kernel.", _try_seccomp),
    "userns": ("Answers run in a user namespace, which the namespaces below need.", _try_userns),
    "net": ("Answers see no network.", lambda: _enter(namespaces.NEW_NET)),
    "ipc": ("Answers share no memory or host name with the machine.", lambda: _enter(namespaces.FLAGS["ipc"])),
    "mount": ("Answers see their own file system, which is read-only except for 64 MiB of scratch space.", _try_mount),
    "pid": ("Answers see only their own processes, and all of these end with the answer.", _try_pid),
    "uid": ("Answers run under their own user id, not as root.", _try_uid),
    "rlimits": ("Memory, CPU time, files and their sizes are limited.", lambda: None),
}
"""What each layer stops, and a trial of it, which raises OSError if the layer does not work."""


def safe_for_untrusted(found: Probe) -> bool:
    """Return whether untrusted answers may run: with Landlock, seccomp, and another user id when started as root."""
    return found.works("landlock") and found.works("seccomp") and (found.works("uid") or not found.root)


def make_plan(
    found: Probe, packages: Sequence[str], extra: Sequence[str] = (), *, confined: bool = True, untrusted: bool = False
) -> ConfinementPlan:
    """Return the strongest plan; jobs may read `packages`, their requirements, and the paths `extra`.

    Without `confined`, only the limits of resources are kept.
    """
    wanted = LAYERS if confined else ("rlimits",)
    layers = tuple(name for name in wanted if found.works(name))
    uid = FIRST_UID if "uid" in layers else None
    closed = uid is not None and "landlock" in layers and "mount" not in layers and _attempt(_try_library) is not None
    read = read_list(packages, extra) if {"landlock", "mount"} & set(layers) else ReadList(())
    return ConfinementPlan(layers, read, uid, untrusted, keep_reading=closed)


def _try_library() -> None:
    namespaces.become(FIRST_UID)
    os.listdir(sysconfig.get_path("stdlib"))
    os.listdir(sysconfig.get_path("purelib"))
