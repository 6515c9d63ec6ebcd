"""Likely specs of arguments, from the annotations, documentation, names and body of the learner's code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

SIZES = {
    "b": 2, "n": 4, "bs": 2, "batch": 2, "batch_size": 2, "c": 3, "ch": 3, "channels": 3, "h": 6, "height": 6, "w": 12,
    "width": 12, "t": 5, "s": 5, "l": 5, "seq": 5, "seq_len": 5, "length": 5, "d": 8, "dim": 8, "e": 8, "embed_dim": 8,
    "heads": 2, "k": 4, "m": 4, "num_classes": 5, "classes": 5, "hidden": 8, "f": 8, "q": 5,
}  # fmt: skip
"""Sizes for symbolic dimensions; they differ, so that exchanged axes show."""
OTHER_SIZES = (5, 7, 9, 11, 13)
FLOATS: tuple[tuple[int, ...], ...] = (
    (3, 5), (2, 3, 8), (2, 3, 6, 8), (2, 4, 8, 8), (6,), (4, 4), (2, 2, 5, 8), (2, 3, 16, 16), (2, 1, 28, 28),
    (2, 3, 4, 6, 8), (), (2, 8), (8, 8), (2, 3, 32, 32),
)  # fmt: skip
IDS: tuple[tuple[int, ...], ...] = ((3,), (2, 5), (5,), (2,), (2, 6, 8), (4,), ())
INT_NAMES: tuple[tuple[str, int], ...] = (
    (r"(n_?|num_?)?heads?", 2),
    (r".*(n_?|num_?(of_)?)(classes|labels|outputs)|out_features|n_out|nclass", 5),
    (r".*(vocab|num_embeddings|n_tokens|ntoken).*", 11),
    (r".*(kernel|ksize|patch|window).*", 3),
    (r".*(max_len|seq_len|block_size|max_seq|length|n_ctx|context|max_position).*", 16),
    (r".*(layers|depth|blocks|repeat|n_iter|steps|num_convs)", 2),
    (r"stride|dilation|groups|r|factor|scale_factor|upscale.*", 2),
    (r"(ignore|pad|padding)_(index|idx|id|label)", 1),
    (r"pad(ding)?", 0),
    (r"(in_?|input_?)(c|ch|chans|channels|planes)", 4),
    (r"(img|image).*", 16),
    (r"(out_?|output_?)?(c|ch|chans|channels|planes|filters)", 6),
    (r".*(dim|d_model|hidden|embed|size|features|width|planes|units|latent).*|d_[a-z]+", 8),
    (r".*(channels|chans|planes|filters)", 6),
    (r"(k|topk|top_k)", 2),
    (r"(dim|axis)", 1),
    (r"(h|w|height|width)", 6),
    (r".*(expansion|mult|ratio|reduction)", 2),
)
FLOAT_NAMES: tuple[tuple[str, float], ...] = (
    (r".*(drop|dropout|p_drop|rate|prob).*|p", 0.1),
    (r".*eps(ilon)?|.*tol", 1e-5),
    (r"(.*_)?(temp|temperature|tau|t)", 0.7),
    (r"gamma", 2.0),
    (r"alpha", 0.25),
    (r".*(beta|momentum|decay|smooth(ing)?|lambda|lmbda|margin|weight|sigma|std|scale|lr|delta).*", 0.3),
)
ID_WORDS = re.compile(r"(^|_)(idx|index|indices|ids?|tokens?|positions?|pos|words?|lengths?|lens?|steps?|t)s?($|_)")
LABEL_WORDS = re.compile(r"(^|_)(labels?|targets?|y|y_true|classes|seq|tgt|src)s?($|_)")
"""Names of what may be class labels, or values like those of another argument."""
LABELLING = r"one_hot|cross_entropy|nll_loss|CrossEntropyLoss|NLLLoss|gather|scatter_?|embedding|eq|index_select|where"
"""Functions whose argument is a label."""
MANY_WORDS = re.compile(r"(tensors|arrays|inputs|xs|features|feats|args)")
MASK_WORDS = re.compile(r"mask|valid|padding|ignore")
NO_ARRAY = re.compile(
    r"^(device|dtype|out|generator|layout|memory_format)$|_(size|dim|layer|fn)$|^(n|num)_|name|mode|callback"
)
"""Names of parameters that are assumed not to be arrays if nothing says what they are."""
BOX_WORDS = re.compile(r"box|bbox|rois?|anchors?|(^|_)bbs?$")
PROBABILITY = re.compile(r"prob|confidence|weights?$|alpha")
TENSOR_TYPES = re.compile(
    r"\b(Tensor|FloatTensor|LongTensor|BoolTensor|IntTensor|Float|Int|Bool|Shaped|Num|Real|Inexact|ArrayLike)\b"
)


Spec = Any
Parameter = Mapping[str, Any]
"""A parameter as the sandbox described it: name, kind, annotation, and optional, default where there are any."""


@dataclass(slots=True)
class Hint:
    """What is known about one parameter."""

    specs: list[Spec] = field(default_factory=list)
    """Likely specs, the likeliest first; empty if nothing is known."""
    known: bool = False
    """Whether its shape and dtype come from the code, its documentation or a default, and not from its name."""
    shaped: bool = False
    """Whether the code gives the number of axes of an array that may be left out."""
    choices: list[Spec] = field(default_factory=list)
    """Other values that it may have: of a Literal, of a flag, of comparisons in the body."""


def hint_for(parameter: Parameter, doc: str, source: str, sizes: dict[str, int]) -> Hint:
    """Return what is known about a parameter.

    Args:
        parameter: as the sandbox described it.
        doc: documentation of the learner's code.
        source: the learner's code, and what was cut out with it.
        sizes: the symbolic dimensions that were met before.
    """
    note, name = str(parameter.get("annotation", "")), str(parameter["name"])
    doc = doc.replace("\\_", "_")
    if parameter["kind"] == "var_positional":
        many = TENSOR_TYPES.search(note) or MANY_WORDS.fullmatch(name)
        arrays = _arrays(name, note, doc, source, sizes)[0] if many else []
        return Hint([{"items": [one, one], "as": "tuple"} for one in arrays], known=not arrays)
    choices = [*_literals(note), *_compared(name, source)]
    if note == "bool" or isinstance(parameter.get("default"), bool):
        choices = [True, False]
    if "default" in parameter:
        default = parameter["default"]
        hint = Hint([default], known=True, choices=[c for c in choices if c != default])
        if default is None and may_be_given(parameter):
            hint.choices += _given(name, note, doc, source, sizes)
            hint.shaped = bool(_annotated_shape(note, dict(sizes)) or _documented_shape(name, doc, dict(sizes)))
        return hint
    if parameter.get("optional"):
        return Hint([], known=True)
    if choices:
        return Hint(list(choices), known=True, choices=list(choices[1:]))
    return _without_default(name, note, doc, source, sizes)


def may_be_given(parameter: Parameter) -> bool:
    """Return whether a parameter whose default is None may be an array or a number."""
    note, name = str(parameter.get("annotation", "")), str(parameter["name"])
    if TENSOR_TYPES.search(note) or re.search(r"\b(int|float|bool)\b", note):
        return True
    return not note and (_named_number(name) is not None or not NO_ARRAY.search(name))


def _given(name: str, note: str, doc: str, source: str, sizes: dict[str, int]) -> list[Spec]:
    """Return values of a parameter whose default is None."""
    if re.fullmatch(r"dims|axes", name):
        return [{"tuple": [0]}, {"tuple": [0, 1]}]
    if re.search(r"(List|list|Sequence|Tuple|tuple)\[int", note):
        return [[0, 1], [1]]
    kinds = [kind for kind in ("int", "float", "bool") if re.search(rf"\b{kind}\b", note)]
    if not note and (named := _named_number(name)) is not None:
        kinds = [type(named).__name__]
    numbers = [value for kind in kinds or ["int"] for value in [*_scalars(name, kind)][:3]]
    arrays = (
        _arrays(name, note, doc, source, sizes)[0][:1]
        if TENSOR_TYPES.search(note) or not kinds or re.search("weights?$", name)
        else []
    )
    return [*arrays, *([] if TENSOR_TYPES.search(note) and not kinds else numbers)]


def _without_default(name: str, note: str, doc: str, source: str, sizes: dict[str, int]) -> Hint:
    container = re.match(r"(?:typing\.)?(list|List|Sequence|Iterable|tuple|Tuple)\[(.*)\]$", note)
    if container and TENSOR_TYPES.search(container[2]):
        count = container[2].count("Tensor") if container[1].lower() == "tuple" and "..." not in container[2] else 2
        kind = "tuple" if container[1].lower() == "tuple" else "list"
        arrays, known = _arrays(name, container[2], doc, source, sizes)
        return Hint([{"items": [one] * count, "as": kind} for one in arrays], known)
    arrays, known = _arrays(name, note, doc, source, sizes)
    if TENSOR_TYPES.search(note):
        return Hint(arrays, known)
    bare = re.sub(r"Optional\[|\]|\| *None|Union\[", "", note).strip()
    if bare in ("int", "float", "str", "bool"):
        return Hint(list(_scalars(name, bare)), bare != "str")
    if container or bare.startswith(("tuple", "Tuple", "list", "List", "Sequence")):
        return Hint([{"tuple": [2, 3]} if "uple" in note else [2, 3], [4, 6], [0.5, 0.5]], known=False)
    if known:
        return Hint(arrays, known)
    named = _named_number(name)
    kinds = ("float", "int") if type(named) is float else ("int", "float")
    scalars = [value for kind in kinds for value in _scalars(name, kind)]
    number = named is not None or re.search(rf"\b(int|range|round|math\.\w+)\(\s*{re.escape(name)}\b", source)
    return Hint([*scalars[:1], *arrays, *scalars[1:]] if number else [*arrays, *scalars], known=False)


def _literals(note: str) -> list[Spec]:
    match = re.search(r"Literal\[(.*?)\]", note)
    if not match:
        return []
    try:
        return list(ast.literal_eval(f"[{match[1]}]"))
    except (ValueError, SyntaxError):
        return []


def _compared(name: str, source: str) -> list[str]:
    """Return the texts that the body compares a parameter with: `reduction == "mean"`, `mode in ("a", "b")`."""
    plain = re.findall(rf"""\b{re.escape(name)}\s*==\s*["']([^"']+)["']""", source)
    for inner in re.findall(rf"\b{re.escape(name)}\s+(?:not\s+)?in\s*[\[(\{{]([^\])}}]*)", source):
        plain += re.findall(r"""["']([^"']+)["']""", inner)
        plain += [text for word in re.findall(r"[A-Z_]{3,}", inner) for text in _constant(word, source)]
    for word in re.findall(rf"\b{re.escape(name)}\s*==\s*([A-Z_]{{3,}})\b", source):
        plain += _constant(word, source)
    return list(dict.fromkeys([*plain, "none"])) if plain else []  # a value that no comparison names may be valid, too


def _constant(name: str, source: str) -> list[str]:
    """Return the text that a constant of a module holds."""
    return re.findall(rf"""^{name}(?:\s*:\s*\w+)?\s*=\s*["']([^"']+)["']""", source, re.MULTILINE)


def _named_number(name: str) -> float | int | None:
    for pattern, value in (*INT_NAMES, *FLOAT_NAMES):
        if re.fullmatch(pattern, name):
            return value
    return None


def _scalars(name: str, kind: str) -> Iterator[Spec]:
    lower = name.lower()
    if kind == "bool":
        yield from (True, False)
    elif kind == "str":
        yield from ("mean", "relu", "")
    elif kind == "int":
        yield from dict.fromkeys([*(v for p, v in INT_NAMES if re.fullmatch(p, lower)), 4, 2, 8, 3, 1, 16])
    else:
        yield from dict.fromkeys([*(v for p, v in FLOAT_NAMES if re.fullmatch(p, lower)), 0.5, 1.0])


def _arrays(name: str, note: str, doc: str, source: str, sizes: dict[str, int]) -> tuple[list[Spec], bool]:
    """Return likely arrays for a parameter, and whether its annotation or documentation gives the shape."""
    kind = _dtype(name, note, doc, source)
    shape = _annotated_shape(note, sizes) or _documented_shape(name, doc, sizes)
    kinds = [kind, *(k for k in ("float32", "int64", "bool") if k != kind)]
    if shape is not None:
        return [s for k in kinds for s in _ranges(name, shape, k)], True
    shapes = IDS if kind == "int64" else FLOATS
    if BOX_WORDS.search(name):
        shapes = ((3, 4), (2, 3, 4))
    found = [s for one in shapes for s in _ranges(name, list(one), kind)]
    rest = [s for k in kinds[1:] for one in (IDS if k == "int64" else FLOATS[:6]) for s in _ranges(name, list(one), k)]
    return [*found, *rest], False


def _ranges(name: str, shape: list[int], dtype: str) -> list[Spec]:
    spec: dict[str, Any] = {"shape": list(shape), "dtype": dtype}
    if dtype == "int64":
        return [
            {**spec, "low": 1, "high": 3} if re.search("len", name) else {**spec, "low": 0, "high": 2},
            {**spec, "low": 1, "high": 2},
        ]
    if BOX_WORDS.search(name):
        return [{**spec, "low": 0, "high": 1}]
    return [{**spec, "low": 0.01, "high": 0.99}] if dtype != "bool" and PROBABILITY.search(name) else [spec]


def _dtype(name: str, note: str, doc: str, source: str) -> str:
    about = _about(name, doc)
    if re.search(r"\b(Long|Int)(Tensor)?\b|int64|Int\[|Integer\[", note) or re.search(
        r"LongTensor|int64|\bint(eger)?s?\b|class ind", about
    ):
        return "int64"
    if re.search(r"\bBool(Tensor)?\b", note) or re.search(r"\bbool|BoolTensor", about):
        return "bool"
    if re.search(r"Float", note) or re.search(r"weights?$", name):
        return "float32"
    if ID_WORDS.search(name) and not re.search(r"float", about):
        return "int64"
    if MASK_WORDS.search(name):
        return "bool"
    return "int64" if LABEL_WORDS.search(name) and _is_label(name, source) else "float32"


def _is_label(name: str, source: str) -> bool:
    """Return whether code uses an argument as class labels."""
    word = re.escape(name)
    return bool(
        re.search(rf"\b{word}\.(long|eq|ne)\(|\b{word}\b[^\n]*\.long\(\)|\[[^\]\n]*\b{word}\b", source)
        or re.search(rf"\b(?:{LABELLING})\([^\n]*\b{word}\b", source)
    )


def _about(name: str, doc: str) -> str:
    """Return the lines of the documentation that begin with a parameter's name."""
    match = re.search(
        rf"^\s*(?:[-*:]\s*)?(?:param\s+)?`*{re.escape(name)}`*\b\s*(?:\(|:|-|,)(.*(?:\n\s{{8,}}.*)*)", doc, re.MULTILINE
    )
    return match[0] if match else ""


