"""What each layer stops, why one may be missing, and how to get it."""

from __future__ import annotations

import errno

STOPS = {
    "landlock": "Answers read what they need only, and write in their scratch folder only.",
    "seccomp": "Answers start no processes, open no network sockets and reach few parts of the kernel.",
    "userns": "Answers run in a user namespace, which opens the way for the namespaces below.",
    "net": "Answers see no network.",
    "ipc": "Answers share no memory or host name with the machine.",
    "mount": "Answers see a file system of their own that is read-only but for 64 MiB of scratch.",
    "pid": "Answers see their own processes only, which all end with them.",
    "uid": "Answers run under a user id of their own, not as root.",
    "rlimits": "Memory, CPU time, files and their sizes are limited.",
}
"""One sentence a layer."""

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
    return False, "Needs Linux on x86-64 or aarch64.", "Grade on Linux, or in a Linux container."


def superfluous(name: str, *, root: bool, privileged: bool) -> str:
    """Return why the layer `name` is not needed in this situation; empty when it is."""
    if name == "userns" and privileged:
        return "Not needed: the right to make namespaces is there."
    if name == "uid" and not root:
        return "Not needed: started as an ordinary user."
    return ""


def fix(name: str, number: int, *, root: bool) -> str:
    """Return how to get the layer `name`, whose trial ended with the error `number`."""
    if name == "landlock":
        if number == errno.EOPNOTSUPP:
            return "Add landlock to the `lsm=` list of the kernel's command line."
        return "Use Linux 5.13 or newer with Landlock; in a container, a runtime whose seccomp profile lets it through."
    if name == "seccomp":
        return "Use a kernel with CONFIG_SECCOMP_FILTER; in a container, a runtime that lets seccomp through."
    if name == "uid":
        return "Let the container keep SETUID and SETGID and map user ids up to 61183, or start as an ordinary user."
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
