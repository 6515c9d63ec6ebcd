"""Runs the code of a lesson, and says whether the results are as the lesson announces."""

from __future__ import annotations

from mxtutor.content.lessons import CodePair, Trap
from mxtutor.grading.protocol import Grader, SnippetRun

FRAMEWORKS = {"torch": "PyTorch", "mxnet": "MXNet"}
"""The frameworks' names as shown to the learner."""
MOST_ROUNDING = 1e-3
"""Largest relative tolerance of a pair that differs by rounding only; a pair of random draws allows more."""


def pair_words(pair: CodePair, same: bool | None) -> str:
    """Return whether both sides agree, and should, as a sentence. `same` is None if a side has no value to compare."""
    if same is None:
        return "Compare the results yourself: at least one side gives no value."
    here = "" if same == (pair.agree != "differs") else " here"
    if not same:
        return f"They differ{here or ', as the text says'}."
    if pair.rtol > MOST_ROUNDING:
        return f"Both give the same within {pair.rtol:.0%}{here}."
    return f"Both give the same values{here}."


NOT_RUN = "It could not run; this is not your fault."


def run_block(grader: Grader, block: CodePair | Trap) -> tuple[dict[str, SnippetRun], str, bool | None]:
    """Run a block of a lesson; return the results by framework, a sentence, and whether they are as the lesson says.

    Blocks for some seconds. The last value is None if a side of a pair gives nothing to compare.
    """
    right: bool | None
    if isinstance(block, CodePair):
        ran = grader.pair(block.torch, block.mxnet, block.rtol)
        runs, text = {"torch": ran.torch, "mxnet": ran.mxnet}, pair_words(block, ran.same)
        right = None if ran.same is None else ran.same == (block.agree != "differs")
    else:
        result = grader.run("torch" if block.framework == "torch" else "mxnet", block.source)
        runs, raised = {block.framework: result}, result.error.summary if result.error is not None else ""
        right = " ".join(block.raises.split()) in " ".join(raised.split())
        text = "It raises this error, as the text says." if right else "It does not raise that error here."
        text = text if block.raises else "Finished."
    return (runs, NOT_RUN, False) if any(run.broken for run in runs.values()) else (runs, text, right)