def _annotated_shape(note: str, sizes: dict[str, int]) -> list[int] | None:
    """Return the shape of an annotation such as `Float[Tensor, "batch 3 h w"]`."""
    match = re.search(r"\[\s*[\w.]*(?:Tensor|Array)\w*\s*,\s*[\"']([^\"']*)[\"']\s*\]", note)
    return None if match is None else _sized(match[1].split(), sizes)


def _documented_shape(name: str, doc: str, sizes: dict[str, int]) -> list[int] | None:
    """Return the shape in a parameter's documentation: `(N, C, H, W)`, `[B, T]`, `B x T x D`."""
    about = _about(name, doc)
    listed = re.findall(r"[(\[]\s*([A-Z]\w{0,2}|[\w*+/-][\w*+/,\s-]*[,x][\w*+/,\s-]*)[)\]]", about)
    for text in (one for one in listed if not re.search(r"[^\s,x]\s+[^\s,x]|,\s*,", one.strip())):
        words = [w for w in re.split(r"[,\s]+|(?<=\w)\s*x\s*(?=\w)", text) if w]
        sized = all(re.fullmatch(r"\d+|[A-Za-z]\w*(?:[*/+-]\w+)?", w) for w in words)
        if sized and not {"optional", "Tensor", "torch"} & {*words} and (shape := _sized(words, sizes)):
            return shape
    match = re.search(r"\b([A-Z]\w{0,2}(?:\s+x\s+[\w]+)+)", about)
    return _sized(re.split(r"\s+x\s+", match[1]), sizes) if match else None


def _sized(words: list[str], sizes: dict[str, int]) -> list[int] | None:
    """Return the sizes of symbolic dimensions; equal names get equal sizes."""
    shape = []
    for word in words:
        word = word.strip("*#?_").partition("=")[2] or word.strip("*#?_")
        if word.isdigit():
            shape.append(int(word))
        elif word == "...":
            shape.append(2)
        elif not word or not re.match(r"[A-Za-z]", word):
            return None
        else:
            key = word.lower()
            number = None if key in SIZES else 8 if "*" in key else _named_number(key)
            if type(number) is int and number > 1:  # a parameter may have the same name
                sizes[key] = number
            if key not in sizes:
                free = [s for s in OTHER_SIZES if s not in sizes.values()] or [17 + len(sizes)]
                near = SIZES.get(key)
                sizes[key] = near if near is not None and near not in sizes.values() else free[0]
            shape.append(sizes[key])
    return shape
