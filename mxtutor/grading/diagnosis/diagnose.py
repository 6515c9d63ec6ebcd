"""Names the mistake of a refused answer by its behaviour, error or syntax; without a safe match it names nothing."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from mxtutor.content.model import Compare, Mistake
from mxtutor.grading.diagnosis.evidence import Behaviour, Finding, Refused, dotted, failure, parse
from mxtutor.grading.diagnosis.likeness import judged_alike, with_other_mistakes
from mxtutor.grading.diagnosis.shared import (
    by_error_and_source,
    by_error_text,
    by_guess,
    by_result,
    by_word,
    more_precise,
    own_cause,
)
from mxtutor.grading.judging.numeric import difference, ks_distance
from mxtutor.grading.judging.randomness import alike
from mxtutor.grading.judging.statistical import MANY
from mxtutor.grading.protocol import Diagnosis, ErrorDetail, Verdict
from mxtutor.grading.results.decode import ProcessFailure
from mxtutor.grading.results.values import MXNET_ARRAYS, Array, Outcome, Value, ValueKind

__all__ = ["Behaviour", "Refused", "behaves_alike", "calls", "diagnose", "failure"]


def diagnose(refused: Refused, known: Mapping[str, Behaviour]) -> tuple[Diagnosis, ...]:
    """Return the mistake that fits best, or nothing.

    `known` maps codes of mistakes to the behaviour of the shipped wrong answers on the same inputs. The order is:
    that behaviour, and of several alike the one with the most similar source; a shared rule that both source and error
    confirm; the error patterns of the exercise; other shared rules.
    """
    try:
        return _diagnose(refused, known)
    except RecursionError:  # a source of a thousand nested operators parses, and cannot be printed or compared
        return ()


def _diagnose(refused: Refused, known: Mapping[str, Behaviour]) -> tuple[Diagnosis, ...]:
    exercise = refused.exercise
    alike = [
        mistake
        for mistake in exercise.mistakes
        if mistake.code in known and behaves_alike(exercise.compare, refused.behaviour, known[mistake.code])
    ]
    if alike:
        mistake = _most_similar(refused, alike)
        better = own_cause(refused, mistake) or more_precise(refused, mistake, known[mistake.code])
        return _shared(better) if better else _named(refused, mistake)
    if isinstance(refused.behaviour, ProcessFailure) and refused.behaviour.verdict is Verdict.TIMEOUT:
        return ()  # it has no result: what its source lacks is not why it does not end
    if refused.error is None:
        nearly = [m for m in exercise.mistakes if _is_judged_alike(refused, known.get(m.code))]
        if (
            len({m.name or m.code for m in nearly}) == 1
        ):  # of several that differ in what is not judged, none is certain
            cause = own_cause(refused, nearly[0])
            return _shared(cause) if cause else _named(refused, nearly[0])
        if found := by_result(refused):
            return _shared(found)
        part = with_other_mistakes(refused, known)
        return _named(refused, part) if part else ()
    text = f"{refused.error.type}: {refused.error.text}"
    by_pattern = [m for m in exercise.mistakes if any(re.search(p, text) for p in m.error)]
    proved = by_error_and_source(refused)
    if by_pattern and (proved is None or _is_about(by_pattern[0], proved)):
        return _named(refused, by_pattern[0])
    if found := proved or by_error_text(refused):
        return _shared(found)
    used = set(calls(refused.source))
    by_call = [m for m in exercise.mistakes if set(m.calls) & used]
    return _named(refused, by_call[0]) if by_call else _shared(by_guess(refused))


def _most_similar(refused: Refused, mistakes: list[Mistake]) -> Mistake:
    """Return the mistake whose shipped answer has the most words in common with an answer; of equal ones the first.

    At some random inputs several mistakes have the same results.
    """
    if len(mistakes) == 1:
        return mistakes[0]
    own = _words(refused.code)

    def similarity(mistake: Mistake) -> float:
        if mistake.source is None:
            return 0.0
        shipped = Refused(refused.exercise, mistake.source.read_text(encoding="utf-8"), refused.behaviour)
        # the order of the words does not count: comparing it takes too long for the longest answers
        return SequenceMatcher(None, own, _words(shipped.code), autojunk=False).quick_ratio()

    return max(mistakes, key=similarity)


def _words(code: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", code)


def _is_judged_alike(refused: Refused, known: Behaviour | None) -> bool:
    return known is not None and judged_alike(refused.exercise.compare, refused.behaviour, known)


def _is_about(mistake: Mistake, finding: Finding) -> bool:
    """Return whether a mistake of the exercise is about the word that a shared rule found.

    It is if its message contains the word or its pattern matches only this word; a pattern for several words is vague.
    """
    words = finding.key.split()
    if any(re.search(rf"\b{re.escape(word)}\b", mistake.message) for word in words):
        return True
    return bool(words) and any(words[0] in pattern and "|" not in pattern for pattern in mistake.error)


def _named(refused: Refused, mistake: Mistake) -> tuple[Diagnosis, ...]:
    """Return a mistake of the exercise; its name quotes the learner's wrong word if the error contains one."""
    found = by_word(refused) or (None if mistake.name else by_error_text(refused))
    return (Diagnosis(mistake.code, mistake.message, found.name if found else mistake.short_name),)


def _shared(finding: Finding | None) -> tuple[Diagnosis, ...]:
    return (Diagnosis(finding.code, finding.message, finding.name),) if finding else ()


