"""Records the functions that the grader relies on, and reports those that an answer replaced.

It runs in the answer's process, so it detects simple tampering only. Other modules verify the results of an answer's
process in a second process.
"""

from __future__ import annotations

import operator
import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

PACKAGE = "mxtutor"
_EARLIER = tuple(f"{PACKAGE}.grading.{name}" for name in ("sandbox", "answer.worker", "answer.supervisor"))
"""Modules that an answer's process does not use once the answer has begun."""


@dataclass(frozen=True, slots=True)
class Place:
    """A namespace whose functions are watched, or a table."""

    label: str
    names: Mapping[Any, Any]
    only: tuple[Any, ...] = ()
    """Names that are watched, whatever their values are; if empty, all names of code."""
    parts: bool = True
    """Whether the code of the functions is watched as well, and not only which functions they are."""


class Guard:
    """A snapshot of the functions, properties and classes in some namespaces.

    The comparison touches no object but names, functions and their code: each touch of an object writes its reference
    count and so copies a page of memory in the answer's process.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self._places = []
        functions: dict[int, tuple[types.FunctionType, list[str]]] = {}
        for place in places:
            found = {
                name: value
                for name, value in list(place.names.items())
                if (name in place.only if place.only else isinstance(value, _CODE))
            }
            self._places.append((place.label, place.names, tuple(map(_copied, found)), tuple(found.values())))
            for name, value in found.items() if place.parts else ():
                for function in _functions(value):
                    functions.setdefault(id(function), (function, []))[1].append(f"{place.label}.{name}")
        self._functions = tuple(function for function, _ in functions.values())
        self._labels = tuple(labels for _, labels in functions.values())
        self._parts = [(get, tuple(map(get, self._functions))) for get in map(operator.attrgetter, _PARTS)]

    def changed(self) -> list[str]:
        """Return the names of the functions that were replaced or have other code."""
        changed: set[str] = set()
        for label, names, keys, values in self._places:
            if not all(map(operator.is_, map(names.get, keys), values)):
                changed |= {f"{label}.{k}" for k, v in zip(keys, values, strict=True) if names.get(k) is not v}
        for get, parts in self._parts:
            same = tuple(map(operator.is_, map(get, self._functions), parts))
            if not all(same):
                changed.update(*(labels for labels, kept in zip(self._labels, same, strict=True) if not kept))
        return [one for one in self._all_labels() if one in changed] if changed else []

    def _all_labels(self) -> list[str]:
        return [f"{label}.{key}" for label, _, keys, _ in self._places for key in keys]


_PARTS = ("__code__", "__defaults__", "__kwdefaults__")
"""The parts of a function that can be replaced."""
_CODE = (types.FunctionType, type, property, classmethod, staticmethod, types.BuiltinFunctionType)


def _copied(name: Any) -> Any:
    """Return a copy of a name: copies lie side by side in memory, the names themselves on hundreds of pages."""
    return str(name.encode(), "utf-8") if isinstance(name, str) else name


def _functions(value: Any) -> list[types.FunctionType]:
    """Return the functions of a property, or of a method, or the function itself."""
    found = (value.fget, value.fset) if isinstance(value, property) else (getattr(value, "__func__", value),)
    return [f for f in found if isinstance(f, types.FunctionType)]


def own_places() -> list[Place]:
    """Return the namespaces of this package's modules and of the classes in them."""
    places = []
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{PACKAGE}.grading") and not name.startswith(_EARLIER):
            places.append(Place(name, vars(module)))
            classes = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == name]
            places += [Place(f"{name}.{c.__name__}", vars(c)) for c in classes]
    return places


def hide() -> None:
    """Remove this package from `sys.modules`; its functions keep their references."""
    for name in [n for n in sys.modules if n.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    main = sys.modules.get("__main__")
    for name in (
        [n for n, v in vars(main).items() if str(getattr(v, "__module__", "")).startswith(PACKAGE)] if main else ()
    ):
        delattr(main, name)
