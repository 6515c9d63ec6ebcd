"""Raises KeyboardInterrupt, which most graders do not catch.

Verdict: error
Headline: KeyboardInterrupt
"""


def arccos(x):
    raise KeyboardInterrupt
