"""Snapshots of the arguments of a call and of the program's state, and what a call left changed.

Everything is looked up when the worker starts, before an answer can replace it.
"""

from __future__ import annotations

import decimal
import functools
import gc
import locale
import logging
import multiprocessing
import operator
import os
import random
import signal
import sys
import types
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as onp

MOST_OBJECTS = 5000
"""Maximum number of objects in one snapshot; later ones are left out."""
MOST_READS = 50_000
"""Maximum number of properties that the snapshots of one case read; later calls are not watched. Unlike a time limit,
it does not depend on the load."""
MOST_CHANGES = 20
"""Maximum number of changes of one case; of those of one kind in one argument, only the first is kept."""
MOST_RESULTS = 3
"""Number of earlier results that a call must not change."""
MOST_BYTES = 16 << 20
"""Maximum size of the files in one snapshot, in bytes."""
_PLAIN = (type(None), bool, int, float, complex, str, bytes)


class Property(NamedTuple):
    """A property of an object that a call must not change."""

    kind: str
    """What kind of change it is: values, gradient, setting, items and so on, see `judging/result.py`."""
    name: str
    """Attribute of the object; empty for the object itself."""
    token: Any
    """What is compared; anything that has `==`."""
    says: str = ""
    """The change in words; empty: the values before and after are shown."""


class Parts(NamedTuple):
    """The properties of an object, and the objects in it by their place, such as `[0]` or `.weight`."""

    properties: Sequence[Property] = ()
    inner: Sequence[tuple[str, Any]] = ()
    arrays: Sequence[Any] = ()
    """Arrays whose contents the properties have."""


Reader = Callable[[Any], Parts | None]
"""Returns the parts of an object of a framework; None for any other object."""
Snapshot = dict[tuple[str, str, str, str], Property]
"""Properties by argument, place, kind and name."""


