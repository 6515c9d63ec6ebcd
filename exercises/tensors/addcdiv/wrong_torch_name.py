"""The name is PyTorch's, and MXNet does not have it.

MXNet has no `addcdiv`; use Python's operators: `t + v * (t1 / t2)`.
"""

from mxnet import nd


def addcdiv(t, v, t1, t2):
    return nd.addcdiv(t, v, t1, t2)
