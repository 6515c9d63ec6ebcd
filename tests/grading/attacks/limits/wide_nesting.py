"""Returns little lists in lists, whose description fills the header many times over.

Verdict: error crash timeout
Seconds: 1
"""


def arccos(x):
    return [[["x" * 100] * 100] * 100] * 100
