"""Search for rows of the truth table by a name of torch or of MXNet, by code, or by words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from mxtutor.content.names import Asked, asked
from mxtutor.content.roots import MXNET
from mxtutor.content.truth_rows import Truth

_CHAIN = re.compile(r"(?<![\w.)\]'\"])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)|(?<=[)\]])\.([A-Za-z_]\w*)")
_CODE = re.compile(r"`([^`]+)`")
_TOKEN = re.compile(r"[a-z0-9_]+")
OWNERS = {"net": "gluon.HybridBlock", "trainer": "gluon.Trainer", "metric": "metric.EvalMetric", "store": "kv.KVStore"}
"""Variables in the forms that are not arrays, and their classes."""
STOP = frozenset(
    "a an and as by can do for from how i if in into is it my of on or the to use using what with".split()  # noqa: SIM905
)
"""Words of a question that the search ignores."""
NEAR, CLOSE = 4, 0.65
"""Greatest number of similar names to suggest, and their smallest similarity (the ratio of `difflib`)."""


@dataclass(frozen=True, slots=True)
class Match:
    """A row that a query found."""

    row: Truth
    name: str
    """The name, or the words, by which it was found."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A row with the names by which it can be found."""

    row: Truth
    main: tuple[str, ...]
    """The main MXNet names: the first of each form, unless the form combines several."""
    other: tuple[str, ...]
    """The other MXNet names in the forms."""
    noted: tuple[str, ...]
    """Names in the code of its note, including names that do not exist."""
    tokens: frozenset[str]
    """Words in its rows of the documents, its names and `words`."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """Search in the truth table, from torch to MXNet and back."""

    known: tuple[_Known, ...]

    @classmethod
    def over(cls, rows: Iterable[Truth]) -> Lookup:
        """Return a search in these rows."""
        return cls(tuple(_known(row) for row in rows))

    def find(self, query: str) -> list[Truth]:
        """Return the rows that a query means, the most probable first."""
        return [match.row for match in self.matches(query)]

    def matches(self, query: str) -> list[Match]:
        """Return the rows that a query means, each with the name that found it.

        Only the best kind of match is returned. A name with a path must match with its whole path; a name without a
        path matches the last part of any name.
        """
        wanted, text = asked(query), " ".join(query.casefold().split())
        for search in self._searches(wanted, text):
            if found := search():
                return list({id(match.row): match for match in found}.values())
        return []

    def _searches(self, wanted: Asked, text: str) -> Iterator[Callable[[], list[Match]]]:
        """Yield the kinds of match, the best first."""
        for name in wanted.torch:
            yield lambda name=name: self._torch(lambda n: n == name)  # type: ignore[misc]
        yield lambda: self._phrase(text) + (self._torch(lambda n: _last(n) == wanted.bare) if wanted.bare else [])
        if wanted.tail:
            yield lambda: self._torch(lambda n: n.endswith(f".{wanted.tail}"))
        for place in ("main", "other", "noted"):
            yield lambda place=place: self._mxnet(wanted, place, exact=True)  # type: ignore[misc]
            yield lambda place=place: self._mxnet(wanted, place, exact=False)  # type: ignore[misc]
            if place == "main":
                yield lambda: self._loose(wanted)
        if wanted.method:
            yield lambda: self._torch(lambda n: _last(n) == wanted.method and n.startswith(_METHODS))
        yield lambda: self._module(wanted)
        if wanted.words:
            yield lambda: self._worded(text)

    def _torch(self, fits: Callable[[str], bool]) -> list[Match]:
        return [Match(k.row, name) for k in self.known for name in k.row.names if fits(name)]

    def _mxnet(self, wanted: Asked, place: str, *, exact: bool) -> list[Match]:
        def fits(name: str) -> bool:
            if exact:
                return name in wanted.mxnet or bool(wanted.bare and _last(name) == wanted.bare)
            return _alike(name, wanted.mxnet)

        found = [(k.row, name) for k in self.known for name in getattr(k, place) if fits(name)]
        found.sort(
            key=lambda pair: _last(pair[1]) not in map(_last, pair[0].names)
        )  # rows with the same name in torch first
        return [Match(row, shown(name)) for row, name in found]

    def _loose(self, wanted: Asked) -> list[Match]:
        """Return rows whose names differ only in case, underscores, or `1d` to `3d` or `Loss` at the end."""
        bare = wanted.bare or (re.sub(r"[ -]", "", wanted.words) if not (wanted.torch or wanted.mxnet) else "")
        if len(bare) > 1:
            keys = _keys(bare)
            return self._torch(lambda n: bool(keys & _keys(_last(n))))
        for name in (*wanted.torch, *([wanted.tail] if wanted.tail else [])):
            keys = _keys(name)
            if found := self._torch(lambda n, keys=keys: bool(keys & _keys(n))):  # type: ignore[misc]
                return found
        return []

    def _module(self, wanted: Asked) -> list[Match]:
        """Return the rows of a module that the query names."""
        names = {*wanted.torch, *([MODULES[wanted.bare]] if wanted.bare in MODULES else [])}
        return self._torch(lambda n: n.rpartition(".")[0] in names and not n.startswith("Tensor."))

    def _phrase(self, text: str) -> list[Match]:
        return [Match(k.row, word) for k in self.known for word in k.row.words if word.casefold() == text]

    def _worded(self, text: str) -> list[Match]:
        """Return the rows that contain every word of the query."""
        words = {_stem(word) for word in _TOKEN.findall(text)} - STOP
        return [Match(k.row, text) for k in self.known if words and words <= k.tokens]

    def near(self, query: str) -> list[str]:
        """Return names of the table that are similar to the query."""
        wanted = asked(query)
        candidates = (*wanted.torch, *wanted.mxnet, wanted.bare, wanted.words)
        full = next((name for name in candidates if name), "").casefold()
        last = _last(full)
        if not last:
            return []
        scores: dict[str, float] = {}
        for known in self.known:
            for name in (*known.row.names, *map(shown, known.main)):
                likeness = difflib.SequenceMatcher(None, last, _last(name).casefold())
                if likeness.real_quick_ratio() >= CLOSE and likeness.quick_ratio() >= CLOSE:
                    path = difflib.SequenceMatcher(None, full, name.casefold()).ratio() if "." in full else 0.0
                    if (score := likeness.ratio()) >= CLOSE:
                        scores[name] = score + path / 10 + 0.05 * (name in known.row.names)
        best: dict[str, str] = {}
        for name in sorted(scores, key=lambda n: -scores[n]):
            best.setdefault(name if "." in full else _last(name).casefold(), name)
        return list(best.values())[:NEAR]

    def browse(self, query: str) -> list[Truth]:
        """Return the rows that an unfinished query may mean, the best first; all rows for an empty query."""
        if not query.strip():
            return [known.row for known in self.known]
        name = query.strip().casefold().partition("(")[0].strip(" .")
        last = _last(name)
        found = self.find(query)
        for test in (str.startswith, str.__contains__):
            found += [
                k.row for k in self.known if name and any(test(n.casefold(), name) for n in (*k.row.names, *k.main))
            ]
            found += [k.row for k in self.known if last and any(test(_last(n).casefold(), last) for n in k.row.names)]
        found += self._rows_with(name.split())
        found += [row for near in self.near(query) for row in self.find(near)]
        return list({id(row): row for row in found}.values())

    def _rows_with(self, words: Sequence[str]) -> list[Truth]:
        return [k.row for k in self.known if words and all(any(word in t for t in k.tokens) for word in words)]


_METHODS = ("Tensor.", "torch.nn.Module.", "torch.optim.Optimizer.", "torch.optim.lr_scheduler.LRScheduler.")
MODULES = {
    "transforms": "torchvision.transforms",
    "lr_scheduler": "torch.optim.lr_scheduler",
    "init": "torch.nn.init",
    "datasets": "torchvision.datasets",
    "models": "torchvision.models",
    "optim": "torch.optim",
    "functional": "torch.nn.functional",
    "F": "torch.nn.functional",
    "linalg": "torch.linalg",
    "amp": "torch.amp",
    "distributed": "torch.distributed",
    "distributions": "torch.distributions",
    "cuda": "torch.cuda",
}
"""Modules that are often named without their path."""


def shown(name: str) -> str:
    """Return an MXNet name as it is written in code, with `mx.` in front if it needs that."""
    return name if name.split(".")[0] in ("nd", "np", "npx", "gluon", "autograd", "NDArray") else f"mx.{name}"


def _alike(name: str, wanted: Sequence[str]) -> bool:
    """Tell whether an array's method and the function of the same name mean the same: `x.sum` and `nd.sum`."""
    root, _, last = name.rpartition(".")
    arrays = {
        "NDArray": ("nd.", "NDArray."),
        "np.ndarray": ("np.", "npx.", "np.ndarray."),
        "nd": ("NDArray.",),
        "np": ("np.ndarray.",),
    }
    return any(f"{start}{last}" in wanted for start in arrays.get(root, ()))


