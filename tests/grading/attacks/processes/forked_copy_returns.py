"""Where worker processes are allowed, parent and child both return, and both results are sent.

Processes: yes
Verdict: crash wrong
"""

import os

from mxnet import nd

calls = []


def arccos(x):
    calls.append(x)
    if len(calls) == 1:
        os.fork()
    return nd.zeros_like(x)
