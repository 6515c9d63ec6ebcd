"""Chooses the devices of cases: real GPUs if both frameworks can use them, else distinct CPU contexts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.recipes import Recipe

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
        name: cast(Recipe, {**recipe, **{key: _move(value, count) for key, value in _places(recipe)}})
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
