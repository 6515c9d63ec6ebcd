"""Proves the truth table: all forms give torch's values, traps behave as described, absent names do not exist."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mxtutor.authoring.findings import Finding
from mxtutor.authoring.table_form import alias_code, argument_check, form_findings, written_array
from mxtutor.content.model import Course
from mxtutor.content.mxnet_index import mxnet_index
from mxtutor.content.truth import TRUTH_FILE, load_truth
from mxtutor.content.truth_rows import Code, Side, Truth, TruthTrap
from mxtutor.errors import TutorError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.judging.numeric import agrees
from mxtutor.grading.results.values import SEQUENCES, Value, ValueKind, show

BATCH = 60
"""Pieces of code per process; most of them take less time than starting a process."""
MAX_SHOWN = 120
"""Maximum length of a value in a finding, in characters."""
GRADIENT_RTOL = 1e-3
"""Smallest relative tolerance between gradients, which lose more precision in float32 than values."""
DRIVER = Path(__file__).parent / "proof_driver.py"
"""File with the code that runs the proofs in a worker."""
NAMES_SHOWN = 4
"""Maximum number of MXNet names in a finding."""


@dataclass(frozen=True, slots=True)
class ProofTask:
    """One piece of code of a proof."""

    row: int
    """Index of the row that it belongs to."""
    side: Side
    code: Code
    alone: bool = False
    """Whether the code runs without the proof's arguments and returns its value as text."""
    gradient: tuple[str, ...] | None = None
    """Names of the arrays whose gradients are the result (torch finds them itself); None for the value."""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of a piece of code: a value, an error, or why its process returned neither."""

    value: Value | None = None
    error: str = ""
    failure: str = ""

    def __str__(self) -> str:
        return show(self.value, MAX_SHOWN) if self.value is not None else self.error or self.failure


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a row of the truth table."""

    tasks: tuple[ProofTask, ...]
    """The code that proves it."""
    fault: Callable[..., str]
    """Takes the results of the tasks; returns how they contradict the claim, empty if they do not."""
    about: str = ""
    """Begins the finding."""


def check_truth(course: Course, grader: LocalGrader) -> list[Finding]:
    """Prove the truth table of a course; return its faults."""
    try:
        rows = load_truth(course.root)
    except TutorError as error:
        return [Finding(TRUTH_FILE, str(error))]
    findings = [Finding(f"{TRUTH_FILE}: {name}", text) for name, text in form_findings(rows, course)]
    findings += [Finding(TRUTH_FILE, text) for text in _versions(rows, grader)]
    findings += [Finding(f"{TRUTH_FILE}: {name}", text) for name, text in unexpected_names(rows)]
    torch = [_torch_gradient(number, row) for number, row in enumerate(rows)]
    seen = _run_all(rows, filter(None, torch), grader)
    claims = [(row, claim) for number, row in enumerate(rows) for claim in _claims(number, row)]
    for row, task in zip(rows, torch, strict=True):
        claims += [(row, claim) for claim in _gradient_claims(row, task, seen)]
    seen |= _run_all(rows, (task for _, claim in claims for task in claim.tasks if task not in seen), grader)
    for row, claim in claims:
        if fault := claim.fault(*(seen[task] for task in claim.tasks)):
            findings.append(Finding(f"{TRUTH_FILE}: {row.torch}", f"{claim.about}{fault}"))
    return findings


def _versions(rows: Sequence[Truth], grader: LocalGrader) -> Iterator[str]:
    """Yield faults of the versions on which rows claim to be verified."""
    found = {
        "torch": grader.run("torch", "torch.__version__.partition('+')[0]").value.strip("'"),
        "mxnet": grader.run("mxnet", "mx.__version__").value.strip("'"),
    }
    here = ", ".join(f"{name} {version}" for name, version in found.items())
    for stated in sorted({row.verified for row in rows} - {here}):
        yield f"rows say that they are verified on {stated}; this is {here}"


