"""Draws the arguments of each case, and its devices, as recipes from which either framework builds its objects.

A recipe is a tree of plain values and arrays; `answer.adapter_mxnet` and `answer.adapter_torch` build the objects.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any, get_args

import numpy as np

from mxtutor.content.digits import load_digits
from mxtutor.content.model import Case, Exercise
from mxtutor.errors import ContentError
from mxtutor.grading.cases.domain import MOST, MOST_OBSERVED, MOST_STUDIED, Coverage, coverage, drawn_cases, numbers_of
from mxtutor.grading.recipes import Recipe, ValueKind
from mxtutor.grading.results.values import FAMILIES, Array, Family, show_array

Spec = Mapping[str, Any]
Rng = np.random.Generator


def labels(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """Class ids, shape (n,): int64 in torch; float32, or `dtype`, in MXNet."""
    ids = rng.integers(0, int(spec["classes"]), size=int(spec["labels"]))
    return {
        "is": "labels",
        "array": ids.astype("int64"),
        "dtype": spec.get("dtype", "float32"),
        "ctx": spec.get("ctx", "cpu(0)"),
    }


def batches(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """A list of (data, labels): normal float32 data of shape (n, features), times `scale`; class ids of shape (n,)."""
    scale = float(spec.get("scale", 1))
    items = [
        {
            "data": (scale * rng.normal(size=(n, spec["features"]))).astype("float32"),
            "labels": rng.integers(0, int(spec["classes"]), size=n).astype("int64"),
        }
        for n in spec["batches"]
    ]
    return {"is": "batches", "items": items}


def mlp(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """A multilayer perceptron with drawn weights; Linear layers keep torch's layout (out, in).

    `gain` is a factor of the last layer's weights and bias, so of outputs and gradients.
    """
    sizes = [int(n) for n in spec["mlp"]]
    layers = []
    for i, (d_in, d_out) in enumerate(pairwise(sizes)):
        bound = (float(spec.get("gain", 1)) if i == len(sizes) - 2 else 1) / np.sqrt(d_in)
        layer = {
            "weight": rng.uniform(-bound, bound, size=(d_out, d_in)).astype("float32"),
            "bias": rng.uniform(-bound, bound, size=d_out).astype("float32"),
        }
        if spec.get("bn") and i < len(sizes) - 2:
            layer |= {
                "gamma": rng.uniform(0.5, 1.5, size=d_out).astype("float32"),
                "beta": rng.uniform(-0.5, 0.5, size=d_out).astype("float32"),
                "mean": rng.uniform(-0.5, 0.5, size=d_out).astype("float32"),
                "var": rng.uniform(0.5, 1.5, size=d_out).astype("float32"),
            }
        layers.append(layer)
    return {
        "is": "mlp",
        "sizes": sizes,
        "layers": layers,
        "bn": bool(spec.get("bn")),
        "dropout": float(spec.get("dropout", 0)),
        "frozen": list(spec.get("frozen", ())),
        "raw": bool(spec.get("raw")),
        "nested": int(spec.get("nested", 0)),
        "contexts": list(spec.get("contexts", [spec.get("ctx", "cpu(0)")])),
    }


def arrays(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """A list of float32 arrays of the given shapes, uniform in [low, high]."""
    low, high = spec.get("low", -1), spec.get("high", 1)
    items = [rng.uniform(low, high, size=tuple(shape)).astype("float32") for shape in spec["arrays"]]
    return {"is": "arrays", "items": items}


def dense(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """A list of the arrays of consecutive linear layers, `dense: [5, 8, 3]`: weight (8, 5), bias (8,), ..."""
    shapes = [shape for d_in, d_out in pairwise(spec["dense"]) for shape in ([d_out, d_in], [d_out])]
    return arrays(rng, {**spec, "arrays": shapes}, made)


def state(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """A `state_dict` in PyTorch's names, float32; each layer is given as a list of its kind and its sizes.

    The kinds are those of `_LEAVES`. `num_batches_tracked` has the shape (1,) and comes before the other arrays of its
    layer, so that the last array of a state is always one with values for the net.
    """
    entries: dict[str, Recipe] = {}
    for place, (kind, *sizes) in spec["state"].items():
        for leaf, shape in _LEAVES[kind](*sizes).items():
            low, high = _RANGES.get(f"{kind}.{leaf}", (-0.6, 0.6))
            array = rng.integers(2, 99, size=shape) if leaf == _TRACKED else rng.uniform(low, high, size=shape)
            entries[f"{place}.{leaf}"] = _array_recipe(array.astype("float32"), spec)
    return {"is": "group", "kind": "dict", "keys": list(entries), "items": list(entries.values())}


def _of_lstm(features: int, hidden: int, layers: int, directions: int = 1) -> dict[str, tuple[int, ...]]:
    rows, shapes = 4 * hidden, dict[str, tuple[int, ...]]()
    for layer in range(layers):
        inputs = directions * hidden if layer else features
        for end in [f"l{layer}", f"l{layer}_reverse"][:directions]:
            shapes |= {f"weight_ih_{end}": (rows, inputs), f"weight_hh_{end}": (rows, hidden)}
            shapes |= {f"bias_ih_{end}": (rows,), f"bias_hh_{end}": (rows,)}
    return shapes


_TRACKED = "num_batches_tracked"
_LEAVES: Mapping[str, Callable[..., dict[str, tuple[int, ...]]]] = {
    "linear": lambda d_in, d_out: {"weight": (d_out, d_in), "bias": (d_out,)},
    "conv": lambda d_in, d_out, size: {"weight": (d_out, d_in, size, size)},
    "norm": lambda n: {_TRACKED: (1,), **dict.fromkeys(("weight", "bias", "running_mean", "running_var"), (n,))},
    "lstm": _of_lstm,
}
"""The arrays of a layer in PyTorch, with their shapes; a `conv` has no bias."""
_RANGES = {"norm.weight": (0.5, 1.5), "norm.running_var": (0.3, 2.0)}
"""Least and greatest value of the arrays that are positive."""


def dataset(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """A data set of n = `dataset` samples with int32 class ids of shape (n,).

    Its data are normal float32 features of shape (n, features), times `scale`, or uint8 images of shape (n, h, w, c).
    Some images have only zeros and ones: they show an answer that guesses the range from the contents.
    """
    count = int(spec["dataset"])
    if "image" in spec:
        data = rng.integers(0, 256, size=(count, *spec["image"])).astype("uint8")
        data[1::4] //= 128
    else:
        data = (float(spec.get("scale", 1)) * rng.normal(size=(count, spec["features"]))).astype("float32")
    ids = rng.integers(0, int(spec["classes"]), size=count).astype("int32")
    return {"is": "dataset", "data": data, "labels": ids}


def digits(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
    """Images of shape (n, 1, 8, 8), float32 in [0, 1], in random order, and `held_out` more that are not among them.

    With `real` they are handwritten digits, otherwise ten random prototypes with noise.
    """
    prototypes = rng.uniform(0, 1, size=(10, 1, 8, 8))

    def part(name: str, count: int) -> tuple[Any, Any]:
        if spec.get("real"):
            return _real_digits(rng, name, count)
        ids = rng.integers(0, 10, size=count)
        return np.clip(prototypes[ids] + rng.normal(0, 0.25, size=(count, 1, 8, 8)), 0, 1), ids

    images, ids = part("train", int(spec["digits"]))
    held_out, held_out_ids = part("held_out", int(spec.get("held_out", 0)))
    return {
        "is": "digits",
        "images": images.astype("float32"),
        "images_labels": ids.astype("int64"),
        "held_out": held_out.astype("float32"),
        "held_out_labels": held_out_ids.astype("int64"),
    }


def _real_digits(rng: Rng, part: str, count: int) -> tuple[Any, Any]:
    """Return `count` different digits of a part of the shipped set: images (n, 1, 8, 8) in [0, 1], class ids (n,)."""
    images, ids = load_digits(part)
    chosen = rng.permutation(len(ids))[:count]
    if len(chosen) < count:
        raise ValueError(f"the set has {len(ids)} digits in {part}")
    return images[chosen][:, None] / 16, ids[chosen]


def plain(kind: ValueKind) -> Callable[[Rng, Spec, Mapping[str, Recipe]], Recipe]:
    """Return a function that makes recipes with the value of the spec under `kind`."""

    def make(rng: Rng, spec: Spec, made: Mapping[str, Recipe]) -> Recipe:
        return {"is": kind, "value": spec[kind]}

    return make


DEVICES = 7
"""CPU contexts that devices are drawn from; cpu(0), the default and the host, is not among them."""
_DEVICE = re.compile(r"device\((\d)\)")
_NAME = re.compile(r"\$(\w+)")


def is_open(spec: Any) -> bool:
    """Return whether a spec holds a choice: `{pick: [..]}`, "device(1)" or "$name"."""
    if isinstance(spec, Mapping):
        return "pick" in spec or any(is_open(value) for value in spec.values())
    if isinstance(spec, list):
        return any(is_open(value) for value in spec)
    return isinstance(spec, str) and bool(_DEVICE.fullmatch(spec) or _NAME.fullmatch(spec))


def settle(specs: Mapping[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Return the specs of a case with every choice made.

    `{pick: [..]}` becomes one of the values, `{pick: 1..9}` a number, "device(i)" a context ("cpu(3)"; different for
    each i), "$name" the value of the spec with that name.

    Raises:
        ValueError: there are not enough devices, or `pick` is neither a list nor a range.
        LookupError: "$name" names no spec of the case.
    """
    places = [f"cpu({i + 1})" for i in rng.permutation(DEVICES)]
    picked = {name: _pick(spec, rng) for name, spec in specs.items()}
    return {name: _filled(spec, picked, places) for name, spec in picked.items()}


