"""Recurses until the C stack is gone.

Verdict: crash error
"""

import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "a")[0]


def arccos(x):
    return Deep().a
