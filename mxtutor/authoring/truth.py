"""Proves the truth table: all forms give torch's values, traps behave as described, absent names do not exist."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mxtutor.authoring.findings import Finding
from mxtutor.authoring.table_form import alias_code, argument_check, argument_uses, form_findings, written_array
from mxtutor.content.model import Course
from mxtutor.content.truth import TRUTH_FILE, load_truth
from mxtutor.content.truth_rows import Code, Side, Truth, TruthTrap
from mxtutor.errors import TutorError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.judging.numeric import agrees
from mxtutor.grading.results.values import SEQUENCES, Value, ValueKind, show

BATCH = 60
"""Pieces of code per process; most of them take less time than starting a process."""
MAX_SHOWN = 120
"""Most characters of a value in a finding."""
GRADIENT_RTOL = 1e-3
"""Least relative tolerance between gradients, which lose more precision in float32 than values."""
DRIVER = Path(__file__).parent / "proof_driver.py"
"""File with the code that runs the proofs in a worker."""


@dataclass(frozen=True, slots=True)
class ProofTask:
    """One piece of code of a proof."""

    row: int
    """Index of the row that it belongs to."""
    part: str
    """torch, nd or np; gradient with one of them; or also, into, absent, gone, trap, against, demo, shown or
    takes and a number."""
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


def check_truth(course: Course, grader: LocalGrader) -> list[Finding]:
    """Prove the truth table of a course; return its faults."""
    try:
        rows = load_truth(course.root)
    except TutorError as error:
        return [Finding(TRUTH_FILE, str(error))]
    findings = [Finding(f"{TRUTH_FILE}: {name}", text) for name, text in form_findings(rows, course)]
    findings += [Finding(TRUTH_FILE, text) for text in _versions(rows, grader)]
    findings += [Finding(f"{TRUTH_FILE}: {name}", text) for name, text in unexpected_names(rows, grader)]
    seen = _run_all(rows, [t for number, row in enumerate(rows) for t in _tasks(number, row)], grader)
    seen |= _run_all(rows, [t for number, row in enumerate(rows) for t in _gradient_tasks(number, row, seen)], grader)
    for number, row in enumerate(rows):
        own = {part: what for (owner, part), what in seen.items() if owner == number}
        findings += [Finding(f"{TRUTH_FILE}: {row.torch}", text) for text in _judge(row, own)]
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


def _tasks(number: int, row: Truth) -> Iterator[ProofTask]:
    """Yield all code of a row's proof."""
    proof = row.proof
    if proof.torch.do:
        yield ProofTask(number, "torch", "torch", proof.torch)
        if not trains(row):
            yield ProofTask(number, "gradient torch", "torch", proof.torch, gradient=())
    if proof.nd is not None:
        yield ProofTask(number, "nd", "nd", proof.nd)
    if proof.np is not None:
        yield ProofTask(number, "np", "np", proof.np)
    for place, alias in enumerate(row.aliases):
        if alias.name in row.proven_names and row.kind != "removed" and (code := alias_code(row, alias)):
            yield ProofTask(number, f"also {place}", "torch", code)
    for place, alias in enumerate(row.in_place):
        if proof.nd is not None and (array := written_array(row, alias)):
            yield ProofTask(
                number, f"into {place}", "nd", Code(proof.nd.do, proof.nd.before, f"{array}[:] = r\n{array}")
            )
    for place, name in enumerate(proof.absent):
        yield ProofTask(number, f"absent {place}", "np" if name.startswith(("np.", "npx.")) else "nd", Code(name))
    for place, name in enumerate(proof.gone):
        yield ProofTask(number, f"gone {place}", "torch", Code(name))
    for place, trap in enumerate(proof.traps):
        yield ProofTask(number, f"trap {place}", trap.side, Code(trap.do))
        if trap.torch:
            yield ProofTask(number, f"against {place}", "torch", Code(trap.torch))
    for place, demo in enumerate(row.demos):
        yield ProofTask(number, f"demo {place}", "torch", Code(demo.torch), alone=True)
        yield ProofTask(number, f"shown {place}", demo.side, Code(demo.mxnet), alone=True)
    for place, (side, callee, argument) in enumerate(argument_uses(row)):
        yield ProofTask(number, f"takes {place}", side, Code(argument_check(callee, argument)))


