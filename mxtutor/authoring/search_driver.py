"""Searches MXNet for names, in a worker.

`authoring.truth` sends the text of this file to the worker, followed by one call of `found_names`.
The worker runs it as a snippet, so this file imports nothing of mxtutor.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import re
from types import ModuleType
from typing import Any

DEPTH = 5
"""Deepest nesting of MXNet's modules."""
ON_DEMAND = (
    "mxnet.gluon.contrib.data.text",
    "mxnet.gluon.contrib.estimator",
    "mxnet.contrib.text",
    "mxnet.contrib.io",
    "mxnet.contrib.onnx",
)
"""Modules that `import mxnet` does not import."""
COPIES = re.compile(r"\.(symbol|sym|gen_\w+|test_utils|_\w+)(\.|$)|^mx\.(ndarray\.numpy|contrib\.ndarray|symbol)")
"""Modules that repeat names of other modules, for graphs or tests."""


def found_names(words: str, mx: Any) -> str:
    """Return a JSON mapping of each word to the public names of MXNet that are spelled like it.

    Args:
        words: a JSON list of words in lower case without underscores.
        mx: the module `mxnet`.
    """
    wanted = set(json.loads(words))
    found: dict[str, list[str]] = {}
    for name in (*sorted(public_names(mx)), *operators(mx)):
        word = name.rpartition(".")[2].casefold().replace("_", "")
        if word in wanted:
            found.setdefault(word, []).append(name)
    return json.dumps(found)


def public_names(mx: Any) -> set[str]:
    """Return the names in all modules of MXNet and the attributes of their classes, each by one path."""
    for name in ON_DEMAND:
        try:
            importlib.import_module(name)
        except ImportError:  # the module needs a package that is not installed
            continue
    names: set[str] = set()
    seen: set[int] = set()
    open_modules = [("mx", mx, 0)]
    while open_modules:
        path, module, depth = open_modules.pop(0)
        if id(module) in seen:
            continue
        seen.add(id(module))
        for name, value in vars(module).items():
            if name.startswith("_"):
                continue
            if isinstance(value, ModuleType):
                if value.__name__.startswith("mxnet") and depth < DEPTH and not COPIES.search(f"{path}.{name}"):
                    open_modules.append((f"{path}.{name}", value, depth + 1))
            elif (_is_own(value) or path == "mx.numpy") and id(value) not in seen:
                seen.add(id(value))
                names.add(f"{path}.{name}")
                if isinstance(value, type):
                    names |= {f"{path}.{name}.{part}" for part in vars(value) if not part.startswith("_")}
    return {name for name in names if not COPIES.search(name)}


def _is_own(value: Any) -> bool:
    """Return whether MXNet defines a value itself; `mx.numpy` also contains functions of NumPy."""
    return str(getattr(value, "__module__", "")).startswith("mxnet")


def operators(mx: Any) -> list[str]:
    """Return the names of all operators of the library, also of those in no module."""
    count, array = ctypes.c_uint(), ctypes.POINTER(ctypes.c_char_p)()
    mx.base._LIB.MXListAllOpNames(ctypes.byref(count), ctypes.byref(array))
    return sorted(f"operator {array[i].decode()}" for i in range(count.value))
