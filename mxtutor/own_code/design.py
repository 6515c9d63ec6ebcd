"""Decides how the learner's code and its port are compared: the cases, the plan of the calls, what is judged."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mxtutor.errors import UsageError
from mxtutor.grading.grader import LocalGrader
from mxtutor.own_code.cases import MOST, Case, numbers_in, unreached, variations
from mxtutor.own_code.hints import may_be_given
from mxtutor.own_code.inputs import Inputs, find_inputs, summary
from mxtutor.own_code.probing import PARTS, Facts, Prepared, prepare
from mxtutor.own_code.sources import Original
from mxtutor.own_code.specs import Spec, show_spec
from mxtutor.reporting.sanitize import clean_line

NUMBERS, LEAST_DRAWS, MOST_DRAWS = 4000, 100, 500
"""Numbers that the calls of a random function give together, and limits of the number of calls."""
_NUMBERS = {"int": "python_int", "float": "python_float", "bool": "python_bool"}
DRAWS_OF_CASE = 3
"""How often a case of a function is drawn, each time with other numbers."""
MOST_NUMBERS = 4_000_000
"""Maximum count of numbers in the arguments and parameters of all cases; a message with the results has 64 MiB."""
REFERENCE_SECONDS = 15.0
"""Maximum processor time, in seconds, that the learner's code may take in all calls of one check."""
CALLS = 4
"""Calls of the learner's code per draw of a case: one for the result, others for gradients and for a steady case."""
SMALLER = "Give smaller ones with --inputs, also for the constructor."
MOST_RANDOM = 6
"""Maximum number of cases with random results."""
TIGHT, LOOSE = (1.0e-4, 1.0e-5), (1.0e-3, 1.0e-4)
"""Allowed errors of a result, and of gradients and nets, for float32."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of the learner for the comparison."""

    inputs: Sequence[Mapping[str, Spec]] = ()
    """Cases of `--inputs`."""
    dtypes: str = "kind"
    """`exact`, `kind` (integers may have any width) or `any`."""
    gradients: bool = True
    """Whether gradients are compared where there are any."""
    effects: bool = True
    """Whether the arguments must have equal contents after the call."""


@dataclass(frozen=True, slots=True)
class Design:
    """An exercise of the learner's code, before it is written."""

    prepared: Prepared
    plan: dict[str, Any]
    """The plan of `grading/answer/own_values.py`."""
    cases: list[dict[str, Spec]]
    """Cases as an exercise writes them."""
    compare: dict[str, Any]
    inputs: str
    """The first case as `--inputs` takes it."""
    notes: list[str]
    """What the learner must know about the comparison, one sentence each."""
    untried: list[str]
    """What the cases do not exercise: parts that ran in no case, arguments that never changed; one text each."""

    @property
    def draws_of_case(self) -> int:
        """How often a check draws each case; a Module and a random function are run with one draw."""
        return DRAWS_OF_CASE if self.plan["kind"] not in ("module", "object") and not self.plan["draws"] else 1


@dataclass(frozen=True, slots=True)
class _Tried:
    """A case that the confined process ran, and the facts that it reported."""

    label: str
    case: Case
    study: Facts
    how: tuple[str, ...]
    """What is compared, as in the plan of `grading/answer/own_values.py`."""

    @property
    def draws(self) -> bool:
        """Whether its results are random."""
        return any(one.startswith("random") for one in self.how)


def make_design(grader: LocalGrader, original: Original, wishes: Wishes) -> Design:
    """Return how the learner's code is compared with a port; the grader's reference worker is confined, and runs it.

    Raises:
        UsageError: the code cannot run, or its results cannot be compared.
        BrokenError: torch cannot be used here.
    """
    prepared = prepare(grader.frameworks.reference, grader.running, original)
    inputs = find_inputs(prepared, wishes.inputs)
    own, facts = prepared.original.name, prepared.facts
    if numbers_in([list(part.values()) for part in inputs.cases[0].values()]) > MOST_NUMBERS:
        raise UsageError(f"The inputs of {own} are too large: {summary(inputs.cases[0])[:200]}.", fix=SMALLER)
    labelled = [("", case) for case in inputs.cases]
    labelled += variations(inputs.cases[0], inputs.hints, prepared.defaults, prepared.original.source)
    seen = prepared.ask("study", cases=[case for _, case in labelled])["cases"]
    _check_base(own, seen[0])
    kept = _affordable(own, _kept(facts, labelled, seen, wishes))
    _check_varied(own, kept)
    plan = _plan(facts, kept, wishes)
    cases, compare = [_case(plan, one) for one in kept], _compare(plan, [one.study for one in kept])
    plan["looks"] = list(compare["observe"])
    notes = list(_notes(plan, kept, inputs, wishes))
    return Design(prepared, plan, cases, compare, summary(inputs.cases[0]), notes, list(_untried(prepared, kept)))