def trains(row: Truth) -> bool:
    """Return whether a row's proof computes gradients itself, so that its value has none."""
    codes = [code for code in (row.proof.torch, row.proof.nd, row.proof.np) if code is not None]
    return any("backward(" in part or "autograd.grad(" in part for c in codes for part in (c.before, c.do, c.after))


def _gradient_tasks(number: int, row: Truth, seen: Mapping[tuple[int, str], TaskResult]) -> Iterator[ProofTask]:
    """Yield the tasks for the gradients of a row's forms, for the arrays that have a gradient in torch."""
    torch = seen.get((number, "gradient torch"), TaskResult())
    names = tuple(str(item.plain) for item in torch.value.items[0].items) if torch.value is not None else ()
    sides: tuple[tuple[Side, Code | None], ...] = (("nd", row.proof.nd), ("np", row.proof.np))
    for side, code in sides:
        if names and code is not None:
            yield ProofTask(number, f"gradient {side}", side, code, gradient=names)


def _run_all(
    rows: Sequence[Truth], tasks: Sequence[ProofTask], grader: LocalGrader
) -> dict[tuple[int, str], TaskResult]:
    """Run all tasks; return the results by row and part."""
    batches: list[list[ProofTask]] = []
    for side in ("torch", "nd", "np"):
        own = [t for t in tasks if t.side == side]
        batches += [[t] for t in own if rows[t.row].proof.alone]
        own = [t for t in own if not rows[t.row].proof.alone]
        batches += [own[i : i + BATCH] for i in range(0, len(own), BATCH)]
    seen: dict[tuple[int, str], TaskResult] = {}
    with ThreadPoolExecutor(4, "mxtutor-truth") as pool:
        for batch, results in zip(batches, pool.map(lambda b: _run(rows, b, grader), batches), strict=True):
            seen.update({(t.row, t.part): what for t, what in zip(batch, results, strict=True)})
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


def _judge(row: Truth, seen: dict[str, TaskResult]) -> Iterator[str]:
    """Yield the faults of a row that the results of its proof show."""
    torch = seen.get("torch", TaskResult(error="no torch code"))
    for side, form in (("nd", row.mxnet_nd), ("np", row.mxnet_np)):
        if form:
            yield from _same(side, torch, seen[side], row.proof.rtol)
    yield from _gradients(row, seen)
    for place, alias in enumerate(row.aliases):
        if what := seen.get(f"also {place}"):
            yield from _alike(row, alias.name, torch, what)
    for place, alias in enumerate(row.in_place):
        if row.mxnet_nd:
            other = seen.get(f"into {place}", TaskResult(error="its torch code does not call it on a variable"))
            yield from _alike(row, f"the form, written into the array as {alias.name} does,", torch, other)
    for place, name in enumerate(row.proof.absent):
        if not (what := seen[f"absent {place}"]).error.startswith("AttributeError"):
            yield f"{name} is not absent: {what}"
    for place, name in enumerate(row.proof.gone):
        what = seen[f"gone {place}"]
        if not what.error or what.error.startswith(("SyntaxError", "NameError")):
            yield f"{name} is not gone: {what}"
    for place, trap in enumerate(row.proof.traps):
        against = seen.get(f"against {place}", torch)
        if fault := _trap(trap, seen[f"trap {place}"], against, row.proof.rtol):
            yield f"trap {trap.do!r}: {fault}"
    for place, demo in enumerate(row.demos):
        yield from _shows(demo.torch, demo.torch_gives, seen[f"demo {place}"])
        yield from _shows(demo.mxnet, demo.mxnet_gives, seen[f"shown {place}"])
    for place, (_, callee, argument) in enumerate(argument_uses(row)):
        what = seen[f"takes {place}"]
        if what.value is None or what.value.plain is not True:
            yield f"{callee} has no argument {argument}: {what}"


