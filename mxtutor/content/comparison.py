"""Reads how an exercise judges results: the key `compare` of `exercise.yaml`."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

from mxtutor.content.fields import number
from mxtutor.content.model import LAWS, Compare, Observation, ResultType, Statistics
from mxtutor.errors import ContentError

_COMPARE_KEYS = {
    "type", "values", "shape", "dtype", "inputs", "alias", "signs", "statistical", "observe",
}  # fmt: skip
_OBSERVATION_KEYS = {"says", "values", "dtype", "share", "least", "most", "test"}
_OBSERVED_DTYPES = ("any", "kind", "exact")
_TESTS = ("", "shuffles", "repeats", "distinct", "normal")
_WORDS = {
    "shape": ("exact", "scalar"),
    "dtype": ("exact", "any"),
    "inputs": ("any", "unchanged", "dst_overwritten"),
    "alias": ("any", "fresh", "dst"),
    "signs": ("fixed", "free"),
}
"""Keys of `compare` that take one of a few words."""


def load_compare(path: Path, data: Any) -> Compare:
    """Return how results are judged, from the key `compare`.

    Raises:
        ContentError: a key of it is unknown or holds what it cannot hold.
    """
    if data is None:
        return Compare()
    if not isinstance(data, dict):
        raise ContentError(f"{path}: compare must be a mapping.")
    if unknown := sorted(map(str, set(data) - _COMPARE_KEYS)):
        raise ContentError(
            f"{path}: compare has an unknown key {unknown[0]!r}; known: {', '.join(sorted(_COMPARE_KEYS))}."
        )
    kind = data.get("type", "mxnet")
    if kind not in get_args(ResultType):
        raise ContentError(f"{path}: compare.type is {kind!r}; it must be one of {', '.join(get_args(ResultType))}.")
    for key, words in _WORDS.items():
        if data.get(key, words[0]) not in words:
            raise ContentError(f"{path}: compare.{key} is {data[key]!r}; it must be one of {', '.join(words)}.")
    rtol, atol = _tolerance(path, "compare.values", data.get("values", "exact"))
    return Compare(
        type=kind, rtol=rtol, atol=atol, shape=data.get("shape", "exact"), dtype=data.get("dtype", "exact"),
        inputs=data.get("inputs", "any"), alias=data.get("alias", "any"), signs=data.get("signs", "fixed"),
        statistics=_statistics(path, data.get("statistical")), observe=_observations(path, data.get("observe")),
    )  # fmt: skip


STUDIED = {
    "output": "With PyTorch's weights put in, the output in predict mode is not PyTorch's.",
    "dropout": "In training mode the net does not drop out what PyTorch's net drops out.",
    "training": "In training mode the output is not PyTorch's.",
    "gradients": "A backward pass does not give the parameters PyTorch's gradients (None: a frozen parameter).",
    "input_gradient": "A backward pass does not give the input PyTorch's gradient.",
    "statistics": "After a pass in training mode the running statistics are not PyTorch's.",
}
"""What a learner reads where an observation of `kit.study` differs; an exercise writes `true` to use it."""


def _tolerance(path: Path, key: str, values: Any) -> tuple[float, float]:
    """Return relative and absolute allowance; both are 0 for `exact`."""
    if values == "exact":
        return 0.0, 0.0
    try:
        rtol, atol = (float(v) for v in values)
    except (TypeError, ValueError) as error:
        raise ContentError(f"{path}: {key} must be exact or [rtol, atol].") from error
    if not (0 <= rtol < 1 and 0 <= atol < 1):  # NaN fails too
        raise ContentError(f"{path}: {key} is {values!r}; rtol and atol lie between 0 and 1.")
    return rtol, atol


def _observations(path: Path, data: Any) -> dict[str, Observation]:
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise ContentError(f"{path}: compare.observe must map names to what is said when they differ.")
    found = {}
    for name, told in data.items():
        told = STUDIED.get(name) if told is True else told
        told = {"says": told} if isinstance(told, str) else told
        if not isinstance(told, dict) or not told.get("says") or set(told) - _OBSERVATION_KEYS:
            known = ", ".join(sorted(_OBSERVATION_KEYS))
            raise ContentError(f"{path}: compare.observe.{name} needs says and knows {known}.")
        values, dtype = told.get("values"), told.get("dtype", "exact" if name in STUDIED else "any")
        if dtype not in _OBSERVED_DTYPES:
            raise ContentError(f"{path}: compare.observe.{name}.dtype is {dtype!r}; it must be exact, kind or any.")
        if (test := told.get("test", "")) not in _TESTS:
            raise ContentError(f"{path}: compare.observe.{name}.test is {test!r}; known:{' '.join(_TESTS)}.")
        rtol, atol = (None, None) if values is None else _tolerance(path, f"compare.observe.{name}.values", values)
        says, share = " ".join(str(told["says"]).split()), float(told.get("share", 1))
        least, most = bool(told.get("least")), bool(told.get("most"))
        found[str(name)] = Observation(says, rtol, atol, dtype, share, least, most, test)
    return found


def _statistics(path: Path, data: Any) -> Statistics | None:
    if data is None:
        return None
    known = {f.name for f in fields(Statistics)}
    odd = sorted(map(str, set(data) - known)) if isinstance(data, dict) else [data]
    if odd:
        raise ContentError(f"{path}: compare.statistical knows {', '.join(sorted(known))}, not {odd[0]!r}.")
    pairs: dict[str, Any] = {k: data[k] for k in ("support", "within") if data.get(k) is not None}
    for key, pair in pairs.items():
        if not (isinstance(pair, list) and len(pair) == 2):
            raise ContentError(f"{path}: compare.statistical.{key} must be a list of two.")
        pairs[key] = tuple(pair)
    number(path, "compare.statistical.ks", data.get("ks", 0.02))
    plain = {k: v for k, v in data.items() if k not in ("support", "within", "reseed", "law")}
    law = _law(path, "compare.statistical.law", data.get("law"))
    return Statistics(**plain, **pairs, reseed=data.get("reseed", True) in (True, "repeats"), law=law)


def _law(path: Path, key: str, data: Any) -> tuple[str | float, ...]:
    """Return the name of a distribution and its parameters."""
    if data is None:
        return ()
    if not isinstance(data, list) or not data or data[0] not in LAWS:
        raise ContentError(f"{path}: {key} must be a list that begins with one of {', '.join(LAWS)}.")
    name, *parameters = data
    if len(parameters) != LAWS[name]:
        raise ContentError(f"{path}: {key}: {name} takes {LAWS[name]} parameters.")
    return (name, *(p if isinstance(p, str) else float(p) for p in parameters))