def _pick(spec: Any, rng: np.random.Generator) -> Any:
    if not isinstance(spec, Mapping) or "pick" not in spec:
        return spec
    values = spec["pick"]
    if isinstance(values, str) and set(spec) == {"pick"}:
        return numbers_of(values).draw(Random(int(rng.integers(2**62))), {})  # noqa: S311 - a replay needs a seed
    if not isinstance(values, list) or not values or set(spec) != {"pick"}:
        raise ValueError("pick must be the only key, and a list of values or a range such as 1..9")
    return values[int(rng.integers(len(values)))]


def _filled(spec: Any, picked: Mapping[str, Any], places: list[str]) -> Any:
    if isinstance(spec, Mapping):
        return {key: _filled(value, picked, places) for key, value in spec.items()}
    if isinstance(spec, list):
        return [_filled(value, picked, places) for value in spec]
    if not isinstance(spec, str):
        return spec
    if found := _DEVICE.fullmatch(spec):
        if int(found[1]) >= DEVICES:
            raise ValueError(f"device({found[1]}) is one too many, there are {DEVICES}")
        return places[int(found[1])]
    if found := _NAME.fullmatch(spec):
        return _filled(picked[found[1]], {}, places)
    return spec


Maker = Callable[[np.random.Generator, Mapping[str, Any], Mapping[str, Recipe]], Recipe]