def _check_base(own: str, base: Facts) -> None:
    """Make sure that the result of the first case can be compared.

    Raises:
        UsageError: it cannot.
    """
    if base.get("odd"):
        fix = "Return dense tensors of a dtype that NumPy has, numbers, texts, or tuples, lists and dicts of them."
        raise UsageError(f"{own} returns {clean_line(', '.join(base['odd']))}, which cannot be compared.", fix=fix)
    if not base["ok"]:
        raise UsageError(
            f"{own} fails: {clean_line(str(base['error']).splitlines()[0])}", fix="Give other inputs with --inputs."
        )
    if any(d.startswith("complex") for d in base["dtypes"]):
        raise UsageError(
            f"{own} returns complex numbers, which MXNet does not have.", fix="Try a part with real numbers."
        )
    if base["random"] and (base["structure"] != "array" or base["changed"]):
        fix = "Give the random numbers as an argument, or let it return one tensor."
        raise UsageError(f"{own} is random and returns more than one tensor, so no comparison is possible.", fix=fix)
    if not base["steady"]:
        fix = "Give the random numbers as an argument."
        raise UsageError(f"{own} is random, and its draws have no steady spread that could be compared.", fix=fix)


def _kept(facts: Facts, labelled: Sequence[tuple[str, Case]], seen: Sequence[Facts], wishes: Wishes) -> list[_Tried]:
    """Return the cases that run, give finite results like the first one, and can be compared; one of each name."""
    found: list[_Tried] = []
    groups = set[str]()
    for (label, case), study in zip(labelled, seen, strict=True):
        group = re.sub(r"^\d+ (?=in place|also made)", "", label)
        if not study["ok"] or (group and group in groups):
            continue
        alike = study["structure"] == seen[0]["structure"] or " = " in label
        drawn = study["random"] and (study["structure"] != "array" or study["changed"] or not study["steady"])
        if found and (not alike or drawn or not study["finite"] or study["usual"] < seen[0]["usual"]):
            continue
        groups.add(group)
        found.append(_Tried(label, case, study, _how(facts, study, wishes)))
    ordered, random = _reaching(found), list[_Tried]()
    for one in ordered:
        random += [one] if one.draws else []
    return [one for one in ordered if not one.draws or one in random[:MOST_RANDOM]][:MOST]


def _how(facts: Facts, study: Facts, wishes: Wishes) -> tuple[str, ...]:
    if study["random"]:
        return ("random",)
    if study["changed"] and wishes.effects:  # MXNet cannot write into an array while it records
        return ()
    if facts["kind"] == "module":
        return {"slopes": ("training",), "random": ("random training",)}.get(study["training"], ())
    return ("gradients",) if study["gradients"] and wishes.gradients else ()


def _reaching(found: Sequence[_Tried]) -> list[_Tried]:
    """Return the cases, the most useful first: the base case, those that run new parts or give new values, others."""
    ran, given = set[tuple[int, int]](), dict[str, set[str]]()
    used, others = list[_Tried](), list[_Tried]()
    for one in found:
        places = {(line, column) for line, column in one.study["lines"]}
        values = {name: show_spec(spec) for part in one.case.values() for name, spec in part.items()}
        new = [
            name for name, text in values.items() if len({*given.get(name, ()), text}) == 2 > len(given.get(name, ()))
        ]
        limits = one.label.endswith(" values") or one.label.startswith("small ")
        (used if not used or not places <= ran or new or limits else others).append(one)
        ran |= places
        for name, text in values.items():
            given.setdefault(name, set()).add(text)
    return [*used, *others]


