"""The new layer is frozen as well.

Freeze only the Parameters of `net`: call `net.collect_params().setattr('grad_req', 'null')`, not that of the new Block.
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
