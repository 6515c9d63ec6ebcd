"""Records the functions that the grader relies on, and reports those that an answer replaced.

It runs in the answer's process, so it detects simple tampering only. Other modules verify the results of an answer's
process in a second process.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

PACKAGE = "mxtutor"


@dataclass(frozen=True, slots=True)
class Place:
    """A namespace whose functions are watched."""

    label: str
    names: Mapping[str, Any]
    only: tuple[str, ...] = ()
    """Names that are watched; all where empty."""


class Guard:
    """A snapshot of the functions, properties and classes in some namespaces."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._recorded = [
            (f"{place.label}.{name}", place.names, name, value, _codes(value))
            for place in places
            for name, value in list(place.names.items())
            if (not place.only or name in place.only) and _is_code(value)
        ]

    def changed(self) -> list[str]:
        """Return the names of the functions that were replaced or have other code."""
        return [
            label
            for label, names, name, value, codes in self._recorded
            if names.get(name) is not value or _codes(value) != codes
        ]


def _is_code(value: Any) -> bool:
    return isinstance(value, (types.FunctionType, type, property, classmethod, staticmethod, types.BuiltinFunctionType))


def _codes(value: Any) -> tuple[Any, ...]:
    """Return the code objects and defaults of a function, or of the functions of a property."""
    functions = (value.fget, value.fset) if isinstance(value, property) else (getattr(value, "__func__", value),)
    return tuple((f.__code__, f.__defaults__, f.__kwdefaults__) for f in functions if isinstance(f, types.FunctionType))


def own_places() -> list[Place]:
    """Return the namespaces of this package's modules and of the classes in them."""
    places = []
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{PACKAGE}.grading"):
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