def _affordable(own: str, kept: Sequence[_Tried]) -> list[_Tried]:
    """Return the first cases whose calls take at most `REFERENCE_SECONDS` together.

    Raises:
        UsageError: not even the first one does.
    """
    found, seconds, numbers = list[_Tried](), 0.0, 0
    for one in kept:
        calls, took = _draws([one]) or DRAWS_OF_CASE * CALLS, float(one.study["seconds"])
        size = numbers_in(
            [*one.case["init"].values(), *one.case["call"].values(), *one.study.get("state", {}).values()]
        )
        if not found and calls * took > REFERENCE_SECONDS:
            raise UsageError(f"{own} takes {took:.2g} s a call and is called {calls} times in a check.", fix=SMALLER)
        if not found and DRAWS_OF_CASE * size > MOST_NUMBERS:
            why = f"has {size:,} numbers in its inputs and parameters, which is too many"
            raise UsageError(f"{own} {why}.", fix=SMALLER)
        seconds, numbers = seconds + calls * took, numbers + DRAWS_OF_CASE * size
        if seconds <= REFERENCE_SECONDS and numbers <= MOST_NUMBERS:
            found.append(one)
    return found


def _check_varied(own: str, kept: Sequence[_Tried]) -> None:
    """Make sure that a port without the computation would be refused.

    Raises:
        UsageError: the result is empty or the same for all inputs, and no argument is changed.
    """
    marks = {one.study["constant"] for one in kept}
    first = kept[0].case
    takes = bool(first["call"] or first["init"])
    if "" in marks or len(marks) > 1 or not takes or any(one.study["changed"] or one.draws for one in kept):
        return
    why = "no result" if marks == {"nothing"} else "the same result for all inputs"
    raise UsageError(
        f"{own} gives {why} ({summary(first)[:200]}), so nothing can be compared.",
        fix="Give inputs on which it computes something, with --inputs.",
    )


