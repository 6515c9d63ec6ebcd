# mistake: Only runs the forward pass under record and never calls backward, so the running mean has not moved yet.
# named: forward-only
from mxnet import autograd
from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm()
    bn.initialize()
    with autograd.record():
        y = bn(x)
    return y, bn.running_mean.data()
