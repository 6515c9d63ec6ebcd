"""Sleeps for half a second in all."""

import time

from mxnet import nd

time.sleep(0.25)
calls = []


def arccos(x):
    if not calls:
        time.sleep(0.25)
    calls.append(1)
    return nd.arccos(x)