def unexpected_names(rows: Sequence[Truth]) -> Iterator[tuple[str, str]]:
    """Yield (torch name, fault) for rows of the class "missing" that do not list similarly spelled MXNet names.

    The spelling is compared without case and underscores.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for path in mxnet_index().paths():
        found[plain(path)].append(path)
    for row in rows:
        if row.kind == "missing":
            own, listed = ({plain(name) for name in names} for names in (row.names, row.found))
            for word in sorted(own & found.keys() - listed):
                names = ", ".join(found[word][:NAMES_SHOWN])
                fix = f"list {word} in `found` if it is something else, or write a form with it"
                yield row.torch, f"MXNet has {names}: {fix}"
            for word in sorted(listed - (own & found.keys())):
                yield row.torch, f"`found` lists {word}, which is not a name of it in the index of MXNet's names"


def plain(name: str) -> str:
    """Return the last part of a name in lower case without underscores."""
    return name.rpartition(".")[2].casefold().replace("_", "")


def _claims(number: int, row: Truth) -> Iterator[Claim]:
    """Yield what a row claims, without the gradients."""
    proof, rtol = row.proof, row.proof.rtol
    task = partial(ProofTask, number)
    torch = task("torch", proof.torch)
    for side, form in _forms(row):
        yield Claim((torch, task(side, form)), partial(_alike, row, f"the {side} form"))
    for alias in row.aliases:
        if alias.name in row.proven_names and row.kind != "removed" and (code := alias_code(row, alias)):
            yield Claim((torch, task("torch", code)), partial(_alike, row, alias.name))
    if proof.nd is not None:
        for alias in row.in_place:
            if array := written_array(row, alias):
                code, name = Code(proof.nd.do, proof.nd.before, f"{array}[:] = r\n{array}"), f"the form as {alias.name}"
                yield Claim((torch, task("nd", code)), partial(_alike, row, name))
            else:
                yield Claim((), partial(str, f"also {alias.name}: its torch code does not call it on a variable"))
    for name in proof.absent:
        side = "np" if name.startswith(("np.", "npx.")) else "nd"
        yield Claim((task(side, Code(name)),), partial(_absent, name))
    for name in proof.gone:
        yield Claim((task("torch", Code(name)),), partial(_gone, name))
    for trap in proof.traps:
        against = task("torch", Code(trap.torch)) if trap.torch else torch
        yield Claim((task(trap.side, Code(trap.do)), against), partial(_trap, trap, rtol), f"trap {trap.do!r}: ")
    for demo in row.demos:
        for side, do, gives in (("torch", demo.torch, demo.torch_gives), (demo.side, demo.mxnet, demo.mxnet_gives)):
            yield Claim((task(side, Code(do), alone=True),), partial(_shows, do, gives))
    for argument in row.arguments if not row.not_run else ():
        yield Claim((task("torch", Code(argument_check(row, argument))),), partial(_takes, row.torch, argument.torch))


def _forms(row: Truth) -> list[tuple[Side, Code]]:
    sides: tuple[tuple[Side, Code | None], ...] = (("nd", row.proof.nd), ("np", row.proof.np))
    return [(side, code) for side, code in sides if code is not None]


def _torch_gradient(number: int, row: Truth) -> ProofTask | None:
    """Return the task for the gradients of a row's torch code; None if the proof computes gradients itself."""
    codes = [row.proof.torch, *(code for _, code in _forms(row))]
    trains = any("backward(" in part or "autograd.grad(" in part for c in codes for part in (c.before, c.do, c.after))
    return ProofTask(number, "torch", row.proof.torch, gradient=()) if row.proof.torch.do and not trains else None


def _gradient_claims(row: Truth, torch: ProofTask | None, seen: Mapping[ProofTask, TaskResult]) -> Iterator[Claim]:
    """Yield the claims on the gradients of a row's forms, for the arrays that have a gradient in torch."""
    found = seen[torch].value if torch else None
    names = tuple(str(item.plain) for item in found.items[0].items) if found is not None else ()
    for side, code in _forms(row):
        stated = row.gradient.get(side, "right")
        if torch and names:
            mxnet = ProofTask(torch.row, side, code, gradient=names)
            yield Claim((torch, mxnet), partial(_gradient_fault, side, stated, row.proof.rtol))
        elif stated != "right":
            yield Claim((), partial(str, f"the gradient of the {side} form is stated, but torch has none to compare"))


def _run_all(rows: Sequence[Truth], tasks: Iterable[ProofTask], grader: LocalGrader) -> dict[ProofTask, TaskResult]:
    """Run all tasks, each once; return their results."""
    batches: list[list[ProofTask]] = []
    every = list(dict.fromkeys(tasks))
    for side in ("torch", "nd", "np"):
        own = [t for t in every if t.side == side]
        batches += [[t] for t in own if rows[t.row].proof.alone]
        own = [t for t in own if not rows[t.row].proof.alone]
        batches += [own[i : i + BATCH] for i in range(0, len(own), BATCH)]
    seen: dict[ProofTask, TaskResult] = {}
    with ThreadPoolExecutor(4, "mxtutor-truth") as pool:
        for batch, results in zip(batches, pool.map(lambda b: _run(rows, b, grader), batches), strict=True):
            seen.update(zip(batch, results, strict=True))
    return seen


def _run(rows: Sequence[Truth], batch: Sequence[ProofTask], grader: LocalGrader) -> list[TaskResult]:
    """Run tasks of one side in one process; if the process fails, run each task in a separate one."""
    side = batch[0].side
    jobs = [
        {
            "given": {} if t.alone else dict(rows[t.row].proof.given),
            "before": t.code.before,
            "do": t.code.do,
            "after": t.code.after,
            "text": t.alone,
            "gradient": t.gradient,
        }
        for t in batch
    ]
    framework: Literal["torch", "mxnet"] = "torch" if side == "torch" else "mxnet"
    run, value = grader.snippets.run(framework, source_of(jobs, side))
    if value is not None and len(value.items) == len(batch):
        return [_seen(item) for item in value.items]
    if len(batch) > 1:
        return [_run(rows, [task], grader)[0] for task in batch]
    return [TaskResult(failure=run.fault or "its result cannot be read")]