@dataclass(frozen=True, slots=True)
class DrawnCase:
    name: str
    hidden: bool
    inputs: Mapping[str, Recipe]
    extra: Mapping[str, Recipe]
    """Data of the case that is not an argument: observers use it."""
    specs: Mapping[str, Any] = field(default_factory=dict)
    """What described the values, as in a case of `exercise.yaml`."""
    written: bool = True
    """Whether `exercise.yaml` lists the case; False for one that comes from the domain."""


def all_cases(exercise: Exercise, seed: int = 0, again: int = 0) -> list[Case]:
    """Return the cases of `exercise.yaml`, and those that a grading with this seed takes from the domain.

    Raises:
        ContentError: the domain is not in the grammar.
    """
    cases = [*exercise.cases]
    for number, domain in enumerate(exercise.domain):
        with _reading(exercise):
            seeds = (seed, zlib.crc32(exercise.id.encode()), number)
            cases += drawn_cases(domain, seeds, again, _most(exercise), exercise.params)
    return cases


def _most(exercise: Exercise) -> int:
    """Return how many cases each domain of an exercise may give."""
    studied = "training" in exercise.compare.observe or exercise.compare.statistics is not None
    return (MOST_STUDIED if studied else MOST_OBSERVED if exercise.observed else MOST) // len(exercise.domain)


@contextmanager
def _reading(exercise: Exercise) -> Iterator[None]:
    """Raise what is wrong in a domain as an error that names the exercise."""
    try:
        yield
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise ContentError(f"{exercise.folder}: domain: {error}.") from error


def coverage_of(exercise: Exercise) -> list[Coverage]:
    """Return what the cases of each domain of an exercise try in three gradings, in more where domains share the cases.

    Raises:
        ContentError: the domain is not in the grammar, or does not describe the parameters.
    """
    lacking = [
        name
        for name in exercise.params
        for domain in exercise.domain
        if name not in {**domain, **domain.get("sizes", {})}
    ]
    if lacking and not exercise.observed:
        raise ContentError(f"{exercise.folder}: domain lacks {lacking[0]!r}.")
    seeds = range(2 + len(exercise.domain))
    with _reading(exercise):
        return [coverage(domain, seeds, _most(exercise), exercise.params) for domain in exercise.domain]


