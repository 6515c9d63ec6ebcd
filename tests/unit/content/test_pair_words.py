"""The sentence about the results of a lesson's pair."""

from __future__ import annotations

import pytest

from mxtutor.content.lessons import CodePair
from mxtutor.session.lesson import pair_words


@pytest.mark.parametrize(
    ("agree", "rtol", "same", "words"),
    [
        ("values", 1e-4, True, "Both give the same values."),
        ("values", 1e-4, False, "They differ here."),
        ("differs", 1e-4, True, "Both give the same values here."),
        ("differs", 1e-4, False, "They differ, as the text says."),
        ("values", 1e-4, None, "Compare the results yourself: at least one side gives no value."),
    ],
)
def test_the_sentence_says_whether_the_results_agree_and_whether_they_should(
    agree: str, rtol: float, same: bool | None, words: str
) -> None:
    assert pair_words(CodePair("1", "1", agree, rtol), same) == words


def test_means_of_random_draws_are_not_called_the_same_values() -> None:
    assert pair_words(CodePair("1", "1", rtol=0.02), same=True) == "Both give the same within 2%."