def _draws(kept: Sequence[_Tried]) -> int:
    """Return how often a case with random results is called; 0 if there is none."""
    sizes = [_size(one.study) for one in kept if one.draws]
    return min(max(NUMBERS // min(sizes), LEAST_DRAWS), MOST_DRAWS) if sizes else 0


def _size(study: Facts) -> int:
    """Return the number of elements of the smallest result; 1 for a plain number."""
    return max(1, min((int(math.prod(shape)) for shape in study["shapes"]), default=1))


def _plan(facts: Facts, kept: Sequence[_Tried], wishes: Wishes) -> dict[str, Any]:
    union = {part: {name for one in kept for name in one.case[part]} for part in PARTS}
    words = kept[0].study["structure"]
    single = (words == "array" or words in _NUMBERS) and all(one.study["structure"] == words for one in kept)
    return {
        "kind": facts["kind"],
        "method": facts["method"],
        "init": _call(facts["init"], union["init"], "init", union["call"]),
        "call": _call(facts["call"], union["call"], "call", union["call"]),
        "draws": _draws(kept),
        "whole": single and facts["kind"] != "module" and not any(one.draws for one in kept),
        "dtypes": wishes.dtypes,
        "effects": wishes.effects,
        "how": sorted({one for tried in kept for one in tried.how}),
    }


def _call(parameters: Sequence[Mapping[str, Any]], used: set[str], part: str, taken: set[str]) -> list[dict[str, str]]:
    """Return the parameters of a call with their keys in the cases; the key is empty if no case has the parameter."""
    listed = []
    for one in parameters:
        name = one["name"]
        key = f"init_{name}" if part == "init" and name in taken else name
        if name in used or one["kind"] == "positional_or_keyword":
            listed.append({"name": name, "kind": one["kind"], "key": key if name in used else ""})
    return listed


def _case(plan: Mapping[str, Any], one: _Tried) -> dict[str, Spec]:
    """Return a case of the exercise: arguments under their keys, what is compared, and the parameters of a Module."""
    found: dict[str, Spec] = {"how": list(one.how)}
    for part in PARTS:
        found |= {p["key"]: one.case[part][p["name"]] for p in plan[part] if p["name"] in one.case[part]}
    if plan["kind"] == "module":
        state = one.study["state"]
        found["state_names"], found["state_buffers"] = list(state), list(one.study["buffers"])
        found |= {f"state_{number}": spec for number, spec in enumerate(state.values())}
    named = {"name": one.label} if one.label and "name" not in found else {}
    return {**named, **found}


def keys_of(plan: Mapping[str, Any]) -> list[str]:
    """Return the keys of a case's arguments: of the constructor, then of the call."""
    return [one["key"] for part in PARTS for one in plan[part] if one["key"]]


def _compare(plan: Mapping[str, Any], studies: Sequence[Facts]) -> dict[str, Any]:
    base, how, draws = studies[0], plan["how"], plan["draws"]
    module, half = plan["kind"] == "module", "float16" in base["dtypes"]
    tight, loose = ((2e-2, 2e-3), (5e-2, 5e-3)) if half else (TIGHT, LOOSE)
    observe: dict[str, Any] = {}

    def near(key: str, says: str, errors: tuple[float, float], **more: Any) -> None:
        observe[key] = {"says": says, "values": list(errors), **more}

    if module:
        observe["carried"] = (
            "Parameters of PyTorch's Module do not fit the Block (a function carry_over(net, state) can decide):"
        )
    if not plan["whole"]:
        observe["structure"] = "The result is built in another way:"
        mode = " in predict mode" if module else ""
        near("outputs", f"The result{mode} differs.", loose if module else tight)
    if draws:
        says, root = f"The draws of {draws} calls", math.sqrt(draws)
        observe["shape"] = "The result has another shape:"
        near("draws", f"{says} have another mean.", (0.0, min(0.9, 10 / root)))
        near("spread", f"{says} have another spread.", (0.0, max(0.06, 8 / (root * math.sqrt(_size(base))))))
        near("joint", f"{says} have elements that depend on each other in another way.", (0.0, min(0.9, 8 / root)))
    if plan["dtypes"] != "any":
        observe["dtypes"] = "The result has other dtypes:"
    if plan["effects"]:
        near("inputs", "After the call, the arguments have other contents.", tight)
    if "training" in how:
        near("training", "The result in training mode differs.", loose)
    if "training" in how or "gradients" in how:
        near("gradients", "After a backward pass, the gradients of the arguments differ.", loose)
    if "training" in how:
        says = "After a backward pass, the gradients of the parameters differ."
        near("parameter_gradients", says, loose, partial=True)
        near("statistics", "After a pass in training mode, the running statistics differ.", loose)
    kind = "none" if not plan["whole"] else _NUMBERS.get(base["structure"], "array")
    scalar = plan["whole"] and kind == "array" and any(study["shapes"] == [[]] for study in studies)
    shape = "scalar" if scalar else "exact"
    return {"type": kind, "values": list(tight), "shape": shape, "dtype": "any", "observe": observe}


def _notes(plan: Mapping[str, Any], kept: Sequence[_Tried], inputs: Inputs, wishes: Wishes) -> Iterator[str]:
    base, how = kept[0].study, plan["how"]
    if inputs.proposed:
        yield f"The code does not say what {', '.join(inputs.proposed)} must be; the inputs are proposals that work."
    if plan["draws"]:
        yield "It is random: mean, spread and correlations of many calls are compared, and not the numbers."
    elif plan["kind"] == "module" and "training" not in how:
        yield "Only predict mode is compared: in training mode it has no gradient or changes its inputs."
    elif plan["kind"] != "module" and "gradients" not in how and wishes.gradients:
        option = " (--no-effects compares results and gradients alone)" if base["changed"] else ""
        why = "changes its arguments" if option else "has no gradient"
        yield f"Gradients are not compared: the code {why}{option}."
    if plan["kind"] == "module" and base.get("mode"):
        yield "It is run in predict mode and in training mode; a Dropout multiplies by 1 - p instead of drawing."


def _untried(prepared: Prepared, kept: Sequence[_Tried]) -> Iterator[str]:
    original = prepared.original
    lines = unreached(original, {(line, column) for one in kept for line, column in one.study["lines"]})
    word = "line" if len(lines) == 1 and "-" not in lines[0] else "lines"
    if lines:
        yield f"{word} {', '.join(lines)} of {clean_line(original.path.name)} ran in no case"
    for part in PARTS:
        for one in prepared.facts[part]:
            values = {show_spec(t.case[part].get(one["name"], one.get("default"))) for t in kept}
            if "default" in one and len(values) == 1:
                if one["default"] is None and may_be_given(one):
                    yield f"{one['name']} was never given"
                elif type(one["default"]) in (bool, int, float):
                    yield f"{one['name']} was always {show_spec(one['default'])}"
