"""Makes empty files and folders without end, until time or places run out.

Verdict: wrong timeout
Seconds: 1
"""

import os

from mxnet import nd


def arccos(x):
    try:
        for number in range(10**9):
            os.mkdir(f"d{number}")
    except OSError:
        pass
    return nd.zeros_like(x)
