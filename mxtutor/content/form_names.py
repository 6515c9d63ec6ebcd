"""The MXNet names that the forms of the truth table use, and the names of torch's arguments there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mxtutor.content.roots import MXNET
from mxtutor.content.truth_rows import Truth

_CHAIN = re.compile(r"(?<![\w.)\]'\"])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)|(?<=[)\]])\.([A-Za-z_]\w*)")
OWNERS = {
    "net": "gluon.HybridBlock",
    "trainer": "gluon.Trainer",
    "metric": "metric.EvalMetric",
    "store": "kv.KVStore",
    "param": "gluon.Parameter",
    "ctx": "Context",
    "task": "profiler.Task",
}
"""Variables in the forms that are not arrays, and their classes."""
ARRAYS = {"NDArray": "nd", "mx.np.ndarray": "np"}
"""Classes of arrays, and the module that has their methods as functions."""


def shown(name: str) -> str:
    """Return an MXNet name as it is written in code, with `mx.` in front if it needs that."""
    return name if name.split(".")[0] in ("nd", "np", "npx", "gluon", "autograd", "NDArray") else f"mx.{name}"


def mxnet_names(form: str, array: str = "NDArray") -> list[str]:
    """Return the MXNet names that code uses, in order: `nd.clip`, `gluon.nn.Dense`, `NDArray.reshape` for a method."""
    names = []
    for path, method in _CHAIN.findall(form):
        root, _, rest = path.partition(".")
        if (method or path).endswith("__"):
            continue
        if method:
            names.append(f"{array}.{method}")
        elif root in ("mx", "mxnet", "nd", "np", "npx", "gluon", "nn", "autograd"):
            names.append(f"{MXNET[root]}.{rest}".strip("."))
        elif root in OWNERS:
            names.append(f"{OWNERS[root]}.{rest.partition('.')[0]}")
        elif root == "T":
            names.append(f"gluon.data.vision.transforms.{rest}")
        elif root not in ("onp", "self", "os", "amp"):
            names.append(f"{array}.{rest.partition('.')[0]}")
    return names


@dataclass(slots=True)
class ArgumentNames:
    """The names of arguments in MXNet, by their names in torch or for MXNet's other kind of arrays."""

    everywhere: dict[str, Counter[str]] = field(default_factory=dict)
    """Maps names in torch to names in MXNet, with the number of rows that use each."""
    of_function: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """Names in MXNet by the last part of the callable's name and the name in torch."""
    advice: dict[str, str] = field(default_factory=dict)
    """Advice on arguments that MXNet does not have."""
    advice_of: dict[tuple[str, str], str] = field(default_factory=dict)
    """The same advice by the last part of the callable's name and the name in torch."""

    def ways(self, function: str, argument: str) -> tuple[str, ...]:
        """Return MXNet's names of an argument: those of this function first, then the most common ones."""
        own = self.of_function.get((function, argument), ())
        usual = (name for name, _ in self.everywhere.get(argument, Counter()).most_common())
        return tuple(dict.fromkeys((*own, *usual)))

    def instead(self, function: str, argument: str) -> str:
        """Return the advice on an argument that this function does not have; empty if there is none."""
        if (function, argument) in self.of_function:
            return ""
        if argument in self.everywhere:  # other functions have the argument, so their advice does not apply
            return self.advice_of.get((function, argument), "")
        return self.advice_of.get((function, argument)) or self.advice.get(argument, "")


def argument_names(rows: Iterable[Truth]) -> ArgumentNames:
    """Return the names of arguments that the rows list."""
    known = ArgumentNames()
    for row in rows:
        functions = {callee.rpartition(".")[2] for callee in callables(row).values()}
        for argument in row.arguments:
            names = tuple(dict.fromkeys(name for name in (argument.nd, argument.np) if name))
            for name in names:
                known.everywhere.setdefault(argument.torch, Counter())[name] += 1
            if len(names) == 2:  # the name for one kind of arrays is an error with the other kind
                for name, other in (names, names[::-1]):
                    known.everywhere.setdefault(name, Counter())[other] += 1
            for function in functions:
                if names:
                    known.of_function[function, argument.torch] = names
                if argument.instead:
                    known.advice_of.setdefault((function, argument.torch), argument.instead)
            if argument.instead and not names:
                known.advice.setdefault(argument.torch, argument.instead)
    return known


def callables(row: Truth) -> Mapping[str, str]:
    """Return the callables with the arguments of a row, by side (`nd`, `np`)."""
    found = {
        "nd": row.takes.get("nd") or _first(row.mxnet_nd, "NDArray"),
        "np": row.takes.get("np") or _first(row.mxnet_np, "np.ndarray"),
    }
    return {side: name for side, name in found.items() if name}


def _first(form: str, array: str) -> str:
    """Return the callable that a form calls first; a method as a function of the module `nd` or `np`."""
    names = mxnet_names(form, array)
    if not names:
        return ""
    start, _, last = shown(names[0]).rpartition(".")
    return f"{ARRAYS.get(start, start)}.{last}"
