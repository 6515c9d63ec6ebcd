"""Decides how own code and its port are compared: the cases, the plan of the calls, what is judged and why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mxtutor.errors import UsageError
from mxtutor.own_code.cases import MOST, Case, numbers_in, unreached, variations
from mxtutor.own_code.facts import Facts
from mxtutor.own_code.hints import may_be_array
from mxtutor.own_code.inputs import Inputs, summary
from mxtutor.own_code.probing import Prepared, Prober
from mxtutor.own_code.specs import Spec
from mxtutor.reporting.sanitize import clean_line

NUMBERS, LEAST_DRAWS, MOST_DRAWS = 4000, 100, 500
"""Numbers that the calls of a random function give together, and limits of the number of calls."""
_NUMBERS = {"int": "python_int", "float": "python_float", "bool": "python_bool"}
DRAWS_OF_CASE = 3
"""How often a case of a function is drawn, each time with other numbers."""
MOST_NUMBERS = 4_000_000
"""Most numbers in the arguments and parameters of all cases: the results are larger, and a message has 64 MiB."""
REFERENCE_SECONDS = 15.0
"""Most processor time, in seconds, that own code may take in all calls of one check."""
CALLS = 4
"""Calls of own code for each draw of a case: once for the result, again for gradients and for a steady case."""
SMALLER = "Give smaller ones with --inputs, also for the constructor."
MOST_RANDOM = 4
"""Most cases of a random function."""
TIGHT, LOOSE = (1.0e-4, 1.0e-5), (1.0e-3, 1.0e-4)
"""Allowed errors of a result, and of gradients and nets, for float32."""


@dataclass(slots=True)
class Design:
    """An exercise of own code, before it is written."""

    prepared: Prepared
    facts: Facts
    plan: dict[str, Any]
    """The plan of `grading/answer/own_values.py`."""
    cases: list[dict[str, Spec]]
    """Cases as an exercise writes them."""
    compare: dict[str, Any]
    inputs: str
    """The first case as `--inputs` takes it."""
    notes: list[str] = field(default_factory=list)
    """What the learner must know about the comparison, one sentence each."""
    untried: list[str] = field(default_factory=list)
    """What the cases do not exercise: lines that ran in no case, arguments that were never given; one text each."""

    @property
    def draws_of_case(self) -> int:
        """How often a check draws each case; a Module and a random function are run with one draw."""
        return DRAWS_OF_CASE if self.plan["kind"] == "function" and not self.plan["draws"] else 1


def design(
    prober: Prober, prepared: Prepared, facts: Facts, inputs: Inputs, dtypes: str, *, gradients: bool = True
) -> Design:
    """Return how own code is compared with its port.

    Args:
        prober: asks the confined process.
        prepared: own code.
        facts: its description.
        inputs: cases that run.
        dtypes: the rule for dtypes: `exact`, `kind` (integers of any width are equal) or `any`.
        gradients: whether gradients are compared where there are any.

    Raises:
        UsageError: its result cannot be compared.
    """
    own = prepared.original.name
    labelled = [("", case) for case in inputs.cases]
    if numbers_in([list(part.values()) for part in inputs.cases[0].values()]) > MOST_NUMBERS:
        raise UsageError(f"The inputs of {own} are too large: {summary(inputs.cases[0])[:200]}.", fix=SMALLER)
    labelled += variations(inputs.cases[0], inputs.choices, _defaults(facts))
    named = {"kind": facts["kind"], "method": facts["method"], "order": facts["call"], "made": facts["init"]}
    question = {"task": "study", **named, "cases": [case for _, case in labelled]}
    seen = prober.ask(prepared, question)["cases"]
    base = seen[0]
    if not base["ok"]:
        raise UsageError(
            f"{own} fails: {clean_line(str(base['error']).splitlines()[0])}", fix="Give other inputs with --inputs."
        )
    if base["odd"]:
        fix = "Return dense tensors of a dtype that NumPy has, numbers, texts, or tuples, lists and dicts of them."
        raise UsageError(f"{own} returns {clean_line(', '.join(base['odd']))}, which cannot be compared.", fix=fix)
    if any(d.startswith("complex") for d in base["dtypes"]):
        raise UsageError(
            f"{own} returns complex numbers, which MXNet does not have.", fix="Try a part with real numbers."
        )
    kept = _kept(labelled, seen)
    _vary(own, kept)
    if base["random"]:
        kept = [kept[0], *sorted(kept[1:], key=lambda one: " = " not in one[0])][:MOST_RANDOM]  # parameters first
    draws = _draws(own, base, [study for _, _, study in kept])
    kept = _affordable(own, kept, draws)
    plan = _plan(facts, kept, draws, dtypes)
    plan["gradients"] = plan["gradients"] and gradients
    made = Design(prepared, facts, plan, [], {}, summary(inputs.cases[0]))
    made.cases = _fitting([_case(plan, case, study, label) for label, case, study in kept], own)
    made.compare = _compare(plan, [study for _, _, study in kept], dtypes)
    made.notes = _notes(made, base, inputs, gradients)
    made.untried = _untried(made, kept)
    return made


def _vary(own: str, kept: Sequence[tuple[str, Case, Mapping[str, Any]]]) -> None:
    """Make sure that a port without the computation would be refused.

    Raises:
        UsageError: the result is empty or the same for all inputs, and no argument is changed.
    """
    marks = {study["constant"] for _, _, study in kept}
    first = kept[0][1]
    takes = bool(first["call"] or first["init"])
    if "" in marks or len(marks) > 1 or not takes or any(study["changed"] or study["random"] for _, _, study in kept):
        return
    why = "no result" if marks == {"nothing"} else "the same result for all inputs"
    raise UsageError(
        f"{own} gives {why} ({summary(first)[:200]}), so nothing can be compared.",
        fix="Give inputs on which it computes something, with --inputs.",
    )


def _untried(made: Design, kept: Sequence[tuple[str, Case, Mapping[str, Any]]]) -> list[str]:
    original = made.prepared.original
    lines = unreached(original, {line for _, _, study in kept for line in study["lines"]})
    word = "line" if len(lines) == 1 and "-" not in lines[0] else "lines"
    found = [f"{word} {', '.join(lines)} of {clean_line(original.path.name)} ran in no case"] if lines else []
    for part in ("init", "call"):
        open_ones = [p for p in made.facts[part] if "default" in p and p["default"] is None and may_be_array(p)]
        given = {name for _, case, _ in kept for name, spec in case[part].items() if spec is not None}
        found += [f"{p['name']} was never given" for p in open_ones if p["name"] not in given]
    return found


def _fitting(cases: Sequence[dict[str, Spec]], own: str) -> list[dict[str, Spec]]:
    """Return the cases that are drawn and sent together.

    Raises:
        UsageError: not even the first one fits.
    """
    kept: list[dict[str, Spec]] = []
    total = 0
    for case in cases:
        size = DRAWS_OF_CASE * numbers_in(list(case.values()))
        if total + size <= MOST_NUMBERS:
            kept.append(case)
            total += size
    if not kept:
        size = numbers_in(list(cases[0].values()))
        raise UsageError(f"{own} has {size:,} numbers in its inputs and parameters, which is too many.", fix=SMALLER)
    return kept


def _defaults(facts: Facts) -> dict[str, dict[str, Spec]]:
    """Return the plain defaults of the parameters, of the constructor and of the call."""
    return {part: {p["name"]: p["default"] for p in facts[part] if "default" in p} for part in ("init", "call")}


def _kept(
    labelled: Sequence[tuple[str, Case]], seen: Sequence[Mapping[str, Any]]
) -> list[tuple[str, Case, Mapping[str, Any]]]:
    """Return the cases that run and give finite results of the same structure as the first one; one of each name."""
    found: list[tuple[str, Case, Mapping[str, Any]]] = []
    groups = set[str]()
    for (label, case), study in zip(labelled, seen, strict=True):
        group = label.rpartition(" in place of ")[2] if " in place of " in label else label
        backwards = all(study.get(name) or not seen[0].get(name) for name in ("gradients", "training"))
        alike = study["ok"] and backwards and (study["structure"] == seen[0]["structure"] or " = " in label)
        if not alike or not (study["finite"] or not found) or study["odd"] or (group and group in groups):
            continue
        groups.add(group)
        found.append((label, case, study))
    return _reaching(found)[:MOST]


def _reaching(
    found: Sequence[tuple[str, Case, Mapping[str, Any]]],
) -> list[tuple[str, Case, Mapping[str, Any]]]:
    """Return cases in the order of their use: the first, those that run new lines or give new options, the others."""
    ran, given, used, others = set[int](), set[str](), list[tuple[str, Case, Mapping[str, Any]]](), []
    for one in found:
        label, case, study = one
        names = {f"{name}={spec is None}" for part in case.values() for name, spec in part.items()}
        if not used or not {*study["lines"]} <= ran or not names <= given or " = " in label:
            used.append(one)
        else:
            others.append(one)
        ran |= {*study["lines"]}
        given |= names
    return [*used, *others]


def _affordable(
    own: str, kept: Sequence[tuple[str, Case, Mapping[str, Any]]], draws: int
) -> list[tuple[str, Case, Mapping[str, Any]]]:
    """Return the cases whose calls take at most `REFERENCE_SECONDS` together, the first ones.

    Raises:
        UsageError: not even the first one does.
    """
    calls = draws or DRAWS_OF_CASE * CALLS
    found, total = list[tuple[str, Case, Mapping[str, Any]]](), 0.0
    for case in kept:
        total += calls * float(case[2]["seconds"])
        if total <= REFERENCE_SECONDS:
            found.append(case)
    if not found:
        raise UsageError(
            f"{own} takes {kept[0][2]['seconds']:.2g} s a call and is called {calls} times in a check.", fix=SMALLER
        )
    return found


def _draws(own: str, base: Mapping[str, Any], studies: Sequence[Mapping[str, Any]]) -> int:
    """Return how often a random function or Module is called; 0 for one that is not random.

    Raises:
        UsageError: its results cannot be compared as a distribution.
    """
    if not base["random"]:
        return 0
    if base["structure"] != "array" or base["changed"]:
        fix = "Give the random numbers as an argument, or let it return one tensor."
        raise UsageError(f"{own} is random and returns more than one tensor, so no comparison is possible.", fix=fix)
    if not base["steady"]:
        fix = "Give the random numbers as an argument."
        raise UsageError(f"{own} is random, and its draws have no steady spread that could be compared.", fix=fix)
    return min(max(NUMBERS // _least_size(studies), LEAST_DRAWS), MOST_DRAWS)


def _least_size(studies: Sequence[Mapping[str, Any]]) -> int:
    """Return the number of elements of the smallest result; 1 for a plain number."""
    return max(1, min(int(math.prod(shape)) for study in studies for shape in study["shapes"]))


def _plan(facts: Facts, kept: Sequence[tuple[str, Case, Mapping[str, Any]]], draws: int, dtypes: str) -> dict[str, Any]:
    base = kept[0][2]
    kind = "object" if facts["kind"] == "object" else "module" if facts["kind"] == "module" else "function"
    union = {part: {name for _, case, _ in kept for name in case[part]} for part in ("init", "call")}
    module = kind == "module"
    words = base["structure"]
    single = words == "array" or words in _NUMBERS
    return {
        "kind": kind,
        "method": facts["method"],
        "init": _call(facts["init"], union["init"], "init", union["call"]),
        "call": _call(facts["call"], union["call"], "call", union["call"]),
        "gradients": not module and not draws and all(study["gradients"] for _, _, study in kept),
        "training": module and all(study["training"] for _, _, study in kept),
        "draws": draws,
        "whole": single and not module and not draws and all(study["structure"] == words for _, _, study in kept),
        "dtypes": dtypes,
    }


def _call(parameters: Sequence[Mapping[str, Any]], used: set[str], part: str, taken: set[str]) -> list[dict[str, str]]:
    """Return the parameters of a call with their keys in the cases; the key of one that no case has is empty."""
    listed = []
    for one in parameters:
        name = one["name"]
        key = f"init_{name}" if part == "init" and name in taken else name
        if name in used or one["kind"] == "positional_or_keyword":
            listed.append({"name": name, "kind": one["kind"], "key": key if name in used else ""})
    return listed


def _case(plan: Mapping[str, Any], case: Case, study: Mapping[str, Any], label: str) -> dict[str, Spec]:
    """Return a case of the exercise: arguments under their keys, and the drawn parameters of a Module."""
    found: dict[str, Spec] = {}
    for part in ("init", "call"):
        found |= {one["key"]: case[part][one["name"]] for one in plan[part] if one["name"] in case[part]}
    if plan["kind"] == "module":
        found["state_names"], found["state_buffers"] = list(study["state"]), list(study["buffers"])
        found |= {f"state_{number}": spec for number, spec in enumerate(study["state"].values())}
    named = {"name": label} if label and "name" not in found else {}
    return {**named, **found}


def keys_of(plan: Mapping[str, Any]) -> list[str]:
    """Return the keys of a case's arguments: of the constructor, then of the call."""
    return [one["key"] for part in ("init", "call") for one in plan[part] if one["key"]]


