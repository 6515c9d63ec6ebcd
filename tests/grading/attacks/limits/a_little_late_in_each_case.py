"""Takes a little less than the limit in each case, so that only the sum is over it.

Verdict: timeout
Seconds: 1
"""

import time

from mxnet import nd


def arccos(x):
    time.sleep(0.8)
    return nd.arccos(x)
