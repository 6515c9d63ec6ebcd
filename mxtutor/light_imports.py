"""Imports that need less memory and time: modules that load at their first use, and modules that look not installed.

`importlib.util.LazyLoader` cannot do the first: a second `import` of a module, in another library, loads it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import BuiltinImporter, ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader  # 0.4 MB

NEW_OBJECTS = 50_000
"""New objects between two collections of garbage; with Python's default of 700, imports and tables cause dozens."""
SELDOM_USED = frozenset(
    {
        "asyncio.sslproto",
        "bz2",
        "calendar",
        "linecache",
        "locale",
        "lzma",
        "mimetypes",
        "msgspec.inspect",
        "shlex",
        "ssl",
        "tokenize",
    }
)
"""What asyncio, dataclasses, msgspec, peewee, tempfile and Textual import for connections, archives and tracebacks.

A tutor hardly ever uses them; together they need 2.2 MB.
"""


class _LaterLoader:
    """Loads a module when it is asked for a name; thread-safe."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._lock = threading.RLock()
        self._begun = False

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module without its names; None for a usual one."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Give the module a `__getattr__` that loads it."""

        def load(name: str) -> Any:
            with self._lock:  # other threads wait until the module is whole
                if not self._begun:  # else the module asks for a name of its own, or another thread has loaded it
                    self._begun = True
                    try:
                        self._load(module)
                    except BaseException:
                        self._begun = False
                        raise
                    if vars(module).get("__getattr__") is load:
                        del vars(module)["__getattr__"]
            try:
                return vars(module)[name]
            except KeyError:
                raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}") from None

        vars(module)["__getattr__"] = load

    def _load(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)


class _LazyFinder:
    """Finds modules that are loaded at their first use."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how one of the modules is loaded; None for others, which the other finders find."""
        spec = PathFinder.find_spec(name, path, target) if name in self._names else None
        if spec is not None and spec.loader is not None:
            spec.loader = _LaterLoader(spec.loader)  # type: ignore[assignment]  # it has the methods of a loader
        return spec


@contextmanager
def lazily(names: frozenset[str] = SELDOM_USED) -> Iterator[None]:
    """Let imports of these modules return at once; a module that is imported already stays as it is."""
    finder = _LazyFinder(names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Absent:
    """A finder that makes some modules look not installed, to the thread that made it alone."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names, self._thread = names, threading.get_ident()

    def find_spec(self, name: str, *_: object) -> None:
        """Raise for one of the modules; else leave the search to the other finders."""
        if name in self._names and threading.get_ident() == self._thread:
            raise ModuleNotFoundError(f"mxtutor does without {name} here", name=name)
        return


@contextmanager
def without(names: frozenset[str]) -> Iterator[None]:
    """Make modules look not installed for this thread; those that are imported already stay."""
    finder = _Absent(names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def import_hashlib() -> None:
    """Import hashlib with Python's own hash functions, where it has them: OpenSSL's need 0.8 MB, and are faster."""
    if all(BuiltinImporter.find_spec(name) or PathFinder.find_spec(name) for name in _sources_of_hashes()):
        with without(frozenset({"_hashlib"})):
            import hashlib  # noqa: F401


def _sources_of_hashes() -> Iterator[str]:
    """Yield the modules from which hashlib takes its functions without OpenSSL; some Pythons are built without them."""
    if sys.version_info >= (3, 12):
        yield from ("_blake2", "_md5", "_sha1", "_sha2", "_sha3")
    else:
        yield from ("_blake2", "_md5", "_sha1", "_sha256", "_sha3", "_sha512")
