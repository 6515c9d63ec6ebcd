"""The momentum has PyTorch's meaning.

MXNet's `momentum` is the share of the old statistic, PyTorch's is the share of the new one: PyTorch's 0.1 is MXNet's 0.9, which is the default.
"""

from mxnet import autograd
from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm(in_channels=x.shape[1], momentum=0.1)
    bn.initialize()
    with autograd.record():
        y = bn(x)
    y.backward()
    return y, bn.running_mean.data()
