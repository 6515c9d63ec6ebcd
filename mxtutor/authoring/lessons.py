"""Proves one lesson: every block runs, pairs agree, traps raise the errors that the text names."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.authoring.findings import Finding
from mxtutor.content.lessons import CodePair, Prose, Trap, load_lesson
from mxtutor.content.model import LessonEntry
from mxtutor.errors import TutorError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import SnippetRun

MAX_LINES = 100
"""Greatest number of lines of prose and code in a lesson: two screens of a tall terminal."""


def check_lesson(entry: LessonEntry, grader: LocalGrader) -> list[Finding]:
    """Return the faults of a lesson; empty if it is proven."""
    try:
        lesson = load_lesson(entry.path)
    except TutorError as error:
        return [Finding(entry.id, str(error))]
    findings = []
    if lesson.title != entry.title:
        findings.append(Finding(entry.id, f"its title is {lesson.title!r}, course.yaml says {entry.title!r}"))
    if not lesson.summary:
        findings.append(Finding(entry.id, "its front matter lacks a summary"))
    if not any(isinstance(b, CodePair) for b in lesson.blocks):
        findings.append(Finding(entry.id, "it shows no pair of torch and mxnet code"))
    length = sum(len(_text(b).splitlines()) for b in lesson.blocks)
    if length > MAX_LINES:
        findings.append(Finding(entry.id, f"{length} lines are more than two screens ({MAX_LINES})"))
    for number, block in enumerate(lesson.blocks, 1):
        if isinstance(block, CodePair):
            findings += [Finding(entry.id, f"block {number}: {m}") for m in _pair(block, grader)]
        elif isinstance(block, Trap):
            findings += [Finding(entry.id, f"block {number}: {m}") for m in _trap(block, grader)]
    return findings


def _text(block: Prose | CodePair | Trap) -> str:
    if isinstance(block, Prose):
        return block.markdown
    return block.mxnet if isinstance(block, CodePair) else block.source


def _pair(pair: CodePair, grader: LocalGrader) -> Iterator[str]:
    ran = grader.pair(pair.torch, pair.mxnet, pair.rtol)
    for name, run in (("torch", ran.torch), ("mxnet", ran.mxnet)):
        if fault := _fault(run):
            yield f"the {name} block fails: {fault}"
            return
    if ran.same is None:
        yield "a block has no value"
    elif ran.same != (pair.agree == "values"):
        yield f"the pair {'agrees' if ran.same else 'differs'}: {ran.torch.value} against {ran.mxnet.value}"


def _trap(trap: Trap, grader: LocalGrader) -> Iterator[str]:
    run = grader.run("torch" if trap.framework == "torch" else "mxnet", trap.source)
    if not trap.raises:
        if fault := _fault(run):
            yield f"it fails: {fault}"
        return
    if run.error is None:
        yield f"it raises no error, {trap.raises!r} expected{f' ({run.broken})' if run.broken else ''}"
        return
    error = " ".join(run.error.summary.split())
    if " ".join(trap.raises.split()) not in error:
        yield f"it raises {error!r}, {trap.raises!r} expected"


def _fault(run: SnippetRun) -> str:
    if run.broken:
        return run.broken
    return run.error.summary if run.error else ""
