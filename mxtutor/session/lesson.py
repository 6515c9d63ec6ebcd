"""The code of a lesson: what runs it, and what its results mean."""

from __future__ import annotations

from mxtutor.content.lessons import CodePair, Trap
from mxtutor.grading.protocol import Grader, SnippetRun
from mxtutor.reporting.pair_words import pair_words

NOT_RUN = "It could not run; this is not your fault."


def run_block(grader: Grader, block: CodePair | Trap) -> tuple[dict[str, SnippetRun], bool | None]:
    """Run code of a lesson; return the results by framework, and whether they agree or are what the lesson says.

    It takes long. The second value is None if it is unknown.
    """
    if isinstance(block, CodePair):
        ran = grader.pair(block.torch, block.mxnet, block.rtol)
        return {"torch": ran.torch, "mxnet": ran.mxnet}, ran.same
    result = grader.run("torch" if block.framework == "torch" else "mxnet", block.source)
    raised = result.error.summary if result.error is not None else ""
    return {block.framework: result}, block.raises in raised


def outcome(block: CodePair | Trap, runs: dict[str, SnippetRun], same: bool | None) -> tuple[str, bool | None]:
    """Return what the results of a run mean, and whether that is what the lesson says; None where nobody can tell."""
    if any(run.broken for run in runs.values()):
        return NOT_RUN, False
    if isinstance(block, CodePair):
        return pair_words(block, same), None if same is None else same == (block.agree != "differs")
    if not block.raises:
        return "Finished.", True
    return ("It raises this error, as the text says.", True) if same else ("It does not raise that error here.", False)
