# mistake: Passes the number of features as the first argument as in torch, where Gluon's BatchNorm takes the axis.
# named: channels-first, norm-axis
from mxnet import autograd
from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm(x.shape[1])
    bn.initialize()
    with autograd.record():
        y = bn(x)
    y.backward()
    y.wait_to_read()
    return y, bn.running_mean.data()