def _same(side: str, torch: TaskResult, mxnet: TaskResult, rtol: float) -> Iterator[str]:
    if torch.value is None or not _is_comparable(torch.value):
        yield f"the torch code gives nothing to compare: {torch}"
    elif mxnet.value is None or not _is_comparable(mxnet.value):
        yield f"the {side} form gives nothing to compare: {mxnet}"
    elif not agrees(torch.value, mxnet.value, rtol):
        yield f"the {side} form gives {mxnet}, torch gives {torch}"


def _gradients(row: Truth, seen: Mapping[str, TaskResult]) -> Iterator[str]:
    """Yield forms whose gradient is not as the row says: equal to torch's, unless `gradient` says otherwise."""
    for side in ("nd", "np"):
        mxnet, stated = seen.get(f"gradient {side}"), row.gradient.get(side, "right")
        found = _gradient(seen["gradient torch"], mxnet, row.proof.rtol) if mxnet else "right"
        if found != ("wrong" if stated == "differs" else stated):
            yield f"the gradient of the {side} form is {found}, the row says {stated}: {mxnet}"


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


def _shows(code: str, gives: str, seen: TaskResult) -> Iterator[str]:
    """Yield why a line of a demonstration does not give the stated result."""
    error = gives.removeprefix("error: ")
    if error != gives:
        if " ".join(error.split()) not in seen.error:
            yield f"demo {code!r}: {error!r} expected, it gives {seen}"
    elif seen.value is None or seen.value.plain != gives:
        yield f"demo {code!r}: {gives} expected, it gives {seen.value.plain if seen.value else seen}"


def _alike(row: Truth, name: str, torch: TaskResult, other: TaskResult) -> Iterator[str]:
    """Yield why another name of a row does not give the same value as the main name."""
    if other.value is None or not _is_comparable(other.value):
        yield f"{name} gives nothing to compare: {other}"
    elif (row.mxnet_nd or row.mxnet_np) and (
        torch.value is None or not agrees(torch.value, other.value, row.proof.rtol)
    ):
        yield f"{name} gives {other}, {row.torch} gives {torch}"


def _trap(trap: TruthTrap, seen: TaskResult, torch: TaskResult, rtol: float) -> str:
    """Return why a trap does not behave as described; empty if it does."""
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


def _is_comparable(value: Value) -> bool:
    """Return whether a value can be compared: an array, a plain value, or a sequence of these."""
    if value.kind in SEQUENCES:
        return bool(value.items) and all(_is_comparable(item) for item in value.items)
    return value.kind not in (ValueKind.NONE, ValueKind.OTHER, ValueKind.DICT)


SEARCH_DRIVER = Path(__file__).parent / "search_driver.py"
"""File with the code that searches for names in a worker."""
NAMES_SHOWN = 4
"""Most MXNet names in a finding."""


def unexpected_names(rows: Sequence[Truth], grader: LocalGrader) -> Iterator[tuple[str, str]]:
    """Yield (torch name, MXNet names) for rows of the class "missing" that do not list similarly spelled MXNet names.

    The spelling is compared without case and underscores.
    """
    missing = [row for row in rows if row.kind == "missing"]
    words = sorted({plain(name) for row in missing for name in row.names})
    source = f"{SEARCH_DRIVER.read_text(encoding='utf-8')}\n\nfound_names({json.dumps(words)!r}, mx)\n"
    run, value = grader.snippets.run("mxnet", source)
    if value is None:
        yield "search", run.fault or "no result"
        return
    found = json.loads(str(value.plain))
    for row in missing:
        own = {plain(name) for name in row.names}
        listed = {plain(name) for name in row.found}
        for word in sorted(own & set(found) - listed):
            names = ", ".join(found[word][:NAMES_SHOWN])
            yield (
                row.torch,
                f"MXNet has {names}: list {word} in `found` if it is something else, or write a form with it",
            )
        for word in sorted(listed - (own & set(found))):
            yield row.torch, f"`found` lists {word}, which the search for its names does not find"


def plain(name: str) -> str:
    """Return the last part of a name in lower case without underscores."""
    return name.rpartition(".")[2].casefold().replace("_", "")
