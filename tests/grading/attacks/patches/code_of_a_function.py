"""Swaps the code object of the function that runs a case.

Verdict: crash
"""

import sys

from mxnet import nd

child = sys._getframe(1).f_globals


def arccos(x):
    child["_case"].__code__ = (lambda framework, entry, case, probe: {}).__code__
    return nd.zeros_like(x)