class Same:
    """Objects that are compared by identity; it keeps them alive, so that no other object gets their id."""

    def __init__(self, objects: Sequence[Any], keys: Sequence[Hashable] = ()) -> None:
        self.objects, self.keys = tuple(objects), tuple(keys)

    def __eq__(self, other: object) -> bool:
        """Return whether both hold the same objects under the same keys, in the same order."""
        return (
            isinstance(other, Same)
            and self.keys == other.keys
            and len(self.objects) == len(other.objects)
            and all(a is b for a, b in zip(self.objects, other.objects, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    def change(self, after: Same, noun: str) -> str:
        """Return in words how the objects differ from later ones."""
        before_keys, after_keys = (set(one.keys) for one in (self, after))
        gone = len(before_keys - after_keys) if self.keys else max(0, len(self.objects) - len(after.objects))
        new = len(after_keys - before_keys) if after.keys else max(0, len(after.objects) - len(self.objects))
        for count, verb in ((gone, "removed"), (new, "added")):
            if count:
                return f"{count} {noun}{'s were' if count > 1 else ' was'} {verb}"
        if {id(o) for o in self.objects} == {id(o) for o in after.objects}:
            return f"its {noun}s have another order"
        pairs = enumerate(zip(self.objects, after.objects, strict=True))
        at = next((i for i, (a, b) in pairs if a is not b), 0)
        return f"{noun} {after.keys[at]!r} was replaced" if after.keys else f"{noun} {at} was replaced"


def array_parts(content: onp.ndarray[Any, Any], place: str = "") -> list[Property]:
    return [
        Property("values", "", (content.shape, content.dtype.str, content.tobytes()), "it has other values"),
        Property("context", "", place),
    ]


def settings(kind: str, options: Mapping[str, Any], skipped: Sequence[str] = ()) -> list[Property]:
    """Return the attributes with plain values as properties."""
    return [
        Property(kind, name.lstrip("_"), value)
        for name, value in options.items()
        if name not in skipped and (type(value) in _PLAIN or (type(value) is tuple and all(map(_is_plain, value))))
    ]


def _is_plain(value: Any) -> bool:
    return type(value) in _PLAIN


def _container(value: Any) -> Parts | None:
    """Return the parts of a list, tuple, dict or NumPy array."""
    kind = type(value)
    base = next((b for b in (list, tuple) if issubclass(kind, b)), None)
    if base is not None:
        items = list(base.__iter__(value))
        return Parts([Property("items", "", Same(items))], [(f"[{i}]", item) for i, item in enumerate(items)])
    if issubclass(kind, dict):
        keys = list(dict.keys(value))
        items = list(dict.values(value))
        named = [(f"[{_short(key)}]", item) for key, item in zip(keys, items, strict=True)]
        return Parts([Property("items", "", Same(items, keys))], named)
    if kind is onp.ndarray and value.dtype.kind in "fiub":
        return Parts(array_parts(value))
    if kind is types.SimpleNamespace:
        return Parts(settings("setting", vars(value)), [(f".{k}", v) for k, v in vars(value).items()])
    return None


def arrays_in(read: Reader, value: Any, kinds: tuple[type[Any], ...]) -> list[Any]:
    """Return the arrays of some classes in a value: in lists, tuples, dicts, and in what the reader knows."""
    found, waiting, seen = list[Any](), [value], dict[int, Any]()
    while waiting and len(seen) < MOST_OBJECTS:
        one = waiting.pop()
        if id(one) in seen or type(one) in _PLAIN:
            continue
        seen[id(one)] = one
        if issubclass(type(one), kinds):
            found.append(one)
        elif (parts := read(one) or _container(one)) is not None:
            found += parts.arrays
            waiting += [child for _, child in parts.inner]
    return found


def _short(key: Any) -> str:
    return repr(key) if type(key) in (str, int) else type(key).__name__


def _files(value: Any, scratch: str) -> Parts | None:
    """Return the files at a path in the scratch folder."""
    if type(value) is not str or not value.startswith(scratch):
        return None
    paths = [value] if os.path.isfile(value) else []
    for folder, _, names in os.walk(value) if os.path.isdir(value) else ():
        paths += [os.path.join(folder, name) for name in names]
    left, properties = MOST_BYTES, []
    for path in sorted(paths)[:100]:
        left -= os.path.getsize(path)
        if left < 0:
            break
        with open(path, "rb") as stream:
            token = stream.read()
        properties.append(Property("file", os.path.relpath(path, scratch), token, "the file has other contents"))
    return Parts(properties)


def snapshot(read: Reader, arguments: Mapping[str, Any], scratch: str = "") -> Snapshot:
    """Return what is known about some arguments and about everything in them."""
    found: Snapshot = {}
    seen: dict[int, Any] = {}
    for argument, value in arguments.items():
        waiting = [("", value)]
        while waiting and len(seen) < MOST_OBJECTS:
            place, one = waiting.pop(0)
            if id(one) in seen:
                continue
            parts = _files(one, scratch) if scratch and type(one) is str else None
            if parts is None and type(one) not in _PLAIN:
                seen[id(one)] = one
                parts = read(one) or _container(one)
            if parts is None:
                continue
            for each in parts.properties:
                found[argument, place, each.kind, each.name] = each
            waiting += [(f"{place}{inner}", child) for inner, child in parts.inner]
    return found


def differences(before: Snapshot, after: Snapshot) -> Iterator[dict[str, str]]:
    """Return what changed: argument, place, kind, and the change in words. A replaced object is one change."""
    replaced: list[tuple[str, str]] = []
    for argument, _, kind, name in after.keys() - before.keys():
        if kind == "file":
            yield {"argument": argument, "place": name, "kind": "created", "says": "the file was made"}
    for key, old in before.items():
        argument, place, kind, name = key
        if any(argument == a and place.startswith(p) and place != p for a, p in replaced):
            continue
        new = after.get(key)
        if new is None and kind == "file":
            yield {"argument": argument, "place": name, "kind": kind, "says": "the file was removed"}
        if new is None or new.token == old.token:
            continue
        says = old.says or _words(name, old.token, new.token)
        if isinstance(old.token, Same):
            replaced.append((argument, place))
            says = old.token.change(new.token, {"items": "item", "children": "layer", "hooks": "hook"}.get(kind, kind))
            says = says.replace("item", "key") if old.token.keys and kind == "items" else says
        yield {"argument": argument, "place": place, "kind": kind, "says": says}


def _words(name: str, old: Any, new: Any) -> str:
    shown = [repr(v) if type(v) in (*_PLAIN, tuple) else type(v).__name__ for v in (new, old)]
    return f"its {name or 'context'} is {shown[0][:60]} now, it was {shown[1][:60]}"


class Watcher:
    """Watches calls of an entry: what they change in their arguments and in the program's state.

    `read` reads objects of the framework, `state` its global state; `arrays` is the class of its arrays.
    """

    def __init__(self, read: Reader, state: Callable[[], dict[str, Any]], arrays: type[Any]) -> None:
        self._read, self._state, self._arrays = read, state, (onp.ndarray, arrays)
        self._snapshot, self._differences, self._find = snapshot, differences, arrays_in
        self._draws = _Generators()
        self.changes: list[dict[str, str]] = []
        self._left = MOST_READS
        self._active = False
        self._scratch = ""
        self._attached: set[tuple[str, str]] = set()
        """Arrays to which an earlier call of the case attached a gradient: it is the answer's own."""
        self._earlier: list[tuple[Any, list[Any]]] = []
        """The last results, each with the arguments of its call."""
        self._first: list[Any] = []
        """What the first call of the case returned."""

    def begin(self) -> None:
        self.changes, self._left, self._first = [], MOST_READS, []
        self._scratch, self._attached = _folder() + os.sep, set()
        self._draws.begin()

    def watched(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that calls the entry and lists what the call changed."""

        @functools.wraps(entry, updated=())
        def call(*given: Any, **named: Any) -> Any:
            if self._active or self._left <= 0:  # called in two threads, or many times
                return entry(*given, **named)
            self._active = True
            arguments = {**{str(i): value for i, value in enumerate(given)}, **named}
            own = [value for value in arguments.values() if type(value) not in _PLAIN]
            results = {f"{_RESULT}{i}": one for i, (one, used) in enumerate(self._earlier) if not _meet(own, used)}
            before, result = self._look({**arguments, **results}), None
            try:
                result = entry(*given, **named)
                self._earlier = [*self._earlier, *self._kept(result, own)][-MOST_RESULTS:]
                self._first = self._first or [result]
                return result
            finally:
                self._compare(before, self._look({**arguments, **results}), result)
                self._active = False

        return call

    def returned(self) -> list[Any]:
        """Return the arrays in what the first call of the case returned."""
        return self._find(self._read, self._first, self._arrays)

    def _kept(self, result: Any, arguments: Sequence[Any]) -> Iterator[tuple[Any, list[Any]]]:
        """Yield the arrays of a result, each with the objects of its call, with which a later call may change it."""
        for one in result if type(result) in (list, tuple) else [result]:
            if issubclass(type(one), self._arrays):
                yield one, [result, one, *arguments]

    def _look(self, arguments: Mapping[str, Any]) -> tuple[Snapshot, dict[str, Any]]:
        seen = self._snapshot(self._read, arguments, self._scratch)
        state = {**_python_state(), **self._state()}
        self._left -= 1 + len(seen)
        return seen, state

    def _compare(
        self, before: tuple[Snapshot, dict[str, Any]], after: tuple[Snapshot, dict[str, Any]], result: Any
    ) -> None:
        self._attached |= {key[:2] for key in after[0] if key[2] == "gradient" and key not in before[0]}
        found = [
            one
            for one in self._differences(before[0], after[0])
            if one["kind"] != "gradient" or (one["argument"], one["place"]) not in self._attached
        ]
        later = [one for one in found if one["argument"].startswith(_RESULT)]
        found = [one for one in found if one not in later]
        if any(one["kind"] == "values" for one in later):
            found.append({"argument": "", "place": "", "kind": "result", "says": ""})
        for name, old in before[1].items():
            now = after[1].get(name, old)
            if now != old:
                says = str(now)[:60] if type(now) in _PLAIN else ""
                found.append({"argument": "", "place": "", "kind": name, "says": says})
        if type(result) is onp.ndarray and not result.flags.writeable:
            found.append({"argument": "", "place": "", "kind": "read_only", "says": ""})
        if self._draws.constant():
            found.append({"argument": "", "place": "", "kind": "seeds", "says": ""})
        for one in found:
            known = any(one["argument"] == other["argument"] and one["kind"] == other["kind"] for other in self.changes)
            if not known and len(self.changes) < MOST_CHANGES:
                self.changes.append(one)


_RESULT = "result "
"""Prefix of the names of earlier results, which are in one mapping with arguments."""


def _meet(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Return whether two lists have a common object, at the top or in a list, tuple or dict there."""
    one, other = ({id(o) for value in values for o in (value, *_items(value))} for values in (some, others))
    return not one.isdisjoint(other)


def _items(value: Any) -> list[Any]:
    items = list(value.values()) if type(value) is dict else list(value) if type(value) in (list, tuple) else []
    return [item for item in items if type(item) not in _PLAIN]


class _Generators:
    """Python's and NumPy's global generators: a call that seeds them with a constant leaves the same state twice."""

    def __init__(self) -> None:
        self._reading: tuple[Callable[[], Any], ...] = (random.getstate, onp.random.get_state)
        self._seeding: tuple[Callable[[int], Any], ...] = (random.seed, onp.random.seed)
        self._kept: list[tuple[int, tuple[Any, ...]]] = []
        """The case of each of the last calls, and the states that it left."""
        self._number = int.from_bytes(os.urandom(3), "little")

    def begin(self) -> None:
        """Begin a case: give both generators a state that no earlier case had."""
        self._number += 1
        for seed in self._seeding:
            seed(self._number)

    def constant(self) -> bool:
        """Return whether the call that has just ended left the same state as a call of another case."""
        python, numpy = (read()[1] for read in self._reading)
        now = (python[:-1], numpy.tobytes())
        again = any(number != self._number and any(map(operator.eq, now, states)) for number, states in self._kept)
        self._kept = [*self._kept[-7:], (self._number, now)]
        return again


def _folder() -> str:
    try:
        return _GETCWD()
    except OSError:  # an answer removed it
        return ""


def _python_state() -> dict[str, Any]:
    """Return the state of the Python program that a call must not change."""
    return {
        "warnings": list(warnings.filters),
        "environment": dict(_ENVIRONMENT),
        "folder": _folder(),
        "path": [*sys.path, Same([*sys.meta_path, *sys.path_hooks])],
        "errors": [_ERRORS(), Same([_ON_ERROR()])],
        "printing": _PRINTING(),
        **{name: read() for name, read in _SWITCHES.items()},
        "streams": Same([sys.stdout, sys.stderr]),
        "signals": Same([_HANDLER(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)]),
    }


def _rights() -> int:
    _UMASK(now := _UMASK(0o077))  # reading it requires setting it
    return now


def _decimal() -> str:
    """Return the context of `decimal` without the flags, which any calculation sets."""
    context = _CONTEXT().copy()
    context.clear_flags()
    return str(context)


_CONTEXT = decimal.getcontext
_ENVIRONMENT: dict[bytes, bytes] = vars(os.environ)["_data"]
"""The variables as bytes, which are not decoded for each call."""
_GETCWD, _ERRORS, _PRINTING, _HANDLER = os.getcwd, onp.geterr, onp.get_printoptions, signal.getsignal
_START = multiprocessing.get_start_method
_COLLECTS, _THRESHOLD, _ON_ERROR = gc.isenabled, gc.get_threshold, onp.geterrcall
_LOCALE, _TIMER, _UMASK, _TRACE, _PROFILE = locale.setlocale, signal.getitimer, os.umask, sys.gettrace, sys.getprofile
_SWITCHES: dict[str, Callable[[], Any]] = {
    "collector": lambda: (_COLLECTS(), _THRESHOLD()),
    "recursion": sys.getrecursionlimit,
    "switching": sys.getswitchinterval,
    "logging": lambda: logging.root.manager.disable,
    "decimal": _decimal,
    "processes": lambda: _START(allow_none=True) or "fork",
    "locale": lambda: _LOCALE(locale.LC_ALL),
    "timer": lambda: _TIMER(signal.ITIMER_REAL)[0] > 0,
    "rights": _rights,
    "hooks": lambda: Same([sys.excepthook, sys.displayhook, sys.unraisablehook, _TRACE(), _PROFILE()]),
}
