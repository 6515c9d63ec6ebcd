"""Lists the public names of the installed MXNet with signatures and docstrings, as JSON on standard output.

It imports MXNet, so it runs in a separate process: `python -m tests.mxnet_index.listing`.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import types
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mxtutor.compat import import_mxnet

Row = tuple[str, str, str, str, str, str]
"""(owner, name, kind, signature, docstring, owner of its members)."""

SHORT = {"": "mx", "ndarray": "nd", "numpy": "np", "numpy_extension": "npx", "initializer": "init", "kvstore": "kv",
         "symbol": "sym", "visualization": "viz"}  # fmt: skip
"""Short names of modules: the owners in the index."""
HOLDERS = """ndarray.NDArray numpy.ndarray context.Context symbol.Symbol gluon.Block gluon.HybridBlock
gluon.SymbolBlock gluon.nn.Sequential gluon.nn.HybridSequential gluon.Parameter gluon.ParameterDict gluon.Trainer
gluon.rnn.RecurrentCell gluon.data.Dataset gluon.data.DataLoader metric.EvalMetric optimizer.Optimizer
lr_scheduler.LRScheduler initializer.Initializer io.DataIter io.DataBatch kvstore.KVStore recordio.MXRecordIO
autograd.Function""".split()  # noqa: SIM905
"""Classes whose members are listed: their paths below `mxnet`."""
BARE = ("NDArray", "Context", "Symbol")
"""Classes of `HOLDERS` that are owners without the name of their module."""
MODULES = frozenset(
    """mx nd nd.random nd.linalg nd.contrib nd.sparse nd.image np np.random np.linalg npx npx.random npx.image
    gluon gluon.nn gluon.rnn gluon.loss gluon.data gluon.data.vision gluon.data.vision.transforms
    gluon.data.vision.datasets gluon.data.dataloader gluon.data.sampler gluon.utils gluon.parameter gluon.block
    gluon.trainer gluon.model_zoo gluon.model_zoo.vision gluon.contrib gluon.contrib.nn gluon.contrib.rnn
    gluon.contrib.cnn gluon.contrib.data gluon.contrib.estimator autograd init optimizer lr_scheduler metric
    context random io image kv sym sym.random sym.linalg sym.contrib profiler runtime util recordio callback
    contrib contrib.amp contrib.quantization contrib.text contrib.onnx viz model monitor engine operator module
    name attribute library rnn test_utils""".split()  # noqa: SIM905
)
"""The listed modules, by their owner names."""
LONGEST = 1000
"""Most characters of a docstring."""

_PARAMETER = re.compile(r"^(\w+) : (.+)$", re.M)
_NUMBER = re.compile(r"^'-?[\d.e+-]+'$")
_DEFAULT = re.compile(r"default=(.+)$")
_FLUENT = re.compile(r"Convenience fluent method for :py:func:`([\w.]+)`")
_ROLE = re.compile(r":(?:py:)?\w+:`~?\.?([^`<]+?)(?: ?<[^`>]*>)?`")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_OBJECT = re.compile(r"<[\w.]*?(\w+) object>")
_FUNCTION = re.compile(r"<function (\w+)>")
_EXAMPLES = re.compile(r"^(?:Examples?|Notes?|References?|See Also)\s*(?:::?)?\s*$", re.I)


def owner_of(module: types.ModuleType) -> str:
    """Return the owner name of a module: `nd`, `gluon.nn`."""
    return _short(module.__name__.removeprefix("mxnet").removeprefix("."))


def _short(path: str) -> str:
    first, dot, rest = path.partition(".")
    return rest if rest in BARE else f"{SHORT.get(first, first)}{dot}{rest}"


def modules_of(root: types.ModuleType) -> list[types.ModuleType]:
    """Return the listed modules that are reachable from a module by attributes."""
    found, waiting = {root.__name__: root}, [root]
    while waiting:
        module = waiting.pop()
        for name in public(module):
            inner = getattr(module, name, None)
            if isinstance(inner, types.ModuleType) and _is_ours(inner) and inner.__name__ not in found:
                found[inner.__name__] = inner
                waiting.append(inner)
    return [found[name] for name in sorted(found) if owner_of(found[name]) in MODULES]


def _is_ours(module: types.ModuleType) -> bool:
    path = module.__name__.split(".")
    return path[0] == "mxnet" and not any(part.startswith("_") for part in path)


def public(thing: object) -> list[str]:
    """Return the public attributes of a module or a class."""
    return [name for name in dir(thing) if not name.startswith("_")]


class Lister:
    """Makes the rows of the index."""

    def __init__(self, mx: Any) -> None:
        self.mx = mx
        self.holders = {_at(mx, path): _short(path) for path in HOLDERS}

    def rows(self) -> Iterator[Row]:
        """Yield a row for each public name of each module and of each listed class."""
        for module in modules_of(self.mx):
            yield from self._members(owner_of(module), module)
        for holder, owner in self.holders.items():
            yield from self._members(owner, holder)

    def _members(self, owner: str, thing: Any) -> Iterator[Row]:
        for name in public(thing):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                value = inspect.getattr_static(thing, name) if inspect.isclass(thing) else getattr(thing, name, None)
                if inspect.isclass(thing) and not isinstance(value, property):
                    value = getattr(thing, name, None)
            if not isinstance(value, types.ModuleType):
                kind, shown, doc, members = self._described(value)
                yield owner, name, kind, shown, "" if owner.startswith("sym") else doc, members
            elif _is_ours(value):
                yield owner, name, "module", "", _doc(value), owner_of(value)

    def _described(self, value: Any) -> tuple[str, str, str, str]:
        """Return a value's kind, signature, docstring and the owner of its members."""
        if inspect.isclass(value):
            base = next((self.holders[c] for c in value.__mro__ if c in self.holders), "")
            return "class", signature(value), _doc(value), base
        if isinstance(value, property):
            return "property", "", _doc(value), ""
        if callable(value):
            operator = self._operator(value)
            if operator is not None:
                rest = signature(operator).partition(", ")[2]
                return "function", f"({rest}" if rest else "()", _doc(operator), ""
            return "function", signature(value), _doc(value), ""
        return "value", "", "", ""

    def _operator(self, method: Any) -> Any:
        """Return the operator that an array's method calls, if the method's docstring only names the operator."""
        named = _FLUENT.search(getattr(method, "__doc__", None) or "")
        return getattr(self.mx.nd, named[1].rpartition(".")[2], None) if named else None


