"""An operator fails after the call has returned; the error surfaces when the result is read.

Verdict: error
"""

from mxnet import nd


def arccos(x):
    return nd.dot(x.reshape((1, -1)), nd.ones((7919, 2)))
