"""A name of PyTorch that MXNet does not have.

MXNet has no `addcdiv`; write it with operators: `t + v * (t1 / t2)`.
"""

from mxnet import nd


def addcdiv(t, v, t1, t2):
    return nd.addcdiv(t, v, t1, t2)
