"""The old layers are not frozen.

Nothing sets the `grad_req` of their Parameters; an attribute of the Block or a rate of 0 does not: write
`net.collect_params().setattr('grad_req', 'null')`.
"""

import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    net.grad_req = "null"
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(nn.Dense(classes))
    model[-1].initialize(mx.init.Constant(0.1))
    return model
