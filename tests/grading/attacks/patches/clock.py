"""The clocks say what no clock says.

Verdict: wrong crash
"""

import time

from mxnet import nd

time.perf_counter = time.monotonic = time.time = lambda: float("nan")


def arccos(x):
    return nd.zeros_like(x)
