"""Trivial answers. The grader must refuse each of them unless the exercise lists it in `trivial`."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.content.model import Exercise
from mxtutor.grading.references.prepare import Prepared
from mxtutor.grading.results.values import SEQUENCES, Value, ValueKind

_HEAD = "import mxnet as mx\nimport numpy as onp\nfrom mxnet import nd\n_calls = [0]\n"


def trivial_answers(exercise: Exercise, prepared: Prepared) -> Iterator[tuple[str, bytes]]:
    """Yield name and source of each trivial answer, made from the reference results of the prepared cases."""
    names = ", ".join(exercise.params)
    yield "none", f"def {exercise.entry}({names}):\n    return None\n".encode()
    if exercise.params:
        first = next(iter(exercise.params))
        yield "input", f"def {exercise.entry}({names}):\n    return {first}\n".encode()
    if exercise.compare.type == "none" or not prepared.expected:
        return
    for name, fill in (("zeros", "0"), ("ones", "1"), ("nan", "float('nan')")):
        results = [_like(o.value, fill) for o in prepared.expected]
        yield name, _replay(exercise, names, results, whole=True)
    yield "constant", _replay(exercise, names, [_literal(prepared.expected[0].value)], whole=False)


def _replay(exercise: Exercise, names: str, results: list[str], *, whole: bool) -> bytes:
    """Return an answer that gives the results in the order of the calls, or the first one at every call."""
    index = "_calls[0] - 1" if whole else "0"
    calls = 3 if exercise.compare.statistics is not None else 1  # each case is called again to see whether draws repeat
    position = f"({index}) // {calls} % {len(results)}" if whole else "0"
    made = ",\n    ".join(f"lambda: {r}" for r in results)
    body = (
        f"_results = [\n    {made},\n]\n\n\n"
        f"def {exercise.entry}({names}):\n    _calls[0] += 1\n    return _results[{position}]()\n"
    )
    return (_HEAD + body).encode()


def _like(value: Value, fill: str) -> str:
    """Return the source of an expression with the type, shape and dtype of a value, filled with one number."""
    if value.array is not None:
        dtype = value.array.dtype.name
        number = "0" if fill.startswith("float") and value.array.dtype.kind in "iub" else fill
        shape = value.array.shape or (1,)
        return f"nd.full({shape!r}, {number}, dtype='{dtype}')"
    if value.kind in SEQUENCES:
        inner = ", ".join(_like(v, fill) for v in value.items)
        return f"[{inner}]" if value.kind is ValueKind.LIST else f"({inner}{',' if len(value.items) == 1 else ''})"
    return fill


def _literal(value: Value) -> str:
    """Return the source of an expression that gives a value."""
    if value.array is not None:
        array = value.array
        if array.size > 10_000:
            return f"nd.full({array.shape!r}, {float(array.reshape(-1)[0])!r}, dtype='{array.dtype.name}')"
        listed = repr(array.tolist()).replace("nan", "float('nan')").replace("inf", "float('inf')")
        made = f"onp.array({listed}, dtype='{array.dtype.name}').reshape({array.shape or (1,)!r})"
        return f"nd.array({made}, dtype='{array.dtype.name}')"
    if value.kind in SEQUENCES:
        inner = ", ".join(_literal(v) for v in value.items)
        return f"[{inner}]" if value.kind is ValueKind.LIST else f"({inner}{',' if len(value.items) == 1 else ''})"
    if value.kind is ValueKind.DTYPE:
        return f"onp.dtype('{value.plain}')"
    if value.kind is ValueKind.CONTEXT:
        return f"mx.{value.plain}"
    return repr(value.plain)
