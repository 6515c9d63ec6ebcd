"""Only the weight and the bias of each layer are frozen.

Other layers have other Parameters, `gamma` and `beta` for example, and a layer may contain layers: freeze all Parameters of `net`, without their names.
"""

import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    for layer in net:
        for name in ("weight", "bias"):
            parameter = getattr(layer, name, None)
            if parameter is not None:
                parameter.grad_req = "null"
    head = nn.Dense(classes)
    head.initialize(mx.init.Constant(0.1))
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(head)
    return model
