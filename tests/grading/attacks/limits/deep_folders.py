"""Makes folders in folders until no path can name them, which breaks who cleans up.

Verdict: wrong timeout
Seconds: 2
"""

import os

from mxnet import nd


def arccos(x):
    try:
        for _ in range(3000):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
    except OSError:
        pass
    return nd.zeros_like(x)
