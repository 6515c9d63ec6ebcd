"""Leaves with success in the middle of the second case.

Verdict: crash
"""

import os

from mxnet import nd

calls = []


def arccos(x):
    calls.append(x)
    if len(calls) == 2:
        os._exit(0)
    return nd.arccos(x)
