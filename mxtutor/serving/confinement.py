"""Confines a session's process to its learner's home with the kernel's Landlock.

No screen of a session accepts a path. This is a second protection: even with a bug in a screen or a library the
process can neither read nor write another learner's home, the roster or the server's keys.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mxtutor.errors import BrokenError
from mxtutor.grading.sandbox import landlock
from mxtutor.grading.sandbox.syscalls import call

_SETTINGS = ("alternatives", "ld.so.cache", "localtime", "mime.types", "os-release")
"""Entries of /etc that libraries read; they contain neither user names nor secrets."""
_NAMES = ("gai.conf", "host.conf", "hosts", "nsswitch.conf", "resolv.conf")
"""Files of /etc with which libraries resolve the name of a class server."""
_CERTIFICATES = (
    "ca-certificates",
    "pki/ca-trust/extracted",
    "pki/tls/certs",
    "ssl/cert.pem",
    "ssl/certs",
    "ssl/openssl.cnf",
)
"""Public certificates below /etc, to verify a class server; private keys are in other folders."""
_ETC = tuple(f"/etc/{name}" for name in (*_SETTINGS, *_NAMES, *_CERTIFICATES))
_SYSTEM = ("/bin", "/lib", "/lib32", "/lib64", "/usr", *_ETC)
"""Folders of the system that Python and its libraries read."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_KERNEL = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu")
_NO_NEW_PRIVILEGES = 38
_RUN = 1
"""Landlock's right to execute files; libraries that the system's loader loads need it."""
_HOME = landlock.SCRATCH | landlock.READ


def works() -> bool:
    """Return whether the kernel can confine sessions."""
    try:
        return landlock.abi() >= 1
    except OSError:
        return False


def readable(root: Path) -> tuple[Path, ...]:
    """Return the folders and files that a session may read besides its home; `root` is the content's folder.

    Homes must not be inside one of them.
    """
    package = Path(__file__).resolve().parents[1]
    named: list[str | Path] = [
        *_SYSTEM, sys.prefix, sys.base_prefix, package, root / "lessons", root / "exercises"
    ]  # fmt: skip
    return tuple(dict.fromkeys(p for p in (Path(name).resolve() for name in named) if p.exists() and p != Path("/")))


def confine_session(root: Path, home: Path) -> None:
    """Deny this process, irrevocably, all files that a session does not need; call this before other threads start.

    Raises:
        BrokenError: the kernel refuses; then the session must not start.
    """
    rules = [(str(path), landlock.READ | _RUN) for path in readable(root)]
    rules += [(path, landlock.READ) for path in _KERNEL]
    rules += [(path, landlock.DEVICE) for path in _DEVICES]
    rules += [(str(home), _HOME)]
    try:
        version = landlock.abi()
        opened = landlock.open_rules(rules)
        ruleset = landlock.build(opened, version, tcp=True)
        call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        landlock.restrict(ruleset, version)
    except OSError as error:
        raise BrokenError(
            f"The session cannot be confined: {error.strerror}.",
            fix="Tell your instructor; the messages of `mxtutor serve` say more.",
        ) from error
    for descriptor in (ruleset, *(fd for fd, _ in opened)):
        os.close(descriptor)
