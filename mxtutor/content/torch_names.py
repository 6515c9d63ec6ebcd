"""The names of torch with their MXNet forms, as an editor needs them: a small part of the truth table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from mxtutor.content.truth import cached, read_truth, truth_files_of
from mxtutor.content.truth_index import known_of, last
from mxtutor.content.truth_rows import Truth

CACHE = "torch-names"
"""Name of the rows in the cache."""
LONGEST_NOTE = 90
"""Maximum length of a note, in characters; a longer first sentence is left out."""
_SENTENCE = re.compile(r"(\S.*?[.!?])(?:\s|$)")
PLACES = {
    "nd": ("torch.", "torch.nn.functional.", "torch.linalg.", "Tensor."),
    "np": ("torch.", "torch.nn.functional.", "torch.linalg.", "Tensor."),
    "npx": ("torch.nn.functional.", "torch.", "Tensor."),
    "NDArray": ("Tensor.",),
    "np.ndarray": ("Tensor.",),
    "gluon": ("torch.nn.", "torch.optim.", "torch.utils.data.", "torch."),
    "gluon.nn": ("torch.nn.", "torch.nn.functional."),
    "gluon.rnn": ("torch.nn.",),
    "gluon.loss": ("torch.nn.", "torch.nn.functional."),
    "gluon.data": ("torch.utils.data.", "torchvision."),
    "gluon.data.vision": ("torchvision.", "torchvision.datasets.", "torchvision.transforms."),
    "autograd": ("torch.autograd.", "torch."),
    "init": ("torch.nn.init.",),
    "mx": ("torch.",),
    "gluon.Trainer": ("torch.optim.Optimizer.",),
    "gluon.Parameter": ("torch.nn.Parameter.", "Tensor."),
}
"""Where torch has the names that learners look for in a module or class of MXNet."""


class TorchName(msgspec.Struct, frozen=True, array_like=True):
    """A name of torch and what MXNet has for it."""

    names: tuple[str, ...]
    """Its full names in torch."""
    kind: str
    """As `Truth.kind`."""
    nd: str
    """The form with `NDArray`s in one line; empty for none."""
    np: str
    """The form with `mx.np` arrays."""
    nd_name: str
    """The full name in MXNet that takes its place: `nd.arccos`, `NDArray.reshape`; empty if a name is not enough."""
    np_name: str
    note: str
    """A short sentence of the row's note; empty without one."""
    arguments: tuple[tuple[str, str, str], ...]
    """Arguments that MXNet calls otherwise: in torch, with `nd`, with `np`."""
    called: tuple[str, ...]
    """The names in MXNet that have these arguments."""

    def form(self, arrays: str) -> str:
        """Return the form for a class of arrays, `NDArray` or `np.ndarray`."""
        return self.nd or self.np if arrays == "NDArray" else self.np or self.nd

    def name(self, arrays: str) -> str:
        """Return the name in MXNet for a class of arrays."""
        return self.nd_name or self.np_name if arrays == "NDArray" else self.np_name or self.nd_name


class TorchNames:
    """Finds names of torch, and how arguments and calls of MXNet differ."""

    def __init__(self, rows: Iterable[TorchName]) -> None:
        self._rows = tuple(rows)
        self._by_name = {name: number for number, row in enumerate(self._rows) for name in row.names}
        self._by_call: dict[str, list[int]] = {}
        for number, row in enumerate(self._rows):
            for name in dict.fromkeys((row.nd_name, row.np_name, *row.called)):
                if name:
                    self._by_call.setdefault(name, []).append(number)

    def find(self, name: str) -> TorchName | None:
        """Return the row of a full name in torch, such as `torch.acos` or `Tensor.view`."""
        number = self._by_name.get(name)
        return self._rows[number] if number is not None else None

    def beside(self, owner: str, name: str) -> TorchName | None:
        """Return the row of a name that learners look for in a module or class of MXNet."""
        return next((row for place in PLACES.get(owner, ("torch.",)) if (row := self.find(place + name))), None)

    def argument(self, call: str, name: str, arrays: str) -> str:
        """Return what a callable of MXNet calls an argument of torch; empty if it is not known."""
        for row in self._rows_of(call):
            for torch, nd, np in row.arguments:
                if torch == name and (there := nd if arrays == "NDArray" else np or nd) != name:
                    return there
        return ""

    def warning(self, call: str) -> str:
        """Return how a callable of MXNet differs from torch, in one sentence; empty if it does not."""
        differing = (row for row in self._rows_of(call) if row.kind in ("args", "behaviour"))
        return next((text for row in differing if (text := row.note or row.form("NDArray"))), "")

    def _rows_of(self, call: str) -> Iterator[TorchName]:
        """Yield the rows of a callable; a function and the method of the same name have the same rows."""
        owner, _, name = call.rpartition(".")
        method = {"nd": "NDArray.", "np": "np.ndarray.", "npx": "np.ndarray."}.get(owner, "")
        for same in (call, f"{method}{name}") if method else (call,):
            yield from (self._rows[number] for number in self._by_call.get(same, ()))


@lru_cache(maxsize=2)
def torch_names(root: Path) -> TorchNames:
    """Return the names of the truth table of the pack at `root`; call it from a thread.

    Raises:
        ContentError: the table is missing, damaged or of another format version.
    """
    files = truth_files_of(root)

    def short() -> tuple[TorchName, ...]:
        whole = cached(files, lambda: read_truth(files), tuple[Truth, ...])  # `load_truth` would keep it in memory
        return tuple(map(short_row, whole))

    return TorchNames(cached(files, short, tuple[TorchName, ...], name=CACHE))


def short_row(row: Truth) -> TorchName:
    """Return the part of a row that an editor needs."""
    known = known_of(row)
    sentences = [text for text in _SENTENCE.findall(row.note) or [row.note] if "documents" not in text]
    note = sentences[0] if sentences and len(sentences[0]) <= LONGEST_NOTE else ""
    return TorchName(
        row.names,
        row.kind,
        _line(row.mxnet_nd, row),
        _line(row.mxnet_np, row),
        _named(row.mxnet_nd, known.main, numpy=False),
        _named(row.mxnet_np, known.main, numpy=True),
        note,
        tuple((a.torch, a.nd, a.np) for a in row.arguments if a.nd or a.np),
        tuple(name for name in dict.fromkeys(row.takes.values()) if name),
    )


def _line(form: str, row: Truth) -> str:
    """Return a form that fits into one line; else the words that stand for it."""
    return form if "\n" not in form else row.short.replace("`", "") or row.instead.replace("`", "")


def _named(form: str, main: Iterable[str], *, numpy: bool) -> str:
    """Return the main name of a form, if the form is one call or attribute of it."""
    if not form or "\n" in form or re.search(r"[)\]]\.", form):
        return ""
    for name in main:
        if name.startswith(("np.", "npx.")) == numpy or not name.startswith(("nd.", "NDArray.", "np.", "npx.")):
            own = last(name)
            start = form.partition("(")[0]  # up to its first call
            if re.search(rf"(?<!\w){re.escape(own)}\b", form) and not re.search(r"\[|=\s*\w+\.|[^=!<>]=[^=]", start):
                return name
    return ""
