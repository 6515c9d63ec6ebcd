"""The mean of the batch is returned, not the running mean.

The running mean is nine tenths of the old one, which is 0 in a new layer, plus one tenth of the mean of the batch.
"""

from mxnet import autograd
from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm(in_channels=x.shape[1])
    bn.initialize()
    with autograd.record():
        y = bn(x)
    y.backward()
    return y, x.mean(axis=0)