def _compare(plan: Mapping[str, Any], studies: Sequence[Mapping[str, Any]], dtypes: str) -> dict[str, Any]:
    base = studies[0]
    module, half = plan["kind"] == "module", "float16" in base["dtypes"]
    tight, loose = ((2e-2, 2e-3), (5e-2, 5e-3)) if half else (TIGHT, LOOSE)
    observe: dict[str, Any] = {}
    if module:
        observe["carried"] = (
            "Parameters of PyTorch's Module do not fit the Block (a function carry_over(net, state) can decide):"
        )
    if plan["draws"]:
        observe["shape"] = "The result has another shape:"
        spread = max(0.06, 8 / math.sqrt(plan["draws"] * _least_size([base])))
        says = f"The draws of {plan['draws']} calls have another"
        observe["draws"] = {"says": f"{says} mean.", "values": [0.0, min(0.9, 10 / math.sqrt(plan["draws"]))]}
        observe["spread"] = {"says": f"{says} spread.", "values": [0.0, spread]}
    elif not plan["whole"]:
        observe["structure"] = "The result is built in another way:"
        mode = " in predict mode" if module else ""
        observe["outputs"] = {"says": f"The result{mode} differs.", "values": list(loose if module else tight)}
    if dtypes != "any":
        observe["dtypes"] = "The result has other dtypes:"
    if not plan["draws"]:
        observe["inputs"] = {"says": "After the call, the arguments have other contents.", "values": list(tight)}
    if plan["training"]:
        observe["training"] = {"says": "The result in training mode differs.", "values": list(loose)}
    if plan["gradients"] or plan["training"]:
        observe["gradients"] = {
            "says": "After a backward pass, the gradients of the arguments differ.",
            "values": list(loose),
        }
    if plan["training"]:
        says = "After a backward pass, the gradients of the parameters differ."
        observe["parameter_gradients"] = {"says": says, "values": list(loose), "partial": True}
        observe["statistics"] = {
            "says": "After a pass in training mode, the running statistics differ.",
            "values": list(loose),
        }
    kind = "none" if not plan["whole"] else _NUMBERS.get(base["structure"], "array")
    scalar = plan["whole"] and kind == "array" and any(study["shapes"] == [[]] for study in studies)
    shape = "scalar" if scalar else "exact"
    return {"type": kind, "values": list(tight), "shape": shape, "dtype": "any", "observe": observe}