def behaves_alike(compare: Compare, one: Behaviour, other: Behaviour) -> bool:
    """Return whether two answers behave alike on every case: same results and effects, or same error."""
    if isinstance(one, ProcessFailure) or isinstance(other, ProcessFailure):
        return (
            isinstance(one, ProcessFailure)
            and isinstance(other, ProcessFailure)
            and one.verdict is not Verdict.TIMEOUT  # on a busy machine, any answer can run out of time
            and (one.verdict, one.reason, one.code) == (other.verdict, other.reason, other.code)
        )
    if one.error or other.error:
        return one.error is not None and other.error is not None and _same_error(one.error, other.error)
    if len(one.cases) != len(other.cases):
        return False
    return all(_same_case(compare, a, b) for a, b in zip(one.cases, other.cases, strict=True))


def _same_case(compare: Compare, a: Outcome | ErrorDetail, b: Outcome | ErrorDetail) -> bool:
    if isinstance(a, ErrorDetail) or isinstance(b, ErrorDetail):
        return isinstance(a, ErrorDetail) and isinstance(b, ErrorDetail) and _same_error(a, b)
    if not _same_value(compare, a.value, b.value) or a.alias != b.alias or set(a.inputs) != set(b.inputs):
        return False
    if any(not _same_array(compare, a.inputs[name], b.inputs[name]) for name in a.inputs):
        return False
    if set(a.observed) != set(b.observed):
        return False
    return _repeats(a) == _repeats(b) and all(
        _same_observed(compare, n, a.observed[n], b.observed[n]) for n in a.observed
    )


def _same_observed(compare: Compare, name: str, a: Value, b: Value) -> bool:
    """Compare observations; those that a test judges are random, so they are alike if they have the same fault.

    Numbers beside random draws are measures of these draws, so they have the allowed error of the observation.
    """
    wanted = compare.observe.get(name)
    if wanted is None:
        return _same_value(compare, a, b)
    if wanted.test:
        return alike(wanted.test, a, b)
    rtol = compare.rtol if wanted.rtol is None else wanted.rtol
    if rtol and a.items and len(a.items) == len(b.items) and any(o.test == "normal" for o in compare.observe.values()):
        pairs = list(zip(a.items, b.items, strict=True))
        if all(_is_fraction(x) and _is_fraction(y) for x, y in pairs):
            return all(math.isclose(float(x.plain), float(y.plain), rel_tol=rtol) for x, y in pairs)
    return _same_value(compare, a, b, wanted.share)


def _repeats(outcome: Outcome) -> tuple[bool, bool] | None:
    """Return whether a second call drew the same, and whether the same seed repeated the first draw."""
    first = outcome.value.array
    if outcome.again is None or outcome.reseeded is None or first is None:
        return None
    again, back = outcome.again.array, outcome.reseeded.array
    if again is None or back is None:
        return None
    large = first.size >= MANY  # small draws agree by chance
    return large and again.tobytes() == first.tobytes(), back.tobytes() == first.tobytes()


def _same_value(compare: Compare, a: Value, b: Value, share: float = 1.0) -> bool:
    """Compare values; `share` of the elements of each array must agree, as where a result is judged."""
    if _is_fraction(a) and _is_fraction(b):  # `float(x)` and `x.asscalar()` are the same result
        return _same_fraction(a, b, compare.rtol)
    if a.array is not None and b.array is not None:
        same_kind = a.kind is b.kind or (a.kind in MXNET_ARRAYS and b.kind in MXNET_ARRAYS)
        return same_kind and a.context == b.context and _same_array(compare, a.array, b.array, share)
    if a.kind != b.kind or a.type != b.type or len(a.items) != len(b.items) or a.keys != b.keys:
        return False
    return bool(a.plain == b.plain) and all(
        _same_value(compare, x, y, share) for x, y in zip(a.items, b.items, strict=True)
    )


def _same_fraction(a: Value, b: Value, rtol: float) -> bool:
    one, other = float(a.plain), float(b.plain)
    return math.isclose(one, other, rel_tol=max(rtol, 1e-6)) or (math.isnan(one) and math.isnan(other))


def _is_fraction(value: Value) -> bool:
    return value.kind is ValueKind.FLOAT or (value.kind is ValueKind.NUMPY_SCALAR and "float" in value.type)


def _same_array(compare: Compare, a: Array, b: Array, share: float = 1.0) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if compare.statistics is None:
        found = difference(a, b, max(compare.rtol, 1e-6), max(compare.atol, 1e-6))
        return found is None or found.differing <= (1 - share) * found.total
    if a.size < MANY or a.ndim == 0:
        return True
    rows = zip(a.reshape(-1, a.shape[-1]), b.reshape(-1, b.shape[-1]), strict=True)
    return all(ks_distance(x, y) <= compare.statistics.ks for x, y in rows)


_VARIABLE = re.compile(
    r"(?<=operator )\w+?\d+_+(?=\w)|(?<=node )\w+?\d+_+(?=\w)|0x[0-9a-fA-F]+|\b\d+(\.\d+)?(e-?\d+)?\b"
)


def _same_error(a: ErrorDetail, b: ErrorDetail) -> bool:
    """Return whether two errors are the same except for numbers, addresses and the names of Blocks before an operator."""
    return a.type == b.type and _VARIABLE.sub("#", a.text) == _VARIABLE.sub("#", b.text)


def calls(source: str) -> Iterator[str]:
    """Yield the dotted names that a source uses ("nd.acos"); none if it does not parse."""
    tree = parse(source)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Attribute) and (name := dotted(node)):
            yield name
