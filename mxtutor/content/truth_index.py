"""The search index of the truth table: names and words of its rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property, lru_cache
from itertools import pairwise
from math import log, sqrt
from typing import Literal

import msgspec

from mxtutor.content.form_names import mxnet_names
from mxtutor.content.mxnet_index import mxnet_index
from mxtutor.content.truth_rows import Truth
from mxtutor.suggest import nearest

_CODE = re.compile(r"`([^`]+)`")
_TOKEN = re.compile(r"[a-z0-9_]+")
_WORD = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
"""A word in a name: `Cosine` and `LR` in `CosineAnnealingLR`, `is` and `available` in `is_available`."""
_LAYER = re.compile(r"torch\.nn\.[A-Z]")
_OPERATOR = re.compile(r"(nd|npx?)\.")
_PATH = re.compile(r"^[A-Za-z_]\w*(?:\.\w+)+$")
"""A name with its path."""
CALLED, NAMED, TOLD = 8, 3, 1
"""Weights of a word: as the last part of a name, in names and search words, and in the note and arguments."""
SHORTEST, ALMOST = 4, 0.83
"""Smallest number of letters of a word that may have two of them exchanged, and the similarity of longer ones."""
STOP = frozenset(
    """a across along also am an and any are as at be been but by can could did do does during for from get give find
    had happen happens has have how i if in instead into is it its know like made make me much must my need none of
    on once only or other our please see should so generate compute create build show simple some such than that the
    their them then there these they this those to too turn use used using want was way we were what when where
    which while who why will with whole work works working would you your correctly equivalent example properly
    tutorial vs versus try trying got expected expects here just very really actually again because something
    somehow anything thing things wants doing done getting proper still always calculate obtain perform gives given
    makes making gets uses finds finding needs shows showing creates created builds computes computing calculating
    turned turns through via within done good away anymore yet kindly""".split()  # noqa: SIM905 - a long list
)
"""Words of a question that the search ignores."""
ENDINGS = "ization isation izer iser izing ising ation ating ized ised ated ing ize ise ate ion ment er ed ly".split()  # noqa: SIM905
"""English suffixes that are removed for stems, longest first."""

SAME = (
    "net model network", "array ndarray tensor", "image picture photo img pic jpg jpeg png",
    "join concatenate concat merge combine", "load restore read reload", "remove delete discard erase rid",
    "select pick choose chosen", "mean average avg", "max largest greatest biggest highest maximum maximal",
    "min smallest least lowest minimum minimal", "folder directory", "middle center centre intermediate",
    "index position indices", "log logarithm", "exp exponential exponent", "dict dictionary",
    "freeze frozen fix lock unfreeze unfrozen", "disable off", "subtract minus", "predict inference",
    "loop iterate walk", "axis dimension axes dim", "value element entry", "own custom",
    "several multiple two three four five few", "copy clone duplicate", "each every", "size length",
    "clamp restrict limit cap", "greater exceed", "same identical", "print display show", "plot visualize",
    "gradient grad derivative", "save store dump", "embedding embed", "parameter param weight",
    "backward backprop backpropagate", "matrix matrices", "keep kept", "write written", "upsample enlarge upscale",
    "flip mirror", "number many", "large huge big", "speed fast accelerate", "without dont don", "gpu card",
    "column col", "batch minibatch", "sentence text", "dtype datatype", "label target", "loss criterion objective",
    "checkpoint snapshot", "error exception", "crop cut", "change modify alter replace replacement adjust",
    "repeat tile replicate replication", "inverse invert", "resize rescale", "divide division quotient",
    "share reuse tie", "shuffle mix", "first front beginning", "function func", "hook callback", "memory ram vram",
    "deterministic reproducible reproduce repeatable", "accuracy acc", "validation eval val",
    "probability prob likelihood", "url link", "mask hide", "class category", "box bbox",
    "attach register registered", "whole entire full complete",
    "imbalanced unbalanced", "classify classifier", "convert conversion", "convolution convolve convolutional conv",
    "gauss gaussian", "penalty penalize", "percent percentage", "reduce reduction", "summary summarize",
    "triangle triangular", "decompose decomposition", "explode explosion", "extract extractor", "initialize init",
    "infinity infinite inf", "gray grey", "integer int", "split separate", "rate lr",
    "not isn doesn didn aren wasn won cannot cant",
)  # fmt: skip
"""Words that mean the same here: the first stands for the others."""


class Known(msgspec.Struct, frozen=True):
    """A row with its MXNet names for the search."""

    row: Truth
    main: tuple[str, ...]
    """The main MXNet names: the first of each form, unless the form combines several."""
    other: tuple[str, ...]
    """The other MXNet names in the forms."""

    @property
    def noted(self) -> tuple[str, ...]:
        """Names in the code of the note, including names that do not exist."""
        found = [name for code in _CODE.findall(self.row.note) for name in (mxnet_names(code) or [_bare(code)]) if name]
        return tuple(dict.fromkeys(found))


Place = Literal["main", "other", "noted"]
"""The place of an MXNet name in a row: a field of `Known`."""
Found = Mapping[str, tuple[tuple[Truth, str], ...]]
"""Rows by a search key, each with the name or the words for that key."""


class Index:
    """The search index; each part is computed when it is first used."""

    def __init__(self, rows: Iterable[Truth]) -> None:
        self.rows = tuple(rows)

    def build(self) -> None:
        """Compute all parts (0.1 s), so that no later query has to wait."""
        for name, part in vars(Index).items():
            if isinstance(part, cached_property):
                getattr(self, name)

    @cached_property
    def known(self) -> tuple[Known, ...]:
        """The rows with their names in MXNet."""
        return tuple(map(known_of, self.rows))

    @cached_property
    def words(self) -> tuple[tuple[Truth, Mapping[str, float]], ...]:
        """Each row with the weights of its words: higher in a name or a search word than in the note."""
        return tuple((row, _counted(row, self.lasts.keys())) for row in self.rows)

    @cached_property
    def _held(self) -> Counter[str]:
        """Number of rows with each word."""
        return Counter(word for _, counts in self.words for word in counts)

    def weight(self, word: str) -> float:
        """Return the weight of a word: higher if fewer rows have it."""
        return log(1 + len(self.rows) / (self._held[word] + 0.5))

    def is_name(self, word: str) -> bool:
        """Return whether a word is no word of any row, and the spelling of a name without `2d` and the like."""
        return not self._held[stem(word.casefold())] and any(key in self.loose for key in keys(word))

    def near_word(self, word: str) -> str:
        """Return the word that was mistyped, `squeeze` for `squeze`; an empty text for a word that is known."""
        key = word.casefold()
        known = key in STOP or self._held[stem(key)] or any(k in self.loose for k in keys(word))
        if known or not key.isalpha() or len(key) < SHORTEST or mxnet_index().named(key) or _in_torch(key):
            return ""
        words = {one for row in self.rows for text in row.words for one in _WORD.findall(text.casefold())}
        words.update(last(name).casefold() for name in self.names)
        similar = sorted(w for w in words - STOP if w[:1] == key[0] and abs(len(w) - len(key)) <= 1)
        swapped = [one for one in similar if sorted(one) == sorted(key)]
        found = swapped or (nearest(key, similar, most=1, likeness=ALMOST) if len(key) > SHORTEST else [])
        return found[0] if found else ""

    def parted(self, query: str) -> frozenset[str]:
        """Return the stems of the words of a query, with the parts of a word that no row has.

        Such parts are `padding` and `mode` of `padding_mode`, `deferred` and `initialization` of one with capitals.
        Two words that are a name together, such as `mat mul`, count as this name.
        """
        found: set[str] = set()
        words = _WORD.findall(query)
        for at, pair in enumerate(pairwise(tuple(words))):
            if "".join(pair).casefold() in self.lasts and words[at] and STOP.isdisjoint(pair):
                words[at : at + 2] = "".join(pair), ""
        for word in words:
            whole = tokens_of(word)
            known = any(self._held[one] for one in whole)
            found |= whole if known else tokens_of(" ".join(_PART.findall(word))) or whole
        return frozenset(found)

    @cached_property
    def place(self) -> Mapping[int, int]:
        """The index of each row in the table, by `id`."""
        return {id(row): place for place, row in enumerate(self.rows)}

    @cached_property
    def names(self) -> Found:
        """Rows by full names in torch."""
        return _by((name, row, name) for row, name in self._named())

    @cached_property
    def lasts(self) -> Found:
        """Rows by the last parts of names in torch."""
        return _by((last(name), row, name) for row, name in self._named())

    @cached_property
    def loose(self) -> Found:
        """Rows by full names and last parts, without case, underscores, `1d` to `3d` and `Loss`."""
        return _by((key, row, name) for row, name in self._named() for key in keys(name) | keys(last(name)))

    @cached_property
    def written(self) -> Found:
        """Rows by each of `words`, in small letters."""
        return _by((words.casefold(), row, words) for row in self.rows for words in row.words)

    @cached_property
    def phrases(self) -> Found:
        """Rows by the sorted stems of each phrase in `words`, names left out, then of `layer argument bias` etc."""
        texts = ((row, words) for row in self.rows for words in (*row.words, *_arguments(row)))
        keyed = ((stems(words), row, words) for row, words in texts if " " in words or words.islower())
        return _by(one for one in keyed if (" " in one[0]) == (" " in one[2]))  # `copy` is not `find duplicates`

    @cached_property
    def phrase_words(self) -> Mapping[int, tuple[tuple[str, frozenset[str]], ...]]:
        """Search phrases with their stems, by the row's `id`; also the words of a class's name, `batch norm`."""
        return {
            id(row): tuple((text.casefold(), tokens_of(text)) for text in (*row.words, *_spoken(row)))
            for row in self.rows
        }

    @cached_property
    def listed(self) -> Found:
        """Rows by the names of MXNet and NumPy in `words`: `nd.BlockGrad` also by its last part, `np.append` not."""
        named = [(row, word) for row in self.rows for word in row.words if _PATH.match(word)]
        return _by((key, row, word) for row, word in named for key in {word, word if word[:3] == "np." else last(word)})

    def mxnet(self, place: Place, ends: Iterable[str]) -> list[tuple[Truth, str]]:
        """Return the rows with an MXNet name that has one of these last parts, each with the name.

        Only rows whose text contains one of the words are parsed, which is much faster than parsing all.
        """
        wanted = {end for end in ends if end}
        return [
            (row, name)
            for row in self.rows
            if any(end in text for end in wanted for text in _texts(row, place))
            for name in getattr(known_of(row), place)
            if last(name) in wanted or name in wanted
        ]

    def _named(self) -> Iterator[tuple[Truth, str]]:
        return ((row, name) for row in self.rows for name in row.names)


def _by(entries: Iterable[tuple[str, Truth, str]]) -> Found:
    found: dict[str, dict[tuple[int, str], tuple[Truth, str]]] = {}
    for key, row, name in entries:
        found.setdefault(key, {}).setdefault((id(row), name), (row, name))
    return {key: tuple(pairs.values()) for key, pairs in found.items()}


def _texts(row: Truth, place: Place) -> tuple[str, ...]:
    return (row.note,) if place == "noted" else (row.mxnet_nd, row.mxnet_np)


def _in_torch(name: str) -> bool:
    from mxtutor.content.near_names import name_in_torch  # only needed for words that no row has

    return bool(name_in_torch(name))


def known_of(row: Truth) -> Known:
    """Return a row with its MXNet names."""
    main: list[str] = []
    other: list[str] = []
    for form, array in ((row.mxnet_nd, "NDArray"), (row.mxnet_np, "np.ndarray")):
        for number, name in enumerate(mxnet_names(form, array)):
            if not number and row.kind not in ("composite", "missing"):
                main.append(name)
            elif not name.startswith(("NDArray.", "np.ndarray.")) or mxnet_index().at(name):
                other.append(name)  # a method of arrays, unlike `append` of a list in the form
    return Known(row, tuple(dict.fromkeys(main)), tuple(dict.fromkeys(other)))


def _counted(row: Truth, in_torch: Set[str]) -> Mapping[str, float]:
    """Return the words of a row with their weights; methods and classes that only MXNet has count as names of torch."""
    arguments = [argument.torch for argument in row.arguments]
    names = (*row.names, *known_of(row).main)
    own = (name for name in names[len(row.names) :] if last(name) not in in_torch and not _OPERATOR.match(name))
    called = [last(name).strip("_") for name in (*row.names, *own)]
    fields = (
        (CALLED, tokens_of(" ".join(called))),
        (NAMED, tokens_of(" ".join((*row.rows, *names, *row.words)).replace(".", " ")) | _parts_of(names + row.words)),
        (TOLD, tokens_of(" ".join((row.note, row.instead, *arguments, *_docs(row)))) | _parts_of(arguments)),
    )
    counts: dict[str, float] = {}
    for weight, words in fields:
        counts.update(dict.fromkeys(words - counts.keys(), weight))
    for word, phrases in Counter(word for phrase in row.words for word in tokens_of(phrase)).items():
        if counts.get(word) == NAMED:
            counts[word] += sqrt(phrases) - 1  # a row is more about a word of many phrases
    return counts


def _arguments(row: Truth) -> list[str]:
    """Return a phrase for each argument of a row, with the kind of what takes it."""
    kind = "layer" if _LAYER.match(row.torch) else "optimizer" if row.torch.startswith("torch.optim.") else "operator"
    names = dict.fromkeys(name for one in row.arguments for name in (one.torch, one.nd, one.np) if name.isidentifier())
    return [f"{kind} argument {name}" for name in names]


def _spoken(row: Truth) -> frozenset[str]:
    """Return the names of a row's layers as words: `batch norm` for `BatchNorm2d`."""
    layers = [re.sub(r"([123]d|Loss)$", "", last(name)) for name in row.names if _LAYER.match(name)]
    return frozenset(" ".join(_PART.findall(name)) for name in layers)


