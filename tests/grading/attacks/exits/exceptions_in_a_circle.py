"""Raises an error that is its own cause, with a name of a megabyte.

Verdict: error
"""

Long = type("E" * 1_000_000, (Exception,), {})


def arccos(x):
    one, two = Long("1"), ValueError("2")
    one.__cause__, two.__cause__ = two, one
    one.__notes__ = ["note" * 100_000] * 10
    raise one
