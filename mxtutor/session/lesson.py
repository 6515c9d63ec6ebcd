"""Runs the code of a lesson, and says whether the results are as the lesson announces."""

from __future__ import annotations

from mxtutor.content.lessons import CodePair, Trap
from mxtutor.grading.protocol import Grader, SnippetRun

FRAMEWORKS = {"torch": "PyTorch", "mxnet": "MXNet"}
"""The names of the frameworks for people."""
MOST_ROUNDING = 1e-3
"""Largest relative tolerance of a pair that differs by rounding only; a pair of random draws allows more."""


def pair_words(pair: CodePair, same: bool | None) -> str:
    """Return a sentence: do both sides agree, and should they? `same` is None if a side has no value to compare."""
    if same is None:
        return "Compare the results yourself: at least one side gives no value."
    here = "" if same == (pair.agree != "differs") else " here"
    if not same:
        return f"They differ{here or ', as the text says'}."
    if pair.rtol > MOST_ROUNDING:
        return f"Both give the same within {pair.rtol:.0%}{here}."
    return f"Both give the same values{here}."


NOT_RUN = "It could not run; this is not your fault."


def run_block(grader: Grader, block: CodePair | Trap) -> tuple[dict[str, SnippetRun], bool | None]:
    """Run a block of a lesson; return the results by framework, and `same`.

    It blocks for seconds. `same` says of a pair whether both results agree (None if a side has no value), and of a
    trap whether the error is the one that the lesson names.
    """
    if isinstance(block, CodePair):
        ran = grader.pair(block.torch, block.mxnet, block.rtol)
        return {"torch": ran.torch, "mxnet": ran.mxnet}, ran.same
    result = grader.run("torch" if block.framework == "torch" else "mxnet", block.source)
    raised = result.error.summary if result.error is not None else ""
    return {block.framework: result}, block.raises in raised


def outcome(block: CodePair | Trap, runs: dict[str, SnippetRun], same: bool | None) -> tuple[str, bool | None]:
    """Return a sentence on the results of `run_block`, and whether they are as the lesson says; None if unknown."""
    if any(run.broken for run in runs.values()):
        return NOT_RUN, False
    if isinstance(block, CodePair):
        return pair_words(block, same), None if same is None else same == (block.agree != "differs")
    if not block.raises:
        return "Finished.", True
    return ("It raises this error, as the text says.", True) if same else ("It does not raise that error here.", False)