def _at(mx: Any, path: str) -> Any:
    for part in path.split("."):
        mx = getattr(mx, part)
    return mx


def signature(value: Any) -> str:
    """Return the parameters of a callable as text; empty if Python does not know them."""
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return ""
    told = inspect.getdoc(value) or ""
    documented = dict(reversed(_PARAMETER.findall(told)))  # a returned value may have the same name as a parameter
    generated = "The output NDArray to hold the result." in told
    if parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    shown = []
    for parameter in parameters:
        if parameter.kind is parameter.VAR_KEYWORD or (generated and parameter.name == "name"):
            continue
        shown.append(_parameter(parameter, documented if generated else {}))
    if generated and any(p.kind is p.VAR_POSITIONAL for p in parameters):
        had = {p.name for p in parameters}
        shown += [_named(n, t) for n, t in documented.items() if n not in had and "optional" in t and n != "num_args"]
    return f"({', '.join(shown)})"


def _named(name: str, told: str) -> str:
    """Return a parameter with the default from an operator's docstring."""
    default = _DEFAULT.search(told)
    if default is None:
        return f"{name}=None" if "optional" in told else name
    value = default[1].strip()
    if "boolean" in told:
        value = {"0": "False", "1": "True"}.get(value, value)
    elif _NUMBER.match(value) or value == "'None'":
        value = value.strip("'")
    return f"{name}={'()' if value == '[]' else value}"


def _parameter(parameter: inspect.Parameter, documented: dict[str, str]) -> str:
    if parameter.name in documented and parameter.kind is not parameter.VAR_POSITIONAL:
        return _named(parameter.name, documented[parameter.name])
    text = parameter.name if parameter.kind is not parameter.VAR_POSITIONAL else f"*{parameter.name}"
    if parameter.default is parameter.empty:
        return text
    return f"{text}={_default(parameter.default)}"


def _default(value: Any) -> str:
    """Return a default value as text that is the same on every machine."""
    if inspect.isclass(value) or inspect.isfunction(value) or inspect.ismodule(value):
        return value.__name__
    if isinstance(value, str):
        home = str(Path.home())
        return repr("~" + value.removeprefix(home) if value.startswith(f"{home}/") else value)
    shown = repr(value)
    if isinstance(value, (int, float, tuple, list, dict, bool, type(None))):
        return shown
    if shown == "_Null":
        return "None"
    return _FUNCTION.sub(r"\1", _OBJECT.sub(r"\1()", _ADDRESS.sub("", shown)))


def _doc(value: Any) -> str:
    """Return a docstring without examples, markup and source locations, at most `LONGEST` characters in whole lines."""
    text = inspect.getdoc(value) if not isinstance(value, types.ModuleType) else (value.__doc__ or "").strip()
    kept: list[str] = []
    skipping = False
    for line in _ROLE.sub(r"`\1`", text or "").splitlines():
        line = line.rstrip()
        heading = bool(_EXAMPLES.match(line))
        if heading:
            skipping = True
        elif skipping and (line.startswith(("Parameters", "Returns", "Inputs", "Outputs", "Arguments"))):
            skipping = False
        if skipping or line.startswith(("Defined in ", ".. math", ".. note", ".. Note", "The storage type of")):
            continue
        if line or (kept and kept[-1]):
            kept.append(line)
    short = "\n".join(kept).strip()
    return short if len(short) <= LONGEST else short[:LONGEST].rpartition("\n")[0].rstrip() + "\n..."


if __name__ == "__main__":
    mxnet = import_mxnet()
    importlib.import_module("mxnet.contrib.amp")
    print(json.dumps(sorted(set(Lister(mxnet).rows()))))
