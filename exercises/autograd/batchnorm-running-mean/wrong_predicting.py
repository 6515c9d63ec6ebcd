"""The layer is in predict mode.

Outside `record()`, and with `train_mode=False`, batch norm uses its running statistics and hardly changes `x`: call it inside `with autograd.record():`.
"""

from mxnet.gluon import nn


def batchnorm_step(x):
    bn = nn.BatchNorm(in_channels=x.shape[1])
    bn.initialize()
    y = bn(x)
    return y, bn.running_mean.data()
