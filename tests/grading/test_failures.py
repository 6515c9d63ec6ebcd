"""The text of an error without the C++ frames that MXNet puts before it."""

from __future__ import annotations

import pytest

from mxtutor.grading.answer.failures import describe_failure, essential_text

STACK = (
    'Traceback (most recent call last):\n  File "../include/mxnet/tensor_blob.h", line 310\n'
    "TBlob.get_with_shape: Check failed: 1 vs. 3 : new and old shape do not match total elements"
)
NAMED = (
    'Traceback (most recent call last):\n  File "../src/a.cc", line 3\n  File "../src/b.cc", line 9\n'
    "MXNetError: Check failed: axis < ndim"
)


@pytest.mark.parametrize(
    ("text", "essential"),
    [
        (STACK, "TBlob.get_with_shape: Check failed: 1 vs. 3 : new and old shape do not match total elements"),
        (NAMED, "Check failed: axis < ndim"),
        ("MXNetError: plain", "plain"),
        ("two\nlines", "two\nlines"),
        ("Traceback (most recent call last):", "Traceback (most recent call last):"),
    ],
)
def test_the_message_of_an_error_comes_first(text: str, essential: str) -> None:
    assert essential_text("MXNetError", text) == essential


def test_an_error_whose_text_raises_is_still_described() -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert describe_failure(Odd())["text"] == "(its text cannot be read: ValueError)"