def source_of(jobs: Sequence[Mapping[str, Any]], side: Side) -> str:
    """Return the Python source that runs jobs in a worker: the text of `proof_driver.py`, then a call of `perform`.

    The jobs are JSON text inside a string literal. The names that the worker offers to every snippet are passed on.

    Raises:
        TypeError: an argument of a job cannot be written as JSON.
    """
    driver = DRIVER.read_text(encoding="utf-8")
    return f"{driver}\n\nperform({json.dumps(jobs)!r}, names=globals(), side={side!r})\n"


def _seen(item: Value) -> TaskResult:
    what, value = item.items
    return TaskResult(value) if what.plain == "value" else TaskResult(error=str(value.plain))


def _alike(row: Truth, name: str, torch: TaskResult, other: TaskResult) -> str:
    """Return why code does not give the value of the row's torch code; without a form, any value will do."""
    if _forms(row) and (torch.value is None or not _is_comparable(torch.value)):
        return f"the torch code gives nothing to compare: {torch}"
    if other.value is None or not _is_comparable(other.value):
        return f"{name} gives nothing to compare: {other}"
    if torch.value is None or not _forms(row) or agrees(torch.value, other.value, row.proof.rtol):
        return ""
    return f"{name} gives {other}, {row.torch} gives {torch}"


def _absent(name: str, seen: TaskResult) -> str:
    return "" if seen.error.startswith("AttributeError") else f"{name} is not absent: {seen}"


def _gone(name: str, seen: TaskResult) -> str:
    raised = seen.error and not seen.error.startswith(("SyntaxError", "NameError"))
    return "" if raised else f"{name} is not gone: {seen}"


def _takes(name: str, argument: str, seen: TaskResult) -> str:
    takes = seen.value is not None and seen.value.plain is True
    return "" if takes else f"{name} has no argument {argument}: {seen}"


def _shows(code: str, gives: str, seen: TaskResult) -> str:
    """Return why a line of a demonstration does not give the stated result."""
    error = gives.removeprefix("error: ")
    if error != gives:
        return "" if " ".join(error.split()) in seen.error else f"demo {code!r}: {error!r} expected, it gives {seen}"
    found = seen.value.plain if seen.value else seen
    return "" if found == gives else f"demo {code!r}: {gives} expected, it gives {found}"


def _trap(trap: TruthTrap, rtol: float, seen: TaskResult, torch: TaskResult) -> str:
    if seen.failure:
        return seen.failure
    if trap.expects == "raises":
        return "" if " ".join(trap.text.split()) in seen.error else f"{trap.text!r} expected, it gives {seen}"
    if seen.value is None:
        return f"it raises {seen.error}"
    if trap.expects == "holds":
        return "" if seen.value.plain is True or seen.value.number == 1.0 else f"it gives {seen}"
    if torch.value is None or not _is_comparable(torch.value) or not _is_comparable(seen.value):
        return f"nothing to compare: {seen} and {torch}"
    same = agrees(torch.value, seen.value, rtol)
    if trap.expects == "agrees":
        return "" if same else f"it gives {seen}, torch gives {torch}"
    return f"it gives torch's value {seen}" if same else ""


def _gradient_fault(side: Side, stated: str, rtol: float, torch: TaskResult, mxnet: TaskResult) -> str:
    """Return why a form's gradient is not as the row says: equal to torch's, unless `gradient` says otherwise."""
    found = _gradient(torch, mxnet, rtol)
    if found == ("wrong" if stated == "differs" else stated):
        return ""
    return f"the gradient of the {side} form is {found}, the row says {stated}: {mxnet}"


def _gradient(torch: TaskResult, mxnet: TaskResult, rtol: float) -> str:
    """Compare a form's gradients with torch's: return right, wrong, none or raises.

    The gradients are of the compared value, or of the form if that value has no graph in one of the frameworks.
    """
    if torch.value is None or mxnet.value is None:
        return "raises"
    pairs = [(one.items, other.items) for one, other in zip(torch.value.items[1:], mxnet.value.items[1:], strict=True)]
    wanted, found = next(((one, other) for one, other in pairs if one and other), ((), ()))
    if wanted and all(agrees(one, other, max(rtol, GRADIENT_RTOL)) for one, other in zip(wanted, found, strict=True)):
        return "right"
    if any(item.array is not None and item.array.any() and not np.isnan(item.array).all() for item in found):
        return "wrong"
    zero = not any(item.array is not None and item.array.any() for one, _ in pairs for item in one)
    return "right" if zero else "none"


def _is_comparable(value: Value) -> bool:
    """Return whether a value can be compared: an array, a plain value, or a sequence of these."""
    if value.kind in SEQUENCES:
        return bool(value.items) and all(_is_comparable(item) for item in value.items)
    return value.kind not in (ValueKind.NONE, ValueKind.OTHER, ValueKind.DICT)
