"""Explains names that MXNet does not have: names of PyTorch, of NumPy, or of another part of MXNet."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.errors import TutorError
from mxtutor.grading.diagnosis.evidence import Finding, Refused
from mxtutor.paths import content_root
from mxtutor.suggest import did_you_mean, nearest

NAMES_FILE = Path(__file__).with_name("mxnet_names.txt")

_MODULES = {
    "mxnet": "mx", "mxnet.ndarray": "nd", "mxnet.numpy": "np", "mxnet.numpy_extension": "npx", "mxnet.gluon.nn": "gluon.nn",
    "mxnet.initializer": "mx.init", "mxnet.ndarray.contrib": "nd.contrib", "mxnet.ndarray.random": "nd.random",
    "mxnet.ndarray.linalg": "nd.linalg", "mxnet.numpy.random": "np.random", "mxnet.numpy.linalg": "np.linalg",
}  # fmt: skip
_SHOWN = {"gluon.nn": "nn", "NDArray": "an NDArray", "np.ndarray": "an `mx.np` array", "Block": "a Block", "Sequential": "a Block",
    "Trainer": "a Trainer", "Parameter": "a Parameter", "ParameterDict": "a ParameterDict", "Symbol": "a Symbol"}  # fmt: skip
_TORCH_PLACES = {
    "NDArray": ("Tensor.", "torch."), "np.ndarray": ("Tensor.", "torch."), "Block": ("torch.nn.Module.",),
    "Sequential": ("torch.nn.Module.",), "Trainer": ("torch.optim.Optimizer.", "torch.optim."),
    "Parameter": ("torch.nn.Parameter.", "Tensor.", "torch.nn.Module."), "ParameterDict": ("torch.nn.Module.", "torch.optim.Optimizer."),
    "gluon.nn": ("torch.nn.", "torch.nn.functional."), "gluon.loss": ("torch.nn.", "torch.nn.functional."),
    "gluon.data": ("torch.utils.data.", "torchvision.", "torchvision.datasets.", "torchvision.transforms."),
    "autograd": ("torch.autograd.", "torch."), "gluon": ("torch.nn.", "torch.optim.", "torch.utils.data."),
    "mx": ("torch.",), "Symbol": ("Tensor.",),
}  # fmt: skip
_MORE = ("torch.", "Tensor.", "torch.nn.functional.", "torch.linalg.", "torch.nn.", "torch.optim.", "torch.nn.utils.", "torch.nn.init.",
    "torch.optim.lr_scheduler.", "torchvision.transforms.", "torch.nn.Module.")  # fmt: skip

_DTYPES = frozenset({"int8", "uint8", "int32", "int64", "float16", "float32", "float64"})


def by_missing_name(refused: Refused) -> Finding | None:
    """Return a finding about a name that MXNet does not have; None for another error.

    A name that the answer does not contain is one that the observer or MXNet looked for, in a value of another type.
    """
    error = refused.error
    found = _parse(f"{error.type}: {error.text}") if error else None
    if found is None:
        return None
    owner, name = found
    if name.startswith("_") or not re.search(rf"\b{re.escape(name)}\b", refused.source):
        return None
    place = _place(owner, refused)
    if place is None:
        return None
    shown = (
        f"`{_dotted(place, name)}`" if place not in _SHOWN or place == "gluon.nn" else f"`{name}` of {_SHOWN[place]}"
    )
    if place in ("mx", "nd") and name in _DTYPES:
        return _torch(name, shown, f"the name as text, `'{name}'`")
    rows = truth_names(content_root()).get(name, ())
    row = _best(rows, place, name)
    homes = [p for p, known in mxnet_names().items() if name in known and not p.startswith(("np", "mx.", "Symbol"))]
    if row is not None and (
        row.kind in ("renamed", "composite", "missing", "removed")
        or not homes
        or place in ("NDArray", "np.ndarray", "Parameter")
    ):
        form = form_of(row)
        if place == "Parameter" and f"Tensor.{name}" in row.names:
            form = re.sub(r"\bx\b", "p.data()", form)  # a Parameter holds arrays, which have these names
        return _torch(name, shown, form, words=_words(row))
    return _elsewhere(place, name, shown)


def _torch(name: str, shown: str, form: str, words: tuple[str, ...] = ()) -> Finding:
    return Finding(
        "torch-name", f"{shown} does not exist: `{name}` is PyTorch's name.",
        f"`{name}` is PyTorch's name; MXNet's way is {form}.", key=" ".join((name, *words)),
    )  # fmt: skip


def _parse(text: str) -> tuple[str, str] | None:
    """Return owner and attribute of an error about a missing name."""
    for pattern in (
        r"AttributeError: module '([\w.]+)' has no attribute '(\w+)'",
        r"AttributeError: '(\w+)' object has no attribute '(\w+)'",
        r"AttributeError: type object '(\w+)' has no attribute '(\w+)'",
        r"ImportError: cannot import name '(\w+)' from '([\w.]+)'",
        r"(ndarray) object has no attribute '?(\w+)'?",
    ):
        if found := re.search(pattern, text):
            first, second = found.groups()
            return (second, first) if "cannot import" in pattern else (first, second)
    return None


def _place(owner: str, refused: Refused) -> str | None:
    """Return the key of `mxnet_names()` for an owner; None if the owner is not part of MXNet."""
    if owner.startswith("mxnet"):
        place = _MODULES.get(owner) or owner.removeprefix("mxnet.")
        return place if place in mxnet_names() or place.startswith(("gluon", "nd", "np", "contrib")) else f"mx.{place}"
    if owner in ("NDArray", "Parameter", "ParameterDict", "Trainer", "Symbol"):
        return owner
    if owner == "ndarray":
        return "np.ndarray"
    if owner.endswith("Sequential"):
        return "Sequential"
    names = mxnet_names()
    blocks = (
        names.get("gluon.nn", frozenset())
        | names.get("gluon.loss", frozenset())
        | {"SymbolBlock", "Block", "HybridBlock"}
    )
    own = rf"class\s+{re.escape(owner)}\s*\([^)]*Block"
    return "Block" if owner in blocks or re.search(own, refused.source) else None


def _dotted(place: str, name: str) -> str:
    return f"{_SHOWN.get(place, place)}.{name}"


def _best(rows: Iterable[tuple[str, Truth]], place: str, name: str) -> Truth | None:
    """Return the row for a name at a place; rows of the corresponding torch class come before others."""
    listed = list(rows)
    for prefix in (*_TORCH_PLACES.get(place, ()), *_MORE):
        for full, row in listed:
            if full == f"{prefix}{name}":
                return row
    return listed[0][1] if listed and place not in ("Block", "Sequential", "NDArray") else None


def form_of(row: Truth) -> str:
    """Return MXNet's form as text: the code if it is one line, else the row's note."""
    form = row.mxnet_nd or row.mxnet_np
    if row.short:
        return row.short
    return f"`{form}`" if form and "\n" not in form else row.note.rstrip(".")


def _words(row: Truth) -> tuple[str, ...]:
    """Return the names in MXNet's form; an exercise's message with one of them is about the same mistake."""
    return tuple(re.findall(r"\.(\w{3,})\(", row.mxnet_nd or row.mxnet_np))


def _elsewhere(place: str, name: str, shown: str) -> Finding:
    """Return a finding for a name that the truth table lacks."""
    names = mxnet_names()
    wanted = "Block" if place == "Sequential" else place
    homes = [p for p, known in names.items() if name in known and p != wanted][:3]
    short = f"{shown[:1].upper()}{shown[1:]} does not exist in MXNet."
    if homes:
        ways = " or ".join(
            f"`{_dotted(p, name)}`" if p not in _SHOWN or p == "gluon.nn" else f"the method of {_SHOWN[p]}"
            for p in homes
        )
        return Finding("name-elsewhere", short, f"{short} There is {ways}.", key=name)
    near = nearest(name, names.get(place, ()), likeness=0.6)
    alike = next(
        (n for n in names.get(place, ()) if n.casefold().replace("_", "") == name.casefold().replace("_", "")), None
    )
    near = [alike] if alike else near
    advice = did_you_mean(near, "`mxtutor lookup` finds MXNet's name for PyTorch's.", code=True)
    return Finding("unknown-name", short, f"{short} {advice}", key=name)


def read_names() -> None:
    """Read the truth table and the names of MXNet before they are needed."""
    with contextlib.suppress(TutorError):
        truth_names(content_root())
    mxnet_names()


@lru_cache(maxsize=4)
def truth_names(root: Path) -> Mapping[str, tuple[tuple[str, Truth], ...]]:
    """Map the last part of each PyTorch name in the truth table to the full names and their rows."""
    found: dict[str, list[tuple[str, Truth]]] = {}
    for row in load_truth(root):
        for full in row.names:
            found.setdefault(full.rpartition(".")[2], []).append((full, row))
    return {name: tuple(rows) for name, rows in found.items()}


@lru_cache(maxsize=1)
def mxnet_names() -> Mapping[str, frozenset[str]]:
    """Return the public names of MXNet 1.9.1 by the place that has them."""
    lines = NAMES_FILE.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ", 1) for line in lines if line and not line.startswith("#"))
    return {place: frozenset(names.split()) for place, names in pairs}
