# mistake: Passes the number of channels as the first argument of BatchNorm, which is the axis.
# named: channels-first, norm-axis
from mxnet import autograd
from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm(x.shape[1])
    bn.initialize()
    with autograd.record():
        y = bn(x)
    y.backward()
    return bn.running_mean.data()
