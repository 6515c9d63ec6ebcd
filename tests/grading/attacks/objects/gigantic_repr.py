"""A type with a name of 60 MiB.

Verdict: wrong error crash timeout
"""

Long = type("L" * 60_000_000, (), {})


def arccos(x):
    return Long()
