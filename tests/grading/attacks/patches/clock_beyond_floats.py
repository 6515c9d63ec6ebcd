"""The clock's difference is an integer that no float can hold.

Verdict: crash wrong
"""

import time

from mxnet import nd


class Clock:
    def __sub__(self, other):
        return 10**400

    __rsub__ = __sub__


time.perf_counter = Clock


def arccos(x):
    return nd.zeros_like(x)