def _notes(made: Design, base: Mapping[str, Any], inputs: Inputs, gradients: bool) -> list[str]:
    plan, prepared, notes = made.plan, made.prepared, list[str]()
    if prepared.way == "extract":
        why = clean_line(prepared.why.splitlines()[0])[:160]
        notes.append(f"The module does not run here ({why}), so the code was cut out of it.")
    if prepared.data:
        names = ", ".join(clean_line(one.names[0].removeprefix("own_code/")) for one in prepared.data)
        notes.append(f"Copies of data files go with the code, also when it is exported: {names}.")
    notes += [f"{clean_line(reason)}, so it is not copied: pass its contents." for reason in prepared.left_out]
    if inputs.proposed:
        notes.append(
            f"The code does not say what {', '.join(inputs.proposed)} must be; the inputs are proposals that work."
        )
    if plan["draws"]:
        notes.append("It is random: mean and spread of many calls are compared, and not the numbers.")
    elif plan["kind"] == "module" and not plan["training"]:
        notes.append(
            "Only predict mode is compared: in training mode it is random, has no gradient or changes its inputs."
        )
    elif plan["kind"] != "module" and not plan["gradients"] and gradients:
        why = "changes its arguments" if base["changed"] else "has no gradient"
        notes.append(f"Gradients are not compared: the code {why}.")
    if plan["kind"] == "module" and base.get("mode"):
        notes.append(
            "It is run in predict mode and in training mode; a Dropout multiplies by 1 - p in place of drawing."
        )
    return notes
