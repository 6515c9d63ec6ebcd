"""A separate root file system for the worker with only the read list, and the file systems of each job."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator

from mxtutor.grading.sandbox.landlock import READ, SCRATCH, Rule
from mxtutor.grading.sandbox.namespaces import NEW_MOUNTS, unshare
from mxtutor.grading.sandbox.plan import ReadList, SandboxError
from mxtutor.grading.sandbox.syscalls import call, text

JOB = "/scratch/job"
WORK = JOB + "/work"
SHARED_MEMORY = JOB + "/shm"
_PROC = "/kernel/proc"
RULES: tuple[Rule, ...] = (("/scratch", SCRATCH), ("/kernel", READ), ("/etc/passwd", READ), ("/etc/group", READ))
"""A rule on the parent folder of a mount point covers what each job mounts there, so all jobs share one ruleset."""

_TEMPORARY = "/tmp"  # noqa: S108 - inside the new root
_LINKS = {
    "/proc": _PROC,
    "/dev/shm": SHARED_MEMORY,  # noqa: S108 - inside the new root
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}
_BASES = ("/tmp", "/mnt", "/run", "/var")  # noqa: S108 - covered, not written to
"""The new root can be built on any of these folders: the sources are opened before the mount hides the folder."""

_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS = 1, 2, 4, 8
_RECURSIVE, _PRIVATE, _DETACH = 0x4000, 1 << 18, 2
_HERE, _EMPTY_PATH, _FROM_EMPTY_PATH, _CLONE_TREE, _AT_RECURSIVE = -100, 0x1000, 4, 1, 0x8000
_CLOSE_ON_EXEC = os.O_CLOEXEC if hasattr(os, "O_CLOEXEC") else 0
_ROOT_BYTES = 4 << 20


def mount(kind: str, target: str, flags: int, options: str = "") -> None:
    names = text(kind), text(target), text(options)
    source, place, data = (ctypes.addressof(name) for name in names)
    call("mount", source, place, source, flags, data)


def clone(path: str) -> int:
    """Return a descriptor of a detached copy of the mounts at and below `path`."""
    name = text(path)
    return call("open_tree", _HERE, ctypes.addressof(name), _CLONE_TREE | _AT_RECURSIVE | _CLOSE_ON_EXEC)


def attach(tree: int, target: str) -> None:
    empty, name = text(""), text(target)
    call("move_mount", tree, ctypes.addressof(empty), _HERE, ctypes.addressof(name), _FROM_EMPTY_PATH)
    os.close(tree)


def _seal(target: str) -> None:
    """Make everything that is mounted at and below `target` read-only, without set-id programs and devices."""
    attributes = ctypes.create_string_buffer(
        struct.pack("=QQQQ", _READ_ONLY | _NO_SETUID | _NO_DEVICES, 0, _PRIVATE, 0), 32
    )
    name = text(target)
    call("mount_setattr", _HERE, ctypes.addressof(name), _AT_RECURSIVE, ctypes.addressof(attributes), 32)


def change_root(read: ReadList, uid: int) -> None:
    """Replace the root of this mount namespace by a read-only root with `read` and mount points for jobs.

    `uid` is the user id in the new /etc/passwd.
    """
    mount_root = text("/")
    call("mount", 0, ctypes.addressof(mount_root), 0, _RECURSIVE | _PRIVATE, 0)
    links, trees = resolve(read.trees)
    plan = list(_nested(trees, {os.path.realpath(path) for path in read.hidden}))
    copies = [(path, clone(path), os.path.isdir(path)) if shown else (path, -1, True) for path, shown in plan]
    devices = [(path, clone(path)) for path in read.devices if os.path.exists(path)]
    proc = clone("/proc")
    base = next((path for path in _BASES if os.path.isdir(path)), None)
    if base is None:
        raise SandboxError("the sandbox needs one of /tmp, /mnt, /run and /var to build its root on, and none exists")
    mount("tmpfs", base, _NO_SETUID | _NO_DEVICES, f"mode=755,size={_ROOT_BYTES}")
    _furnish(base, uid)  # done before folders of the machine are mounted, so that nothing is written to them
    for path, copy, folder in copies:
        _place(base + path, copy, folder)
    _link(base, links)
    attach(proc, base + _PROC)
    for path, _ in devices:
        _make(base + path, folder=False)
    _seal(base)
    for path, device in devices:
        attach(device, base + path)
    _pivot(base)


def resolve(paths: tuple[str, ...]) -> tuple[dict[str, str], set[str]]:
    """Return the symbolic links in `paths` (link to target) and the real paths."""
    links: dict[str, str] = {}
    trees: set[str] = set()
    pending = [path for path in paths if os.path.exists(path)]  # also false for links that form a cycle
    while pending:
        path = pending.pop()
        link = next((part for part in ancestry(path) if os.path.islink(part)), None)
        if link is None:
            trees.add(path)
        else:
            links[link] = os.readlink(link)
            pending.append(os.path.normpath(os.path.join(os.path.dirname(link), links[link]) + path[len(link) :]))
    return links, trees


def ancestry(path: str) -> Iterator[str]:
    """Yield /a, /a/b, /a/b/c for /a/b/c."""
    parts = [part for part in path.split("/") if part]
    for count in range(1, len(parts) + 1):
        yield "/" + "/".join(parts[:count])


def _nested(trees: set[str], hidden: set[str]) -> Iterator[tuple[str, bool]]:
    """Yield, outer before inner, what to mount: (path, True) a tree, (path, False) an empty folder over a tree."""
    shown: dict[str, bool] = {}
    for path in sorted(trees | hidden, key=lambda name: name.split("/")):
        above = next((one for one in reversed(list(ancestry(path))[:-1]) if one in shown), None)
        visible = above is not None and shown[above]
        wanted = path in trees
        if wanted != visible and (wanted or os.path.isdir(path)):
            shown[path] = wanted
            yield path, wanted


def _make(target: str, *, folder: bool) -> None:
    """Create a mount point unless it exists."""
    if folder:
        os.makedirs(target, mode=0o755, exist_ok=True)
    elif not os.path.exists(target):
        os.makedirs(os.path.dirname(target), mode=0o755, exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY | _CLOSE_ON_EXEC, 0o644))


def _place(target: str, copy: int, folder: bool) -> None:
    _make(target, folder=folder)
    if copy >= 0:
        attach(copy, target)
    else:
        mount("tmpfs", target, _NO_SETUID | _NO_DEVICES, f"mode=755,size={_ROOT_BYTES}")


def _furnish(base: str, uid: int) -> None:
    """Create the mount points of the job and of /proc, and the files that name the user."""
    for folder in (JOB, _PROC, "/dev", "/etc"):
        os.makedirs(base + folder, mode=0o755)
    files = {"/etc/passwd": f"answer:x:{uid}:{uid}::{WORK}:/bin/false\n", "/etc/group": f"answer:x:{uid}:\n"}
    for path, content in files.items():
        with open(base + path, "w") as file:
            file.write(content)


def _link(base: str, links: dict[str, str]) -> None:
    """Create the symbolic links `links` and those that programs expect, except where a file exists already."""
    wanted = {**_LINKS, **links}
    if not os.path.lexists(base + _TEMPORARY):
        wanted[_TEMPORARY] = WORK  # without readable files below /tmp, programs that write to /tmp work, too
    for link, target in wanted.items():
        if not os.path.lexists(base + link):
            os.makedirs(base + os.path.dirname(link), mode=0o755, exist_ok=True)
            os.symlink(target, base + link)


def _pivot(base: str) -> None:
    os.chdir(base)
    here = text(".")
    call("pivot_root", ctypes.addressof(here), ctypes.addressof(here))
    call("umount2", ctypes.addressof(here), _DETACH)
    os.chdir("/")


def mount_job(scratch_bytes: int, owner: int | None, *, fresh_proc: bool) -> None:
    """Mount an empty writable folder of `owner` (None: the current user) and another /proc for this process.

    `fresh_proc`: the process has its own pid namespace, which /proc then shows; where the kernel refuses, it is empty.
    """
    unshare(NEW_MOUNTS)
    owned = "" if owner is None else f",uid={owner},gid={owner}"
    mount("tmpfs", JOB, _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS, f"mode=700,size={scratch_bytes}{owned}")
    quiet = _READ_ONLY | _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS
    if fresh_proc:
        try:
            mount("proc", _PROC, quiet, "subset=pid,hidepid=invisible")
        except OSError:  # a container that hides parts of its own /proc
            fresh_proc = False
    if not fresh_proc:
        mount("tmpfs", _PROC, quiet, "mode=755,size=0")
