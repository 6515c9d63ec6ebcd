"""The proof of the truth table: all forms give torch's values, traps do what they say, absent names are absent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mxtutor.authoring.findings import Finding
from mxtutor.authoring.table_form import alias_code, form_findings
from mxtutor.content.model import Course
from mxtutor.content.truth import TRUTH_FILE, load_truth
from mxtutor.content.truth_rows import Code, Side, Truth, TruthTrap
from mxtutor.errors import TutorError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.judging.lesson_pairs import agrees
from mxtutor.grading.results.values import SEQUENCES, Value, ValueKind, show

BATCH = 60
"""Pieces of code that one process runs; starting one costs more than most of them."""
DRIVER = Path(__file__).parent / "proof_driver.py"


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of code of a proof."""

    row: int
    """Index of the row that it belongs to."""
    part: str
    """torch, nd, np, also, absent, gone or trap, with a number."""
    side: Side
    code: Code


@dataclass(frozen=True, slots=True)
class Seen:
    """What a piece of code came to: a value, an error, or neither when its process fell."""

    value: Value | None = None
    error: str = ""
    fell: str = ""

    def __str__(self) -> str:
        return show(self.value, 120) if self.value is not None else self.error or self.fell


def check_truth(course: Course, grader: LocalGrader) -> list[Finding]:
    """Return what is wrong with the truth table of a course; empty when every row is proven."""
    try:
        rows = load_truth(course.root)
    except TutorError as error:
        return [Finding(TRUTH_FILE, str(error))]
    findings = [Finding(f"{TRUTH_FILE}: {name}", text) for name, text in form_findings(rows, course)]
    findings += [Finding(TRUTH_FILE, text) for text in _versions(rows, grader)]
    seen = _run_all(rows, [t for number, row in enumerate(rows) for t in _tasks(number, row)], grader)
    for number, row in enumerate(rows):
        own = {part: what for (owner, part), what in seen.items() if owner == number}
        findings += [Finding(f"{TRUTH_FILE}: {row.torch}", text) for text in _judge(row, own)]
    return findings


def _versions(rows: Sequence[Truth], grader: LocalGrader) -> Iterator[str]:
    """Yield what is wrong with the versions that rows say they are verified on."""
    found = {
        "torch": grader.run("torch", "torch.__version__.partition('+')[0]").value.strip("'"),
        "mxnet": grader.run("mxnet", "mx.__version__").value.strip("'"),
    }
    here = ", ".join(f"{name} {version}" for name, version in found.items())
    for told in sorted({row.verified for row in rows} - {here}):
        yield f"rows say that they are verified on {told}; this is {here}"


def _tasks(number: int, row: Truth) -> Iterator[Task]:
    """Yield all code of a row's proof."""
    proof = row.proof
    if proof.torch.do:
        yield Task(number, "torch", "torch", proof.torch)
    if proof.nd is not None:
        yield Task(number, "nd", "nd", proof.nd)
    if proof.np is not None:
        yield Task(number, "np", "np", proof.np)
    for place, alias in enumerate(row.aliases):
        if alias.name in row.proven_names and row.kind != "removed" and (code := alias_code(row, alias)):
            yield Task(number, f"also {place}", "torch", code)
    for place, name in enumerate(proof.absent):
        yield Task(number, f"absent {place}", "np" if name.startswith(("np.", "npx.")) else "nd", Code(name))
    for place, name in enumerate(proof.gone):
        yield Task(number, f"gone {place}", "torch", Code(name))
    for place, trap in enumerate(proof.traps):
        yield Task(number, f"trap {place}", trap.side, Code(trap.do))
        if trap.torch:
            yield Task(number, f"against {place}", "torch", Code(trap.torch))


def _run_all(rows: Sequence[Truth], tasks: Sequence[Task], grader: LocalGrader) -> dict[tuple[int, str], Seen]:
    """Return what each task came to, by row and part."""
    batches: list[list[Task]] = []
    for side in ("torch", "nd", "np"):
        own = [t for t in tasks if t.side == side]
        batches += [[t] for t in own if rows[t.row].proof.alone]
        own = [t for t in own if not rows[t.row].proof.alone]
        batches += [own[i : i + BATCH] for i in range(0, len(own), BATCH)]
    seen: dict[tuple[int, str], Seen] = {}
    with ThreadPoolExecutor(4, "mxtutor-truth") as pool:
        for batch, results in zip(batches, pool.map(lambda b: _run(rows, b, grader), batches), strict=True):
            seen.update({(t.row, t.part): what for t, what in zip(batch, results, strict=True)})
    return seen


