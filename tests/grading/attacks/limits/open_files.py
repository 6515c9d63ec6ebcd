"""Opens files until none can be opened any more, then returns.

Verdict: wrong crash error
"""

import os

from mxnet import nd


def arccos(x):
    try:
        while True:
            os.open("/dev/null", os.O_RDONLY)
    except OSError:
        return nd.zeros_like(x)
