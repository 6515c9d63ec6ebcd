"""The number of channels is given as the first argument.

The first argument of `nn.BatchNorm` is the axis, not the number of channels: write `nn.BatchNorm(in_channels=x.shape[1])`, or `nn.BatchNorm()`.
"""

from mxnet import autograd
from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm(x.shape[1])
    bn.initialize()
    with autograd.record():
        y = bn(x)
    y.backward()
    return y, bn.running_mean.data()