def _run(rows: Sequence[Truth], batch: Sequence[Task], grader: LocalGrader) -> list[Seen]:
    """Run tasks of one side in one process; where it falls, each in a process of its own."""
    side = batch[0].side
    jobs = [
        {"given": dict(rows[t.row].proof.given), "before": t.code.before, "do": t.code.do, "after": t.code.after}
        for t in batch
    ]
    source = f"{DRIVER.read_text(encoding='utf-8')}\n\nperform({jobs!r}, globals(), {side!r})\n"
    framework: Literal["torch", "mxnet"] = "torch" if side == "torch" else "mxnet"
    run, value = grader.snippets.run(framework, source)
    if value is not None and len(value.items) == len(batch):
        return [_seen(item) for item in value.items]
    if len(batch) > 1:
        return [_run(rows, [task], grader)[0] for task in batch]
    told = run.broken or (f"{run.error.type}: {run.error.text}" if run.error else "its result cannot be read")
    return [Seen(fell=told)]


def _seen(item: Value) -> Seen:
    what, value = item.items
    return Seen(value) if what.plain == "value" else Seen(error=str(value.plain))


def _judge(row: Truth, seen: dict[str, Seen]) -> Iterator[str]:
    """Yield what a row's proof does not show."""
    torch = seen.get("torch", Seen(error="no torch code"))
    for side, form in (("nd", row.mxnet_nd), ("np", row.mxnet_np)):
        if form:
            yield from _same(side, torch, seen[side], row.proof.rtol)
    for place, alias in enumerate(row.aliases):
        if what := seen.get(f"also {place}"):
            yield from _alike(row, alias.name, torch, what)
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


def _same(side: str, torch: Seen, mxnet: Seen, rtol: float) -> Iterator[str]:
    if torch.value is None or not _tells(torch.value):
        yield f"the torch code shows nothing: {torch}"
    elif mxnet.value is None or not _tells(mxnet.value):
        yield f"the {side} form shows nothing: {mxnet}"
    elif not agrees(torch.value, mxnet.value, rtol):
        yield f"the {side} form gives {mxnet}, torch gives {torch}"


def _alike(row: Truth, name: str, torch: Seen, other: Seen) -> Iterator[str]:
    """Yield why another name of a row does not give what the row's own gives."""
    if other.value is None or not _tells(other.value):
        yield f"{name} shows nothing: {other}"
    elif (row.mxnet_nd or row.mxnet_np) and (
        torch.value is None or not agrees(torch.value, other.value, row.proof.rtol)
    ):
        yield f"{name} gives {other}, {row.torch} gives {torch}"


def _trap(trap: TruthTrap, seen: Seen, torch: Seen, rtol: float) -> str:
    """Return why a trap does not show what it says; empty when it does."""
    if seen.fell:
        return seen.fell
    if trap.expects == "raises":
        return "" if " ".join(trap.text.split()) in seen.error else f"{trap.text!r} expected, it gives {seen}"
    if seen.value is None:
        return f"it raises {seen.error}"
    if trap.expects == "holds":
        return "" if seen.value.plain is True or seen.value.number == 1.0 else f"it gives {seen}"
    if torch.value is None or not _tells(torch.value) or not _tells(seen.value):
        return f"nothing to compare: {seen} and {torch}"
    same = agrees(torch.value, seen.value, rtol)
    if trap.expects == "agrees":
        return "" if same else f"it gives {seen}, torch gives {torch}"
    return f"it gives torch's value {seen}" if same else ""


def _tells(value: Value) -> bool:
    """Whether a value shows something: arrays and plain values, and sequences of nothing but these."""
    if value.kind in SEQUENCES:
        return bool(value.items) and all(_tells(item) for item in value.items)
    return value.kind not in (ValueKind.NONE, ValueKind.OTHER, ValueKind.DICT)
