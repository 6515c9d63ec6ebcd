"""Names and words by which the rows of the truth table can be found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mxtutor.content.form_names import mxnet_names
from mxtutor.content.truth_rows import Truth

_CODE = re.compile(r"`([^`]+)`")
_TOKEN = re.compile(r"[a-z0-9_]+")
STOP = frozenset(
    "a an and as by can do for from get how i if in into is it my of on or the to use using what with".split()  # noqa: SIM905
)
"""Words of a question that the search ignores."""


@dataclass(frozen=True, slots=True)
class Known:
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
    prose: frozenset[str]
    """Words in its note and in what it says to do instead."""


Found = Mapping[str, tuple[tuple[Known, str], ...]]
"""Rows by a key, each with the name or the words that have the key."""


@dataclass(frozen=True, slots=True)
class Index:
    """The rows by everything that finds them."""

    known: tuple[Known, ...]
    names: Found
    """By full names in torch."""
    lasts: Found
    """By the last parts of names in torch."""
    loose: Found
    """By spellings that ignore case, underscores, `1d` to `3d` and `Loss`: full names and last parts."""
    phrases: Found
    """By the stems of a phrase in `words`, in the order of the alphabet."""
    mxnet: Mapping[str, Found]
    """By full names in MXNet and by their last parts, for each of `main`, `other` and `noted`."""

    @classmethod
    def over(cls, rows: Iterable[Truth]) -> Index:
        """Return an index of these rows."""
        known = tuple(_known(row) for row in rows)
        names = [(k, name) for k in known for name in k.row.names]
        return cls(
            known,
            _by((name, k, name) for k, name in names),
            _by((last(name), k, name) for k, name in names),
            _by((key, k, name) for k, name in names for key in keys(name) | keys(last(name))),
            _by((stems(words), k, words) for k in known for words in k.row.words),
            {
                place: _by((key, k, n) for k in known for n in getattr(k, place) for key in (n, last(n)))
                for place in ("main", "other", "noted")
            },
        )


def _by(entries: Iterable[tuple[str, Known, str]]) -> Found:
    found: dict[str, dict[tuple[int, str], tuple[Known, str]]] = {}
    for key, known, name in entries:
        found.setdefault(key, {})[id(known), name] = (known, name)
    return {key: tuple(values.values()) for key, values in found.items()}


def _known(row: Truth) -> Known:
    main: list[str] = []
    other: list[str] = []
    for form, array in ((row.mxnet_nd, "NDArray"), (row.mxnet_np, "np.ndarray")):
        for number, name in enumerate(mxnet_names(form, array)):
            is_main = not number and row.kind not in ("composite", "missing")
            (main if is_main else other).append(name)
    noted = [name for code in _CODE.findall(row.note) for name in (mxnet_names(code) or [_bare(code)]) if name]
    names = [tuple(dict.fromkeys(found)) for found in (main, other, noted)]
    tokens = tokens_of(" ".join((*row.rows, *row.names, *row.words)).replace(".", " "))
    return Known(row, names[0], names[1], names[2], tokens, tokens_of(f"{row.note} {row.instead}"))


def _bare(code: str) -> str:
    return code.partition("(")[0].strip(" .=")


def keys(name: str) -> set[str]:
    """Return a name in lower case without underscores, also without `2d` or `loss` at its end."""
    if last(name).startswith("_"):  # a private name has no similar names
        return {name}
    plain = name.casefold().replace("_", "")
    return {plain, re.sub(r"[123]d$", "", plain), re.sub(r"loss$", "", plain) or plain}


def tokens_of(text: str) -> frozenset[str]:
    """Return the stems of the words of a text, without words such as `the`."""
    return frozenset(stem(word) for word in _TOKEN.findall(text.casefold()) if word not in STOP)


def stems(text: str) -> str:
    """Return the stems of the words of a text in the order of the alphabet, as one key."""
    return " ".join(sorted(tokens_of(text)))


def stem(word: str) -> str:
    """Return a word without an English ending: `clip` of `clipping`, `gradient` of `gradients`."""
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word


def last(name: str) -> str:
    """Return the last part of a dotted name."""
    return name.rpartition(".")[2]