def draw(exercise: Exercise, seed: int, again: int = 0) -> list[DrawnCase]:
    """Return the exercise's cases, each random written one drawn `exercise.draws` times; equal seeds give equal arrays.

    `again` is the number of draws of this seed that were rejected; it changes arrays, and not what a case is about.

    Raises:
        ContentError: the grammar of a case is wrong.
    """
    drawn = []
    for index, case in enumerate(all_cases(exercise, seed, again)):
        try:
            times = exercise.draws if index < len(exercise.cases) and _is_random(case) else 1
        except KeyError as error:
            raise ContentError(f"{exercise.folder}: case {index + 1}: {error.args[0]}.") from error
        for turn in range(times):
            rng = np.random.default_rng(
                [seed, zlib.crc32(exercise.id.encode()), index, turn, *([again] if again else ())]
            )
            drawn.append(_draw_case(exercise, case, rng, index))
    return drawn


_FIXED = {"values", "rows", "tuple", "fn", "context", "contexts", "view_of", "sgd", "loss", "op", "path", "record"}


def _is_random(case: Case) -> bool:
    return is_open(case.inputs) or any(map(_varies, case.inputs.values()))


def _varies(spec: Any) -> bool:
    if not isinstance(spec, Mapping):
        return False
    kind = _kind(spec)
    if kind in ("items", "entries"):
        return any(map(_varies, spec["items"] if kind == "items" else spec["entries"].values()))
    return kind not in _FIXED


def _kind(spec: Mapping[str, Any]) -> str:
    """Return the key that names the kind of a spec."""
    for key in MAKERS:
        if key in spec:
            return key
    raise KeyError(f"no known key among {sorted(spec)}")


def _draw_case(exercise: Exercise, case: Case, rng: np.random.Generator, index: int) -> DrawnCase:
    made: dict[str, Recipe] = {}
    specs = case.inputs
    if is_open(specs):
        try:
            specs = settle(specs, rng)
        except (LookupError, ValueError) as error:
            raise ContentError(f"{exercise.folder}: case {index + 1}: {error!r}.") from error
    params = [p for p in exercise.params if p in case.inputs]
    missing = [p for p in exercise.params if p not in case.inputs]
    if missing and not exercise.observed:  # an observer may add arguments
        raise ContentError(f"{exercise.folder}: case {index + 1} lacks {missing[0]!r}.")
    order = [*params, *(k for k in case.inputs if k not in exercise.params)]
    for name in order:
        try:
            made[name] = make(rng, specs[name], made)
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
            raise ContentError(f"{exercise.folder}: case {index + 1}, {name}: {error!r}.") from error
    inputs = {p: made[p] for p in params}
    extra = {k: v for k, v in made.items() if k not in inputs}
    return DrawnCase(case.name or _name(inputs), case.hidden, inputs, extra, specs, index < len(exercise.cases))


def make(rng: np.random.Generator, spec: Any, made: Mapping[str, Recipe]) -> Recipe:
    """Return the recipe of one argument.

    Raises:
        LookupError, TypeError, ValueError, ArithmeticError, AttributeError: the spec is not in the grammar.
    """
    if not isinstance(spec, Mapping):
        return {"is": "plain", "value": spec}
    return MAKERS[_kind(spec)](rng, spec, made)


def _array_recipe(array: Array, spec: Mapping[str, Any]) -> Recipe:
    made = {"is": "array", "array": np.array(array, order="C"), "ctx": spec.get("ctx", "cpu(0)")}
    return {**made, "form": spec["form"]} if "form" in spec else made


