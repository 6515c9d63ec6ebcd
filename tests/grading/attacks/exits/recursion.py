"""Recurses for ever in the plain way.

Verdict: error
Headline: RecursionError
"""


def arccos(x):
    return arccos(x)