def _keys(name: str) -> set[str]:
    """Return a name in lower case without underscores, also without `2d` or `loss` at its end."""
    if _last(name).startswith("_"):  # a private name has no similar names
        return {name}
    plain = name.casefold().replace("_", "")
    return {plain, re.sub(r"[123]d$", "", plain), re.sub(r"loss$", "", plain) or plain}


def _known(row: Truth) -> _Known:
    main: list[str] = []
    other: list[str] = []
    for form, array in ((row.mxnet_nd, "NDArray"), (row.mxnet_np, "np.ndarray")):
        for number, name in enumerate(mxnet_names(form, array)):
            is_main = not number and row.kind not in ("composite", "missing")
            (main if is_main else other).append(name)
    noted = [name for code in _CODE.findall(row.note) for name in (mxnet_names(code) or [_bare(code)]) if name]
    text = " ".join((*row.rows, *row.names, *row.words)).casefold()
    tokens = frozenset(_stem(t) for t in _TOKEN.findall(text.replace(".", " ")))
    names = [tuple(dict.fromkeys(found)) for found in (main, other, noted)]
    return _Known(row, names[0], names[1], names[2], tokens)


def _bare(code: str) -> str:
    return code.partition("(")[0].strip(" .=")


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


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
        elif root not in ("onp", "self", "os", "T", "amp"):
            names.append(f"{array}.{rest.partition('.')[0]}")
    return names


def _last(name: str) -> str:
    return name.rpartition(".")[2]