def _shape(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    shape, dtype = tuple(spec["shape"]), np.dtype(spec.get("dtype", "float32"))
    low, high = spec.get("low", -1), spec.get("high", 1)
    if dtype.kind == "b":
        array = rng.integers(0, 1, size=shape, endpoint=True).astype(dtype)
    elif dtype.kind in "iu":
        array = rng.integers(low, high, size=shape, endpoint=True).astype(dtype)
    else:
        drawn, grid = rng.uniform(low, high, size=shape), spec.get("grid")
        array = (np.round(drawn / grid) * grid if grid else drawn).astype(dtype)
        array = np.clip(array, dtype.type(low), dtype.type(high))
    if spec.get("nan"):
        array.reshape(-1)[0] = np.nan
    return _array_recipe(array, spec)


def _values(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    return _array_recipe(np.array(spec["values"], dtype=spec.get("dtype", "float32")), spec)


def _rows(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    column = np.array(spec["rows"], dtype=spec.get("dtype", "float32"))[:, None]
    return _array_recipe(np.repeat(column, int(spec["n"]), axis=1), spec)


def _spectrum(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    eigenvalues = np.array(spec["spectrum"], dtype="float64")
    vectors, _ = np.linalg.qr(rng.normal(size=(len(eigenvalues),) * 2))
    matrix = (vectors * eigenvalues) @ vectors.T
    return _array_recipe(((matrix + matrix.T) / 2).astype("float32"), spec)


def _view(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    if spec["view_of"] not in made or spec["how"] not in ("same", "reshape", "head", "copy"):
        raise ValueError("view_of names an earlier parameter, how is same, reshape, head or copy")
    return {"is": "view", "of": spec["view_of"], "how": spec["how"]}


def _tuple(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    return {"is": "tuple", "value": list(spec["tuple"])}


def _function(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    return {"is": "function", "source": str(spec["fn"])}


def _items(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    kind = spec.get("as", "list")
    if kind not in ("list", "tuple"):
        raise ValueError("as is list or tuple")
    return {"is": "group", "kind": kind, "keys": [], "items": [make(rng, one, made) for one in spec["items"]]}


def _entries(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    entries = {str(key): make(rng, one, made) for key, one in spec["entries"].items()}
    return {"is": "group", "kind": "dict", "keys": list(entries), "items": list(entries.values())}


def _record(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> Recipe:
    return {"is": "record", "source": str(spec["record"]), "fields": dict(spec.get("fields", {}))}


MAKERS: dict[str, Maker] = {
    "items": _items,
    "entries": _entries,
    "record": _record,
    "shape": _shape,
    "values": _values,
    "rows": _rows,
    "spectrum": _spectrum,
    "view_of": _view,
    "tuple": _tuple,
    "fn": _function,
    "labels": labels,
    "batches": batches,
    "mlp": mlp,
    "arrays": arrays,
    "dense": dense,
    "state": state,
    "dataset": dataset,
    "digits": digits,
    **{kind: plain(kind) for kind in get_args(ValueKind)},
}
"""The function that makes the recipe, by the key that names the kind of a spec."""


def _name(inputs: Mapping[str, Recipe]) -> str:
    words = []
    for name, recipe in inputs.items():
        if recipe["is"] == "array":
            size = " x ".join(map(str, recipe["array"].shape)) or "()"
            kind = recipe["array"].dtype.name
            words.append(f"{name}: {size}" + ("" if kind == "float32" else f" {kind}"))
        elif recipe["is"] == "plain":
            words.append(f"{name} = {recipe['value']}")
        elif recipe["is"] == "view":
            words.append(f"{name}: {recipe['how']}")
        elif recipe["is"] == "group":
            words.append(f"{name}: {recipe['kind']} of {len(recipe['items'])}")
        elif recipe["is"] == "record":
            words.append(f"{name} = {recipe['source']}")
        elif recipe["is"] == "function":
            words.append(f"{name}: {recipe['source']}")
    return ", ".join(words) or "no arguments"


def show_inputs(case: DrawnCase) -> str:
    """Return the arguments of a case as text for the learner."""
    return "\n".join(f"{name} = {_show(recipe)}" for name, recipe in case.inputs.items())


def _show(recipe: Recipe) -> str:
    if recipe["is"] == "array":
        array = recipe["array"]
        place = "" if recipe["ctx"] == "cpu(0)" else f" on {recipe['ctx']}"
        lead = f"{array.dtype.name} {tuple(array.shape)}{place}"
        return f"{show_array(array)}  # {lead}" if array.ndim < 2 else f"# {lead}\n{show_array(array)}"
    if recipe["is"] == "view":
        return f"{recipe['of']} ({recipe['how']})"
    if recipe["is"] == "tuple":
        return repr(tuple(recipe["value"]))
    if recipe["is"] == "group":
        return _show_group(recipe)
    return str(recipe.get("source", recipe.get("value", recipe["is"])))


def _show_group(recipe: Recipe) -> str:
    items = [_show(item).replace("\n", " ") for item in recipe["items"]]
    if recipe["kind"] == "dict":
        return "{" + ", ".join(f"{key!r}: {item}" for key, item in zip(recipe["keys"], items, strict=True)) + "}"
    return f"[{', '.join(items)}]" if recipe["kind"] == "list" else f"({', '.join(items)},)"


def repro_lines(
    exercise: Exercise, case: DrawnCase, family: Family = FAMILIES["mxnet"], trained: Sequence[str] = ()
) -> str:
    """Return lines of a framework that make the arguments and call the entry; empty if arrays are too large to type.

    With `trained` the lines print the gradients of these arguments in MXNet, weighted as `framework.heads` does.
    """
    lines = []
    for name, recipe in case.inputs.items():
        text = _repro(recipe, family)
        if text is None:
            return ""
        lines.append(f"{name} = {text}")
    call = f"{exercise.entry}({', '.join(exercise.params)})"
    if not trained:
        return "\n".join([*lines, call])
    if exercise.compare.type != "array":
        return ""
    return "\n".join([
        *lines, *(f"{name}.attach_grad()" for name in trained), "with autograd.record():", f"    result = {call}",
        "weights = 1.5 + onp.cos(onp.arange(result.size)).reshape(result.shape)",
        "result.backward(nd.array(weights, dtype=result.dtype))",
        *(f"print({name}.grad)" for name in trained),
    ])  # fmt: skip


def _repro(recipe: Recipe, family: Family) -> str | None:
    if recipe["is"] == "array":
        array = recipe["array"]
        if array.size > 64:
            return None
        dtype = "" if array.dtype == np.float32 else family.dtype_option.format(array.dtype.name)
        place = "" if recipe["ctx"] == "cpu(0)" else family.place_option.format(recipe["ctx"])
        body = re.sub("nan|inf", r"float('\g<0>')", repr(_nest(array)))
        return family.maker.format(f"{body}{dtype}{place}")
    if recipe["is"] == "view":
        of = str(recipe["of"])
        head = f"{of}[:max(1, {of}.shape[0] // 2)]"
        return {"same": of, "reshape": f"{of}.reshape((-1,))", "head": head, "copy": f"{of}.{family.copier}()"}[
            recipe["how"]
        ]
    if recipe["is"] == "plain":
        return repr(recipe["value"])
    if recipe["is"] == "tuple":
        return repr(tuple(recipe["value"]))
    if recipe["is"] == "function":
        return str(recipe["source"])
    return None


def _nest(array: Array) -> Any:
    """Return nested lists of numbers, with enough digits to restore the same values in their dtype."""
    if array.ndim == 0:
        digits = 17 if array.dtype == np.float64 else 9
        return int(array) if array.dtype.kind in "iu" else float(f"{float(array):.{digits}g}")
    return [_nest(row) for row in array]


_CONTEXT = re.compile(r"cpu\((\d+)\)")
_PLACES = ("ctx", "contexts", "value")
"""Keys of recipes that name contexts."""


def on_gpus(cases: Iterable[DrawnCase], count: int) -> list[DrawnCase]:
    """Return the cases with each CPU context but cpu(0) replaced by one of `count` GPUs; 0 changes nothing."""
    if count == 0:
        return list(cases)
    return [replace(c, inputs=_moved(c.inputs, count), extra=_moved(c.extra, count)) for c in cases]


def _moved(recipes: Mapping[str, Recipe], count: int) -> dict[str, Recipe]:
    return {
        name: {**recipe, **{key: _move(value, count) for key, value in _places(recipe)}}
        for name, recipe in recipes.items()
    }


def _places(recipe: Recipe) -> list[tuple[str, Any]]:
    """Return the keys of a recipe that may name contexts, with their values."""
    return [(key, value) for key, value in recipe.items() if key in _PLACES]


def _move(value: Any, count: int) -> Any:
    if isinstance(value, list):
        return [_move(v, count) for v in value]
    found = _CONTEXT.fullmatch(value) if isinstance(value, str) else None
    return f"gpu({(int(found[1]) - 1) % count})" if found and int(found[1]) else value


def judging_device(cases: Sequence[DrawnCase], count: int) -> str:
    """Return the device of a grading: "gpu(0)", "standin" if CPU contexts stand in for devices, else "cpu(0)"."""
    places = {p for c in cases for r in (*c.inputs.values(), *c.extra.values()) for p in _named(r)}
    if not places - {"cpu(0)"}:
        return "cpu(0)"
    return "gpu(0)" if count else "standin"


def _named(recipe: Recipe) -> list[str]:
    flat = [v for _, value in _places(recipe) for v in (value if isinstance(value, list) else [value])]
    return [v for v in flat if isinstance(v, str) and re.fullmatch(r"[cg]pu\(\d+\)", v)]
