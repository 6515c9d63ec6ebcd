"""What a learner reads about the results of a lesson's pair."""

from __future__ import annotations

from mxtutor.content.lessons import CodePair

MOST_ROUNDING = 1e-3
"""Greatest relative error of a pair that only rounds differently; a pair of random draws allows more."""


def pair_words(pair: CodePair, same: bool | None) -> str:
    """Return whether the results of both sides agree, and whether they should; `same` is None without two values."""
    if same is None:
        return "Compare the results yourself: at least one side gives no value."
    here = "" if same == (pair.agree != "differs") else " here"
    if not same:
        return f"They differ{here or ', as the text says'}."
    if pair.rtol > MOST_ROUNDING:
        return f"Both give the same within {pair.rtol:.0%}{here}."
    return f"Both give the same values{here}."
