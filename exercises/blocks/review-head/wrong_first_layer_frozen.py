"""Only one of the old layers is frozen.

The reference freezes all layers of `net`: set the `grad_req` of `net.collect_params()`, not of one layer.
"""

import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    net[0].collect_params().setattr("grad_req", "null")
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(nn.Dense(classes))
    model[-1].initialize(mx.init.Constant(0.1))
    return model
