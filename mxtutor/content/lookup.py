"""Finds rows of the truth table by a name of torch or of MXNet, as people write it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mxtutor.content.truth import Truth

ROOTS = frozenset(
    {"torch", "torchvision", "torchmetrics", "Tensor", "nn", "optim", "utils", "cuda", "linalg", "mx", "mxnet", "nd"}
    | {"np", "npx", "gluon", "autograd", "random", "contrib", "init", "metric", "NDArray", "Module", "data", "loss"}
)
"""What a dotted name may begin with; anything else before a dot is a variable, so that a method is meant."""

_SHORT = (
    (r"^F\.", "nn.functional."),
    (r"^(?:mxnet|mx)\.", ""),
    (r"^ndarray\.", "nd."),
    (r"^numpy\.", "np."),
    (r"^numpy_extension\.", "npx."),
    (r"^gluon\.nn\.", "nn."),
    (r"^symbol\.", "sym."),
)
_CHAIN = re.compile(r"(?<![\w.)\]'\"])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)|(?<=[)\]])\.([A-Za-z_]\w*)")
_CODE = re.compile(r"`([^`]+)`")
_MXNET_ROOTS = frozenset({"mx", "nd", "np", "npx", "gluon", "nn", "autograd"})
NEAR, CLOSE = 4, 0.65
"""How many near misses are named at most, and how alike they must be."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A row with its names, shortened as queries are."""

    row: Truth
    torch: tuple[str, ...]
    main: tuple[str, ...]
    """MXNet names that stand for it: the first of each form, unless the form is made up of several."""
    other: tuple[str, ...]
    """MXNet names elsewhere in its forms."""
    noted: tuple[str, ...]
    """Names that its note mentions in code, names that do not exist included."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """The truth table, to be searched in either direction."""

    known: tuple[_Known, ...]

    @classmethod
    def over(cls, rows: Iterable[Truth]) -> Lookup:
        """Return the search over these rows."""
        return cls(tuple(_known(row) for row in rows))

    def find(self, query: str) -> list[Truth]:
        """Return the rows that a name means, namesakes first; those of the best kind of match alone.

        A torch name counts before a part of one, that before an MXNet name; a text with blanks is looked up in the
        documents' rows.
        """
        if " " in query.strip() and "(" not in query:
            return self._told(query)
        name = shorten(query)
        best: dict[int, list[Truth]] = {}
        if name:
            for known in self.known:
                if kind := _match(name, known, torch_only=query.strip().startswith("torch")):
                    best.setdefault(kind, []).append(known.row)
        return sorted(best[min(best)], key=lambda row: _last(name) not in map(_last, row.names)) if best else []

    def near(self, query: str) -> list[str]:
        """Return names like the query, as the table spells them."""
        wanted = _last(shorten(query)).casefold()
        spelled: dict[str, str] = {}
        for known in self.known:
            for shown, name in zip(known.row.names, known.torch, strict=True):
                spelled.setdefault(_last(name).casefold(), shown)
            for name in known.main:
                spelled.setdefault(_last(name).casefold(), name.replace("Tensor.", "NDArray."))
        close = difflib.get_close_matches(wanted, spelled, n=NEAR, cutoff=CLOSE)
        return list(dict.fromkeys(spelled[name] for name in close))

    def browse(self, query: str) -> list[Truth]:
        """Return what a query that is being typed may mean, best first; every row for an empty one."""
        if not query.strip():
            return [known.row for known in self.known]
        name = shorten(query).casefold()
        last = _last(name)
        found = self.find(query)
        for test in (str.startswith, str.__contains__):
            found += [k.row for k in self.known if name and any(test(n.casefold(), name) for n in (*k.torch, *k.main))]
            found += [k.row for k in self.known if last and any(test(_last(n).casefold(), last) for n in k.torch)]
        found += self._told(query)
        found += [row for near in self.near(query) for row in self.find(near)]
        return list({id(row): row for row in found}.values())

    def _told(self, query: str) -> list[Truth]:
        """Return the rows whose document's row, names or note hold every word."""
        words = query.casefold().split()
        return [k.row for k in self.known if all(word in _text(k.row) for word in words)]


def shorten(query: str) -> str:
    """Return a name without its call, `torch.`, `mx.` and other ways to write the same.

    `torch.acos(x)` is `acos`, `F.relu` is `nn.functional.relu`, `mx.nd.clip` is `nd.clip`, `x.view` is `Tensor.view`.
    """
    name = query.strip().strip("`'\"").partition("(")[0].strip(" .`")
    for pattern, short in _SHORT:
        name = re.sub(pattern, short, name)
    root, dot, rest = name.partition(".")
    if root == "torch":
        return shorten(rest)
    if root == "NDArray":
        return f"Tensor.{rest}"
    if dot and root not in ROOTS:
        return f"Tensor.{_last(rest)}"
    return name


def _match(name: str, known: _Known, *, torch_only: bool) -> int:
    """Return the kind of match, 1 the best; 0 for none."""
    if name in known.torch:
        return 1
    last = _last(name)
    loose = "." not in name or name.startswith("Tensor.")
    if any(n.endswith(f".{name}") or (loose and _last(n) == last) for n in known.torch):
        return 2
    if not torch_only:
        method = f"Tensor.{last}" if name.startswith(("nd.", "np.", "npx.")) else name
        if {name, method} & set(known.main) or (loose and last in map(_last, known.main)):
            return 3
        if name in known.other or ("." not in name and last in map(_last, known.other)):
            return 5
        if name in known.noted or (loose and last in map(_last, known.noted)):
            return 6
    plain = name.rstrip("_").casefold()
    alike = (n.casefold() for n in known.torch)
    return (
        4
        if plain and any(n == plain or n.endswith(f".{plain}") or (loose and _last(n) == _last(plain)) for n in alike)
        else 0
    )


def _known(row: Truth) -> _Known:
    main: list[str] = []
    other: list[str] = []
    for form in (row.mxnet_nd, row.mxnet_np):
        for number, name in enumerate(mxnet_names(form)):
            stands_for = not number and row.kind not in ("composite", "missing")
            (main if stands_for else other).append(name)
    noted = [name for code in _CODE.findall(row.note) for name in (mxnet_names(code) or [shorten(code)])]
    torch = tuple(shorten(name) for name in row.names)
    return _Known(row, torch, *(tuple(dict.fromkeys(names)) for names in (main, other, noted)))


def mxnet_names(form: str) -> list[str]:
    """Return the MXNet names that code uses, in order: `nd.clip`, `gluon.Trainer`, `Tensor.reshape` for a method."""
    names = []
    for chain, method in _CHAIN.findall(form):
        root, _, rest = chain.partition(".")
        if method or (root not in _MXNET_ROOTS and root not in ("onp", "self")):
            names.append(f"Tensor.{method or rest.partition('.')[0]}")
        elif root in _MXNET_ROOTS:
            names.append(shorten(chain))
    return names


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _text(row: Truth) -> str:
    return " ".join((*row.rows, *row.names, row.claim, row.note, row.mxnet_nd, row.mxnet_np)).casefold()


def suggestion(names: Sequence[str]) -> str:
    """Return near misses as a question; what to do where there are none."""
    if not names:
        return "Try the name as torch or MXNet spells it."
    *first, last = names
    return f"Did you mean {', '.join(first)}{' or ' if first else ''}{last}?"