def _docs(row: Truth) -> list[str]:
    """Return the first sentences of the docstrings of a row's main names in MXNet."""
    return [entry.line for name in known_of(row).main if (entry := mxnet_index().at(name))]


def _bare(code: str) -> str:
    return code.partition("(")[0].strip(" .=")


def keys(name: str) -> set[str]:
    """Return search keys of a name: in lower case without underscores, also without a final `2d` or `loss`."""
    if last(name).startswith("_"):  # private names have no similar names
        return {name}
    plain = name.casefold().replace("_", "")
    return {plain, re.sub(r"[123]d$", "", plain), re.sub(r"loss$", "", plain) or plain}


def tokens_of(text: str) -> frozenset[str]:
    """Return the stems of the words in a text, without single letters, numbers, and words such as `the`."""
    return frozenset(word for word in _stems(text) if len(word) > 1 and not word.isdigit())


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _TOKEN.findall(text.casefold()) if word not in STOP}


def _parts_of(names: Iterable[str]) -> frozenset[str]:
    """Return the stems of the words in names."""
    return tokens_of(" ".join(part for name in names for part in _PART.findall(name)))


def stems(text: str) -> str:
    """Return the sorted stems of the words in a text, as one key."""
    return " ".join(sorted(_stems(text)))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the stem of a word, or of the word that stands for it in `SAME`."""
    cut = _cut(word)
    return _alike().get(cut, cut)


@lru_cache(maxsize=1)
def _alike() -> Mapping[str, str]:
    return {_cut(other): _cut(first) for first, *others in map(str.split, SAME) for other in others}


def _cut(word: str) -> str:
    """Return a word without an English suffix: `clip` for `clipping`, `evalu` for `evaluation` and `evaluate`."""
    if word.startswith(("normalis", "normaliz")):  # not `normal`, as in the distribution
        return "normaliz"
    word = re.sub(r"(?<=..)(ication|ies|ied)$", "y", word)  # `multiplication`, `copies`, `copied`
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ENDINGS:
        shortest = 3 if ending in ("ing", "ed") else 4  # `saving`; but not `outer`
        if (
            len(word) >= len(ending) + shortest
            and word.endswith(ending)
            and word[-len(ending) - 1] != "e"
            and word != "folder"
        ):
            word = word.removesuffix(ending)  # but not `at` of `repeated`, `d` of `speed`
            if word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    word = re.sub(r"(?<=...)our$", "or", re.sub(r"(?<=....)ll$", "l", word))  # `colour`, `labelling`
    return word.removesuffix("e") if len(word) > 3 and word != "image" else word  # `torch.imag`


def last(name: str) -> str:
    """Return the last part of a dotted name."""
    return name.rpartition(".")[2]
