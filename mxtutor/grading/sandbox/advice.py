"""What each layer stops, why a layer may be missing, and how to get it."""

from __future__ import annotations

import errno

STOPS = {
    "landlock": "Answers read only the files that they need, and write only in their scratch folder.",
    "seccomp": "Answers start no processes, open no network sockets and reach few parts of the kernel.",
    "userns": "Answers run in a user namespace, which the namespaces below need.",
    "net": "Answers see no network.",
    "ipc": "Answers share no memory or host name with the machine.",
    "mount": "Answers see their own file system, which is read-only except for 64 MiB of scratch space.",
    "pid": "Answers see only their own processes, and all of these end with the answer.",
    "uid": "Answers run under their own user id, not as root.",
    "rlimits": "Memory, CPU time, files and their sizes are limited.",
}
"""One sentence per layer."""

_NEEDS_NAMESPACES = ("userns", "net", "ipc", "mount", "pid")
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


def unsupported(name: str) -> tuple[bool, str, str]:
    """Return (ok, detail, fix) for a system other than Linux on x86-64 or aarch64."""
    if name == "rlimits":
        return True, STOPS[name], ""
    return False, "This layer needs Linux on x86-64 or aarch64.", "Grade on Linux, or in a Linux container."


def superfluous(name: str, *, root: bool, privileged: bool) -> str:
    """Return why the layer `name` is not needed in this situation; the empty string when it is needed."""
    if name == "userns" and privileged:
        return "Not needed: this process may create namespaces already."
    if name == "uid" and not root:
        return "Not needed: mxtutor runs as an ordinary user."
    return ""


def fix(name: str, number: int, *, root: bool) -> str:
    """Return how to get the layer `name`, whose test failed with the error number `number`."""
    if name == "landlock":
        if number == errno.EOPNOTSUPP:
            return "Add landlock to the `lsm=` list of the kernel's command line."
        return "Use Linux 5.13 or newer with Landlock; in a container, a runtime whose seccomp profile lets it through."
    if name == "seccomp":
        return "Use a kernel with CONFIG_SECCOMP_FILTER; in a container, a runtime that lets seccomp through."
    if name == "uid":
        return "Let the container keep SETUID and SETGID and map ids up to 61183, or start mxtutor as an ordinary user."
    if name in _NEEDS_NAMESPACES:
        return _namespace_fix(number, root)
    return ""


def _namespace_fix(number: int, root: bool) -> str:
    if number == errno.ENOSYS:
        return "Use Linux 5.12 or newer."
    if not root:
        for path, (value, remedy) in _SWITCHES.items():
            if _setting(path) == value:
                return remedy
    if root:
        return "Start the container with `--cap-add SYS_ADMIN --security-opt apparmor=unconfined`."
    return "Allow unprivileged user namespaces; in a container, `--security-opt seccomp=unconfined`."


def _setting(path: str) -> str:
    try:
        with open(f"/proc/sys/{path}") as file:
            return file.read().strip()
    except OSError:
        return ""
