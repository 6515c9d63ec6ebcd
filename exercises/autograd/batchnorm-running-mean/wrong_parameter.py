"""The Parameter is returned, not its array.

`bn.running_mean` is a Parameter; its array is `bn.running_mean.data()`.
"""

from mxnet import autograd
from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm(in_channels=x.shape[1])
    bn.initialize()
    with autograd.record():
        y = bn(x)
    y.backward()
    return y, bn.running_mean
