"""Makes standard output the result pipe, so that its prints come first.

Verdict: crash
"""

import os

from mxnet import nd


def arccos(x):
    os.dup2(3, 1)
    print("right", flush=True)
    return nd.arccos(x)
