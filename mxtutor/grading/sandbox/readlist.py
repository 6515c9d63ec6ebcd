"""The files that an answer may read: Python, system libraries, and the packages that answers need."""

from __future__ import annotations

import glob
import importlib.util
import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib import metadata

from mxtutor.grading.sandbox.plan import ReadList

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
