"""The new layer is frozen as well.

Freeze the Parameters of `net` before the new layer belongs to the Block, or only those.
"""

import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(nn.Dense(classes))
    model[-1].initialize(mx.init.Constant(0.1))
    model.collect_params().setattr("grad_req", "null")
    return model
